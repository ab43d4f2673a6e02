"""Grounds that dice lie on: wood, carpet, felt, paper, prints - linear BGR pictures drawn at random."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def _noise(rng: np.random.Generator, size: int, cell_x: float, cell_y: float) -> Floats:
    """Smooth noise of unit spread whose features are cell_x by cell_y pixels."""
    shape = (max(2, int(size / cell_y) + 2), max(2, int(size / cell_x) + 2))
    small = rng.standard_normal(shape).astype(np.float32)
    way = cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, (size, size), interpolation=way), np.float32)


def _colour(rng: np.random.Generator) -> Floats:
    """A table's colour: greys, browns, greens, and now and then anything."""
    pick = rng.random()
    if pick < 0.35:
        return np.asarray(rng.uniform(0.02, 1.0) ** 1.3 * rng.uniform(0.88, 1.0, 3), np.float32)
    if pick < 0.65:
        red = rng.uniform(0.06, 0.8)
        green = red * rng.uniform(0.35, 0.85)
        return np.array([green * rng.uniform(0.25, 0.9), green, red], np.float32)
    hue, strength, value = rng.uniform(0, 6), rng.uniform(0.2, 1.0), rng.uniform(0.03, 0.7)
    ramp = np.clip(np.abs((hue + np.array([4.0, 2.0, 0.0])) % 6 - 3) - 1, 0, 1)
    return np.asarray(value * (1 - strength + strength * ramp) + 0.004, np.float32)


def _turn(rng: np.random.Generator, field: Floats) -> Floats:
    size = field.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), rng.uniform(1.0, 1.4))
    return np.asarray(cv2.warpAffine(field, matrix, (size, size), borderMode=cv2.BORDER_REFLECT), np.float32)


def _wood(rng: np.random.Generator, size: int) -> Floats:
    grain = _noise(rng, size, size / rng.uniform(1, 4), rng.uniform(2, 12))
    rings = np.sin(_noise(rng, size, size / 2, size / 8) * rng.uniform(2, 8) + grain * 0.5)
    return _turn(rng, (rings * rng.uniform(0, 0.2) + grain * rng.uniform(0.02, 0.15)).astype(np.float32))


def _carpet(rng: np.random.Generator, size: int) -> Floats:
    cell = rng.uniform(3, 14)
    weave = _noise(rng, size, cell * rng.uniform(0.7, 2), cell)
    if rng.random() < 0.5:
        weave = np.tanh(weave * rng.uniform(1, 6))
    if rng.random() < 0.5:
        steps = np.arange(size, dtype=np.float32) * (2 * np.pi / (cell * rng.uniform(1, 2.5)))
        weave = weave * 0.6 + np.sin(steps)[None, :] * np.sin(steps * rng.uniform(0.5, 1.2))[:, None]
    return _turn(rng, (weave * rng.uniform(0.05, 0.6)).astype(np.float32))


def _felt(rng: np.random.Generator, size: int) -> Floats:
    return _noise(rng, size, 2, 2) * np.float32(rng.uniform(0.01, 0.15)) + _noise(rng, size, 40, 40) * np.float32(
        rng.uniform(0, 0.08)
    )


def _plain(rng: np.random.Generator, size: int) -> Floats:
    return _noise(rng, size, size / 3, size / 3) * np.float32(rng.uniform(0, 0.06))


def _dots(rng: np.random.Generator, ground: Floats, face: float) -> None:
    """Round marks about as large as pips, in rows or anyhow, but on no die."""
    size, colour = ground.shape[0], _colour(rng)
    radius = face * rng.uniform(0.05, 0.2)
    if rng.random() < 0.5:
        for x, y in rng.uniform(0, size, (int(rng.integers(1, 25)), 2)):
            cv2.circle(ground, (int(x), int(y)), max(1, int(radius)), colour.tolist(), -1, cv2.LINE_AA)
        return
    step, turn = radius * rng.uniform(2.6, 7), rng.uniform(0, np.pi)
    x0, y0 = rng.uniform(0, size, 2)
    for i in range(int(rng.integers(1, 8))):
        for k in range(int(rng.integers(1, 8))):
            x = x0 + step * (i * np.cos(turn) - k * np.sin(turn))
            y = y0 + step * (i * np.sin(turn) + k * np.cos(turn))
            cv2.circle(ground, (int(x), int(y)), max(1, int(radius)), colour.tolist(), -1, cv2.LINE_AA)


