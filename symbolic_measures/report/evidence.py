"""What each verdict rests on: a short line for tables, and one evidence for each goal.

For a proof the lines are read off its steps (`proofs`), for a refutation they tell the witness
(`counterexamples`), for an answer (a range, an undefined set) they say the answer in words.

Invariant: nothing is called proved here; the verdict's own word and glyph say that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symbolic_measures.kernel.checker import vacuity
from symbolic_measures.meaning.brzezinski import tetrahedron
from symbolic_measures.meaning.each_m import is_of_every_m
from symbolic_measures.meaning.extended import order_letters
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Quantity, Words
from symbolic_measures.meaning.ranges import TOLD, speed
from symbolic_measures.meaning.supports import SUPPORTS, faces, parted
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.conditions import condition_words, tree_of_text
from symbolic_measures.report.counterexamples import demand, in_formulas, refutation
from symbolic_measures.report.mathtext import PAIRS
from symbolic_measures.report.polynomials import KNOWN, with_margins, without_zeros
from symbolic_measures.report.proofs import SAME_TERMS, likewise, lines, minus
from symbolic_measures.report.prose import (
    Equation,
    Piece,
    Prose,
    cells,
    equation,
    exact,
    labelled,
    number,
    text,
)
from symbolic_measures.report.settings import joint, setting_of, two_formulas, values_named
from symbolic_measures.report.steps import Entry, entries

#: A table shows a displayed formula only if its text is at most that long.
SHORT = 60
#: Of what belongs to no property.
NOTHING = Words()
#: What is too tall for a row of a table.
TALL = frozenset(("acos", "log", "power"))

_EQUATION = re.compile(r"((?:TP|FN|FP|TN)(?: = (?:TP|FN|FP|TN))*) (=|>) 0")


@dataclass(frozen=True)
class Evidence:
    """Why one goal holds (or one counterexample): where it looks, then line by line.

    The lines are the short form.  The full form, `steps`, is read off `proofs` (mostly one) when it
    is asked for.
    """

    label: Prose
    setting: Prose
    lines: tuple[Line, ...]
    proofs: tuple[tuple[Goal, Step], ...] = ()
    letter: str = "M"
    words: Words = NOTHING

    @cached_property
    def steps(self) -> tuple[Entry, ...]:
        """Every step of the proofs; () where there is none."""
        found: list[Entry] = []
        for place, (goal, step) in enumerate(self.proofs, 1):
            named = values_named(goal, self.letter, self.words.quantity(goal))
            head: Prose = (f"{goal.label}: ",) if goal.label and len(self.proofs) > 1 else ()
            found += entries(goal, step, named, str(place), head)
        return tuple(found)

    @cached_property
    def numbers(self) -> dict[int, str]:
        """The number of a step in the full form, by its identity."""
        pairs = enumerate(self.proofs, 1)
        return {own: name for n, (_, step) in pairs for own, name in _numbered(step, str(n))}

    def number(self, line: Line) -> str:
        """The number of the step that a line sums up; nothing if it is no line of a proof."""
        return self.numbers.get(id(line.step), "") if line.step is not None else ""


def _numbered(step: Step, number: str) -> Iterator[tuple[int, str]]:
    yield id(step), number
    for place, premise in enumerate(step.premises, 1):
        yield from _numbered(premise, f"{number}.{place}")


@dataclass(frozen=True)
class Explanation:
    """`summary` fits a table row; `evidences` are the details."""

    summary: Prose
    evidences: tuple[Evidence, ...] = ()


Evidences = tuple[Evidence, ...]

#: In the place of evidence that could not be put into words.
UNTOLD = "the evidence could not be put into words"


def told_of(verdict: Verdict, reading: Reading) -> Explanation:
    """The evidence for a verdict on a reading, with the letters of what it is about.

    A measure with infinite values is shown in counterexamples; proofs are about its order: R, or
    -R by a letter of its own.
    """
    prop = PROPERTIES.get(verdict.property)
    given = prop is not None and (prop.answers or prop.as_given)
    letter = "M" if given or reading.measure.higher_is_better else "S"
    order = "" if reading.extended is None else order_letters(reading.measure)[letter == "S"]
    told = explain(verdict, letter, order)
    return replace(told, evidences=(*told.evidences, *_behind(verdict, reading, letter)))


def _behind(verdict: Verdict, reading: Reading, letter: str) -> Evidences:
    """The proofs of what the value of a verdict rests on, that it is a maximum, say."""
    prop = PROPERTIES.get(verdict.property)
    if prop is None or prop.behind is None or not isinstance(verdict.value, dict):
        return ()
    pairs = list(prop.behind(reading, verdict.value))
    goals = [goal for goal, _ in pairs]
    found = of_goals(goals, [Step.from_data(data) for _, data in pairs], letter)
    if len(found) != len(goals):
        return found
    told = [prop.words.where(goal, verdict.value) for goal in goals]
    return tuple(replace(one, setting=joint(where, one.setting))
                 for one, where in zip(found, told, strict=True))  # fmt: skip


def explain(verdict: Verdict, letter: str = "M", order: str = "") -> Explanation:
    """The evidence for a verdict; `letter` names what was judged (S = -M if lower is better).

    `order` is the letter of what proofs are about, if that is not the measure itself.  What cannot
    be put into words costs these words alone: the verdict is what it is.
    """
    try:
        return _explained(verdict, letter, order)
    except Exception as error:
        return Explanation((f"{UNTOLD} ({type(error).__name__}); the certificate is whole",))


def _explained(verdict: Verdict, letter: str, order: str) -> Explanation:
    """The evidence in words."""
    match verdict.outcome:
        case "refuted":
            summary, sentence = refutation(verdict, letter)
            return Explanation(summary, (Evidence(("counterexample",), (), (Line(sentence),)),))
        case "proved" if is_of_every_m(verdict):
            return Explanation(("proved for every number of classes, by sums over them",))
        case "proved":
            found = _proved(verdict, order or letter)
            if not verdict.reason or verdict.proof is None:
                return found
            return replace(found, summary=(*found.summary, f"; {verdict.reason}"))
    reason = verdict.reason or "no reason is recorded"
    return Explanation(
        (reason,),
        (Evidence(("reason",), (), (Line((reason,)),)), *_empty(verdict, order or letter)),
    )


def _empty(verdict: Verdict, letter: str) -> Evidences:
    """That the hypotheses of a vacuous goal hold nowhere."""
    if verdict.proof is None or verdict.proof.rule != "vacuous":
        return ()
    found: list[Evidence] = []
    for step in verdict.proof.premises:
        goal = verdict.statement.goals[step.args["goal"]]
        for part, premise in zip(vacuity(goal, step.args.get("why", "")), step.premises):
            setting = setting_of(part, values_named(part, letter))
            told = Line(("There is no such matrix: the conditions contradict each other.",))
            if part.conclusion.rel == "undefined":
                told = Line(("There the measure is undefined, so no expectation has a value.",))
            label = (*labelled(goal.label), ": there is none")
            found.append(Evidence(label, setting, (told,), ((part, premise),), letter))
    return tuple(found)


def _proved(verdict: Verdict, letter: str) -> Explanation:
    prop = PROPERTIES.get(verdict.property)
    words = NOTHING if prop is None else prop.words
    if words.answer == "patterns":
        return _undefined_set(verdict)
    if verdict.proof is None:
        return Explanation((verdict.reason or "no proof is recorded",))
    pairs = zip(verdict.statement.goals, verdict.proof.premises, strict=True)
    evidences = tuple(_goal(goal, step, letter, words, verdict.value) for goal, step in pairs)
    if words.answer == "interval":
        return Explanation(interval(verdict.value), _ends(verdict.value, evidences))
    if prop is not None and prop.tell is not None and verdict.value is not None:
        return Explanation(in_formulas(prop.tell(verdict.value).rstrip(".")), evidences)
    return Explanation(_summary(verdict, evidences, letter, words), evidences)


# --- goals ---------------------------------------------------------------------------------


def _goal(
    goal: Goal, step: Step, letter: str, words: Words, value: Any = None,
    left: Formula | None = None,
) -> Evidence:  # fmt: skip
    found = lines(goal, step, left or named(goal, letter, words.quantity(goal)))
    known = {} if words.quantity(goal) else values_named(goal, letter)
    where = words.where(goal, value) if value is not None else ()
    setting = joint(where, setting_of(goal, known))
    return Evidence(labelled(goal.label), setting, tuple(found), ((goal, step),), letter, words)


def of_goals(
    goals: Iterable[Goal], steps: Iterable[Step], letter: str = "M", name: Formula | None = None
) -> Evidences:
    """The evidence of goals that belong to no property, each with its proof.

    `name` is that of what has a sign, where it has one.
    What cannot be put into words costs these words alone.
    """
    found: list[Evidence] = []
    for goal, step in zip(goals, steps, strict=True):
        try:
            left = name if name is not None and goal.conclusion.rel in (">", ">=") else None
            if left is not None and goal.conclusion.expr.op == "neg":
                left = -left
            found.append(_goal(goal, step, letter, NOTHING, left=left))
        except Exception as error:
            told = (f"{UNTOLD} ({type(error).__name__})",)
            found.append(Evidence(labelled(goal.label), (), (Line(told),), ((goal, step),), letter))
    return _joined(found)


def _joined(evidences: Iterable[Evidence]) -> Evidences:
    """Goals under the same conditions, one after the other, as one evidence."""
    found: list[Evidence] = []
    for one in evidences:
        last = found[-1] if found and one.setting else None
        if last is None or (last.label, last.setting) != (one.label, one.setting):
            found.append(one)
            continue
        told = dict.fromkeys((*last.lines, *one.lines))
        found[-1] = replace(last, lines=tuple(told), proofs=(*last.proofs, *one.proofs))
    return tuple(replace(one, lines=tuple(likewise(one.lines))) for one in found)


def named(goal: Goal, letter: str, quantity: Quantity | None) -> Formula:
    """The conclusion's formula with its values by name: M(C') - M(C), or that of a quantity."""
    if len(goal.values) == len(PAIRS):
        ab, bc, ac, diagonal = (symbol(f"{letter}({pair})") for pair in PAIRS)
        return diagonal - ((ab + bc) - ac)
    if two_formulas(goal) and goal.conclusion.expr.op == "-":
        return minus(*(_unnamed(goal, arg) for arg in goal.conclusion.expr.args))
    names: dict[Formula, Formula] = {}
    values = [tree.args[0] if tree.op == "extended" else tree for tree in goal.values]
    for tree, place in zip(values, ("C", "C'"), strict=False):
        names.setdefault(tree, symbol(f"{letter}({place})"))
    if quantity is not None and quantity.formula is not None and len(values) == 1:
        names = {values[0]: quantity.formula, -values[0]: -quantity.formula}
    if len(values) == 2 and values[0] == values[1]:
        return symbol(f"{letter}(C')") - symbol(f"{letter}(C)")
    tree = goal.conclusion.expr
    if goal.conclusion.rel == "constant-mean":
        return symbol(f"E[{letter}]")
    if tree.op == "-":
        return minus(*(names.get(arg) or _unnamed(goal, arg) for arg in tree.args))
    return names.get(tree, tree)


def _unnamed(goal: Goal, tree: Formula) -> Formula:
    """A formula without a name: no terms 0; of several classes, sizes by their letters."""
    cells = [variable.name for variable in goal.variables]
    return with_margins(tree, cells) if "c11" in cells else without_zeros(tree)


# --- summaries -----------------------------------------------------------------------------


def _summary(verdict: Verdict, evidences: tuple[Evidence, ...], letter: str, words: Words) -> Prose:
    """The proof in a few words, read off it; those of the property where it declares some."""
    goals, count = verdict.statement.goals, len(evidences)
    if words.holds:
        return (words.holds.format(count=count),)
    if goals[0].conclusion.rel == "constant-mean":
        shown = [d for evidence in evidences for d in _displays(evidence)]
        mean = symbol(f"E[{letter}]")
        if not shown:
            return (mean, " is one constant")
        what = "TP" if goals[0].blocks == (CELLS,) else "the cells"
        return (equation(mean, "=", shown[-1].terms[-1]), f": affine in {what} at fixed sizes")
    if words.constant:
        return _one_value(verdict, evidences, letter, words)
    rels = {goal.conclusion.rel for goal in goals}
    steps = () if verdict.proof is None else verdict.proof.premises
    cleared = all("clear" in step.rules() for step in steps)
    if rels == {"=="}:
        if {line.sentence for one in evidences for line in one.lines} == {(SAME_TERMS,)}:
            return (SAME_TERMS[0].lower() + SAME_TERMS[1:-1],)
        same = "after clearing denominators both sides are identical"
        return (same if cleared else "the two sides agree",)
    sign = "positive" if rels == {">"} else "never negative"
    slope = f"d{letter}/dt"  # that of the measure, not of a part of its formula
    along = any(line.display and slope in str(line.display.terms[0]) for line in evidences[0].lines)
    if along:
        if count == 1:
            return (f"the derivative along the step is {sign}",)
        return (f"along each of the {count} steps the derivative is {sign}",)
    if count == 1:
        return (f"{'after clearing denominators ' if cleared else ''}the difference is {sign}",)
    after = ", after clearing denominators," if cleared else ""
    return (f"each of the {count} differences is{after} {sign}",)


def _displays(evidence: Evidence) -> list[Equation]:
    """Its displayed formulas, without those that only say more of one."""
    return [line.display for line in evidence.lines if line.display and not line.aside]


def _constant(value: Formula, letter: str) -> Prose:
    """A value of the measure; one of its order by the letter of that."""
    return (value,) if letter in ("M", "S") else (equation(symbol(letter), "=", value),)


def _one_value(
    verdict: Verdict, evidences: tuple[Evidence, ...], letter: str, words: Words
) -> Prose:
    """The constant of the first goal, and where a second compares it with all others, how."""
    first = next((d for d in _displays(evidences[0]) if _speaks_of(d, letter)), None)
    found = _between(verdict) or (first.terms[-1] if first else None)
    if found is not None and any(name.startswith(f"{letter}(") for name in found.symbols()):
        found = None  # both sides are the same, but no number
    value: Prose = ("one constant",) if found is None else _constant(found, letter)
    before, after = words.constant.split("{value}")
    head: Prose = (*([before] if before else []), *value, after)
    if len(evidences) == 1:
        return head
    shown = _displays(evidences[1])
    strict = [d for d in shown if _speaks_of(d, letter, "(C)") and d.relations[-1] == ">"]
    display = strict[0] if len(strict) == 1 else None
    tall = display is not None and not TALL.isdisjoint(display.terms[1].ops)
    known = {v.name for goal in verdict.statement.goals for v in goal.variables} | KNOWN
    named = display is not None and not known.issuperset(display.terms[1].symbols())
    if display is None or tall or named or len(text((display,))) > SHORT:
        below = demand(verdict.statement.goals[1], "", "").endswith("be larger")
        return (*head, f", {'smaller' if below else 'larger'} elsewhere")
    return (*head, "; elsewhere ", display)


def _speaks_of(display: Equation, letter: str, place: str = "(") -> bool:
    """Whether its left side is about the measure: not about what it is a growing function of."""
    return any(name.startswith(f"{letter}{place}") for name in display.terms[0].symbols())


def _between(verdict: Verdict) -> Formula | None:
    """The number by way of which two sides in different cells are compared."""
    step = verdict.proof
    while step is not None and step.premises and step.rule not in ("via", "outer"):
        step = step.premises[0]
    value = number(str(step.args["value"])) if step is not None and step.rule == "via" else None
    return value if isinstance(value, Formula) and not value.symbols() else None


# --- answers -------------------------------------------------------------------------------


def interval(value: Any) -> Prose:
    """The range as an interval with its ends."""
    low, high = value["infimum"], value["supremum"]
    left, right = ("[" if low["attained"] else "("), ("]" if high["attained"] else ")")
    ends = sum(1 for end in (low, high) if end["attained"])
    how = (", neither end attained", "", ", both ends attained")[ends]
    return (left, *exact(low["value"]), ", ", *exact(high["value"]), right + how)


def _ends(value: Any, evidences: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The proofs of the bounds as they are; where they are reached, in words."""
    shown: list[Evidence] = []
    for evidence in evidences:
        side, _, what = text(evidence.label).partition(" ")
        end = value.get(side, {})
        if what == "attained":
            here = cells(tuple(end["attained"]), head="M")
            line: Prose = (here, " = ", *exact(end["value"]), ".")
            if "or" in end:
                other = cells(tuple(end["or"]), head="M")
                line = (here, " or ", other, " is ", *exact(end["value"]), ".")
            evidence = replace(evidence, setting=(), lines=(Line(line),))
        elif what == "approached":
            path = cells(tuple(end["approached"]))
            gap = _how_near(end)
            line = ("Along ", path, ", e = 1, 2, 3, ..., the value is ", *gap, ".")
            evidence = replace(evidence, setting=(), lines=(Line(line), *evidence.lines))
        shown.append(evidence)
    return tuple(shown)


