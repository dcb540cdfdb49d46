"""Kept verdicts: used only if they verify, never half written, and never of another reading."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from interrupts import ended, files_in

from symbolic_measures import decide_table
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.properties import decide_property
from symbolic_measures.search.store import Store, about

F1 = make_reading(measure("F1"))


def read(store: Store, property_id: str, reading: Reading) -> Verdict | None:
    return store.read(about(property_id, reading), lambda entry: replayed(reading, entry, {}))


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    store = Store(tmp_path / "kept")
    store.decide_property("symmetry", F1)
    store.decide_property("monotone", F1)
    return store


def test_a_kept_verdict_is_not_decided_again(kept: Store) -> None:
    def refuse(*_: object) -> Verdict:
        raise RuntimeError("decided again")

    kept = Store(kept.folder, refuse)
    for property_id in ("symmetry", "monotone"):
        assert kept.decide_property(property_id, F1).outcome == (
            decide_property(property_id, F1).outcome
        )
    with pytest.raises(RuntimeError, match="decided again"):
        kept.decide_property("class-symmetry", F1)


@pytest.mark.parametrize("other", [
    make_reading(measure("2*TP/(2*TP+FN+FP)", name="another")),
    make_reading(measure("F1"), ["TP+FN+FP == 0: 1"]),
    make_reading(measure("Jaccard")),
    make_reading(measure("macro_F1", classes=3)),
    make_reading(measure("macro_F1", classes=4)),
])  # fmt: skip
def test_another_reading_has_another_place(kept: Store, other: Reading) -> None:
    assert read(kept, "symmetry", other) is None


@pytest.mark.parametrize("damage", [
    lambda text: text[: len(text) // 2], lambda text: "", lambda text: "[]", lambda text: "null",
    lambda text: text.replace("proved", "refuted"), lambda text: text.replace("clear", "trust"),
    lambda text: text.replace('"symmetry"', '"class-symmetry"'),
])  # fmt: skip
def test_what_does_not_verify_is_decided_anew(kept: Store, damage: object) -> None:
    place = kept.place(about("symmetry", F1))
    changed = damage(place.read_text())  # type: ignore[operator]
    assert changed != place.read_text()
    place.write_text(changed)
    assert read(kept, "symmetry", F1) is None
    assert kept.decide_property("symmetry", F1).outcome == "proved"
    assert read(kept, "symmetry", F1) is not None


def test_an_undecided_verdict_put_there_is_decided_anew(kept: Store) -> None:
    place = kept.place(about("symmetry", F1))
    entry = json.loads(place.read_text())
    entry.update(verdict="undecided", proof=None, rules=[], reason="we do not know")
    place.write_text(json.dumps(entry))
    assert kept.decide_property("symmetry", F1).outcome == "proved"


def test_a_kill_in_the_middle_of_a_write_leaves_nothing_to_read(tmp_path: Path) -> None:
    """The process dies after half of the text."""
    code = f"""
import json, os
from pathlib import Path
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.search.store import Store

def half(data, file, **_):
    file.write('{{"property": "symmetry", ')
    file.flush()
    os.kill(os.getpid(), 9)

json.dump = half
Store(Path({str(tmp_path)!r})).decide_property("symmetry", make_reading(measure("F1")))
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=120)
    assert done.returncode == -9
    assert [path for path in tmp_path.iterdir() if not path.name.startswith(".")] == []
    assert read(Store(tmp_path), "symmetry", F1) is None
    assert Store(tmp_path).decide_property("symmetry", F1).outcome == "proved"


def test_what_is_undecided_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    verdict = store.decide_property("distance", make_reading(measure("Jaccard")), 0.0001)
    assert verdict.outcome == "undecided"
    assert list(tmp_path.iterdir()) == []


def test_a_table_with_kept_verdicts_is_the_same(tmp_path: Path) -> None:
    folder = str(tmp_path)
    tables = [
        decide_table("gosgens2021:2", row=["BA"], column=["SMon", "Sym"], cache=folder)
        for _ in range(2)
    ]
    assert len(list(tmp_path.iterdir())) >= 2
    texts = []
    for table in tables:
        data = table.to_data()
        for cell in data["cells"]:
            for verdict in (cell["verdict"], *(t["verdict"] for t in cell["tried"])):
                verdict["seconds"] = 0
        texts.append(json.dumps(data, sort_keys=True))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_table_that_is_ended_keeps_what_was_decided(sent: int, tmp_path: Path) -> None:
    """The second run goes on where the first stopped: what was kept is not written again."""
    args = [sys.executable, "-m", "symbolic_measures", "table", "opitz2024:5", "--jobs", "1"]
    args += ["--row", "Accuracy", "--column", "PI", "--column", "PII", "--cache", str(tmp_path)]
    done = ended(args, lambda: bool(files_in(tmp_path)), sent)
    assert "Traceback" not in done.stderr
    assert done.returncode in ((-9,) if sent == signal.SIGKILL else (130, 0))
    kept = {path: path.stat().st_mtime_ns for path in files_in(tmp_path)}
    assert kept
    table = decide_table("opitz2024:5", row=["Accuracy"], column=["PI", "PII"], cache=str(tmp_path))
    assert table.complete
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
