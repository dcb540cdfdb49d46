"""Forgeries of the rules on polynomials: bounds, multipliers, factors, squares, function values."""

from __future__ import annotations

from forgery import Forgery, sequent

from symbolic_measures.nouns.verdict import Step

COMBINE = (
    Forgery(
        "scale is a whole number >= 0", sequent("x: nonnegative", ["x - 1 >= 0"], "1 - x >= 0"),
        "combine", {"multipliers": {"0": "1"}, "scale": -1}, {"x": 2},
    ),
    Forgery(
        "cannot be used with", sequent("r: real", ["r != 0"], "r >= 0"),
        "combine", {"multipliers": {"0": "1"}}, {"r": -1},
    ),
    Forgery(
        "cannot be used with", sequent("r: real", ["r != 0"], "r >= 0"),
        "combine", {"multipliers": {"0": "-1"}, "scale": 0}, {"r": -1},
        (Step("combine", {"multipliers": {"0": "1"}, "scale": 0}, (Step("coefficients"),)),),
    ),
    Forgery(
        "cannot be used with", sequent("x: nonnegative", ["x - 1 > 0"], "x - 1 == 0"),
        "combine", {"multipliers": {"0": "1"}}, {"x": 2},
    ),
    Forgery(
        "cannot be used with", sequent("y: nonnegative", ["y - 2 >= 0"], "y - 3 != 0"),
        "combine", {"multipliers": {"0": "1"}}, {"y": 3},
    ),
    Forgery(
        "cannot be used with", sequent("x: nonnegative", ["5 - x >= 0"], "x - 5 >= 0"),
        "combine", {"multipliers": {"0": "-1"}}, {"x": 1},
    ),
)  # fmt: skip

BOUNDS = (
    Forgery(
        "that hypothesis is no bound", sequent("r: real", ["r - 1 != 0"], "r >= 0"),
        "bound", {"variable": "r", "number": 0}, {"r": -1},
    ),
    Forgery(
        "that hypothesis is no bound", sequent("x: nonnegative", ["3 - x != 0"], "3 - x >= 0"),
        "bound", {"variable": "x", "number": 0}, {"x": 4},
    ),
    # x - (x^2 + x - 1) + x is never more than 5/4
    Forgery(
        "that hypothesis is no bound on the variable",
        sequent("x: nonnegative", ["x^2 + x - 1 >= 0"], "5 - 4*x >= 0"),
        "bound", {"variable": "x", "number": 0}, {"x": 2},
    ),
    Forgery(
        "that hypothesis is no bound on the variable",
        sequent("x, y: positive", ["y - 1 == 0"], "x - 5 >= 0"),
        "bound", {"variable": "x", "number": 0}, {"x": 1, "y": 1},
    ),
    Forgery(
        "a bound on a natural variable is no fraction",
        sequent("x: natural", ["2*x - 3 >= 0"], "x - 3 >= 0"),
        "bound", {"variable": "x", "number": 0}, {"x": 2},
    ),
    Forgery(
        "an upper bound is a number > 0, on a real variable >= 0",
        sequent("x: natural", ["3 - x > 0"], "2*x^2 - 3*x >= 0"),
        "bound", {"variable": "x", "number": 0}, {"x": 1},
    ),
    Forgery(
        "occurs under a root or in a function",
        sequent("x: nonnegative", ["2*x - 2 >= 0"], "x - s^2 - 1 >= 0", s="sqrt(x)"),
        "bound", {"variable": "x", "number": 0}, {"x": 4},
    ),
    *(
        Forgery(
            "occurs under a root or in a function",
            sequent("x: positive", ["2*x - 2 >= 0", "3 - x >= 0"], claim, t=value, u="log(2)"),
            "bound", {"variable": "x", "number": 0}, {"x": 3},
        )
        for claim, value in (("u - t >= 0", "log(x)"), ("u + t >= 0", "log(1 / x)"))
    ),
    Forgery(
        "is a root or a function value",
        sequent("z: nonnegative", ["s - 1 >= 0"], "s^2 - 2*s + 1 - z >= 0", s="sqrt(z)"),
        "bound", {"variable": "s", "number": 0}, {"z": 4},
    ),
    Forgery(
        "is a root or a function value",
        sequent("z: nonnegative", ["t - 1 >= 0"], "t - 7 >= 0", t="log(z)"),
        "bound", {"variable": "t", "number": 0}, {"z": 4},
    ),
)  # fmt: skip

LEFT_OUT = "the cases leave out a sign that the polynomial may have"

