"""What spark-submit starts: `spark-submit --master URL submit.py DIR --out DIR --engine qlogscope.mjs`."""

import sys

from qlogscope_fleet.driver import main

if __name__ == "__main__":
    sys.exit(main())
