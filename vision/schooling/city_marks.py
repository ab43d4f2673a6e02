"""The marks of a Saint Malo city as strokes, in the many ways hands draw them; in spaces, round (0, 0)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.schooling.strokes import Rng, Stroke, arc, box, glyph, line, placed


def mark(rng: Rng, name: str) -> tuple[list[Stroke], list[Stroke]]:
    """The strokes of a mark, and the outlines of what is painted solid."""
    if name == "crate":
        return _crate(rng), []
    if name == "wall":
        return _wall(rng)
    if name == "house":
        return _house(rng), []
    if name.startswith("church"):
        return _church(rng, name[-1]), []
    return _ringed(rng, name), []


def _ringed(rng: Rng, letter: str) -> list[Stroke]:
    """A person: a letter in a ring."""
    u = rng.uniform
    start, turn = u(0, 360), u(335, 395) * rng.choice([-1, 1])
    ring = arc(0, 0, u(0.33, 0.44), u(0.33, 0.44), start, start + turn)
    h = u(0.36, 0.52)
    return [ring, *placed(glyph(rng, letter), u(-0.04, 0.04), u(-0.04, 0.04), h * u(0.55, 0.85), h)]


def _crate(rng: Rng) -> list[Stroke]:
    w, h = rng.uniform(0.26, 0.43), rng.uniform(0.17, 0.39)
    outline = box(-w, -h, w, h)
    if rng.random() < 0.4:
        return [outline]
    rise, fall = line((-w, h), (w, -h)), line((-w, -h), (w, h))

    def across(*heights: float) -> list[Stroke]:
        return [line((-w, y * h), (w, y * h)) for y in heights]

    def down(*places: float) -> list[Stroke]:
        return [line((x * w, -h), (x * w, h)) for x in places]

    planks = (
        across(0),
        down(0),
        [rise],
        [fall],
        [rise, fall],
        across(-1 / 3, 1 / 3),
        down(-1 / 3, 1 / 3),
        [*across(0), *down(0)],
        [box(-w * 0.7, -h * 0.7, w * 0.7, h * 0.7)],
        across(-0.5),
        down(-0.6, 0.6),
        across(-0.5, 0, 0.5),
    )
    return [outline, *planks[int(rng.integers(len(planks)))]]


_WALLS = {"none": 0.36, "hatch": 0.15, "cross": 0.06, "bricks": 0.15, "lines": 0.08, "solid": 0.12, "scrawl": 0.08}


def _wall(rng: Rng) -> tuple[list[Stroke], list[Stroke]]:
    u = rng.uniform
    w, h = u(0.27, 0.43), u(0.16, 0.34)
    teeth = int(rng.integers(2, 6))
    deep = (u(0.12, 0.55) if teeth < 5 else u(0.15, 0.45)) * 2 * h
    widths = np.ones(2 * teeth - 1)
    widths[1::2] = u(0.6, 1.2)
    if rng.random() < 0.12:
        widths[0] = widths[-1] = u(0.6, 1.4)
    edges = -w + 2 * w * np.concatenate([[0], np.cumsum(widths)]) / widths.sum()
    top: list[tuple[float, float]] = []
    for i, (a, b) in enumerate(pairwise(edges)):
        y = -h if i % 2 == 0 else -h + deep
        top += [(float(a), y), (float(b), y)]
    outline = line((-w, h), *top, (w, h), (-w, h))
    kind = str(rng.choice(list(_WALLS), p=list(_WALLS.values())))
    if kind == "solid":
        return [outline], [outline]
    if kind == "scrawl":
        down = np.linspace(-h + deep * 0.7, h, int(rng.integers(6, 14)))
        return [outline, np.column_stack([np.where(np.arange(len(down)) % 2 == 0, -w, w), down])], []
    strokes = [outline, *_filling(rng, -w, -h + deep, w, h, kind)]
    if kind == "hatch":
        strokes += [line((edges[i], -h + deep), (edges[i + 1], -h)) for i in range(0, 2 * teeth - 1, 2)]
    return strokes, []


def _filling(rng: Rng, x0: float, y0: float, x1: float, y1: float, kind: str) -> list[Stroke]:
    """What a wall is filled with."""
    strokes: list[Stroke] = []
    if kind in ("hatch", "cross"):
        step = rng.uniform(0.05, 0.13)
        for way in (1, -1) if kind == "cross" else (int(rng.choice([1, -1])),):
            run = (y1 - y0) * rng.uniform(0.6, 1.4)
            for x in np.arange(x0 - run, x1 + run, step):
                along = np.linspace(0, 1, 12)[:, None]
                points = np.array([x, y1]) + along * np.array([way * run, y0 - y1])
                points = points[(points[:, 0] >= x0) & (points[:, 0] <= x1)]
                if len(points) > 1:
                    strokes.append(points)
    elif kind == "bricks":
        rows = int(rng.integers(2, 4))
        high = (y1 - y0) / rows
        for row in range(rows):
            y, count = y0 + high * row, int(rng.integers(1, 4))
            strokes.append(line((x0, y), (x1, y)))
            for i in range(count):
                x = x0 + (x1 - x0) * (i + (0.5 if row % 2 else 0.9)) / (count + 0.4)
                strokes.append(line((x, y), (x, y + high)))
    elif kind == "lines":
        shares = np.linspace(0, 1, int(rng.integers(1, 5)) + 2)[1:-1]
        if rng.random() < 0.5:
            strokes = [line((x0, y), (x1, y)) for y in y0 + (y1 - y0) * shares]
        else:
            strokes = [line((x, y0), (x, y1)) for x in x0 + (x1 - x0) * shares]
    return strokes


def _house(rng: Rng) -> list[Stroke]:
    u = rng.uniform
    w, top, eave, base = u(0.2, 0.36), u(-0.46, -0.3), u(-0.18, 0.06), u(0.24, 0.43)
    over = 0.0 if rng.random() < 0.6 else u(0.03, 0.12)
    if over or rng.random() < 0.4:
        strokes = [
            line((-w, eave), (-w, base), (w, base), (w, eave)),
            line((-w - over, eave + u(-0.02, 0.04)), (0, top), (w + over, eave + u(-0.02, 0.04))),
        ]
        if rng.random() < 0.75:
            strokes.append(line((-w - over, eave), (w + over, eave)))
    else:
        strokes = [line((-w, eave), (0, top), (w, eave), (w, base), (-w, base), (-w, eave))]
        if rng.random() < 0.5:
            strokes.append(line((-w, eave), (w, eave)))
    if rng.random() < 0.4:  # a door
        half, x, high = u(0.05, 0.1), u(-0.15, 0.15) * (w / 0.3), u(0.12, 0.24)
        strokes.append(line((x - half, base), (x - half, base - high), (x + half, base - high), (x + half, base)))
    if rng.random() < 0.15:  # a window
        x, y, half = u(-0.1, 0.1), u(0.0, 0.12), u(0.04, 0.07)
        strokes.append(box(x - half, y - half, x + half, y + half))
    if rng.random() < 0.12:  # a chimney
        x = w * u(0.4, 0.7) * int(rng.choice([-1, 1]))
        foot = (top + eave) / 2
        strokes.append(line((x - 0.04, foot), (x - 0.04, top), (x + 0.04, top), (x + 0.04, foot)))
    return strokes


def _church(rng: Rng, digit: str) -> list[Stroke]:
    u = rng.uniform
    base, left, right, roof = u(0.28, 0.43), u(-0.44, -0.34), u(0.34, 0.44), u(-0.14, 0.04)
    top, shoulder = u(-0.46, -0.34), u(-0.3, -0.14)
    if rng.random() < 0.25:  # the tower in the middle
        half = u(0.08, 0.16)
        rise = ((-half, roof - u(0, 0.06)), (-half, shoulder), (0, top), (half, shoulder), (half, roof - u(0, 0.06)))
        strokes = [line((left, base), (left, roof), *rise, (right, roof), (right, base), (left, base))]
        if rng.random() < 0.15:
            strokes.append(line((-half, roof), (half, roof)))
        middle, peak, side = u(-0.03, 0.03), 0.0, 1
    else:
        wide = u(0.2, 0.32)
        edge = left + wide
        peak = left + wide * (u(0.35, 0.65) if rng.random() < 0.8 else 0.15)
        tower = _tower(rng, left, peak, edge, top, shoulder)
        ridge = _ridge(rng, edge, right, roof)
        whole = rng.random() < 0.5
        if whole:  # in one go
            strokes = [line((left, base), *tower, *ridge, (right, base), (left, base))]
        else:
            strokes = [
                line((left, base), *tower, (edge, base), (left, base)),
                line(*ridge, (right, base), (edge, base)),
            ]
        divided = whole and rng.random() < 0.5
        if divided:
            strokes.append(line((edge, roof), (edge, base)))
        sill = rng.random() < 0.15
        if sill:
            strokes.append(line((left, shoulder), (edge, shoulder)))
        middle, side = (edge + right) / 2 + u(-0.03, 0.03), int(rng.choice([-1, 1]))
        if not divided and not sill and rng.random() < 0.2:
            middle = u(-0.02, 0.12)
    if rng.random() < 0.4:  # a cross on the tower
        strokes += [line((peak, top), (peak, top - 0.1)), line((peak - 0.04, top - 0.06), (peak + 0.04, top - 0.06))]
    y = (roof + base) / 2 + u(0.0, 0.04)
    h = min(u(0.24, 0.36), (base - roof) * 0.92)
    number = placed(glyph(rng, digit), side * middle, y, h * u(0.5, 0.8), h)
    return [*(stroke * [side, 1] for stroke in strokes), *number]


def _tower(rng: Rng, left: float, peak: float, right: float, top: float, low: float) -> list[tuple[float, float]]:
    """From the tower's left shoulder over its top to the right one."""
    kind = rng.random()
    if kind < 0.8:  # pointed
        return [(left, low), (peak, top), (right, low)]
    if kind < 0.9:  # flat
        return [(left, top + 0.05), (right, top + 0.05)]
    half = (low + top) / 2 - 0.04  # round
    return [(left, low), ((left + peak) / 2, half), (peak, top), ((right + peak) / 2, half), (right, low)]


def _ridge(rng: Rng, left: float, right: float, roof: float) -> list[tuple[float, float]]:
    """The nave's roof."""
    kind, cut = rng.random(), rng.uniform(0.08, 0.18)
    if kind < 0.5:
        return [(left, roof), (right, roof)]
    if kind < 0.8:
        return [(left, roof), (right - cut, roof), (right, roof + cut)]
    return [(left, roof + rng.uniform(0, 0.05)), ((left + right) / 2, roof - 0.1), (right, roof + 0.03)]
