"""The edition: board, tents, lot, forms and cards. Whatever could not be known for sure is data a table can change.

The default board is Umpire's own and only fits the known facts. A survey file, as taught from an owner's board and
pieces, is read as it is: what it tells the camera (sizes in millimetres, the surface) is left to the camera.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import dumps, loads
from typing import Any, NamedTuple

from rules.arkadia.squares import (
    MOST_COLUMNS,
    MOST_ROWS,
    WIDEST,
    mask_of,
    name_of,
    names_of,
    place_of,
    places_of,
    rectangle,
    rim_of,
    turns_of,
)
from rules.forms import Form, shown, whole
from rules.trouble import Trouble

FAMILIES = ("red", "olive", "silver", "black")
COLOURS = ("yellow", "orange", "green", "violet")
NEUTRAL = "beige"
RIM = 10  # castle squares
FLOORS = (3, 3, 1)  # castle pieces of each family that lie ready for each floor
BLANK = -1  # a rim square that shows no family
FOR_THE_CAMERA = ("set", "style", "surface", "pieces", "camera", "rules")

DEFAULT_DATA: dict[str, Any] = {
    "name": "Umpire's own board",
    "grid": {"cols": 16, "rows": 12},
    "tents": [
        "c1",
        "j1",
        "n1",
        "f2",
        "l2",
        "b3",
        "h3",
        "p3",
        "d4",
        "k4",
        "n5",
        "a6",
        "e6",
        "c7",
        "l7",
        "o8",
        "f8",
        "b9",
        "i9",
        "m10",
        "d11",
        "g11",
        "k11",
        "p12",
    ],
    "lot": {
        "top_left": "g5",
        "w": 4,
        "h": 3,
        "ring": {
            "g5": "red",
            "h5": None,
            "i5": "black",
            "j5": "olive",
            "g6": "silver",
            "j6": "red",
            "g7": "black",
            "h7": "olive",
            "i7": None,
            "j7": "silver",
        },
    },
    "forms": {
        "residential_house": {"cells": [[0, 0], [1, 0]], "count": 8},
        "farm": {"cells": [[0, 0], [1, 0], [2, 0]], "count": 8},
        "tavern": {"cells": [[0, 0], [0, 1], [1, 1]], "count": 8},
        "mill": {"cells": [[0, 0], [1, 0], [0, 1], [1, 1]], "count": 4},
        "smithy": {"cells": [[0, 0], [1, 0], [1, 1], [2, 1]], "count": 4},
        "trade_centre": {"cells": [[0, 0], [0, 1], [0, 2], [1, 2]], "count": 4},
        "monastery": {"cells": [[0, 0], [1, 0], [2, 0], [1, 1]], "count": 4},
    },
    "families": {
        "red": "cloth merchants",
        "olive": "spice merchants",
        "silver": "silversmiths",
        "black": "carpenters",
    },
    "numbers": {"workers": 11, "neutral": 24, "seals_of_one": 20, "seals_of_five": 2},
}


class BuildingForm(NamedTuple):
    """One form of building: its squares, how many there are, and how many cards of each family name it."""

    name: str
    cells: tuple[tuple[int, int], ...]
    number: int
    cards: tuple[int, ...]
    shapes: tuple[int, ...]  # as it may lie
    mirrored: tuple[int, ...]  # as it would lie turned over, where that is another shape

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")


class Numbers(NamedTuple):
    workers: int  # of each colour
    neutral: int
    seals_of_one: int  # of each family
    seals_of_five: int


class Edition(NamedTuple):
    name: str
    columns: int
    rows: int
    tents: int
    lot: int  # where the lot's first square lies when nobody says otherwise
    lot_columns: int
    lot_rows: int
    printed: tuple[int, ...]  # the family on each rim square, row by row
    forms: tuple[BuildingForm, ...]
    families: tuple[str, ...]  # who they are
    numbers: Numbers

    @property
    def board(self) -> int:
        return rectangle(self.columns, self.rows)

    @property
    def cards(self) -> bytes:
        """How many cards there are of each face: form by form, and of each form family by family."""
        return bytes(number for form in self.forms for number in form.cards)

    def lot_at(self, place: int) -> int:
        return rectangle(self.lot_columns, self.lot_rows, place)

    def rim_at(self, place: int) -> tuple[int, ...]:
        return rim_of(self.lot_columns, self.lot_rows, place)


def family_of(value: object, name: str) -> int:
    if value not in FAMILIES:
        raise Trouble(f"{name} names the family {shown(value)}; the families are {', '.join(FAMILIES)}")
    return FAMILIES.index(str(value))


def place_on(value: object, name: str, board: int) -> int:
    place = place_of(value)
    if place is None or not board >> place & 1:
        raise Trouble(f"{name} names {shown(value)}, which is no square of the board")
    return place


def check_lot(edition: Edition, place: int) -> None:
    """The lot lies wholly on the board and covers no tent."""
    lot = edition.lot_at(place)
    if lot & ~edition.board:
        raise Trouble(f"the lot for the castle does not fit on the board with its corner on {name_of(place)}")
    if lot & edition.tents:
        tents = ", ".join(names_of(lot & edition.tents))
        raise Trouble(f"with its corner on {name_of(place)} the lot for the castle would cover a tent ({tents})")


def read_edition(data: Mapping[str, Any] | None) -> Edition:
    if data is None:
        return DEFAULT
    try:
        return _read(dumps(data, sort_keys=True))
    except TypeError:
        raise Trouble("the edition is not made of plain JSON values") from None


@lru_cache(maxsize=32)
def _read(text: str) -> Edition:
    form = Form(loads(text), "the edition")
    name = form.text("name", "a surveyed board")
    grid = form.form("grid", DEFAULT_DATA["grid"])
    columns, rows = grid.number("cols", 16, 4, MOST_COLUMNS), grid.number("rows", 12, 4, MOST_ROWS)
    for key in ("origin_mm", "pitch_mm", "naming"):
        grid.any(key, None)
    grid.done()
    board = rectangle(columns, rows)
    tents = [place_on(tent, "“tents” of the edition", board) for tent in form.items("tents", DEFAULT_DATA["tents"])]
    if len(set(tents)) != len(tents):
        raise Trouble("“tents” of the edition names a square twice")
    lot, lot_columns, lot_rows, printed = _lot(form.form("lot", DEFAULT_DATA["lot"]), board)
    forms = _forms(form.form("forms", DEFAULT_DATA["forms"]))
    who = form.form("families", DEFAULT_DATA["families"])
    families = tuple(who.text(family, family) for family in FAMILIES)
    who.done()
    _camera(form)
    numbers = form.form("numbers", {})
    defaults = DEFAULT_DATA["numbers"]
    counts = Numbers(*(numbers.number(key, default, 0, 99) for key, default in defaults.items()))
    numbers.done()
    form.done()
    if counts.workers < 3:
        raise Trouble("“workers” of “numbers” of the edition must be at least 3: everybody starts with three")
    edition = Edition(name, columns, rows, mask_of(tents), lot, lot_columns, lot_rows, printed, forms, families, counts)
    if len(printed) != RIM:
        raise Trouble(f"the rim of the lot must have {RIM} squares, not {len(printed)}")
    check_lot(edition, lot)
    return edition


def _camera(form: Form) -> None:
    """What a survey file tells the camera, and what is the same in every copy."""
    for key in FOR_THE_CAMERA:
        form.any(key, None)
    workers, neutral = form.items("workers", [*COLOURS, NEUTRAL]), form.text("neutral", NEUTRAL)
    if sorted(map(str, workers)) != sorted((*COLOURS, NEUTRAL)) or neutral != NEUTRAL:
        raise Trouble(f"the workers of the edition must be {', '.join(COLOURS)} and the neutral {NEUTRAL}")


def _lot(form: Form, board: int) -> tuple[int, int, int, tuple[int, ...]]:
    columns, rows = form.number("w", 4, 1, MOST_COLUMNS), form.number("h", 3, 1, MOST_ROWS)
    place = place_on(form.any("top_left", "g5"), "“top_left” of the lot", board)
    ring = form.form("ring")
    inner = form.texts("inner", ())
    form.done()
    lot, rim = rectangle(columns, rows, place), rim_of(columns, rows, place)
    wanted = [name_of(p) for p in rim]
    if sorted(ring.data) != sorted(wanted):
        raise Trouble(f"“ring” of the lot must name the squares of its rim: {', '.join(wanted)}")
    if inner and sorted(inner) != sorted(name_of(p) for p in places_of(lot) if p not in rim):
        raise Trouble("“inner” of the lot must name the squares within its rim")
    printed = tuple(
        BLANK if ring.data[name] is None else family_of(ring.data[name], f"{name} of the lot") for name in wanted
    )
    return place, columns, rows, printed


def _forms(form: Form) -> tuple[BuildingForm, ...]:
    if not form.data:
        raise Trouble("the edition has no building forms")
    return tuple(_one_form(name, form.form(name)) for name in sorted(form.data))


def _one_form(name: str, form: Form) -> BuildingForm:
    cells: list[tuple[int, int]] = []
    for cell in form.items("cells"):
        if not isinstance(cell, (list, tuple)) or len(cell) != 2 or not all(whole(n) for n in cell):
            raise Trouble(f"“cells” of {form.name} must be pairs [column, row], and {shown(cell)} is none")
        cells.append((cell[0], cell[1]))
    if not cells or len(set(cells)) != len(cells):
        raise Trouble(f"“cells” of {form.name} must be one square or more, each once")
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    cells = [(x - left, y - top) for x, y in cells]
    if max(max(cell) for cell in cells) >= WIDEST:
        raise Trouble(f"{form.name} is larger than {WIDEST} squares")
    _check_whole(cells, form.name)
    count = form.number("count", low=1, high=99)
    if form.has("cards"):
        named = form.form("cards")
        cards = tuple(named.number(family, 0, 0, 99) for family in FAMILIES)
        named.done()
    else:
        cards = tuple((count + len(FAMILIES) - 1 - i) // len(FAMILIES) for i in range(len(FAMILIES)))
    form.done()
    shapes = turns_of(cells)
    mirrored = tuple(shape for shape in turns_of([(-x, y) for x, y in cells]) if shape not in shapes)
    return BuildingForm(name, tuple(cells), count, cards, shapes, mirrored)


def _check_whole(cells: list[tuple[int, int]], name: str) -> None:
    reached, edge = {cells[0]}, [cells[0]]
    while edge:
        x, y = edge.pop()
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(cells)
        edge += beside - reached
        reached |= beside
    if len(reached) != len(cells):
        raise Trouble(f"{name} falls into pieces: its squares must touch each other")


def data_of(edition: Edition) -> dict[str, Any]:
    """The edition's JSON form, complete."""
    rim = edition.rim_at(edition.lot)
    return {
        "name": edition.name,
        "grid": {"cols": edition.columns, "rows": edition.rows},
        "tents": list(names_of(edition.tents)),
        "lot": {
            "top_left": name_of(edition.lot),
            "w": edition.lot_columns,
            "h": edition.lot_rows,
            "ring": {
                name_of(place): None if seal == BLANK else FAMILIES[seal]
                for place, seal in zip(rim, edition.printed, strict=True)
            },
        },
        "forms": {
            form.name: {
                "cells": [list(cell) for cell in form.cells],
                "count": form.number,
                "cards": dict(zip(FAMILIES, form.cards, strict=True)),
            }
            for form in edition.forms
        },
        "families": dict(zip(FAMILIES, edition.families, strict=True)),
        "numbers": edition.numbers._asdict(),
    }


DEFAULT = _read(dumps(DEFAULT_DATA, sort_keys=True))
