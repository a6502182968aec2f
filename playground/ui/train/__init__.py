"""What the Train page is made of."""
