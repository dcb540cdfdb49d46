"""Times values: a million matrices at once against the libraries' own functions, and chance.

    python benchmarks/values.py [--matrices 1000000]

Prints two tables.  In the first, `numpy` is the formula by hand (what `sympy.lambdify` makes of it,
with no look at what is undefined), and `library` the function of scikit-learn that gives one value
for each of many labels, or of scikit-learn or imbalanced-learn that gives one value at a time (they
count labels, too; the times are for as many values).  At most three times as long as the library's
own function is the limit.  The second is the distribution under random predictions.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from symbolic_measures import measure
from symbolic_measures.nouns.confusion import CELLS

NAMES = ("F1", "Jaccard", "precision", "recall", "accuracy", "BA", "CC", "kappa", "SBA", "FM",
         "Gmean", "GM_2", "OP", "LOR", "CD", "CE")  # fmt: skip
LIMIT = 3.0
#: So many values are taken of a function that gives one at a time.
ROWS = 200


def best_of(times: int, action: Callable[[], Any]) -> float:
    """Seconds of the processor in the fastest run: what else the machine does counts nothing."""
    found = []
    for _ in range(times):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return min(found)


def library_functions(cells: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    """Functions of scikit-learn that give one value for each of many labels.

    Each label has its own 0-1 columns of 16 elements, drawn at random.
    """
    from sklearn import metrics

    chance = np.random.default_rng(1)
    shape = (16, len(cells["TP"]) // 16)
    truth, predicted = (chance.integers(0, 2, shape) for _ in range(2))
    return {
        "F1": lambda: metrics.f1_score(truth, predicted, average=None, zero_division=0),
        "Jaccard": lambda: metrics.jaccard_score(truth, predicted, average=None, zero_division=0),
        "precision": lambda: metrics.precision_score(
            truth, predicted, average=None, zero_division=0
        ),
        "recall": lambda: metrics.recall_score(truth, predicted, average=None, zero_division=0),
    }


def single_functions() -> dict[str, Callable[[Any, Any], float]]:
    """Functions of scikit-learn and imbalanced-learn that give one value for one row of labels."""
    from imblearn.metrics import geometric_mean_score
    from sklearn import metrics

    return {
        "accuracy": metrics.accuracy_score,
        "BA": metrics.balanced_accuracy_score,
        "CC": metrics.matthews_corrcoef,
        "kappa": metrics.cohen_kappa_score,
        "Gmean": geometric_mean_score,
    }


def one_by_one(function: Callable[[Any, Any], float], rows: int) -> Callable[[], Any]:
    """Calls a function once for each of many rows of 16 labels."""
    chance = np.random.default_rng(1)
    truth, predicted = (chance.integers(0, 2, (rows, 16)) for _ in range(2))
    return lambda: [function(t, p) for t, p in zip(truth, predicted, strict=True)]


def vectorised(count: int) -> Table:
    """Values at that many random matrices."""
    import sympy

    chance = np.random.default_rng(0)
    cells = {name: chance.integers(0, 1_000, count) for name in CELLS}
    library, single = library_functions(cells), single_functions()
    table = Table("measure", "here", "numpy", "times", "library", "times", "limit",
                  title=f"values of {count:,} matrices: processor seconds, best of 3")  # fmt: skip
    for name in NAMES:
        subject = measure(name)
        here = best_of(3, partial(subject, **cells))
        by_hand = sympy.lambdify(sympy.symbols(CELLS), subject.expr, "numpy")
        columns = [array.astype(float) for array in cells.values()]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plain = best_of(3, partial(by_hand, *columns))
        row = [name, f"{here:.3f}", f"{plain:.3f}", f"{here / plain:.1f}"]
        if name in library:
            own = best_of(3, library[name])
            row += [f"{own:.3f} ({count // 16:,})", f"{here / 16 / own:.2f}"]
        elif name in single:
            own = best_of(1, one_by_one(single[name], ROWS))
            row += [f"{own:.3f} ({ROWS:,})", f"{here * ROWS / count / own:.5f}"]
        table.add_row(*row, *[""] * (6 - len(row)), f"{LIMIT:g}")
    return table


def by_chance(n: int) -> Table:
    """Mean, variance, a quantile and a p-value, exact."""
    table = Table("measure", "seconds", "limit", title=f"chance at n = {n:,}: exact, once")
    for name in ("F1", "CC", "kappa", "Jaccard", "BA", "Gmean", "CD", "CE"):
        random = measure(name).chance(n=n, P=n // 2, Phat=n // 2)

        def everything(found: Any = random) -> None:
            found.mean, found.variance, found.quantile(0.95), found.p_value(n // 4 + 50)

        table.add_row(name, f"{best_of(1, everything):.2f}", "1")
    return table


def main() -> None:
    """Prints both tables."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--matrices", type=int, default=1_000_000)
    given = reader.parse_args()
    console = Console()
    console.print(vectorised(given.matrices))
    console.print(by_chance(10_000))


if __name__ == "__main__":
    main()
