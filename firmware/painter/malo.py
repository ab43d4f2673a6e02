"""Our own Saint Malo: five dice with symbols, city boards of laminated paper, marks drawn by two hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from firmware.painter.dice import TRAY
from firmware.painter.paper import Colour, Paper, with_markers
from firmware.painter.things import Face
from rules.saint_malo.state import FACES
from vision.plane import SurfaceSpec
from vision.schooling.city_marks import mark
from vision.schooling.strokes import Stroke

DIE_MM = 16.0
SIDE = 120  # pixels of a die's print
WIDE, HIGH, PITCH, LEFT, TOP = 212.0, 250.0, 20.0, 36.0, 27.0
LETTERS = {
    "C": "citizen",
    "S": "soldier",
    "P": "priest",
    "A": "architect",
    "M": "merchant",
    "J": "juggler",
    "N": "noble",
}
_LETTER = {name: letter for letter, name in LETTERS.items()}
_CORNERS = ((0, 0), (0, 6), (6, 0), (6, 6))
SPACES = tuple((r, c) for r in range(7) for c in range(7) if (r, c) not in _CORNERS)
_INKS: tuple[Colour, ...] = ((70, 32, 24), (34, 30, 30), (84, 28, 60), (30, 44, 96), (40, 66, 30))


# ---- dice
def faces() -> dict[str, Face]:
    """The six prints of a die."""
    return {name: _face(name) for name in FACES}


def _face(name: str) -> Face:
    paper = Paper.blank(20, 20, (236, 241, 243), rim=0.0, fine=SIDE / 20)
    dark: Colour = (44, 40, 38)
    if name == "log":
        paper.area([(3.5, 11.5), (14, 5.2), (16.6, 9.6), (6.2, 15.8)], (52, 96, 156))
        paper.disc(5, 13.6, 2.6, (112, 168, 214))
        paper.disc(5, 13.6, 1.2, (52, 96, 156), 0.5)
    elif name == "crate":
        paper.box(4, 4.6, 16, 15.4, (60, 150, 236))
        paper.line([(4, 4.6), (16, 4.6), (16, 15.4), (4, 15.4)], (20, 70, 150), 1.0, closed=True)
        paper.line([(4, 10), (16, 10)], (20, 70, 150), 1.0)
    elif name == "wall":
        top = [(3.5, 5), (6.5, 5), (6.5, 8), (8.6, 8), (8.6, 5), (11.4, 5), (11.4, 8), (13.5, 8), (13.5, 5), (16.5, 5)]
        paper.area([*top, (16.5, 15.5), (3.5, 15.5)], (128, 122, 116))
        paper.line([(3.5, 11.5), (16.5, 11.5)], (70, 66, 62), 0.7)
        paper.line([(8, 11.5), (8, 15.5)], (70, 66, 62), 0.7)
    elif name == "cross":
        paper.box(8.4, 3, 11.6, 17, (150, 44, 120))
        paper.box(4.6, 6.4, 15.4, 9.6, (150, 44, 120))
    elif name == "head":
        paper.disc(10, 7, 3.5, (64, 140, 52))
        paper.area([(4.2, 16.6), (5.6, 12.2), (10, 10.6), (14.4, 12.2), (15.8, 16.6)], (64, 140, 52))
    else:
        for one, other in (((4, 4), (16, 16)), ((16, 4), (4, 16))):
            paper.line([one, other], dark, 1.5)
        for x, turn in ((6.4, -1), (13.6, 1)):
            paper.line([(x - 2.2, 13.6 + 2.2 * turn), (x + 2.2, 13.6 - 2.2 * turn)], (40, 40, 200), 1.3)
    return paper.picture


# ---- the city
def layout(first_markers: Sequence[int], printed: Sequence[str]) -> dict[str, Any]:
    spaces = {
        f"{r},{c}": {"centre_mm": list(centre(r, c)), "kind": "outer" if r in (0, 6) or c in (0, 6) else "inner"}
        for r, c in SPACES
    }
    surface = {"name": "city", "first_markers": list(first_markers), "width_mm": WIDE, "height_mm": HIGH}
    grid = {"origin_mm": [LEFT, TOP], "pitch_mm": PITCH, "cols": 7, "rows": 7}
    return {
        "set": "malo_city",
        "style": "painted",
        "board_side": "english",
        "letters": LETTERS,
        "surface": surface,
        "grid": {**grid, "missing": [f"{r},{c}" for r, c in _CORNERS]},
        "spaces": spaces,
        "printed_crates": list(printed),
    }


def dice_layout() -> dict[str, Any]:
    surface = {"name": "dice", "first_marker": 0, "width_mm": TRAY.width_mm, "height_mm": TRAY.height_mm}
    return {
        "set": "dice_malo",
        "style": "painted",
        "surface": surface,
        "dice": {"count": 5, "size_mm": DIE_MM, "faces": list(FACES)},
    }


def centre(row: int, column: int) -> tuple[float, float]:
    return LEFT + (column + 0.5) * PITCH, TOP + (row + 0.5) * PITCH


def city_spec(first: int) -> SurfaceSpec:
    return SurfaceSpec("city", first, WIDE, HIGH)


def board(first: int, printed: Sequence[str]) -> Paper:
    """The empty board with its markers, as it comes out of the box."""
    paper = Paper.blank(WIDE, HIGH, (226, 232, 234))
    paper.box(0, 0, WIDE, HIGH, (150, 190, 206))
    rng = np.random.default_rng(5)
    for _ in range(90):
        x, y, size, turn = rng.uniform(4, WIDE - 4), rng.uniform(4, HIGH - 4), rng.uniform(2, 6), rng.uniform(0, 3)
        ways = turn + np.array([0, 1.6, 3.2, 4.6])
        stone = np.column_stack([x + size * np.cos(ways), y + size * 0.7 * np.sin(ways)])
        tone = rng.uniform(-22, 14)
        paper.area(stone, (150 + tone, 186 + tone, 200 + tone))
    paper.box(LEFT - 3, TOP - 3, LEFT + 143, TOP + 143, (84, 112, 132))
    for r in range(7):
        for c in range(7):
            _cell(paper, r, c, printed)
    for name, left in (("LUMBER", 18.0), ("BANK", 112.0)):
        paper.box(left, 184, left + 80, 240, (206, 224, 230))
        paper.line([(left, 184), (left + 80, 184), (left + 80, 240), (left, 240)], (84, 112, 132), 0.8, closed=True)
        paper.text(name, left + 40, 189, 3.4, (70, 92, 110))
    for number in range(39):
        paper.text(str(number + 1), 12 + number * 4.9, 9, 1.7, (60, 80, 96), 0.2)
    for y in range(40, 151, 22):
        paper.disc(15, y, 6, (222, 234, 238))
        paper.line([(11, y + 1), (19, y - 2)], (60, 60, 60), 2.2)
    paper.grain(11, 3.0, 0.8)
    return with_markers(paper, city_spec(first))


def _cell(paper: Paper, r: int, c: int, printed: Sequence[str]) -> None:
    x, y = centre(r, c)
    half = PITCH / 2 - 0.5
    if (r, c) in _CORNERS:
        paper.box(x - half, y - half, x + half, y + half, (96, 116, 132))
        paper.disc(x, y, 8, (132, 126, 120))
        paper.disc(x, y, 4.4, (80, 170, 206))
        return
    outer = r in (0, 6) or c in (0, 6)
    colour = (164, 198, 206) if outer else ((222, 236, 238), (216, 238, 228))[(r + c) % 2]
    paper.box(x - half, y - half, x + half, y + half, colour)
    rng = np.random.default_rng([r, c])
    for _ in range(4):
        a, b = rng.uniform(-7, 7, 2)
        paper.line([(x + a, y + b), (x + a + 2.4, y + b + 0.6)], tuple(v - 10 for v in colour), 0.5)  # type: ignore[arg-type]
    if f"{r},{c}" in printed:
        paper.box(x - 6, y - 4.4, x + 6, y + 4.4, (120, 190, 232))
        paper.line([(x - 6, y - 4.4), (x + 6, y - 4.4), (x + 6, y + 4.4), (x - 6, y + 4.4)], (60, 112, 160), 0.6, True)
        paper.line([(x - 6, y), (x + 6, y)], (60, 112, 160), 0.6)


class Drawn:
    """One player's board: what is drawn on it stays as it was drawn; what is wiped leaves next to nothing."""

    def __init__(self, first: int, printed: Sequence[str], writer: int) -> None:
        self.empty = board(first, printed)
        self.printed, self.writer = tuple(printed), writer
        self.cells: dict[str, str] = {}
        self.paper = self.empty.copy()

    def show(self, cells: Mapping[str, str]) -> bool:
        """Draw what is new and wipe what is gone; whether anything changed."""
        wanted = {place: name for place, name in cells.items() if place not in self.printed}
        if wanted == self.cells:
            return False
        if any(wanted.get(place) != name for place, name in self.cells.items()):
            self.paper, self.cells = self.empty.copy(), {}
        for place, name in wanted.items():
            if place not in self.cells:
                draw(self.paper, place, name, self.writer)
        self.cells = wanted
        return True


