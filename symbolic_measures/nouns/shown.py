"""Answers: data that `verify` reads, and a text, a page or a paper made from it.

An answer does not know how it is shown, for what it means must not depend on that: whoever shows
answers says so once (`show_with`), and is then asked for every answer and format.

Objects that people print show their text, in notebooks too; a notebook that is read without a
browser, or a difference between two commits, shows what a terminal would.
"""

from __future__ import annotations

import json
from abc import ABC
from collections.abc import Callable
from typing import Any, ClassVar

from symbolic_measures.nouns.answers import Certified, Tabular


class Shown:
    """Something whose text is its `str`, in a notebook too, and whose `repr` is one line."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        # in the class itself: IPython prefers the `__repr__` of a class to what it inherits
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]
        if "__repr__" not in vars(cls):  # a dataclass would write out everything
            cls.__repr__ = Shown.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        told = (f"{name}={_brief(value)}" for name, value in vars(self).items() if name[0] != "_")
        return f"{type(self).__name__}({', '.join(told)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


#: Longer texts and reprs are cut within the repr of what holds them.
LONGEST = 60


def _brief(value: Any) -> str:
    """A value within a repr: what has many parts is counted."""
    if isinstance(value, tuple | list | dict | frozenset) and len(value) > 3:
        return f"<{len(value)} items>"
    if isinstance(value, tuple | list):
        short = ", ".join(map(_brief, value))
        return f"({short})" if len(short) <= LONGEST else f"<{len(value)} items>"
    told = repr(value)
    if len(told) <= LONGEST and "\n" not in told:
        return told
    name = getattr(value, "name", None)
    return f"<{name if isinstance(name, str) else type(value).__name__}>"


class Answer(Shown, Tabular, Certified, ABC):
    """The answer to a question of a `kind`: what was decided, with its certificates."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.kind = kind

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def rendered(self, format: str) -> str:
        """The answer as `text`, `json`, `latex`, `latex_fragment`, `html` or `html_fragment`."""
        if format == "json":
            return self.to_json()
        return _shown_by[0][0](self, format)

    def __str__(self) -> str:
        return self.rendered("text")

    def _repr_html_(self) -> str:
        return self.rendered("html_fragment")

    def document(self) -> Any:
        """The answer as a document without a format."""
        return _shown_by[0][1](self)


def _plainly(answer: Answer, format: str) -> str:
    """Where nobody has said how answers are shown: the data."""
    return answer.to_json()


Render = Callable[[Answer, str], str]
Document = Callable[[Answer], Any]
_shown_by: list[tuple[Render, Document]] = [(_plainly, Answer.to_data)]


def show_with(render: Render, document: Document) -> None:
    """From now on answers are shown by `render`, from what `document` makes of them."""
    _shown_by[:] = [(render, document)]
