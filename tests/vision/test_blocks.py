"""Houses and palaces counted from patches of colour: drawn outlines, no photographs."""

import numpy as np
import pytest

from vision.blocks import BlockFinder
from vision.masonry import HOUSE, PALACE, Body, filled
from vision.pose import Eye

PX = 2.0
EYE = Eye(200.0, 150.0, 700.0)
BODIES = {HOUSE: Body(HOUSE, (9.0, 9.0), 12.0, 0.5), PALACE: Body(PALACE, (11.0, 15.0), 16.0, 0.5)}


def seen(*blocks: tuple[str, float, float, float]) -> np.ndarray:
    mask = np.zeros((200, 300), bool)
    for kind, x, y, turn in blocks:
        mask |= filled((200, 300), BODIES[kind].outline(EYE, x, y, turn), PX)
    return mask


@pytest.mark.parametrize(
    "blocks",
    [
        [(HOUSE, 40.0, 40.0, 20.0)],
        [(PALACE, 90.0, 60.0, 70.0)],
        [(HOUSE, 40.0, 40.0, 0.0), (HOUSE, 50.0, 40.0, 0.0)],
        [(PALACE, 60.0, 50.0, 0.0), (HOUSE, 71.0, 52.0, 30.0)],
        [(HOUSE, 40.0, 40.0, 0.0), (HOUSE, 49.5, 40.0, 10.0), (HOUSE, 45.0, 49.6, 0.0)],
    ],
)
def test_blocks_that_touch_are_counted_and_placed(blocks: list[tuple[str, float, float, float]]) -> None:
    finder = BlockFinder(BODIES, PX)
    found = [block for patch in finder.patches("red", seen(*blocks), EYE) for block in patch.blocks]
    assert sorted(b.kind for b in found) == sorted(b[0] for b in blocks)
    for kind, x, y, _ in blocks:
        assert min(np.hypot(b.x - x, b.y - y) for b in found if b.kind == kind) < 3.0


def test_crumbs_are_no_blocks() -> None:
    mask = np.zeros((200, 300), bool)
    mask[50:56, 50:60] = True
    assert list(BlockFinder(BODIES, PX).patches("red", mask, EYE)) == []


def test_what_is_far_too_large_has_no_account() -> None:
    mask = np.zeros((200, 300), bool)
    mask[20:180, 20:200] = True
    (patch,) = BlockFinder(BODIES, PX).patches("red", mask, EYE)
    assert patch.blocks == ()
    assert not patch.sure
