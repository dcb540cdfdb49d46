"""Why an average keeps a property for every number of classes, or which measure shows the contrary.

Each part of a proof is a sum of instances of the binary property, with multipliers.

Invariant: an instance is the atom that its proofs let it say; a part is called their sum only where
the coefficients of all values agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from symbolic_measures.meaning import averaging_parts
from symbolic_measures.meaning.averaging import EXPECTED
from symbolic_measures.meaning.averaging_parts import PARTS, E, S, U, parts
from symbolic_measures.meaning.averaging_proofs import PartProof, Use, constraint, instance
from symbolic_measures.meaning.instances import VALUE
from symbolic_measures.meaning.kept import Kept
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.counterexamples import against
from symbolic_measures.report.evidence import UNTOLD, Evidence, Evidences
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, equation

SECOND = symbol("s2")
_SEE = re.compile(r"See `(\w+)`")
_INDEXED = re.compile(r"\b([a-z]_[a-z0-9](?:[*/][a-z](?:_[a-z0-9])?)*)\b")
#: The parts speak of u = m - 3; s2 is the s of a second matrix.
CLASSES = {
    SECOND: symbol("s'"),
    U + 3: symbol("m"),
    U + 2: symbol("m") - 1,
    U + 1: symbol("m") - 2,
    U: symbol("m") - 3,
}


def of_average(kept: Kept | None) -> Evidences:
    """One evidence for each part, or the counterexample; () if it is open."""
    if kept is None:
        return ()
    if kept.example is not None:
        told = against(kept.example.reading, kept.example.fails)
        return (Evidence(("counterexample",), (), (Line(told),)),)
    if not kept.proof:
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
    words = " ".join(told.split())
    about: Prose = ("TP, FN, FP, TN are the cells of one class against the rest. ",)
    if kept.averaging == "micro":
        whole = Cells(CELLS, (S, E, E, _typed((U + 1) * (S + E) + S)))
        about = (
            "Of m classes, with ", symbol("s"), " correctly classified elements and ", symbol("e"),
            " errors, the sum of the matrices of each class against the rest is ", whole, ". ",
        )  # fmt: skip
    stated = parts(kept.averaging, kept.property, kept.where)
    if any(str(SECOND) == v.name for part in stated for v in part.variables):
        about += (CLASSES[SECOND], " is the number of elements of a second matrix, which has no "
                  "errors. ")  # fmt: skip
    if any(EXPECTED in part.conclusion.expr.ops for part in stated):
        sizes = Formula("E", *map(symbol, ("P", "N", "Phat", "Nhat")))
        about += (sizes, " is the expectation of M over random predictions of these sizes. ")
    line = Line((*about, *_with_formulas(words)))
    return Evidence(("why these parts are enough",), (), (line,)) if words else None


def _with_formulas(words: str) -> Prose:
    """Words with a_l/n and the like as formulas."""
    told: list[Piece] = []
    for place, piece in enumerate(_INDEXED.split(words)):
        told.append(tree_of_text(piece) if place % 2 else piece)
    return tuple(told)


def _part(kept: Kept, part: Goal, proof: PartProof) -> Evidence:
    said, proofs, lines = [], [], [Line(("To show:",), _shown(part.conclusion))]
    try:
        for use, steps in zip(proof.uses, proof.steps, strict=True):
            atom, goals = instance(part, kept.property, kept.where, use)
            said.append(atom)
            proofs += list(zip(goals, steps, strict=True))
        lines += _sum(kept.property, part, said, proof.sums[0])
        lines += [Line(told) for use in proof.uses if (told := _counted(use))]
        lines += _asked(part, proofs)
    except Exception as error:
        lines.append(Line((f"{UNTOLD} ({type(error).__name__})",)))
    given: list[Piece] = []
    for condition in conditions(part.hypotheses):
        given += [", " if given else "Where ", _condition(condition)]
    return Evidence((part.label,), (*given, ".") if given else (), tuple(lines), tuple(proofs))


def _asked(part: Goal, proofs: Sequence[tuple[Goal, object]]) -> list[Line]:
    """What the steps show, and their letters that stand for others here."""
    if not proofs:
        return []
    names = {variable.name for variable in part.variables}
    letters: list[Piece] = []
    for name, tree in ((U, CLASSES[U]), (SECOND, CLASSES[SECOND])):
        if str(name) in names:
            letters += [" and " if letters else "; in them ", name, " stands for ", tree]
    return [
        Line(
            (
                "The steps show that the property speaks of these matrices: no cell is negative, "
                "they are not empty, and what it supposes of them holds",
                *letters,
                ".",
            )
        )
    ]


def _sum(
    property_id: str, part: Goal, said: Sequence[Atom], multipliers: Sequence[Fraction]
) -> list[Line]:
    """The instances, each with its multiplier, of which the part is the sum."""
    whole = constraint(part, part.conclusion).coefficients
    if not whole:
        return [Line(("Both sides are the same value.",))]
    sizes = [abs(size / multipliers[0]) for size in multipliers[1:]]
    used = [(size, atom) for size, atom in zip(sizes, said, strict=True) if size]
    total: dict[str, Fraction] = {}
    for size, atom in used:
        for name, number in constraint(part, atom).coefficients.items():
            total[name] = total.get(name, Fraction(0)) + size * number
    total = {name: number for name, number in total.items() if number}
    if total not in (whole, {name: -number for name, number in whole.items()}):
        raise ValueError("the instances have another sum")
    of = f"of {property_id}, which the binary measure M satisfies"
    if [(size, _shown(atom)) for size, atom in used] == [(Fraction(1), _shown(part.conclusion))]:
        return [Line((f"This is an instance {of}.",))]
    many = "This is the sum of instances" if len(used) > 1 else "It follows from an instance"
    head, lines = f"{many} {of}", []
    for place, (size, atom) in enumerate(used):
        times = f" ({size} times)" if size != 1 else ""
        lines.append(Line((f"{head if not place else 'and'}{times}:",), _shown(atom)))
    return lines


def _counted(use: Use) -> Prose:
    """Which three labelings an instance of the triangle inequality is about; () for none."""
    given = {name: tree_of_text(text) for name, text in use.at if name.startswith("x_")}
    told: list[Piece] = []
    for name, tree in given.items():
        if tree != symbol(name):
            told += [", " if told else "", equation(symbol(name), "=", _typed(tree))]
    if not told:
        return ()
    return ("It is that of three labelings of two classes, with so many elements ",
            symbol("x_abc"), " in class a of the first, b of the second and c of the third: ",
            *told, ".")  # fmt: skip


def _condition(given: Equation) -> Equation:
    """x >= y for x - y >= 0."""
    first, *rest = map(_typed, given.terms)
    if first.op == "-" and rest == [formula(0)]:
        return Equation(first.args, given.relations)
    return Equation((first, *rest), given.relations)


def _shown(atom: Atom) -> Equation:
    """Two sums of values, compared."""
    tree = _typed(atom.expr)
    if tree.op == "-":
        return Equation(tree.args, (atom.rel,))
    return equation(tree, atom.rel, 0)


def _typed(tree: Formula) -> Formula:
    """M at its cells, E at the sizes, m for u + 3."""
    if tree.op in (VALUE, EXPECTED):
        return Formula("M" if tree.op == VALUE else "E", *map(_typed, tree.args))
    if not any(node.op in (VALUE, EXPECTED) for node in tree.walk()):
        return with_margins(tree.replace(CLASSES))
    return Formula(tree.op, *map(_typed, tree.args))
