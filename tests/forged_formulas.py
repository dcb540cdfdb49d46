"""Forgeries of the rules on formulas: definedness, monotone functions, names, cases, means."""

from __future__ import annotations

from forgery import Forgery, expectation, goal

from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step

LEAF = Step("coefficients")

VIA = (
    Forgery(
        "not a difference compared with 0",
        goal("x: positive", [], "x - x != 0"), "via", {"value": "0"}, {"x": 1},
    ),
    Forgery(
        "not a difference compared with 0",
        goal("x: positive", [], "x + x == 0"), "via", {"value": "x"}, {"x": 1},
    ),
    Forgery(
        "the conclusion is a weak inequality",
        goal("x: positive", [], "x == 0"), "weaken", {"rel": ">"}, {"x": 1},
    ),
    Forgery(
        "the conclusion is a weak inequality",
        goal("x: positive", [], "1/x undefined"), "weaken", {"rel": ">"}, {"x": 1},
    ),
    Forgery("is not seen by evaluation", goal("", [], "1 - 1 > 0"), "evaluate"),
    Forgery("is not seen by evaluation", goal("", ["1 > 0"], "1 - 1 > 0"), "evaluate"),
    Forgery("is not seen by evaluation", goal("", [], "log(2) - 1 >= 0"), "evaluate"),
)  # fmt: skip

#: x = part1*part4 for parts that are not the variables of these names.
CAPTURED = ["x*y - z*w == 0", "x defined"]

PROPORTIONAL = (
    Forgery(
        "a variable is not >= 0",
        goal("x, y, z, w: real", ["x*y - z*w == 0"], "x >= 0"),
        "substitute", {"hypothesis": 0}, {"x": -1, "y": -1, "z": 1, "w": 1},
    ),
    Forgery(
        "the names of the parts are used",
        goal("x, y, z, w: nonnegative; part1, part4: real", CAPTURED, "x - part1*part4 == 0"),
        "substitute", {"hypothesis": 0},
        {"x": 1, "y": 1, "z": 1, "w": 1, "part1": 5, "part4": 0},
    ),
    Forgery(
        "the hypothesis is not a*b - c*d == 0",
        goal("x, y, z, w: nonnegative", ["x*y - z*w >= 0"], "z*w - x*y >= 0"),
        "substitute", {"hypothesis": 0}, {"x": 1, "y": 1, "z": 0, "w": 0},
    ),
)  # fmt: skip

OUTER = (
    Forgery(
        "no natural variable or variable >= 0", goal("x: real", [], "x >= 0"),
        "substitute", {"variable": "x"}, {"x": -1},
    ),
    Forgery(
        "strict is the number of the term that is >",
        goal("x, y: positive", ["x + y defined"], "(x + y) - (x + y) > 0"),
        "outer", {"strict": -1}, {"x": 1, "y": 1},
    ),
    Forgery(
        "no outer operation in common",
        goal("x, y: positive", ["-x defined", "sqrt(y) defined", "y - x > 0"], "-x - sqrt(y) > 0"),
        "outer", {}, {"x": 1, "y": 4},
    ),
    Forgery(
        "^ is not seen to be monotone",
        goal("x, y: real", ["x^2 defined", "y^2 defined", "x - y >= 0"], "x^2 - y^2 >= 0"),
        "outer", {}, {"x": 0, "y": -1},
    ),
    Forgery(
        "^ is not seen to be monotone",
        goal(
            "x, y: positive",
            ["x^(-1/3) defined", "y^(-1/3) defined", "x - y > 0"],
            "x^(-1/3) - y^(-1/3) > 0",
        ),
        "outer", {}, {"x": 8, "y": 1},
    ),
    # exponents are compared, of a base below 1
    Forgery(
        "the values share no argument",
        goal("x, y, c: positive", ["c^x defined", "c^y defined", "x - y > 0"], "c^x - c^y > 0"),
        "outer", {}, {"x": 2, "y": 1, "c": "1/2"},
    ),
    Forgery(
        "not the same in another order", goal("x, y: positive", ["x defined"], "x - y == 0"),
        "reorder", {}, {"x": 1, "y": 2},
    ),
    Forgery(
        "not the same in another order",
        goal("x, y: positive", ["x + y defined"], "(x + y) - (y + x) > 0"),
        "reorder", {}, {"x": 1, "y": 2},
    ),
    Forgery(
        "not the same in another order",
        goal("x, y: nonnegative", [], "(1/x + y) - (y + 1/x) == 0"),
        "reorder", {}, {"x": 0, "y": 2},
    ),
    Forgery(
        "not the same in another order",
        goal("x, y: positive", ["Min(x, y) defined"], "Min(x, y) - Max(y, x) == 0"),
        "reorder", {}, {"x": 1, "y": 2},
    ),
    Forgery(
        "not the same in another order",
        goal("x, y, z: real", ["Min(x, Max(y, z)) defined"],
             "Min(x, Max(y, z)) - Max(Min(x, y), z) == 0"),
        "reorder", {}, {"x": 1, "y": 1, "z": 2},
    ),
)  # fmt: skip

