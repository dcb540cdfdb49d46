"""Questions about one measure or two: its properties, limits, parameters, equalities.

Every answer is printed as a terminal shows it, has a page in a notebook, becomes a table
(`to_frame`, `to_markdown`, `to_latex`), replays its certificate (`verify`) and is saved with
`to_json`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from symbolic_measures.doors.api.asking import Progress, ask, ask_every_m
from symbolic_measures.doors.api.subjects import (
    Subject,
    Texts,
    made,
    reading_of,
    seconds,
    side_of,
    text_of,
    texts,
    understands_earlier,
)
from symbolic_measures.doors.interop import proportions
from symbolic_measures.meaning import subjects
from symbolic_measures.meaning.frameworks import DEFAULT
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.question import SECONDS, finished
from symbolic_measures.questions import kinds
from symbolic_measures.questions.check.find import deciding
from symbolic_measures.questions.threshold.find import Deciding
from symbolic_measures.questions.threshold.meaning import subject_of

if TYPE_CHECKING:
    from symbolic_measures.meaning.measure import Reading
    from symbolic_measures.nouns.formula import Formula
    from symbolic_measures.questions.completion.meaning import CompletionReport
    from symbolic_measures.questions.identity.meaning import Identity
    from symbolic_measures.questions.limit.meaning import Limit
    from symbolic_measures.questions.normaliser.meaning import Conditions
    from symbolic_measures.questions.taylor.meaning import Expansion
    from symbolic_measures.questions.threshold.meaning import Threshold


@understands_earlier
def check(
    measure: Subject, property: Texts | None = None, *, framework: str = DEFAULT,
    reading: str | None = None, convention: Texts = (), assume: Texts = (),
    lower_is_better: bool = False, classes: int | str = 2, jobs: int = 1, cache: str = "",
    timeout: float = SECONDS, progress: Progress | None = None,
) -> Report:  # fmt: skip
    """Decides properties of a measure: each proved, refuted by a smallest matrix, or undecided.

    Parameters
    ----------
    measure
        A name, a formula, a SymPy expression, a function, a `Measure` or a `Reading`.
    property, framework
        One id or several; without any, the gradient and all properties of the framework:
        "gosgens2021", "brzezinski2018", "opitz2024" or "all".
    reading, convention
        What it is where it is undefined: a reading by name, or such as "TP+FN+FP == 0: 1".
    assume, lower_is_better
        Conditions on parameters, such as "beta > 0"; the formula is a dissimilarity.
    classes, jobs, cache, timeout, progress
        Numbers of classes (2 to 6, "every", ">= 3") and processes; a folder for verdicts; seconds
        for each property; called with what is next.

    Returns
    -------
    A `Report`; `report["symmetry"]` is one verdict.  For every m, verdicts say where it `holds`.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure, property, framework or reading.

    Example
    -------
    >>> from symbolic_measures import check
    >>> report = check("F1", property=["symmetry", "class-symmetry"])
    >>> report["symmetry"].outcome, report["class-symmetry"].outcome
    ('proved', 'refuted')
    >>> report["class-symmetry"].counterexample.matrices
    (ConfusionMatrix(TP=0, FN=0, FP=1, TN=1), ConfusionMatrix(TP=1, FN=1, FP=0, TN=0))

    Notes
    -----
    Refuter and proof search take turns; the kernel replays whatever they find.

    References
    ----------
    Gösgens et al., NeurIPS 2021; Brzezinski et al., Information Sciences 2018; Opitz, TACL 2024.
    """
    if isinstance(classes, str):
        return cast("Report", ask_every_m(
            measure, seconds(timeout), progress, jobs, cache, classes=classes, framework=framework,
            property=texts(property), reading=reading or "", conventions=texts(convention),
            assume=texts(assume), lower_is_better=lower_is_better,
        ))  # fmt: skip
    chosen = reading_of(measure, assume, reading, convention, lower_is_better, classes)
    ids = _properties(chosen, property, framework)
    means = kinds.means(seconds(timeout), jobs, cache)
    return finished(deciding(chosen, ids, means, property is None), progress)


def _properties(chosen: Reading, property: Texts | None, framework: str) -> tuple[str, ...]:
    """The ids that are asked; FormulaError, in one line, for what cannot be."""
    count = chosen.measure.classes
    ids = subjects.framework_properties(framework, count)
    if property is not None:
        ids = texts(property)
    for property_id in ids:
        subjects.find_property(property_id, count)
    subjects.refuse_what_is_no_measure(chosen)
    return ids


@understands_earlier
def identity(
    lhs: Subject,
    rhs: Subject,
    *,
    assume: Texts = (),
    left_reading: str = LITERAL,
    right_reading: str = LITERAL,
    timeout: float = SECONDS,
) -> Identity:
    """Whether two measures have the same value wherever both are defined, and where only one is.

    Parameters
    ----------
    lhs, rhs
        Two measures in any form, of two classes.
    assume
        Conditions on parameters, such as "beta > 0".
    left_reading, right_reading
        What each side is where its formula is undefined.
    timeout
        Seconds for each decision.

    Returns
    -------
    An `Identity`: `outcome` of the values, `domains`, and the smallest `differences`.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure or reading.

    Example
    -------
    >>> from symbolic_measures import identity, measure
    >>> found = identity("MCC^2", measure("informedness")*measure("markedness"))
    >>> found.outcome, found.domains
    ('proved', 'proved')
    >>> identity("F1_harmonic", "F1").differences[0].matrix
    (0, 0, 1, 0)

    Notes
    -----
    The two domains are compared apart: equal values wherever both exist, and one side that divides
    by zero at a matrix that occurs, are two answers.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Appendix D, and J. Opitz, TACL 2024: their equations are
    decided by `decide_table("gosgens2021:formulas")` and `decide_table("opitz2024:formulas")`.
    """
    left, one, first = side_of(lhs, left_reading)
    right, two, second = side_of(rhs, right_reading)
    conditions = list(dict.fromkeys([*texts(assume), *one, *two]))
    return cast(
        "Identity",
        ask("identity", seconds(timeout), lhs=left, rhs=right, assume=conditions,
            left_reading=first, right_reading=second),
    )  # fmt: skip


@understands_earlier
def limit(
    measure: Subject,
    to: str,
    claim: Subject = "",
    *,
    assume: Texts = (),
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Limit:
    """What a measure tends to as a parameter or a cell moves, with proof, pattern by pattern.

    Parameters
    ----------
    measure
        A measure of two classes in any form.
    to
        "r -> 0" (from both sides; "0+" or "0-" from one), "beta -> oo" or "TN -> oo".
    claim
        A measure: is this the limit wherever both are defined?
    assume
        Conditions on parameters; one that moves is declared by itself.
    timeout
        Seconds for each pattern.
    progress
        Called with what is decided next.

    Returns
    -------
    A `Limit`; `as_sympy()` is the limit as an expression.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure or no such move.

    Example
    -------
    >>> from symbolic_measures import limit
    >>> limit("F_beta", to="beta -> 0").as_sympy()
    TP/(FP + TP)
    >>> limit("kappa", to="TN -> oo", claim="F1").outcome
    'proved'

    Notes
    -----
    Each pattern of zero cells has a limit of its own, proved by a formula that is continuous there.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Definition 10, on the limits of the generalised means GM_r.
    """
    subject = measure if isinstance(measure, str) else made(measure)
    claimed = text_of(claim)[0] if claim != "" else ""
    return cast(
        "Limit",
        ask("limit", seconds(timeout), progress, measure=subject, to=to, claim=claimed,
            assume=texts(assume)),
    )  # fmt: skip


@understands_earlier
def threshold(
    measure: Subject, property: str, parameter: str, *, assume: Texts = (),
    reading: str | None = None, lower_is_better: bool = False, timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Threshold:  # fmt: skip
    """The exact set of values of a parameter for which a property holds, proved in both directions.

    Parameters
    ----------
    measure
        A measure of two classes with parameters, in any form.
    property
        The id of a property.
    parameter
        The name of the parameter; it is declared if the formula has it and nothing is assumed.
    assume
        Conditions on parameters, such as "0 <= w <= 1".
    reading
        What the measure is where its formula is undefined.
    lower_is_better
        The formula is a dissimilarity.
    timeout
        Seconds for everything.
    progress
        Called with what is decided next.

    Returns
    -------
    A `Threshold`; `as_sympy()` is the condition (in the parameter, and in rho = N/P where the
    property compares matrices of one ratio), `holds(beta=2, rho=3)` decides at values.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure, property or parameter.

    Example
    -------
    >>> from symbolic_measures import threshold
    >>> found = threshold("F_beta_linear", property="ace", parameter="beta")
    >>> found.exact, found.as_sympy(), found.holds(beta=2, rho=3)
    (True, beta >= rho, False)

    Notes
    -----
    The search proposes regions; that each suffices, and that nothing else does, is proved.

    References
    ----------
    D. Brzezinski et al., Information Sciences 2018, Propositions 1 to 3.
    """
    if isinstance(measure, str):  # a parameter of which nothing is assumed is declared by itself
        measure, assume = subject_of(measure, parameter, texts(assume)), ()
    chosen = reading_of(measure, assume, reading, (), lower_is_better)
    subjects.refuse_what_is_no_measure(chosen)
    work = Deciding(chosen, property, parameter, seconds(timeout))
    return cast("Threshold", finished(work, progress))


@understands_earlier
def taylor(
    measure: Subject, order: int = 4, *, assume: Texts = (), timeout: float = SECONDS
) -> Expansion:
    """The derivatives in p_AB where the labelings are independent, and what E[M] is for large n.

    Parameters
    ----------
    measure
        A scale-invariant measure of two classes in any form.
    order
        Up to this derivative.
    assume
        Conditions on parameters.
    timeout
        Seconds for each decision.

    Returns
    -------
    An `Expansion`; `as_sympy()` is E[M] as a series in 1/n, `coefficient_exprs` the derivatives.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure, or an order that is not known.

    Example
    -------
    >>> from symbolic_measures import taylor
    >>> taylor("CD").coefficient_exprs[1]
    -1/(pi*sqrt(p_A*p_B*(1 - p_A)*(1 - p_B)))

    Notes
    -----
    Each derivative is proved to be that of the one before; that the rest of E[M] falls faster is an
    argument on the moments of the hypergeometric distribution.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Definition 13 and Appendix D.
    """
    found = ask("taylor", seconds(timeout), measure=made(measure, assume), order=order)
    return cast("Expansion", found)


@understands_earlier
def normaliser(
    formula: Subject,
    *,
    assume: Texts = (),
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Conditions:
    """Decides the six conditions on s(p_A, p_B) under which s*(p_AB - p_A*p_B) is a good measure.

    Parameters
    ----------
    formula
        A formula or a SymPy expression in p_A, p_B and parameters.
    assume
        Conditions on parameters.
    timeout
        Seconds for each condition.
    progress
        Called with what is decided next.

    Returns
    -------
    A `Conditions` report.

    Raises
    ------
    FormulaError
        In one line, for anything but a formula in p_A and p_B.

    Example
    -------
    >>> from symbolic_measures import normaliser
    >>> [v.outcome for v in normaliser("2/(p_A*(1-p_B)+p_B*(1-p_A))").verdicts].count("refuted")
    2

    Notes
    -----
    Each condition is a statement of its own, for all p_A and p_B between 0 and 1.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Theorem 3.
    """
    from symbolic_measures.nouns.sympy_notation import from_sympy

    text = formula if isinstance(formula, str) else str(from_sympy(formula))
    found = ask("normaliser", seconds(timeout), progress, formula=text, assume=texts(assume))
    return cast("Conditions", found)


@understands_earlier
def completion(
    measure: Subject,
    *,
    assume: Texts = (),
    convention: Texts = (),
    lower_is_better: bool = False,
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> CompletionReport:
    """What a measure could be where it is undefined, and which properties each choice keeps.

    Parameters
    ----------
    measure
        A measure of two classes in any form.
    assume
        Conditions on parameters.
    convention
        Conventions that are judged as one more choice, such as "TP+FN+FP == 0: 1".
    lower_is_better
        The formula is a dissimilarity.
    timeout
        Seconds for each decision.
    progress
        Called with what is decided next.

    Returns
    -------
    A `CompletionReport`; `found.reading` keeps every property, where there is such a choice.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure or convention.

    Example
    -------
    >>> from symbolic_measures import Reading, completion
    >>> Reading.of(completion("F1").found.reading)(TP=0, FN=0, FP=0, TN=3)
    1

    Notes
    -----
    Every property asks something of the values at 0/0: a conflict of two of them is shown as such,
    and a choice that keeps all properties is proved to.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Appendix B.
    """
    return cast(
        "CompletionReport",
        ask("completion", seconds(timeout), progress, measure=made(measure, assume),
            conventions=texts(convention), lower_is_better=lower_is_better),
    )  # fmt: skip


@understands_earlier
def in_proportions(measure: Subject, *, assume: Texts = (), timeout: float = SECONDS) -> Formula:
    """The measure as a formula in p_AB = TP/n, p_A = P/n, p_B = Phat/n.

    Parameters
    ----------
    measure
        A scale-invariant measure of two classes in any form: it is proved that M(C/n) = M(C) for
        every matrix C at which M is defined.
    assume
        Conditions on parameters.
    timeout
        Seconds for the proof.

    Returns
    -------
    A formula; `measure(...).expr_in_proportions` is the SymPy expression.

    Raises
    ------
    FormulaError
        In one line, if that is refuted or undecided, and for input that is no measure.

    Example
    -------
    >>> from symbolic_measures import in_proportions
    >>> print(in_proportions("Jaccard"))
    p_AB/(p_AB + (p_A - p_AB) + (p_B - p_AB))

    Notes
    -----
    The margins are written in p_AB, p_A and p_B as they stand: nothing is cancelled.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Appendix D, on scale invariance.
    """
    return proportions.in_proportions(made(measure, assume), seconds(timeout))
