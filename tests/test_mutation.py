"""The tool of the mutation tests: samples, and the pages that it keeps."""

from __future__ import annotations

import ast
import copy
import json
from collections import Counter
from fractions import Fraction
from math import comb, isclose
from pathlib import Path
from typing import Any

import pytest
from ext.kernel import guards
from flint import Ordering, fmpz_mpoly_ctx

from mutants.branches import KEPT, rows_of, table, with_table
from mutants.operators import Mutant, mutants, units, units_of
from mutants.report import HERE, KINDS, ROOMS, Results, Sample, at_least, figure, files_of
from mutants.run import ROOT, chosen, drawn, earlier, every, known
from mutants.swap import swapped
from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.meaning.every_class import NOWHERE
from symbolic_measures.meaning.every_factors import _ONES, _in_a_class
from symbolic_measures.meaning.every_report import EveryVerdict
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.classes import parse_classes
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.sums import MANY


def test_a_sample_is_drawn_from_all_and_within_a_larger_one() -> None:
    """Each mutant is drawn as often as there is one, in an order that is not that of the files."""
    files = files_of("nouns")[:6]
    order = drawn(files)
    assert Counter(m.key for m in order) == Counter(m.key for m in every(files))
    assert [m.key for m in order] == [m.key for m in drawn(files)]
    assert [m.key for m in order] != [m.key for m in every(files)]
    assert len({mutant.unit.file for mutant in order[: len(order) // 3]}) == 3


def test_what_changed_since_a_commit_is_tried_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """All mutants of a function that was otherwise, or not there, besides those of a sample."""
    file, text = Path("a.py"), "def f(x):\n    return x + 1\n\n\ndef g(x):\n    return x - 1\n"
    now = [*units_of(file, text), *units_of(file, "def h(x):\n    return 2 * x\n")]
    order = [mutant for unit in now for mutant in mutants(unit)]
    before = list(units_of(file, "\n" + text.replace("x - 1", "x - 2")))
    monkeypatch.setattr("mutants.run.drawn", lambda files: order)
    monkeypatch.setattr("mutants.run.earlier", lambda asked, commit: before)
    new = [mutant for mutant in order if mutant.unit.name in ("g", "h")]
    assert chosen([file], None, "HEAD") == new
    assert chosen([file], 1, "HEAD") == [order[0], *new]
    assert chosen([file], None, None) == order
    assert chosen([file], 1, None) == order[:1]


def test_a_file_that_was_not_there_had_no_functions() -> None:
    (file,) = (one for one in files_of("nouns") if one.stem == "sums")
    assert list(earlier(file, "HEAD"))
    assert list(earlier(file.with_name("no_such_module.py"), "HEAD")) == []


def test_each_room_keeps_its_own_table_of_branches() -> None:
    page = KEPT.read_text(encoding="utf-8")
    head = "| nouns | lines | not run | branches | not taken | lines not run |\n| --- | ---: |\n"
    more = with_table(page, "nouns", f"{head}| nouns/a.py | 3 | 0 | 2 | 0 |  |")
    assert with_table(more, "nouns", f"{head}| nouns/a.py | 4 | 1 | 2 | 0 | 7 |") == (
        more.replace("a.py | 3 | 0 | 2 | 0 |  |", "a.py | 4 | 1 | 2 | 0 | 7 |").replace(
            "each of 3 lines is run and each of 2 branches taken",
            "1 of 4 lines are not run, 0 of 2 branches not taken",
        )
    )
    assert "- **nouns**: each of 3 lines is run and each of 2 branches taken." in more
    assert more.index("| kernel |") < more.index("| nouns |")


def test_rows_of_a_page_are_read_as_they_were_written() -> None:
    """So that some files can be measured again, and the others stay."""
    page = KEPT.read_text(encoding="utf-8")
    for room in ROOMS:
        rows = rows_of(page, room)
        assert table(room, rows) in page
        name, (counts, _) = min(rows.items())
        more = table(room, {**rows, name: ((counts[0] + 1, 1, *counts[2:]), "7")})
        assert f"| {name} | {counts[0] + 1} | 1 |" in more
        assert [line for line in more.splitlines() if line not in page][1].startswith("| **all** |")


def test_every_branch_of_the_trusted_rooms_is_taken_and_the_page_says_so() -> None:
    page = KEPT.read_text(encoding="utf-8")
    said = [line for line in page.splitlines() if line.startswith("- ")]
    assert [line.split("**")[1] for line in said] == list(ROOMS)
    assert [line for line in said if "not" in line] == []
    rows = [row.split("|")[1:-1] for row in page.splitlines() if row.startswith("| ")]
    told = {name.strip(): (missing.strip(), open_.strip()) for name, _, missing, _, open_, _ in rows
            if name.strip() not in ("---", *ROOMS)}  # fmt: skip
    assert set(told.values()) == {("0", "0")}
    files = {file.as_posix().removeprefix("symbolic_measures/")
             for room in ROOMS for file in files_of(room)}  # fmt: skip
    assert files == told.keys() - {"**all**"}


def test_the_page_on_trust_tells_the_figures() -> None:
    """It includes what the documentation generates of both pages between two marks."""
    page = guards()
    trust = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
    marks = "<!-- figures -->", "<!-- table -->"
    assert all(mark in trust and page.count(mark) == 1 for mark in marks)
    told = page.partition(marks[0])[2].partition(marks[1])[0].strip().splitlines()
    assert [line.split("**")[1] for line in told] == list(ROOMS)
    assert set(told) < set((HERE / "RESULTS.md").read_text(encoding="utf-8").splitlines())
    branches = [
        line for line in KEPT.read_text(encoding="utf-8").splitlines() if line[:4] == "- **"
    ]
    assert len(branches) == len(ROOMS)
    assert set(branches) < set(page.splitlines())


def test_the_pages_are_of_rooms_that_there_are() -> None:
    for name in ("RESULTS.md", "BRANCHES.md"):
        heads = [line for line in (HERE / name).read_text(encoding="utf-8").splitlines()
                 if line.startswith("| **") or " | lines | not run |" in line]  # fmt: skip
        told = {line.strip("|* ").split()[0].strip("*") for line in heads}
        assert told - {"all"} <= set(ROOMS)


def test_the_bound_of_a_sample() -> None:
    """With a share of just the bound, so many good ones are seen with the chance that is left."""
    for good, tried in ((5, 5), (9, 10), (97, 100), (1, 3)):
        share = Fraction(at_least(good, tried))
        chance = sum(
            comb(tried, k) * share**k * (1 - share) ** (tried - k) for k in range(good, tried + 1)
        )
        assert isclose(chance, 0.05, rel_tol=1e-6)
    assert at_least(0, 7) < 1e-9


def test_a_sample_is_never_called_complete() -> None:
    counts = dict.fromkeys([*KINDS, *(f"guards {kind}" for kind in KINDS)], 0)
    part = figure("nouns", {**counts, "killed": 9, "survived": 1, "not tried": 90},
                  Sample(10, 9, 4, 3))  # fmt: skip
    assert "of 100 mutants, 10 were drawn at random." in part
    assert f"at least {100 * at_least(3, 4):.1f} % of all" in part
    assert "every" not in part
    whole = figure("nouns", {**counts, "killed": 9, "survived": 1}, Sample(10, 9, 10, 9))
    assert "every mutant was tried. 9 of 10 (90.0 %)" in whole


def test_what_is_new_in_a_sample_counts_as_it_was_tried_first(tmp_path: Path) -> None:
    """Mutants of a smaller sample, for which tests were written, say nothing of the others."""
    order = drawn(files_of("nouns")[:3])
    missed, lines = {mutant.identity for mutant in order[:30:4]}, []
    for place, mutant in enumerate(order[:30]):
        file, key, digest = mutant.identity
        entry = {"file": file, "key": key, "digest": digest, "sample": 10 if place < 10 else 30}
        first = "survived" if mutant.identity in missed else "killed"
        lines += [json.dumps(entry | {"outcome": how}) for how in (first, "killed")]
    kept = tmp_path / "mutants.jsonl"
    kept.write_text("\n".join(lines), encoding="utf-8")
    found = Results(kept)
    found.known, found.patterns = known(kept, record=tmp_path / "none"), {}
    assert found.sample(files_of("nouns")[:3]) == Sample(30, 30, 20, 15)


def test_what_changed_since_it_was_tried_counts_as_not_noticed(tmp_path: Path) -> None:
    """A gap is told, and what is drawn behind it still is a sample; one that was broken off is
    none."""
    files = files_of("nouns")[:3]
    order = drawn(files)

    def sample(tried: list[Mutant], size: int) -> Sample:
        kept = tmp_path / "mutants.jsonl"
        entries = (
            {"file": file, "key": key, "digest": digest, "outcome": "killed", "sample": size}
            for file, key, digest in (mutant.identity for mutant in tried)
        )
        kept.write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
        found = Results(kept)
        found.known, found.patterns = known(kept, record=tmp_path / "none"), {}
        return found.sample(files)

    assert sample(order[1:30], 30) == Sample(30, 29, 30, 29, 1)
    assert sample(order[2:6] + order[9:60], 60) == Sample(60, 55, 60, 55, 5)
    assert sample(order[:20] + order[40:60], 60) == Sample(20, 20, 20, 20)
    assert sample(order[3:], 0) == Sample(len(order), len(order) - 3, len(order), len(order) - 3, 3)
    counts = dict.fromkeys([*KINDS, *(f"guards {kind}" for kind in KINDS)], 0)
    counts |= {"killed": 29, "not tried": 71}
    said = figure("nouns", counts, Sample(30, 29, 30, 29, 1))
    assert "30 were drawn at random. 1 of them are not tried" in said
    assert f"at least {100 * at_least(29, 30):.1f} % of all" in said
    said = figure("nouns", {**counts, "killed": 99, "not tried": 1}, Sample(100, 99, 100, 99, 1))
    assert "of all mutants, 99 of 100 (99.0 %)" in said
    assert "every" not in said


@pytest.mark.parametrize("room", ROOMS)
def test_no_two_mutants_are_one(room: str) -> None:
    """An outcome is kept by file, key and text."""
    told = Counter(mutant.identity for mutant in every(files_of(room)))
    assert [identity for identity, count in told.items() if count > 1] == []


def test_a_keyword_that_is_left_out_is_left_out_whatever_its_name() -> None:
    """One called `name` or `text` was once left in: nothing was broken, and nothing noticed."""
    every_one = [m for m in every(files_of("meaning")) if m.change.endswith("not replaced")]
    assert {"name not replaced", "text not replaced"} <= {m.change for m in every_one}
    assert not [m.key for m in every_one if ast.dump(m.made()) == ast.dump(m.unit.node)]


class Unchanged(Mutant):
    """A unit that is put in as it is."""

    def made(self) -> ast.stmt:
        return copy.deepcopy(self.unit.node)


def unit(file: str, name: str) -> Unchanged:
    found = next(u for u in units(Path(file), ROOT) if u.name == name)
    return Unchanged(found, 0, "", 0, 0, False)


def test_what_is_put_in_as_it_is_changes_nothing() -> None:
    """A property that is cached, and a method that speaks of the class above its own."""
    statement: Any = None
    with swapped(unit("symbolic_measures/meaning/every_report.py", "EveryVerdict.holds")):
        assert EveryVerdict("symmetry", "proved", 3, statement).holds == "m >= 3"
    for name in ("__init__", "name", "call"):
        with swapped(unit("symbolic_measures/nouns/classes.py", f"_ClassReader.{name}")):
            assert isinstance(parse_classes("sum(c)/n + sqrt(w)", 3, {}, {}, ("w",)), Formula)


def test_a_method_calls_the_function_of_its_name() -> None:
    """By its bare name a method never means itself: a mutant of it is not noticed for that."""
    x = fmpz_mpoly_ctx.get(("x",), Ordering.lex).gen(0)
    sequent = Sequent(("x",), ("real",), {}, (), (x, ">"), {})
    with swapped(unit("symbolic_measures/kernel/algebra.py", "Sequent.polynomial")):
        assert sequent.polynomial("x*x + 1") == x * x + 1


def test_what_stands_in_a_tuple_is_put_in_and_taken_out() -> None:
    (file,) = (one for one in files_of("meaning") if one.stem == "every_undefined")
    before = NOWHERE["minimal-agreement"]
    (unit,) = (one for one in units(file, ROOT) if one.name == before[1].__name__)
    with swapped(next(mutants(unit))):
        within = NOWHERE["minimal-agreement"]
        assert within[0] == before[0]
        assert within[1] is not before[1]
    assert NOWHERE["minimal-agreement"] is before


def test_what_is_a_default_is_put_in_and_taken_out() -> None:
    before = _in_a_class.__defaults__
    (broken,) = (m for m in every([Path("symbolic_measures/meaning/every_factors.py")])
                 if m.unit.name == "_ONES" and m.change == "operation to Mult")  # fmt: skip
    with swapped(broken):
        (_, ones, _) = _in_a_class.__defaults__ or ()
        assert ones["tn"] == (MANY - 1) * 2
    assert _in_a_class.__defaults__ == before == ((), _ONES, ())


def test_what_a_property_holds_is_put_in_and_taken_out() -> None:
    """Its words, by a mutant: that there is no constant is said of a constant."""
    value = {"constant": "oo", "from": "TP", "to": "FN", "by": "e", "rest": ["0", "1", "0", "0"]}
    tell: Any = PROPERTIES["lipschitz-constant"].tell
    said = tell(value)
    broken = next(m for m in every([Path("symbolic_measures/meaning/scales.py")])
                  if m.unit.name == "_told_constant" and m.change == "never")  # fmt: skip
    with swapped(broken), pytest.raises(KeyError, match="attained"):
        PROPERTIES["lipschitz-constant"].tell(value)  # type: ignore[misc]
    assert PROPERTIES["lipschitz-constant"].tell is tell
    assert tell(value) == said
    assert said.startswith("No L")
