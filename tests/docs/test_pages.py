"""What is generated: the picture of the README, a page for everything that is declared."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from ext import certificates, commands, measures, overview, properties
from ext.examples import Command, run
from ext.text import file_name
from tiers import few

from symbolic_measures.doors.cli import _parser, question_of
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import MULTICLASS
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


def test_a_measure_without_certificates_has_a_page_that_says_so() -> None:
    other = measures.MEASURES["F1"].__class__(**{**vars(MEASURES["F1"]), "name": "nobody"})
    assert "Nothing is decided of this measure yet" in measures.page(other)


def test_every_saved_answer_is_of_something_that_is_declared() -> None:
    known = {file_name(name) for name in MEASURES}
    for kind in ("check", "completion"):
        assert set(certificates.names(kind)) <= known
    assert set(certificates.names("classes")) <= {file_name(name) for name in MULTICLASS}


def test_the_page_of_a_measure_of_several_classes_has_its_verdicts() -> None:
    page = measures.page_of_several(MULTICLASS["macro_F1"])
    assert 'symbolic-measures check "macro_F1" --classes 3' in page
    assert page.count("../../properties/") > 10


def _commands(text: str) -> Iterator[list[str]]:
    for line in re.findall(r"^symbolic-measures (.*)$", text, flags=re.MULTILINE):
        yield shlex.split(line)


@pytest.mark.parametrize("id", few(PROPERTIES, 1))
def test_the_command_of_a_property_runs(id: str, tmp_path: Path) -> None:
    done = run(Command(properties.command(PROPERTIES[id])), tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", few(MEASURES, 0))
def test_the_commands_of_a_measure_ask_what_is_shown(name: str) -> None:
    page = measures.page(MEASURES[name])
    asked = [_parser().parse_args(words) for words in _commands(page)]
    assert {one.command for one in asked} <= {"check", "completion", "limit", "threshold"}
    assert asked
    assert all(question_of(one).title == name for one in asked)


def test_the_examples_of_the_command_line_are_typed_right() -> None:
    found = list(_commands(commands.pages()["commands/index.md"]))
    assert len(found) > 5
    assert {_parser().parse_args(words).command for words in found} > {"check", "verify", "limit"}
