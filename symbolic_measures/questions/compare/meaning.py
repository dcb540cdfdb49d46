"""What a comparison means: of any predictions of one truth, or of the rows of given data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.questions.compare.data import read_data, replay_data
from symbolic_measures.questions.compare.pairs import replay_pairs


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds each pair of measures, or works the ranks of the rows out again."""
    return (yield from replay_data(data) if "inconsistency" in data else replay_pairs(data))


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    if asked["data"]:
        rows = [{"row": line.name, **line.cells} for line in read_data(Path(asked["data"]))]
        return {"measures": list(asked["measures"]), "data": rows}
    return {"measures": list(asked["measures"]), "assume": list(asked["assume"])}


def told(answer: Answer) -> str:
    """The answer in a word for each pair."""
    data = answer.to_data()
    if "inconsistency" in data:
        return " ".join(str(pair["share"]) for pair in data["inconsistency"])
    return " ".join(str(pair["verdict"]) for pair in data["pairs"])
