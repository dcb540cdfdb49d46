"""The simplest condition on parameters that fits what was found at samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from symbolic_measures.meaning.conditions import ALWAYS, Clause, Condition
from symbolic_measures.meaning.region_proofs import Sample
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.search.boundaries import Boundary


def learnt(
    samples: Sequence[Sample],
    bounds: Sequence[Boundary],
    names: tuple[str, ...],
    wanted: bool,
    doubtful: bool,
) -> Condition | None:
    """The simplest union of clauses that fits the samples, undecided ones taken as told."""
    truths = [doubtful if sample.holds is None else sample.holds for sample in samples]
    decided = samples
    goal = _mask(truth is wanted for truth in truths)
    never = _mask(truth is not wanted for truth in truths)
    if not decided:
        return None
    if not goal:
        return Condition(())
    if not never:
        return Condition((Clause(ALWAYS, ()),))
    atoms = list(_atoms(bounds, names, equal=wanted))
    parsed = (Clause.parse(text, names) for text, _, _ in atoms)
    masks = [_mask(clause.admits(s.point) for s in decided) for clause in parsed]
    choices = []
    for count in (1, 2, 3):
        for chosen in combinations(range(len(atoms)), count):
            mask = -1
            for place in chosen:
                mask &= masks[place]
            if mask & goal and not mask & never:
                choices.append((mask & goal, count, chosen))
        covered = 0
        for mask, _, _ in choices:
            covered |= mask
        if covered == goal or count * len(atoms) > 120:
            break
    clauses = []
    while goal:
        best = max(choices, key=lambda c: ((c[0] & goal).bit_count(), -c[1]), default=None)
        if best is None or not best[0] & goal:
            return None
        goal &= ~best[0]
        clauses.append(_clause([atoms[place] for place in best[2]], names))
    return Condition(tuple(clauses))


def _atoms(
    bounds: Sequence[Boundary], names: tuple[str, ...], equal: bool
) -> Iterator[tuple[str, str, Boundary]]:
    """Relations (text, relation, boundary) among which conditions are looked for."""
    relations = (">=", ">", "<=", "<", *(("==", "!=") if equal else ("==",)))
    for bound in bounds:
        solved = bound.solved()
        left, right = (symbol(names[0]), solved[0]) if solved else bound.sides
        for relation in relations:
            yield f"{left} {relation} {right}", relation, bound


def _clause(atoms: list[tuple[str, str, Boundary]], names: tuple[str, ...]) -> Clause:
    """Two bounds on the parameter are written in one relation."""
    texts = [text for text, _, _ in atoms]
    if len(atoms) == 2 and all(bound.solved() for _, _, bound in atoms):
        low = next((t for t, r, _ in atoms if r in (">", ">=")), None)
        high = next((t for t, r, _ in atoms if r in ("<", "<=")), None)
        if low and high:
            _, relation, value = low.split(" ", 2)
            texts = [f"{value} {relation.replace('>', '<')} {high}"]
    return Clause.parse(" and ".join(texts), names)


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << place for place, bit in enumerate(bits) if bit)
