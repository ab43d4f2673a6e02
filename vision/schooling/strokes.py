"""Strokes of a pen: lines, arcs and curves, and the letters and digits made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Stroke = NDArray[np.float64]  # points, one a row
Rng = np.random.Generator


def line(*points: tuple[float, float]) -> Stroke:
    """Straight from point to point."""
    return np.array(points, np.float64)


def box(left: float, top: float, right: float, bottom: float) -> Stroke:
    """Round a box and back to where it began."""
    return line((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """A part of an ellipse, between two angles in degrees."""
    turn = np.radians(np.linspace(start, end, max(6, int(abs(end - start) / 12))))
    return np.column_stack([x + rx * np.cos(turn), y + ry * np.sin(turn)])


def curve(*points: tuple[float, float]) -> Stroke:
    """Smoothly through points."""
    p = np.array(points, np.float64)
    p = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        parts.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.concatenate([*parts, p[-2:-1]])


def placed(strokes: Sequence[Stroke], x: float, y: float, width: float, height: float) -> list[Stroke]:
    """What was drawn in the unit box, in a box round (x, y)."""
    return [stroke * [width, height] + [x - width / 2, y - height / 2] for stroke in strokes]


def _c(rng: Rng) -> list[Stroke]:
    return [arc(0.55, 0.5, rng.uniform(0.4, 0.55), 0.5, -rng.uniform(25, 60), -360 + rng.uniform(25, 60))]


def _g(rng: Rng) -> list[Stroke]:
    u = rng.uniform
    y = u(0.5, 0.62)
    if rng.random() < 0.7:
        tail = [line((u(0.5, 0.65), y), (0.95, y), (0.95, u(0.75, 1.0)))]
    else:
        tail = [line((0.55, y), (0.97, y)), line((0.95, y), (0.93, 0.8))]
    return [arc(0.5, 0.5, 0.48, 0.5, -u(25, 60), -325), *tail]


def _s(rng: Rng) -> list[Stroke]:
    k = rng.uniform(-0.05, 0.08)
    upper = ((0.9, 0.16 + k), (0.55, 0.0), (0.15, 0.14), (0.16, 0.36), (0.5, 0.5))
    return [curve(*upper, (0.86, 0.66), (0.84, 0.9), (0.45, 1.0), (0.08, 0.84 - k))]


def _p(rng: Rng) -> list[Stroke]:
    return _bowls(rng, 1)


def _b(rng: Rng) -> list[Stroke]:
    return _bowls(rng, 2)


def _bowls(rng: Rng, count: int) -> list[Stroke]:
    u = rng.uniform
    m, w = u(0.48, 0.62), u(0.55, 0.9)
    upper = curve((0.1, u(0, 0.06)), (w * 0.7, 0.02), (w, m / 2), (w * 0.7, m), (u(0.08, 0.2), m + u(-0.03, 0.03)))
    strokes = [line((0.12, 0), (0.1, 1)), upper]
    if count == 2:
        wide = w * u(0.95, 1.15)
        strokes.append(curve((0.12, m), (wide * 0.7, m), (wide, (1 + m) / 2), (wide * 0.7, 0.99), (0.1, 1.0)))
    return strokes


def _a(rng: Rng) -> list[Stroke]:
    bar, top = rng.uniform(0.5, 0.72), rng.uniform(0.0, 0.12)
    if rng.random() < 0.2:
        return [curve((0, 1), (0.06, 0.4), (0.5, 0), (0.94, 0.4), (1, 1)), line((0.04, bar), (0.96, bar))]
    across = line((0.5 - bar * 0.45, bar), (0.5 + bar * 0.45, bar))
    return [line((0, 1), (0.5 - top, 0), (0.5 + top, 0), (1, 1)), across]


def _m(rng: Rng) -> list[Stroke]:
    deep, slant = rng.uniform(0.4, 1.0), rng.uniform(0, 0.16)
    if rng.random() < 0.15:
        first = curve((0.02, 0.3), (0.25, 0), (0.48, 0.3), (0.5, 1))
        return [line((0, 1), (0.02, 0.1)), first, curve((0.5, 0.3), (0.75, 0), (0.98, 0.3), (1, 1))]
    return [line((0, 1), (slant, 0), (0.5, deep), (1 - slant, 0), (1, 1))]


def _n(rng: Rng) -> list[Stroke]:
    slant = rng.uniform(-0.04, 0.08)
    return [line((0, 1), (slant, 0), (1 - slant, 1), (1, 0))]


def _j(rng: Rng) -> list[Stroke]:
    u = rng.uniform
    x = u(0.55, 0.85)
    hook = curve((x, 0), (x, 0.4), (x - 0.01, 0.72), (x - 0.13, 0.95), (x - 0.38, 0.98), (x - 0.56, u(0.68, 0.86)))
    bar = rng.random()
    if bar < 0.45:
        return [hook]
    return [hook, line((x - u(0.25, 0.5), 0), (x + (0 if bar < 0.65 else u(0.15, 0.4)), 0))]


def _t(rng: Rng) -> list[Stroke]:
    return [line((0, 0), (1, 0)), line((0.5, 0), (0.5, 1))]


def _h(rng: Rng) -> list[Stroke]:
    bar = rng.uniform(0.4, 0.6)
    return [line((0.05, 0), (0.05, 1)), line((0.95, 0), (0.95, 1)), line((0.05, bar), (0.95, bar))]


def _1(rng: Rng) -> list[Stroke]:
    u = rng.uniform
    x, kind = u(0.45, 0.6), rng.random()
    strokes = [line((x, 0), (x, 1)) if kind < 0.3 else line((x - u(0.2, 0.45), u(0.15, 0.4)), (x, 0), (x, 1))]
    if kind > 0.7:
        strokes.append(line((x - 0.3, 1), (x + 0.3, 1)))
    return strokes


def _2(rng: Rng) -> list[Stroke]:
    body = curve((0.08, 0.25), (0.35, 0.0), (0.78, 0.06), (0.88, 0.32), (0.6, 0.62), (0.05, 1.0))
    if rng.random() < 0.15:
        return [body, curve((0.05, 1.0), (0.25, 0.85), (0.6, 1.0), (0.98, 0.95))]
    return [body, line((0.05, 1), (0.97, rng.uniform(0.95, 1.02)))]


def _3(rng: Rng) -> list[Stroke]:
    if rng.random() < 0.2:
        belly = curve((0.4, 0.42), (0.85, 0.55), (0.88, 0.85), (0.5, 1.0), (0.05, 0.88))
        return [line((0.1, 0), (0.85, 0), (0.4, 0.42)), belly]
    m = rng.uniform(0.42, 0.52)
    head = curve((0.08, 0.14), (0.45, 0.0), (0.84, 0.16), (0.74, m - 0.08), (rng.uniform(0.3, 0.5), m))
    return [head, curve((0.4, m), (0.82, m + 0.1), (0.9, 0.78), (0.5, 1.0), (0.05, 0.86))]


def _4(rng: Rng) -> list[Stroke]:
    u = rng.uniform
    y, x = u(0.6, 0.75), u(0.6, 0.8)
    if rng.random() < 0.5:
        return [line((x, 1), (x, 0), (0.02, y), (0.98, y))]
    return [line((u(0.1, 0.4), 0), (0.03, y), (0.98, y)), line((x, u(0, 0.35)), (x, 1))]


def _5(rng: Rng) -> list[Stroke]:
    top = rng.uniform(0.1, 0.25)
    belly = curve((top, 0.45), (0.5, 0.36), (0.88, 0.55), (0.82, 0.86), (0.45, 1.0), (0.04, 0.88))
    return [line((rng.uniform(0.75, 0.95), 0), (top + 0.04, 0), (top, 0.45)), belly]


_WAYS: tuple[Callable[[Rng], list[Stroke]], ...] = (_c, _s, _p, _a, _m, _j, _n, _t, _b, _h, _g, _1, _2, _3, _4, _5)
_GLYPHS = dict(zip("CSPAMJNTBHG12345", _WAYS, strict=True))


def glyph(rng: Rng, sign: str) -> list[Stroke]:
    """A letter or digit in the unit box, as one hand or another writes it."""
    return _GLYPHS[sign](rng)
