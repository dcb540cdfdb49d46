"""Whole runs at random: formulas of all kinds, every command, and what must hold of each run."""

from __future__ import annotations

import contextlib
import io
import json
import random
import resource
import traceback
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from random_formulas import class_ratio, polynomial, ratio

from symbolic_measures.doors import cli
from symbolic_measures.fences import Fence, fence
from symbolic_measures.meaning.frameworks import ALL, battery
from symbolic_measures.nouns.shown import Answer

NAMES = ("F1", "MCC", "kappa", "BA", "recall", "Jaccard", "accuracy", "GM", "LOR")
WRAPPED = (
    "sqrt({})", "log({})", "log(1+{})", "Abs({})", "acos({})", "({})^2", "({})^(1/2)", "1/({})",
    "Max({}, 1/2)", "Min({}, TP/n)", "ln(2+{})", "({})*Abs({})", "xlogy({}, TP/n)",
    "calibrated({})",
)  # fmt: skip
ASSUMED = ("a > 0", "0 < a < 1", "a >= 0", "a", "a = 2")
ENDS = ("TN -> inf", "TP -> oo", "FN -> 0", "a -> 0", "a -> oo", "FP -> 2")
#: Seconds for a verdict and for a run: most are stopped soon, one in so many later; what hangs is
#: stopped long after that.
SOON, LATER, SELDOM, HANGING = ("0.1", "0.3"), ("1", "2"), 25, 300
#: What a process may hold, in bytes.
MEMORY = 1_000_000_000


def binary(chance: random.Random) -> str:
    """A formula of two classes, perhaps with a parameter `a`."""
    kind = chance.random()
    if kind < 0.2:
        text = chance.choice(NAMES)
    elif kind < 0.3:
        text = polynomial(chance, 3, 2)
    elif kind < 0.4:
        text = f"a*({ratio(chance)}) + (1-a)*{chance.choice(NAMES)}"
    elif kind < 0.5:
        text = "TP/(TP+FN)"
        wrap = chance.choice(("log(2+{})", "1/(1+{})", "sqrt(1+{})", "Max({}, {}/2)"))
        for _ in range(chance.randint(2, 5) if "/2" in wrap else chance.randint(3, 25)):
            text = wrap.replace("{}", text)
    else:
        text = ratio(chance)
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        text = chance.choice(WRAPPED).replace("{}", text)
    return text


def of_classes(chance: random.Random) -> str:
    """A formula of several classes."""
    inner = class_ratio(chance)
    kinds = (f"mean({inner})", f"macro({chance.choice(NAMES)})", f"sum(sqrt(Abs({inner})))",
             f"micro({chance.choice(NAMES)})", f"weighted({binary(chance)})", "CC", "kappa",
             f"calibrated(mean({inner}))", f"log(1+mean({inner}))",
             f"product({inner})")  # fmt: skip
    return chance.choice(kinds)


