"""Measures and readings as values: what users get, call, combine and ask.

What a measure means is a plain record (`meaning.measure`); here it can be asked for values, digits,
formulas, derivatives, scorers and chance.  Each method imports the room that does its work when it
is first used, so that a measure stays light.  Answers hold plain records: `Measure.of` and
`Reading.of` make values of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.values.operators import Arithmetic
from symbolic_measures.meaning import measure as plain

if TYPE_CHECKING:
    import sympy

    from symbolic_measures.doors.chance.distribution import Chance
    from symbolic_measures.doors.interop.derivatives import PartialDerivative
    from symbolic_measures.doors.interop.scikit import Scorer

#: Longer formulas are not displayed by themselves.
LONGEST = 1_500


class Evaluable(ABC):
    """Values, digits, LaTeX, derivatives, scorers and chance of a measure or a reading."""

    @abstractmethod
    def _as_reading(self) -> plain.Reading:
        """Itself, or what a measure is without conventions."""

    def __call__(
        self,
        *data: Any,
        matrix: Any = None,
        rows: Any = None,
        positive: Any = None,
        labels: Any = None,
        **values: Any,
    ) -> Any:
        """The value at a confusion matrix, exactly; or at many, as an array.

        Parameters
        ----------
        *data
            A `ConfusionMatrix`; a table with a column for each cell; or `y_true, y_pred`.
        matrix, rows, positive
            A square matrix (a list of rows, or an array of shape (..., m, m)), what its rows are
            ("true" or "predicted"), and where the positive class of two stands ("first", "last").
        positive, labels
            Of `y_true, y_pred`: the positive label, or all labels in the order of the classes.
        **values
            The cells by name (TP, FN, FP, TN; or c11, c12, ...), and the parameters.  Whole numbers
            and Fractions are exact, arrays are for floating-point numbers.

        Returns
        -------
        A SymPy number for one matrix of exact cells.  An array of floats for arrays of cells (a
        pandas Series for Series): nan exactly where the measure is undefined.

        Raises
        ------
        UndefinedError
            Where the measure is undefined at the one matrix: no value, neither 0 nor nan.
        ValueError
            For a cell below 0 or nan, an empty matrix, shapes that do not fit, more labels than
            classes, a parameter outside its domain.
        TypeError
            For floats as exact cells, names that are no cells, an orientation that is not said.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> MCC, F1 = measure("MCC"), measure("F1")
        >>> MCC(TP=90, FN=4, FP=5, TN=1)
        7*sqrt(2679)/2679
        >>> F1(TP=[90, 0], FN=[4, 0], FP=[5, 0], TN=[1, 9])
        array([0.95238095,        nan])
        >>> F1([1, 1, 0, 0], [1, 0, 0, 1])
        1/2
        >>> F1(matrix=[[1, 5], [4, 90]], rows="true", positive="last")
        20/21
        >>> F1(TP=0, FN=0, FP=0, TN=9)
        Traceback (most recent call last):
            ...
        symbolic_measures.kernel.exact.UndefinedError: F1 is undefined at (TP, FN, FP, TN) = \
