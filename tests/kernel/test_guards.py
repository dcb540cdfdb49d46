"""Every guard of the kernel is tried: without it, a forgery is accepted, or a reason is given."""

from __future__ import annotations

import pytest
from forged_formulas import FORGERIES as OF_FORMULAS
from forged_polynomials import FORGERIES as OF_POLYNOMIALS
from forged_vectors import FORGERIES as OF_VECTORS
from forged_verdicts import FORGERIES as OF_VERDICTS
from forged_verdicts import ForgedVerdict
from forgery import Forgery
from guards import LISTED, ROOT, guards

from mutants.__main__ import TESTS
from mutants.operators import Mutant
from mutants.report import ROOMS
from mutants.swap import swapped

FORGERIES = (*OF_FORMULAS, *OF_VECTORS, *OF_POLYNOMIALS, *OF_VERDICTS)
GUARDS = list(guards())


def _speaks_of(forgery: Forgery | ForgedVerdict, words: str) -> bool:
    """Whether the forgery names this guard: all but the values in its words are the guard's."""
    own, named = words.split(), forgery.guard.split()
    return own[0] == "raise" or sum(word in own for word in named) * 2 >= len(named)


@pytest.mark.parametrize(
    ("function", "words", "mutant"), GUARDS, ids=[f"{name}: {words}" for name, words, _ in GUARDS]
)
def test_a_forgery_needs_the_guard(function: str, words: str, mutant: Mutant) -> None:
    """The kernel without the guard takes a forgery that the kernel refuses."""
    if LISTED.get((function, words)) == "limit":
        return  # what it keeps small would be tried
    named = [forgery for forgery in FORGERIES if _speaks_of(forgery, words)]
    with swapped(mutant):
        taken = any(_accepted(forgery) for forgery in named)
    assert taken != ((function, words) in LISTED)


def _accepted(forgery: Forgery | ForgedVerdict) -> bool:
    """Whether it passes; without a guard the interpreter may stop where a line was refused."""
    try:
        return forgery.accepted()
    except (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError):
        return False


def test_every_listed_guard_is_there() -> None:
    assert set(LISTED) <= {(function, words) for function, words, _ in GUARDS}
    kinds = {reason.split(":")[0] for reason in LISTED.values()}
    assert kinds == {"input", "form", "limit", "twice"}


def test_most_guards_have_a_forgery() -> None:
    """So that the list does not become the rule."""
    assert len(LISTED) < len(GUARDS) / 2


def test_the_kernel_is_whole_again() -> None:
    """What was swapped is put back: no forgery passes."""
    assert not any(map(_accepted, FORGERIES))


def test_mutants_name_what_is_there() -> None:
    """The rooms that are broken, and the tests that are meant for them."""
    assert set(TESTS) == set(ROOMS)
    assert all((ROOT / name).exists() for names in TESTS.values() for name in names)
    assert all(list(ROOT.glob(pattern)) for patterns in ROOMS.values() for pattern in patterns)
