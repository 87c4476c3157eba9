"""Reports: one file per output, each with ``write(answer, out)``."""
