"""For every subgoal of every rule: a false obligation where no other subgoal shows that it is."""

from __future__ import annotations

from forged_formulas import MEAN
from forged_vectors import SUM
from forgery import Needed, expectation, goal, sequent

FORMULAS = (
    Needed(
        goal("x: positive", ["x - 2 >= 0"], "x - 4 >= 0"), "via", {"value": "2"}, {"x": 3}, 1, 2,
    ),
    Needed(goal("x: positive", [], "x - 1 >= 0"), "via", {"value": "1"}, {"x": "1/2"}, 0, 2),
    Needed(goal("x: positive", [], "x - x > 0"), "via", {"value": "x"}, {"x": 1}, 0, 2),
    Needed(
        goal("x: positive", [], "x - x > 0"), "via", {"value": "x", "strict": "right"},
        {"x": 1}, 1, 2,
    ),
    Needed(goal("x: positive", [], "x - 1 == 0"), "via", {"value": "x"}, {"x": 2}, 1, 2),
    Needed(goal("x: nonnegative", [], "x - 1 >= 0"), "weaken", {"rel": ">"}, {"x": 0}, 0, 1),
    Needed(goal("x: natural", [], "x - 1 >= 0"), "substitute", {"variable": "x"}, {"x": 0}, 0, 2),
    Needed(goal("x: natural", [], "-x >= 0"), "substitute", {"variable": "x"}, {"x": 1}, 1, 2),
    Needed(goal("x: positive", [], "x undefined"), "clear", {}, {"x": 1}, 0, 1),
    Needed(goal("x: nonnegative", [], "x > 0"), "substitute", {"variable": "x"}, {"x": 0}, 0, 2),
    Needed(
        goal("x: nonnegative", [], "x*(x - 1) >= 0"), "substitute", {"variable": "x"}, {"x": "1/2"},
        1, 2,
    ),
    Needed(
        goal("x, y: positive", ["x - 1 >= 0", "y - 1 >= 0"], "x - 2 >= 0"),
        "weaken", {"without": [1]}, {"x": 1, "y": 2}, 0, 1,
    ),
    Needed(
        goal("x, y, z, w: nonnegative", ["x*y - z*w == 0"], "x - z >= 0"), "substitute",
        {"hypothesis": 0}, {"x": 0, "y": 1, "z": 1, "w": 0}, 0, 1,
    ),
    Needed(
        goal("x: positive", [], "sqrt(-x) - sqrt(-x) == 0"), "outer", {}, {"x": 1}, 0, 2,
    ),
    Needed(
        goal("x: positive", ["sqrt(x) defined"], "sqrt(x) - sqrt(-x) >= 0"), "outer", {}, {"x": 1},
        0, 2,
    ),
    Needed(
        goal("x: positive", [], "x + sqrt(-x) - (x + sqrt(-x)) >= 0"), "outer", {"strict": -1},
        {"x": 1}, 0, 3,
    ),
    Needed(
        goal("x, y: positive", ["-x defined", "-y defined"], "-x - (-y) >= 0"), "outer", {},
        {"x": 2, "y": 1}, 0, 1,
    ),
    Needed(
        goal("x, y: nonnegative", ["acos(x) defined", "acos(y) defined", "x - y >= 0"],
             "acos(x) - acos(y) >= 0"),
        "outer", {}, {"x": 1, "y": 0}, 0, 1,
    ),
    Needed(
        goal("x, y: positive; z: real", ["z*x defined", "z*y defined", "x - y > 0"],
             "z*x - z*y > 0"),
        "outer", {}, {"x": 2, "y": 1, "z": -1}, 0, 2,
    ),
    Needed(
        goal("x, y: positive; z: real", ["x/z defined", "y/z defined", "x - y > 0"],
             "x/z - y/z > 0"),
        "outer", {"sign": 1}, {"x": 2, "y": 1, "z": -1}, 0, 2,
    ),
    Needed(
        goal("x, y: positive; z: real", ["z*x defined", "z*y defined", "y - x > 0"],
             "z*x - z*y > 0"),
        "outer", {"sign": -1}, {"x": 1, "y": 2, "z": 1}, 0, 2,
    ),
    Needed(
        goal("x, y, z: positive", ["z*x defined", "z*y defined"], "z*x - z*y > 0"),
        "outer", {}, {"x": 1, "y": 2, "z": 1}, 1, 2,
    ),
    *(
        Needed(
            goal("x, y, z: positive", [f"{one} defined", f"{other} defined", f"{given} > 0"],
                 f"({one}) - ({other}) > 0"),
            "outer", {}, {"x": x, "y": y, "z": 1}, 0, 1,
        )
        for one, other, given, x, y in (
            ("z-x", "z-y", "x-y", 2, 1), ("x-z", "y-z", "y-x", 1, 2), ("x+z", "y+z", "y-x", 1, 2),
            ("z+x", "z+y", "y-x", 1, 2), ("sqrt(x)", "sqrt(y)", "y-x", 1, 4),
            ("log(x)", "log(y)", "y-x", 1, 4), ("x^(1/3)", "y^(1/3)", "y-x", 1, 8),
        )
    ),
    Needed(
        goal("x, y: positive", ["x + 1 defined", "y + 1 defined"], "(x + 1) - (y + 1) > 0"),
        "outer", {"strict": 0}, {"x": 1, "y": 2}, 0, 2,
    ),
    Needed(
        goal("x: positive; y, z: nonnegative", ["x + 1 + y defined", "x + 0 + z defined"],
             "(x + 1 + y) - (x + 0 + z) > 0"),
        "outer", {"strict": 1}, {"x": 1, "y": 0, "z": 5}, 2, 3,
    ),
    Needed(
        goal("x: positive", ["x + x defined", "x + x defined"], "(x + x) - (x + x) > 0"),
        "outer", {"strict": 1}, {"x": 1}, 1, 2,
    ),
    Needed(
        goal("x: nonnegative", [], "1/x - 1/x == 0"), "abstract",
        {"parts": ["1/x"], "facts": [["part1*0", "=="]]}, {"x": 0}, 0, 2,
    ),
    Needed(
        goal("x: positive", [], "x - 1 >= 0"), "abstract",
        {"parts": ["x"], "facts": [["part1 - 1", ">="]]}, {"x": "1/2"}, 0, 2,
    ),
    Needed(
        goal("x: positive", [], "x - 1 >= 0"), "abstract",
        {"parts": ["x"], "facts": [["part1", ">"]]}, {"x": "1/2"}, 1, 2,
    ),
    Needed(
        goal("x: nonnegative", [], "x > 0"), "abstract",
        {"parts": ["x"], "facts": [["part1", ">="]]}, {"x": 0}, 1, 2,
    ),
    Needed(
        goal("x: real", [], "x >= 0"), "abstract",
        {"parts": ["x"], "facts": [["1 + 0*part1", ">"]]}, {"x": -1}, 1, 2,
    ),
    # 1/x is defined by no hypothesis: that it is not, says nothing of its parts
    Needed(
        goal("x: nonnegative", ["1/x undefined"], "1/x > 0"), "abstract",
        {"parts": ["1/x"], "facts": [["part1", ">"]]}, {"x": 0}, 0, 2,
    ),
    Needed(
        goal("x, y: nonnegative", ["1/y defined", "1/x undefined"], "1/x + 1/y > 0"), "abstract",
        {"parts": ["1/x", "1/y"], "facts": [["part1", ">"], ["part2", ">"]], "defined": "all"},
        {"x": 0, "y": 1}, 0, 3,
    ),
    Needed(
        goal("x: positive", [], "x^2 - 2 == 0"), "substitute", {"exponent": 2}, {"x": 1}, 0, 1,
    ),
)  # fmt: skip

