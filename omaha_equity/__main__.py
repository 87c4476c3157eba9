"""``python -m omaha_equity`` is ``omaha-equity``."""

import sys

from omaha_equity.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
