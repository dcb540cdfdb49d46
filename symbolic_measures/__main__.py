"""`python -m symbolic_measures`."""

import sys

from symbolic_measures.doors.cli import main

sys.exit(main())
