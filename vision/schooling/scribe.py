"""Made drawings of city marks: the ink of one space as the mark reader sees it, drawn by hands that never were."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inks import REACH, SIZE
from vision.marks import CLASSES, EMPTY, OTHER
from vision.schooling.city_marks import mark
from vision.schooling.strokes import Rng, Stroke

Floats = NDArray[np.float32]

DEEPEST = 1.5  # logs: ink is never deeper
MARKS = tuple(name for name in CLASSES if name not in (EMPTY, OTHER))
_BIG = 2  # drawn so many times larger, then made smaller
_PARTS = 16  # of a pixel, in which strokes are placed
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def ink(rng: Rng, name: str, shift: tuple[float, float] = (0.0, 0.0), pen: float | None = None) -> Floats:
    """How much of each pixel a mark covers (0 to 1); `shift` and the width of the pen are in spaces."""
    big = SIZE * _BIG
    scale = big / REACH
    strokes, solid = _by_hand(rng, *mark(rng, name))
    canvas = np.zeros((big, big), np.uint8)
    width = max(1, round((pen or rng.uniform(0.032, 0.085)) * scale))

    def pixels(stroke: Stroke) -> NDArray[np.int32]:
        at = (stroke + np.array(shift)) * scale + big / 2 - 0.5
        return np.asarray(np.round(at * _PARTS).reshape(-1, 1, 2), np.int32)

    for stroke in solid:
        cv2.fillPoly(canvas, [pixels(stroke)], (255,), cv2.LINE_AA, 4)
    cv2.polylines(canvas, [pixels(stroke) for stroke in strokes], False, (255,), width, cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA) / 255, np.float32)


def _by_hand(rng: Rng, strokes: list[Stroke], solid: list[Stroke]) -> tuple[list[Stroke], list[Stroke]]:
    """With a hand's own slant, size, place and tremor."""
    u = rng.uniform
    turn, shear = np.radians(rng.normal(0, 4)), rng.normal(0, 0.09)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = turned @ np.array([[1, shear], [0, 1]]) * u(0.82, 1.12) * np.array([[u(0.9, 1.08)], [u(0.9, 1.08)]])
    move = np.clip(rng.normal(0, 0.06, 2), -0.15, 0.15)
    tremor, corner = abs(rng.normal(0, 0.007)), abs(rng.normal(0, 0.012))

    def drawn(stroke: Stroke) -> Stroke:
        stroke = stroke + rng.normal(0, 1, stroke.shape) * (corner if len(stroke) < 8 else corner * 0.3)
        way = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(stroke, axis=0), axis=1))])
        count = max(3, int(way[-1] / 0.035))
        at = np.linspace(0, way[-1], count)
        noise = rng.normal(0, 1, (count // 4 + 2, 2))
        knots, places = np.arange(len(noise)), np.linspace(0, len(noise) - 1, count)
        fine = [np.interp(at, way, stroke[:, i]) + tremor * np.interp(places, knots, noise[:, i]) for i in (0, 1)]
        return np.asarray(np.column_stack(fine) @ matrix.T + move, np.float64)

    return [drawn(stroke) for stroke in strokes], [drawn(stroke) for stroke in solid]


def sample(rng: Rng, name: str) -> Floats:
    """One space's ink with all that may be about it: how much darker, in logs, it is than the empty board."""
    strength = float(np.exp(rng.uniform(np.log(0.28), np.log(1.5))))
    pen = rng.uniform(0.034, 0.082)
    cover = np.zeros((SIZE, SIZE), np.float32)
    if name == OTHER:
        cover = _no_mark(rng, pen)
    elif name != EMPTY:
        cover = ink(rng, name, pen=pen)
    for around in _AROUND:  # what the neighbours reach over
        if rng.random() < 0.35:
            cover = np.maximum(cover, ink(rng, _any(rng), around, pen))
    depth = cover * strength
    if rng.random() < 0.35:
        depth = np.maximum(depth, _ghost(rng) * strength)
    depth = depth * _field(rng, 0.65 if rng.random() < 0.7 else 0.3, 1.05)
    depth = np.asarray(cv2.GaussianBlur(depth, (0, 0), rng.uniform(0.35, 1.3)), np.float32)
    _print(rng, depth)
    noise = rng.normal(0, rng.uniform(0.005, 0.05), depth.shape)
    return np.asarray(np.clip(depth + _field(rng, 0, 0.06) + noise, 0, DEEPEST), np.float32)


def rim(rng: Rng) -> Floats:
    """What is left of a space's printed rim where the board lies a little off (0 to 1)."""
    big = SIZE * _BIG
    canvas = np.zeros((big, big), np.float32)
    reach = rng.uniform(0.40, 0.52, 4) * big / REACH
    x, y = big / 2 + rng.normal(0, 2, 2)
    left, top, right, bottom = x - reach[0], y - reach[1], x + reach[2], y + reach[3]
    width = int(rng.integers(1, 8))
    if rng.random() < 0.7:  # with round corners
        r = rng.uniform(0, 10)
        corners = ((right - r, bottom - r), (left + r, bottom - r), (left + r, top + r), (right - r, top + r))
        turns = np.radians(np.arange(0, 91, 15)[None] + np.arange(0, 360, 90)[:, None])
        points = np.array(corners)[:, None] + r * np.stack([np.cos(turns), np.sin(turns)], axis=2)
        cv2.polylines(canvas, [points.reshape(-1, 1, 2).astype(np.int32)], True, (1.0,), width, cv2.LINE_AA)
    else:  # lines that go on
        for at in (int(left), int(right)):
            if rng.random() < 0.5:
                cv2.line(canvas, (at, 0), (at, big), (1.0,), width)
        for at in (int(top), int(bottom)):
            if rng.random() < 0.5:
                cv2.line(canvas, (0, at), (big, at), (1.0,), width)
    kept = rng.uniform(-0.5, 1.2, (3, 3)).astype(np.float32)
    canvas *= np.clip(cv2.resize(kept, (big, big), interpolation=cv2.INTER_LINEAR), 0, 1)
    return np.asarray(cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.float32)


def _any(rng: Rng) -> str:
    """Any mark; half of them what a city is fullest of."""
    return str(rng.choice(MARKS[:3] if rng.random() < 0.5 else MARKS[3:]))


def _field(rng: Rng, low: float, high: float) -> Floats:
    """Smooth over the space."""
    coarse = rng.uniform(low, high, (3, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC), np.float32)


def _no_mark(rng: Rng, pen: float) -> Floats:
    """Ink that is no mark, or more than one."""
    kind = rng.random()
    if kind < 0.35:  # two marks in one space
        return np.maximum(ink(rng, _any(rng), pen=pen), ink(rng, _any(rng), pen=pen))
    if kind < 0.75:
        return _dragged(rng, ink(rng, _any(rng), pen=pen))
    if kind < 0.9:  # something lies there
        thing = np.zeros((SIZE, SIZE), np.float32)
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 7)), 2)) * SIZE
        cv2.fillConvexPoly(thing, cv2.convexHull(points.astype(np.int32)), (1.0,))
        thing = np.asarray(cv2.GaussianBlur(thing, (0, 0), rng.uniform(0.7, 3)) * rng.uniform(0.5, 1), np.float32)
        if thing[16:48, 16:48].mean() < 0.15:  # too little of it
            thing = np.maximum(thing, _dragged(rng, ink(rng, _any(rng), pen=pen)))
        return thing
    way = rng.uniform(0, 2 * np.pi)  # half a mark
    y, x = np.mgrid[0:SIZE, 0:SIZE] - SIZE / 2
    half = x * np.cos(way) + y * np.sin(way) > rng.uniform(-4, 4)
    return np.asarray(ink(rng, _any(rng), pen=pen) * half, np.float32)


