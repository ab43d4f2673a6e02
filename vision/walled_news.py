"""What has changed on a board of Masons since an earlier picture of a sitting, and what new pieces explain of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.masonry import TOWER, WALL
from vision.walled import CHANGED, Sight, WalledReader

SAME_MM = 1.5  # a block that lies so near where one lay is the same
SHADOW = 1.3  # a shadow reaches as far as a piece is high, and so much more


@dataclass(frozen=True)
class News:
    """For each place, the share of it that changed, and that which changed beyond any new piece and its shadow."""

    changed: Mapping[str, float]
    unexplained: Mapping[str, float]


def news(eyes: WalledReader, then: Sight, now: Sight) -> News:
    assert then.sheet is not None
    assert now.sheet is not None
    around = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(then.sheet.seen, around), cv2.dilate(then.sheet.seen, around)
    off = np.maximum(np.maximum(low - now.sheet.seen, now.sheet.seen - high), 0.0).max(axis=-1)
    mask = np.asarray(cv2.blur(off, (3, 3)) > CHANGED, bool)
    raw = eyes.shares(mask)
    if not mask.any():
        return News(raw, raw)
    explained = np.zeros(mask.shape, bool)
    for kind, x, y, turn in _fresh(eyes, then, now):
        reach = eyes.ground.bodies[kind].height * SHADOW
        stamp, box = eyes.lessons.outlined(kind, now.sheet.eye, x, y, turn, reach)
        explained[box] |= stamp
    return News(raw, eyes.shares(mask & ~explained))


def _fresh(eyes: WalledReader, then: Sight, now: Sight) -> list[tuple[str, float, float, float]]:
    """The pieces that one of two sights surely has and the other has not."""
    found: list[tuple[str, float, float, float]] = []
    for line in set(then.standing()) ^ set(now.standing()):
        if line not in now.doubts:
            (x, y), turn = eyes.lessons.lying(line)
            found.append((WALL, x, y, turn))
    for point, (x, y) in eyes.ground.points.items():
        if then.tower(point) != now.tower(point) and point not in now.doubts:
            found.append((TOWER, x, y, 0.0))
    for space in eyes.ground.spaces:
        if space in now.doubts:
            continue
        before, after = then.blocks.get(space, ()), now.blocks.get(space, ())
        for some, others in ((before, after), (after, before)):
            for block in some:
                near = (np.hypot(o.x - block.x, o.y - block.y) < SAME_MM for o in others if o.colour == block.colour)
                if not any(near):
                    found.append((block.kind, block.x, block.y, block.turn))
    return found
