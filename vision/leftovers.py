"""What lies in the tray beside the dice that were read: things, not shadows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finds import Find
from vision.placing import Placing
from vision.tray import APRON_MM, HALF, Floats, Mask, Tray

STANDS_OUT = 0.5  # detail above this is an edge
DEEPEST = 0.3  # no shadow is darker than this part of the ground
ACROSS_MM = 8  # what is left over is weighed in windows this wide
BODY_GROWN = 1.06  # a die with its rounded edges, as part of its face
SLACK_MM = 1.5  # edges this near to a die belong to it


@dataclass(frozen=True)
class Leftover:
    """Something unexplained: its middle, how much of its window stands out, and how large it is in square mm."""

    x: float
    y: float
    much: float
    area: float


def body_of(tray: Tray, placing: Placing, height: float) -> NDArray[np.float32]:
    """The outline that a die with this top face fills, side faces and all."""
    top = Placing(placing.x, placing.y, placing.turn, placing.size * BODY_GROWN).corners()
    foot = [tray.stands(float(x), float(y), height) for x, y in top]
    hull = cv2.convexHull(np.vstack([top, foot]).astype(np.float32))
    return np.asarray(hull, np.float32).reshape(-1, 2)


def explained(tray: Tray, finds: Sequence[Find], height: float) -> Mask:
    """Where the dice that were read are, HALF pixels a millimetre."""
    mask = np.zeros(tray.detail.shape, np.uint8)
    for find in finds:
        outline = (body_of(tray, find.placing, height) + APRON_MM) * HALF - 0.5
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
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


def things(tray: Tray) -> Mask:
    """Where an edge is that no shadow makes, HALF pixels a millimetre."""
    height, width = tray.detail.shape
    bare = cv2.resize(ground(tray), (width, height), interpolation=cv2.INTER_LINEAR)
    part = cv2.blur(tray.half, (2, 2)) / bare
    most, least = part.max(axis=2), part.min(axis=2)
    shade = (most < 1.08) & (most > DEEPEST) & (most - least < 0.12 + 0.35 * (1 - np.minimum(most, 1)))
    return np.asarray((tray.detail > STANDS_OUT) & ~shade, np.bool_)


def leftovers(tray: Tray, finds: Sequence[Find], height: float, least: float) -> list[Leftover]:
    """What stands out in the rectangle and belongs to no die that was read."""
    left = (things(tray) & ~explained(tray, finds, height)).astype(np.float32)
    edge = round(APRON_MM * HALF)
    left[:edge], left[-edge:], left[:, :edge], left[:, -edge:] = 0, 0, 0, 0
    across = ACROSS_MM * HALF
    much = cv2.boxFilter(left, -1, (across, across), borderType=cv2.BORDER_CONSTANT)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((much > least).astype(np.uint8))
    found = []
    for number in range(1, count):
        own = labels == number
        row, column = np.unravel_index(int(np.where(own, much, 0).argmax()), much.shape)
        x, y = (column + 0.5) / HALF - APRON_MM, (row + 0.5) / HALF - APRON_MM
        area = float(stats[number, cv2.CC_STAT_AREA]) / HALF**2
        found.append(Leftover(float(x), float(y), float(much[row, column]), area))
    return sorted(found, key=lambda one: -one.much)
