"""Why an average keeps a property for every number of classes: its parts, each from instances.

Invariant: an instance is the atom that its proofs let it say, with the multipliers of the sum.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symbolic_measures.meaning import averaging_parts
from symbolic_measures.meaning.averaging_parts import PARTS, parts
from symbolic_measures.meaning.averaging_proofs import PartProof, contraries, instance
from symbolic_measures.meaning.kept import Kept
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.evidence import UNTOLD, Evidence, Evidences
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Piece, Prose

_SEE = re.compile(r"See `(\w+)`")
_VALUE, _SECOND = re.compile(r"\bvalue\("), re.compile(r"\b([A-Z]{2})2\b")


def of_average(kept: Kept | None) -> Evidences:
    """One evidence for each part; () unless it is proved."""
    if kept is None or not kept.proof:
        return ()
    wanted = parts(kept.averaging, kept.property, kept.where)
    shown = [_part(kept, part, proof) for part, proof in zip(wanted, kept.proof, strict=True)]
    enough = _enough(kept)
    return (enough, *shown) if enough is not None else tuple(shown)


def _enough(kept: Kept) -> Evidence | None:
    """Why the parts are enough, as it is said where they are stated."""
    told = PARTS[kept.averaging, kept.property].__doc__ or ""
    if (other := _SEE.search(told)) is not None:
        told = getattr(averaging_parts, other.group(1)).__doc__ or ""
    words = " ".join(_words(told).split())
    line = Line((f"TP, FN, FP, TN are the cells of one class against the rest. {words}",))
    return Evidence(("why these parts are enough",), (), (line,)) if words else None


def _part(kept: Kept, part: Goal, proof: PartProof) -> Evidence:
    said, proofs, lines = [], [], [Line((f"To show: {_words(str(part.conclusion))}.",))]
    try:
        for use, steps in zip(proof.uses, proof.steps, strict=True):
            atom, goals = instance(part, kept.property, kept.where, use)
            said.append(_words(str(atom)))
            proofs += list(zip(goals, steps, strict=True))
        for way, multipliers in zip(contraries(part), proof.sums, strict=True):
            lines.append(Line(_sum(kept.property, way, said, multipliers)))
    except Exception as error:
        lines.append(Line((f"{UNTOLD} ({type(error).__name__})",)))
    given: list[Piece] = []
    for condition in conditions(part.hypotheses):
        given += [", " if given else "Where ", condition]
    return Evidence((part.label,), (*given, ".") if given else (), tuple(lines), tuple(proofs))


def _sum(
    property_id: str, way: Constraint, said: list[str], multipliers: tuple[Fraction, ...]
) -> Prose:
    """The contrary and the instances, each with its multiplier."""
    terms = " + ".join(f"{size}*{name}" for name, size in way.coefficients.items())
    contrary = _words(f"{terms} {way.relation} {way.constant}")
    used = [(size, text) for size, text in zip(multipliers[1:], said, strict=True) if size]
    listed = ", ".join(f"{text} (times {size})" for size, text in used)
    told = f"Suppose the contrary, {contrary} (times {multipliers[0]}). "
    told += f"Instances of {property_id} of the binary measure M say: {listed}. "
    return (f"{told}The sum of these is a contradiction.",)


def _words(text: str) -> str:
    """`M(TP', ...)` for `value(TP2, ...)`."""
    text = _SECOND.sub(r"\1'", _VALUE.sub("M(", text)).replace("==", "=")
    return re.sub(r"\b1\*(?=[ME]\()", "", text).replace("+ -1*", "- ").replace("+ -", "- ")
