"""How the objects of this package show themselves in a notebook.

`str` is the text of an object; a report also has a page, of which `_repr_html_` gives a fragment
that needs nothing but itself.  The text goes into a notebook beside it, so that a file read without
a browser, or a difference between two commits, shows what a terminal would.
"""

from __future__ import annotations

from typing import Any


class Shown:
    """Something whose text is its `str`, in a notebook too."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        # in the class itself: IPython prefers the `__repr__` of a class to what it inherits
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))
