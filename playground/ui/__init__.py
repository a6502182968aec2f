"""Every Streamlit call that several pages share."""
