"""Core data -> plotly figures, one module a topic. The page's theme colours them, through st.plotly_chart."""

# plotly uses pandas where somebody has imported it, also while another visitor's page is only half through with that.
import pandas  # noqa: F401
