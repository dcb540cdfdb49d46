"""Numbers of the tests: mpmath's precision is one for the whole process, so it is set once."""

from __future__ import annotations

from mpmath import mp

mp.dps = 60
