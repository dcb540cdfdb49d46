"""The wheel has what it needs: installed in a clean environment, used outside of the checkout.

Every Python of this machine that the package supports is tried; at least the one that runs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from places import PACKAGE, ROOT

pytestmark = pytest.mark.exhaustive
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
CURRENT = f"{sys.version_info.major}.{sys.version_info.minor}"
TYPED = """
from symbolic_measures import check, measure
report = check("F1")
reveal_type(report)
reveal_type(measure("F1").cells)
"""


def _python(version: str) -> str:
    """The interpreter of a version, if there is one that runs."""
    if version == CURRENT:
        return sys.executable
    places = (shutil.which(f"python{version}"),
              *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))  # fmt: skip
    for place in filter(None, places):
        done = subprocess.run([place, "-c", ""], capture_output=True, check=False)
        if done.returncode == 0:
            return str(place)
    return ""


#: What installs: with the settings of this machine, but no packages of whoever runs the tests.
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
PYTHONS = {version: place for version in SUPPORTED if (place := _python(version))}


def run(*words: str | Path, cwd: Path, code: int = 0) -> str:
    """What a command prints."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True,
                          check=False, env={"PATH": "/usr/bin:/bin", "HOME": str(cwd)})  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `python -m build` makes, of a copy of the sources, by way of the archive."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, source / PACKAGE.name, ignore=ignored)
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(out), str(source)],
                   check=True, capture_output=True)  # fmt: skip
    (found,) = out.glob("*.whl")
    return found


def test_everything_of_the_package_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if ".dist-info/" not in name}
    ours = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside == ours
    assert {
        "symbolic_measures/py.typed",
        "symbolic_measures/symbolic_measures.schema.json",
    } < inside


@pytest.mark.parametrize("version", PYTHONS)
def test_it_works_in_a_clean_environment(version: str, wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    if version == CURRENT:
        venv.create(home, with_pip=True, symlinks=True)
    else:
        subprocess.run([PYTHONS[version], "-m", "venv", str(home)], check=True)
    work = tmp_path / "work"
    work.mkdir()
    subprocess.run([home / "bin" / "python", "-m", "pip", "install", "--quiet", str(wheel)],
                   check=True, cwd=work, env=CLEAN)  # fmt: skip
    program = home / "bin" / "symbolic-measures"
    assert "proved" in run(program, "check", "F1", cwd=work)
    run(program, "check", "F1", "--format", "json", "-o", "f1.json", cwd=work)
    assert "f1.json: verified: 22 verdicts" in run(program, "verify", "f1.json", cwd=work)
    for format in ("html", "latex"):
        run(program, "check", "F1", "--format", format, "-o", f"f1.{format}", cwd=work)
    run(program, "derive", "F1", "--property", "symmetry", "-o", "derived.txt", cwd=work)
    assert "symmetry is proved" in (work / "derived.txt").read_text(encoding="utf-8")
    run(program, "report", "--table", "gosgens2021:triplets", "-o", "out", cwd=work)
    assert (work / "out" / "index.html").exists()
    shown = json.loads(run(program, "catalog", "--format", "json", cwd=work))
    assert len(shown["measures"]) > 30
    assert "no measure" in _refused(program, work)


def _refused(program: Path, work: Path) -> str:
    done = subprocess.run([program, "catalog", "nobody"], cwd=work, capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert done.returncode == 2
    return done.stderr


def test_types_are_seen_from_outside(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    (tmp_path / "user.py").write_text(TYPED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "user.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PATH": "/usr/bin:/bin", "MYPYPATH": str(site)},
    )  # fmt: skip
    assert 'Revealed type is "symbolic_measures.meaning.report.Report"' in done.stdout, done.stdout
    assert "tuple[" in done.stdout