CASES = (
    *(
        Forgery(
            LEFT_OUT, sequent("r: real", [], claim), "cases", {"of": "r", "rels": rels}, {"r": r},
        )
        for claim, rels, r in (
            ("r > 0", [">"], -1), ("r >= 0", [">", "=="], -1), ("r >= 0", [">="], -1),
            ("-r >= 0", ["<="], 1), ("-r >= 0", ["<", "=="], 1), ("r != 0", [">", "<"], 0),
            ("r == 0", ["=="], 1), ("r == 0", ["=="], -1), ("r - 7 >= 0", [], 1),
        )
    ),
    Forgery(
        LEFT_OUT, sequent("x: nonnegative", [], "x > 0"), "cases", {"rels": [">"]}, {"x": 0},
    ),
    Forgery(
        LEFT_OUT, sequent("x: nonnegative", [], "-x == 0"), "cases", {"rels": ["=="]}, {"x": 1},
    ),
    Forgery(
        "rel is >, and the conclusion is a weak inequality",
        sequent("x: positive", [], "x == 0"), "weaken", {"rel": ">"}, {"x": 1},
    ),
)  # fmt: skip

PLAIN = (
    Forgery("a constant has no factors", sequent("", [], "0 != 0"), "factor"),
    Forgery(
        "the signs do not multiply to +", sequent("x: positive", [], "-x >= 0"),
        "factor", {"signs": [1]}, {"x": 1},
    ),
    Forgery(
        "the signs do not multiply to +", sequent("x, y: positive", [], "-x*y > 0"),
        "factor", {"signs": [1, 1]}, {"x": 1, "y": 1},
    ),
    *(
        Forgery("the coefficients of", sequent(sorts, [], claim), "coefficients", {}, point)
        for sorts, claim, point in (
            ("x: nonnegative", "x > 0", {"x": 0}),
            ("x: nonnegative; y: positive", "x*y > 0", {"x": 0, "y": 1}),
            ("r: real", "r >= 0", {"r": -1}), ("r: real", "r^2 > 0", {"r": 0}),
            ("r: real; x: positive", "r*x + x >= 0", {"r": -2, "x": 1}),
            ("x: positive", "x == 0", {"x": 1}), ("x: nonnegative", "x != 0", {"x": 0}),
            ("x: positive", "x - 1 != 0", {"x": 1}), ("x: positive", "-x >= 0", {"x": 1}),
            ("x: positive", "-x > 0", {"x": 1}), ("x: positive", "x - 1 >= 0", {"x": "1/2"}),
            ("", "0 > 0", {}), ("", "0 != 0", {}), ("", "1 == 0", {}), ("", "-1 >= 0", {}),
        )
    ),
)  # fmt: skip

VALUES = (
    Forgery(
        "is not a sum of values of",
        sequent("x, y: positive", ["x - y == 0"], "t^2 - u >= 0", t="log(x)", u="log(y)"),
        "arguments", {}, {"x": 2, "y": 2},
    ),
    Forgery(
        "is not a sum of values of one function",
        sequent("x, y: positive", ["x - y == 0"], "t - u >= 0", t="log(x)", u="acos(y)"),
        "arguments", {}, {"x": "1/2", "y": "1/2"},
    ),
    Forgery(
        "is not a sum of values of",
        sequent("x, y: positive", ["x - y == 0"], "t - u - x*t >= 0", t="log(x)", u="log(y)"),
        "arguments", {}, {"x": 2, "y": 2},
    ),
    Forgery(
        "not a difference of two arccosines",
        sequent("x, y: nonnegative", ["x - y == 0"], "t - 2*u >= 0", t="acos(x)", u="acos(y)"),
        "arguments", {}, {"x": 0, "y": 0},
    ),
    *(
        Forgery(
            "not a difference of two arccosines",
            sequent("x, y: nonnegative", [f"{one} - 1 == 0"], "-t - u >= 0",
                    t="acos(x)", u="acos(y)"),
            "arguments", {}, {one: 1, other: 0},
        )
        for one, other in (("x", "y"), ("y", "x"))
    ),
    Forgery(
        "roots is a list of different roots",
        sequent("x: nonnegative", [], "s - x == 0", s="sqrt(x)"),
        "rooted", {"roots": ["s", "s"]}, {"x": 4},
    ),
    Forgery(
        "the product of the radicands is no square",
        sequent("x: nonnegative", [], "s - 1 == 0", s="sqrt(x)"),
        "rooted", {"roots": ["s"]}, {"x": 4},
    ),
    Forgery(
        "is not plain",
        sequent("x, y: nonnegative", [], "s - x + y == 0", s="sqrt(x^2 - 2*x*y + y^2)"),
        "rooted", {"roots": ["s"]}, {"x": 0, "y": 1},
    ),
    Forgery(
        "is not plain",
        sequent("x, y: nonnegative", [], "s - y + x == 0", s="sqrt(x^2 - 2*x*y + y^2)"),
        "rooted", {"roots": ["s"]}, {"x": 1, "y": 0},
    ),
)  # fmt: skip

FORGERIES = (*COMBINE, *BOUNDS, *CASES, *PLAIN, *VALUES)
