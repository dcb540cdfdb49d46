"""Table 3 and the triplets of gosgens2021, against enumeration of all labelings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from slow_definitions import Values, compared

from symbolic_measures import decide_table, verify
from symbolic_measures.claims.ranked import GROUPS, RANKED, TOLD_APART, TRIPLETS, matrix_of
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import get_measure
from symbolic_measures.meaning.ranks import groups, predictions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.questions.table.ranks import RankTable, ranked

Matrix = tuple[int, int, int, int]


@cache
def table(number: str) -> RankTable:
    """One of the two tables."""
    found = decide_table(f"gosgens2021:{number}")
    assert isinstance(found, RankTable)
    return found


@cache
def values(name: str) -> Values:
    """The measure by the slow evaluator; larger is better."""
    return Values(Reading(get_measure(RANKED[name])))


def slow_matrix(truth: tuple[int, ...], prediction: tuple[int, ...]) -> Matrix:
    """Counted element by element."""
    seen = Counter(zip(truth, prediction, strict=True))
    return seen[1, 1], seen[1, 0], seen[0, 1], seen[0, 0]


@cache
def order(name: str, first: Matrix, second: Matrix) -> int:
    """The sign of the difference by the slow evaluator."""
    one, other = values(name)(first), values(name)(second)
    assert one is not None
    assert other is not None
    return compared(one, other)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_groups_are_those_of_all_triplets_of_labelings(n: int) -> None:
    words = [word for word in product((0, 1), repeat=n) if 0 < sum(word) < n]
    together = set(combinations(RANKED, 2))
    for truth, one, two in product(words, repeat=3):
        first, second = slow_matrix(truth, one), slow_matrix(truth, two)
        signs = {name: order(name, first, second) for name in RANKED}
        together = {(a, b) for a, b in together if signs[a] == signs[b]}
    found = {pair for names in groups(ranked(), n) for pair in combinations(names, 2)}
    assert found == together


@pytest.mark.parametrize("n", [5, 6, 7])
def test_groups_are_those_of_the_slow_values(n: int) -> None:
    """By pairs of matrices of one truth, with the slow evaluator and nothing else."""
    together = set(combinations(RANKED, 2))
    for p in range(1, n):
        matrices = [
            (tp, p - tp, fp, n - p - fp)
            for tp in range(p + 1)
            for fp in range(n - p + 1)
            if 0 < tp + fp < n
        ]
        for first, second in combinations(matrices, 2):
            signs = {name: order(name, first, second) for name in RANKED}
            together = {(a, b) for a, b in together if signs[a] == signs[b]}
    found = {pair for names in groups(ranked(), n) for pair in combinations(names, 2)}
    assert found == together


def test_the_matrices_are_those_of_the_labelings() -> None:
    n, truth = 5, (1, 1, 0, 0, 0)
    found = {slow_matrix(truth, word) for word in product((0, 1), repeat=n)}
    assert set(predictions(n, 2)) == found
    assert predictions(n, 2) == sorted(found)
    inner = {slow_matrix(truth, w) for w in product((0, 1), repeat=n) if 0 < sum(w) < n}
    assert set(predictions(n, 2, constant=False)) == inner


def test_table_3_holds_as_far_as_it_is_printed() -> None:
    found = decide_table("gosgens2021:3")
    assert [cell["row"] for cell in found.cells] == [f"n = {n}" for n in range(2, 13)]
    assert [cell["agrees"] for cell in found.cells] == [True] * len(GROUPS) + [None] * 2
    assert not found.disagreements


def test_ties_of_confusion_entropy_are_exact() -> None:
    """Logarithms that are equal though no two of their terms are: FN and FP exchanged."""
    assert order("CE", (1, 2, 1, 2), (2, 1, 2, 1)) == 0
    groups_at_2 = groups(ranked(), 2)
    assert groups_at_2 == [tuple(RANKED)]


def test_the_printed_triplets() -> None:
    found = table("triplets")
    assert len(found.cells) == 28
    assert all(TOLD_APART[a, b] == TOLD_APART[b, a] for a, b in TOLD_APART)
    for cell in found.cells:
        told = []
        for number, (truth, one, two) in enumerate(TRIPLETS, 1):
            words = [tuple(map(int, word)) for word in (truth, one, two)]
            first, second = slow_matrix(words[0], words[1]), slow_matrix(words[0], words[2])
            signs = [order(cell[key], first, second) for key in ("row", "column")]
            told += [str(number)] if signs[0] * signs[1] < 0 else []
        assert cell["computed"] == ", ".join(told)
        assert cell["agrees"] == (cell["printed"] in told)


@pytest.mark.parametrize("number", ["3", "triplets"])
def test_the_smallest_triplets_are_told_apart_and_smallest(number: str) -> None:
    strict = number == "triplets"
    for a, b, found in table(number).smallest:
        assert found is not None
        first, second = found.matrices

        def apart(one: Matrix, two: Matrix, a: str = a, b: str = b) -> bool:
            left, right = order(a, one, two), order(b, one, two)
            return left * right < 0 if strict else left != right

        assert apart(first, second)
        data = found.to_data()
        words = [tuple(map(int, word)) for word in data["labelings"].values()]
        assert (slow_matrix(words[0], words[1]), slow_matrix(words[0], words[2])) == (first, second)
        for n in range(2, min(found.n, 6) + 1):
            for p in range(1, n):
                for one, two in combinations(predictions(n, p, constant=False), 2):
                    if (n, one, two) < (found.n, first, second):
                        assert not apart(one, two)


def test_labelings_are_words_of_one_length() -> None:
    assert matrix_of("110", "011") == (1, 1, 1, 0)
    for truth, prediction in (("110", "01"), ("1a0", "011")):
        with pytest.raises(FormulaError):
            matrix_of(truth, prediction)


# --- files ---------------------------------------------------------------------------------


FORGERIES: list[Callable[[dict[str, Any]], Any]] = [
    lambda d: d["cells"][0].update(computed="none"),
    lambda d: d["cells"][0].update(agrees=False),
    lambda d: d["cells"].pop(),
    lambda d: d["pairs"][0].update(n=9),
    lambda d: d["pairs"].reverse(),
    lambda d: d.update(table="triplets" if d["table"] == "3" else "3"),
    lambda d: d["pairs"][0]["witness"].update(TP=7),
]


@pytest.mark.parametrize("number", ["3", "triplets"])
def test_saved_tables_are_verified_and_forged_ones_refused(number: str) -> None:
    data = json.loads(table(number).to_json())
    assert not [item for item in verify(data) if item.problem]
    for change in FORGERIES:
        forged = json.loads(json.dumps(data))
        change(forged)
        assert [item for item in verify(forged) if item.problem]


@pytest.mark.parametrize("kind", ["text", "json", "latex", "html"])
def test_the_command(kind: str) -> None:
    words = [sys.executable, "-m", "symbolic_measures", "table", "gosgens2021:3"]
    done = subprocess.run([*words, "--format", kind], capture_output=True, text=True, check=True)
    assert "[BA, kappa, GM1, CC, SBA]" in done.stdout or kind == "html"
    done = subprocess.run([*words, "--row", "x"], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
