"""The algorithms. Nothing here knows about Streamlit or Plotly."""
