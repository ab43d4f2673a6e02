"""When the table may be read: nothing moves, and no hand is over it.

Film comes frame by frame. Quiet frames are counted against the first of them, so that slow movement adds up; after
enough of them the table is compared with how it was when last at rest, and a hand that rests there is not stillness.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image
from vision.presence import Glance, glance, hand_over, news

QUIET_FRAMES = 5  # of ten a second, the last of which is called still
REMEMBERED = 3  # tables at rest, against which a hand is told from what lay there before
LEAST_CHANGE = 9.0  # of 255: less is never movement
OVER_NOISE = 6.0  # times the noise between two frames
SPECK_PX = 4  # of the small picture: fewer changed pixels together are no movement
CLIPPED = 248.0  # brighter than this tells nothing about the light
BAND = 0.06  # mains light may brighten and darken rows by so much

Field = NDArray[np.float32]


def _levelled(before: Field, now: Field) -> Field:
    """The frame with its light brought to that of the frame before: per colour, then row by row."""
    levelled = now.copy()
    for colour in range(3):
        old, new = before[::2, ::2, colour].ravel(), now[::2, ::2, colour].ravel()
        tells = (old > np.percentile(old, 70)) & (old < CLIPPED) & (new < CLIPPED)
        if int(tells.sum()) > 100:
            levelled[..., colour] *= float(np.median((old[tells] + 1) / (new[tells] + 1)))
    rows = np.median(((before[:, ::3] + 16) / (levelled[:, ::3] + 16)).mean(axis=2), axis=1)
    rows = cv2.GaussianBlur(rows.reshape(-1, 1).astype(np.float32), (1, 9), 0)
    return np.asarray(levelled * np.clip(rows, 1 - BAND, 1 + BAND)[:, :, None], np.float32)


def moved(before: Image, now: Image) -> bool:
    """Whether anything in a small picture changed by more than noise, light or a pixel's trembling."""
    if before.shape != now.shape:
        return True
    old = cv2.GaussianBlur(before, (3, 3), 0).astype(np.float32)
    seen = cv2.GaussianBlur(now, (3, 3), 0).astype(np.float32)
    new = np.where((old >= CLIPPED) & (seen >= CLIPPED), old, _levelled(old, seen))
    noise = float(np.median(np.abs(new - old).max(axis=2)[::2, ::2]))
    around = np.ones((3, 3), np.uint8)
    above = new - cv2.dilate(old, around)
    below = cv2.erode(old, around) - new
    change = np.maximum(above, below).max(axis=2)
    mask = (change > max(LEAST_CHANGE, OVER_NOISE * noise)).astype(np.uint8)
    if int(mask.sum()) < SPECK_PX:
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return bool(stats[1:, cv2.CC_STAT_AREA].max() >= SPECK_PX)


@dataclass
class Film:
    """Film of one table, which is at rest when it begins."""

    _rested: list[Glance] = field(default_factory=list)
    _last: Glance | None = None
    _anchor: Glance | None = None
    _quiet: int = 0
    _still: bool | None = None

    def still(self, image: Image) -> bool:
        """Whether the table is at rest in the next frame, knowing only those before it."""
        now = glance(image)
        if self._last is None or self._anchor is None:
            self._last = self._anchor = now
            self._rested, self._quiet, self._still = [now], QUIET_FRAMES, True
            return True
        moving = moved(self._last.small, now.small) or moved(self._anchor.small, now.small)
        self._last = now
        if moving:
            self._anchor, self._quiet, self._still = now, 1, None
            return False
        self._quiet += 1
        if self._quiet < QUIET_FRAMES:
            return False
        if self._still is None:
            self._still = not hand_over(news(self._rested, now))
            if self._still:
                self._rested = [*self._rested[1 - REMEMBERED :], now]
        return self._still
