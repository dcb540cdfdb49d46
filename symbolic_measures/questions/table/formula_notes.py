"""What is said of a displayed formula beside its mark."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from symbolic_measures.kernel.exact import show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.normalisers import SIZES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report import prose
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.heading import WORDS
from symbolic_measures.report.proportions import in_formulas
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, exact

if TYPE_CHECKING:
    from symbolic_measures.claims.displayed import Display

_SUM = re.compile(r"sum\(([abc^*0-9]+)\)")
_CHANGE = re.compile(r"d\((?:\w+|sum\([^()]*\))\)/d\w+")
#: The label of a claim with one relation.
SIDES = "the two sides"
BETWEEN = re.compile(r"(, |\. |; )")
_INDEXED = re.compile(r"\b([abc])([ij])\b")


def note(display: Display, verdict: Verdict, corrected: Verdict | None) -> str:
    """Why it is wrong, and what is right instead; if it is proved, the values it speaks of."""
    told = prose.text(told_of_verdict(verdict))
    if verdict.outcome == "refuted" and corrected is not None:
        told += f" {WORDS[corrected.outcome].capitalize()} instead: {display.corrected}."
    return told


def told_of_verdict(verdict: Verdict) -> Prose:
    """Why it is not proved; if it is, the exact values it speaks of."""
    if verdict.outcome == "proved":
        return _exactly(verdict)
    return apart(verdict) if verdict.outcome == "refuted" else (verdict.reason,)


def _exactly(verdict: Verdict) -> Prose:
    """The exact values of a claim about displayed matrices."""
    goal = verdict.statement.goals[0]
    if goal.variables:
        return ()
    told: list[Piece] = []
    for tree in goal.values[: len(goal.matrices)]:
        told += [" and " if told else "Exactly: ", *exact(show(evaluator(tree)({})))]
    return (*told, ".")


#: Something is said of s, or of s at other proportions.
_NORMALISER = re.compile(r"(^|[ /])s[( )<]")


def claim(text: str) -> Prose:
    """A displayed formula as a formula, as far as it can be read; else as it is typed."""
    about, colon, said = text.partition(": ")
    if colon and _NORMALISER.search(said):
        with suppress(FormulaError):
            return (f"{about}: ", *in_formulas(said))
    given: dict[str, str] = {}
    for pattern in (_CHANGE, _SUM):
        for word in dict.fromkeys(match.group(0) for match in pattern.finditer(text)):
            given[f"placed_{len(given)}"] = word
    short = text
    for name, word in given.items():
        short = short.replace(word, name)
    short = re.sub(r"\)s\b", ")*s", _INDEXED.sub(r"\1_\2", short))
    try:
        sides = [tree_of_text(side) for side in short.split(" = ")]
    except FormulaError:
        return (text,)
    names = {symbol(name): symbol(_named(word)) for name, word in given.items()}
    if len(sides) != 2:
        return (text,)
    return (Equation(tuple(side.replace(names) for side in sides), ("=",)),)


def _named(word: str) -> str:
    """A sum over the classes k of what stands in it; a derivative as it is."""
    match = _SUM.search(word)
    if match is None:
        return word
    inside = re.sub(r"\b[abc]\b", r"\g<0>_k", match.group(1))
    return f"{word[: match.start()]}sum({inside}){word[match.end() :]}"


def apart(verdict: Verdict) -> Prose:
    """The smallest counterexample, both sides."""
    witness = verdict.witness
    if witness is None:
        return ("No witness is given.",)
    point, label = witness.point, verdict.statement.goals[witness.goal].label
    told: list[Piece] = ["At "] if point else []
    if witness.matrices:
        told.append(cells(witness.matrices[0]))
    elif set(SIZES) <= set(point):
        a1, a0, b1, b0 = (int(point[name]) for name in SIZES)
        told.append(f"p_A = {a1}/{a1 + a0}, p_B = {b1}/{b1 + b0}")
    elif point:
        told += listed(dict(point))
    if witness.parameters:
        told += [", ", *listed(dict(witness.parameters))]
    if label.startswith("the coefficient"):
        told += [f"{label[0].upper()}{label[1:]}: the left side is "]
    elif not (told or label == SIDES):
        told = [f"{label[0].upper()}{label[1:]}: "]
        if not witness.values:
            return (*told, "there is no value.")
        told += ["the left side is "]
    else:
        told += [" the left side is " if told else "The left side is "]
    told += exact(witness.values[0])
    return (*told, ", the right side ", *exact(witness.values[1]), ".")
