"""Whether nothing lies in a slot: it looks like the bare surface around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image

SCALE = 1.0  # px per mm of the picture it is judged by
RING_MM = 14.0  # how far around a slot the surface is looked at
LOOSE_MM = 5.0  # by so much cards may lie beyond their slots
LIKE = 0.985  # the share of a slot that must look like its surroundings
SLACK = 12.0  # of 225, by which a bare slot may differ from everything around it: light falls off
ROUGHER = 1.6  # by so much a bare slot may be rougher than its surroundings


def is_bare(above: Image, slot: Mapping[str, Any], slots: Iterable[Mapping[str, Any]]) -> bool:
    """`above` is the whole surface at SCALE, in comparable light; a slot with too little bare ground around is not."""
    soft = cv2.GaussianBlur(above, (0, 0), 1.2).astype(np.float32)
    taken = np.zeros(above.shape[:2], bool)
    for other in slots:
        taken[_box(other, LOOSE_MM, above)] = True
    ring = np.zeros_like(taken)
    ring[_box(slot, RING_MM, above)] = True
    ring &= ~taken
    if ring.sum() < 300:
        return False
    inside = soft[_box(slot, -1.0, above)].reshape(-1, 3)
    low, high = np.percentile(soft[ring], (2, 98), axis=0)
    like = ((inside > low - SLACK) & (inside < high + SLACK)).all(axis=1).mean()
    rough = _roughness(soft)
    calm = float(np.percentile(rough[_box(slot, -2.0, above)], 95))
    around = float(np.percentile(rough[cv2.erode(ring.astype(np.uint8), np.ones((3, 3))).astype(bool)], 95))
    return bool(like >= LIKE and calm <= ROUGHER * around + 4.0)


def _box(slot: Mapping[str, Any], grow: float, above: Image) -> tuple[slice, slice]:
    (x, y), (width, height) = slot["centre"], slot["size"]
    rows, columns = above.shape[:2]
    left, right = (round((x + way * (width / 2 + grow)) * SCALE) for way in (-1, 1))
    top, bottom = (round((y + way * (height / 2 + grow)) * SCALE) for way in (-1, 1))
    return slice(max(top, 0), min(bottom, rows)), slice(max(left, 0), min(right, columns))


def _roughness(soft: NDArray[np.float32]) -> NDArray[np.float32]:
    across = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)).max(axis=2)
    down = np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1)).max(axis=2)
    return np.asarray((across + down) / 8, np.float32)
