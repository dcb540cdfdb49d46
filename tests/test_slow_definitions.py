"""The numbers of the slow definitions: sums of roots are those of their decimals."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from mpmath import mpf
from mpmath import sqrt as real_root
from slow_definitions import TINY, Roots, divided, minus, plain, real, rooted, sign, times

SQUAREFREE = (1, 2, 3, 5, 6, 10, 15, 21, 30, 77, 1_000_003 * 999_983)


@pytest.mark.parametrize("seed", range(20))
def test_quotients_of_sums_of_roots(seed: int) -> None:
    chance = Random(seed)
    ds = chance.sample(SQUAREFREE, 3)
    value = plain(Roots({d: Fraction(chance.randint(1, 9), chance.randint(1, 9)) for d in ds}))
    inverse = divided(Fraction(1), value)
    assert times(value, inverse) == 1
    assert abs(real(value) * real(inverse) - 1) < TINY


@pytest.mark.parametrize("text", ["50/27", f"{10**40}/9", f"{2 * 10**39 + 1}"])
def test_roots(text: str) -> None:
    number = Fraction(text)
    root = rooted(number)
    assert abs(real(root) - real_root(mpf(number.numerator) / number.denominator)) < TINY
    assert sign(minus(times(root, root), number)) == 0