def _things(rng: np.random.Generator, ground: Floats, face: float) -> None:
    """Other things on the table: discs, cards, cables, print, edges of boxes, blank cubes."""
    size = ground.shape[0]
    for _ in range(int(rng.integers(1, 7))):
        colour = (_colour(rng) if rng.random() < 0.7 else np.full(3, rng.uniform(0, 0.02), np.float32)).tolist()
        x, y = (int(v) for v in rng.uniform(0, size, 2))
        kind = rng.integers(0, 8)
        if kind == 0:
            cv2.circle(ground, (x, y), int(face * rng.uniform(0.2, 1.2)), colour, -1, cv2.LINE_AA)
        elif kind == 1:
            box = ((float(x), float(y)), (face * rng.uniform(0.5, 8), face * rng.uniform(0.5, 8)), rng.uniform(0, 90))
            cv2.fillPoly(ground, [cv2.boxPoints(box).astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 2:
            bend = np.cumsum(rng.normal(0, size / 5, (5, 2)), 0) + np.array([x, y])
            line = cv2.approxPolyDP(bend.astype(np.int32).reshape(-1, 1, 2), 1, False)
            cv2.polylines(ground, [line], False, colour, max(1, int(face * rng.uniform(0.05, 0.5))), cv2.LINE_AA)
        elif kind == 3:
            word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 7))))
            cv2.putText(ground, word, (x, y), int(rng.integers(0, 8)), face / 22 * rng.uniform(0.3, 1.5), colour, 2)
        elif kind == 4:
            box = ((float(x), float(y)), (face, face), rng.uniform(0, 90))
            cv2.fillPoly(ground, [cv2.boxPoints(box).astype(np.int32)], colour, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.circle(ground, (x, y), int(face * rng.uniform(0.3, 0.5)), _colour(rng).tolist(), -1, cv2.LINE_AA)
        elif kind == 5:
            turn = rng.uniform(0, 2 * np.pi)
            far = np.array([np.cos(turn), np.sin(turn)]) * 2 * size
            side = np.array([-far[1], far[0]])
            near = np.array([x, y])
            edge = np.array([near + side, near - side, near - side + far, near + side + far])
            cv2.fillPoly(ground, [edge.astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 6:
            cells = rng.integers(0, 2, (6, 6)).astype(np.float32)
            edge_px = max(6, int(face * rng.uniform(1, 2)))
            print_ = cv2.resize(cells, (edge_px, edge_px), interpolation=cv2.INTER_NEAREST)
            h, w = ground[y : y + edge_px, x : x + edge_px].shape[:2]
            ground[y : y + edge_px, x : x + edge_px] = print_[:h, :w, None]
        else:
            _dots(rng, ground, face)


def any_ground(rng: np.random.Generator, size: int, face: float) -> Floats:
    """A ground of size x size pixels for dice whose top face is `face` pixels wide."""
    paint = (_wood, _carpet, _felt, _plain)[int(rng.choice(4, p=[0.27, 0.28, 0.15, 0.3]))](rng, size)
    if rng.random() < 0.3:
        paint = paint + _felt(rng, size)
    first, second = _colour(rng), _colour(rng)
    if rng.random() < 0.7:
        second = first * np.float32(rng.uniform(0.3, 1.0))
    share = np.clip(0.5 + paint, 0, 1)[..., None]
    ground = np.ascontiguousarray(first * share + second * (1 - share), np.float32)
    if rng.random() < 0.45:
        _things(rng, ground, face)
    return np.clip(ground, 0.002, 1)
