"""What lies in the tray beside the dice that were read: things, not shadows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.bodies import Body
from vision.tray import APRON_MM, HALF, Floats, Mask, Tray, least_of, most_of

STANDS_OUT = 0.5  # detail above this is an edge
DEEPEST = 0.3  # no shadow is darker than this part of the ground
EDGES_MM, EDGES = 8.0, 0.17  # a window this wide, and this full of edges, holds a thing
BROAD_MM, BROAD = 6.0, 0.72  # and so does one this full of what is no ground
MEAN = np.full((1, 3), 1 / 3, np.float32)
SLACK_MM = 1.5  # edges this near to a die belong to it


@dataclass(frozen=True)
class Leftover:
    """Something unexplained: its middle, how much of its window stands out, and how large it is in square mm."""

    x: float
    y: float
    much: float
    area: float


def explained(tray: Tray, bodies: Sequence[Body]) -> Mask:
    """Where the dice that were read are, HALF pixels a millimetre."""
    mask = np.zeros(tray.detail.shape, np.uint8)
    for body in bodies:
        outline = (body.outline(tray) + APRON_MM) * HALF - 0.5
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), (1,))
    across = 2 * round(SLACK_MM * HALF) + 1
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))).astype(bool)


def ground(tray: Tray) -> Floats:
    """The bare tray's colour everywhere, one pixel a millimetre: what most of it is, changing slowly."""
    height, width = tray.coarse.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    arms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    step = 3
    thin, colours = arms[::step, ::step].reshape(-1, 6), tray.coarse[::step, ::step].reshape(-1, 3)
    allowed = ~cv2.resize(tray.off_limits.astype(np.uint8), (width, height), interpolation=cv2.INTER_AREA).astype(bool)
    keep = allowed[::step, ::step].reshape(-1)
    thin, colours = thin[keep], colours[keep]
    middle = np.median(colours, axis=0)
    weight = np.exp(-0.5 * (np.abs(colours - middle).max(axis=1) / 0.12) ** 2) + 1e-6
    fit = np.zeros((6, 3))
    for spread in (0.10, 0.06, 0.05, 0.05):
        weighed = thin * weight[:, None]
        fit = np.linalg.solve(weighed.T @ thin + np.diag([0, 1, 1, 3, 3, 3]) * 1.0, weighed.T @ colours)
        weight = np.exp(-0.5 * (np.abs(colours - thin @ fit).max(axis=1) / spread) ** 2) + 1e-6
    return np.asarray(np.maximum(arms @ fit, 0.03), np.float32)


def against_ground(tray: Tray) -> Floats:
    """Each colour as part of the bare ground's, HALF pixels a millimetre."""
    height, width = tray.detail.shape
    bare = cv2.resize(ground(tray), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.blur(tray.half, (2, 2)) / bare, np.float32)


def shaded(part: Floats) -> Mask:
    """Where a colour may be bare ground, lit or in shadow."""
    most, least = most_of(part), least_of(part)
    dark = 1 - np.minimum(most, 1)
    return np.asarray((most < 1.1) & (most > DEEPEST) & (most - least < 0.12 + 0.35 * dark), np.bool_)


def foreign(part: Floats, smooth: Mask) -> Mask:
    """Where a colour is neither the ground's nor that of this picture's shadows, which lamps of two colours tint."""
    most, least, mean = most_of(part), least_of(part), cv2.transform(part, MEAN)
    shadows = smooth & (mean < 0.93) & (mean > 0.35)
    tints = (most - least)[shadows] / (1.02 - mean[shadows])
    tint = float(np.clip(np.percentile(tints, 90), 0.25, 1.2)) if tints.size > 400 else 0.3
    shade = (most < 1.08) & (most > DEEPEST) & (most - least < 0.05 + tint * (1.02 - np.minimum(mean, 1)))
    return np.asarray(~shade & ((most > 1.12) | (least < 0.88)), np.bool_)


def leftovers(tray: Tray, bodies: Sequence[Body]) -> list[Leftover]:
    """What lies in the rectangle and belongs to no die that was read: edges that no shadow makes, and broad surfaces
    that are no ground, such as a hand's."""
    free = ~explained(tray, bodies) & ~tray.off_limits
    edge = round(APRON_MM * HALF)
    free[:edge], free[-edge:], free[:, :edge], free[:, -edge:] = False, False, False, False
    part = against_ground(tray)
    edges = _window((tray.detail > STANDS_OUT) & ~shaded(part) & free, EDGES_MM) / EDGES
    broad = _window(foreign(part, free & (tray.detail < 0.3)) & free, BROAD_MM) / BROAD
    much = np.maximum(edges, broad)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((much > 1).astype(np.uint8))
    found = []
    for number in range(1, count):
        own = labels == number
        row, column = np.unravel_index(int(np.where(own, much, 0).argmax()), much.shape)
        x, y = (column + 0.5) / HALF - APRON_MM, (row + 0.5) / HALF - APRON_MM
        area = float(stats[number, cv2.CC_STAT_AREA]) / HALF**2
        found.append(Leftover(float(x), float(y), float(much[row, column]), area))
    return sorted(found, key=lambda one: -one.much)


def beside(tray: Tray, body: Body, bodies: Sequence[Body]) -> float:
    """How full of edges, a shadow's or not, the fullest window right beside a die is, 0 to 1."""
    size = body.placing.size
    free = (tray.detail > STANDS_OUT) & ~explained(tray, bodies) & ~tray.off_limits
    column, row = (body.placing.x + APRON_MM) * HALF, (body.placing.y + APRON_MM) * HALF
    reach = 1.1 * size * HALF
    top, left = max(0, round(row - reach)), max(0, round(column - reach))
    part = free[top : round(row + reach), left : round(column + reach)]
    return float(_window(part, EDGES_MM).max()) if part.size else 0.0


def _window(mask: Mask, across_mm: float) -> Floats:
    across = round(across_mm * HALF)
    full = cv2.boxFilter(mask.astype(np.float32), -1, (across, across), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(full, np.float32)
