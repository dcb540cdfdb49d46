"""Numbers of the tests: mpmath's precision is one for the whole process, so it is set once.

What is left out stands in their header.  What `long.txt` lists is put into the exhaustive tier, and
what `whole.txt` lists is run with WHOLE=1 alone; an id of which there is no test stops the run.  Of
the exhaustive tier as such a slice is taken.
"""

from __future__ import annotations

import gc

import pytest
from mpmath import mp
from places import TORCHMETRICS
from tiers import LONG, LONGEST, WHOLE, WHOLE_ONLY, exhaustive, sliced

mp.dps = 60
gc.set_threshold(200_000, 20, 20)  # as the command line has it


def _is_sliced(config: pytest.Config) -> bool:
    return config.option.markexpr == "exhaustive" and not WHOLE


def pytest_report_header(config: pytest.Config) -> list[str]:
    """What is left out."""
    audits = "left out: the audits of torchmetrics, which is not installed: .[torchmetrics]"
    families = "left out: most cases of large families (tests/tiers.py); WHOLE=1 takes all"
    return [audits] * (not TORCHMETRICS) + [families] * _is_sliced(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests that are listed as long are marked; of the exhaustive tier a slice is taken.

    The modules that take minutes come first; one that is gone stops the run as well.

    What needs the library of Rocq, which takes a minute to compile, is not quick, and never sliced.
    """
    compiled = {i for i in items if "compiled_library" in getattr(i, "fixturenames", ())}
    whole = {item for item in compiled if not item.get_closest_marker("exhaustive")}
    listed = LONG | WHOLE_ONLY
    for item in items:
        if item.nodeid in listed or item in whole:
            item.add_marker(exhaustive)
    if not any("::" in argument for argument in config.args):
        ids = {item.nodeid for item in items}
        modules = {node.split("::")[0] for node in ids}
        for name, nodes in (("long", LONG), ("whole", WHOLE_ONLY)):
            gone = sorted(node for node in nodes - ids if node.split("::")[0] in modules)
            if gone:
                raise pytest.UsageError(f"tests/{name}.txt: there is no test {', '.join(gone)}")
    first = {module: place for place, module in enumerate(LONGEST)}
    if gone := sorted(module for module in LONGEST if not (config.rootpath / module).exists()):
        raise pytest.UsageError(f"tests/tiers.py: there is no module {', '.join(gone)}")
    items.sort(key=lambda item: first.get(item.nodeid.split("::")[0], len(first)))
    if _is_sliced(config):
        families: dict[str, list[pytest.Item]] = {}
        for item in items:
            if item.get_closest_marker("exhaustive") and item not in whole:
                families.setdefault(item.nodeid.split("[")[0], []).append(item)
        kept = {item for family in families.values() for item in sliced(family)} | whole
        kept -= {item for item in items if item.nodeid in WHOLE_ONLY}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
