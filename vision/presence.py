"""Is a hand or an arm over the table? Told from what is new since the table was last at rest.

A hand reaches in from the edge of the picture, far, and is neither a shadow nor what lay there before. A cup, a note
or a pencil set down at the edge stays near it or is thin, and belongs to the table once nothing moves any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import SIDE_MM, Image, Points, find_markers, grey_of, side_of

Mask = NDArray[np.bool_]
Field = NDArray[np.float32]

LONG_SIDE = 400  # of the picture in which things are compared
USUAL_WIDTH_MM = 450.0  # what a picture shows across when no marker tells
DARK = 0.03  # below this share of white, differences of brightness mean nothing

FAR_MM = 45.0  # a thing set down at the edge reaches in less far than a hand at work
NEAR_MM = 12.0
SKIN_MM2, EDGES_MM2 = 200.0, 150.0  # of skin, and of edges that came or went, far in: a hand
BULK_MM2, BULK_EDGES_MM2 = 900.0, 300.0  # the same of any colour: an arm, a glove, a sleeve
ANY_MM2, ANY_EDGES_MM2 = 1200.0, 600.0  # the same though it might be a shadow, but for the edges
FINGER_MM2 = 100.0  # of skin near the edge: fingers, unless it is round like a cup
SHARP_SHARE = 0.55  # of a finger's outline is a sharp edge; of a cup's warm shadow less
BLENDED_MM, BLENDED_SHARE = 25.0, 0.65  # for skin on a ground of its colour
NOTE_MM = 28.0  # no finger is as wide
CUP_RADIUS_MM = (20.0, 65.0)
CUP_OFF_MM = 1.2


@dataclass(frozen=True)
class Glance:
    """A picture made small: enough to see what is new, cheap enough for every frame."""

    middling: Image

    @cached_property
    def small(self) -> Image:
        height, width = self.middling.shape[:2]
        return _resized(self.middling, LONG_SIDE / max(height, width))

    @cached_property
    def markers(self) -> dict[int, Points]:
        """Where markers seen once lie in the small picture."""
        factor = self.small.shape[1] / self.middling.shape[1]
        seen: dict[int, list[Points]] = {}
        for sighting in find_markers(grey_of(self.middling)):
            seen.setdefault(sighting.number, []).append((sighting.corners + 0.5) * factor - 0.5)
        return {number: places[0] for number, places in seen.items() if len(places) == 1}

    @cached_property
    def px_per_mm(self) -> float:
        """Of the small picture."""
        sides = [side_of(corners) for corners in self.markers.values()]
        return float(np.median(sides)) / SIDE_MM if sides else LONG_SIDE / USUAL_WIDTH_MM

    @cached_property
    def white(self) -> Field:
        """The logarithm of the light on white paper, per colour: the markers' margins, else what is bright."""
        log = self.log_light
        samples = []
        for corners in self.markers.values():
            middle = corners.mean(axis=0)
            ring = (middle + (corners - middle) * 1.2).round().astype(int)
            between = (middle + (corners + np.roll(corners, 1, axis=0) - 2 * middle) * 0.6).round().astype(int)
            for x, y in (*ring, *between):
                if 0 <= x < log.shape[1] and 0 <= y < log.shape[0]:
                    samples.append(log[y, x])
        if len(samples) >= 4:
            return np.asarray(np.median(np.array(samples), axis=0), np.float32)
        return np.asarray(np.percentile(log.reshape(-1, 3), 95, axis=0), np.float32)

    @cached_property
    def log_light(self) -> Field:
        """The logarithm of the light of every pixel."""
        light = np.power(self.small.astype(np.float32) / 255, 2.2)
        return np.asarray(np.log(light + DARK), np.float32)


def _resized(image: Image, factor: float) -> Image:
    if factor >= 1:
        return image
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def glance(image: Image) -> Glance:
    """A picture made small."""
    colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR).astype(np.uint8, copy=False) if image.ndim == 2 else image
    return Glance(_resized(colour, 2 * LONG_SIDE / max(image.shape[:2])))


