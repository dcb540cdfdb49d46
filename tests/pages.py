"""HTML as a browser would read it."""

from __future__ import annotations

import base64
import gzip
from html.parser import HTMLParser

from symbolic_measures.report.html import LONG

VOID = {"meta", "br", "hr", "img", "input", "link", "mspace"}


class Page(HTMLParser):
    """Tags in balance, attributes and text collected."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, list[str]] = {}
        self.feed(source)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> without a start"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.setdefault(self.open[-1] if self.open else "", []).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def saved(href: str) -> str:
    """The text of a file that is in a page, compressed if it is long."""
    kind, _, data = href.partition(";base64,")
    found = base64.b64decode(data)
    if len(gzip.decompress(found) if kind.endswith("gzip") else found) > LONG:
        assert kind == "data:application/gzip"
        return gzip.decompress(found).decode()
    assert kind == "data:application/json"
    return found.decode()