#: lower, conclusion's arguments t and u, k; u of two cells
RATIO = {"lower": "x/(x+y)", "cells": ["x", "y"]}
RATIO_GIVEN = ["z/(z+w) defined"]

SCALED = (
    Needed(
        goal("z, w: positive; x, y: positive", RATIO_GIVEN,
             "(2*z)/((2*z)+(3*w)) - z/(z+w) == 0"),
        "scaled", {**RATIO, "t": ["2*z", "3*w"], "u": ["z", "w"], "k": "2"},
        {"z": 1, "w": 1, "x": 1, "y": 1}, 4, 6,
    ),
    Needed(
        goal("z, w: positive; x, y: positive", RATIO_GIVEN,
             "(3*z)/((3*z)+(2*w)) - z/(z+w) == 0"),
        "scaled", {**RATIO, "t": ["3*z", "2*w"], "u": ["z", "w"], "k": "2"},
        {"z": 1, "w": 1, "x": 1, "y": 1}, 2, 6,
    ),
    Needed(
        goal("x, z: positive", ["z^2 defined"], "(2*z)^2 - z^2 == 0"),
        "scaled", {"lower": "x^2", "cells": ["x"], "t": ["2*z"], "u": ["z"], "k": "2"},
        {"x": 1, "z": 1}, 3, 4,
    ),
    # the sign of a number is the same for all k > 0 only
    Needed(
        goal("x: positive; z: positive; r: real", ["z/sqrt(z^2) defined", "r != 0"],
             "(r*z)/sqrt((r*z)^2) - z/sqrt(z^2) == 0"),
        "scaled", {"lower": "x/sqrt(x^2)", "cells": ["x"], "t": ["r*z"], "u": ["z"], "k": "r"},
        {"x": 1, "z": 1, "r": -1}, 0, 4,
    ),
    # the same for all x > 0 only
    Needed(
        goal("x: positive; z: real", ["Min(0,z) defined"], "Min(0,2*z) - Min(0,z) == 0"),
        "scaled", {"lower": "Min(0,x)", "cells": ["x"], "t": ["2*z"], "u": ["z"], "k": "2"},
        {"x": 1, "z": -1}, 1, 4,
    ),
)  # fmt: skip

