"""Where a measure of any number of classes is undefined: guessed from its denominators, and held
against small matrices of two and three classes.

Nothing here is trusted: `meaning.every_undefined` says what must be proved of a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError, factors
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import Point, holds
from symbolic_measures.meaning.class_sums import Frame, as_tree, is_rational
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.nouns.confusion import cell_names, compositions, summed
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import sums_of

#: Numbers of classes, and of elements, of the matrices; the most conditions together.
SMALL = ((2, 3), (3, 2))
MOST = 4
Letters = dict[str, Formula]


def undefined_for_every_m(subject: EveryClasses) -> Iterator[dict[str, list[str]]]:
    """Undefined sets that fit what is seen, the shortest first."""
    terms = [term for term in _terms(subject) if {"a", "b", "c"} & set(term.symbols())]
    sums = list(_sums(subject))
    goal = Goal(subject.measure.variables, subject.measure.conditions, Atom(formula(0), "=="))
    point = next(iter(parameter_points(goal)), {})
    seen = [
        (
            holds(Atom(subject.at(m).formula, "defined"), {**point, **_cells(cells, m)}),
            [any(_is_zero(term.at(**own), point, m) for own in _classes(cells, m))
             for term in terms],
            [_is_zero(_added(tree, _classes(cells, m)), point, m) for tree in sums],
        )
        for m, most in SMALL for n in range(1, most + 1) for cells in compositions(n, m * m)
    ]  # fmt: skip
    places = [(True, place) for place in range(len(terms))]
    places += [(False, place) for place in range(len(sums))]
    places = [
        (of_class, place) for of_class, place in places
        if any((own if of_class else whole)[place] for _, own, whole in seen)
    ]  # fmt: skip
    for chosen in chain.from_iterable(combinations(places, k) for k in range(MOST + 1)):
        told = (
            any((own if of_class else whole)[place] for of_class, place in chosen) is not defined
            for defined, own, whole in seen
        )
        if all(told):
            yield {
                "classes": [_text(terms[place]) for of_class, place in chosen if of_class],
                "sums": [_text(sums[place]) for of_class, place in chosen if not of_class],
            }


def _text(tree: Formula) -> str:
    return str(tree).replace("+ -", "- ")


def _divided(tree: Formula) -> Iterator[Formula]:
    """What must not be 0, as far as it is plain: denominators, and what is below a root."""
    for node in tree.walk():
        if node.op in ("/", "sqrt"):
            yield node.args[1] if node.op == "/" else node.args[0]


def _factors(tree: Formula) -> Iterator[Formula]:
    """The factors of what is above the line."""
    names = tuple(Variable(name, "real") for name in tree.symbols())
    read = reader(Goal(names, (), Atom(tree, "defined")))
    try:
        top, _ = read.ratio(tree)
    except RuleError:
        return
    if is_rational(read):
        for piece, _ in factors(top)[1]:
            yield as_tree(read, piece)


def _terms(subject: EveryClasses) -> Iterable[Formula]:
    bodies = [node.args[0] for node in sums_of(subject.tree)]
    return dict.fromkeys(f for body in bodies for part in _divided(body) for f in _factors(part))


def _sums(subject: EveryClasses) -> Iterable[Formula]:
    """Factors of what stands outside of sums, in sums of terms that are no fractions."""
    frame = Frame()
    swap = {node: frame.normal(node) for node in sums_of(subject.tree)}
    names = {name: Formula("sum", term) for term, name in frame.terms.items()}
    outside = [part.replace(swap) for part in _outer(subject.tree)]
    found = dict.fromkeys(f.at(**names) for part in outside for f in _factors(part))
    return [tree for tree in found if sums_of(tree) and "/" not in tree.ops]


def _outer(tree: Formula) -> Iterator[Formula]:
    """What must not be 0, outside of sums."""
    inner = {part for node in sums_of(tree) for part in node.args[0].walk()}
    return (part for part in _divided(tree) if part not in inner)


def _cells(cells: tuple[int, ...], m: int) -> Point:
    return dict(zip(cell_names(m), map(fmpq, cells), strict=True))


def _classes(cells: tuple[int, ...], m: int) -> list[Letters]:
    """The letters of each class."""
    return [
        {"a": formula(sum(cells[i * m : i * m + m])), "b": formula(sum(cells[i::m])),
         "c": formula(cells[i * m + i]), "n": formula(sum(cells))}
        for i in range(m)
    ]  # fmt: skip


def _added(tree: Formula, classes: list[Letters]) -> Formula:
    swap = {node: summed(node.args[0].at(**own) for own in classes) for node in sums_of(tree)}
    return tree.replace(swap).at(n=classes[0]["n"])


def _is_zero(tree: Formula, point: Point, m: int) -> bool:
    return holds(Atom(tree, "=="), {**point, "m": fmpq(m)}) is True
