"""The cells of a printed table: what each claims, what was decided, and what is said of it.

Invariant: where the mark is not the printed one, the note says why, and what would save it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symbolic_measures.claims.papers import Claim, PrintedTable
from symbolic_measures.meaning.averaging import ANYTHING, CLASSES
from symbolic_measures.meaning.brzezinski import tetrahedron
from symbolic_measures.meaning.conditions import ALWAYS, NEVER
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_report import EveryVerdict
from symbolic_measures.meaning.kept import Kept
from symbolic_measures.meaning.measure import Convention, Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL, known_readings, speaks_of_whole
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.meaning.regions import is_question
from symbolic_measures.meaning.subjects import find_property, measure
from symbolic_measures.nouns.confusion import NHAT, PHAT, N, P, Square
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.shown import Answer, Shown
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report.conditions import condition_words
from symbolic_measures.report.counterexamples import against, binary, refutation
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.heading import WORDS
from symbolic_measures.report.prose import Prose, text

#: The outcome whose glyph is printed for a claim.
CLAIMED = {"yes": "proved", "no": "refuted", "vacuous": "not-applicable"}


#: The reading of a row itself.
AS_WRITTEN = "as written"
#: The mark that each outcome puts into a cell.
MARKS = {"proved": "yes", "refuted": "no", "not-applicable": "vacuous", "undecided": "undecided"}


def mark_of(verdict: Verdict) -> str:
    """The mark that a verdict puts into a cell; for an undefined set, its pieces.

    The pieces of `undefined-kinds` are those where it is 0/0.
    """
    if verdict.outcome == "proved" and verdict.property == "undefined-set":
        return tetrahedron(verdict.value)
    if verdict.outcome == "proved" and verdict.property == "chance-corrected":
        grade = {"strict": ", strict", "below": " at most"}.get(verdict.value["grade"], "")
        return f"{verdict.value['bound']}{grade}"
    if verdict.outcome == "proved" and verdict.property == "undefined-kinds":
        return tetrahedron([e["support"] for e in verdict.value if e["kind"] == "0/0"])
    return MARKS[verdict.outcome]


def says(verdict: Verdict, mark: str) -> bool:
    """Whether that mark is the verdict's; yes to PV is any value that is proved."""
    given = verdict.property == "chance-corrected" and verdict.outcome == "proved"
    return mark_of(verdict) == mark or (given and mark == MARKS["proved"])


def reading_of(printed: PrintedTable, row: str) -> Reading:
    """The measure of a row, with the range that is printed for its parameters."""
    if row in printed.averagings:
        name = printed.rows[row]
        return Reading(replace(ANYTHING, name=name, text=name, classes=CLASSES))
    classes = printed.classes.get(row, 2)
    subject = measure(printed.rows[row], assume=printed.assume.get(row, ()), classes=classes)
    return named_reading(printed.readings.get(row, LITERAL), subject)


def every_of(printed: PrintedTable, row: str) -> EveryClasses | None:
    """The measure of a row about several classes, for every number of them; None of other rows."""
    if printed.classes.get(row, 2) == 2:
        return None
    return EveryClasses(printed.rows[row], printed.assume.get(row, ()))


@dataclass(frozen=True)
class Alternative:
    """Another reading of a cell, in words: a property of a reading."""

    words: str
    property: str
    reading: Reading


def alternatives(reading: Reading, property_id: str) -> tuple[Alternative, ...]:
    """What is tried where a printed mark is not the computed one.  Add a reading here."""
    found = [
        Alternative(f"{weak.weaker_by} ({weak.id})", weak.id, reading)
        for weak in PROPERTIES.values()
        if weak.stronger == property_id
    ]
    if PROPERTIES[property_id].below == "tetrahedron":
        section = PROPERTIES[f"{property_id}-in-section"]
        words = f"compared with the same P and N only ({section.id})"
        found.append(Alternative(words, section.id, reading))
    if property_id == "undefined-set":
        return (Alternative("counting 0/0 only (undefined-kinds)", "undefined-kinds", reading),)
    others = tuple(_elsewhere(reading))
    found += [Alternative(words, property_id, other) for words, other in others]
    return (
        (*found, *_discrete(reading, others)) if property_id == "opitz-monotone" else tuple(found)
    )


