"""The rules of the kernel, each with its soundness argument, and what each kind of answer rests on.

The argument of a rule is its docstring; the lines of code are those of `verify --trust`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

from ext.text import code, table, words
from symbolic_measures.doors.trust import base
from symbolic_measures.kernel.rules import RULES
from symbolic_measures.nouns.question import KINDS
from symbolic_measures.questions import kinds

ROOT = Path(__file__).parents[2]


def pages() -> dict[str, str]:
    """The rules, the trusted files, how their guards are tried, and what Rocq accepts."""
    rocq = (ROOT / "reports" / "rocq.md").read_text(encoding="utf-8")
    return {
        "kernel/rules.md": rules(), "kernel/trusted.md": trusted(), "kernel/guards.md": guards(),
        "kernel/rocq.md": rocq,
    }  # fmt: skip


def rules() -> str:
    """Every rule: what it applies to and why it is sound."""
    parts = [
        "# The rules of the kernel\n",
        f"A proof is a tree of these {len(RULES)} rules. A step names a rule and its arguments; "
        "the rule computes from the goal what remains to be shown, or refuses. Whoever shows what "
        "remains has shown the goal: why, is said here, in the words of the rule itself. The code "
        "below each argument is all of it.\n",
    ]
    modules: dict[str, list[str]] = {}
    for name, (_, _, function) in RULES.items():
        modules.setdefault(function.__module__, []).append(name)
    for module, names in modules.items():
        parts += [f"## {module.rpartition('.')[2]}\n", _module(module)]
        for name in names:
            classes, _, function = RULES[name]
            parts += [
                f"### {name}\n",
                f"*On a {' or '.join(one.__name__.lower() for one in classes)}.* "
                + words(inspect.getdoc(function) or "")
                + "\n",
                _folded(inspect.getsource(function)),
            ]
    return "\n".join(parts)


def _module(name: str) -> str:
    found = inspect.getdoc(__import__(name, fromlist=["x"])) or ""
    return words(found) + "\n"


def _folded(source: str) -> str:
    return f":::{{dropdown}} The code\n{code(source, 'python')}:::\n"


def trusted() -> str:
    """Per kind of answer: how many lines must be believed, and which files."""
    known = kinds.load()
    bases = {name: base(name) for name in sorted(KINDS) if name in known}
    rows = [(f"[{name}](#{name})", f"{len(b.files)}", f"{b.lines:,}") for name, b in bases.items()]
    parts = [
        "# What is trusted for which kind of answer\n",
        "What a verdict means is said by the code that states it; that it holds, by the code that "
        "checks it. Both are listed here for each kind of saved file, with their lines of code "
        "without comments, docstrings and blank lines, as `symbolic-measures verify FILE --trust` "
        "prints them. Beside that, Python and python-flint's exact arithmetic are trusted. Search, "
        "pages and printed claims are not.\n",
        table(("kind", "files", "lines"), rows),
    ]
    for name, each in bases.items():
        parts += [f"({name})=\n## {name}\n", _files(each.files.items())]
    return "\n".join(parts)


def guards() -> str:
    """How many of the ways to break the trusted code the tests notice; the trust page says it."""
    kept = ROOT / "mutants"
    head, _, rest = (kept / "RESULTS.md").read_text(encoding="utf-8").partition("\n- ")
    said, _, rows = rest.partition("\n\n")
    branches = (kept / "BRANCHES.md").read_text(encoding="utf-8").replace("# ", "## ", 1)
    return f"{head}\n<!-- figures -->\n\n- {said}\n\n<!-- table -->\n\n{rows}\n{branches}"


def _files(files: Iterable[tuple[str, int]]) -> str:
    return table(("lines", "file"), ((f"{lines:,}", f"`{file}`") for file, lines in files))