def command(chance: random.Random) -> list[str]:
    """The words of a command."""
    text = binary(chance)
    given = ["--assume", chance.choice(ASSUMED)] if chance.random() < 0.5 or "a*" in text else []
    kind = chance.choice(("check", "check", "check", "classes", "threshold", "completion", "limit",
                          "taylor", "identity", "compare", "normaliser", "relation", "slope",
                          "derive", "impossible", "averaging"))  # fmt: skip
    match kind:
        case "check":
            more = ["--property", chance.choice(battery(ALL))]
            if chance.random() < 0.3:
                more = [
                    "--framework",
                    chance.choice(("gosgens2021", "brzezinski2018", "opitz2024")),
                ]
            if chance.random() < 0.3:
                more += ["--convention", "TP+FN = 0: 1/2"]
            if chance.random() < 0.2:
                more += ["--reading", chance.choice(("scikit-learn", "brzezinski-extended"))]
            return ["check", text, *given, *more]
        case "classes":
            m = chance.choice((2, 3, 3, 4))
            words = ["check", of_classes(chance), "--classes", str(m), "--jobs", "1"]
            return [*words, "--property", chance.choice(battery(ALL, 3))]
        case "threshold":
            ids = ("symmetry", "weakly-monotone", "ace", "tp-monotone", "maximal-agreement")
            return ["threshold", text, *given, "--property", chance.choice(ids), "--parameter", "a"]
        case "limit":
            return ["limit", text, *given, "--to", chance.choice(ENDS)]
        case "identity" | "compare":
            return [kind, text, binary(chance), *given]
        case "normaliser":
            sizes = (("TP", "p_A"), ("FN", "p_B"), ("FP", "p_A"), ("TN", "p_B"), ("n", "1"))
            for old, new in sizes:
                text = text.replace(old, new)
            return ["normaliser", text, *given]
        case "relation":
            return ["relation", f"{of_classes(chance)} <= {of_classes(chance)}"]
        case "slope":
            return ["slope", of_classes(chance)]
        case "derive":
            return ["derive", text, *given, "--property", chance.choice(battery(ALL))]
        case "impossible":
            ids = chance.sample(("monotone", "symmetry", "constant-baseline", "distance"), 2)
            return ["impossible", "--properties", ",".join(ids), "--n", str(chance.randint(2, 4))]
        case "averaging":
            return ["averaging", chance.choice(("micro", "macro", "weighted")),
                    "--property", "symmetry"]  # fmt: skip
    return [kind, text, *given]


@dataclass(frozen=True)
class Ran:
    """What became of a run: its exit code, and what it said."""

    words: tuple[str, ...]
    code: int
    said: str
    grown: int = 0

    def wrong(self) -> str:
        """What is wrong with it; "" if nothing is."""
        if self.code not in (0, 1, 2):
            return f"exit code {self.code}"
        if "Traceback" in self.said or "Error:" in self.said:
            return "a traceback"
        if "unrecognized arguments" in self.said:
            return "nobody could type that"
        if self.code == 2 and len(self.said.strip().splitlines()) != 1:
            return "bad input is not told in one line"
        return f"{self.grown // 10**6} MB more" if self.grown > MEMORY else ""


def _most() -> int:
    """The most that this process held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def ran(words: list[str], folder: Path, seed: int = 0) -> Ran:
    """A command, run in this process as a user would; what it saved is verified, and the answer is
    shown in one more format."""
    path, before, chance = folder / "answer.json", _most(), random.Random(seed)
    path.unlink(missing_ok=True)
    shown = chance.choice(("text", "proofs", "latex", "html"))
    timeout, total = SOON if seed % SELDOM else LATER
    limits = ["--timeout", timeout, "--total", total, "--format", "json", "-o", str(path)]
    code, said = _called([*words, *limits], shown)
    if code in (0, 1) and path.exists():
        json.loads(path.read_text(encoding="utf-8"))
        verified, told = _called(["verify", str(path)])
        said += told
        code = code if verified == 0 else 100 + verified
    return Ran(tuple(words), code, said, _most() - before)


def _called(words: list[str], shown: str = "json") -> tuple[int, str]:
    """The exit code, and what was said; the answer is also rendered as `shown`."""
    told = io.StringIO()
    end: Fence = fence(HANGING)
    write = cli._write

    def twice(args: Namespace, answer: Answer) -> None:
        write(args, answer)
        try:
            assert answer.rendered(shown)
        except Exception:  # the command would tell it in one line
            told.write(traceback.format_exc())

    with (
        contextlib.redirect_stderr(told),
        contextlib.redirect_stdout(io.StringIO()) as out,
        mock.patch.object(cli, "_write", twice),
    ):
        try:
            with end.around():
                code = cli.main(words)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
    problems = [line for line in out.getvalue().splitlines() if words[0] == "verify"]
    return code, told.getvalue() + ("\n".join(problems) if code else "")
