"""Tactics: each looks at an open goal and names steps; one idea a file."""
