"""Many questions from files: read, answered on all cores or machines, written in order."""
