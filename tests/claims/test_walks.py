"""The walks through the papers: every place that decides something is there once."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from places import ROOT

from symbolic_measures.claims import walks
from symbolic_measures.claims.papers import PAPERS, TABLES
from symbolic_measures.claims.ranked import GROUPS, PAPER, RANKED, TOLD_APART
from symbolic_measures.claims.walks import DERIVATION, Place, walk
from symbolic_measures.questions.table.formulas import DISPLAYS


def _printed_parts(paper: str) -> set[Place]:
    found = set()
    for path in (ROOT / "derivations").rglob("*.toml"):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for number, part in enumerate(data["part"], 1):
            if data["paper"] == paper and part.get("printed") and "display" not in part:
                found.add((DERIVATION, data["name"], str(number)))
    return found


def _declared(paper: str) -> set[Place]:
    """Everything that certificates decide of a paper."""
    found = _printed_parts(paper)
    for table in TABLES.values():
        if table.paper.id == paper:
            found |= {
                (table.id, *place) for place in table.places if place[0] not in table.readings
            }
    for displays in DISPLAYS.values():
        found |= {(displays.id, row, "") for row in displays.rows if displays.paper == paper}
    if paper == PAPER:
        found |= {(f"{PAPER}:3", f"n = {n}", "indistinguishable") for n in GROUPS}
        order = list(RANKED)
        found |= {(f"{PAPER}:triplets", *pair) for pair in TOLD_APART
                  if order.index(pair[0]) < order.index(pair[1])}  # fmt: skip
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_every_place_that_is_decided_is_in_the_walk_once(paper: str) -> None:
    known = walk(paper)
    firsts = [one.at for one in known.said if one.at is not None]
    assert len(firsts) == len(set(firsts))
    assert not set(firsts) & known.repeated, "a place decides a claim, or repeats one"
    assert _declared(paper) <= {*firsts, *known.repeated}


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_said_again_was_said(paper: str) -> None:
    known = walk(paper)
    names = {tomllib.loads(path.read_text(encoding="utf-8"))["name"]
             for path in (ROOT / "derivations" / paper).glob("*.toml")}  # fmt: skip
    for one in known.said:
        for place in (one.at, one.again, *one.also):
            if place is not None and place[0] == DERIVATION:
                assert place[1] in names
        if one.again is not None:
            assert one.again in known.places or one.again[0] == DERIVATION
        if one.open:
            assert one.reason in walks.REASONS
            assert one.quote


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"quote": "x"}, "one of at, again, own, open"),
        ({"at": "2 | F1 | Mon", "open": "opinion: x"}, "one of at, again, own, open"),
        ({"quote": "x", "open": "tiresome: x"}, "one of at, again, own, open"),
        ({"quotation": "x"}, "unknown key quotation"),
    ],
)
def test_an_entry_says_one_thing(entry: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        list(walks._said("gosgens2021", "1", entry))


def test_a_table_stands_for_its_marks() -> None:
    said = list(walks._said("opitz2024", "5", {"table": "5"}))
    assert len(said) == len(TABLES["opitz2024:5"].places)
    assert said[0].at == ("opitz2024:5", "Accuracy", "PI")


def test_the_cells_that_the_paper_did_not_check_are_those_of_violated_binary_marks() -> None:
    table = TABLES["gosgens2021:2"]
    for row, column in table.unchecked:
        assert table.claims[row.removesuffix(", m = 3"), column][0].printed == "✗"
    assert ("CC, m = 3", "Dist") in table.unchecked
    assert ("CC, m = 3", "Min") not in table.unchecked, "✓/✗ speaks of several classes"
