"""Questions about several measures, several classes, or all measures at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from symbolic_measures.doors.api.asking import Progress, ask
from symbolic_measures.doors.api.subjects import (
    Subject,
    Texts,
    seconds,
    text_of,
    texts,
    understands_earlier,
)
from symbolic_measures.meaning import subjects
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS

if TYPE_CHECKING:
    from symbolic_measures.questions.averaging.meaning import AveragingReport
    from symbolic_measures.questions.compare.data import Inconsistency
    from symbolic_measures.questions.compare.pairs import Comparison
    from symbolic_measures.questions.impossible.meaning import EveryM, Impossibility, LatticeReport
    from symbolic_measures.questions.relation.meaning import Law
    from symbolic_measures.questions.slope.meaning import Slopes
    from symbolic_measures.questions.table.marks import Table


@overload
def compare(
    *measures: Subject | Iterable[Subject],
    assume: Texts = ...,
    bounds: bool = ...,
    timeout: float = ...,
    progress: Progress | None = ...,
    data: None = ...,
) -> Comparison: ...
@overload
def compare(*measures: Subject | Iterable[Subject], data: str | Path) -> Inconsistency: ...
@understands_earlier
def compare(
    *measures: Any, assume: Texts = (), bounds: bool = True, timeout: float = SECONDS,
    progress: Progress | None = None, data: str | Path | None = None,
) -> Any:  # fmt: skip
    """Whether measures rank all predictions of a truth alike, pair by pair; or where first not.

    Parameters
    ----------
    *measures
        Two or more, each in any form; or one list of them.
    assume
        Conditions on parameters.
    bounds
        Whether it is asked, too, which of two is always at most the other.
    timeout
        Seconds for each decision.
    progress
        Called with what is decided next.
    data
        A CSV or TSV file with the columns TP, FN, FP, TN: how often they disagree there, exactly.

    Returns
    -------
    A `Comparison`, or with `data` an `Inconsistency`.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure, or data that cannot be read.

    Example
    -------
    >>> from symbolic_measures import compare
    >>> compare("F1", "Jaccard")["F1", "Jaccard"].verdict
    'equivalent'
    >>> compare("F1", "MCC", bounds=False).to_frame()["counterexample"][0]
    '(0, 1, 1, 1) and (0, 1, 2, 0)'

    Notes
    -----
    Two measures are equivalent if each is an increasing function of the other, which is proved;
    discordant if some two predictions of one truth are ranked differently: the smallest are shown.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Section 5.1.
    """
    given: list[Any] = list(measures)
    if len(given) == 1 and not isinstance(given[0], str | Measure | Reading):
        given = list(given[0])
    if data is not None:
        return inconsistency(data, given)
    names, conditions = [], list(texts(assume))
    for item in given:
        text, own = _ranked(item)
        names.append(text)
        conditions += own
    return ask("compare", seconds(timeout), progress, measures=names,
               assume=dict.fromkeys(conditions), no_bounds=not bounds)  # fmt: skip


def _ranked(subject: Subject) -> tuple[str, list[str]]:
    """As `text_of`; FormulaError for a dissimilarity that its text does not show to be one."""
    text, own = text_of(subject)
    if isinstance(subject, Measure) and not subject.higher_is_better:
        known = subjects.measure(text, assume=own) if own else subjects.measure(text)
        if known.higher_is_better:
            raise FormulaError(f"{text} would be read as higher is better: compare its negative")
    return text, own


def inconsistency(data: str | Path, measures: Iterable[Subject]) -> Inconsistency:
    """How often each pair of measures ranks two rows of a file differently, exactly.

    Parameters
    ----------
    data
        A CSV or TSV file with the columns TP, FN, FP, TN and at most one that names the rows.
    measures
        Two or more, each in any form.

    Returns
    -------
    An `Inconsistency`; `compare(..., data=...)` is the same.

    Raises
    ------
    FormulaError
        In one line, for input that is no measure, or data that cannot be read.

    Example
    -------
    >>> from pathlib import Path
    >>> from symbolic_measures import inconsistency
    >>> Path("runs.csv").write_text("TP,FN,FP,TN\\n2,1,1,6\\n3,0,3,4\\n1,2,0,7\\n")
    36
    >>> inconsistency("runs.csv", ["F1", "MCC"]).to_frame()[["a", "b", "share"]].values.tolist()
    [['F1', 'MCC', '1/3']]

    Notes
    -----
    Values are exact, so a tie is one; a row where a measure is undefined has no rank in it.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Section 5.1.
    """
    names = [text_of(item)[0] for item in measures]
    return cast("Inconsistency", ask("compare", data=str(data), measures=names))


@understands_earlier
def averaging(
    averaging: str,
    property: Texts | None = None,
    *,
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> AveragingReport:
    """Which properties an averaging keeps, whatever the binary measure and the number of classes.

    Parameters
    ----------
    averaging
        "micro", "macro" or "weighted".
    property
        One id or several; without any, all that are known.
    timeout
        Seconds for each decision.
    progress
        Called with what is decided next.

    Returns
    -------
    An `AveragingReport`.

    Raises
    ------
    FormulaError
        In one line, for no averaging or property.

    Example
    -------
    >>> from symbolic_measures import averaging
    >>> averaging("macro", "symmetry").to_frame()["verdict"].tolist()
    ['proved', 'proved']

    Notes
    -----
    What is proved holds for every binary measure with the property, for every number of classes; a
    counterexample is a measure, given by its values, and a matrix.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Table 2.
    """
    found = ask("averaging", seconds(timeout), progress, averaging=averaging,
                property=texts(property))  # fmt: skip
    return cast("AveragingReport", found)


@understands_earlier
def relation(
    relation: str,
    *,
    assume: Texts = (),
    fact: Texts = (),
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Law:
    """Whether an equation or inequality between measures holds for every number of classes.

    Parameters
    ----------
    relation
        For example "CC^2 >= kappa^2".
    assume
        Conditions on parameters.
    fact
        What is true of every class, and proved first: "1 - c/a >= 0".
    timeout
        Seconds for each decision.
    progress
        Called with what is decided next.

    Returns
    -------
    A `Law`.

    Raises
    ------
    FormulaError
        In one line, for anything but a relation between formulas of several classes.

    Example
    -------
    >>> from symbolic_measures import relation
    >>> relation("accuracy == micro(F1)").outcome
    'proved'

    Notes
    -----
    It is proved for a symbolic number of classes m; else decided for a few m, smallest first.

    References
    ----------
    J. Opitz, TACL 2024, Appendices A to G.
    """
    found = ask("relation", seconds(timeout), progress, relation=relation, assume=texts(assume),
                facts=texts(fact))  # fmt: skip
    return cast("Law", found)


@understands_earlier
def slope(
    measure: Subject,
    *,
    assume: Texts = (),
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Slopes:
    """The derivatives of a measure by a general cell, for every number of classes, with signs.

    Parameters
    ----------
    measure
        A formula of several classes, or the name of a measure.
    assume
        Conditions on parameters.
    timeout
        Seconds for each derivative.
    progress
        Called with what is decided next.

    Returns
    -------
    A `Slopes` report.

    Raises
    ------
    FormulaError
        In one line, for input that is no formula of several classes.

    Example
    -------
    >>> from symbolic_measures import slope
    >>> slope("accuracy").to_frame()[["cell", "sign"]].values.tolist()
    [['i = j', '>= 0'], ['i != j', '<= 0']]

    Notes
    -----
    The derivative is that of a formula with sums over classes, its sign proved for every m at once.

    References
    ----------
    J. Opitz, TACL 2024, Appendices A to G.
    """
    text = measure.text if isinstance(measure, Measure) else str(measure)
    found = ask("slope", seconds(timeout), progress, measure=text, assume=texts(assume))
    return cast("Slopes", found)


@overload
def impossible(
    properties: Texts | None = ...,
    n: str | int = ...,
    *,
    classes: int = ...,
    lattice: Literal[False] = ...,
    timeout: float = ...,
    progress: Progress | None = ...,
) -> Impossibility: ...
@overload
def impossible(
    properties: Texts | None = ...,
    n: str | int = ...,
    *,
    classes: str,
    lattice: Literal[False] = ...,
    timeout: float = ...,
    progress: Progress | None = ...,
) -> EveryM: ...
@overload
def impossible(
    properties: Texts | None = ...,
    n: str | int = ...,
    *,
    classes: int = ...,
    lattice: Literal[True],
    timeout: float = ...,
    progress: Progress | None = ...,
) -> LatticeReport: ...
@understands_earlier
def impossible(
    properties: Texts | None = None,
    n: str | int = "3",
    *,
    classes: int | str = 2,
    lattice: bool = False,
    timeout: float = 600.0,
    progress: Progress | None = None,
) -> Any:
    """Which properties no measure whatever has together, and which sets some measure has.

    Parameters
    ----------
    properties
        Ids that are linear in the values of the measure, also as "monotone,distance"; without any,
        the eight of gosgens2021.
    n
        4: matrices of 4 elements; "2..6": of 2 to 6.
    classes
        The number of classes, 2 to 4; "every", or ">= 3": what is infeasible for every number from
        some on.
    lattice
        Whether it is searched at every n of the range, and for what holds at every n.
    timeout
        Seconds for each n or range.
    progress
        Called with what is decided next.

    Returns
    -------
    An `Impossibility`; with `lattice` a `LatticeReport`, for every number of classes an `EveryM`.

    Raises
    ------
    FormulaError
        In one line, for a property that is not linear in the values, and for other bad input.

    Example
    -------
    >>> from symbolic_measures import impossible
    >>> ids = ["monotone", "distance", "constant-baseline"]
    >>> impossible(ids, n=4).to_data()["minimal_infeasible"]
    [['monotone', 'distance', 'constant-baseline']]

    Notes
    -----
    A conflict is a sum of instances of the properties that says 0 > 0, with exact multipliers; a
    set without one comes with the values of a measure that has all of it.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Theorem 1.
    """
    ids = texts(properties)
    if isinstance(properties, str):
        ids = tuple(part.strip() for part in properties.split(","))
    return ask("impossible", seconds(timeout), progress, n=str(n), properties=ids, classes=classes,
               lattice=lattice)  # fmt: skip


@understands_earlier
def decide_table(
    table: str,
    *,
    row: Texts | None = None,
    column: Texts | None = None,
    every: bool = False,
    readings: bool = False,
    jobs: int = 1,
    cache: str = "",
    timeout: float = SECONDS,
    progress: Progress | None = None,
) -> Table:
    """Decides the marks of a printed table: computed ones beside the printed ones.

    Parameters
    ----------
    table
        A paper and the number of a table: "gosgens2021:2".
    row, column
        Only these, by their names in the table.
    every, readings
        Whether rows of several classes are decided for every number of classes, and marks that
        hold are tried in every other reading, too.
    jobs
        The number of processes that share the cells.
    cache
        A folder where verdicts are kept; they are taken from it once they are replayed.
    timeout
        Seconds for each property.
    progress
        Called with each place once it is decided.

    Returns
    -------
    A `Table`.

    Raises
    ------
    FormulaError
        In one line, for a table, row or column that is not known.

    Example
    -------
    >>> from symbolic_measures import decide_table
    >>> print(decide_table("gosgens2021:2", row="F1", column="Sym").to_markdown())
    | row | column | printed | computed | agrees | verdict |
    | --- | --- | --- | --- | --- | --- |
    | F1 | Sym | yes | yes | yes | proved |

    Notes
    -----
    A mark that another reading explains says so; marks are never taken for true.

    References
    ----------
    Gösgens et al., NeurIPS 2021; Brzezinski et al., Information Sciences 2018; Opitz, TACL 2024.
    """
    found = ask("table", seconds(timeout), progress, jobs, cache, table=table, row=texts(row),
                column=texts(column), every=every, readings=readings)  # fmt: skip
    return cast("Table", found)
