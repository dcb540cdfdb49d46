"""What is generated: the picture of the README, a page for everything that is declared."""

from __future__ import annotations

from ext import certificates, measures, overview, properties
from ext.text import file_name

from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.statement import Goal


def test_the_picture_shows_what_is_decided() -> None:
    assert overview.PATH.read_text(encoding="utf-8") == overview.svg()


def test_each_matrix_that_is_compared_is_drawn() -> None:
    for one in PROPERTIES.values():
        for goal in properties.goals(one):
            if len(goal.matrices) == 2:
                assert properties.drawn(goal), (one.id, goal.label)


def test_the_direction_of_a_comparison_is_that_of_the_goal() -> None:
    found = {id: _signs(id) for id in ("monotone", "weakly-monotone", "symmetry", "fn-min")}
    assert found == {"monotone": {"<"}, "weakly-monotone": {"≤"}, "symmetry": {"="},
                     "fn-min": {"≥"}}  # fmt: skip


def _signs(id: str) -> set[str]:
    def sign(goal: Goal) -> str:
        return properties.relation(goal)

    return set(map(sign, properties.goals(PROPERTIES[id])))


def test_the_page_of_a_property_says_who_has_it() -> None:
    page = properties.page(PROPERTIES["distance"])
    holders, others = (line for line in page.splitlines() if line.startswith(("| ✓", "| ✗")))
    assert "[accuracy](../measures/accuracy.md)" in holders
    assert "[F1](../measures/F1.md)" in others
    assert "It is the weak form of [monotone]" in properties.page(PROPERTIES["weakly-monotone"])


def test_a_measure_without_certificates_has_a_page_that_says_so() -> None:
    other = measures.MEASURES["F1"].__class__(**{**vars(MEASURES["F1"]), "name": "nobody"})
    assert "Nothing is decided of this measure yet" in measures.page(other)


def test_every_saved_answer_is_of_something_that_is_declared() -> None:
    known = {file_name(name) for name in MEASURES}
    for kind in ("check", "completion"):
        assert set(certificates.names(kind)) <= known
