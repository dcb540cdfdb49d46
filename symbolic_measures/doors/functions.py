"""What Python users call: one function for each kind of question, the measure first.

from symbolic_measures import check
print(check("2*TP/(2*TP+FP+FN)"))

Each asks a question and answers with a report; the keywords are those of the command line.
FormulaError, in one line that says what to do, for bad input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.question import SECONDS, finished
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.questions import kinds

if TYPE_CHECKING:
    import sympy

    from symbolic_measures.questions.averaging.meaning import AveragingReport
    from symbolic_measures.questions.compare.data import Inconsistency
    from symbolic_measures.questions.compare.pairs import Comparison
    from symbolic_measures.questions.completion.meaning import CompletionReport
    from symbolic_measures.questions.identity.meaning import Identity
    from symbolic_measures.questions.impossible.meaning import Impossibility, LatticeReport
    from symbolic_measures.questions.limit.meaning import Limit
    from symbolic_measures.questions.normaliser.meaning import Conditions
    from symbolic_measures.questions.relation.meaning import Law
    from symbolic_measures.questions.slope.meaning import Slopes
    from symbolic_measures.questions.table.formulas import FormulaTable
    from symbolic_measures.questions.table.marks import Table
    from symbolic_measures.questions.table.ranks import RankTable
    from symbolic_measures.questions.taylor.meaning import Expansion
    from symbolic_measures.questions.threshold.meaning import Threshold

Progress = Callable[[str], object]
MeasureLike = str | Formula | Measure


def ask(
    kind: str,
    seconds: float | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    cache: str = "",
    **options: Any,
) -> Any:
    """Asks a question of a kind; the options are those of its command.

    `seconds` is the time for each decision, `progress` is called with what is decided next, `jobs`
    is a number of processes, and verdicts are kept in the folder `cache`, if one is given.
    """
    asks = kinds.load()[kind]
    given = {
        name: tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value
        for name, value in options.items()
        if not isinstance(value, Measure | Formula)
    }
    question = asks(**{**options, **given})
    means = kinds.means(asks.seconds if seconds is None else seconds, jobs, cache)
    return finished(kinds.KNOWN.work(question, means), progress)


def check(
    measure: MeasureLike | sympy.Basic,
    properties: str | Iterable[str] | None = None,
    assume: Iterable[str] = (),
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    reading: str | None = None,
    framework: str = "gosgens2021",
    classes: int = 2,
    jobs: int = 1,
    cache: str = "",
) -> Report:
    """Decide the properties of a measure: those given, else those of the framework.

    `reading` and `conventions` say what it is where the formula is undefined: see `make_reading`.
    A dissimilarity (`higher_is_better=False`) is judged by its negative.
    """
    return ask(
        "check",
        seconds,
        progress,
        jobs,
        cache,
        measure=measure,
        framework=framework,
        property=_several(properties),
        classes=_classes(measure, classes),
        reading=reading or "",
        conventions=conventions,
        assume=assume,
        lower_is_better=not higher_is_better,
    )


def completion(
    measure: MeasureLike,
    assume: Iterable[str] = (),
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> CompletionReport:
    """What the measure could be where it is undefined, and which properties each choice keeps.

    `conventions` are judged as one more completion.
    """
    return ask(
        "completion",
        seconds,
        progress,
        measure=measure,
        assume=assume,
        conventions=conventions,
        lower_is_better=not higher_is_better,
    )


def threshold(
    measure: MeasureLike,
    property: str,
    parameter: str,
    assume: Iterable[str] = (),
    reading: str | None = None,
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Threshold:
    """The exact set of values of a parameter for which a property holds.

    Where all goals of the property compare matrices of one N/P, it is taken at each rho = N/P > 0
    apart, and the condition may speak of `rho`.
    """
    return ask(
        "threshold",
        seconds,
        progress,
        measure=measure,
        property=property,
        parameter=parameter,
        assume=assume,
        reading=reading or "",
        lower_is_better=not higher_is_better,
    )


def identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    readings: tuple[str, str] = ("literal", "literal"),
) -> Identity:
    """Whether two formulas have the same value wherever both are defined, and where only one is.

    `readings` are those of the left and the right side.
    """
    return ask(
        "identity",
        seconds,
        lhs=lhs,
        rhs=rhs,
        assume=assume,
        left_reading=readings[0],
        right_reading=readings[1],
    )


def compare(
    measures: Iterable[str],
    assume: Iterable[str] = (),
    bounds: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Comparison:
    """Every pair of the measures: do they rank all predictions of a truth alike, or where not?

    With `bounds`, also whether one is always at most the other.
    """
    return ask("compare", seconds, progress, measures=measures, assume=assume, no_bounds=not bounds)


def inconsistency(data: Path | str, measures: Iterable[str]) -> Inconsistency:
    """How often each pair of measures ranks two rows of a CSV or TSV file differently, exactly.

    The file has the columns TP, FN, FP, TN and at most one that names the rows.
    """
    return ask("compare", data=str(data), measures=measures)


def impossible(
    properties: Iterable[str] | None = None,
    n: str = "3",
    classes: int = 2,
    seconds: float = 600.0,
    progress: Progress | None = None,
    lattice: bool = False,
) -> Impossibility | LatticeReport:
    """Which of the properties a measure can have together, at n ("4") or a range ("2..6").

    The eight of gosgens2021 if none are given; they are linear in the values of the measure.  With
    `lattice`, at every n of the range, and what holds for every n.
    """
    return ask(
        "impossible",
        seconds,
        progress,
        n=n,
        properties=properties or (),
        classes=classes,
        lattice=lattice,
    )


def taylor(
    measure: MeasureLike,
    order: int = 4,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
) -> Expansion:
    """The derivatives in p_AB where the labelings are independent, and what they say of E[M]."""
    return ask("taylor", seconds, measure=measure, order=order, assume=assume)


def normaliser(
    formula: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Conditions:
    """The six conditions of gosgens2021, Theorem 3, on s(p_A, p_B), each decided."""
    return ask("normaliser", seconds, progress, formula=formula, assume=assume)


def averaging(
    averaging: str,
    properties: str | Iterable[str] | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> AveragingReport:
    """Which properties `micro`, `macro` or `weighted` averaging keeps, for any measure."""
    return ask("averaging", seconds, progress, averaging=averaging, property=_several(properties))


def relation(
    relation: str,
    assume: Iterable[str] = (),
    facts: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Law:
    """Whether `"CC^2 >= kappa^2"` holds for every number of classes, where both are defined.

    `facts` are proposed ("1 - c/a >= 0" in every class); they are proved before they are used.
    """
    return ask("relation", seconds, progress, relation=relation, assume=assume, facts=facts)


def slope(
    measure: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Slopes:
    """The derivatives of a measure of several classes by a general cell, for every m."""
    return ask("slope", seconds, progress, measure=measure, assume=assume)


def limit(
    measure: MeasureLike,
    to: str,
    claim: str = "",
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Limit:
    """What the measure tends to as a parameter or a cell moves: `limit("GM", "r -> 0")`.

    `to` is "r -> 0" (from both sides; "0+" or "0-" from one), "beta -> oo" or "TN -> oo".  With a
    `claim` ("CC"), whether that is the limit wherever both are defined.
    """
    return ask("limit", seconds, progress, measure=measure, to=to, claim=claim, assume=assume)


def decide_table(
    table: str,
    rows: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    jobs: int = 1,
    cache: str = "",
) -> Table | FormulaTable | RankTable:
    """Decide the marks of a printed table ("gosgens2021:2"), or of some rows and columns of it.

    from symbolic_measures import decide_table
    print(decide_table("gosgens2021:2", rows=["F1", "BA"], columns=["Mon", "SMon"]))
    """
    return ask(
        "table", seconds, progress, jobs, cache, table=table, row=rows or (), column=columns or ()
    )


def _several(names: str | Iterable[str] | None) -> tuple[str, ...]:
    """One name, some, or none."""
    return (names,) if isinstance(names, str) else tuple(names or ())


def _classes(subject: Any, classes: int) -> int:
    """The number of classes that a measure has, or is given."""
    return subject.classes if isinstance(subject, Measure) else classes


def in_proportions(subject: Measure, seconds: float = SECONDS) -> Formula:
    """The measure as a formula in p_AB = TP/n, p_A = P/n, p_B = P^/n.

    That needs scale invariance: it is proved that M(C/n) = M(C) for every matrix C at which M is
    defined.  FormulaError if that is refuted or undecided.
    """
    scaled = subject.formula.at(**{name: symbol(name) / SIZE for name in CELLS})
    natural = tuple(Variable(name, "natural") for name in CELLS)
    goal = Goal(
        natural + subject.variables,
        (*subject.conditions, Atom(SIZE - 1, ">="), Atom(subject.formula, "defined")),
        Atom(scaled - subject.formula, "=="),
        blocks=(CELLS,),
        label="M(C/n) = M(C)",
    )
    from symbolic_measures.search.engine import decide

    verdict = decide(Statement("in-proportions", subject.name, "M(C/n) = M(C).", (goal,)), seconds)
    if verdict.outcome != "proved":
        raise FormulaError(
            f"{subject.name} is not a function of p_AB, p_A, p_B: "
            f"that M(C/n) = M(C) is {verdict.outcome}"
        )
    return subject.proportions()
