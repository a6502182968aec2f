"""What the Merges page is made of."""