ORDER = (
    Forgery(
        "not the same in another order",
        goal("x: nonnegative", ["1/x + x undefined"], "(1/x + x) - (x + 1/x) == 0"),
        "reorder", {}, {"x": 0},
    ),
)  # fmt: skip

MEAN = "((x^r + y^r)/2)^(1/r)"


def _lower(mean: str, order: str = "y - x >= 0", claim: str = "x") -> Goal:
    """The mean is at least the smaller number."""
    return goal("x, y: positive; r: real", [f"{mean} defined", order], f"{mean} - {claim} >= 0")


MEANS = (
    # the mean is s, which is defined
    Forgery(
        "no generalized mean",
        goal("x, y: positive; r: real", [f"{MEAN} undefined"], f"{MEAN} defined"),
        "mean", {}, {"x": 1, "y": 1, "r": 0},
        (*[Step("weaken", {"without": [0]}, (Step("clear", {}, (LEAF,)),))] * 2,
         *[Step("weaken", {"without": [0, 1, 2]}, (Step("clear"),))] * 2),
    ),
    Forgery(
        "the name mean2 is taken",
        goal(
            "x, y: positive; r, mean2: real",
            [f"{MEAN} defined", "mean2 defined"], f"{MEAN} - mean2 == 0",
        ),
        "mean", {}, {"x": 1, "y": 1, "r": 1, "mean2": 5},
    ),
    *(
        Forgery("no generalized mean", _lower(text, *more), "mean", {}, {"x": x, "y": y, "r": r})
        for text, x, y, r, *more in (
            ("((x^r + y^r)/3)^(1/r)", 1, 1, 1),
            ("((x^r - y^r)/2)^(1/r)", 3, 2, 1, "x - y >= 0", "y"),
            ("((x*r + y*r)/2)^(1/r)", 1, 1, "1/2"),
            ("((x^r + y*r)/2)^(1/r)", 4, 4, 2),
            ("((x^r + y^(r*r))/2)^(1/r)", 4, 4, "1/2"),
            ("((x^r + y^r)/2)^r", 4, 4, "1/2"),
            ("((x^r + y^r)/2)*(1/r)", 1, 1, 2),
            ("((x^r + y^r)*2)^(1/r)", 1, 1, -1),
        )
    ),
)  # fmt: skip