SPLIT = (
    Needed(goal("x: nonnegative", [], "xlogy(x - x, 2) > 0"), "split", {}, {"x": 0}, 1, 2),
    Needed(goal("r: real", ["r + 1 >= 0"], "1 - Abs(r) >= 0"), "split", {}, {"r": 5}, 1, 3),
    Needed(goal("r: real", ["1 - r >= 0"], "1 - Abs(r) >= 0"), "split", {}, {"r": -2}, 2, 3),
    Needed(goal("x: nonnegative", [], "Abs(1/x) >= 0"), "split", {}, {"x": 0}, 0, 2),
    Needed(goal("r: real", ["5 - r >= 0"],
                "Max(r, 0) - r == 0"), "split", {}, {"r": -1}, 2, 3),
    Needed(goal("r: real", [], "Max(r, 1) - 1 == 0"), "split", {}, {"r": 2}, 1, 3),
    Needed(goal("r: real", [], "Min(r, 1) - 1 == 0"), "split", {}, {"r": 0}, 2, 3),
    Needed(goal("r: real", [], "Min(r, 1) - r == 0"), "split", {}, {"r": 2}, 1, 3),
    Needed(goal("r: real", ["Abs(r) - 1 >= 0"], "r - 1 >= 0"), "split", {}, {"r": -2}, 1, 2),
    Needed(goal("r: real", ["Abs(r) - 1 >= 0"], "-r - 1 >= 0"), "split", {}, {"r": 2}, 0, 2),
    Needed(goal("x: nonnegative", [], "xlogy(x, 2) > 0"), "split", {}, {"x": 0}, 1, 3),
    Needed(goal("x: nonnegative", [], "xlogy(x, 2) == 0"), "split", {}, {"x": 1}, 2, 3),
)  # fmt: skip

