"""Forgeries of the rules on angles, chords and cosines: `triangle` and `gram`.

Those of `triangle` are about numbers, each written in its own way, so that no two are one formula.
"""

from __future__ import annotations

from dataclasses import replace

from forgery import Forgery, goal

from symbolic_measures.nouns.statement import Goal

#: 1, 0, 1/2 in three ways.
ONE = ("1", "(1+0)", "(1*1)")
ZERO = ("0", "(0+0)", "(0*1)")
HALF = ("(1/2)", "(1/2+0)", "(1*1/2)")


def _angles(form: str, shape: str, values: tuple[str, str, str], claim: str = ">=") -> Goal:
    """K - ((M1 + M2) - M3) >= 0 where `form` makes M of a cosine and `shape` the claim of M."""
    measures = [form.format(value) for value in values]
    return goal("", [], f"{shape.format(*measures)} {claim} 0")


SUM = "0 - ((({0}) + ({1})) - ({2}))"

TRIANGLE = (
    Forgery(
        "the conclusion is not K - ((M1 + M2) - M3)",
        _angles("1-acos({})", "1 - ((({0}) + ({1})) + ({2}))", ONE), "triangle",
    ),
    Forgery(
        "the conclusion is not K - ((M1 + M2) - M3)",
        _angles("-acos({})", "0 - ((({0}) - ({1})) - ({2}))", ("1", "0", "(0+0)")), "triangle",
    ),
    Forgery("the triangle inequality is weak", _angles("-acos({})", SUM, ONE, ">"), "triangle"),
    Forgery(
        "the triangle inequality is weak",
        _angles("-acos({})", SUM, ("1", "(1+0)", "1/2"), "=="), "triangle",
        words="the triangle inequality is weak",
    ),
    Forgery(
        "must be defined by hypothesis",
        _angles("-sqrt(2*(1-{}))", SUM, ("2", "(2+0)", "(2*1)")), "triangle",
    ),
    Forgery(
        "these are not negative angles or chords",
        _angles("acos({})", SUM, ("0", "(0+0)", "1")), "triangle",
    ),
    Forgery(
        "these are not negative angles or chords",
        goal("", [], "0 - ((-acos(1) + -acos(1+0)) - -sqrt(1)) >= 0"), "triangle",
    ),
    Forgery("these are not three angles or chords", _angles("-log({})", SUM, HALF), "triangle"),
    Forgery(
        "the three chords are scaled differently",
        goal("", [], "0 - ((-sqrt(1*(1-0)) + -sqrt(1*(1-(0+0)))) - -sqrt(100*(1-0*1))) >= 0"),
        "triangle",
    ),
    Forgery(
        "the three chords are scaled differently",
        goal("", [], "0 - ((-sqrt(1-0) + -sqrt(1-(0+0))) - -sqrt(100*(1-0*1))) >= 0"),
        "triangle",
    ),
    Forgery(
        "a chord is sqrt(k*(1 - X))",
        _angles("-sqrt(1/2-{})", SUM, ("(1/2)", "(1/2+0)", "(-(1/2))")), "triangle",
    ),
    Forgery(
        "a chord is sqrt(k*(1 - X))",
        _angles("-sqrt(1+{})", SUM, ("(-1)", "(-1+0)", "1")), "triangle",
    ),
)  # fmt: skip


def gram(
    cosines: tuple[str, str, str], sorts: str = "x, y: nonnegative", claim: str = ">=",
    start: str = "1", defined: bool = True,
) -> Goal:  # fmt: skip
    """start + 2*X*Y*Z - X^2 - Y^2 - Z^2 >= 0 for cosines that are defined by hypothesis."""
    x, y, z = cosines
    text = f"({start} + 2*({x}*({y})*({z}))) - (({x}*({x}) + {y}*({y})) + {z}*({z})) {claim} 0"
    return goal(sorts, [f"{one} defined" for one in cosines] if defined else [], text)


def cosine(top: str, left: str, right: str) -> str:
    """top/sqrt(left*right)"""
    return f"({top})/sqrt(({left})*({right}))"


def _vectors(sides: tuple[str, str, str], tops: tuple[str, str, str]) -> tuple[str, str, str]:
    a, b, c = sides
    return cosine(tops[0], a, b), cosine(tops[1], b, c), cosine(tops[2], a, c)


