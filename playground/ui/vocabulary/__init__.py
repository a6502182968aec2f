"""What the Vocabulary page is made of."""