def _how_near(end: dict[str, Any]) -> Prose:
    """How near the value comes at e, or how far out it is."""
    given = {key: tree_of_text(end[key]) for key in TOLD if key in end}
    infinite, upward = end["value"] in ("oo", "-oo"), end["value"] == "oo"
    if not given and not infinite:
        return ("within 1/e of it",)
    if not given:
        far = "log(e)" if "growth" in end else "e"
        return (f"at least {far}" if upward else f"at most -{far}",)
    much = speed(given)
    if not infinite:
        return "within ", formula(1) / much, " of it"
    much = Formula("log", much) if "growth" in end else much
    if "less" in given:
        much = much - given["less"] if upward else given["less"] - much
    elif not upward:
        much = -much
    return "at least " if upward else "at most ", much


def _undefined_set(verdict: Verdict) -> Explanation:
    supports, condition = parted(verdict.value)
    words = faces(supports)
    where: Prose = (words,) if words == "everywhere" else ("where ", *zeros(words))
    told = (
        f"For each of the {len(SUPPORTS)} patterns of zero cells the measure is proved "
        "defined at every matrix of the pattern, or undefined at every one."
    )
    if condition is not None:
        where = (*where, " or ") if supports else ("where ",)
        where = (*where, *condition_words(condition))
        named = "at every matrix of the patterns of zero cells and " if supports else ""
        told = (
            f"The measure is proved undefined {named}wherever the condition holds, and defined "
            "at every other matrix."
        )
    summary: Prose = ("defined everywhere",) if not verdict.value else ("undefined ", *where)
    lines: tuple[Line, ...] = (Line((told,)),)
    if supports and condition is None:
        places = tetrahedron(verdict.value)
        lines += (Line((f"On the tetrahedron of matrices of one n: undefined on {places}.",)),)
    steps = () if verdict.proof is None else verdict.proof.premises
    proofs = tuple(zip(verdict.statement.goals, steps, strict=True)) if steps else ()
    return Explanation(summary, (Evidence(("patterns",), (), lines, proofs),))


def zeros(words: str) -> Prose:
    """The words of `faces` with its equations as formulas."""
    parts: list[Piece] = []
    last = 0
    for match in _EQUATION.finditer(words):
        parts += [words[last : match.start()]] if match.start() > last else []
        parts.append(_chain(match.group(1).split(" = "), match.group(2)))
        last = match.end()
    return (*parts, words[last:]) if last < len(words) else tuple(parts)


def _chain(names: list[str], relation: str) -> Equation:
    rest: list[Formula | str | int] = []
    for name in names[1:]:
        rest += ["=", symbol(name)]
    return equation(symbol(names[0]), *rest, relation, 0)
