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
LEAST_CHANGE = 7.0  # of 255, in brightness: less is never movement
LEAST_COLOUR = 30.0  # the same in one colour, which JPEG keeps less well
OVER_NOISE = 6.0  # times the noise between two frames
MOST_NOISE = 4.0  # more than any camera's, after the picture was made small
FLICKER = 1.3
SPECK_PX = 4  # of the small picture: fewer changed pixels together are no movement
CLIPPED = 248.0  # brighter than this tells nothing about the light
BAND = 0.06  # mains light may brighten and darken rows by so much

GREY = np.array([0.114, 0.587, 0.299], np.float32)

Field = NDArray[np.float32]
_AROUND = np.ones((3, 3), np.uint8)


def _levelled(before: Field, now: Field) -> Field | None:
    """The frame with its light brought to that of the frame before: per colour, then row by row.

    None when the light would have to have changed by more than lamps flicker: then something else is in the way.
    """
    levelled = now.copy()
    for colour in range(3):
        old, new = before[::4, ::4, colour].ravel(), now[::4, ::4, colour].ravel()
        tells = (old > np.percentile(old, 70)) & (old < CLIPPED) & (new < CLIPPED)
        if int(tells.sum()) > 50:
            gain = float(np.median((old[tells] + 1) / (new[tells] + 1)))
            if not 1 / FLICKER < gain < FLICKER:
                return None
            levelled[..., colour] *= gain
    rows = np.median((before[:, ::8, 1] + 16) / (levelled[:, ::8, 1] + 16), axis=1)
    rows = cv2.GaussianBlur(rows.reshape(-1, 1).astype(np.float32), (1, 9), 0)
    return np.asarray(levelled * np.clip(rows, 1 - BAND, 1 + BAND)[:, :, None], np.float32)


def moved(before: Image, now: Image) -> bool:
    """Whether anything in a small picture changed by more than noise, light or a pixel's trembling."""
    if before.shape != now.shape:
        return True
    old = cv2.GaussianBlur(before, (3, 3), 0).astype(np.float32)
    seen = cv2.GaussianBlur(now, (3, 3), 0).astype(np.float32)
    levelled = _levelled(old, seen)
    if levelled is None:
        return True
    new = np.where((old >= CLIPPED) & (seen >= CLIPPED), old, levelled)
    return _differ(old @ GREY, new @ GREY, LEAST_CHANGE) or _differ(old, new, LEAST_COLOUR)


def _differ(before: Field, now: Field, least: float) -> bool:
    """Whether enough pixels together lie beyond noise and beyond what was next to them before."""
    noise = float(np.median(np.abs(now[::4, ::4] - before[::4, ::4])))
    if noise > MOST_NOISE:
        return True
    change = np.maximum(now - cv2.dilate(before, _AROUND), cv2.erode(before, _AROUND) - now)
    change = change if change.ndim == 2 else change.max(axis=2)
    mask = (change > max(least, OVER_NOISE * noise)).astype(np.uint8)
    if cv2.countNonZero(mask) < SPECK_PX:
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return bool(stats[1:, cv2.CC_STAT_AREA].max() >= SPECK_PX)


@dataclass
class Film:
    """Film of one table, which is at rest when it begins."""

    _rested: list[Glance] = field(default_factory=list)
    _last: Glance | None = None
    _anchor: Glance | None = None
    _still: bool = False
    _pile: list[Image] = field(default_factory=list)

    def still(self, image: Image) -> bool:
        """Whether the table is at rest in the next frame, knowing only those before it."""
        now = glance(image)
        if self._last is None or self._anchor is None:
            self._last = self._anchor = now
            self._rested, self._still, self._pile = [now], True, [now.middling]
            return True
        moving = moved(self._anchor.small, now.small)
        if not moving and self._last is not self._anchor:
            moving = moved(self._last.small, now.small)
        self._last = now
        if moving:
            self._anchor, self._still, self._pile = now, False, [now.middling]
            return False
        if len(self._pile) < QUIET_FRAMES:
            self._pile.append(now.middling)
            if len(self._pile) == QUIET_FRAMES:
                self._judge(averaged(self._pile))
        return self._still

    def _judge(self, table: Glance) -> None:
        """Tells a table at rest from a resting hand, once a quiet time, from its first frames together."""
        if self._still:
            self._rested[-1] = table
            return
        self._still = not hand_over(news(self._rested, table))
        if self._still:
            self._rested = [*self._rested[1 - REMEMBERED :], table]


def averaged(pile: list[Image]) -> Glance:
    """Quiet frames as one, with less noise than any of them."""
    total = np.zeros(pile[0].shape, np.float32)
    for image in pile:
        total += image
    return Glance(np.asarray(np.rint(total / len(pile)), np.uint8))