THEOREMS = (
    Needed(
        goal("x, y: positive; r: real", [f"{MEAN} defined"], f"{MEAN} - x >= 0"),
        "mean", {}, {"x": 2, "y": 1, "r": 1}, 2, 4,
    ),
    Needed(
        goal("x, y: positive; r: real", [f"{MEAN} defined"], f"{MEAN} - y >= 0"),
        "mean", {}, {"x": 1, "y": 2, "r": 1}, 3, 4,
    ),
    Needed(
        goal("", [], "0 - ((1-acos(1) + (1-acos(1+0))) - (1-acos(1*1))) >= 0"), "triangle", {},
        {}, 0, 2,
    ),
    Needed(
        goal("", [], f"{SUM.format('-acos(1)', '-acos(1+0)', '-acos(0)')} >= 0"), "triangle", {},
        {}, 0, 1,
    ),
    Needed(
        goal("", [], "0 - ((-(acos(0)*(-1)) + -(acos(0+0)*(-1))) - -(acos(1)*(-1))) >= 0"),
        "triangle", {}, {}, 0, 2,
    ),
    Needed(
        goal("x, y: natural",
             ["-x^2 defined", "-(x+1)^2 defined"], "-(x+1)^2 - (-x^2) > 0"),
        "path", {"lower": "-x^2", "move": {"x": 1}}, {"x": 0, "y": 0}, 1, 2,
    ),
)  # fmt: skip

EXPECTATIONS = (
    Needed(
        expectation("TP constant-mean"), "affine-mean", {"value": "0"}, {}, 1, 2,
    ),
    Needed(
        expectation("Min(1,Max(0,TP-1)) constant-mean"), "affine-mean", {"value": "0"}, {}, 0, 2,
    ),
)  # fmt: skip

CLEAR = (
    Needed(goal("x, y: positive", ["x-y != 0"], "1/(x - y) > 0"), "clear", {},
           {"x": 1, "y": 2}, 1, 3),
    Needed(goal("x, y: positive", [], "1/(x - y) != 0"), "clear", {}, {"x": 1, "y": 1}, 0, 2),
    Needed(goal("x: real", ["1/x defined"], "1/x > 0"), "clear", {"sign": 1}, {"x": -1}, 0, 2),
    Needed(goal("x: real", ["1/x defined"], "-1/x > 0"), "clear", {"sign": -1}, {"x": 1}, 0, 2),
    Needed(goal("x: real", [], "sqrt(x) >= 0"), "clear", {}, {"x": -1}, 0, 2),
    *(
        Needed(goal("x: nonnegative", [], f"{text} defined"), "clear", {}, {"x": 0}, 0, 1)
        for text in (
            "1/x + 1", "1 + 1/x", "1/x - 1", "-(1/x)", "2*(1/x)", "(1/x)^2", "(1/x)^0", "(1/x)/2",
            "2/(1/x)", "1/(x^2)", "x/x", "0*(1/x)", "1/x - 1/x", "sqrt(1/x)", "1/sqrt(x)",
            "(1/x)^(1/3)", "x^(-1/3)", "x^(-1/2)", "x^(-2)", "log(x)", "acos(1/(1+1/x))",
        )
    ),
    Needed(goal("x, y: positive", ["y - x > 0"], "log(y - x) != 0"), "clear", {},
           {"x": 1, "y": 2}, 1, 2),
    Needed(goal("x: real", [], "log(x) defined"), "clear", {}, {"x": 0}, 0, 1),
    Needed(goal("x: real", [], "acos(x) >= 0"), "clear", {}, {"x": 2}, 0, 2),
    Needed(goal("x: real", [], "x^(1/3) >= 0"), "clear", {}, {"x": -1}, 0, 2),
    Needed(goal("x: nonnegative", [], "x^(-1/3) >= 0"), "clear", {}, {"x": 0}, 0, 2),
    Needed(goal("x: nonnegative", [], "sqrt(x)/sqrt(x) > 0"), "clear", {}, {"x": 0}, 0, 2),
    Needed(goal("x: positive; r: real", [], "(0*x)^r == 0"), "clear", {}, {"x": 1, "r": 0}, 0, 2),
    Needed(goal("x: positive", [], "1/(x - x) defined"), "clear", {}, {"x": 1}, 0, 1),
    Needed(goal("x: nonnegative", [], "1/x undefined"), "clear", {"condition": 0},
           {"x": 1}, 0, 1),
    Needed(goal("x: real", [], "sqrt(x) undefined"), "clear", {"condition": 0}, {"x": 0}, 0, 1),
    Needed(goal("x: real", [], "log(x) undefined"), "clear", {"condition": 0}, {"x": 1}, 0, 1),
    Needed(goal("x: real", [], "1/x undefined"), "clear", {"condition": 0}, {"x": 1}, 0, 1),
    Needed(goal("x: real", ["x >= 0"], "x - 1 >= 0"), "clear", {}, {"x": 0}, 0, 1),
    Needed(goal("x: real", ["1/x - 1 > 0"], "x - 1 > 0"), "clear", {}, {"x": "1/2"}, 0, 1),
    Needed(goal("x: positive", [], "x - 2 != 0"), "clear", {}, {"x": 2}, 0, 1),
    Needed(goal("x: positive", [], "x/(x*x) - 1 == 0"), "clear", {}, {"x": 2}, 0, 1),
)  # fmt: skip

