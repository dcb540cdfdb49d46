"""`python -m symbolic_measures`."""

import sys

from symbolic_measures.cli import main

sys.exit(main())
