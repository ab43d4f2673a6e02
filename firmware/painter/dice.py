"""A painted tray: dice thrown onto it, apart from one another or touching, now and then one that leans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from firmware.painter.paper import Paper, Picture, with_markers
from firmware.painter.scene import Scene
from firmware.painter.things import Cube, Face
from firmware.painter.view import Points
from vision.plane import SurfaceSpec

TRAY = SurfaceSpec("dice", 0, 200.0, 150.0)
GREY = (214, 216, 214)
APART = 1.5  # sizes of a die between the middles of two that do not touch


def tray_paper() -> Paper:
    paper = Paper.blank(TRAY.width_mm, TRAY.height_mm, GREY)
    paper.grain(3, 1.2, 1.4)
    return with_markers(paper, TRAY)


class Tray:
    """Throws dice in a scene. `prints`: what each face looks like; `around`: what else is on the die that shows it."""

    def __init__(self, scene: Scene, lies: Points, size: float, prints: Mapping[Any, Face], seed: int) -> None:
        self.scene, self.size, self.prints = scene, size, prints
        self.rng = Random(seed)
        scene.put("tray", tray_paper(), lies)

    def clear(self) -> None:
        self.scene.cubes = []

    def throw(self, shown: Sequence[Any]) -> None:
        """Dice that show this, from left to right in this order, so that a list of them can be compared."""
        rng, count = self.rng, max(1, len(shown))
        room = (TRAY.width_mm - 44) / count
        self.scene.cubes = []
        for n, face in enumerate(shown):
            x = 22 + room * (n + 0.5) + rng.uniform(-0.3, 0.3) * room
            y = rng.uniform(24, TRAY.height_mm - 24)
            self.scene.cubes.append(self._cube(face, x, y))
        self._spread()

    def places(self) -> list[dict[str, float]]:
        """Where the dice stand, in mm of the tray."""
        back = np.linalg.inv(self.scene.sheets["tray"].lies)
        at = [back @ np.array([cube.x, cube.y, 1.0]) for cube in self.scene.cubes]
        return [{"x": round(float(x), 1), "y": round(float(y), 1)} for x, y, _ in at]

    def lean(self) -> None:
        """One die leans: it cannot be read as it lies."""
        cubes = self.scene.cubes
        at = self.rng.randrange(len(cubes))
        cubes[at] = replace(cubes[at], lean=self.rng.uniform(24, 38))

    def straighten(self) -> None:
        self.scene.cubes = [replace(cube, lean=0.0) for cube in self.scene.cubes]

    def _cube(self, face: Any, x: float, y: float) -> Cube:
        others = [print_ for name, print_ in self.prints.items() if name != face]
        sides = self.rng.sample(others, 4)
        here = self.scene.sheets["tray"].at(x, y)
        yaw = self.rng.uniform(0, 360)
        return Cube(*here, yaw, self.size, self.prints[face], (sides[0], sides[1], sides[2], sides[3]))

    def _spread(self) -> None:
        """Dice cannot stand in one another: up or down with those that do."""
        cubes = self.scene.cubes
        for n, one in enumerate(cubes[1:], 1):
            before = cubes[n - 1]
            if abs(one.x - before.x) < self.size * APART and abs(one.y - before.y) < self.size * APART:
                middle = self.scene.sheets["tray"].at(TRAY.width_mm / 2, TRAY.height_mm / 2)[1]
                way = -1 if before.y > middle else 1
                cubes[n] = replace(one, y=before.y + way * self.size * self.rng.uniform(1.55, 2.4))


def lessons(tray: Tray, labels: Mapping[Any, Any], count: int) -> tuple[list[dict[str, Any]], dict[str, Picture]]:
    """One picture a face, some dice showing it, with where they stand."""
    entries, pictures = [], {}
    for face, label in labels.items():
        tray.throw([face] * count)
        file = "_".join(face if isinstance(face, tuple) else [face]).replace("?", "any") + ".jpg"
        entries.append({"file": file, "label": label, "dice": tray.places()})
        pictures[file] = tray.scene.picture()
    tray.clear()
    return entries, pictures
