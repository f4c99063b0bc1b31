"""`python -m qlogscope_fleet`."""

import sys

from qlogscope_fleet.driver import main

if __name__ == "__main__":
    sys.exit(main())
