"""What a search among polynomials may still spend, and a move in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reach:
    """What may still be spent below this point; `zeros` allows x = 0 or x > 0 as a first idea,
    `facts` to use a factor of a hypothesis; with `layers`, what is linear in a variable is taken
    apart; `nodes` is how many sequents are looked at, in polynomials of at least so many `names`
    and at most so many `terms`."""

    orders: int = 0
    sums: int = 0
    cases: int = 4
    factors: int = 4
    zeros: bool = True
    facts: int = 1
    layers: bool = False
    split: frozenset[str] = frozenset()
    nodes: int = 4_000
    names: int = 0
    terms: int = 10**9


#: Tried one after the other: each is cheap where it works.
REACHES = (
    Reach(),
    Reach(orders=4, sums=2, zeros=False, nodes=40, names=12, terms=1_000),
    Reach(orders=4, zeros=False),
    Reach(sums=1),
    Reach(orders=3, sums=1),
    Reach(orders=8, sums=2),
    Reach(orders=8, sums=2, layers=True, nodes=300),
)

Move = tuple[str, dict[str, Any], Reach]


def less(reach: Reach, **changes: Any) -> Reach:
    values = {**reach.__dict__, **changes}
    return Reach(**values)
