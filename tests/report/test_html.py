from __future__ import annotations

import re

import pytest
from decided import HOSTILE, decided, four
from pages import Page, saved

from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report.html import mathml


def test_pages_and_fragments_are_well_formed(report: Report) -> None:
    Page(report.rendered("html"))
    Page(report.rendered("html_fragment"))


def test_pages_load_nothing(report: Report) -> None:
    source = report.rendered("html")
    bare = source.replace('xmlns="http://www.w3.org/1998/Math/MathML"', "")
    assert not re.search(r"(https?:)?//[a-z]", re.sub(r"base64,[A-Za-z0-9+/=]*", "", bare))
    page = Page(source)
    for tag, attrs in page.tags:
        assert "src" not in attrs
        assert tag not in ("link", "iframe", "object", "embed", "base", "form")
        assert (attrs.get("href") or "data:").startswith("data:")
    assert "@import" not in source
    assert "url(" not in source


#: What a script reads; no tag can begin in it.
DATA = re.compile(r'<script type="application/json">[^<&]*</script>')


def test_hostile_names_are_inert() -> None:
    for source in (
        decided("hostile").rendered("html"),
        decided("hostile").rendered("html_fragment"),
    ):
        page = Page(DATA.sub("", source))
        assert "alert(1)" not in "".join(page.text.get("script", []))
        assert HOSTILE in "".join(page.text["h1"])
        assert len(page.all("script")) == 2 * ("<main" in source)
        assert not [attr for _, attrs in page.tags for attr in attrs if attr.startswith("on")]


def test_the_certificate_is_in_the_page(report: Report) -> None:
    page = Page(report.rendered("html"))
    (link,) = page.all("a")
    assert saved(link["href"] or "") == report.to_json()
    end = ".json.gz" if "gzip" in (link["href"] or "")[:30] else ".json"
    assert re.fullmatch(r"[A-Za-z0-9-]+" + re.escape(end), link["download"] or "")


def test_each_verdict_has_its_details() -> None:
    page = Page(four().rendered("html"))
    rows = [each for each in page.all("details") if each["class"] == "row"]
    assert [row["data-outcome"] for row in rows] == list(GLYPHS)
    words = "".join("".join(part) for part in page.text.values())
    for glyph, word in zip(GLYPHS.values(), ("proved", "refuted", "undecided", "not applicable"),
                           strict=True):  # fmt: skip
        assert glyph in words
        assert word in words
    assert "Interrupted" in words


def test_fragments_have_scoped_styles_and_no_script() -> None:
    source = decided("F1").rendered("html_fragment")
    page = Page(source)
    assert not page.all("script")
    css = re.sub(r"@media[^{]*", "", "".join(page.text["style"]))
    for selector in re.findall(r"([^{}]+)\{", css):
        for part in selector.split(","):
            if part.strip():
                words = part.split()
                assert any(word.startswith(".symbolic-measures") for word in words), part


def test_both_colour_schemes_and_print() -> None:
    source = decided("F1").rendered("html")
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