#: Three parallel vectors of length sqrt(x).
PARALLEL = _vectors(("x", "x", "x"), ("x", "x", "x"))
XXX = {"sides": ["x", "x", "x"]}
AT = {"x": 2, "y": 1}
MINOR = "are not those of vectors"

GRAM = (
    Forgery(
        "sides are three polynomials, and the conclusion is >=",
        gram(PARALLEL, claim=">"), "gram", XXX, AT,
    ),
    Forgery(
        "the cosines are defined by hypothesis",
        gram(PARALLEL, defined=False), "gram", XXX, {"x": 0, "y": 0},
    ),
    Forgery(
        "the variables are >= 0",
        gram(PARALLEL, "x: real; y: nonnegative"), "gram", XXX, {"x": -1, "y": 0},
    ),
    Forgery(
        "a cosine is written p/sqrt(q)",
        gram(("x*sqrt(x*x)", *PARALLEL[1:])), "gram", XXX, AT,
    ),
    Forgery(
        "a cosine is written p/sqrt(q)",
        gram(("x/(-(x*x))", *PARALLEL[1:])), "gram", XXX, AT,
    ),
    *(
        Forgery(
            "the radicands are not the products of the sides",
            gram((*PARALLEL[:place], "x/sqrt(1)", *PARALLEL[place + 1 :])), "gram", XXX, AT,
        )
        for place in range(3)
    ),
    # what is not there counts 0: the first and the third are at a right angle
    Forgery(
        MINOR, gram(_vectors(("x", "x", "y"), ("x", "x", "0*y"))), "gram",
        {"sides": ["x", "x", "y"]}, AT,
    ),
    Forgery(
        "the cosines are defined by hypothesis",
        replace(
            gram(PARALLEL),
            hypotheses=tuple(replace(a, rel="undefined") for a in gram(PARALLEL).hypotheses),
        ),
        "gram", XXX, {"x": 0, "y": 0},
    ),
    # all three sides negative, the products of two positive
    Forgery(
        MINOR, gram(_vectors(("-x", "-x", "-x"), ("x", "x", "-x"))), "gram",
        {"sides": ["-x", "-x", "-x"]}, AT,
    ),
    # one diagonal entry negative in one monomial
    *(
        Forgery(
            MINOR,
            gram(_vectors(sides, tops)), "gram", {"sides": list(sides)}, {"x": "3/2", "y": 1},
        )
        for sides, tops in (
            (("2*y-x", "y", "y"), ("y", "0*y", "y")),
            (("y", "2*y-x", "y"), ("y", "y", "0*y")),
            (("y", "y", "2*y-x"), ("0*y", "y", "y")),
        )
    ),
    # one cosine 2, the third vector apart
    *(
        Forgery(MINOR, gram(_vectors(sides, tops)), "gram", {"sides": list(sides)}, AT)
        for sides, tops in (
            (("x", "x", "y"), ("2*x", "0*y", "0*y")),
            (("y", "x", "x"), ("0*y", "2*x", "0*y")),
            (("x", "y", "x"), ("0*y", "0*y", "2*x")),
        )
    ),
    # every 2 x 2 minor is 0, the whole is not
    *(
        Forgery(MINOR, gram(_vectors(("x", "x", "x"), tops)), "gram", XXX, AT)
        for tops in (("x", "x", "-x"), ("x", "-x", "x"), ("-x", "x", "x"), ("-x", "-x", "-x"))
    ),
    Forgery(
        "the conclusion is not about three cosines", gram(PARALLEL, start="0"), "gram", XXX, AT,
    ),
    Forgery(
        "is not a polynomial",
        gram((cosine("sqrt(y)", "sqrt(x)", "sqrt(x)"),
               *[cosine("sqrt(x)", "sqrt(x)", "sqrt(x)")] * 2)),
        "gram", {"sides": ["sqrt(y)"] * 3}, {"x": 1, "y": 4},
    ),
    Forgery(
        "is not a polynomial with whole coefficients",
        gram((cosine("x^(-1)", "1", "1"), *[cosine("1", "1", "1")] * 2)),
        "gram", {"sides": ["1"] * 3}, {"x": "1/2", "y": 0},
    ),
)  # fmt: skip

FORGERIES = (*TRIANGLE, *GRAM)
