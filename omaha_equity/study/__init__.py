"""Questions built from several queries: street by street, part by part; see ``docs/cli.md``."""
