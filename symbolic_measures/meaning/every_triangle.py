"""The triangle inequality for labelings A, B, C of the same elements, for every number of classes.

It is stated of measures that depend on n, m, the number of right elements, and the sums over
classes of a*b, a^2 and b^2.  For two labelings X and Y let S_XY be the number of elements that
agree, and G_XY = n*S_XY - (the sum over classes of x*y); S_XX = n.  So what is said of A, B and C
is said of n, m, S_AB, S_BC, S_AC and the six numbers G.

The S are sums of five counts: how many elements agree in all of A, B, C, in two of them, in none.
The G are sums, too.  For a class i and two elements s and t let d_X be 1 if s alone is in the class
i of X, -1 if t alone is, else 0.  The sum of d_X*d_Y over all i and all ordered pairs (s, t) is
2*n*S_XY - 2*(the sum of x*y), that is 2*G_XY; so G_XY is the sum over all i and all pairs {s, t}.
(d_A, d_B, d_C) is, up to its sign, one of the 13 triples of `DIFFERENCES`, or 0.  With k_v the
number of (i, {s, t}) of the triple v, G_XY is the sum of k_v*v_X*v_Y.

Of a measure with cases that n^2 is the sum of x*y may be one.  Then it is said, too, that the sum
of (x - y)^2 is not negative: of these counts alone it might be.

Invariant: labelings of m classes are among what the part speaks of.  That it speaks of more, for
the counts need not belong together, loses nothing: it is proved for more than is asked.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from symbolic_measures.meaning.class_sums import Frame
from symbolic_measures.meaning.every_class import IDENTITY, EveryClasses, Part, somewhere, written
from symbolic_measures.meaning.property import at_least_one
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import A, B, C

#: How many elements agree in which of the labelings A, B, C: in all, A = B, A = C, B = C, in none.
AGREE = tuple(symbol(name) for name in ("part1", "part2", "part3", "part4", "part5"))
#: The same, where there are cases: `part1` and so on are names that a proof may give.
APART = tuple(symbol(f"agree{number}") for number in range(1, len(AGREE) + 1))
#: (d_A, d_B, d_C), the first that is not 0 positive.
DIFFERENCES = tuple(
    triple for triple in product((1, 0, -1), repeat=3) if any(triple) and triple > (0, 0, 0)
)
#: k_v: of how many classes and pairs of elements these are the differences.
PAIRS = tuple(symbol(f"pair{number}") for number in range(1, len(DIFFERENCES) + 1))
#: The labelings that are compared: (A, B), (B, C), (A, C).
COMPARED = ((0, 1), (1, 2), (0, 2))


def triangle(subject: EveryClasses, top: Formula) -> Part:
    """c - M(A, C) <= (c - M(A, B)) + (c - M(B, C)), c the value `top` of diagonal matrices."""
    frame = Frame()
    plain = frame.normal(subject.tree)
    if set(frame.terms) - {C, A * B, A**2, B**2}:
        raise FormulaError("the triangle inequality is stated for every m of measures that depend "
                           "on n, the number of right elements, and the sums of a*b, a^2 and b^2 "
                           "alone")  # fmt: skip
    named = {name: term for term, name in frame.terms.items()}
    places = [{name: _sum(term, *pair) for name, term in named.items()} for pair in COMPARED]
    scores = [subject.score(plain.at(**place).at(n=SIZE)) for place in places]
    spreads = [_spread(*pair) for pair in COMPARED if "ifzero" in plain.ops]
    agree = APART if spreads else AGREE
    size, *trees = (tree.at(**dict(zip(map(str, AGREE), agree, strict=True)))
                    for tree in (SIZE, *scores, *spreads))  # fmt: skip
    one, other, last = trees[:3]
    gap = subject.score(top) - ((one + other) - last)
    speaks = {name for tree in (gap, *trees) for name in tree.symbols()}
    counts = tuple(
        Variable(str(name), "natural") for name in (*agree, *PAIRS) if str(name) in speaks
    )

    def state(frame: Frame) -> Goal:
        goal = frame.goal((one, other, last), Atom(gap, ">="))
        variables = tuple(v for v in goal.variables if v.name != "n")
        given = (Atom(atom.expr.at(n=size), atom.rel) for atom in goal.hypotheses)
        known = (*given, *at_least_one(size), *(Atom(spread, ">=") for spread in trees[3:]))
        return replace(goal, variables=variables, hypotheses=known, label="the triangle inequality")

    def make() -> Frame:
        own = (*subject.measure.variables, *counts)
        return Frame(0, own, subject.measure.conditions, least=subject.least)

    sample = somewhere(subject, written(subject.tree, IDENTITY))
    return Part("the triangle inequality", make, (), state, sample)


#: n.
SIZE = summed(AGREE)


def _sum(term: Formula, one: int, other: int) -> Formula:
    """The sum of c, a*b, a^2 or b^2 over all classes, for the labelings one (true) and other."""
    if term == C:
        return agreeing(one, other)
    pair = (one, other) if term == A * B else (one, one) if term == A**2 else (other, other)
    return SIZE * agreeing(*pair) - covered(*pair)


def _spread(one: int, other: int) -> Formula:
    """The sum of (x - y)^2."""
    squares = _sum(A**2, one, other) + _sum(B**2, one, other)
    return squares - _sum(A * B, one, other) * 2


def agreeing(one: int, other: int) -> Formula:
    """S_XY: all elements agree with themselves; else those that agree in all three, or in these."""
    if one == other:
        return SIZE
    return AGREE[0] + AGREE[(None, 1, 2, 3)[one + other] or 0]


def covered(one: int, other: int) -> Formula:
    """G_XY, the sum of k_v*v_X*v_Y."""
    plus = summed(k for k, v in zip(PAIRS, DIFFERENCES, strict=True) if v[one] * v[other] > 0)
    minus = [k for k, v in zip(PAIRS, DIFFERENCES, strict=True) if v[one] * v[other] < 0]
    return plus - summed(minus) if minus else plus
