"""The town board of Arkadia as its layout tells it: squares, the castle's lot, forms and the sizes of the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from vision.markers import Points
from vision.plane import SurfaceSpec
from vision.trouble import Trouble

Cells = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TownPlan:
    """Everything in millimetres of the surface; a square is named by its column's letter and its row."""

    spec: SurfaceSpec
    origin: tuple[float, float]
    pitch: float
    cols: int
    rows: int
    ring: Mapping[str, str | None]  # the castle's squares, and the seal printed on each
    inner: tuple[str, ...]
    forms: Mapping[str, Cells]
    counts: Mapping[str, int]  # how many buildings of each form there are
    workers: tuple[str, ...]
    families: tuple[str, ...]
    margin_mm: float  # how far the board reaches beyond its squares
    seal_mm: float
    worker_mm: tuple[float, float]  # how wide and how high
    floor_mm: float
    block_mm: float
    top_mm: float  # the side of the seal on a castle piece

    @cached_property
    def squares(self) -> tuple[str, ...]:
        return tuple(f"{chr(97 + c)}{r + 1}" for r in range(self.rows) for c in range(self.cols))

    @cached_property
    def lot(self) -> frozenset[str]:
        return frozenset((*self.ring, *self.inner))

    @cached_property
    def town(self) -> tuple[str, ...]:
        """The squares on which buildings and workers may be."""
        return tuple(square for square in self.squares if square not in self.lot)

    def middle(self, square: str) -> Points:
        column, row = place(square)
        x, y = self.origin
        return np.array([x + (column + 0.5) * self.pitch, y + (row + 0.5) * self.pitch])

    def square_at(self, x: float, y: float) -> str | None:
        column, row = int((x - self.origin[0]) // self.pitch), int((y - self.origin[1]) // self.pitch)
        return f"{chr(97 + column)}{row + 1}" if 0 <= column < self.cols and 0 <= row < self.rows else None

    def beside(self, square: str) -> Iterator[str]:
        """The neighbours that are on the board, not diagonal ones."""
        column, row = place(square)
        for c, r in ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)):
            if 0 <= c < self.cols and 0 <= r < self.rows:
                yield f"{chr(97 + c)}{r + 1}"

    @cached_property
    def shapes(self) -> Mapping[str, tuple[Cells, ...]]:
        """Each form in its quarter turns, each once, moved to the corner."""
        return {form: turns_of(cells) for form, cells in self.forms.items()}

    def lyings(self, form: str) -> Iterator[tuple[str, ...]]:
        """Every way in which a form may lie on the town's squares."""
        town = set(self.town)
        for shape in self.shapes[form]:
            for row in range(self.rows):
                for column in range(self.cols):
                    cells = tuple(f"{chr(97 + column + c)}{row + r + 1}" for c, r in shape)
                    if town.issuperset(cells):
                        yield cells


def place(square: str) -> tuple[int, int]:
    """Column and row of a square, from 0."""
    return ord(square[0]) - 97, int(square[1:]) - 1


def turns_of(cells: Cells) -> tuple[Cells, ...]:
    shapes: list[Cells] = []
    turned = list(cells)
    for _ in range(4):
        turned = [(-y, x) for x, y in turned]
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        shape = tuple(sorted((x - left, y - top) for x, y in turned))
        if shape not in shapes:
            shapes.append(shape)
    return tuple(shapes)


def read_plan(layout: Mapping[str, Any]) -> TownPlan:
    """The plan of a layout, or one sentence about what it lacks."""
    try:
        surface, grid, lot, pieces = layout["surface"], layout["grid"], layout["lot"], layout["pieces"]
        worker, castle = pieces["worker"], pieces["castle"]
        spec = SurfaceSpec(
            str(surface["name"]),
            int(surface["first_marker"]),
            float(surface["width_mm"]),
            float(surface["height_mm"]),
        )
        return TownPlan(
            spec=spec,
            origin=(float(grid["origin_mm"][0]), float(grid["origin_mm"][1])),
            pitch=float(grid["pitch_mm"]),
            cols=int(grid["cols"]),
            rows=int(grid["rows"]),
            ring=dict(lot["ring"]),
            inner=tuple(lot["inner"]),
            forms={n: tuple((int(x), int(y)) for x, y in f["cells"]) for n, f in layout["forms"].items()},
            counts={name: int(form["count"]) for name, form in layout["forms"].items()},
            workers=tuple(layout["workers"]),
            families=tuple(layout["families"]),
            margin_mm=float(pieces["board"]["margin_mm"]),
            seal_mm=float(pieces["seal"]["size_mm"]),
            worker_mm=(float(worker["width_mm"]), float(worker["height_mm"])),
            floor_mm=float(castle["height_mm"]),
            block_mm=float(castle["side_mm"]),
            top_mm=float(castle["seal_side_mm"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Trouble(f"The layout of the town board is not as it should be ({error!r}): copy it anew.") from None
