"""What each verdict rests on: a short line for tables, and one evidence for each goal.

For a proof the lines are read off its steps (`proofs`), for a refutation they tell the witness
(`counterexamples`), for an answer (a range, an undefined set) they say the answer in words.

Invariant: nothing is called proved here; the verdict's own word and glyph say that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.brzezinski import tetrahedron
from symbolic_measures.meaning.extended import order_letters
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.confusion import CELLS, LABELINGS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.report.mathtext import PAIRS
from symbolic_measures.report.proofs import Line, conditions, lines, minus
from symbolic_measures.report.prose import (
    Cells,
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

#: A table shows a displayed formula only if its text is at most that long.
SHORT = 60
#: What is too tall for a row of a table.
TALL = frozenset(("acos", "log", "power"))

#: The sign of a partial derivative, as the goals of `opitz-monotone` are labelled.
_SLOPE = re.compile(r"(dM/d\w+) ([<>]=) 0")
_EQUATION = re.compile(r"((?:TP|FN|FP|TN)(?: = (?:TP|FN|FP|TN))*) (=|>) 0")


@dataclass(frozen=True)
class Evidence:
    """Why one goal holds (or one counterexample): where it looks, then line by line."""

    label: Prose
    setting: Prose
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Explanation:
    """`summary` fits a table row; `evidences` are the details."""

    summary: Prose
    evidences: tuple[Evidence, ...] = ()


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
    if reading.extended is None:
        return explain(verdict, letter)
    return explain(verdict, letter, order_letters(reading.measure)[letter == "S"])


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
        case "proved":
            return _proved(verdict, order or letter)
    reason = verdict.reason or "no reason is recorded"
    return Explanation((reason,), (Evidence(("reason",), (), (Line((reason,)),)),))


def _proved(verdict: Verdict, letter: str) -> Explanation:
    if verdict.property == "undefined-set":
        return _undefined_set(verdict)
    if verdict.proof is None:
        return Explanation((verdict.reason or "no proof is recorded",))
    pairs = zip(verdict.statement.goals, verdict.proof.premises, strict=True)
    evidences = tuple(_goal(goal, step, letter) for goal, step in pairs)
    if verdict.property == "range":
        return Explanation(interval(verdict.value), _ends(verdict.value, evidences))
    prop = PROPERTIES.get(verdict.property)
    if prop is not None and prop.tell is not None and verdict.value is not None:
        return Explanation((prop.tell(verdict.value).rstrip("."),), evidences)
    return Explanation(_summary(verdict, evidences, letter), evidences)


# --- goals ---------------------------------------------------------------------------------


def _goal(goal: Goal, step: Step, letter: str) -> Evidence:
    found = lines(goal, step, named(goal, letter))
    return Evidence(labelled(goal.label), _setting(goal), tuple(found))


def named(goal: Goal, letter: str) -> Formula:
    """The conclusion's formula with the values of the measure by name: M(C') - M(C)."""
    if len(goal.values) == len(PAIRS):
        ab, bc, ac, diagonal = (symbol(f"{letter}({pair})") for pair in PAIRS)
        return diagonal - ((ab + bc) - ac)
    if (slope := _SLOPE.fullmatch(goal.label)) is not None:
        return symbol(slope[1]) if slope[2] == ">=" else -symbol(slope[1])
    names: dict[Formula, Formula] = {}
    values = [tree.args[0] if tree.op == "extended" else tree for tree in goal.values]
    for tree, place in zip(values, ("C", "C'"), strict=False):
        names.setdefault(tree, symbol(f"{letter}({place})"))
    if len(values) == 2 and values[0] == values[1]:
        return symbol(f"{letter}(C')") - symbol(f"{letter}(C)")
    tree = goal.conclusion.expr
    if goal.conclusion.rel == "constant-mean":
        return symbol(f"E[{letter}]")
    if tree.op == "-":
        return minus(*(names.get(arg, arg) for arg in tree.args))
    return names.get(tree, tree)


def _setting(goal: Goal) -> Prose:
    """Where C and C' lie: `C' = (TP + 1, FN - 1, FP, TN), where FN >= 1, ...`."""
    parts: list[Piece] = []
    for name, matrix in zip(("C", "C'"), goal.matrices, strict=False):
        names = goal.blocks[0] if goal.blocks else CELLS
        if matrix == tuple(map(symbol, names)) or names == LABELINGS or "x_111" in names:
            continue
        if max(len(str(cell)) for cell in matrix) > 12:
            parts = ["C and C' are expected matrices, with the cells a*b/n of their sizes a and b"]
        else:
            parts += [", "] if parts else []
            shown = CELLS if len(matrix) == len(CELLS) else ()
            parts.append(Cells(shown, matrix, f"{name} = "))
    where = conditions(goal.hypotheses)
    for place, condition in enumerate(where):
        parts += [", where " if parts and not place else "Where " if not place else ", ", condition]
    return (*parts, ".") if parts else ()


# --- summaries -----------------------------------------------------------------------------


def _summary(verdict: Verdict, evidences: tuple[Evidence, ...], letter: str) -> Prose:
    shown = [line.display for e in evidences for line in e.lines if line.display is not None]
    match verdict.property:
        case "maximal-agreement" | "minimal-agreement":
            return _agreement(verdict, evidences, letter)
        case "constant-baseline":
            mean = symbol(f"E[{letter}]")
            if not shown:
                return (mean, " is one constant")
            what = "TP" if verdict.statement.goals[0].blocks == (CELLS,) else "the cells"
            return (equation(mean, "=", shown[-1].terms[-1]), f": affine in {what} at fixed sizes")
        case "approximate-constant-baseline":
            found = _between(verdict) or (shown[0].terms[-1] if shown else None)
            value = ("one constant",) if found is None else _constant(found, letter)
            return ("the value is ", *value, " at every expected matrix")
        case "opitz-monotone":
            return (f"each of the {len(evidences)} partial derivatives has its sign",)
        case "class-symmetry" | "symmetry" | "tn-invariance" | "scale-invariance" | "ach":
            return ("the two sides agree, cleared of denominators",)
    if verdict.property == "distance":
        return ("symmetry, maximal agreement and the triangle inequality are proved",)
    strict = verdict.statement.goals[0].conclusion.rel == ">"
    along = any(line.display and "/dt" in str(line.display.terms[0]) for line in evidences[0].lines)
    count = len(evidences)
    sign = "positive" if strict else "never negative"
    if along and count == 1:
        return (f"the derivative along the step is {sign}",)
    if along:
        return (f"along each of the {count} steps the derivative is {sign}",)
    if count == 1:
        return (f"the difference, cleared of denominators, is {sign}",)
    return (f"each of the {count} differences, cleared of denominators, is {sign}",)


def _constant(value: Formula, letter: str) -> Prose:
    """A value of the measure; one of its order by the letter of that."""
    return (value,) if letter in ("M", "S") else (equation(symbol(letter), "=", value),)


def _agreement(verdict: Verdict, evidences: tuple[Evidence, ...], letter: str) -> Prose:
    which = "diagonal" if verdict.property == "maximal-agreement" else "zero-diagonal"
    first = next((line.display for line in evidences[0].lines if line.display), None)
    if first is None:
        side = "smaller" if which == "diagonal" else "larger"
        return (f"one value on all {which} matrices, {side} elsewhere",)
    value = _between(verdict) or first.terms[-1]
    head: Prose = (*_constant(value, letter), f" on {which} matrices")
    shown = [line.display for line in evidences[1].lines if line.display is not None]
    strict = [d for d in shown if "(C)" in str(d.terms[0]) and d.relations[-1] == ">"]
    display = strict[0] if len(strict) == 1 else None
    tall = display is not None and not TALL.isdisjoint(display.terms[1].ops)
    named = display is not None and "p" in display.terms[1].symbols()
    if display is None or tall or named or len(text((display,))) > SHORT:
        side = "smaller" if verdict.property == "maximal-agreement" else "larger"
        return (*head, f", {side} elsewhere")
    return (*head, "; elsewhere ", display)


def _between(verdict: Verdict) -> Formula | None:
    """The number by way of which two sides in different cells are compared."""
    step = verdict.proof
    while step is not None and step.premises and step.rule != "via":
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
            evidence = Evidence(evidence.label, (), (Line(line),))
        elif what == "approached":
            path = cells(tuple(end["approached"]))
            gap = "beyond e" if end["value"] in ("oo", "-oo") else "within 1/e of it"
            line = ("Along ", path, f", e = 1, 2, 3, ..., the value is {gap}.")
            evidence = Evidence(evidence.label, (), (Line(line), *evidence.lines))
        shown.append(evidence)
    return tuple(shown)


def _undefined_set(verdict: Verdict) -> Explanation:
    words = faces(verdict.value)
    where: Prose = (words,) if words == "everywhere" else ("where ", *zeros(words))
    count = len(verdict.statement.goals)
    told = (
        f"For each of the {count} patterns of zero cells the measure is proved "
        "defined at every matrix of the pattern, or undefined at every one."
    )
    summary: Prose = ("defined everywhere",) if not verdict.value else ("undefined ", *where)
    lines: tuple[Line, ...] = (Line((told,)),)
    if verdict.value:
        places = tetrahedron(verdict.value)
        lines += (Line((f"On the tetrahedron of matrices of one n: undefined on {places}.",)),)
    return Explanation(summary, (Evidence(("patterns",), (), lines),))


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
