"""The site builds without a warning; a headless browser opens every page.

No link is broken, the console has no error, nothing is asked of another machine, and search finds
what people look for.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tiers import WHOLE

from docs.built import Page, Site, build
from symbolic_measures.kernel.rules import RULES
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.meaning.properties import PROPERTIES

#: What is searched, and a page that must be among the results.
SEARCHED = {
    "monotone": "properties/monotone.html",
    "MCC": "measures/CC.html",
    "zero_division": "findings/",
}
WAIT = 120
#: As wide as a telephone.
NARROW = 390
#: What a browser asks of itself.
OWN = ("data:", "chrome:", "about:", "blob:")


@dataclass(frozen=True)
class Seen:
    """What a browser found wrong, and the pages that are too wide."""

    wrong: list[str]
    wide: list[str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site, built once."""
    return Site(build(tmp_path_factory.mktemp("site")))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """Where the site is served, on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site.root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window (Debian: chromium, chromium-driver)."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    driver, program = shutil.which("chromedriver"), shutil.which("chromium")
    assert driver, "the tests of the site need chromium-driver"
    assert program, "the tests of the site need chromium"
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--disable-background-networking", "--disable-component-update"):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    opened.set_page_load_timeout(WAIT)
    yield opened
    opened.quit()


def _errors(browser: Any) -> list[str]:
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def _requests(browser: Any) -> list[str]:
    """The addresses that were asked since last time."""
    told = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [one for one in told if one["method"] == "Network.requestWillBeSent"]
    return [one["params"]["request"]["url"] for one in sent]


@pytest.mark.exhaustive
def test_there_is_a_page_for_everything_that_is_declared(site: Site) -> None:
    titles = {path.relative_to(site.root).as_posix() for path in site.pages}
    assert {f"properties/{id}.html" for id in PROPERTIES} <= titles
    pages = [title for title in titles if title.startswith("measures/")]
    assert len(pages) == len(MEASURES) + len(MULTICLASS) + 2
    rules = site.pages[site.root / "kernel" / "rules.html"]
    assert set(RULES) <= rules.ids


@pytest.mark.exhaustive
def test_the_page_of_a_property_says_who_has_it(site: Site) -> None:
    folder = site.root / "properties"
    text = (folder / "distance.html").read_text(encoding="utf-8")
    rows = re.findall(r"<tr\b.*?</tr>", text, flags=re.DOTALL)
    (holders,) = (row for row in rows if "✓" in row)
    (others,) = (row for row in rows if "✗" in row)
    assert 'href="../measures/accuracy.html"' in holders
    assert 'href="../measures/F1.html"' in others
    weak = (folder / "weakly-monotone.html").read_text(encoding="utf-8")
    assert re.search(r'It is the weak form of <a [^>]*href="monotone.html"', weak)


@pytest.mark.exhaustive
def test_no_link_is_broken_and_nothing_comes_from_elsewhere(site: Site) -> None:
    assert len(site.pages) > 100
    assert site.broken() == []
    assert site.elsewhere() == []


@pytest.fixture(scope="module")
def seen(site: Site, address: str, browser: Any) -> Seen:
    """Every page, opened once: in a window, which then becomes as narrow as a telephone.

    One in four, at equal distances, where not the whole of the tier is run.
    """
    wrong, wide = [], []
    narrow = {"width": NARROW, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    for path in list(site.pages)[:: 1 if WHOLE else 4]:
        name = path.relative_to(site.root).as_posix()
        browser.get(address + name)
        wrong += [f"{name}: {message}" for message in _errors(browser)]
        asked = [url for url in _requests(browser) if not url.startswith((address, *OWN))]
        wrong += [f"{name}: asks {url}" for url in asked]
        if not browser.execute_script("return !!document.querySelector('h1')"):
            wrong.append(f"{name}: no heading")
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", narrow)
        width = browser.execute_script("return document.documentElement.scrollWidth")
        wide += [f"{name}: {width}"] * (width > NARROW)
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return Seen(wrong, wide)


@pytest.mark.exhaustive
def test_a_browser_opens_every_page(seen: Seen) -> None:
    assert seen.wrong == [], "\n".join(seen.wrong)


@pytest.mark.exhaustive
def test_no_page_is_wider_than_a_telephone(seen: Seen) -> None:
    assert seen.wide == [], "\n".join(seen.wide)


@pytest.mark.exhaustive
@pytest.mark.parametrize("word", SEARCHED)
def test_search_finds(word: str, address: str, browser: Any) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    def found(opened: Any) -> list[str]:
        links = opened.find_elements(By.CSS_SELECTOR, "#search-results li a")
        hrefs = [link.get_attribute("href") or "" for link in links]
        return [href for href in hrefs if SEARCHED[word] in href]

    browser.get(f"{address}search.html?q={word}")
    assert WebDriverWait(browser, WAIT).until(found)


def test_a_broken_link_and_a_script_from_elsewhere_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="x">a</h1><a href="b.html#y"></a><a href="#x"></a>')
    (tmp_path / "b.html").write_text(
        '<a href="c.html"></a><a href="a.html#x"></a><script src="https://example.org/x.js">'
    )
    site = Site(tmp_path)
    assert site.broken() == ["a.html: b.html#y", "b.html: c.html"]
    assert site.elsewhere() == ["b.html: https://example.org/x.js"]
    assert Page(tmp_path / "a.html").ids == {"x"}
