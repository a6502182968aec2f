"""What the Talk page is made of."""
