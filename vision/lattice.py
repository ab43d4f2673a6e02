"""The pips of a face, measured: where its middle is, how it is turned and how large, whether it lies flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.placing import Placing, cut
from vision.tray import FINE, Floats, Tray

Points = NDArray[np.float64]

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
PATTERNS: dict[int, Points] = {
    1: np.array([(0, 0)], float),
    2: np.array([(-1, -1), (1, 1)], float),
    3: np.array([(-1, -1), (0, 0), (1, 1)], float),
    4: np.array(_CORNERS, float),
    5: np.array([*_CORNERS, (0, 0)], float),
    6: np.array([*_CORNERS, (-1, 0), (1, 0)], float),
}
SIDE, REACH = 72, 0.65  # pixels of a cut-out face, and how far it reaches from the middle, in faces
CORE = 0.42  # pips lie within this of the middle, in faces
LEVELS = (0.5, 0.4, 0.6, 0.3)  # of the strongest contrast: what stands out so is a pip
AREAS = (0.01, 0.15)  # of a pip, in faces' areas
ROUND = 0.85  # the pips of a flat face are this round on the mean; one by one they may be less
ODD = 0.6  # and what is less round than this is none
FITS = 0.03  # pips lie where they should, to so many parts of the lattice's half side
SQUARE = 0.95  # the shorter side of a flat lattice is this part of the longer
SQUEEZED = 0.80  # makers draw the rows of a 6 together
MARGINS = (0.19, 0.28)  # between lattice's half side and face's side, for all makes
TURNS = range(-45, 45, 5)  # tried for a face whose print tells no turn
FAINT = 0.01  # a slope of the body's edge that counts as none


@dataclass(frozen=True)
class Lattice:
    """The pips of one face: its square as it appears, and whether they lie as on a flat face."""

    placing: Placing
    flat: bool
    exact: bool  # its turn is known from its pips: of a 1 only the middle is


def measure(tray: Tray, near: Placing, value: int) -> Lattice | None:
    """The lattice of a face about `near` that shows `value`; None if its pips are not those of the value."""
    face = cv2.GaussianBlur(_cut(tray, _wide(near), SIDE), (0, 0), 0.8)
    seen = _pips(np.asarray(face, np.float32), value)
    if seen is None:
        return None
    places, roundness = seen
    middle = places.mean(axis=0)
    x, y = near.matrix() @ [*middle, 1]
    if value == 1:
        turn, size = _edged(tray, Placing(x, y, near.turn, near.size), TURNS, (0.8 * near.size, 1.15 * near.size))
        return Lattice(Placing(x, y, turn, size), roundness >= ROUND, exact=False)
    fit = _fitted(places - middle, value)
    if fit is None:
        return None
    spread, off = fit
    u, scales, v = np.linalg.svd(spread)
    turned = u @ v
    pitch = float(np.sqrt(scales[0] * scales[1])) * near.size
    turn = float(near.turn + np.degrees(np.arctan2(turned[1, 0], turned[0, 0]))) % 90
    _, size = _edged(tray, Placing(x, y, turn, near.size), (0,), (pitch / MARGINS[1], pitch / MARGINS[0]))
    ratio = float(scales[1] / scales[0])
    square = ratio >= (SQUARE if value != 6 else SQUEEZED)
    return Lattice(Placing(x, y, turn, size), roundness >= ROUND and square and off <= FITS, exact=True)


def _cut(tray: Tray, matrix: Points, side: int) -> Floats:
    """A slanted square of the picture as it is; only what was cut out becomes floating."""
    return cut(cast(Floats, tray.picture), FINE, matrix, side)


def _wide(near: Placing) -> Points:
    return Placing(near.x, near.y, near.turn, 2 * REACH * near.size).matrix()


def _pips(face: Floats, count: int) -> tuple[Points, float] | None:
    """The middles of so many pips, in faces, and how round they are; None if there are more or fewer."""
    steps = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * REACH
    x, y = np.meshgrid(steps, steps)
    core = np.maximum(np.abs(x), np.abs(y)) < CORE - 0.045
    apart = np.linalg.norm(face - np.median(face[core], axis=0), axis=2)
    strongest = float(np.percentile(apart[core], 99))
    for level in LEVELS:
        mask = (apart > level * strongest).astype(np.uint8)
        number, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        found = []
        for one in range(1, number):
            if not AREAS[0] < stats[one, cv2.CC_STAT_AREA] * (2 * REACH / SIDE) ** 2 < AREAS[1]:
                continue
            own = labels == one
            at = np.array([x[own], y[own]])
            weight = np.minimum(apart[own], strongest)
            middle = at @ weight / weight.sum()
            short, long = np.linalg.eigvalsh(np.cov(at))
            if np.abs(middle).max() < CORE and short > ODD**2 * long:
                found.append((*middle, np.sqrt(short / long)))
        if len(found) == count:
            table = np.array(found)
            return table[:, :2], float(table[:, 2].mean())
    return None


def _fitted(places: Points, value: int) -> tuple[Points, float] | None:
    """What makes the value's pattern out of the places, and by how much it misses them, in parts of itself."""
    pattern = PATTERNS[value]
    scale = float(np.sqrt((places**2).sum() / (pattern**2).sum()))
    best: tuple[float, Points] | None = None
    for degrees in range(0, 180, 6):
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        laid = pattern @ np.array([[c, s], [-s, c]]) * scale
        gaps = np.linalg.norm(laid[:, None] - places[None], axis=2)
        nearest = gaps.argmin(axis=1)
        if len(set(nearest.tolist())) == value and (best is None or gaps.min(axis=1).sum() < best[0]):
            best = float(gaps.min(axis=1).sum()), places[nearest]
    if best is None:
        return None
    found = best[1]
    if value <= 3:  # a line of pips: it has a length and a turn, and no width
        run = found[-1] - found[0]
        c, s = (run[0] + run[1]) / 4, (run[1] - run[0]) / 4
        spread = np.array([[c, -s], [s, c]])
    else:
        spread = np.linalg.lstsq(pattern, found, rcond=None)[0].T
    off = np.sqrt(((pattern @ spread.T - found) ** 2).sum() / value) / np.sqrt(abs(np.linalg.det(spread)))
    return np.asarray(spread, np.float64), float(off)


