"""What comes back: immutable answers and their JSON."""
