"""The examples in Markdown files: found, run, and their shown output compared or written anew.

    python docs/ext/examples.py README.md    writes what the commands of its sessions print

- a `python` block is a script;
- a line `symbolic-measures ...` of an `sh` block is run; a comment `# exit code 1` says what it is;
- a `console` block is a session: below `$ symbolic-measures ...` stands what it prints, down to a
  line `...`, which stands for the rest.  Other commands of a session are not run.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "symbolic-measures"
REST = "..."
_BLOCK = re.compile(r"^(```|~~~~~~)(\w+)\n(.*?)^\1", re.DOTALL | re.MULTILINE)
_EXIT = re.compile(r"# exit code (\d+)")


@dataclass(frozen=True)
class Block:
    """A block of code: where it stands, its language and its text."""

    path: Path
    number: int
    language: str
    text: str

    @property
    def id(self) -> str:
        """A name for tests."""
        return f"{self.path.stem}-{self.number}"


@dataclass(frozen=True)
class Command:
    """A command with what is shown of its output, and its exit code."""

    line: str
    shown: tuple[str, ...] = ()
    code: int = 0


def blocks(path: Path, language: str) -> list[Block]:
    """The blocks of a language in a file."""
    found = _BLOCK.findall(path.read_text(encoding="utf-8"))
    return [
        Block(path, number, name, text)
        for number, (_, name, text) in enumerate(found, 1)
        if name == language
    ]


def commands(block: Block) -> list[Command]:
    """The commands of this program in an `sh` block."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [_command(line) for line in lines if line.startswith(f"{PROGRAM} ")]


def _command(line: str) -> Command:
    code = _EXIT.search(line)
    return Command(line, code=int(code[1]) if code else 0)


def session(block: Block) -> list[Command]:
    """The commands of this program in a `console` block, each with what is shown below it."""
    found: list[Command] = []
    ours = False
    for line in block.text.splitlines():
        if line.startswith("$ "):
            ours = line.startswith(f"$ {PROGRAM} ")
            if ours:
                found.append(Command(line[2:]))
        elif ours:
            found[-1] = Command(found[-1].line, (*found[-1].shown, line))
    return found


def run(command: Command, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder."""
    words = [sys.executable, "-m", "symbolic_measures", *shlex.split(command.line, True)[1:]]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)


def agrees(shown: tuple[str, ...], printed: str) -> bool:
    """Whether the output is what is shown, down to a line `...`."""
    lines = tuple(printed.splitlines())
    if REST in shown:
        shown = shown[: shown.index(REST)]
        lines = lines[: len(shown)]
    return lines == shown


def rewritten(path: Path, folder: Path) -> str:
    """The text of a file with the sessions as they run now, as many lines of each as before."""
    text = path.read_text(encoding="utf-8")
    for block in blocks(path, "console"):
        text = text.replace(block.text, "".join(_rewritten(block, folder)))
    return text


def _rewritten(block: Block, folder: Path) -> Iterator[str]:
    shown = {command.line: command.shown for command in session(block)}
    ours = False
    for line in block.text.splitlines():
        if line.startswith("$ "):
            ours = line[2:] in shown
            yield line + "\n"
            if ours:
                before = shown[line[2:]]
                printed = run(Command(line[2:]), folder).stdout.splitlines()
                cut = before.index(REST) if REST in before else len(printed)
                yield "".join(f"{one}\n" for one in printed[:cut])
                yield f"{REST}\n" if cut < len(printed) else ""
        elif not ours:
            yield line + "\n"


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    for name in sys.argv[1:]:
        with TemporaryDirectory() as place:
            Path(name).write_text(rewritten(Path(name), Path(place)), encoding="utf-8")
