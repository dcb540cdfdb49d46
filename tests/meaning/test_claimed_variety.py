"""What is made of arbitrary formulas, values, facts and points, the same ones every time.

`tests/meaning/claimed.py` says how it is kept.  The other modules ask of chosen ones; here they are
drawn, so that conditions meet that nobody thought of together.  Most of it is nonsense: then it is
refused in a line, which is kept, too.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import random
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from meaning.claimed import Claims, Lines, text, told, without
from meaning.tables import named
from symbolic_measures import meaning
from symbolic_measures.meaning import approaches as limits
from symbolic_measures.meaning import padding, scikit_learn
from symbolic_measures.meaning.averaging import averaged
from symbolic_measures.meaning.averaging_parts import parts as averaging_parts
from symbolic_measures.meaning.brzezinski import needed_parts
from symbolic_measures.meaning.class_slopes import slope as class_slope
from symbolic_measures.meaning.class_sums import Frame, _sort, class_sums, relation
from symbolic_measures.meaning.conditions import Clause, Condition
from symbolic_measures.meaning.dependence import along, cleared_numerators, depends
from symbolic_measures.meaning.domain import pattern
from symbolic_measures.meaning.every_class import (
    IDENTITY,
    SIZES,
    WITH_CONSTANT,
    EveryClasses,
    is_affine,
    written,
)
from symbolic_measures.meaning.every_m import read_fact
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.every_report import least_of
from symbolic_measures.meaning.expansions import chain, scale_goals
from symbolic_measures.meaning.extended import EXTENDED, Signs, extended, order_letters
from symbolic_measures.meaning.families import Family, expected, violation
from symbolic_measures.meaning.filling import ALL, FULL, at_random, filled
from symbolic_measures.meaning.frameworks import OF_CLASSES
from symbolic_measures.meaning.instances import Instance, constraint, every_instance, goals, refusal
from symbolic_measures.meaning.maximum import CORNERS, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.meaning.opitz_slopes import has_no_slope, log_slope, slope
from symbolic_measures.meaning.padding import EMPTY, PADS, RIGHT, failing, padded
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.ranks import Ranked, groups, smallest_disagreement
from symbolic_measures.meaning.ratios import expanded, has_ratio, proportions
from symbolic_measures.meaning.readings import KNOWN, WHOLE, reading
from symbolic_measures.meaning.regions import Asked, instance, restricted, uncovered
from symbolic_measures.meaning.same import _size, same_function
from symbolic_measures.meaning.scales import _between, table
from symbolic_measures.meaning.subjects import (
    make_reading,
    measure,
    measure_data,
    oriented,
    refuse_what_is_no_measure,
)
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, summed
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Verdict, Witness

Chance = random.Random
SEVERAL = tuple(dict.fromkeys(i for ids in OF_CLASSES.values() for i in ids))
#: What is assumed of parameters.
ASSUMED = ("{} > 0", "{} >= 0", "0 < {} <= 1", "{} != 0", "{}", "{} > 1/2", "{} < 0", "{}^2 > 2")


# --- what is drawn ------------------------------------------------------------------------------


def drawn(chance: Chance, letters: Sequence[str], depth: int = 3) -> str:
    """A formula in these letters: sums and products, quotients, powers, now and then a function."""
    if depth == 0 or chance.random() < 0.15:
        return chance.choice((*letters, *letters, *letters, chance.choice("1123")))
    one, other = (drawn(chance, letters, depth - 1) for _ in range(2))
    forms = [f"({one} + {other})"] * 6 + [f"({one})*({other})"] * 6 + [f"({one})/({other})"] * 6
    forms += [f"({one} - {other})"] * 3 + [f"-({one})", f"({one})^2", f"sqrt({one})"]
    forms += [f"Abs({one})", f"Min({one}, {other})", f"log({one})", f"({one})^(-1)",
              f"Max({one}, {other})", f"({one})^(1/2)", f"xlogy({one}, {other})"]  # fmt: skip
    return chance.choice(forms)


def plain(chance: Chance, letters: Sequence[str]) -> str:
    """A quotient of polynomials that mostly has a value."""
    below = "+".join(chance.sample(letters, 2))
    above = "+".join(
        "*".join(chance.choices(letters, k=chance.randint(1, 2)))
        for _ in range(chance.randint(1, 3))
    )
    return chance.choice((f"({above})/({below})", f"({above})/({below})^2",
                          f"{chance.choice(letters)}/({below})*({above})/n",
                          f"1 - ({above})/({below})/n"))  # fmt: skip


def parameters(chance: Chance) -> dict[str, str]:
    """Parameters, and what is assumed of each."""
    names = chance.choice(((), (), ("w",), ("w",), ("w", "v")))
    return {name: chance.choice(ASSUMED).format(name) for name in names}


BINARY = (*CELLS, *CELLS, "P", "N", "Phat", "Nhat", "n")


def a_reading(chance: Chance, classes: int = 2) -> Reading:
    """A measure with conventions, or turned, or as it is."""
    given = parameters(chance)
    letters = BINARY if classes == 2 else [f"c{i}{j}" for i, j in product("123", repeat=2)] + ["n"]
    make = chance.choice((plain, plain, drawn))
    typed = make(chance, [*letters, *given])
    typed = "*".join((*given, f"({typed})"))
    subject = measure(typed, assume=list(given.values()), classes=classes)
    how = chance.random()
    if how < 0.2:
        return make_reading(subject, [f"{plain(chance, letters)} == 0: {chance.choice('01')}"])
    return Reading(oriented(subject, False)) if how < 0.3 else Reading(subject)


def spoiled_twice(chance: Chance, value: Any) -> Any:
    """A value with one part spoiled, or two, or none."""
    for _ in range(chance.choice((0, 1, 1, 2))):
        every = [other for _, other in without(value)]
        value = chance.choice(every) if every else value
    return value


def cells(chance: Chance, in_e: bool = False, count: int = 4) -> list[str]:
    of_e = ("e", "e^2", "2*e + 1", "e^3") if in_e else ()
    return [chance.choice(("0", "1", "1", "2", "3", "5", *of_e)) for _ in range(count)]


def some(chance: Chance, every: Sequence[Any]) -> list[Any]:
    """Some of them, in their order."""
    return [one for one in every if chance.random() < 0.3]


# --- properties ---------------------------------------------------------------------------------


def a_value(prop: Property, subject: Reading, chance: Chance) -> Any:
    """A value of the form that the property asks for."""
    names, several = subject.measure.parameters, subject.measure.classes > 2
    place = partial(cells, chance, count=len(subject.measure.cells))
    of_names = [form.format(name) for name in names for form in ("{}", "1 - {}", "2*{}")]
    number = partial(chance.choice, ("0", "1", "1/2", "-1", *of_names))
    weights = [chance.choice(("1", "2", "3", "5")) for _ in range(6 if several else 4)]
    growing = [chance.choice(("1", "2", "e", "e^2", "e + 1")) for _ in weights]
    support = chance.choice(SUPPORTS)
    match prop.id:
        case "range":
            ends = [chance.choice((
                {"value": number(), "attained": place()},
                {"value": number(), "attained": None, "approached": place(True)},
                {"value": infinite, "attained": None, "approached": place(True)},
                {"value": infinite, "attained": None, "approached": place(True), "growth": "log"},
            )) for infinite in ("-oo", "oo")]  # fmt: skip
            return {"infimum": ends[0], "supremum": ends[1]}
        case "undefined-set":
            found = [list(one) for one in some(chance, SUPPORTS)]
            where = chance.choice(("TP == FN", "TP > 2*FN and FP != 0", "FP < 1 or TN > TP",
                                   "TP*TN == FN*FP or FP - TN > 3 and TP == 1"))  # fmt: skip
            return chance.choice((found, {"supports": found, "where": where}))
        case "undefined-kinds":
            found = []
            for one in some(chance, SUPPORTS):
                tree = pattern(subject, one, "undefined").conclusion.expr
                inner = [part for part, _ in needed_parts(tree) if part.op in ("/", "log", "sqrt")]
                kind = {"/": chance.choice(("0/0", "c/0")), "log": "log 0", "sqrt": "sqrt < 0"}
                for part in inner[-1:]:
                    found.append({"support": list(one), "kind": kind[part.op], "at": str(part)})
            return found
        case "continuous-extension":
            if chance.random() < 0.4:
                bound = chance.choice(("1", "1/(TP + FN)", "2*TP*FN", "n/TP^2", "FP + FN"))
                limit = chance.choice((number(), f"1/(2*{support[0]})"))
                return {"support": list(support), "limit": limit, "bound": bound}
            ends = [chance.choice("125") for _ in CELLS]
            paths = [[end if name in support else chance.choice(("0", "1/e", "2/e", "3/e^2",
                                                                 "1/(2*e)", "1/(3*e^2)"))
                      for name, end in zip(CELLS, ends, strict=True)] for _ in "12"]  # fmt: skip
            values = chance.choice(([number(), number()], ["oo"], ["-oo"]))
            return {"support": list(support), "limit": None, "values": values,
                    "paths": paths[: len(values)]}  # fmt: skip
        case "chance-corrected":
            grade = chance.choice(("strict", "bound", "below"))
            more = chance.choice(({"attained": weights}, {"approached": growing}))
            return {"bound": number(), "grade": grade, **(more if grade == "bound" else {})}
        case "gradient":
            points = [{name: chance.choice(("1", "2", "1/3", "5")) for name in (*CELLS, *names)}
                      for _ in "12"]  # fmt: skip
            sign = chance.choice(("positive", "negative", "nonnegative", "nonpositive", "zero",
                                  "changes", "changes"))  # fmt: skip
            more = {"points": points} if sign == "changes" else {}
            return {"variable": chance.choice((*CELLS, "p_AB", "p_A", "p_B")),
                    "derivative": chance.choice((number(), "1/FN", "2*p_A", "p_AB/p_B")),
                    "sign": sign, **more}  # fmt: skip
        case "lipschitz-constant":
            attained = chance.random() < 0.5
            one, other = chance.sample(CELLS, 2)
            constant = number() if attained else chance.choice((number(), "oo"))
            by = chance.choice("12" if attained else ("1", "2", "e", "e + 1"))
            return {"constant": constant, "rest": place(not attained), "from": one, "to": other,
                    "by": by, "attained": attained}  # fmt: skip
        case "homogeneity":
            return {"matrix": place()}
        case "interval-scale":
            if chance.random() < 0.6:
                tp, tn = chance.randint(1, 3), chance.randint(1, 3)
                steps = [[str(i), str(tp - i), str(tn - j), str(j)]
                         for i, j in product(range(tp + 1), range(tn + 1))]  # fmt: skip
                return {"steps": chance.sample(steps, 3), "parameters": dict.fromkeys(names, "1")}
            return {"origin": chance.choice(("0", "N/(P + N)", "-1", number())),
                    "unit": chance.choice(("1/(P + N)", "1/P", "1", "P*N")),
                    "levels": chance.choice(("TP", "TN", "TP + TN", "TP - TN"))}  # fmt: skip
        case "class-sensitive":
            more = {"or": [chance.choice("123") for _ in place()]} if chance.random() < 0.4 else {}
            pairs = (("c11", "c33"), ("c12", "c31"), ("c22", "c11"), ("c32", "c23"))
            pair = chance.choice(pairs if several else (("TP", "TN"), ("FP", "FN"), ("FN", "FP")))
            return {"cells": [*pair], "matrix": [chance.choice("123") for _ in place()], **more}
        case "class-decomposable":
            if chance.random() < 0.5:
                more = {"as": chance.choice(("BA", "accuracy"))} if chance.random() < 0.3 else {}
                return {"p": chance.choice(("0", "1", "-1", "2", "1/2", "-1/2")), **more}
            pairs = (("c11", "c22"), ("c12", "c33"), ("c22", "c13"))
            some_of = pairs if several else (("TP", "TN"), ("FN", "FP"))
            both = [[*chance.choice(some_of)] for _ in "12"]
            whole = [[chance.choice("123") for _ in place()] for _ in "12"]
            return chance.choice((
                {"no p": [], "mixed": both[0], "matrix": whole[0]},
                {"no p": [[*one] for one in zip(both, whole, strict=True)]},
            ))  # fmt: skip
        case "baseline-order":
            order = chance.choice(("0", "1", "2", "oo"))
            points = [[chance.choice(("1/2", "1/3", "1/4")), "2/3"] for _ in "12"]
            count = {"0": 0, "oo": 2}.get(order, 2 if order == "1" else 3)
            slopes = [chance.choice(("1/(TP + FN)", "0", "2*TP*FN", number())) for _ in "123"]
            taken = {"0": 2, "oo": 0}.get(order, 1)
            if chance.random() < 0.3:
                taken, count = chance.randint(0, 2), chance.randint(1, 3)
            return {"order": order, "constant": None if order == "0" else number(), "inner": None,
                    "points": points[:taken],
                    "derivatives": [*slopes[: count - 1], "0"][:count]}  # fmt: skip
    corner = chance.choice((*CORNERS, ["TP", "FN", "0", "TN"], ["TP + FN", "0", "0", "FP + TN"]))
    if chance.random() < 0.7:
        return {"better": corner}
    return {"maximum": corner, "parameters": dict.fromkeys(names, "1"), "proof": {"rule": "clear"}}


def of_property(property_id: str) -> Lines:
    """Statements about measures that are drawn, with values that are drawn and spoiled."""
    chance, prop = Chance(property_id), PROPERTIES[property_id]
    for number in range(24):
        classes = 3 if property_id in SEVERAL and number % 4 == 3 else 2
        try:
            subject = a_reading(chance, classes)
        except ValueError as error:
            yield f"{number}", str(error)
            continue
        value = a_value(prop, subject, chance) if prop.answers else None
        value = value if number % 3 else spoiled_twice(chance, value)
        value = 1 if value is None and number % 5 == 0 else value
        said = told(lambda s=subject, v=value: _said(prop, s, v))
        yield f"{number} {subject.measure.text} {value}", said


def _said(prop: Property, subject: Reading, value: Any) -> Any:
    statement = prop.statement(subject, value)
    words = [(prop.words.quantity(goal), prop.words.where(goal, value)) for goal in statement.goals]
    tale = "" if value is None else told(prop.tell or text, value)
    ways = [told(_lying, goal) for goal in statement.goals[:2]]
    return statement, words, tale, ways, prop.refutable(value)


def _lying(goal: Any) -> Any:
    return tuple(along(goal)), has_ratio(goal), proportions(goal)


# --- formulas -----------------------------------------------------------------------------------


def infinite(part: int) -> Lines:
    """Infinite values, and the signs that a formula may have."""
    chance = Chance(f"infinite {part}")
    for number in range(33):
        given = {"w": chance.choice(ASSUMED).format("w")} if number % 3 == 0 else {}
        typed = drawn(chance, [*CELLS, *CELLS, "n", *given], chance.choice((2, 3)))
        if number % 2:
            below = chance.choice(CELLS)
            typed = chance.choice((f"({typed})/{below}", f"log(({typed})/{below})",
                                   f"1 - log({typed})", f"({typed})/{below} + 1/({typed})",
                                   f"2*log({below})*({typed})", f"(({typed})/{below})^(-2)",
                                   f"sqrt(({typed})/{below})"))  # fmt: skip
        typed = "*".join((*given, f"({typed})"))
        yield f"{typed} {given}", told(_infinite, typed, list(given.values()))


def _infinite(typed: str, assume: list[str]) -> Any:
    subject = measure(typed, assume=assume)
    signs = Signs(subject)
    seen = ["".join("-0+"[s + 1] for s in sorted(signs._at(where, subject.formula)))
            for where in SUPPORTS]  # fmt: skip
    found = told(extended, subject)
    turned = told(lambda: reading(EXTENDED, oriented(subject, False)).shown_score)
    return seen, signs.parameters, found, turned


def slopes(part: int) -> Lines:
    """Derivatives in a cell, or two; how a measure of three classes is derived."""
    chance = Chance(f"slopes {part}")
    for number in range(20):
        classes = 3 if number % 3 == 2 else 2
        try:
            subject = a_reading(chance, classes)
        except ValueError:
            continue
        tree, names = subject.measure.formula, subject.measure.cells
        one, other = chance.sample(names, 2)
        said = [told(slope, tree, one), told(slope, tree, one, other), told(log_slope, tree, other),
                told(has_no_slope, subject), told(slope, tree, *names[:4])]  # fmt: skip
        yield f"{tree} {one} {other}", "; ".join(said)


def readings(part: int) -> Lines:
    """Readings by name of formulas that a person may have written."""
    chance = Chance(f"readings {part}")
    names = ("precision", "recall", "F1", "TP/(TP+FP)", "TP/P", "TN/N", "2*TP/(2*TP+FN+FP)",
             "TP/Phat", "accuracy", "Jaccard", "5*TP/(5*TP+4*FN+FP)", "1", "1/2")  # fmt: skip
    for number in range(15):
        one, two = (chance.choice(names) for _ in range(2))
        typed = chance.choice((f"({one} + {two})/2", f"{one}", f"({one})*({two})", f"1 - {one}",
                               f"sqrt(({one})*({two}))", f"2*({one}) - {two}",
                               f"{one} + {two}", f"1/(1/({one}) + 1/({two}))",
                               f"({one})/({two})", f"({one} + {two} + {one})/3"))  # fmt: skip
        said = [told(lambda t=typed, k=name: reading(k, measure(t))) for name in KNOWN]
        yield f"{number} {typed}", "; ".join(said)


def means_of_classes(part: int) -> Lines:
    """Readings of means over three classes."""
    chance = Chance(f"means {part}")
    of_class = ("c/a", "c/b", "2*c/(a+b)", "c/(a+b-c)", "a*c/b", "TP/(TP+FN)", "c*a/a", "b*c/a")
    for _ in range(12):
        one, two = (chance.choice(of_class) for _ in "12")
        typed = chance.choice((f"mean({one})", f"sum({one})/m", f"mean({one} + {two})/2",
                               f"sum(a*({one}))/n", f"mean({one})*mean({two})",
                               f"(mean({one}) + mean({two}))/2", f"macro({one})",
                               f"sum({one})/sum({two})"))  # fmt: skip
        yield f"{typed}", told(_of_classes, typed)


def _of_classes(typed: str) -> Any:
    subject = measure(typed, classes=3)
    found = scikit_learn.conventions(subject, WHOLE[scikit_learn.NAME])
    return measure_data(Reading(subject)), found


def compared(part: int) -> Lines:
    """Whether formulas are one function; how they rank predictions."""
    chance = Chance(f"compared {part}")
    for number in range(24):
        typed = plain(chance, BINARY)
        other = chance.choice((f"({typed})*n/n", f"({typed}) + 0", f"sqrt(({typed})^2)",
                               f"({typed})*TP/TP", plain(chance, BINARY), f"2*({typed})/2",
                               f"1/(1/({typed}))", f"({typed}) - TP + TP"))  # fmt: skip
        outside = chance.choice(("{}", "{}", "sqrt({})", "log({})", "Abs({})", "sqrt(1 + ({})^2)"))
        typed, other = outside.format(typed), outside.format(other)
        pair = parse(typed), parse(other)
        yield (
            f"{typed} = {other}",
            text((told(same_function, *pair), told(same_function, *pair[::-1]))),
        )
        if number % 4 == 0:
            yield f"{typed} < {other}", told(_ranked, *pair, number % 8 == 0)


def _ranked(one: Any, other: Any, constant: bool) -> Any:
    both = [Ranked("one", one, {}, constant), Ranked("other", other, {}, constant)]
    return [(smallest_disagreement(*both, n), groups(both, n)) for n in (1, 2, 3)]


# --- for every m --------------------------------------------------------------------------------

OF_CLASS = ("a", "b", "c", "c", "n")


def a_sum(chance: Chance, more: Sequence[str] = ()) -> str:
    """A formula with sums over classes."""
    make = chance.choice((plain, plain, drawn))
    terms = [make(chance, [*OF_CLASS, *more]) for _ in range(2)]
    return chance.choice((
        f"sum({terms[0]})/m", f"sum({terms[0]})/n", f"sum({terms[0]})/sum({terms[1]})",
        f"(sum(c) - sum({terms[0]})/n)/(n - sum(a*b)/n)", f"m*sum({terms[0]}) + sum(c)/n",
        f"sum({terms[0]})*sum(c)/n^2", f"sqrt(sum({terms[0]}))/n", f"1 - sum({terms[1]})",
        "sum({})/(n + sum({}))".format(*chance.choices(("c", "a*b/n", "c^2/a", "b"), k=2)),
    ))  # fmt: skip


def a_subject(chance: Chance) -> EveryClasses:
    """A measure of any number of classes."""
    given = {"w": chance.choice(ASSUMED).format("w")} if chance.random() < 0.4 else {}
    typed = a_sum(chance, tuple(given))
    return EveryClasses("*".join((*given, f"({typed})")), tuple(given.values()),
                        chance.random() < 0.3, chance.choice((2, 2, 3, 4)))  # fmt: skip


def a_fact(chance: Chance, sums: bool = True) -> str:
    """A relation that a class may have."""
    simple = ("a - c", "b - c", "n - a", "a*b - c^2", "c - 1/2*a", "1 - c/a", "a + b - 2*c",
              "c/a - c/n", "n*a - a^2", "2*c/(a + b) - 1/3*c", "a - 3", "c/a + c/b")  # fmt: skip
    of_sums = ("a*sum(c) - c", "sum(a*b) - a*b", "sum(c) - c", "(a + b)*sum(a - c)",
               "n*sum(c/a) - c/b", "sum(b)/a - 1", "a/sum(b) - c/sum(c)", "sqrt(sum(a*b)) - c",
               "b*(sum(a) - a)*(sum(c) + 1)")  # fmt: skip
    left = chance.choice((*simple, *simple, *of_sums) if sums else simple)
    left = chance.choice((left, left, f"2*({left})", f"-({left})/3", f"{left} + a"))
    return f"{left} {chance.choice(('>=', '>=', '>', '=='))} 0"


def frames(part: int) -> Lines:
    """Normal forms of formulas in sums over classes, and what facts make of them."""
    chance = Chance(f"frames {part}")
    for number in range(20):
        typed, count = a_sum(chance, ("w",)), chance.choice((0, 0, 1, 2))
        facts = [a_fact(chance, count == 0 or chance.random() < 0.3) for _ in range(3)]
        whole, least = chance.random() < 0.5, chance.choice((2, 3))
        move = chance.choice(({}, {}, {"c_ii": 1}, {"c_ij": -1, "c_ii": 1}, {"c_ri": -2}))
        said = told(_framed, typed, count, facts, whole, least, move)
        yield f"{number} {typed} {count} {facts} {whole} {least} {move}", said


def _framed(
    typed: str, count: int, facts: list[str], whole: bool, least: int, move: dict[str, int]
) -> Any:
    subject = measure("w*TP/n", assume=["w > 0"])
    frame = Frame(count, subject.variables, subject.conditions, least=least, whole=whole)
    tree = class_sums(typed, ("w",))
    said: list[Any] = [told(frame.normal, tree), told(frame.normal, tree, move)]
    for fact in map(read_fact, facts):
        said += [told(frame.shown, fact, (tree,)), told(frame.take, fact), frame.known]
        said += [frame.replaced, told(lambda: frame.given), frame.variables]
    said += [frame.terms, told(frame.normal, tree), told(relation, frame, tree, tree, ">=")]
    return said, is_affine(tree), told(class_slope, tree, True), told(class_slope, tree, False)


def a_constant(property_id: str, given: Sequence[str], chance: Chance) -> Any:
    """What exists, of properties of which something does."""
    number = chance.choice(("0", "1", "1/m", "1 - 1/m", "m + 1", *given))
    match property_id:
        case "range":
            ends = []
            for infinite in ("-oo", "oo"):
                way = chance.random() < 0.5
                place = chance.choice((
                    {"alike": cells(chance, way, 2)},
                    {"cells": cells(chance, way), "added": chance.choice((0, 1, 0, 1, True, 1.0))},
                ))  # fmt: skip
                value = chance.choice((number, number, infinite)) if way else number
                ends.append({"value": value, "approached" if way else "attained": place})
            return {"infimum": ends[0], "supremum": ends[1]}
        case "chance-corrected":
            weights = [chance.choice(("1", "e", "e^2 + 1", "2*e")) for _ in range(2)]
            return chance.choice((number, {"bound": number},
                                  {"bound": number, "approached": weights}))  # fmt: skip
        case "class-sensitive":
            pair = list(chance.choice((("TP", "TN"), ("FN", "FP"), ("TP", "FP"))))
            return {"cells": pair, "matrix": [chance.choice("123") for _ in CELLS]}
        case "class-decomposable":
            return {"p": chance.choice((1, -1)), "of": plain(chance, ("a", "b", "c"))}
        case "undefined-set":
            terms = ("a", "b", "a + b - c", "n - a", "a*b", "c", "a^2 - 1", "n*c - a*b")
            whole = ("n - sum(c)", "sum(a*b) - n^2", "sum(c)", "n^2 - sum(a^2)", "m - 3")
            return {"classes": some(chance, terms), "sums": some(chance, whole)}
    return number


def of_every_m(property_id: str) -> Lines:
    """What has to be shown, for every m, of measures that are drawn."""
    chance = Chance(f"every m {property_id}")
    for number in range(14):
        try:
            (subject := a_subject(chance)).look()
        except ValueError as error:
            yield f"{number}", str(error)
            continue
        own = subject.measure.parameters
        constant = a_constant(property_id, own, chance) if property_id in WITH_CONSTANT else None
        constant = constant if number % 4 else spoiled_twice(chance, constant)
        facts = [a_fact(chance) for _ in range(2)]
        said = told(_parts, property_id, subject, constant, facts)
        yield f"{number} {subject.text} {subject.assume} {subject.least} {constant}", said


def _parts(property_id: str, subject: EveryClasses, constant: Any, facts: list[str]) -> Any:
    found = []
    for part in parts(property_id, subject, constant):
        frame = part.make()
        found.append((part.label, part.state(frame), part.sample, part.spoken))
        for fact in map(read_fact, facts):
            found.append(told(frame.shown, fact, part.spoken))
            found.append(told(frame.take, fact))
        found.append(told(part.state, frame))
    return found


def added(part: int) -> Lines:
    """Matrices with classes added, and filled up; values where all classes are alike."""
    chance = Chance(f"added {part}")
    for number in range(18):
        subject, classes = a_subject(chance), chance.choice((2, 2, 3))
        yield f"{number} {subject}", told(_added, chance, subject, classes)


def _added(chance: Chance, subject: EveryClasses, classes: int) -> Any:
    sizes = [tuple(chance.randint(0, 2) for _ in range(classes)) for _ in range(2)]
    weights = [[formula(chance.randint(1, 3)) for _ in range(classes)] for _ in range(2)]
    letters = {letter: symbol("w") for letter in chance.sample("abc", 2)}
    return [
        told(lambda: subject.tree), told(padded, subject, classes, EMPTY),
        told(padded, subject, classes, RIGHT), told(filled, subject, classes),
        told(at_random, subject, *weights),
        told(lambda: [written(subject.tree, every, (letters,), 1) for every in (SIZES, IDENTITY)]),
        *(told(padding._baseline, subject, (sizes[0], sizes[1]), right, exact)
          for right, exact in product((EMPTY, RIGHT), (True, False))),
    ]  # fmt: skip


def larger(property_id: str) -> Lines:
    """What makes a counterexample fail with classes added."""
    chance = Chance(f"larger {property_id}")
    for number in range(12):
        subject, classes = a_subject(chance), chance.choice((2, 2, 3))
        if number > 9:
            name = chance.choice(("c_i2", "m1", "e")) if number > 10 else "b_j2"
            subject = EveryClasses(f"{name}*sum(c)/n", (f"{name} > 0",))
        said = told(_larger, chance, property_id, subject, classes)
        yield f"{number} {subject.text} {classes}", said


def a_refutation(property_id: str, classes: int, chance: Chance) -> Any:
    """What a refutation says besides its counterexample."""
    pairs = (("c11", "c22"), ("c12", "c33"), ("c12", "c31"))
    pairs = pairs if classes == 3 else (("TP", "TN"), ("FN", "FP"))
    matrices = [[chance.choice("1234") for _ in range(classes**2)] for _ in "12"]
    match property_id:
        case "class-sensitive":
            return {"equal": []}
        case "chance-corrected":
            weights = [chance.choice(("1", "2", "e", "3")) for _ in range(2 * classes)]
            return {"weights": weights, "proof": {}}
        case "class-decomposable":
            chosen = [[*chance.choice(pairs)] for _ in "12"]
            return chance.choice((
                {"no p": [], "mixed": chosen[0], "matrix": matrices[0]},
                {"no p": [[*one] for one in zip(chosen, matrices, strict=True)]},
            ))  # fmt: skip
    return None


def _larger(chance: Chance, property_id: str, subject: EveryClasses, classes: int) -> Any:
    stated = PROPERTIES[property_id].statement(subject.at(classes), None)
    number = chance.randrange(max(len(stated.goals), 1))
    names = [variable.name for variable in stated.goals[number].variables] if stated.goals else []
    point = {name: str(chance.randint(0, 3)) for name in names}
    count = chance.choice((2, 2, 2, 2, 1, 3))
    matrices = tuple(
        tuple(str(chance.randint(0, 3)) for _ in range(2 * classes)) for _ in range(count)
    )
    if classes == 2:
        matrices = tuple((str(chance.randint(2, 4)), *map(str, chance.choices((0, 1, 2), k=2)))
                         for _ in range(count))  # fmt: skip
    kind, given = chance.choice(("point", "expectation")), {"w": "2"} if subject.assume else {}
    witness = Witness(kind, number, point, given, matrices, (), False)
    statement: Any = None
    verdict = Verdict(property_id, "refuted", statement, None, witness,
                      a_refutation(property_id, classes, chance))  # fmt: skip
    ways = product((EMPTY, RIGHT, FULL, ALL), (0, 2))
    return [told(failing, subject, classes, verdict, right, power) for right, power in ways]


# --- instances, limits, sets of parameters ------------------------------------------------------


def instances(property_id: str) -> Lines:
    """Constraints at points, and those of a measure that is drawn."""
    yield "refusal", told(refusal, property_id)
    if PROPERTIES[property_id].answers:
        return
    chance = Chance(f"instances {property_id}")
    for number in range(8):
        try:
            subject = a_reading(chance, 3 if number == 7 else 2).measure
            stated = goals(property_id, subject)
        except ValueError as error:
            yield f"{number}", str(error)
            continue
        values = {name: Fraction(chance.choice((1, 2, -1)), 2) for name in subject.parameters}
        given = {name: parse(str(value)) for name, value in values.items()}
        exact = {name: told_exact(tree) for name, tree in given.items()}
        said = []
        for _ in range(5):
            goal = chance.randrange(len(stated))
            names = [v.name for v in stated[goal].variables if v.name not in values]
            point = tuple((name, chance.randint(0, 3)) for name in names)
            sizes = tuple((n, *(chance.randint(0, n) for _ in "PP")) for n in (3, 4))
            mean = stated[goal].conclusion.rel == "constant-mean"
            odd = chance.random() < 0.1
            one = Instance(property_id, goal, () if mean and not odd else point,
                           sizes if mean or odd else ())  # fmt: skip
            said.append((one.to_data(), told(lambda o=one, s=subject, e=exact: _linear(o, s, e))))
        listed = told(_listed, property_id, subject) if not values else ""
        yield f"{number} {subject.text}", text((said, listed))


def told_exact(tree: Any) -> Any:
    from symbolic_measures.kernel.truth import evaluator

    return evaluator(tree)({})


def _linear(one: Instance, subject: Any, exact: Any) -> Any:
    stated, matrices = constraint(one, subject, exact)
    return str(stated), matrices


def _listed(property_id: str, subject: Any) -> Any:
    found = []
    for one, stated, matrices in every_instance(property_id, subject, range(2, 4)):
        found.append((one, str(stated), matrices))
        if len(found) == 25:
            break
    return found


#: Parts of what is written with t, some with a limit where they have no value.
OF_T = ("t*log(t)", "1/log(t)", "log(1 + t)/t", "t", "t^2", "1/t", "sqrt(t)", "log(t)",
        "((2*x)^t/2 + 3^t/2)^(1/t)", "log(1 + 2*t*x)/t",
        "(x^(1/t)/2 + (x + 1)^(1/t)/2)^t")  # fmt: skip


def ways(part: int) -> Lines:
    """Limits: certificates that are drawn, on ways that are drawn."""
    chance = Chance(f"ways {part}")
    for number in range(45):
        assume = ["w > 0", chance.choice(("v > 0", "v < 1", "v"))]
        subject = measure(f"w*{plain(chance, BINARY)} + v", assume=assume)
        moving = chance.choice(("w", "v", "w", *CELLS))
        to = chance.choice(("0", "1", "oo", "1/2", "0+", "2-"))
        try:
            every = limits.approaches(f"{moving} -> {to}", subject)
        except ValueError as error:
            yield f"{number}", str(error)
            continue
        way = chance.choice(every)
        support = chance.choice([*way.supports()])
        letters = [*support, *(name for name in ("w", "v") if name != moving)]
        value = a_certificate(chance, letters)
        value = value if number % 5 else spoiled_twice(chance, value)
        said = told(limits.limit_statement, subject, way, support, value)
        yield f"{number} {moving} -> {to} {support} {value}", said


def a_certificate(chance: Chance, letters: Sequence[str]) -> dict[str, Any]:
    """What a limit is said to be."""
    one, other = (chance.choice(letters) for _ in "12")
    whole = chance.choice((f"{one}/({other} + 1)", f"{one}*{other}", f"2*{one}", "3", "0"))
    kind = chance.choice(("finite", "finite", "infinite", "infinite", "undefined", "excluded"))
    near = chance.choice((None, "1/2", f"1/({one} + 1)", other))
    value: dict[str, Any] = {"kind": kind, "scale": chance.choice((1, 2)), "near": near}
    if kind in ("finite", "infinite"):
        part = chance.choice(OF_T).replace("x", one)
        value["rewritten"] = chance.choice((whole, f"{whole} + {part}", f"{part}*({whole})"))
    if kind == "finite":
        value["limit"] = whole
    if kind == "infinite":
        value |= {"power": chance.choice((0, 1, 2, 12)), "sign": chance.choice((1, -1)),
                  "log": chance.choice((None, None, "1", f"{one} - {other}"))}  # fmt: skip
    return value | ({"assumption": chance.choice((0, 1))} if kind == "excluded" else {})


def sets(part: int) -> Lines:
    """Sets of parameters: what holds inside, what fails outside, what is left over."""
    chance = Chance(f"sets {part}")
    asked = [i for i, prop in PROPERTIES.items() if not prop.answers]
    whens = ("w > 1", "w == 1", "w >= rho", "0 < w and w <= 2", "w < 1 or w > 2", "w == rho",
             "rho > 1", "w^2 > rho", "always", "w != 1", "w == 1/2 or rho < w")  # fmt: skip
    for number in range(20):
        property_id = chance.choice(asked)
        typed = f"({plain(chance, BINARY)})*w + {plain(chance, BINARY)}"
        subject = Reading(measure(typed, assume=[chance.choice(("w > 0", "w >= 0", "w"))]))
        yield f"{number} {property_id} {typed}", told(_sets, chance, property_id, subject, whens)


def _sets(chance: Chance, property_id: str, subject: Reading, whens: Sequence[str]) -> Any:
    question = Asked(PROPERTIES[property_id], subject)
    names = ("w", "rho")
    clauses = [Condition.parse(chance.choice(whens), names).clauses for _ in range(2)]
    (one, *_), (two, *_) = clauses
    goal = chance.randrange(len(question.statement.goals))
    free = [v for v in question.statement.goals[goal].variables if v.name != "w"]
    whole, of_w = ("0", "1", "1", "2"), ("0", "1", "1", "w", "w + 1", "1/w", "P", "N", "P*w")
    about: dict[str, Any] = {"goal": goal, "point": {}}
    if property_id == "constant-baseline":
        about["sizes"] = [[3, 1, 1], [4, chance.randint(0, 4), 2]]
        free = []
    if chance.random() < 0.4:
        about["size"] = chance.choice(("w", "1/w", "w^2 + 1", "3"))
        whole = (*whole, "e", "e^2", "2*e")
    for variable in free:
        plainly = variable.sort == "natural" or chance.random() < 0.5
        about["point"][variable.name] = chance.choice(whole if plainly else of_w)
    point = {"w": parse(chance.choice(("1", "2", "1/2"))), "rho": parse(chance.choice("12"))}
    return [
        question.ratio, told(restricted, question.statement, one, question.ratio),
        told(uncovered, subject.measure, one, [two], question.ratio),
        told(instance, question.statement, point, question.ratio),
        told(depends, question.statement, "w"), [told(cleared_numerators, g)
                                                 for g in question.statement.goals[:1]],
        [told(clause.admits, point) for clause in (one, two)],
        told(lambda: violation(question, one, Family.from_data(about))), about,
    ]  # fmt: skip


def expansions(part: int) -> Lines:
    """Chains of derivatives; expectations; polynomials multiplied out; summits."""
    chance = Chance(f"expansions {part}")
    for number in range(20):
        try:
            subject = a_reading(chance)
        except ValueError:
            continue
        texts = [plain(chance, CELLS).replace("n", "TP") for _ in range(chance.randint(0, 2))]
        outer = chance.choice(("u", "u/P", "u*Nhat + N", "1/(u + Phat)", "sqrt(u)"))
        of_u = [chance.choice(("1", "1/P", "Nhat", "u/N", "0")) for _ in texts]
        inner = {"part": plain(chance, CELLS).replace("n", "FN"), "slope": chance.choice("01"),
                 "outer": outer}  # fmt: skip
        triple = (n := chance.randint(2, 4), chance.randint(0, n), chance.randint(0, n))
        place = [*cells(chance)]
        given = dict.fromkeys(subject.measure.parameters, "1/2")
        yield f"{number} {subject.measure.text} {texts} {inner} {triple}", text([
            told(chain, subject, texts), told(chain, subject, of_u, inner),
            told(scale_goals, subject), told(expected, subject.measure.formula, triple),
            told(expanded, subject.measure.formula),
            told(summit, subject, {"maximum": place, "parameters": given}, number % 2 == 0),
        ])  # fmt: skip


# --- tables -------------------------------------------------------------------------------------


def tables() -> Lines:
    """The constants of every module, such as names that are taken; its functions are called first,
    so that what changes one runs this."""
    _everything_once()
    for info in pkgutil.iter_modules(meaning.__path__):
        module = importlib.import_module(f"{meaning.__name__}.{info.name}")
        for node in ast.parse(inspect.getsource(module)).body:
            target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
            name = target.id if isinstance(target, ast.Name) else ""
            value = getattr(module, name, None)
            if name.strip("_").isupper() or name == "__all__" or isinstance(value, partial):
                yield f"{info.name} {name}", _table(value)


def _table(value: Any) -> str:
    """A constant in text: functions and classes by their names, patterns as they are written."""
    if isinstance(value, re.Pattern):
        return str(value.pattern)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_table(k)}: {_table(v)}' for k, v in value.items())}}}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_table, value))}]"
    if isinstance(value, partial):
        return _table([value.func, value.args, value.keywords])
    if callable(value) or inspect.ismodule(value) or hasattr(value, "__origin__"):
        return str(getattr(value, "__name__", "a type"))
    found = text(value)
    return type(value).__name__ if " at 0x" in found else found


def _everything_once() -> None:
    """A function of every module that has tables."""
    subject = measure("F_beta")
    for prop in PROPERTIES.values():
        told(prop.statement, Reading(subject))
        told(lambda p=prop: tuple(along(p.statement(named()).goals[0])))
    for property_id in PARTS:
        told(parts, property_id, EveryClasses("accuracy"), "1")
        told(refusal, property_id)
    told(parts, "symmetry", EveryClasses("GmacR"))
    told(violation, Asked(PROPERTIES["symmetry"], Reading(subject)), Clause("always", ()),
         Family(0, ()))  # fmt: skip
    told(uncovered, subject, Condition.parse("beta > 1", ("beta",)).clauses[0], ())
    told(chain, named(), [])
    told(extended, subject)
    told(padding.Family.from_data, {"right": 1, "proofs": []})
    for number in CONDITIONS:
        told(condition, number, Normaliser("1/p_A"))
    told(averaging_parts, "macro", "symmetry", "all")
    told(averaged, "macro", named(), "all", 3)
    told(no_derivative, PROPERTIES["opitz-monotone"], named(), {})
    told(least_of, "every")


def tabled() -> Lines:
    """Predictions of a truth, and what lies between; letters that are free; slopes in all cells."""
    for count in range(9):
        names = "RQTUVWYZ"[:count]
        typed = "*".join((*names, "TP/n"))
        subject = measure(typed, assume=[f"{name} > 0" for name in names])
        yield f"letters {names}", told(order_letters, subject)
    for positives, negatives in product(range(4), range(3)):
        yield f"{positives} {negatives}", text(list(table(positives, negatives)))
    for typed in ("sqrt(TP*FN*FP*TN)", "log(TP + FN)*FP*TN", "Abs(TP - 1)", "TP*FN*FP*TN/n"):
        yield f"slope {typed}", told(slope, parse(typed), *CELLS)
    for most in (5, 6, 7):
        typed = f"TP/({'*'.join(f'(n - {n})' for n in range(1, most + 1))})"
        yield f"no value up to {most}", told(refuse_what_is_no_measure, Reading(measure(typed)))
    for count in (3, 290, 294, 295, 296, 310):
        middle = [symbol("FP")] * count
        pair = [symbol("TP") / summed([symbol(one), *middle, symbol(other)])
                for one, other in (("TP", "FN"), ("FN", "TP"))]  # fmt: skip
        yield f"so many parts {count}", text([_size(pair[0]), same_function(*pair)])
    letters = ("a", "b", "c", "q", "n", "m", "w")
    for typed in (
        "a",
        "0*a",
        "a - b",
        "2*a/(b + c)",
        "w*a",
        "sqrt(a)",
        "q*a",
        "a^2",
        "1/2*a",
        "c/((a + b + c + q)*n)",
        "(a + q)/((a + b + c + q)*(n + m))",
        "q/(a*n)",
    ):
        tree = parse(typed, {}, letters)
        yield f"term {typed}", text((_sort(tree), told(Frame(0).rest, tree)))
    numbers = [parse(one) for one in ("0", "1", "3/2", "1/0", "sqrt(2)")]
    for three in product(numbers, repeat=3):
        yield f"{text(three)}", text(_between(*three))


#: What is drawn in several parts, for one test each: a mutant meets quick tests first.
PARTED: dict[str, tuple[int, Callable[[int], Lines]]] = {
    "infinite": (8, infinite), "slopes": (3, slopes), "readings": (6, readings),
    "means of classes": (5, means_of_classes), "compared": (3, compared), "frames": (8, frames),
    "classes added": (4, added), "ways": (5, ways), "sets": (6, sets),
    "expansions": (3, expansions),
}  # fmt: skip


def parted(every: dict[str, tuple[int, Callable[[int], Lines]]]) -> dict[str, Callable[[], Lines]]:
    """A section for each part."""
    return {
        f"{name} {part}": partial(make, part)
        for name, (count, make) in every.items()
        for part in range(count)
    }


CLAIMS = Claims(
    "variety",
    {
        "tables": tables,
        "tabled": tabled,
        **{i: partial(of_property, i) for i in PROPERTIES},
        **parted(PARTED),
        **{f"{i} for every m": partial(of_every_m, i) for i in PARTS},
        **{f"{i} with classes added": partial(larger, i) for i in PADS},
        **{f"instances of {i}": partial(instances, i) for i in PROPERTIES},
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_is_made_of_arbitrary_things(section: str) -> None:
    CLAIMS.compare(section)