def draw(paper: Paper, place: str, name: str, writer: int) -> None:
    """A mark as this writer's hand draws it there."""
    row, column = (int(part) for part in place.split(","))
    seed = sum((n + 1) * ord(letter) for n, letter in enumerate(name))
    rng = np.random.default_rng([writer, row, column, seed])
    strokes, solid = mark(rng, _LETTER.get(name, name))
    x, y = centre(row, column)
    ink = _INKS[writer % len(_INKS)]
    turn, size = np.radians(rng.normal(0, 2.0)), PITCH * rng.uniform(0.92, 1.03)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    move = np.clip(rng.normal(0, 0.6, 2), -1.2, 1.2) + np.array([x, y])

    def by_hand(stroke: Stroke) -> Stroke:
        shaken = stroke + rng.normal(0, 0.006, stroke.shape)
        return np.asarray(shaken @ matrix.T + move)

    for outline in solid:
        paper.area(by_hand(outline), ink)
    wide = 0.95 + 0.15 * (writer % 3)
    for stroke in strokes:
        paper.line(by_hand(stroke), ink, wide)


def lessons(first: int, printed: Sequence[str]) -> list[tuple[dict[str, str], list[str], Paper]]:
    """Three filled boards to teach from, and what is drawn on them; each space is empty on one of them."""
    names = ["crate", "wall", "house", *(f"church{n}" for n in range(1, 6)), *LETTERS.values()]
    taught = []
    for number in range(3):
        cells: dict[str, str] = {}
        for n, (r, c) in enumerate(SPACES):
            place = f"{r},{c}"
            if place not in printed and n % 3 != number:
                cells[place] = names[(n * 2 + number * 5) % len(names)]
        drawn = Drawn(first, printed, 1)
        drawn.show(cells)
        empty = [f"{r},{c}" for r, c in SPACES if f"{r},{c}" not in cells and f"{r},{c}" not in printed]
        taught.append(({**cells, **dict.fromkeys(printed, "printed_crate")}, empty, drawn.paper))
    return taught