def _elsewhere(reading: Reading) -> Iterator[tuple[str, Reading]]:
    """The same measure where only matrices count on which every class occurs, and in the readings
    that are known of it."""
    yield "leaving out matrices with an empty row or column", _proper(reading)
    for name in known_readings(reading.measure):
        if name != reading.name and speaks_of_whole(name, reading.measure):
            yield f"the reading {name}", named_reading(name, reading.measure)


#: The discrete case of opitz2024, Property I, and its strict form, in the words of gosgens2021.
SINGLE = {
    "weakly-strongly-monotone": "single elements, neither labeling constant",
    "strongly-monotone": "single elements, < instead of <=",
}


def _discrete(reading: Reading, others: Iterable[tuple[str, Reading]]) -> Iterator[Alternative]:
    """An element more or less, instead of a derivative: also at matrices with empty cells."""
    for property_id, words in SINGLE.items():
        yield Alternative(f"{words} ({property_id})", property_id, reading)
        for where, other in others:
            yield Alternative(f"{words} ({property_id}), {where}", property_id, other)


def other_readings(cell: Cell, property_id: str, all_: bool) -> tuple[Alternative, ...]:
    """The readings of a cell that are decided beside its own.

    Where the printed mark is refuted, all that could save it; with `all_` also where it holds, all
    that could refute it: a weaker form of a property that is proved holds, too.
    """
    if cell.refutes_claim:
        return alternatives(cell.reading, property_id)
    if not all_ or cell.verdict.outcome == "undecided":
        return ()
    known = {property_id} if cell.verdict.outcome == "proved" else None
    return tuple(
        other
        for other in alternatives(cell.reading, property_id)
        if known is None or PROPERTIES[other.property].stronger not in known
    )


def standing_of(cell: Cell, mark: str) -> str:
    """How a mark of the cell stands in every reading that was decided, its own among them."""
    if not cell.attempts or cell.verdict.outcome == "undecided":
        return ""
    same = [attempt.words for attempt in cell.saving(mark)]
    open_ = [a.words for a in cell.attempts if a.verdict.outcome == "undecided"]
    other = [a.words for a in cell.attempts if a.words not in (*same, *open_)]
    every = "" if open_ else " in every reading"
    if cell.says(mark):
        told = f"holds, but not in: {'; '.join(other)}" if other else f"holds{every}"
    else:
        told = f"holds only in: {'; '.join(same)}" if same else f"fails{every}"
    return f"{told}; undecided in: {'; '.join(open_)}" if open_ else told


def readings_of(cell: Cell, mark: str) -> tuple[str, ...]:
    """The readings in which the mark is the one that is decided, of that property itself."""
    own = (AS_WRITTEN,) if cell.says(mark) and cell.verdict.outcome != "undecided" else ()
    same = (a for a in cell.saving(mark) if a.verdict.property == cell.verdict.property)
    return (*own, *(attempt.words for attempt in same))


def product_of(parts: Iterable[Formula]) -> Formula:
    """The product of some formulas, from left to right."""
    found: Formula | None = None
    for part in parts:
        found = part if found is None else found * part
    return formula(1) if found is None else found


def _proper(reading: Reading) -> Reading:
    """The reading on matrices where both classes occur, in truth and in prediction."""
    matrix = Square.of(reading.measure.classes)
    sizes = P * N * PHAT * NHAT
    if matrix.classes != 2:
        sizes = product_of(
            size(i) for size in (matrix.true, matrix.predicted) for i in range(matrix.classes)
        )
    nowhere = Convention(sizes, formula(0) / sizes, "undefined where a row or column is empty")
    return replace(reading, name="non-degenerate", conventions=(nowhere, *reading.conventions))


@dataclass(frozen=True)
class Attempt:
    """The verdict on another reading of a cell."""

    words: str
    verdict: Verdict
    average: Kept | None = None


