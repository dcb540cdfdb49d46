"""The site, built once, and its pages."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path

from places import ROOT

#: What a build needs of the repository.
NEEDED = ("docs", "symbolic_measures", "reports", "audits", "notebooks", "rocq", "mutants",
          "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md")  # fmt: skip


def build(folder: Path) -> Path:
    """Builds the site from a copy of the repository, as `make docs` does; the folder of pages."""
    ignored = shutil.ignore_patterns("_build", "_generated", "__pycache__", "*.vo*", "*.glob")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    words = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet",
             "-b", "html", "-d", "doctrees", "docs", "html"]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "html"


@dataclass
class Page(HTMLParser):
    """What a page links to and loads, and the places in it that can be linked to."""

    path: Path
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("script", "img", "iframe", "source") and "src" in given:
            self.loaded.append(given["src"])
        elif tag == "link" and "href" in given:
            self.loaded.append(given["href"])


@dataclass
class Site:
    """All pages of a folder."""

    root: Path

    @cached_property
    def pages(self) -> dict[Path, Page]:
        """Each page by its path, without the parts of the theme."""
        found = sorted(self.root.rglob("*.html"))
        return {path: Page(path) for path in found if "_static" not in path.parts}

    def broken(self) -> list[str]:
        """The links that lead nowhere, and what is loaded and is not there."""
        return [
            f"{path.relative_to(self.root)}: {target}"
            for path, page in self.pages.items()
            for target in (*page.links, *page.loaded)
            if not self._leads(path, target)
        ]

    def _leads(self, path: Path, target: str) -> bool:
        if target.startswith(("http://", "https://", "mailto:", "data:")):
            return True
        place, _, anchor = target.partition("#")
        goal = (path.parent / place.partition("?")[0]).resolve() if place else path
        if not goal.is_file():
            return False
        return not anchor or goal.suffix != ".html" or anchor in self.pages[goal].ids

    def elsewhere(self) -> list[str]:
        """What pages load from other machines."""
        return [
            f"{path.relative_to(self.root)}: {target}"
            for path, page in self.pages.items()
            for target in page.loaded
            if target.startswith(("http:", "https:", "//"))
        ]