ABSTRACT = (
    Forgery(
        "the names are new",
        goal("x, part1: real", ["x defined"], "x - part1 == 0"),
        "abstract", {"parts": ["x"], "facts": [["part1*0", "=="]]}, {"x": 1, "part1": 2},
        words="unknown name 'part1'",
    ),
    Forgery(
        "the names are new",
        goal("x, part1, part2: real", ["x defined"], "x - part2 == 0"),
        "abstract", {"parts": ["x"], "facts": [["part2*0", "=="]]},
        {"x": 1, "part1": 0, "part2": 2},
        words="unknown name 'part2'",
    ),
    Forgery(
        "the names are new",
        goal("x, y, part1: real", ["x defined", "y defined"], "y - part1 == 0"),
        "abstract", {"parts": ["x", "y"], "facts": [["part0*0", "=="], ["part1*0", "=="]]},
        {"x": 1, "y": 1, "part1": 2},
        words="unknown name 'part0'",
    ),
    Forgery(
        "a fact is made of names and numbers by + - * / alone",
        goal("x: nonnegative", [], "1/x - 1/x == 0"),
        "abstract", {"parts": ["1/x"], "facts": [["xlogy(0, part1)", "=="]]}, {"x": 0},
    ),
    # from "part1 undefined", a hypothesis without a meaning that is then left out
    Forgery(
        "a fact is a text and one of >, >=, ==",
        goal("x: positive", [], "log(-x)*0 == 0"),
        "abstract", {"parts": ["log(-x)"], "facts": [["part1", "undefined"]]}, {"x": 1},
        (Step("clear", {"condition": 0}, (LEAF,)),
         Step("weaken", {"without": [0]}, (Step("clear", {}, (LEAF,)),))),
    ),
    Forgery(
        "every name occurs in a fact",
        goal("x: nonnegative", [], "1/x - 1/x == 0"),
        "abstract", {"parts": ["1/x"], "facts": []}, {"x": 0},
    ),
)  # fmt: skip

SCALED = (
    Forgery(
        "the conclusion is not F(t) - F(u) == 0",
        goal("x, y: positive", ["1 defined"], "x - y == 0"),
        "scaled", {"lower": "1", "cells": ["x"], "t": ["x"], "u": ["x"], "k": "1"},
        {"x": 1, "y": 2},
    ),
    Forgery(
        "F(u) must be defined by hypothesis",
        goal("x: positive", [], "1/(x - x) - 1/(x - x) == 0"),
        "scaled", {"lower": "1/(x - x)", "cells": ["x"], "t": ["x"], "u": ["x"], "k": "1"},
        {"x": 1},
    ),
    Forgery(
        "exponent is a whole number > 1",
        goal("x: positive", [], "x - 1 == 0"), "substitute", {"exponent": 0}, {"x": 2},
    ),
)  # fmt: skip

SPLIT = (
    Forgery(
        "nothing to split", goal("", ["Abs(1/0) undefined"], "1 - 1 > 0"), "split",
    ),
)  # fmt: skip

PATH = (
    Forgery(
        "move maps variables to 1 or -1",
        goal(
            "x, y: natural",
            ["2*(y+1) - 3*(x+1) defined", "2*y - 3*x defined"],
            "(2*(y+1) - 3*(x+1)) - (2*y - 3*x) > 0",
        ),
        "path", {"lower": "2*y - 3*x", "move": {"x": 1, "y": 2}}, {"x": 0, "y": 0},
    ),
    Forgery(
        "move maps variables to 1 or -1",
        goal(
            "x, y: natural",
            ["(x-1) + 0*(y+1) defined", "x + 0*y defined", "x - 1 >= 0"],
            "(x-1 + 0*(y+1)) - (x + 0*y) >= 0",
        ),
        "path", {"lower": "x + 0*y", "move": {"x": 0, "y": 1}}, {"x": 1, "y": 0},
    ),
    Forgery(
        "move maps natural variables",
        goal("x: real", ["(x+1)^2 defined", "x^2 defined"], "(x+1)^2 - x^2 > 0"),
        "path", {"lower": "x^2", "move": {"x": 1}}, {"x": -1},
    ),
    Forgery(
        "x >= 1 is not a hypothesis",
        goal("x: natural", ["-(x-1)^2 defined", "-x^2 defined"], "-(x-1)^2 - (-x^2) > 0"),
        "path", {"lower": "-x^2", "move": {"x": -1}}, {"x": 0},
    ),
    Forgery(
        "the step is no variable that is > 0",
        goal("x: nonnegative; k: real", ["x+k defined", "x defined"], "(x+k) - x >= 0"),
        "path", {"lower": "x", "move": {"x": 1}, "step": "k"}, {"x": 1, "k": -1},
    ),
    Forgery(
        "a variable that moves is not >= 0",
        goal("x, k: real", ["(x+k)^2 defined", "x^2 defined", "k > 0"], "(x+k)^2 - x^2 > 0"),
        "path", {"lower": "x^2", "move": {"x": 1}, "step": "k"}, {"x": -1, "k": 1},
    ),
    Forgery(
        "the conclusion is not M(x + k v) - M(x)",
        goal("x, y: natural", ["x defined", "y defined"], "y - x > 0"),
        "path", {"lower": "x", "move": {"x": 1}}, {"x": 1, "y": 1},
    ),
    Forgery(
        "both ends must be defined by hypothesis",
        goal("x: natural", ["-(1/(x+1)) defined"], "-(1/(x+1)) - (-(1/x)) > 0"),
        "path", {"lower": "-(1/x)", "move": {"x": 1}}, {"x": 0},
    ),
    Forgery(
        "both ends must be defined by hypothesis",
        goal("x: natural", ["-sqrt(x) defined", "x - 1 >= 0"], "-(1/(x-1)) - (-(1/x)) < 0"
             .replace("< 0", ">= 0").replace("-(1/(x-1)) - (-(1/x))", "1/(x-1) - 1/x")),
        "path", {"lower": "1/x", "move": {"x": -1}}, {"x": 1},
    ),
)  # fmt: skip

