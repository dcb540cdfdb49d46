from __future__ import annotations

import base64
import gzip
import re
from html.parser import HTMLParser

import pytest

from symbolic_measures.report.html import LONG, mathml, render_document, render_fragment
from symbolic_measures.session import Report
from symbolic_measures.verdict import GLYPHS

from .conftest import HOSTILE, decided, four

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


def test_pages_and_fragments_are_well_formed(report: Report) -> None:
    Page(render_document(report))
    Page(render_fragment(report))


def test_pages_load_nothing(report: Report) -> None:
    source = render_document(report)
    bare = source.replace('xmlns="http://www.w3.org/1998/Math/MathML"', "")
    assert not re.search(r"(https?:)?//[a-z]", re.sub(r"base64,[A-Za-z0-9+/=]*", "", bare))
    page = Page(source)
    for tag, attrs in page.tags:
        assert "src" not in attrs
        assert tag not in ("link", "iframe", "object", "embed", "base", "form")
        assert (attrs.get("href") or "data:").startswith("data:")
    assert "@import" not in source
    assert "url(" not in source


def test_hostile_names_are_inert() -> None:
    for source in (render_document(decided("hostile")), render_fragment(decided("hostile"))):
        page = Page(source)
        assert "alert(1)" not in "".join(page.text.get("script", []))
        assert HOSTILE in "".join(page.text["h1"])
        assert len(page.all("script")) == ("<main" in source)
        assert not [attr for _, attrs in page.tags for attr in attrs if attr.startswith("on")]


def test_the_certificate_is_in_the_page(report: Report) -> None:
    page = Page(render_document(report))
    (link,) = page.all("a")
    assert saved(link["href"] or "") == report.to_json()
    end = ".json.gz" if "gzip" in (link["href"] or "")[:30] else ".json"
    assert re.fullmatch(r"[A-Za-z0-9-]+" + re.escape(end), link["download"] or "")


def saved(href: str) -> str:
    """The text of a file that is in a page, compressed if it is long."""
    kind, _, data = href.partition(";base64,")
    found = base64.b64decode(data)
    if len(gzip.decompress(found) if kind.endswith("gzip") else found) > LONG:
        assert kind == "data:application/gzip"
        return gzip.decompress(found).decode()
    assert kind == "data:application/json"
    return found.decode()


def test_each_verdict_has_its_details() -> None:
    page = Page(render_document(four()))
    rows = page.all("details")
    assert [row["data-outcome"] for row in rows] == list(GLYPHS)
    words = "".join("".join(part) for part in page.text.values())
    for glyph, word in zip(GLYPHS.values(), ("proved", "refuted", "undecided", "not applicable"),
                           strict=True):  # fmt: skip
        assert glyph in words
        assert word in words
    assert "Interrupted" in words


def test_fragments_have_scoped_styles_and_no_script() -> None:
    source = render_fragment(decided("F1"))
    page = Page(source)
    assert not page.all("script")
    css = re.sub(r"@media[^{]*", "", "".join(page.text["style"]))
    for selector in re.findall(r"([^{}]+)\{", css):
        for part in selector.split(","):
            if part.strip():
                words = part.split()
                assert any(word.startswith(".symbolic-measures") for word in words), part


def test_both_colour_schemes_and_print() -> None:
    source = render_document(decided("F1"))
    for feature in ("prefers-color-scheme: dark", "@media print", "max-width: 720px", "viewport"):
        assert feature in source


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\TP", "<mi>TP</mi>"),
        (r"M = -1", '<mo form="prefix">&#x02212;</mo><mn>1</mn>'),
        (r"\TP'", '<mrow><mi>TP</mi><mo lspace="0" rspace="0">&#x02032;</mo></mrow>'),
        (r"\operatorname{E}[M]", '<mi mathvariant="normal">E</mi>'),
    ],
)
def test_mathml(tex: str, expected: str) -> None:
    assert expected in mathml(tex)