@dataclass(frozen=True)
class News:
    """What is new: anything at all, what is no mere shadow, and what has the colour of skin."""

    anything: Mask
    weak: Mask
    solid: Mask
    skin: Mask
    edges: Mask
    px_per_mm: float


def _moved(before: Glance, now: Glance) -> NDArray[np.float32]:
    """How the whole picture moved between two glances, by the markers both show."""
    still = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
    common = [number for number in before.markers if number in now.markers]
    if not common:
        return still
    there = np.concatenate([before.markers[n] for n in common])
    here = np.concatenate([now.markers[n] for n in common])
    if len(common) == 1:
        still[:, 2] = (here - there).mean(axis=0)
        return still
    matrix, _ = cv2.estimateAffinePartial2D(there, here, method=cv2.LMEDS)
    if matrix is None or abs(np.hypot(matrix[0, 0], matrix[1, 0]) - 1) > 0.03:
        return still
    return np.asarray(matrix, np.float32)


def light_gain(before: Field, now: Field) -> Field:
    """By how much the light changed, per colour (a logarithm), going by what did not change otherwise."""
    ratio = (now - before).reshape(-1, 3)[::3]
    gain = np.median(ratio, axis=0)
    for _ in range(3):
        off = np.abs(ratio - gain).max(axis=1)
        gain = np.median(ratio[off <= max(0.15, float(np.percentile(off, 30)))], axis=0)
    return np.asarray(gain, np.float32)


def news(bank: Sequence[Glance], now: Glance) -> News:
    """What `now` shows that none of the earlier glances showed at the same place."""
    shape = now.small.shape[:2]
    weak, anything, solid = np.ones(shape, bool), np.ones(shape, bool), np.ones(shape, bool)
    skin, edges = np.zeros(shape, bool), np.ones(shape, bool)
    for before in bank:
        w, a, s, k, e = _compared(before, now)
        weak &= w
        anything &= a
        solid &= s
        skin |= k
        edges &= e
    return News(anything, weak, solid, skin, edges, now.px_per_mm if now.markers else bank[-1].px_per_mm)


def _chroma(log: Field) -> Field:
    return np.asarray(log - log.mean(axis=2, keepdims=True), np.float32)


def _beyond(before: Field, now: Field) -> Field:
    """How far each pixel lies outside of what was within two pixels of it before."""
    around = np.ones((5, 5), np.uint8)
    above = now - cv2.dilate(before, around)
    below = cv2.erode(before, around) - now
    return np.asarray(np.maximum(np.maximum(above, below), 0).max(axis=2), np.float32)


def _compared(before: Glance, now: Glance) -> tuple[Mask, Mask, Mask, Mask, Mask]:
    matrix = _moved(before, now)
    size = (now.small.shape[1], now.small.shape[0])
    old = before.log_light
    old = cv2.warpAffine(old, matrix, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float32, copy=False)
    gain = light_gain(old, now.log_light)
    new = now.log_light - gain
    change = _beyond(old, new)
    old_chroma, new_chroma = _chroma(old), _chroma(new)
    tint = _beyond(old_chroma, new_chroma)
    brighter = np.abs((new - old).mean(axis=2))
    own = new - before.white
    red_green, green_blue = own[..., 2] - own[..., 1], own[..., 1] - own[..., 0]
    skin = (red_green > 0.2) & (red_green < 1.2) & (green_blue > -0.02) & (own.mean(axis=2) > -2.9)
    shadow = (brighter < 1.6) & (tint < 0.12 + 0.08 * brighter)
    shadow |= ~skin & (brighter < 2.0) & (tint < 0.3 + 0.1 * brighter)
    structure = _unlike(_steepness(old), _steepness(new))
    return change > 0.1, change > 0.2, (change > 0.2) & ~shadow, skin, structure


def _steepness(log: Field) -> Field:
    """How steeply the picture changes from pixel to pixel, in the colour in which it does most."""
    smooth = cv2.GaussianBlur(log, (3, 3), 0)
    across = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125))
    down = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125))
    return np.asarray(np.maximum(across, down).max(axis=2), np.float32)


