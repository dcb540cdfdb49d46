"""Pages as a person meets them: Debian's Chromium without a window, driven through Selenium."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--force-device-scale-factor=1")  # fmt: skip
#: Seconds after which a page that does not answer is taken to be broken; far above what it needs.
PATIENCE = 120


class Browser:
    """One page at a time, with its console and its requests."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, width: int = 1280, dark: bool = False) -> None:
        """Opens a file at this width of the window, in a light or a dark scheme."""
        for each in ("browser", "performance"):
            self.driver.get_log(each)
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        self.driver.get(path.absolute().as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        """The first element."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def wait(self, script: str, *arguments: Any) -> None:
        """Until the script is true."""
        WebDriverWait(self.driver, PATIENCE).until(lambda _: self.run(script, *arguments))

    def errors(self) -> list[str]:
        """What the console says, apart from what is only told."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]  # fmt: skip

    def requests(self) -> set[str]:
        """The schemes of all that the page has asked for."""
        found = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.add(str(message["params"]["request"]["url"]).partition(":")[0])
        return found

    def faint(self) -> dict[str, str]:
        """Words with a contrast below 4.5 to what is behind them, by element and contrast."""
        return dict(self.run(FAINT))


#: Every text that is seen, against the first ground behind it that is not transparent.
FAINT = """
function light(c) { return [.2126, .7152, .0722].reduce(function (sum, part, i) {
  var v = c[i] / 255;
  return sum + part * (v <= .03928 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4)); }, 0); }
function numbers(text) { return (text.match(/[\\d.]+/g) || []).map(Number); }
function ground(e) {
  for (; e; e = e.parentElement) {
    var c = numbers(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > .99) { return c; }
  }
  return [255, 255, 255];
}
var found = {}, node, walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (node = walk.nextNode()) {
  var e = node.parentElement;
  if (!node.textContent.trim() || !e.getBoundingClientRect().width) { continue; }
  if (e.closest('script, style, annotation')) { continue; }
  var style = getComputedStyle(e), back = ground(e), alpha = 1;
  var ink = numbers(e instanceof SVGElement ? style.fill : style.color);
  if (ink.length < 3) { continue; }
  for (var up = e; up; up = up.parentElement) { alpha *= parseFloat(getComputedStyle(up).opacity); }
  alpha *= ink.length > 3 ? ink[3] : 1;
  var mixed = back.slice(0, 3).map(function (v, i) { return ink[i] * alpha + v * (1 - alpha); });
  var one = light(mixed), two = light(back);
  var ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
  if (ratio < 4.5) { found[e.tagName + ' ' + ratio.toFixed(2)] = node.textContent.slice(0, 40); }
}
return found;"""


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, closed at the end."""
    places = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    missing = [name for name, place in places.items() if place is None]
    assert not missing, f"{missing} needed: install chromium and chromium-driver"
    options = Options()
    options.binary_location = str(places["chromium"])
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(places["chromedriver"])))
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    try:
        yield Browser(driver)
    finally:
        driver.quit()
