"""Operators of whatever combines its formulas: measures, and formulas that are being traced."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeVar, cast

#: What NumPy calls the operations of formulas.
UFUNCS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "power": "^",
    "float_power": "^", "negative": "neg", "sqrt": "sqrt", "log": "log", "arccos": "acos",
    "acos": "acos", "absolute": "Abs", "minimum": "Min", "maximum": "Max",
}  # fmt: skip
Self = TypeVar("Self", bound="Arithmetic")


class Arithmetic(ABC):
    """Operators and functions of whatever knows how to combine its formulas.

    The text of an operation is that of `formula.Formula`.
    """

    #: SymPy's operators leave the answer to the methods here.
    _op_priority = 100.0

    @classmethod
    @abstractmethod
    def _applied(cls, op: str, *operands: object) -> Any:
        """An operation on some of these objects and numbers; NotImplemented for other things."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions are those of formulas: `numpy.sqrt(M)`."""
        op = UFUNCS.get(ufunc.__name__)
        if op is None or method != "__call__" or options:
            return NotImplemented
        if any(type(item).__name__ == "ndarray" for item in inputs):
            return NotImplemented
        plain = [item.item() if type(item).__module__ == "numpy" else item for item in inputs]
        return type(self)._applied(op, *plain)

    def __add__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("+", self, other))

    def __radd__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("+", other, self))

    def __sub__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("-", self, other))

    def __rsub__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("-", other, self))

    def __mul__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("*", self, other))

    def __rmul__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("*", other, self))

    def __truediv__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("/", self, other))

    def __rtruediv__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("/", other, self))

    def __pow__(self: Self, other: object) -> Self:
        return cast(Self, type(self)._applied("^", self, other))

    def __neg__(self: Self) -> Self:
        return cast(Self, type(self)._applied("neg", self))

    def __pos__(self: Self) -> Self:
        return self

    def __abs__(self: Self) -> Self:
        return cast(Self, type(self)._applied("Abs", self))