POLYNOMIALS = (
    # half a step: x - y = 1/2 where one of them is no whole number
    Needed(sequent("x: natural; y: nonnegative", ["y - x > 0"],
                   "4*x^2 - 8*x*y + 4*y^2 - 4*y + 4*x >= 0"), "bound",
           {"variable": "y", "number": 0}, {"x": 0, "y": "1/2"}, 0, 1),
    Needed(sequent("x: natural; y: nonnegative", ["x - y > 0"], "x - y - 1 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1, "y": "1/2"}, 0, 1),
    Needed(sequent("x: natural", ["x - 1 >= 0"], "x - 2 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 1),
    Needed(sequent("x: natural", ["x > 0"], "x - 2 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 1),
    Needed(sequent("x, y: natural", ["x - y > 0"], "x - y - 2 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1, "y": 0}, 0, 1),
    Needed(sequent("x, y: real", ["2*x - y == 0"], "x - y >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1, "y": 2}, 0, 1),
    Needed(sequent("x, y: real", ["y - 2*x == 0"], "y - x >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": -1, "y": -2}, 0, 1),
    Needed(sequent("x: real; y: positive", ["x == 0"], "x*y - 1 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 0, "y": 1}, 0, 1),
    Needed(sequent("x: real", ["1 - x >= 0"], "x >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": -1}, 0, 1),
    Needed(sequent("x: real", ["1 - 2*x > 0"], "-x >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": "1/4"}, 0, 1),
    Needed(sequent("x, y: real", ["y - x >= 0"], "y - x > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1, "y": 1}, 0, 1),
    Needed(sequent("x: real", ["x - 1 >= 0"], "x - 1 > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 1),
    Needed(sequent("x: real", ["2*x - 1 > 0"], "x - 1 > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 1),
    Needed(sequent("x, y: nonnegative", ["x - y >= 0"], "y - x >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1, "y": 0}, 0, 1),
    Needed(sequent("x: nonnegative", ["x - 1 >= 0"], "s - 1 > 0", s="sqrt(x)"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 1),
    Needed(sequent("x: nonnegative", ["3 - x >= 0"], "3 - x > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 3}, 1, 2),
    Needed(sequent("x: nonnegative", ["3 - x >= 0"], "x - 3 >= 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 1}, 0, 2),
    Needed(sequent("x: nonnegative", ["3 - 2*x > 0"], "x > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": 0}, 0, 1),
    Needed(sequent("x: positive", ["3 - 2*x > 0"], "x - 1 > 0"), "bound",
           {"variable": "x", "number": 0}, {"x": "1/2"}, 0, 1),
    Needed(sequent("x, y: positive", ["x-y != 0"], "x^2 - y^2 > 0"), "factor",
           {"signs": [1, 1]}, {"x": 1, "y": 2}, 1, 2),
    Needed(sequent("x, y: positive", [], "x^2 - 2*x*y + y^2 > 0"), "factor", {"signs": [1]},
           {"x": 1, "y": 1}, 0, 1),
    Needed(sequent("x, y: positive", [], "y*x - x^2 != 0"), "factor", {},
           {"x": 1, "y": 1}, 1, 2),
    Needed(sequent("x, y: positive", [], "x*y - x^2 == 0"), "factor", {"signs": 1},
           {"x": 1, "y": 2}, 0, 1),
    *(
        Needed(sequent("r: real", [], claim), "cases", {"of": "r", **rels}, {"r": point},
               place, count)
        for claim, rels, point, place, count in (
            ("-r >= 0", {}, 1, 0, 3), ("r^2 > 0", {}, 0, 1, 3), ("r + 1 >= 0", {}, -2, 2, 3),
            ("-r >= 0", {"rels": [">", "<="]}, 1, 0, 2),
            ("r >= 0", {"rels": [">", "<="]}, -1, 1, 2),
            ("r^2 > 0", {"rels": [">=", "<"]}, 0, 0, 2),
            ("r >= 0", {"rels": [">=", "<"]}, -1, 1, 2),
            ("-r >= 0", {"rels": ["<=", ">"]}, 1, 1, 2),
            ("-r + 1 > 0", {"rels": ["<", ">="]}, 1, 1, 2),
        )
    ),
    Needed(sequent("r: real", [], "r >= 0"), "cases", {"rels": ["<"]}, {"r": -1}, 0, 1),
    Needed(sequent("r: real", [], "r > 0"), "cases", {"rels": ["<="]}, {"r": 0}, 0, 1),
    Needed(sequent("x: nonnegative", [], "x == 0"), "cases", {"rels": ["<", ">"]}, {"x": 1}, 1, 2),
    Needed(sequent("x: nonnegative", [], "-x == 0"), "cases", {"rels": ["<", ">"]}, {"x": 1}, 0, 2),
    Needed(sequent("r: real", [], "r != 0"), "cases", {"rels": ["=="]}, {"r": 0}, 0, 1),
    Needed(sequent("x: nonnegative", [], "x > 0"), "cases", {"of": "x", "rels": ["==", ">"]},
           {"x": 0}, 0, 2),
    Needed(sequent("x: nonnegative", [], "x - 1 >= 0"), "cases", {"of": "x + 1", "rels": [">"]},
           {"x": 0}, 0, 1),
    Needed(sequent("r: real", ["r >= 0", "r - 1 >= 0"], "r - 2 >= 0"), "weaken",
           {"without": [0]}, {"r": 1}, 0, 1),
    Needed(sequent("r: real", ["r >= 0"], "r - 1 >= 0"), "weaken",
           {"without": [0], "rel": ">"}, {"r": 0}, 0, 1),
    Needed(sequent("r: real", ["r >= 0"], "r - 1 >= 0"), "combine", {"scale": 0}, {"r": 0}, 0, 1),
    Needed(sequent("r: real", ["r - 1 > 0"], "r == 0"), "combine",
           {"scale": 0, "multipliers": {"0": "1"}}, {"r": 2}, 0, 1),
    Needed(sequent("r: real", ["r >= 0"], "r - 1 >= 0"), "combine",
           {"scale": 0, "multipliers": {"0": "1"}}, {"r": 0}, 0, 1),
    Needed(sequent("x: nonnegative", [], "s^2 - 2 >= 0", s="sqrt(x)"), "combine", {}, {"x": 0},
           0, 1),
    Needed(sequent("r: real", [], "r >= 0"), "cut", {"of": "r", "rel": "=="}, {"r": -2}, 0, 2),
    Needed(sequent("r: real", [], "r + 1 >= 0"), "cut", {"of": "r", "rel": ">="},
           {"r": -2}, 0, 2),
    Needed(sequent("r: real", [], "r >= 0"), "cut", {"of": "1", "rel": ">"}, {"r": -2}, 1, 2),
    Needed(sequent("r: real", ["r >= 0"], "r > 0"), "combine", {"multipliers": {"0": "1"}},
           {"r": 0}, 0, 1),
    Needed(sequent("r: real", ["r > 0"], "r - 1 > 0"), "combine", {"multipliers": {"0": "1"}},
           {"r": 1}, 0, 1),
    Needed(sequent("x: nonnegative; r: real", ["r > 0"], "x*r > 0"), "combine",
           {"multipliers": {"0": "x"}}, {"r": 1, "x": 0}, 0, 1),
    Needed(sequent("r: real", ["r - 1 > 0"], "3 - r >= 0"), "combine",
           {"multipliers": {"0": "1"}, "scale": 2}, {"r": 5}, 0, 1),
)  # fmt: skip

VALUES = (
    Needed(sequent("x: nonnegative", [], "s - 2 >= 0", s="sqrt(x)"), "square",
           {"root": "s", "larger": "root"}, {"x": 0}, 1, 2),
    Needed(sequent("x: nonnegative", ["x - 1 > 0"], "1 - s >= 0", s="sqrt(x)"), "square",
           {"root": "s", "larger": "root"}, {"x": 4}, 0, 2),
    Needed(sequent("x: nonnegative", ["1 - x > 0"], "s - 1 >= 0", s="sqrt(x)"), "square",
           {"root": "s", "larger": "free"}, {"x": "1/2"}, 0, 2),
    Needed(sequent("x: nonnegative", [], "1 - s >= 0", s="sqrt(x)"), "square",
           {"root": "s", "larger": "free"}, {"x": 4}, 1, 2),
    Needed(sequent("x: nonnegative", ["x - 4 == 0"], "s + 2 == 0", s="sqrt(x)"), "square",
           {"root": "s"}, {"x": 4}, 0, 2),
    Needed(sequent("x: nonnegative", [], "s - 2 == 0", s="sqrt(x)"), "square",
           {"root": "s"}, {"x": 1}, 1, 2),
    Needed(sequent("x: nonnegative", [], "s - 2 != 0", s="sqrt(x)"), "square",
           {"root": "s"}, {"x": 4}, 0, 1),
    Needed(sequent("x, y: positive", [], "t - 2*u >= 0", t="log(x)", u="log(y)"), "arguments", {},
           {"x": 2, "y": 2}, 0, 1),
    Needed(sequent("x, y: positive", [], "t > 0", t="log(x / y)", ), "arguments", {},
           {"x": 1, "y": 2}, 0, 1),
    Needed(sequent("x, y: real", [], "t > 0", t="log(x / y)", ), "arguments", {},
           {"x": -1, "y": -2}, 0, 1),
    Needed(sequent("x, y: nonnegative", [], "t - u >= 0", t="acos(x)", u="acos(y)"), "arguments",
           {}, {"x": 1, "y": 0}, 0, 1),
    Needed(sequent("x, y: real", [], "t - u >= 0", t="acos(x / y)", u="acos(0)"), "arguments",
           {}, {"x": 1, "y": 2}, 0, 1),
    Needed(sequent("x: nonnegative", [], "t > 0", t="acos(x)"), "arguments", {}, {"x": 1}, 0, 1),
    Needed(sequent("x: nonnegative", [], "-t >= 0", t="acos(x)"), "arguments", {}, {"x": 0}, 0, 1),
    Needed(sequent("x, y: nonnegative", [], "s*t - x - y >= 0", s="sqrt(x)", t="sqrt(x*y^2)"),
           "rooted", {"roots": ["s", "t"]}, {"x": 1, "y": 0}, 0, 1),
    Needed(sequent("x, y: nonnegative", [], "s^2*t - x^2 >= 0", s="sqrt(x)", t="sqrt(x*y^2)"),
           "rooted", {"roots": ["s", "t"]}, {"x": 1, "y": 0}, 0, 1),
)  # fmt: skip

STEPS = (
    *FORMULAS, *SCALED, *SPLIT, *THEOREMS, *EXPECTATIONS, *CLEAR, *POLYNOMIALS, *VALUES,
)  # fmt: skip
