"""The command line: one file per command; each asks the API and hands the answer to a report."""