(0, 0, 0, 9): division by zero
        """
        from symbolic_measures.doors.values.calls import called

        return called(self._as_reading(), data, values, matrix, rows, positive, labels)

    def evalf(self, digits: int = 15, *data: Any, **values: Any) -> sympy.Float:
        """The value at one matrix, rounded correctly to that many digits.

        The arguments after `digits` are those of a call with exact cells.  Each digit is certain:
        the number is enclosed at growing precision.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("MCC").evalf(50, TP=90, FN=4, FP=5, TN=1)
        0.13524203070138519561877270155188703908156035821674
        """
        from symbolic_measures.doors.values.calls import digits_of

        return digits_of(self._as_reading(), digits, data, values)

    def is_defined(self, *data: Any, **values: Any) -> Any:
        """Whether there is a value: the arguments are those of a call.

        True or False for one matrix, an array of them for arrays.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("recall").is_defined(TP=0, FN=0, FP=1, TN=1)
        False
        """
        from symbolic_measures.doors.values.calls import defined

        return defined(self._as_reading(), data, values)

    @property
    def expr(self) -> sympy.Expr:
        """The SymPy expression, which SymPy may simplify; the domain is that of `formula`.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("Jaccard").expr
        TP/(FN + FP + TP)
        """
        from symbolic_measures.nouns.sympy_notation import to_sympy

        return to_sympy(self._as_reading().formula)

    @property
    def expr_in_proportions(self) -> sympy.Expr:
        """The SymPy expression in p_AB = TP/n, p_A = P/n, p_B = Phat/n.

        That it is a function of them is proved; FormulaError if it is not.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("Jaccard").expr_in_proportions
        p_AB/(p_A - p_AB + p_B)
        """
        from symbolic_measures.doors.interop.proportions import expression

        return expression(self._as_reading())

    def _sympy_(self) -> sympy.Expr:
        """For SymPy's functions: the expression."""
        return self.expr

    def where_defined(self) -> sympy.Basic:
        """The condition on the cells under which the formula as written has a value.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("BA").where_defined()
        Ne(FN + TP, 0) & Ne(FP + TN, 0)
        """
        from symbolic_measures.doors.values.domain import condition

        return condition(self._as_reading().formula)

    def latex(self) -> str:
        r"""The formula in LaTeX, as written, with the conventions of the reading.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> print(measure("recall").latex())
        \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}
        """
        from symbolic_measures.report.mathtext import latex, roman

        return roman(latex(self._as_reading().formula))

    def _repr_latex_(self) -> str | None:
        """In a notebook: the formula, if it is not too long to be read."""
        shown = self.latex()
        return rf"$\displaystyle {shown}$" if len(shown) <= LONGEST else None

    def diff(self, cell: str, timeout: float = 30.0) -> PartialDerivative:
        """The partial derivative in a cell, or in p_AB, p_A, p_B, with its sign if that is proved.

        Parameters
        ----------
        cell
            TP, FN, FP, TN; or p_AB, p_A, p_B for a measure that is a function of them.
        timeout
            Seconds for deciding the sign.

        Returns
        -------
        A SymPy expression with the attributes `sign` (">= 0", "> 0", ..., "" if it is not proved),
        `verdict` and `verify()`.  The sign is that on all matrices with positive real cells.

        Raises
        ------
        FormulaError
            Where there is no such cell, or no derivative: at conventions and absolute values.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> slope = measure("recall").diff("TP")
        >>> slope.sign
        '> 0'
        >>> slope.factor()
        FN/(FN + TP)**2
        """
        from symbolic_measures.doors.interop.derivatives import derivative_of

        return derivative_of(self._as_reading(), cell, timeout)

    def in_reading(self, name: str | None = None, convention: str | Iterable[str] = ()) -> Reading:
        """The measure with what it is where the formula is undefined.

        Parameters
        ----------
        name
            A reading that is known for the measure: "scikit-learn", "gosgens-appendix-b", ...
        convention
            Instead of a name: "TP+FN+FP == 0: 1", one or several.

        Raises
        ------
        FormulaError
            If the reading says nothing about the measure.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("F1").in_reading("scikit-learn")(TP=0, FN=0, FP=0, TN=9)
        0
        """
        from symbolic_measures.meaning.subjects import make_reading

        texts = (convention,) if isinstance(convention, str) else tuple(convention)
        return Reading.of(make_reading(self._as_reading().measure, texts, name))

    def scorer(
        self,
        reading: str | None = None,
        positive: Any = None,
        labels: Sequence[Any] | None = None,
        **parameters: Any,
    ) -> Scorer:
        """A scorer for scikit-learn: `cross_val_score(model, X, y, scoring=M.scorer())`.

        Parameters
        ----------
        reading
            The name of a reading; without one, the measure as it is.  Where it is undefined the
            score is nan.
        positive, labels
            Which label is positive; or all labels in the order of the classes.
        **parameters
            Values of the parameters.

        Returns
        -------
        A callable (estimator, X, y) with what is proved of it: `greater_is_better`, `range`,
        `where_undefined`.  Of a dissimilarity the score is the negative, as in scikit-learn.

        Example
        -------
        >>> from sklearn.dummy import DummyClassifier
        >>> from symbolic_measures import measure
        >>> score = measure("F1").scorer(reading="scikit-learn")
        >>> model = DummyClassifier(strategy="constant", constant=1).fit([[0], [1]], [0, 1])
        >>> score(model, [[0], [1], [2]], [1, 0, 0])
        0.5
        >>> score.range
        Interval(0, 1)
        """
        from symbolic_measures.doors.interop.scikit import scorer_of

        return scorer_of(self._as_reading(), reading, positive, labels, parameters)

    def chance(self, *data: Any, **sizes: Any) -> Chance:
        """The exact distribution under random predictions of given sizes.

        Parameters
        ----------
        *data
            A matrix or labels as in a call: the sizes are theirs.
        **sizes
            Otherwise n, P and Phat; and values of the parameters.

        Returns
        -------
        A `Chance`: mean, variance, quantiles, probabilities and p-values, exact.

        Raises
        ------
        ValueError
            For sizes that no matrix has.
        FormulaError
            For a measure of more than two classes.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> random = measure("kappa").chance(n=100, P=40, Phat=30)
        >>> random.mean, random.variance
        (0, 56/5819)
        >>> measure("kappa").chance(TP=2, FN=0, FP=1, TN=2).p_value()
        3/10
        """
        from symbolic_measures.doors.chance.distribution import chance_of

        return chance_of(self._as_reading(), data, sizes)


