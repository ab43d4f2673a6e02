"""What lies on a town board: colours learnt from teaching pictures, freed of the light they were taken in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Points
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.town_plan import read_plan
from vision.town_sight import BORDER, DARK, Field, Mask, Sight, light_between, sight
from vision.trouble import Trouble

Floats = NDArray[np.float32]

COARSE = 5.0  # mm over which light may change; what changes faster is print
BLOCK = "block"  # the grey of castle pieces
LOW, STEP, BINS = (float(np.log(DARK)) - 0.2, -2.6, -2.6), 0.08, 64  # of brightness and the two colour differences
UNLIKE = float(-np.log(36.0))  # the density of anything at all: brightness over 4, colour differences over 3 each
STRANGE = 0.02  # so much of every thing looks like nothing in particular
_SPREADS = (((0.13, 0.075, 0.075), 0.9), ((0.25, 0.15, 0.12), 0.1))  # by how much one thing differs in two pictures
_SHADED, _SHADOW = 0.25, 0.45  # so much of a thing lies in a shadow, and how deep one is
BOARD_SPREAD = (0.13, 0.07, 0.07)


def colours(log: Field) -> Floats:
    """Brightness, red against green, blue against green."""
    blue, green, red = log[..., 0], log[..., 1], log[..., 2]
    return np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1)


def small(log: Field) -> Field:
    """At one pixel a millimetre."""
    return np.asarray(cv2.resize(log, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def at(point: Points) -> Points:
    """Where a point of the plan lies in a picture of one pixel a millimetre."""
    return np.asarray(point, np.float64) + BORDER - 0.5


def bins(three: Floats) -> NDArray[np.int64]:
    index = ((three - np.array(LOW, np.float32)) / STEP).astype(np.int64)
    np.clip(index, 0, BINS - 1, out=index)
    return np.asarray((index[..., 0] * BINS + index[..., 1]) * BINS + index[..., 2])


def density(samples: Floats) -> Floats:
    """The logarithm of how often a thing shows each colour, in its own light or in a shadow."""
    count = np.bincount(bins(samples).ravel(), minlength=BINS**3).astype(np.float32).reshape(BINS, BINS, BINS)
    count /= max(count.sum(), 1.0)
    spread_out = np.zeros_like(count)
    for spreads, weight in _SPREADS:
        part = count
        for axis, spread in enumerate(spreads):
            reach = int(np.ceil(3 * spread / STEP))
            steps = np.arange(-reach, reach + 1) * STEP
            kernel = np.exp(-0.5 * (steps / spread) ** 2)
            part = _along(part, kernel / kernel.sum(), axis, reach)
        spread_out += np.float32(weight) * part
    count = spread_out
    depth = np.arange(1, 20) * STEP
    shade = np.exp(-depth / _SHADOW)
    shaded = np.zeros_like(count)
    for step, share in enumerate(shade / shade.sum(), 1):
        shaded[:-step] += np.float32(share) * count[step:]
    count = (1 - _SHADED) * count + _SHADED * shaded
    whole = (1 - STRANGE) * count / STEP**3 + STRANGE * np.exp(UNLIKE)
    return np.asarray(np.log(whole), np.float32).ravel()


def _along(count: Floats, kernel: NDArray[np.float64], axis: int, reach: int) -> Floats:
    out = np.zeros_like(count)
    moved, target = np.moveaxis(count, axis, 0), np.moveaxis(out, axis, 0)
    for step, share in zip(range(-reach, reach + 1), kernel, strict=True):
        low, high = max(0, step), BINS + min(0, step)
        target[low:high] += np.float32(share) * moved[low - step : high - step]
    return out


class TownLooks:
    """Learnt from a satchel: the empty board, and the colours of forms, seals, workers and castle pieces."""

    def __init__(self, satchel: Satchel) -> None:
        self.plan = read_plan(satchel.layout)
        empty = [str(e["file"]) for e in satchel.entries if e.get("label") == "board:empty"]
        if not empty:
            raise Trouble("No teaching picture shows the empty board: show it once.")
        self.empty = self._seen(satchel, empty[0], None)
        self.ground = small(self.empty.log)
        self.fine = np.asarray(self.ground - cv2.GaussianBlur(self.ground, (0, 0), COARSE), np.float32)
        three = colours(self.ground)
        self.floor = cv2.erode(three, np.ones((3, 3), np.uint8))
        self.ceiling = cv2.dilate(three, np.ones((3, 3), np.uint8))
        samples: dict[str, list[Floats]] = {}
        for file in dict.fromkeys(str(e["file"]) for e in satchel.entries):
            if file not in empty:
                entries = [e for e in satchel.entries if e["file"] == file]
                self._learn(self._seen(satchel, file, self.empty.log), entries, samples)
        self.names = tuple(samples)
        self.number = {name: i for i, name in enumerate(self.names)}
        self.table = np.stack([density(np.concatenate(parts)) for parts in samples.values()])

    def _seen(self, satchel: Satchel, file: str, empty: Field | None) -> Sight:
        image = satchel.picture(file)
        surface = find_surfaces(image, [self.plan.spec])[0]
        if not surface.seen:
            raise Trouble(f"{file}: {surface.advice}")
        return sight(image, surface, self.plan, empty)

    def _learn(self, seen: Sight, entries: Sequence[Mapping[str, Any]], samples: dict[str, list[Floats]]) -> None:
        plan = self.plan
        three = colours(small(seen.log - light_between(seen.log, self.empty.log, plan)))
        shape = three.shape[:2]
        strange = self.board(three) < UNLIKE

        def keep(name: str, mask: Mask) -> None:
            if mask.any():
                samples.setdefault(name, []).append(three[mask])

        for entry in entries:
            kind, _, what = str(entry["label"]).partition(":")
            middle = np.array(entry["mm"], np.float64)
            if kind == "form":
                mask = np.zeros(shape, bool)
                for square in entry["squares"]:
                    mask |= box(shape, plan.middle(square), plan.pitch / 2 - 2.5)
                if entry.get("seal"):
                    there = plan.middle(entry["seal_square"])
                    mask &= ~disc(shape, there, plan.seal_mm * 0.75)
                    keep(f"seal:{entry['seal']}", disc(shape, there, plan.seal_mm * 0.3))
                keep(f"form:{what}", mask)
            elif kind == "seal":
                keep(f"seal:{what}", disc(shape, middle, plan.seal_mm * 0.38))
            elif kind == "worker":
                head = leaning(seen, middle, plan.worker_mm[1] * 0.6)
                body = disc(shape, head, plan.worker_mm[0] * 0.55) & strange
                keep(f"worker:{what}", cv2.erode(body.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
            elif kind == "castle":
                top = leaning(seen, middle, plan.floor_mm * float(entry["height"]))
                keep(f"top:{what}", box(shape, top, plan.top_mm / 2 - 1.5))
                rim = box(shape, top, plan.block_mm / 2 - 1.5) & ~box(shape, top, plan.top_mm / 2 + 1)
                keep(BLOCK, rim)
        for square, seal in plan.ring.items():
            if seal is not None and not any(square in entry["squares"] for entry in entries):
                keep(f"top:{seal}", box(shape, plan.middle(square), plan.top_mm / 2 - 2.5))

    def board(self, three: Floats) -> Floats:
        """How well each pixel fits the empty board, as a logarithm of a density; shadows may lie on it."""
        above, below = three - self.ceiling, self.floor - three
        off = np.maximum(np.maximum(above, below), 0)
        scaled = off / np.array(BOARD_SPREAD, np.float32)
        colour = 0.5 * (scaled[..., 1] ** 2 + scaled[..., 2] ** 2)
        light = 0.5 * scaled[..., 0] ** 2
        dark = np.minimum(light, -np.log(_SHADED) + off[..., 0] / _SHADOW)
        cost = colour + np.where(below[..., 0] > 0, dark, light)
        peak = -np.log((2 * np.pi) ** 1.5 * np.prod(BOARD_SPREAD))
        return np.asarray(np.logaddexp(peak - cost, np.log(STRANGE) + UNLIKE), np.float32)


def window(middle: Points, half: float) -> tuple[slice, slice]:
    """The rows and columns about a point of the plan."""
    x, y = at(middle)
    left, top = round(float(x) - half), round(float(y) - half)
    side = round(2 * half) + 1
    return slice(max(top, 0), max(top + side, 0)), slice(max(left, 0), max(left + side, 0))


def box(shape: Sequence[int], middle: Points, half: float) -> Mask:
    """The pixels within a square about a point of the plan."""
    x, y = at(middle)
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return np.asarray((np.abs(columns - x) <= half) & (np.abs(rows - y) <= half), bool)


def disc(shape: Sequence[int], middle: Points, radius: float) -> Mask:
    x, y = at(middle)
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return np.asarray((columns - x) ** 2 + (rows - y) ** 2 <= radius * radius, bool)


def leaning(seen: Sight, middle: Points, height: float) -> Points:
    """Where on the plan something so high above a point is seen."""
    there = cv2.perspectiveTransform(np.array(middle, np.float64).reshape(1, 1, 2), seen.fit)
    raised = seen.surface.eye.appears(np.asarray(there, np.float64), height)
    back = cv2.perspectiveTransform(raised, np.linalg.inv(seen.fit))
    return np.asarray(back.reshape(2), np.float64)