def _unlike(before: Field, now: Field) -> Mask:
    """Where edges came or went; light and shadow leave them as they are."""
    around = np.ones((5, 5), np.uint8)
    came = now > cv2.dilate(before, around) * 1.3 + 0.05
    went = before > cv2.dilate(now, around) * 1.3 + 0.05
    return np.asarray(came | went, bool)


def _disc(mm: float, px_per_mm: float) -> NDArray[np.uint8]:
    size = max(1, round(mm * px_per_mm))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _bulk(mask: Mask, close_mm: float, open_mm: float, px_per_mm: float) -> Mask:
    """A mask without its gaps and without what is thin."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, _disc(close_mm, px_per_mm))
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, _disc(open_mm, px_per_mm)) > 0, bool)


def hand_over(new: News) -> bool:
    """Whether what is new is a hand or an arm reaching in from the edge of the picture."""
    scale = new.px_per_mm
    height, width = new.solid.shape
    rows, columns = np.arange(height)[:, None], np.arange(width)[None, :]
    inward = np.minimum(np.minimum(columns, width - 1 - columns), np.minimum(rows, height - 1 - rows)) / scale
    _, labels = cv2.connectedComponents(_bulk(new.weak, 6, 5, scale).astype(np.uint8))
    at_edge = np.unique(labels[inward < 3])
    reaching = np.isin(labels, at_edge[at_edge > 0])
    if not reaching.any():
        return False
    skin = _bulk(new.solid & new.skin, 4, 10, scale) & reaching
    bulk = _bulk(new.solid, 4, 14, scale) & reaching
    whole = _bulk(new.anything, 4, 20, scale) & reaching
    far = inward > FAR_MM
    limits = ((skin, SKIN_MM2, EDGES_MM2), (bulk, BULK_MM2, BULK_EDGES_MM2), (whole, ANY_MM2, ANY_EDGES_MM2))
    for body, area, edges in limits:
        around = cv2.dilate(body.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        if (body & far).sum() / scale**2 >= area and (new.edges & around & far).sum() / scale**2 >= edges:
            return True
    blended = _bulk(new.anything & new.skin, 4, 10, scale) & reaching  # skin on wood, which it resembles
    return _fingers(skin, new, inward, NEAR_MM, SHARP_SHARE) or _fingers(
        blended, new, inward, BLENDED_MM, BLENDED_SHARE
    )


def _fingers(skin: Mask, new: News, inward: NDArray[np.float64], beyond: float, sharp: float) -> bool:
    """Whether skin shows near the edge: sharply bounded, and neither round like a cup nor square like a note."""
    scale = new.px_per_mm
    edges = cv2.dilate(new.edges.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    count, labels = cv2.connectedComponents(skin.astype(np.uint8))
    for label in range(1, count):
        body = labels == label
        if (body & (inward > beyond)).sum() / scale**2 < FINGER_MM2:
            continue
        contours, _ = cv2.findContours(body.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        line = max(contours, key=len).reshape(-1, 2)
        line = line[inward[line[:, 1], line[:, 0]] > 4]
        if len(line) < 12 or edges[line[:, 1], line[:, 0]].mean() < sharp:
            continue
        if not _round(line / scale) and not _square(line / scale, float(body.sum()) / scale**2):
            return True
    return False


def _square(line: Points, area: float) -> bool:
    _, (width, height), _ = cv2.minAreaRect(line.astype(np.float32))
    return min(width, height) > NOTE_MM and area > 0.93 * width * height


def _round(line: Points) -> bool:
    matrix = np.column_stack([2 * line, np.ones(len(line))])
    (x, y, rest), *_ = np.linalg.lstsq(matrix, (line**2).sum(axis=1), rcond=None)
    radius = float(np.sqrt(max(rest + x * x + y * y, 0)))
    off = np.abs(np.hypot(line[:, 0] - x, line[:, 1] - y) - radius)
    return CUP_RADIUS_MM[0] < radius < CUP_RADIUS_MM[1] and float(np.percentile(off, 80)) < CUP_OFF_MM
