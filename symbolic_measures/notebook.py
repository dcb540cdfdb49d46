"""How the objects of this package show themselves in a notebook.

`str` is the text of an object; a report also has a page, of which `_repr_html_` gives a fragment
that needs nothing but itself.  The text goes into a notebook beside it, so that a file read without
a browser, or a difference between two commits, shows what a terminal would.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, ClassVar


class Shown:
    """Something whose text is its `str`, in a notebook too."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        # in the class itself: IPython prefers the `__repr__` of a class to what it inherits
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class FormattedReport(Shown, ABC):
    """A report: the data that `verify` reads, and a module of `report` with its formats.

    That module, named where the class is made, has `render_text`, `render_latex`, `render_html` and
    `render_html_fragment`.
    """

    formats: ClassVar[str]

    def __init_subclass__(cls, formats: str, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.formats = formats

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def rendered(self, kind: str) -> str:
        """The report as `text`, `json`, `latex`, `html` or `html_fragment`."""
        if kind == "json":
            return self.to_json()
        module = import_module(f"symbolic_measures.report.{self.formats}")
        return str(getattr(module, f"render_{kind}")(self))

    def __str__(self) -> str:
        return self.rendered("text")

    def _repr_html_(self) -> str:
        return self.rendered("html_fragment")
