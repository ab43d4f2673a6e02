"""What one printing of Masons says in figures: its board, its pieces and its cards. The default board is our own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from rules.forms import Form
from rules.masons.board import Board, board_from

TOWERS = ("black", "white", "grey")
COLOURS = ("yellow", "green", "blue", "pink", "red")
MOST = 200  # of a colour: more would not fit into a space's count
SURVEY_ONLY = ("set", "style", "surface", "side_mm", "pieces")  # of a survey file, and no business of the rules


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """`text` is its JSON form in one line: two editions with the same text are the same."""

    text: str
    board: Board
    walls: int
    towers: int  # of each colour
    houses: int
    palaces: int
    cards: int
    hand: int

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Edition) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.text)
        return data

    @property
    def supply(self) -> tuple[int, ...]:
        """Walls; towers, houses, palaces by colour."""
        return (self.walls, *(self.towers,) * 3, *(self.houses,) * 5, *(self.palaces,) * 5)


def edition_from(data: Mapping[str, Any] | None) -> Edition:
    """An edition from JSON data, checked; what is left out is as in the default edition."""
    if data is None:
        return DEFAULT
    form = Form(data, "the Masons edition")
    return _edition(json.dumps(form.data, ensure_ascii=False, sort_keys=True))


@lru_cache(maxsize=16)
def _edition(text: str) -> Edition:
    form = Form(json.loads(text), "the Masons edition")
    for key in SURVEY_ONLY:
        form.any(key, None)
    if any(form.has(key) for key in ("points", "lines", "spaces", "regions")):
        board, laid = board_from(form)
    else:
        board, laid = DEFAULT.board, {key: DEFAULT.data[key] for key in ("points", "lines", "spaces", "regions")}
    pieces = form.form("supply", {})
    supply = {
        "walls": pieces.number("walls", 33, low=1),
        "towers": pieces.number("towers_each", 10, low=1, high=MOST),
        "houses": pieces.number("houses_each", 12, low=1, high=MOST),
        "palaces": pieces.number("palaces_each", 3, low=0, high=MOST),
    }
    pieces.done()
    cards, hand = form.number("cards", 60, low=1), form.number("hand", 6, low=1)
    for key in ("points", "lines", "spaces", "regions"):
        form.any(key, None)
    form.done()
    told = {key if key == "walls" else f"{key}_each": number for key, number in supply.items()}
    whole = {**laid, "supply": told, "cards": cards, "hand": hand}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True)
    return Edition(text, board, **supply, cards=cards, hand=hand)


# ---- the default board
ROWS = (6, 5, 6, 7, 6, 5)  # points in each row, from the top
SIDE = 50.0  # mm


def _default_board() -> dict[str, Any]:
    """A board of our own that fits the known facts: three regions, the shore left and right."""
    rows: list[list[dict[str, Any]]] = []
    number = 0
    for down, count in enumerate(ROWS):
        row: list[dict[str, Any]] = []
        for i in range(count):
            number += 1
            x = SIDE * (i + (max(ROWS) - count) / 2)
            shore = i in (0, count - 1)
            row.append({"id": f"P{number:02}", "x": x, "y": round(down * SIDE * 0.8660254, 1), "shore": shore})
        rows.append(row)
    triangles: list[tuple[dict[str, Any], ...]] = []
    for upper, lower in pairwise(rows):
        band: list[tuple[dict[str, Any], ...]] = []
        for row, other in ((upper, lower), (lower, upper)):
            for a, b in pairwise(row):
                tip = next((c for c in other if a["x"] < c["x"] < b["x"]), None)
                if tip is not None:
                    band.append((a, b, tip))
        triangles.extend(sorted(band, key=lambda three: sum(p["x"] for p in three)))
    lines: list[list[str]] = []
    spaces: list[dict[str, Any]] = []
    for three in triangles:
        names = sorted(p["id"] for p in three)
        x, y = (sum(p[key] for p in three) / 3 for key in "xy")
        region = "R1" if x < 0.36 * SIDE * (max(ROWS) - 1) else "R2" if y < 110 else "R3"
        spaces.append({"id": f"S{len(spaces) + 1:02}", "points": names, "region": region})
        for two in ([names[0], names[1]], [names[0], names[2]], [names[1], names[2]]):
            if two not in lines:
                lines.append(two)
    return {
        "points": [point for row in rows for point in row],
        "lines": [{"id": f"L{i:02}", "points": two} for i, two in enumerate(sorted(lines), 1)],
        "spaces": spaces,
    }


DEFAULT = _edition(json.dumps(_default_board()))
