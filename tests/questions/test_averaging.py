"""What averaging keeps: verdicts about every binary measure, against random measures and matrices.

A proved cell must hold of the averages of random measures that have the property; the parts must be
what each class of a random matrix sees; forged certificates must be refused.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from paper import compile_, no_overfull
from slow_classes import M as CLASSES
from slow_classes import Matrix, baselines, matrices, sizes, violated
from tiers import exhaustive, few

from symbolic_measures import averaging, check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.measures import Reading as Value
from symbolic_measures.kernel.exact import UndefinedError, show
from symbolic_measures.kernel.truth import admits, evaluator
from symbolic_measures.meaning import averaging as catalog
from symbolic_measures.meaning.averaging import ASKED, averaged
from symbolic_measures.meaning.averaging_parts import PARTS, parts
from symbolic_measures.meaning.averaging_proofs import PartProof, follows
from symbolic_measures.meaning.instances import VALUE
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.multiclass import class_measure
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import Square
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.averaging.meaning import AveragingReport
from symbolic_measures.questions.kinds import read
from symbolic_measures.search.averaging import prove_part
from symbolic_measures.search.effort import Effort

KEPT = {
    "micro": {
        "all": "maximal-agreement class-symmetry symmetry distance monotone weakly-monotone "
        "scale-invariance",
        "present": "",
    },
    "macro": {
        "all": "maximal-agreement class-symmetry symmetry distance scale-invariance",
        "present": "monotone weakly-monotone constant-baseline approximate-constant-baseline",
    },
    "weighted": {
        "all": "maximal-agreement class-symmetry scale-invariance",
        "present": "constant-baseline approximate-constant-baseline",
    },
}


@cache
def report(name: str) -> AveragingReport:
    return averaging(name, timeout=240)


@pytest.mark.parametrize("name", few(KEPT, ("micro",)))
def test_every_cell_is_decided(name: str) -> None:
    """Whatever is kept on all matrices is kept where every class occurs."""
    everywhere = KEPT[name]["all"].split()
    present = [*everywhere, *KEPT[name]["present"].split()]
    for property_id in ASKED:
        for where, kept in (("all", everywhere), ("present", present)):
            wanted = "proved" if property_id in kept else "refuted"
            assert report(name)[property_id, where].outcome == wanted, (property_id, where)
    assert [c for c in verify(json.loads(report(name).to_json())) if c.problem] == []


@pytest.mark.parametrize("name", few(KEPT, ("micro",)))
def test_examples_fail_where_they_should(name: str) -> None:
    """Where every class must occur, it does in all matrices of the witness."""
    for kept in report(name).verdicts:
        if kept.example is None:
            continue
        witness = kept.example.fails.witness
        assert witness is not None
        for cells in witness.matrices if kept.where == "present" else ():
            values = list(map(Fraction, cells))
            if len(values) == 6:
                assert min(values) > 0
            else:
                assert min(map(sum, (values[:3], values[3:6], values[6:]))) > 0
                assert min(sum(values[i::3]) for i in range(3)) > 0


# --- random measures with the property --------------------------------------------------------

Binary = Callable[[int, int, int, int], Fraction]
Noise = Callable[..., Fraction]


def noise(seed: int) -> Noise:
    """A number between 0 and 1 for each key, the same one whenever it is asked for."""
    return lambda *key: Fraction(random.Random(repr((seed, key))).randint(0, 99), 100)


def monotone(r: Noise) -> Binary:
    return lambda tp, fn, fp, tn: 9 * (tp + tn) + r(tp, fn, fp, tn)


def agreeing(r: Noise) -> Binary:
    return lambda tp, fn, fp, tn: -r(tp, fn, fp, tn) - 1 if fn + fp else Fraction(0)


def concave(r: Noise) -> Binary:
    """An increasing function of the number of errors that adds up to no more is a distance."""
    return lambda tp, fn, fp, tn: -((1 + r()) * (fn + fp) if fn + fp < 3 else 3 * (1 + r()))


def unbiased(r: Noise) -> Binary:
    return lambda tp, fn, fp, tn: r(tp + fn, tp + fp, fp + tn) * (tp * tn - fn * fp)


def scaled(r: Noise) -> Binary:
    def value(*cells: int) -> Fraction:
        return r(*(cell // gcd(*cells) for cell in cells))

    return value


MAKERS: dict[str, Callable[[Noise], Binary]] = {
    "symmetry": lambda r: lambda tp, fn, fp, tn: r(tp, *sorted((fn, fp)), tn),
    "class-symmetry": lambda r: lambda tp, fn, fp, tn: max(r(tp, fn, fp, tn), r(tn, fp, fn, tp)),
    "monotone": monotone,
    "weakly-monotone": lambda r: lambda *cells: monotone(r)(*cells) // 9,
    "maximal-agreement": agreeing,
    "constant-baseline": unbiased,
}


def average(name: str, binary: Binary, where: str, r: Noise) -> Callable[[Matrix], Any]:
    """The average from its definition; where every class occurs, anything at constant labelings."""

    def value(tp: int, fn: int, fp: int, tn: int) -> Fraction:
        constant = 0 in (tp + fn, fp + tn, tp + fp, fn + tn)
        return 99 * r("any", tp, fn, fp, tn) if constant and where == "present" else binary(
            tp, fn, fp, tn
        )  # fmt: skip

    def found(matrix: Matrix) -> Any:
        true, predicted, right, n = sizes(matrix)
        if where == "present" and 0 in (*true, *predicted):
            return None
        own = [(c, a - c, b - c, n - a - b + c)
               for c, a, b in zip(right, true, predicted, strict=True)]  # fmt: skip
        if name == "micro":
            return value(*(sum(cells) for cells in zip(*own, strict=True)))
        weights = [Fraction(1, CLASSES)] * CLASSES
        if name == "weighted":
            weights = [Fraction(a, n) for a in true]
        return sum((w * value(*cells) for w, cells in zip(weights, own, strict=True)), Fraction(0))

    return cache(found)


@pytest.mark.parametrize("where", ["all", "present"])
@pytest.mark.parametrize("property_id", MAKERS)
@pytest.mark.parametrize("name", few(KEPT, ("micro",)))
def test_averages_of_random_measures_have_what_is_proved(
    name: str, property_id: str, where: str
) -> None:
    if report(name)[property_id, where].outcome != "proved":
        return
    for seed in range(3):
        r = noise(seed)
        slow = average(name, MAKERS[property_id](r), where, r)
        if property_id == "constant-baseline":
            assert len(baselines(slow, 4)) == 1
        else:
            assert violated(property_id, slow, 4 if where == "all" else 5) is None


def test_the_triangle_inequality_of_random_measures() -> None:
    r = noise(7)
    words = [word for n in (1, 2, 3) for word in product("123", repeat=n)]
    chance = random.Random(1)
    for name in ("micro", "macro"):
        slow = average(name, concave(r), "all", r)
        for _ in range(300):
            n = chance.randint(1, 3)
            a, b, c = (chance.choice([w for w in words if len(w) == n]) for _ in range(3))
            distance = [-slow(_matrix(x, y)) for x, y in ((a, c), (a, b), (b, c))]
            assert distance[0] <= distance[1] + distance[2]


def _matrix(one: tuple[str, ...], other: tuple[str, ...]) -> Matrix:
    pairs = list(zip(one, other, strict=True))
    return tuple(pairs.count((i, j)) for i, j in product("123", repeat=2))


# --- the parts are what a class sees ----------------------------------------------------------


def _random_matrices(classes: int, seed: int) -> Iterator[list[int]]:
    chance = random.Random(seed)
    for _ in range(40):
        yield [chance.choice((0, 0, 1, 2, 5)) for _ in range(classes * classes)]


def _one_vs_all(cells: list[int], classes: int, label: int) -> tuple[fmpq, ...]:
    square = Square.of(classes)
    point = {str(s): fmpq(c) for s, c in zip(square.cells, cells, strict=True)}
    values = (evaluator(tree)(point) for tree in square.against_rest(label))
    return tuple(value for value in values if isinstance(value, fmpq))


def _places(part: Any, point: dict[str, fmpq]) -> list[tuple[Any, ...]]:
    found = [tree for tree in part.conclusion.expr.walk() if tree.op == VALUE]
    return [tuple(evaluator(cell)(point) for cell in tree.args) for tree in found]


@pytest.mark.parametrize("classes", [3, 4, 5])
def test_a_corrected_error_seen_by_each_class(classes: int) -> None:
    """Classes that are not named are merged into one: each one-vs-all matrix stays what it was."""
    gains = parts("macro", "monotone", "all")
    seen = 0
    for cells in _random_matrices(classes, classes):
        if not cells[1]:
            continue
        for end, first in ((0, 0), (classes + 1, 3)):
            after = list(cells)
            after[1] -= 1
            after[end] += 1
            for label in range(classes):
                others = [label] if label > 1 else []
                names = [0, 1, *others]
                role = {i: names.index(i) if i in names else 3 for i in range(classes)}
                merged = dict.fromkeys(map(str, Square.of(4).cells), fmpq(0))
                for i, j in product(range(classes), repeat=2):
                    merged[f"c{role[i] + 1}{role[j] + 1}"] += cells[i * classes + j]
                part = gains[first + min(label, 2)]
                point = {v.name: merged[v.name] for v in part.variables}
                here, there = (_one_vs_all(c, classes, label) for c in (cells, after))
                assert set(_places(part, point)) == {here, there}
                seen += 1
                constant = any(
                    sum(cells) in (sum(cells[i * classes : (i + 1) * classes]),
                                   sum(cells[i::classes]))
                    for i in range(classes)
                )  # fmt: skip
                assert constant or admits(part, point) is True
    assert seen > 100


@pytest.mark.parametrize("classes", [3, 4, 5])
def test_the_summed_matrix(classes: int) -> None:
    """(s, e, e, (m-2)*n + s), and three labelings one class after the other."""
    (part,) = parts("micro", "monotone", "all")
    for cells in _random_matrices(classes, classes):
        own = [_one_vs_all(cells, classes, label) for label in range(classes)]
        whole = tuple(sum(column, fmpq(0)) for column in zip(*own, strict=True))
        point = {"s": whole[0], "e": whole[1], "u": fmpq(classes - 3)}
        assert whole in _places(part, point)
    chance = random.Random(classes)
    *_, triangle = parts("micro", "distance", "all")
    for _ in range(30):
        labels = [[chance.randrange(classes) for _ in range(6)] for _ in range(3)]
        counts = dict.fromkeys(("q1", "q2", "q3", "q4", "q5"), fmpq(0))
        for a, b, c in zip(*labels, strict=True):
            kind = "q1" if a == b == c else "q2" if a == b else "q3" if a == c else "q4"
            counts[kind if kind != "q4" or b == c else "q5"] += 1
        point = {**counts, "s2": fmpq(1), "u": fmpq(classes - 3)}
        wanted = set()
        for one, other in ((0, 1), (1, 2), (0, 2)):
            cells = [0] * (classes * classes)
            for i, j in zip(labels[one], labels[other], strict=True):
                cells[i * classes + j] += 1
            own = [_one_vs_all(cells, classes, label) for label in range(classes)]
            wanted.add(tuple(sum(column, fmpq(0)) for column in zip(*own, strict=True)))
        assert wanted <= set(_places(triangle, point))


@pytest.mark.parametrize("name", KEPT)
def test_averages_are_those_of_the_language(name: str) -> None:
    for text in ("CC", "F1", "recall"):
        one = averaged(name, make_reading(measure(text)), "all")
        other = Reading(class_measure(f"{name}({text})", 3))
        for cells in list(matrices(4))[::97]:
            values = []
            for reading in (one, other):
                try:
                    values.append(show(reading.value_at(cells)))
                except UndefinedError:
                    values.append("undefined")
            assert values[0] == values[1]


# --- forgeries --------------------------------------------------------------------------------


@cache
def _saved() -> Any:
    asked = ["maximal-agreement", "monotone"]
    return json.loads(averaging("macro", asked, timeout=240).to_json())


def _refused(data: Any) -> bool:
    try:
        return any(checked.problem for checked in verify(data))
    except CertificateError:
        return True


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another averaging": lambda d: d.update(averaging="weighted"),
    "an unknown averaging": lambda d: d.update(averaging="mean"),
    "a part left out": lambda d: d["verdicts"][0]["proof"].pop(),
    "parts exchanged": lambda d: d["verdicts"][0]["proof"].reverse(),
    "proved where every class occurs, claimed everywhere": lambda d: d["verdicts"][3].update(
        where="all"
    ),
    "an instance without proofs": lambda d: d["verdicts"][0]["proof"][0]["instances"][0].update(
        proofs=[]
    ),
    "a multiplier": lambda d: d["verdicts"][0]["proof"][1]["sums"][0].__setitem__(1, "2"),
    "a negative multiplier": lambda d: d["verdicts"][0]["proof"][1]["sums"][0].__setitem__(1, "-1"),
    "an instance elsewhere": lambda d: d["verdicts"][0]["proof"][1]["instances"][0]["at"].update(
        TP="TP + 1"
    ),
    "half an element": lambda d: d["verdicts"][0]["proof"][1]["instances"][0]["at"].update(
        TP="TP/2"
    ),
    "another goal": lambda d: d["verdicts"][0]["proof"][1]["instances"][0].update(goal=0),
    "a refutation called a proof": lambda d: d["verdicts"][2].update(verdict="proved"),
    "another example": lambda d: d["verdicts"][2]["counterexample"]["measure"].update(
        formula="TP+TN"
    ),
    "an example that has not the property": lambda d: d["verdicts"][2]["counterexample"][
        "has"
    ].update(verdict="undecided", proof=None, rules=[]),
    "an example without a value everywhere": lambda d: d["verdicts"][2]["counterexample"][
        "total"
    ].update(verdict="undecided", proof=None, rules=[]),
    "other values": lambda d: d["verdicts"][2]["counterexample"]["fails"]["witness"].update(
        values=["1", "0"]
    ),
    "a part that nobody reads": lambda d: d.update(note="verified"),
    "said twice": lambda d: d["verdicts"].append(d["verdicts"][0]),
    "another sentence": lambda d: d["verdicts"][0].update(sentence="All is well."),
}


def test_forgeries_are_refused() -> None:
    assert not _refused(_saved())
    outcomes = [entry["verdict"] for entry in _saved()["verdicts"]]
    assert outcomes == ["proved", "proved", "refuted", "proved"]
    for name, forge in FORGERIES.items():
        forged = copy.deepcopy(_saved())
        forge(forged)
        assert _refused(forged), name


def test_what_is_proved_where_every_class_occurs_does_not_follow_elsewhere() -> None:
    """Without a positive element the binary property says nothing."""
    for property_id in ("monotone", "constant-baseline", "approximate-constant-baseline"):
        here, there = (parts("macro", property_id, where) for where in ("present", "all"))
        for one, other in zip(here, there, strict=True):
            proof = prove_part(one, property_id, "present", Effort(60))
            assert isinstance(proof, PartProof)
            if not proof.uses:
                continue
            with pytest.raises(CertificateError):
                follows(other, property_id, "all", proof)


def test_a_weaker_property_is_not_enough() -> None:
    (part,) = parts("micro", "monotone", "all")
    proof = prove_part(part, "monotone", "all", Effort(60))
    assert proof is not None
    with pytest.raises(CertificateError):
        follows(part, "weakly-monotone", "all", proof)
    assert prove_part(part, "weakly-monotone", "all", Effort(60)) is None


# --- the paper --------------------------------------------------------------------------------


def test_the_printed_counterexamples() -> None:
    """gosgens2021, Appendix C.6."""
    indicator = make_reading(measure("(TP+TN)/(TP+TN)"), ["TP+TN == 0: 0"])
    macro = averaged("macro", indicator, "all")
    values = [macro.value_at(m) for m in ((0, 1, 0, 0, 0, 1, 1, 1, 0), (0, 0, 1, 0, 0, 1, 1, 1, 0))]
    assert list(map(str, values)) == ["1", "2/3"]
    # The two matrices against strong monotonicity (weighted) are both zero-diagonal, which
    # Definition 7 excludes; that they have these values is right.
    text = "TP+TN-FP-FN"
    weighted = averaged("weighted", make_reading(measure(text)), "all")
    values = [
        weighted.value_at(m) for m in ((0, 1, 1, 1, 0, 0, 1, 0, 0), (0, 1, 1, 1, 0, 1, 1, 0, 0))
    ]
    assert list(map(str, values)) == ["-2", "-9/5"]
    # The micro average of the same measure is 4*sum(c) + (m-4)*n, not n*m: at m = 3 it is strongly
    # monotone, from m = 4 on it is not.
    found = check(f"micro({text})", ["strongly-monotone"], classes=3)
    assert found["strongly-monotone"].outcome == "proved"
    micro = Reading(class_measure(f"micro({text})", 4))
    diagonal = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    values = [micro.value_at((*diagonal[:1], errors, *diagonal[2:])) for errors in (1, 2)]
    assert values[0] == values[1]
    for classes in (3, 4, 5):
        one = class_measure(f"micro({text})-(4*sum(c)+(m-4)*n)", classes)
        chance = random.Random(classes)
        cells = tuple(chance.randrange(5) for _ in range(classes * classes))
        assert str(Reading(one).value_at(cells)) == "0"


@exhaustive
def test_weighted_accuracy_falls_when_an_error_is_corrected() -> None:
    """The printed mark for weighted averaging and monotonicity is wrong, by accuracy itself."""
    kept = report("weighted")["monotone", "present"]
    assert kept.example is not None
    assert kept.example.words == "(TP+TN)/n"
    one = Value.of(averaged("weighted", kept.example.reading, "present"))
    cells = [f"c{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)]
    before, after = (0, 0, 1, 1, 1, 0, 3, 0, 0), (1, 0, 1, 0, 1, 0, 3, 0, 0)
    assert str(one(**dict(zip(cells, before, strict=True)))) == "17/36"
    assert str(one(**dict(zip(cells, after, strict=True)))) == "4/9"


# --- the command and the formats --------------------------------------------------------------


def test_the_command_and_the_formats(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "a.json"
    words = ["averaging", "micro", "--property", "symmetry", "--property", "minimal-agreement"]
    assert main([*words, "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    assert main(words) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "symmetry: proved for every m >= 3" in told
    assert "The binary measure M = TP + TN has the property; its average V has not." in told
    found = averaging("micro", ["symmetry", "minimal-agreement"])
    assert "data:application/json;base64," in found.rendered("html")
    (tmp_path / "report.tex").write_text(found.rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


@pytest.mark.parametrize(("words", "told"), [
    (["macr"], "did you mean 'macro'"),
    (["macro", "--property", "monoton"], "did you mean 'monotone'"),
    (["macro", "--property", "range"], "no property of an average 'range'"),
    (["macro", "--timeout", "0"], "give a number of seconds above 0"),
])  # fmt: skip
def test_bad_input_is_one_line(words: list[str], told: str, capsys: Any) -> None:
    assert main(["averaging", *words]) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


def test_every_declared_argument_is_about_a_property_that_is_asked() -> None:
    for name, property_id in PARTS:
        assert name in catalog.AVERAGINGS
        assert property_id in ASKED


def test_a_verdict_that_is_not_shown_leaves_no_answer() -> None:
    data = json.loads(averaging("macro", ["symmetry"], timeout=240).to_json())
    data["verdicts"][0] |= {"verdict": "refuted", "proof": None}
    with pytest.raises(CertificateError, match=r"^symmetry, all: "):
        read(data)
