"""Core data -> plotly figures, one module a topic. The page's theme colours them, through st.plotly_chart."""
