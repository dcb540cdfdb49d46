"""The tool of the mutation tests: samples, and the pages that it keeps."""

from __future__ import annotations

from collections import Counter

from mutants.branches import KEPT, with_table
from mutants.report import HERE, ROOMS, files_of
from mutants.run import drawn, every


def test_a_sample_is_drawn_from_all_and_within_a_larger_one() -> None:
    """Each mutant is drawn as often as there is one, in an order that is not that of the files."""
    files = files_of("nouns")[:6]
    order = drawn(files)
    assert Counter(m.key for m in order) == Counter(m.key for m in every(files))
    assert [m.key for m in order] == [m.key for m in drawn(files)]
    assert [m.key for m in order] != [m.key for m in every(files)]
    assert len({mutant.unit.file for mutant in order[: len(order) // 3]}) == 3


def test_each_room_keeps_its_own_table_of_branches() -> None:
    page = KEPT.read_text(encoding="utf-8")
    more = with_table(page, "nouns", "| nouns | lines |\n| --- | ---: |\n| nouns/a.py | 3 |")
    assert with_table(more, "nouns", "| nouns | lines |\n| --- | ---: |\n| nouns/a.py | 4 |") == (
        more.replace("a.py | 3", "a.py | 4")
    )
    assert more.index("| kernel |") < more.index("| nouns |")


def test_the_pages_are_of_rooms_that_there_are() -> None:
    for name in ("RESULTS.md", "BRANCHES.md"):
        heads = [line for line in (HERE / name).read_text(encoding="utf-8").splitlines()
                 if line.startswith("| **") or " | lines | not run |" in line]  # fmt: skip
        told = {line.strip("|* ").split()[0].strip("*") for line in heads}
        assert told - {"all"} <= set(ROOMS)
