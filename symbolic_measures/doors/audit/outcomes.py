"""What one call gave: a number, nan, an infinity, an exception, or something else.

`observed` calls a function once, keeps what it prints and warns of to itself, and never raises but
for an interrupt, and where the function does not return in time (`OutOfTimeError`).  Invariant: a
number is kept exactly as it was returned: whole numbers and Fractions as Fractions, everything else
as the float it is, with its type.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal

from symbolic_measures.doors.audit.targets import one_line
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.search.effort import Effort

Kind = Literal["number", "nan", "inf", "-inf", "raises", "nothing", "array", "other"]
#: Returned words that say that there is no number.
NO_NUMBER = ("", "none", "nan", "n/a", "na", "null")
#: Units in the last place of each type: digits after the leading one, as powers of two.
DIGITS = {"float16": 10, "float32": 23, "float64": 52}
#: What one call may take.
SECONDS = 30.0


class _Printed(io.StringIO):
    """What a function prints; it stays open if the function closes it."""

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Outcome:
    """One call: `kind`, the number if it is one, and the words for it.

    `type` is float16, float32, float64 or exact; `warning` the first warning's category and
    `printed` the first line that was printed; `call` is how it was called.
    """

    kind: Kind
    told: str
    number: Fraction | float | None = None
    type: str = "float64"
    warning: str = field(default="", compare=False)
    printed: str = field(default="", compare=False)

    @property
    def is_number(self) -> bool:
        """Whether it is a finite number."""
        return self.number is not None

    def same(self, other: Outcome) -> bool:
        """Equal as answers: two nans are the same, and so are two equal numbers."""
        return (self.kind, self.told, self.number) == (other.kind, other.told, other.number)


def observed(call: Callable[[], Any], item: str = "") -> Outcome:
    """Calls once; `item` picks one of several numbers that are returned (a place or a key)."""
    printed = _Printed()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                with Effort(SECONDS).fenced():
                    found = call()
                outcome = read(_picked(found, item) if item else found)
        except (KeyboardInterrupt, OutOfTimeError):
            raise
        except BaseException as error:
            outcome = Outcome("raises", f"raises {one_line(error)}")
    warned = heard[0].category.__name__ if heard else ""
    said = next((line for line in printed.getvalue().splitlines() if line.strip()), "")
    if not warned and not said:
        return outcome
    return Outcome(outcome.kind, outcome.told, outcome.number, outcome.type, warned, said[:60])


def _picked(found: Any, item: str) -> Any:
    """One of several numbers: by place, by key or by attribute."""
    if item.lstrip("-").isdigit() and not isinstance(found, dict):
        return found[int(item)]
    if isinstance(found, dict):
        return found[item] if item in found else found[int(item)]
    return getattr(found, item)


def read(found: Any) -> Outcome:
    """What a function returned, as an outcome.

    Example:
        >>> read(0.5).told, read(None).kind, read("None").kind, read([0.5, 1.0]).kind
        ('0.5', 'nothing', 'nothing', 'array')
    """
    if found is None:
        return Outcome("nothing", "returns None")
    if isinstance(found, str):
        kind: Kind = "nothing" if found.strip().casefold() in NO_NUMBER else "other"
        return Outcome(kind, f"returns the text {found[:40]!r}")
    if inspect.iscoroutine(found):
        found.close()  # nobody waits for it, and Python need not say so
    if isinstance(found, Rational):  # whole numbers, too, also those of NumPy
        exact = Fraction(int(found.numerator), int(found.denominator))
        return Outcome("number", str(exact), exact, "exact")
    shape = getattr(found, "shape", None)
    if shape is None and hasattr(found, "__len__"):
        return Outcome("array", f"returns a {type(found).__name__} of length {len(found)}")
    if shape is not None and len(shape) > 0:
        size = " x ".join(map(str, shape))
        return Outcome("array", f"returns an array of shape {size}")
    return _number(found)


def _number(found: Any) -> Outcome:
    precision = str(getattr(found, "dtype", "float64")).rpartition(".")[2]
    if precision.startswith("complex"):
        return Outcome("other", f"returns a {type(found).__name__}, no number")
    try:
        number = float(found)
    except (TypeError, ValueError, OverflowError):
        return Outcome("other", f"returns a {type(found).__name__}, no number")
    if precision.startswith(("int", "uint", "bool")):
        return Outcome("number", str(int(found)), Fraction(int(found)), "exact")
    if math.isnan(number):
        return Outcome("nan", "nan")
    if math.isinf(number):
        return Outcome("inf", "inf") if number > 0 else Outcome("-inf", "-inf")
    if isinstance(found, Decimal):
        return Outcome("number", str(found), number)
    kind = precision if precision in DIGITS else "float64"
    return Outcome("number", _shown(number, kind), number, kind)


def _shown(number: float, kind: str) -> str:
    """The shortest digits that give the number back in its own type."""
    if kind == "float64":
        return repr(number)
    import numpy as np

    return str({"float32": np.float32, "float16": np.float16}[kind](number))