def _dragged(rng: Rng, cover: Floats) -> Floats:
    """Wiped through by a sleeve: dragged along and thinned."""
    length = int(rng.integers(5, 17))
    kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
    way = rng.uniform(0, 2 * np.pi)
    end = (int(length + np.cos(way) * length), int(length + np.sin(way) * length))
    cv2.line(kernel, (length, length), end, (1.0,), 1)
    streak = cv2.filter2D(cover, -1, kernel / kernel.sum())
    left = rng.uniform(0.12, 0.5) * cover + rng.uniform(0.4, 1.0) * streak
    return np.asarray(np.clip(left, 0, 1), np.float32)


def _ghost(rng: Rng) -> Floats:
    """What wiping leaves: a faint, soft mark."""
    cover = np.asarray(cv2.GaussianBlur(ink(rng, _any(rng)), (0, 0), rng.uniform(0.5, 2.5)), np.float32)
    if rng.random() < 0.5:
        cover = _dragged(rng, cover)
    return np.asarray(cover * rng.uniform(0.03, 0.3) * _field(rng, 0.5, 1), np.float32)


def _print(rng: Rng, depth: Floats) -> None:
    """Add print that was not taken away whole: lines of the grid, a word in a corner."""
    if rng.random() < 0.5:
        for across in (depth, depth.T):
            for side in (-0.5, 0.5):
                at = round(SIZE / 2 + (side + rng.normal(0, 0.03)) * SIZE / REACH)
                span = slice(max(at - 1, 0), at + int(rng.integers(0, 2)))
                if rng.random() < 0.6:
                    across[span] = np.maximum(across[span], rng.uniform(0, 0.25))
    if rng.random() < 0.3:
        x, y = rng.integers(4, SIZE - 10, 2)
        word = depth[y : y + 3, x : x + 9]
        word[:] = np.maximum(word, rng.uniform(0.05, 0.3))