@dataclass(frozen=True)
class Cell(Shown):
    """One printed mark, and what was decided about it.

    `threshold` is the saved set where it holds; `regions` is the same as an answer, with proofs.
    """

    row: str
    column: str
    reading: Reading
    claims: tuple[Claim, ...]
    verdict: Verdict
    attempts: tuple[Attempt, ...] = ()
    threshold: Mapping[str, Any] | None = None
    average: Kept | None = None
    every: EveryVerdict | None = None
    regions: Answer | None = field(default=None, compare=False, repr=False)

    @property
    def printed(self) -> str:
        """What the paper's own mark says: yes, no, vacuous, or where it is undefined."""
        return self.claims[0].mark

    @property
    def computed(self) -> str:
        """The mark that follows from the verdict, or the exact set where the property holds."""
        return self.exact or self.mark

    @property
    def mark(self) -> str:
        """The mark that follows from the verdict."""
        return mark_of(self.verdict)

    @property
    def exact(self) -> str:
        """The condition under which it holds, if proved both ways and neither always nor never."""
        told = self.threshold
        if told is None or not told["sufficient"] == told["necessary"] == "proved":
            return ""
        return "" if told["condition"] in (ALWAYS, NEVER) else str(told["condition"])

    @property
    def agrees(self) -> bool:
        """Whether the printed mark is that of the verdict; undecided never agrees."""
        return self.says(self.printed)

    def says(self, mark: str) -> bool:
        """Whether that mark is the computed one."""
        return says(self.verdict, mark)

    @property
    def refutes_claim(self) -> bool:
        """Whether something else than the printed mark was decided."""
        return not self.agrees and self.verdict.outcome != "undecided"

    @property
    def saved_by(self) -> tuple[Attempt, ...]:
        """The other readings that would make the printed mark right."""
        return self.saving(self.printed)

    def saving(self, mark: str) -> tuple[Attempt, ...]:
        """The other readings that give that mark."""
        return tuple(a for a in self.attempts if says(a.verdict, mark))

    @property
    def note(self) -> str:
        """Why the printed mark is wrong, and what would save it; what is known for every m."""
        from symbolic_measures.questions.table.cells import note

        return text(note(self))

    def __str__(self) -> str:
        told = f"{self.row}, {self.column}: printed {self.printed}, computed {self.computed}"
        return f"{told}. {self.note}".rstrip(". ") + "."

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        verdict = self.verdict.to_data()
        return {
            "row": self.row,
            "column": self.column,
            "measure": self.reading.measure.name,
            "property": self.verdict.property,
            "printed": self.printed,
            "computed": self.computed,
            "agrees": self.agrees,
            "witness": verdict["witness"],
            "note": self.note,
            "claims": [vars(claim) for claim in self.claims],
            "verdict": verdict,
            **({} if self.threshold is None else {"threshold": dict(self.threshold)}),
            **({} if self.average is None else {"average": self.average.to_data()}),
            **({} if self.every is None else {"every": self.every.to_data()}),
            "tried": [
                {
                    "reading": a.words,
                    "saves": a in self.saved_by,
                    "verdict": a.verdict.to_data(),
                    **({} if a.average is None else {"average": a.average.to_data()}),
                }
                for a in self.attempts
            ],
            **({} if self.reading.name == LITERAL else {"reading": self.reading.name}),
        }


def places_of(
    printed: PrintedTable, rows: Iterable[str], columns: Iterable[str]
) -> list[tuple[str, str]]:
    """The chosen cells with a claim."""
    chosen_rows, chosen_columns = set(rows), set(columns)
    return [(r, c) for r, c in printed.places if r in chosen_rows and c in chosen_columns]


def asks_for_set(printed: PrintedTable, cell: Cell) -> bool:
    """Whether the property fails, but perhaps not for all values of a parameter."""
    refuted = cell.verdict.outcome in ("refuted", "undecided")
    question = is_question(find_property(cell.verdict.property))
    return printed.exact and refuted and question and bool(cell.reading.measure.parameters)


