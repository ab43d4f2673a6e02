"""The board of Masons and its pieces as bodies: where each covers the board as the camera sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Points
from vision.pose import Eye

Mask = NDArray[np.bool_]

TOWER, WALL, HOUSE, PALACE = "tower", "wall", "house", "palace"
ROUND = 20  # corners of a circle


@dataclass(frozen=True)
class Body:
    """A kind of piece: its footprint in mm (a length and a width, or a diameter) and its height.

    `top` is how wide it is above, in shares of its foot: a box 1, a cone 0.
    """

    kind: str
    foot: tuple[float, float]
    height: float
    top: float = 0.8

    @property
    def round(self) -> bool:
        return self.kind == TOWER

    def footprint(self, x: float, y: float, turn: float = 0.0, grow: float = 0.0) -> Points:
        """Its foot on the board in mm; `turn` in degrees."""
        a, b = self.foot[0] / 2 + grow, self.foot[1] / 2 + grow
        if self.round:
            way = np.arange(ROUND) * 2 * np.pi / ROUND
            return np.column_stack([x + a * np.cos(way), y + a * np.sin(way)])
        cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        corners = np.array([[-a, -b], [a, -b], [a, b], [-a, b]], np.float64)
        return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float64)

    def outline(self, eye: Eye, x: float, y: float, turn: float = 0.0, grow: float = 0.0) -> Points:
        """What it covers of the board, in mm as if flat on it: foot and top, and all between."""
        foot = self.footprint(x, y, turn, grow)
        middle = np.array([x, y])
        head = eye.appears(middle + (foot - middle) * self.top, self.height)
        hull = cv2.convexHull(np.concatenate([foot, head]).astype(np.float32))
        return np.asarray(hull, np.float64).reshape(-1, 2)


@dataclass(frozen=True)
class Ground:
    """Points, lines and spaces of a board by their names, in mm."""

    points: Mapping[str, tuple[float, float]]
    lines: Mapping[str, tuple[str, str]]
    spaces: Mapping[str, tuple[str, ...]]
    bodies: Mapping[str, Body]

    @cached_property
    def triangles(self) -> dict[str, Points]:
        return {name: np.array([self.points[p] for p in three]) for name, three in self.spaces.items()}

    def ends(self, line: str) -> Points:
        return np.array([self.points[p] for p in self.lines[line]])

    def at(self, place: str) -> tuple[float, float]:
        """The middle of a place."""
        if place in self.points:
            return self.points[place]
        corners = self.lines.get(place) or self.spaces[place]
        x, y = np.mean([self.points[p] for p in corners], axis=0)
        return float(x), float(y)

    def space_at(self, x: float, y: float) -> tuple[str, float, str]:
        """The space over which a point lies, how far inside in mm, and the line it is nearest to.

        Beyond the board it is the nearest space, and the distance negative.
        """
        best = ("", -np.inf, "")
        for space in self.spaces:
            inside, line = self._inside(space, x, y)
            if inside > best[1]:
                best = (space, inside, line)
        return best

    def _inside(self, space: str, x: float, y: float) -> tuple[float, str]:
        corners = self.triangles[space]
        middle = corners.mean(axis=0)
        least, nearest = np.inf, ""
        for i in range(3):
            a, b = corners[i], corners[(i + 1) % 3]
            way = (b - a) / np.linalg.norm(b - a)
            normal = np.array([-way[1], way[0]])
            normal *= np.sign((middle - a) @ normal)
            off = float((np.array([x, y]) - a) @ normal)
            if off < least:
                least, nearest = off, self.sides[space][i]
        return least, nearest

    @cached_property
    def sides(self) -> dict[str, tuple[str, str, str]]:
        """The lines of each space: between its first two corners, the next two, the last and the first."""
        named = {frozenset(two): line for line, two in self.lines.items()}
        return {
            space: (named[frozenset((a, b))], named[frozenset((b, c))], named[frozenset((c, a))])
            for space, (a, b, c) in self.spaces.items()
        }

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """The spaces beside each line."""
        return {line: tuple(s for s, sides in self.sides.items() if line in sides) for line in self.lines}


def ground_of(layout: Mapping[str, Any]) -> Ground:
    pieces = layout["pieces"]
    wall, tower, house, palace = (pieces[kind] for kind in (WALL, TOWER, HOUSE, PALACE))
    width = float(tower["diameter_mm"])
    bodies = {
        WALL: Body(WALL, (float(wall["length_mm"]), float(wall["width_mm"])), float(wall["height_mm"]), 1.0),
        TOWER: Body(TOWER, (width, width), float(tower["height_mm"])),
        HOUSE: Body(HOUSE, _two(house["footprint_mm"]), float(house["height_mm"])),
        PALACE: Body(PALACE, _two(palace["footprint_mm"]), float(palace["height_mm"])),
    }
    return Ground(
        {p["id"]: (float(p["x"]), float(p["y"])) for p in layout["points"]},
        {line["id"]: (line["points"][0], line["points"][1]) for line in layout["lines"]},
        {s["id"]: tuple(s["points"]) for s in layout["spaces"]},
        bodies,
    )


def _two(lengths: Any) -> tuple[float, float]:
    return float(lengths[0]), float(lengths[1])


def filled(shape: tuple[int, int], outline_mm: Points, px: float) -> Mask:
    """The pixels of a picture from above that lie within an outline."""
    mask = np.zeros(shape, np.uint8)
    corners = np.round((np.asarray(outline_mm) * px - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, (1,), cv2.LINE_8, 4)
    return mask.astype(bool)