class Measure(Arithmetic, Evaluable, plain.Measure):
    """A formula with a name, the domain of its parameters, and where it comes from.

    A measure can be called (`MCC(TP=90, FN=4, FP=5, TN=1)`), combined (`2*SBA - 1`; nothing is
    cancelled) and given to every question.  Two are equal if they are the same formula as written,
    with the same assumptions on its parameters and the same orientation, whatever their names.

    Attributes
    ----------
    name, text, formula
        What it is called; the formula as it was written; the same in cells and parameters only.
    parameters, assumptions
        Their names, and the conditions on them.
    higher_is_better, classes
        False for a dissimilarity; the number of classes.
    domain
        Where it is defined, in words: of a measure of the catalog as declared there, else as the
        formula is written.  `where_defined()` is the condition in SymPy.
    aliases, title, source, example
        Of a measure of the catalog: its other names, where it is from, and a matrix with the value
        worked out by hand.

    Example
    -------
    >>> from symbolic_measures import measure
    >>> 2*measure("SBA") - 1
    Measure('2*SBA - 1')
    >>> measure("F1") == measure("2*TP/(2*TP + FN + FP)") != measure("F1_harmonic")
    True

    Notes
    -----
    Undefined is neither 0 nor nan: one matrix of exact cells has an exact value or raises
    UndefinedError; an array holds nan exactly where the formula, as written, has no value.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Table 1, where most measures of the catalog are from.
    """

    @classmethod
    def of(cls, record: plain.Measure) -> Measure:
        """The measure of a plain record, as answers hold it.

        Example
        -------
        >>> from symbolic_measures import Measure, check
        >>> Measure.of(check("F1", property="range").reading.measure)(TP=1, FN=0, FP=1, TN=1)
        2/3
        """
        if isinstance(record, cls):
            return record
        values = {item.name: getattr(record, item.name) for item in fields(record)}
        if not record.domain:
            from symbolic_measures.doors.values.domain import told

            values["domain"] = told(record.formula, record.parameters)
        return cls(**values)

    def _as_reading(self) -> plain.Reading:
        return plain.Reading(self)

    @classmethod
    def _applied(cls, op: str, *operands: object) -> Any:
        from symbolic_measures.doors.values.arithmetic import applied

        found = applied(op, *operands)
        return found if found is NotImplemented else cls.of(found)

    def subs(self, **values: Any) -> Measure:
        """The measure at values of some of its parameters.

        Parameters
        ----------
        **values
            Whole numbers, Fractions, or decimals of few digits (0.5 is 1/2).

        Raises
        ------
        ValueError
            For a value that the measure excludes.
        TypeError
            For a name that is no parameter, or a value that is no number.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> F2 = measure("F_beta").subs(beta=2)
        >>> F2.name, F2(TP=1, FN=1, FP=0, TN=3)
        ('F_beta(beta=2)', 5/9)
        """
        from symbolic_measures.doors.values.calls import substituted

        return Measure.of(substituted(self, values))


@dataclass(frozen=True, eq=False, repr=False)
class Reading(Evaluable, plain.Reading):
    """A measure with its conventions; the first that applies wins.

    It can be called and asked as a measure can.  Where no convention applies and the formula is
    undefined, there is no value.

    Attributes
    ----------
    measure, name
        The measure, and the name of the reading; "literal" has no conventions.
    conventions
        Where (a formula that is 0 there), the value, and who says so.
    extended
        How values oo and -oo are told apart from numbers; None where there are none.

    Example
    -------
    >>> from symbolic_measures import measure
    >>> measure("F1").in_reading("scikit-learn")
    Reading('F1', 'scikit-learn', 1 convention)
    >>> measure("F1").in_reading(convention="TP+FN+FP == 0: 1")(TP=0, FN=0, FP=0, TN=9)
    1

    Notes
    -----
    What is known of a measure by name is known of every formula that the kernel sees to be the same
    function; else say the conventions.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Appendix B; the documentation of scikit-learn 1.9.1; Brzezinski
    et al., Information Sciences 2018, Section 4.
    """

    measure: Measure

    @classmethod
    def of(cls, record: plain.Reading) -> Reading:
        """The reading of a plain record, as answers hold it.

        Example
        -------
        >>> from symbolic_measures import Reading, completion
        >>> Reading.of(completion("F1").found.reading)(TP=0, FN=0, FP=0, TN=3)
        1
        """
        if isinstance(record, cls):
            return record
        subject = Measure.of(record.measure)
        return cls(subject, record.name, record.conventions, record.extended)

    def _as_reading(self) -> plain.Reading:
        return self