def note(cell: Cell, whole: bool = True) -> Prose:
    """Why a printed mark is not the computed one, and which other reading would save it.

    Also where the paper and another source disagree; empty if there is nothing to say.  Without
    the counterexample (`whole`) it stands below the evidence, which has it.
    """
    others = [claim for claim in cell.claims if claim.mark != cell.printed]
    told: Prose = ()
    if not cell.agrees:
        repeated = not whole and cell.verdict.outcome == "refuted"
        saving = _saving(cell)
        if repeated and saving:
            told = (str(saving[0]).lstrip(), *saving[1:])
        else:
            told = (*reason(cell), *saving) if not repeated else ()
    if cell.threshold is not None:
        told += (" It " if told else "It ", *holds_where(cell), ".")
    if cell.every is not None:
        told += (" " if told else "", said_for_every_m(cell.every))
    for claim in others:
        told += (" " if told else "", f"In {claim.source}, {claim.printed} is printed.")
    return told


def said_for_every_m(every: EveryVerdict) -> str:
    """What is known for every number of classes, in a sentence."""
    return f"For every m: {WORDS[every.outcome]}; {every.holds}{_at_random(every)}."


def _at_random(every: EveryVerdict) -> str:
    """The value, or the largest one, or the supremum, of random predictions for each m."""
    if every.proof is None or every.property != "chance-corrected":
        return ""
    known = every.proof.constant
    if not isinstance(known, dict):
        return f", with the value {known} of random predictions"
    what = "supremum" if "approached" in known else "largest value"
    return f", with the {what} {known['bound']} of random predictions"


def holds_where(cell: Cell) -> Prose:
    """For which values of the parameters the property holds."""
    data = cell.threshold or {}
    condition, words = data["condition"], (data["sufficient"], data["necessary"])
    if condition is None:
        return ("holds for values that are not known",)
    if condition == NEVER:
        proved = words[1] == "proved"
        return ("fails for every value" if proved else "fails perhaps for every value",)
    told = {
        ("proved", "proved"): "holds iff ",
        ("proved", "not proved"): "holds if (perhaps not only if) ",
        ("not proved", "proved"): "holds only if (perhaps not always if) ",
    }.get(words, "holds perhaps iff ")
    return (told, *condition_words(str(condition)))


def reason(cell: Cell) -> Prose:
    """What was decided of a cell: the counterexample, or what the verdict says."""
    if cell.average is not None and cell.average.example is not None:
        return against(cell.average.example.reading, cell.average.example.fails)
    told = told_of(cell.verdict, cell.reading)
    if cell.verdict.outcome == "refuted":
        return told.evidences[0].lines[0].sentence
    if cell.printed not in CLAIMED and cell.verdict.outcome == "proved":
        return (f"Printed is {cell.printed}; undefined is {cell.computed}.",)
    word = WORDS[cell.verdict.outcome]
    return (f"{word.capitalize()}: ", *told.summary, ".")


def _saving(cell: Cell) -> Prose:
    """The other readings that give the printed mark, then those that do not."""
    if not cell.attempts:
        return ()
    saving = cell.saved_by
    failing = [attempt for attempt in cell.attempts if attempt not in saving]
    if not saving:
        told: Prose = (f" No reading tried saves the printed {cell.printed}: ",)
        return (*told, *_listed(failing, cell), ".")
    told = (f" The printed {cell.printed} is saved by ", *_listed(saving, cell))
    if failing:
        told += ("; not by ", *_listed(failing, cell))
    return (*told, ".")


def _listed(attempts: tuple[Attempt, ...] | list[Attempt], cell: Cell) -> Prose:
    told: Prose = ()
    for attempt in attempts:
        verdict = attempt.verdict
        asked = "asking only " * attempt.words.startswith("where ") + attempt.words
        told += (*(("; ",) if told else ()), f"{asked}: {WORDS[verdict.outcome]}")
        example = None if attempt.average is None else attempt.average.example
        if example is not None:
            told += (" by ", *binary(example.reading), ", ", *refutation(example.fails, "V")[0])
        elif verdict.outcome == "refuted":
            told += (", ", *told_of(verdict, cell.reading).summary)
    return told
