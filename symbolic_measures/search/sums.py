"""Facts about classes that make a statement for every m provable.

Facts come from a short list, and from the person who asks; those that hold in every class are taken
in, in their order.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain, permutations, product
from random import Random

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import failing
from symbolic_measures.meaning.class_sums import OWN, Fact, Frame, as_tree, is_rational
from symbolic_measures.meaning.every_m import Facts
from symbolic_measures.meaning.every_positive import elsewhere
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import LETTERS, MANY, SIZE, A, B, C, sums_of, total
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_points
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
from symbolic_measures.search.tactics.formulas import MANY_CELLS, prove_goal

#: Terms that are >= 0 in every class.
CANDIDATES: tuple[Formula, ...] = (
    A - C, B - C, A * (SIZE - A), A * (SIZE - B), (A - B) ** 2, B * (SIZE - B),
)  # fmt: skip
#: Together they say that a covariance is at most each of its variances.
COVARIANCE: tuple[Formula, ...] = (SIZE * (A - C) - A * (A - B), SIZE * (B - C) - B * (B - A))
#: (a - b)^2 + a*(n - a), and with b for a: sum(a*b) is n^2 only where sum(b^2), and sum(a^2), are.
SAME: tuple[Formula, ...] = (
    A * SIZE - A * B * 2 + B**2, B * SIZE - A * B * 2 + A**2,
)  # fmt: skip
#: How far below 0 a covariance may be: not below the negative of each variance.
BELOW: tuple[Formula, ...] = (
    SIZE * C - A * B + A * (SIZE - A), SIZE * C - A * B + B * (SIZE - B),
)  # fmt: skip
#: No more right elements than true ones, or predicted ones; how far sizes are from their mean.
SQUARES: tuple[Formula, ...] = (A * B - C * C, (MANY * (A + B) - SIZE * 2) ** 2)
#: A covariance lies between the variances and their negatives, which are no less than 0.
BOTH: tuple[Formula, ...] = (
    *BELOW, *COVARIANCE, A * (SIZE - A), A * (SIZE - B), B * (SIZE - B),
)  # fmt: skip
#: From c >= a + b - n, and the mean of a and b.
TOGETHER: tuple[Formula, ...] = (
    B - C, A * (SIZE - B), SIZE * (A + B) + SIZE * C * 2 - A * B * 4,
)  # fmt: skip
#: Only classes that are there have elements: with m = 2 those that are not named have none.
ROOM: tuple[Formula, ...] = (A - C, SIZE * (SIZE * 2 - A - B))
#: A sum of squares is at most the square of the sum: so of a + b over the classes not named.
TOTALS: tuple[Formula, ...] = ((A + B) * (total(A + B) - (A + B)), A - C, B - C)
#: Bounds on the term of a sum that are tried.
BOUNDS = (1, Fraction(1, 2))
#: Steps for a fact, and for the statement: at first, then, and at last.
SHORT, ROUNDS = MILLION // 7, (MILLION // 2, 3 * MILLION // 2, 4 * MILLION)
#: Steps for all facts together.
ALL_FACTS = 5 * MILLION // 2
#: Steps with the facts that a statement like it was proved with.
LIKELY = 2 * MILLION
#: Cells at which a fact is looked at before it is tried, and a number of classes.
AT, MANY_AT = (fmpq(1, 8), 2), 3
#: So many points of several classes are drawn, with such cells (and numbers of classes) and sums.
DRAWN = 200
CELLS = tuple(map(fmpq, (0, 0, 0, 1, 1, 2, 3)))
SUMS = {
    "real": (fmpq(-3), fmpq(-1), fmpq(-1, 2), *CELLS[2:4], fmpq(1, 2), fmpq(2)),
    "nonnegative": (*CELLS[:2], fmpq(1, 2), *CELLS[3:]),
    "positive": (fmpq(1, 2), *CELLS[3:]),
}
#: A proof with fewer facts may cost so many times what was spent on the one that was found.
AS_MUCH = 2


def prove_for_all(
    make: Callable[[], Frame],
    spoken: tuple[Formula, ...],
    state: Callable[[Frame], Goal],
    given: tuple[Fact, ...],
    effort: Effort,
    likely: tuple[Fact, ...] = (),
) -> tuple[Facts, Step] | None:
    """A proof of the statement, with the facts that were taken in for it.

    `make` gives a new frame, in which the sums of the statement have their names; `likely` are
    facts that a statement like it was proved with.  What ran out of steps is tried again with more;
    what failed with steps left would fail again.
    """
    failed: list[Facts] = []
    for facts, steps in _attempts(make, spoken, given, effort.share(ALL_FACTS), likely):
        if facts in failed:
            continue
        frame = make()
        for fact, _ in facts:
            frame.take(fact)
        before = effort.spent
        step = _tried(state(frame), steps, effort)
        spent = effort.spent - before
        if step is not None and spent > ROUNDS[0]:  # with fewer it would take longer still
            return facts, step
        if step is not None:
            enough = min(ROUNDS[0], AS_MUCH * spent)
            return _without(make, facts, state, effort, step, enough)
        if spent < steps:
            failed.append(facts)
    return None


def _attempts(
    make: Callable[[], Frame],
    spoken: tuple[Formula, ...],
    given: tuple[Fact, ...],
    effort: Effort,
    likely: tuple[Fact, ...],
) -> Iterator[tuple[Facts, int]]:
    """Facts that are shown, and the steps for a proof with them."""
    about = _about(make(), tuple(fact.term for fact in likely))
    if likely and (known := _shown(make, spoken, about, effort)):
        yield known, LIKELY
    kept: list[Facts] = []
    for facts in _sets(make, spoken, given, effort):
        kept.append(facts)
        yield facts, ROUNDS[0]
    yield from ((facts, steps) for steps in ROUNDS[1:] for facts in kept)


def _sets(
    make: Callable[[], Frame], spoken: tuple[Formula, ...], given: tuple[Fact, ...], effort: Effort
) -> Iterator[Facts]:
    """The facts that are given, and the same with more that are shown once they are asked for."""
    own = _shown(make, spoken, given, effort)
    yield own
    bodies = [node.args[0] for tree in spoken for node in sums_of(tree)]
    own_terms = [t for t in dict.fromkeys((*make().terms, *bodies)) if "/" in t.ops]
    bounds = [formula(bound) - term for term in own_terms for bound in BOUNDS]
    bounds += [term - 1 for term in own_terms if term in bodies]
    bounds += [t for t in own_terms if t in bodies or not set(t.symbols()) <= set(LETTERS)]
    for body in bodies:
        bounds += [A - body, body, formula(1) - body] if "/" in body.ops else []
    own_bound = tuple(formula(1) - body for body in bodies if "/" in body.ops and make().named)
    first = (_with_cases(bodies), COVARIANCE, own_bound, tuple(bounds), ROOM, TOTALS, SAME)
    known = ((*CANDIDATES, *bounds), TOGETHER, BELOW, tuple(_tangents(bodies)))
    last = (SQUARES, BOTH, (A - C,), tuple(_shares(bodies)))
    own_cases = tuple(Fact(term, "==") for term in _without_cases(bodies))
    about = (_about(make(), terms) for terms in (*first, *known, *last))
    linked = () if make().named else tuple(Fact(term, ">=") for term in _together(bodies))
    for facts in chain((own_cases,), about, (linked,)):
        found = _shown(make, spoken, facts, effort)
        if found:
            yield (*own, *found)


def _with_cases(bodies: list[Formula]) -> tuple[Formula, ...]:
    """Terms with cases, and what one is less than another one."""
    own = [body for body in dict.fromkeys(bodies) if "ifzero" in body.ops]
    return (*own, *(other - one for one, other in permutations(own, 2)))


def _without_cases(bodies: list[Formula]) -> Iterator[Formula]:
    """Terms with cases less what they are elsewhere, where that has a value in each class."""
    for body in dict.fromkeys(bodies):
        plain = shortest(elsewhere(body)) if "ifzero" in body.ops else body
        if plain != body and "/" not in plain.ops:
            yield body - plain


def _shares(bodies: list[Formula]) -> Iterator[Formula]:
    """A fraction is at least its numerator, without the right ones, over n, or at most a/n."""
    for body in (node for node in dict.fromkeys(bodies) if node.op == "/"):
        if "c" in body.args[0].symbols():
            yield body - body.args[0].at(c=formula(0)) / SIZE
        yield A / SIZE - body


def _together(bodies: list[Formula]) -> Iterator[Formula]:
    """c/a is at most n*sum(c/b)/a: where the sum of c/b is 0, that of c/a is.

    (Times n, so that no sum is written by the other one.)
    """
    fractions = [body for body in dict.fromkeys(bodies) if body.op == "/" and body.args[0] == C]
    for one, other in permutations(fractions, 2):
        yield SIZE * (SIZE * total(other) / one.args[1] - one)


def _tangents(bodies: list[Formula]) -> Iterator[Formula]:
    """Of terms in a, b, n, m: the tangent at a = b = n/m less the term, and the negative."""
    mean = SIZE / MANY
    for body in dict.fromkeys(bodies):
        own = set(body.symbols()) <= {"a", "b", "n", "m"}
        if "/" not in body.ops or "ifzero" in body.ops or not own:
            continue
        line = body.at(a=mean, b=mean)
        for letter in (A, B):
            by = derivative(body, {str(letter): 1})
            line = line if by is None else line + by.at(a=mean, b=mean) * (letter - mean)
        line = shortest(line)
        yield from (line - body, body - line)


def shortest(tree: Formula) -> Formula:
    """The same in lowest terms, where it has a value; or as it is."""
    names = tuple(Variable(name, "positive") for name in tree.symbols())
    read = reader(Goal(names, (), Atom(tree, "defined")))
    try:
        top, bottom = read.ratio(tree)
    except RuleError:
        return tree
    if not is_rational(read):
        return tree
    above = as_tree(read, top)
    return above if bottom.is_one() else above / as_tree(read, bottom)


def _without(
    make: Callable[[], Frame],
    facts: Facts,
    state: Callable[[Frame], Goal],
    effort: Effort,
    step: Step,
    steps: int,
) -> tuple[Facts, Step]:
    """The same with as few facts as will do, as far as the steps go; so many for each attempt."""
    with suppress(OutOfStepsError):
        for one in facts:
            fewer = tuple(other for other in facts if other != one)
            frame = make()
            for fact, _ in fewer:
                frame.take(fact)
            found = _tried(state(frame), steps, effort)
            if found is not None:
                facts, step = fewer, found
    return facts, step


def _tried(goal: Goal, steps: int, effort: Effort) -> Step | None:
    effort.tick()
    if len(goal.variables) > MANY_CELLS and _fails_somewhere(goal, effort):
        return None
    try:
        return prove_goal(goal, effort.share(steps))
    except OutOfStepsError:
        return None


def _about(frame: Frame, candidates: tuple[Formula, ...]) -> tuple[Fact, ...]:
    """Candidates that speak of sums which are there already."""
    found = []
    for term in candidates:
        before = len(frame.terms)
        frame.of_fact(term)
        if len(frame.terms) == before:
            found.append(Fact(term, ">="))
        frame.terms = dict(list(frame.terms.items())[:before])
    return tuple(found)


def _shown(
    make: Callable[[], Frame],
    spoken: tuple[Formula, ...],
    facts: tuple[Fact, ...],
    effort: Effort,
) -> Facts:
    """The facts that are proved to hold in every class."""
    found = []
    with suppress(OutOfStepsError):  # the steps for facts are used up: it goes on with these
        for fact in facts:
            goal = make().shown(fact, spoken)
            step = None if _is_seen_to_fail(goal, effort) else _tried(goal, SHORT, effort)
            if step is not None:
                found.append((fact, step))
    return tuple(found)


def _fails_somewhere(goal: Goal, effort: Effort) -> bool:
    """Whether it fails at some small cells and sums, of which no more is known than its facts."""
    chance, fails = Random(11), failing(goal)
    choices = {v.name: SUMS.get(v.sort, CELLS) for v in goal.variables}
    effort.tick(of_points(goal, DRAWN))
    drawn = ({name: chance.choice(own) for name, own in choices.items()} for _ in range(DRAWN))
    return any(fails(point) is True for point in drawn)


def _is_seen_to_fail(goal: Goal, effort: Effort) -> bool:
    """Whether it fails where each cell is small or large; cells need not be whole numbers."""
    atoms = (*goal.hypotheses, goal.conclusion)
    names = sorted({name for atom in atoms for name in atom.expr.symbols()})
    if not set(names) <= {*OWN, "m"}:
        return False
    effort.tick(of_points(goal, len(AT) ** len(OWN)))
    fails, sizes = failing(goal), product(*((MANY_AT,) if x == "m" else AT for x in names))
    return any(fails(dict(zip(names, map(fmpq, own), strict=True))) is True for own in sizes)
