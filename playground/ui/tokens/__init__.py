"""What the Tokens page is made of."""
