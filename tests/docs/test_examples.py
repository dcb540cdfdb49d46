"""Every example of the README and of the site is executed, and shows what running it gives."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ext.examples import Block, agrees, blocks, commands, rewritten, run, session
from places import ROOT
from tiers import few

from symbolic_measures.doors.pytest_plugin import read_entries
from symbolic_measures.nouns.question import finished
from symbolic_measures.questions.derivation.find import Deriving
from symbolic_measures.questions.derivation.reading import read_derivation
from symbolic_measures.questions.kinds import KNOWN, means

README = ROOT / "README.md"
#: Written by hand; what is generated has the commands of the pages it is made from.
PAGES = (
    README,
    *(page for folder in ("", "guides", "reference")
      for page in sorted((ROOT / "docs" / folder).glob("*.md"))),
)  # fmt: skip


def _all(language: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page, language)]


def _quick(cases: list[Block]) -> list[Block]:
    """Those of the README; the guides wait for the long tier, but one."""
    return [case for case in cases if case.path == README] + cases[-1:]


PYTHON = _all("python")
SHELL = [block for block in _all("sh") if commands(block)]
SESSIONS = [block for block in _all("console") if session(block)]


def _where(block: Block) -> str:
    return block.id


@pytest.mark.parametrize("block", few(PYTHON, _quick(PYTHON)), ids=_where)
def test_python_examples(block: Block) -> None:
    words = [sys.executable, "-c", block.text]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", few(SHELL, _quick(SHELL)), ids=_where)
def test_commands(block: Block, tmp_path: Path) -> None:
    for command in commands(block):
        done = run(command, tmp_path)
        assert done.returncode == command.code, f"{command.line}\n{done.stderr}"


@pytest.mark.parametrize("block", few(SESSIONS, _quick(SESSIONS)), ids=_where)
def test_sessions_show_what_is_printed(block: Block, tmp_path: Path) -> None:
    for command in session(block):
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stderr
        if command.shown:
            assert agrees(command.shown, done.stdout), f"{command.line}\n{done.stdout}"


@pytest.mark.parametrize("block", _all("toml"), ids=_where)
def test_files_that_are_shown(block: Block) -> None:
    """A derivation is derived without a problem; the entries of a list are read."""
    data = tomllib.loads(block.text)
    if "part" not in data:
        assert list(read_entries(data))
        return
    report = finished(Deriving(read_derivation(data, KNOWN), means(20)))
    assert report.problems == []
    assert not report.refuted


def test_there_are_examples_of_every_kind() -> None:
    assert min(map(len, (PYTHON, SHELL, SESSIONS, _all("toml")))) > 0


def test_the_readme_is_short_and_the_two_commands_come_first() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150
    first = blocks(README, "sh")[0].text.splitlines()
    assert first[0].startswith("make demo")
    assert first[1].startswith("make test")


def test_the_links_of_the_readme_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert len(targets) > 8
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_another_output_is_noticed_and_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    shown = "```console\n$ symbolic-measures --version\nwrong\n...\n$ other\nkept\n```\n"
    page.write_text(shown.replace("--version", "catalog F1"), encoding="utf-8")
    (block,) = blocks(page, "console")
    (command,) = session(block)
    assert not agrees(command.shown, run(command, tmp_path).stdout)
    page.write_text(rewritten(page, tmp_path), encoding="utf-8")
    (block,) = blocks(page, "console")
    (command,) = session(block)
    assert len(command.shown) == 2
    assert agrees(command.shown, run(command, tmp_path).stdout)
    assert block.text.endswith("...\n$ other\nkept\n")


def test_a_cut_session_is_compared_down_to_the_cut() -> None:
    assert agrees(("a", "...", "b"), "a\nc\n")
    assert not agrees(("a", "..."), "b\nc\n")
    assert not agrees(("a",), "a\nc\n")