def _edged(
    tray: Tray, about: Placing, turns: range | tuple[int, ...], sizes: tuple[float, float]
) -> tuple[float, float]:
    """The turn and the size of the square about a place whose four edges show best."""
    side, best = 96, (-1.0, about.turn, about.size)
    reach = sizes[1] * 0.6
    half = np.arange(int(side * sizes[0] / reach / 4), int(side * sizes[1] / reach / 4) + 1)
    for turn in turns:
        square = Placing(about.x, about.y, about.turn + turn, 2 * reach)
        image = cv2.GaussianBlur(np.sqrt(_cut(tray, square.matrix(), side) / 255 + 0.02), (0, 0), 1.0)
        along = int(side * about.size * 0.3 / reach / 2)
        score = np.full(len(half), np.inf)
        for way in (image, np.ascontiguousarray(image.transpose(1, 0, 2))):
            slope = cv2.Sobel(way, cv2.CV_32F, 1, 0, scale=0.125)[side // 2 - along : side // 2 + along]
            mean, power = slope.mean(axis=0), (slope * slope).mean(axis=0)
            line = (mean * mean / (power + FAINT**2)).max(axis=1)
            left, right = line[side // 2 - 1 - half], line[side // 2 + half]
            score = np.minimum(score, 0.4 * (left + right) / 2 + 0.6 * np.minimum(left, right))
        at = int(score.argmax())
        if score[at] > best[0]:
            best = float(score[at]), (about.turn + turn) % 90, float((half[at] + 0.5) * 4 * reach / side)
    return best[1], best[2]
