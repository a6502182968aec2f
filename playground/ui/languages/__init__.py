"""What the Languages page is made of."""
