"""Pictures that live in the browser: one folder a component, its html, css and js in files."""
