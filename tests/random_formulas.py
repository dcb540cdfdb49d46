"""Random rational formulas, the same ones every time, some of them nonsense."""

from __future__ import annotations

import random
from collections.abc import Callable

CELLS = ("TP", "FN", "FP", "TN")
MARGINS = ("P", "N", "Phat", "Nhat", "n")


def polynomial(chance: random.Random, terms: int, degree: int) -> str:
    """A polynomial with small coefficients in the cells and margins."""
    parts = []
    for _ in range(chance.randint(1, terms)):
        coefficient = chance.choice([1, 1, 1, 2, 3, -1, -1, -2])
        letters = [chance.choice(CELLS + MARGINS) for _ in range(chance.randint(1, degree))]
        parts.append((coefficient, "*".join(letters)))
    text = ""
    for coefficient, letters in parts:
        mark = "-" if coefficient < 0 else "+" if text else ""
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        text += f"{mark}{size}{letters}"
    return text


def positive(chance: random.Random, terms: int, degree: int) -> str:
    """A polynomial without negative coefficients, as denominators mostly are."""
    return polynomial(chance, terms, degree).replace("-", "+").lstrip("+")


def ratio(chance: random.Random) -> str:
    """A ratio of two small polynomials."""
    below = positive if chance.random() < 0.8 else polynomial
    degree = chance.choice([1, 1, 2])
    return f"({polynomial(chance, 3, degree)})/({below(chance, 2, degree)})"


NONSENSE = (
    "1/(TP-TP)",
    "TP/0",
    "TP/(FN-1)",
    "sqrt(-FN-1)",
    "sqrt(TP-FP)",
    "(TP-1)*(TN-1)/((TP-1)*(TN-1))",
    "0*TP",
    "1/(TP*FN*FP*TN)",
    "TP^-1",
    "1/Phat+1/Nhat+1/P+1/N-1/Phat-1/Nhat",
    "n-n+1/n",
    "Abs(TP-FN)/(TP-FN)",
    "Min(TP,FN)/Max(TP,FN)",
    "sqrt(TP)*sqrt(TN)-sqrt(TP*TN)",
    "sqrt(TP*TP)",
    "1/(n-3)",
    "TP/P-TP/P",
    "(TP/P)/(TN/N)",
)
CONVENTIONS = ("P == 0: 0", "N == 0: 1/2", "Phat == 0: 0", "TP + FN + FP == 0: 1", "P*N == 0: 1")


def random_formulas(count: int, seed: int = 2021) -> list[tuple[str, tuple[str, ...]]]:
    """`count` pairs of a formula and conventions for it."""
    chance = random.Random(seed)
    found: list[tuple[str, tuple[str, ...]]] = [(text, ()) for text in NONSENSE]
    while len(found) < count:
        kind = chance.random()
        first, second = ratio(chance), ratio(chance)
        rules: tuple[str, ...] = ()
        if kind < 0.35:
            text = first
        elif kind < 0.55:
            text = f"{first}{chance.choice('+-')}{second}"
        elif kind < 0.65:
            text = f"{chance.choice(['Min', 'Max'])}({first}, {second})"
        elif kind < 0.75:
            text = f"Abs({polynomial(chance, 3, 1)})/({positive(chance, 2, 1)})"
        elif kind < 0.85:
            margin = chance.choice(("P", "Phat", "N", "TP+FN+FP"))
            text = f"({chance.choice(CELLS)}+{chance.choice(CELLS)})/({margin})"
            rules = tuple(chance.sample(CONVENTIONS, chance.randint(1, 2)))
        elif kind < 0.93:
            text = f"({polynomial(chance, 2, 1)})/sqrt({positive(chance, 2, 2)})"
        else:
            text = polynomial(chance, 3, 2)
        found.append((text, rules))
    return found


CLASS_LETTERS = ("c", "a", "b", "n")


def class_ratio(chance: random.Random) -> str:
    """A ratio in the letters of one class."""
    above = "*".join(chance.choice(CLASS_LETTERS) for _ in range(chance.randint(1, 2)))
    below = chance.sample(CLASS_LETTERS[1:], chance.randint(1, 2))
    if chance.random() < 0.3:
        above = f"{above}-{chance.choice(CLASS_LETTERS)}"
    return f"({above})/({chance.choice('+*').join(below)})"


def random_class_formulas(count: int, seed: int = 2024) -> list[str]:
    """`count` formulas of several classes: means, sums, products, pairs of classes, single cells,
    roots, larger and smaller of two."""
    chance = random.Random(seed)
    kinds: tuple[Callable[[str, str], str], ...] = (
        lambda x, _: f"mean({x})",
        lambda x, y: f"sum({x})-mean({y})",
        lambda x, y: f"mean({x})/sum({y})",
        lambda x, _: f"product({x})",
        lambda x, y: f"mean(Min({x},{y}))",
        lambda x, _: f"mean(sqrt(c*c/(a*b)))*mean({x})",
        lambda x, _: f"sum(Abs({x}))/(n+1)",
        lambda x, _: f"pairs((cij-cji)/(ai+bj))+mean({x})",
        lambda x, _: f"c11/n-c{chance.choice(('12', '31'))}/n+0*mean({x})",
        lambda x, _: f"sum(c)/n-sum(a*b)/n^{chance.randint(1, 2)}+mean({x})",
    )
    return [
        kinds[place % len(kinds)](class_ratio(chance), class_ratio(chance))
        for place in range(count)
    ]


