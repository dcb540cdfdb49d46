"""The saved cells of a table, each replayed at its place."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any, TypeVar

from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.saved import Checked

Place = TypeVar("Place", bound=Hashable)
Cell = TypeVar("Cell")


def replayed_cells(
    data: dict[str, Any],
    entries: list[dict[str, Any]],
    places: list[Place],
    place_of: Callable[[dict[str, Any]], Any],
    verify: Callable[[dict[str, Any]], Cell],
    named: Callable[[Any], str] = str,
) -> Generator[Checked, None, list[Cell] | None]:
    """Replays each entry, and gives the cells in the order of the places; None if one fails.

    An entry fails where `verify` raises CertificateError, and where its place is none of the
    table's or was there before.  Places without an entry fail unless the table says that it is
    not complete.
    """
    left, found = list(places), dict[Place, Cell]()
    for entry in entries:
        place, outcome = place_of(entry), str(entry.get("computed"))
        try:
            if place not in left:
                raise CertificateError("not a cell of this table, or there twice")
            left.remove(place)
            found[place] = verify(entry)
        except CertificateError as error:
            yield Checked(named(place), outcome, str(error))
        else:
            yield Checked(named(place), outcome)
    if left and data.get("complete") is not False:
        yield Checked("cells", "no", f"{len(left)} are missing, the first is {named(left[0])}")
    return (
        [found[place] for place in places if place in found] if len(found) == len(entries) else None
    )
