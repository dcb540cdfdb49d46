"""What every answer can do in Python: replay its certificate, become a table, speak SymPy.

The classes of answers derive from these; the work is done further up (`interop`, `verification`),
which is imported when it is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from symbolic_measures.nouns.confusion import ConfusionMatrix
from symbolic_measures.nouns.handing import handed

if TYPE_CHECKING:
    import pandas as pd
    import sympy


@dataclass(frozen=True)
class Counterexample:
    """Where a property fails: matrices, parameters, and the exact value at each matrix.

    `matrices` are empty where the counterexample is none of matrices of two classes (sizes, or
    three labelings); then `point` says what it is.
    """

    matrices: tuple[ConfusionMatrix, ...]
    values: tuple[Any, ...]
    parameters: Mapping[str, Any]
    point: Mapping[str, Any]


class Tabular:
    """An answer that is a table: a DataFrame, Markdown, LaTeX."""

    def to_frame(self) -> pd.DataFrame:
        """The rows of the answer as a pandas DataFrame.

        Raises
        ------
        ImportError
            Without pandas, which is optional: `pip install symbolic-measures[pandas]`.

        Example
        -------
        >>> from symbolic_measures import check
        >>> check("F1", property=["symmetry", "range"]).to_frame()[["property", "verdict", "value"]]
           property verdict   value
        0  symmetry  proved
        1     range  proved  [0, 1]
        """
        return handed("doors.interop.frames", "frame")(self)

    def to_markdown(self) -> str:
        """The rows as a table in Markdown.

        Example
        -------
        >>> from symbolic_measures import limit
        >>> print(limit("recall", to="TN -> oo").to_markdown().splitlines()[0])
        | from | support | kind | limit |
        """
        return handed("doors.interop.frames", "markdown")(self)

    def to_latex(self) -> str:
        r"""The rows as a LaTeX tabular, with the rules of booktabs.

        Example
        -------
        >>> from symbolic_measures import check
        >>> print(check("F1", property="symmetry").to_latex().splitlines()[0])
        \begin{tabular}{llllll}
        """
        return handed("doors.interop.frames", "latex")(self)


class Certified(ABC):
    """An answer that keeps its certificate."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""

    def verify(self) -> tuple[Any, ...]:
        """Replays the certificate: what was looked at, one entry for each part.

        Raises
        ------
        CertificateError
            For the first part that does not hold.

        Example
        -------
        >>> from symbolic_measures import identity
        >>> [item.property for item in identity("MCC^2", "informedness*markedness").verify()]
        ['identity', 'lhs undefined-set', 'rhs undefined-set', 'domains']
        """
        return handed("doors.interop.answers", "replayed_whole")(self.to_data())


class Symbolic:
    """An answer that is a SymPy object."""

    #: The function of `interop.answers` that says which.
    sympy_form: ClassVar[str]

    def as_sympy(self) -> Any:
        """The answer as a SymPy object: an expression, a condition, an interval, a truth value.

        Example
        -------
        >>> from symbolic_measures import check, limit, threshold
        >>> limit("F_beta", to="beta -> 0").as_sympy()
        TP/(FP + TP)
        >>> threshold("F_beta_linear", property="ace", parameter="beta").as_sympy()
        beta >= rho
        >>> check("MCC", property="range")["range"].as_sympy()
        Interval(-1, 1)
        """
        return handed("doors.interop.answers", self.sympy_form)(self)


class Series(Symbolic):
    """An expansion: a series, and the coefficients it is made of."""

    sympy_form = "of_expansion"

    @property
    def coefficient_exprs(self) -> tuple[sympy.Expr, ...]:
        """The value and the derivatives in p_AB at independence, in p_A and p_B.

        Example
        -------
        >>> from symbolic_measures import taylor
        >>> taylor("kappa").coefficient_exprs[:2]
        (0, 2/(p_A*(1 - p_B) + p_B*(1 - p_A)))
        """
        return handed("doors.interop.answers", "coefficients_of")(self)


class Decidable(Symbolic):
    """A condition: it can be asked at values, and shown as a set."""

    #: The function of `interop.answers` that decides it.
    truth_form: ClassVar[str]

    def holds(self, **values: Any) -> bool:
        """Whether it holds at these values, decided in exact arithmetic.

        Parameters
        ----------
        **values
            Whole numbers, Fractions, or decimals of few digits, for every name in the condition.

        Raises
        ------
        TypeError
            For a name without a value, or a value that is no such number.
        ValueError
            For values that the measure of a threshold excludes.

        Example
        -------
        >>> from symbolic_measures import threshold
        >>> ace = threshold("F_beta_linear", property="ace", parameter="beta")
        >>> ace.holds(beta=2, rho=3), ace.condition.holds(beta=2, rho=1)
        (False, True)
        """
        decides: Any = handed("doors.interop.answers", self.truth_form)
        return bool(decides(self, values))

    def as_set(self, name: str) -> sympy.Set:
        """The condition on one name as a SymPy set of real numbers.

        Raises
        ------
        FormulaError
            If it speaks of other names, too.

        Example
        -------
        >>> from symbolic_measures import threshold
        >>> found = threshold("IBA(Gmean, a)", property="tn-monotone", parameter="a",
        ...                   assume="a >= 0")
        >>> found.condition.as_set("a")
        Interval(-oo, 1/3)
        """
        condition: Any = getattr(self, "condition", self)
        return handed("doors.interop.answers", "set_of")(condition, name)


class Decided(Symbolic):
    """A verdict on one property."""

    sympy_form = "of_verdict"

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest counterexample in exact numbers; None if the property is not refuted.

        Example
        -------
        >>> from symbolic_measures import check
        >>> found = check("BA", property="strongly-monotone")["strongly-monotone"].counterexample
        >>> found.matrices[0]
        ConfusionMatrix(TP=1, FN=0, FP=1, TN=1)
        >>> found.values
        (3/4, 3/4)
        """
        return handed("doors.interop.answers", "counterexample_of")(self)

    def verify(self) -> None:
        """Replays the proof or the counterexample; CertificateError if it fails.

        Example
        -------
        >>> from symbolic_measures import check
        >>> check("F1", property="symmetry")["symmetry"].verify()
        """
        handed("doors.interop.answers", "replay")(self)
