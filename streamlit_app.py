"""The server around the pages, and the router: navigation and nothing else."""

import streamlit as st

from playground.ui import server

if __name__ == "__main__":
    from playground.ui import navigation

    navigation.run()
elif __name__ != "__mp_main__":
    # Imported by the server, not run for a visitor.
    app = st.App(__file__, lifespan=server.lifespan, routes=server.ROUTES)