PATH_DOWN = (
    Forgery(
        "both ends must be defined by hypothesis",
        goal("x: natural", ["1/x defined", "x - 1 >= 0"], "1/(x-1) - 1/x >= 0"),
        "path", {"lower": "1/x", "move": {"x": -1}}, {"x": 1},
    ),
)  # fmt: skip

EXPECTATIONS = (
    Forgery(
        "the conclusion is not about an expectation",
        expectation("0 - 1 >= 0"), "affine-mean", {"value": "-1"},
        {"TP": 0, "FN": 0, "FP": 0, "TN": 0},
    ),
    Forgery(
        "a hypothesis restricts the matrices",
        expectation("TP constant-mean", ("TP + FN == 0",)), "affine-mean", {"value": "0"},
    ),
)  # fmt: skip

CLEAR = (
    Forgery(
        "sign is 1 or -1", goal("x: positive", [], "x - 5 >= 0"), "clear", {"sign": 0}, {"x": 1},
    ),
    Forgery(
        "an expectation has no denominator", expectation("TP^2 constant-mean"), "clear", {},
        {}, (Step("factor", {"signs": [1]}),),
    ),
    Forgery(
        "a hypothesis cannot be undefined",
        goal("x: nonnegative", ["1/x undefined"], "x != 0"), "clear", {}, {"x": 0},
    ),
    Forgery(
        "Abs is not algebraic", goal("x: real", [], "Abs(x) - 5 > 0"), "clear", {}, {"x": 1},
    ),
    Forgery(
        "ifzero is not algebraic",
        goal("x: nonnegative", ["x == 0"], "xlogy(x, 1/x) undefined"),
        "clear", {"condition": 0}, {"x": 0}, words="condition is the number of a condition",
    ),
)  # fmt: skip

READING = (
    Forgery(
        "two variables have one name",
        goal("x, root1: positive", ["sqrt(x) > 0"], "log(root1) - log(sqrt(x)) == 0"),
        "clear", {}, {"x": 1, "root1": 2},
    ),
    Forgery(
        "of a power is not plain",
        goal("x: positive; r: real", [], "(-x)^r - x^r == 0"), "clear", {}, {"x": 1, "r": 1},
    ),
    Forgery(
        "the sign of the factor",
        goal("x, y, z: positive; r: real", [],
             "((x^3+y^3)^r)*((x+z)^r) - ((x^3+z^3)^r)*((x+y)^r) == 0"),
        "clear", {}, {"x": 1, "y": 1, "z": 2, "r": 1},
    ),
    Forgery(
        "under a root is not plain",
        goal("x, y: positive", ["1/(x-y) defined"], "sqrt(x/(x-y)) defined"),
        "clear", {}, {"x": 1, "y": 2},
    ),
)  # fmt: skip

FORGERIES = (
    *VIA, *PROPORTIONAL, *OUTER, *ORDER, *MEANS, *ABSTRACT, *SCALED, *SPLIT, *PATH, *PATH_DOWN,
    *EXPECTATIONS, *CLEAR, *READING,
)  # fmt: skip