INFINITE = (
    "LOR",
    "DP",
    "TP*TN/(FN*FP)",
    "TPR/FPR",
    "(TPR/FPR)/(FNR/TNR)",
    "TPR/(1-TNR)",
    "log(TP/FN)",
    "log(TP)+log(TN)-log(FN)-log(FP)",
    "-2*log(FN/TP)+1/3",
    "1/FN",
    "TP^-1",
    "(TP-FN)/FP",
    "3-TP/FN+accuracy",
    "Abs(TP-FN)/(FP*TN)",
    "sqrt(TP*TN/(FN*FP))",
    "1/(1/TP)",
    "(1/(1/FN))/P",
    "FN*(TP/FN)",
    "TP/(FN*N)-1",
    "log(accuracy)",
    "log(n/TP)/log(2)",
    "a*log(TP/FN)-a",
    "a*TP/FN-TN/n",
    "-(TP/(FN+a*FP))",
)


def random_quotients(count: int, seed: int = 2018) -> list[str]:
    """`count` formulas in which c/0 or log 0 arises, or might; `a` in them is a parameter.

    Small ones first, in which infinite values meet: (1/TP)^-1/(FN+P); then larger ones.
    """
    chance = random.Random(seed)
    found = list(INFINITE)
    while len(found) < count * 3 // 4:
        found.append(_small(chance))
    while len(found) < count:
        found.append(_infinite(chance, chance.choice([1, 1, 2, 2, 3])))
    return found


def _small(chance: random.Random) -> str:
    """Up to three operations on cells, each changed by a function or not."""

    def leaf() -> str:
        kinds = ("{}", "{}", "({}/{})", "({}+{})", "({}-{})", "({}*{})")
        letters = [chance.choice(("1", *CELLS, "P", "N")) for _ in range(2)]
        return changed(chance.choice(kinds).format(*letters))

    def changed(part: str) -> str:
        shapes = ("{}", "{}", "{}", "log({})", "({})^-1", "(-{})", "sqrt({})", "1/{}")
        return f"({chance.choice(shapes).format(part)})"

    text = f"({leaf()}{chance.choice('+-*/')}{leaf()})"
    if chance.random() < 0.5:
        pair = [changed(text), leaf()]
        chance.shuffle(pair)
        text = f"({pair[0]}{chance.choice('+-*/')}{pair[1]})"
    return chance.choice(("{}", "log({})", "1-{}", "-2*log({})", "log({})-log(TP/N)")).format(text)


def _infinite(chance: random.Random, depth: int) -> str:
    """A quotient, or an operation on smaller ones and on what is finite."""
    if depth == 0:
        if chance.random() < 0.25:
            return chance.choice([*CELLS, "accuracy", "recall", "TN/Nhat", "a", "2"])
        above = positive if chance.random() < 0.7 else polynomial
        below = positive if chance.random() < 0.9 else polynomial
        return f"(({above(chance, 2, 1)})/({below(chance, 2, 2)}))"
    inner = _infinite(chance, depth - 1)
    kind = chance.choice(["log", "sum", "sum", "product", "quotient", "scaled", "one", "root"])
    if kind == "log":
        return f"log({inner})"
    if kind == "scaled":
        return f"({chance.choice(['-2', '1/3', 'a', '-a', '3'])}*{inner}{chance.choice('+-')}1)"
    if kind == "one":
        return f"(1-{inner})"
    if kind == "root":
        shapes = ("sqrt({})", "Abs({})", "({})^2", "({})^-1", "(-{})", "Max({}, 1)")
        return chance.choice(shapes).format(inner)
    other = _infinite(chance, chance.choice([0, depth - 1]))
    sign = {"sum": chance.choice("+-"), "product": "*", "quotient": "/"}[kind]
    return f"({inner}{sign}{other})"


def random_measures(count: int, seed: int = 2026) -> list[dict[str, tuple[str, ...] | str]]:
    """`count` formulas with roots, logarithms, kinks, conventions and parameters, as options of
    `check`; half of them are rational."""
    chance = random.Random(seed)
    plain = random_formulas(count // 2, seed)
    found: list[dict[str, tuple[str, ...] | str]] = [
        {"measure": text, "convention": rules} for text, rules in plain
    ]
    share = ("recall", "precision", "TNR", "NPV", "accuracy", "F1", "Jaccard", "p_A", "p_B")
    kinds: tuple[Callable[[str, str], str], ...] = (
        lambda x, y: f"sqrt({x}*{y})",
        lambda x, y: f"({x}*{y})^(1/4)",
        lambda x, y: f"log({x}+{y})",
        lambda x, y: f"log({x})-log({y})",
        lambda x, y: f"xlogy({x}, {y})",
        lambda x, y: f"Min({x}, {y})-Max({x}, 1/2)",
        lambda x, y: f"Abs({x}-{y})",
        lambda x, y: f"Max({x}-{y}, 0)^2",
        lambda x, y: f"({x}-{y})/sqrt({x}+{y})",
        lambda x, y: f"acos({x})*{y}",
        lambda x, y: f"(a*{x}+{y})/(a+1)",
        lambda x, y: f"{x}/(a*{x}+{y})",
        lambda x, y: f"({x}^a+{y}^a)^(1/a)",
        lambda x, y: f"({x}+{y})*MCC",
    )
    while len(found) < count:
        parts = [
            chance.choice(share) if chance.random() < 0.6 else f"({positive(chance, 2, 1)})/(n+1)"
            for _ in range(2)
        ]
        text = chance.choice(kinds)(*parts)
        if chance.random() < 0.3:
            text = f"({text}){chance.choice(('+TP/n', '*TN/n', '-FP/(n+1)'))}"
        options: dict[str, tuple[str, ...] | str] = {"measure": text}
        if "a*" in text or "^a" in text:
            options["assume"] = ("a > 0",)
        if chance.random() < 0.2:
            options["convention"] = tuple(chance.sample(CONVENTIONS, 1))
        found.append(options)
    chance.shuffle(found)
    return found
