"""What is asked, and how it is read from text."""
