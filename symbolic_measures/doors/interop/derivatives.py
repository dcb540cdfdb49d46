"""A partial derivative as a SymPy expression that knows its sign, and who proved it.

The object is a SymPy expression: it computes, prints and compares as the derivative itself does.
What SymPy makes of it (a sum, a factored form) is an ordinary expression without a sign, for only
of the derivative itself has anything been proved.
"""

from __future__ import annotations

from typing import Any

import sympy

from symbolic_measures.doors.interop.proportions import expression
from symbolic_measures.meaning.gradient import PROPORTION_NAMES
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.propose import gradient

#: The signs that can be proved, as relations.
SIGNS = {
    "positive": "> 0", "nonnegative": ">= 0", "zero": "== 0", "nonpositive": "<= 0",
    "negative": "< 0", "changes": "both signs",
}  # fmt: skip


class PartialDerivative(sympy.Expr):  # type: ignore[misc]
    """The derivative, with `sign`, `verdict` and `verify()`."""

    _op_priority = 100.0

    def __new__(
        cls, expr: Any, reading: Reading | None = None, verdict: Verdict | None = None
    ) -> PartialDerivative:
        made = sympy.Expr.__new__(cls, expr)
        made.reading, made.verdict = reading, verdict
        return made

    reading: Reading | None
    #: What was decided about the sign.
    verdict: Verdict | None

    @property
    def expr(self) -> Any:
        """The derivative as an ordinary expression."""
        return self.args[0]

    @property
    def sign(self) -> str:
        """`> 0`, `>= 0`, `== 0`, `<= 0`, `< 0`, `both signs`; "" if nothing is proved.

        On all matrices with positive real cells where the derivative is defined.
        """
        if self.verdict is None or self.verdict.outcome != "proved":
            return ""
        return SIGNS[str(self.verdict.value["sign"])]

    def verify(self) -> None:
        """Replays the proof of the sign; CertificateError if there is none, or if it fails."""
        if self.verdict is None or self.reading is None or self.verdict.outcome != "proved":
            raise CertificateError("the sign is not proved")
        replayed(self.reading, self.verdict.to_data(), {})

    def doit(self, **hints: Any) -> Any:
        """The derivative as an ordinary expression."""
        return self.expr.doit(**hints)

    def __eq__(self, other: object) -> bool:
        return bool(self.expr == (other.expr if isinstance(other, PartialDerivative) else other))

    def __hash__(self) -> int:
        return hash(self.expr)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return PartialDerivative, (self.expr, self.reading, self.verdict)

    def _eval_simplify(self, **options: Any) -> Any:
        return sympy.simplify(self.expr, **options)

    def _eval_derivative(self, by: Any) -> Any:
        return self.expr.diff(by)

    def _eval_evalf(self, prec: int) -> Any:
        return self.expr._eval_evalf(prec)

    def _eval_subs(self, old: Any, new: Any) -> Any:
        return self.expr.subs(old, new)

    def _sympystr(self, printer: Any) -> str:
        return str(printer._print(self.expr))

    def _sympyrepr(self, printer: Any) -> str:
        return str(printer._print(self.expr))

    def _latex(self, printer: Any) -> str:
        return str(printer._print(self.expr))

    def _pretty(self, printer: Any) -> Any:
        return printer._print(self.expr)


def _pass_on(name: str) -> Any:
    def method(self: PartialDerivative, *args: Any, **options: Any) -> Any:
        plain = [a.expr if isinstance(a, PartialDerivative) else a for a in args]
        return getattr(self.expr, name)(*plain, **options)

    method.__name__ = name
    return method


for _name in (
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__",
    "__rtruediv__", "__pow__", "__rpow__", "__neg__", "__abs__", "factor", "expand", "together",
    "cancel", "subs", "xreplace", "replace", "limit", "series",
):  # fmt: skip
    setattr(PartialDerivative, _name, _pass_on(_name))


def derivative_of(reading: Reading, cell: str, timeout: float) -> PartialDerivative:
    """What `measures.Evaluable.diff` answers."""
    known = (*CELLS, *PROPORTION_NAMES) if reading.measure.classes == 2 else reading.measure.cells
    if cell not in known:
        raise FormulaError(f"no cell {cell!r} to differentiate in; there are {', '.join(known)}")
    if reading.extended is not None:
        raise FormulaError(f"the reading {reading.name} has infinite values: no derivative there")
    if cell in PROPORTION_NAMES:
        expression(reading)  # raises where the measure is no function of proportions
    if reading.measure.classes == 2:
        verdict = gradient(reading, cell, timeout)
        text = (verdict.value or {}).get("derivative")
        if text is not None:
            tree = parse(text, names={}, parameters=_symbols(text))
            return PartialDerivative(to_sympy(tree), reading, verdict)
    else:
        verdict = None
    if cell in PROPORTION_NAMES:
        raise FormulaError(f"the derivative in {cell} is not known: "
                           f"{verdict.reason if verdict else 'it is of two classes'}")  # fmt: skip
    try:
        tree = derivative(reading.formula, {cell: 1}) or reading.formula * 0
    except ValueError as error:
        raise FormulaError(str(error)) from None
    return PartialDerivative(to_sympy(tree), reading, verdict)


def _symbols(text: str) -> list[str]:
    functions = ("sqrt", "log", "acos", "power", "Abs", "Min", "Max")
    return [name for name in identifiers(text) if name not in functions]
