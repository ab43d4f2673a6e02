"""Made scenes carry the labels of what is in them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.schooling.scene import picture
from vision.schooling.throws import throw
from vision.schooling.weather import photograph


@pytest.mark.parametrize("seed", range(4))
def test_a_scene_can_be_drawn_again(seed: int) -> None:
    one, labels = picture(np.random.default_rng(seed), 96, 24, 6)
    two, again = picture(np.random.default_rng(seed), 96, 24, 6)
    assert np.array_equal(one, two)
    assert [label.value for label in labels] == [label.value for label in again]


def test_another_seed_is_another_scene() -> None:
    one, _ = picture(np.random.default_rng(1), 96, 24, 6)
    two, _ = picture(np.random.default_rng(2), 96, 24, 6)
    assert not np.array_equal(one, two)


def test_faces_are_as_wide_as_asked() -> None:
    widths = []
    for seed in range(12):
        _, labels = picture(np.random.default_rng(seed), 128, 30, 5)
        widths += [np.sqrt(cv2.contourArea(label.corners)) for label in labels if label.clear]
    assert 24 < float(np.median(widths)) < 36


def test_dice_do_not_lie_in_each_other() -> None:
    for seed in range(10):
        dice = [die for die in throw(np.random.default_rng(seed), 8, 20) if die.flat and die.level == 0]
        feet = [cv2.convexHull(die.corners(0.97)[:, :2].astype(np.float32)) for die in dice]
        for i, foot in enumerate(feet):
            assert all(cv2.intersectConvexConvex(foot, other)[0] < 0.03 for other in feet[:i])


def test_opposite_faces_make_seven() -> None:
    for die in throw(np.random.default_rng(3), 10, 25):
        assert {die.values[i] + die.values[i + 1] for i in (0, 2, 4)} == {7}
        assert sorted(die.values) == [1, 2, 3, 4, 5, 6]


def test_a_photograph_is_a_picture_of_eight_bits() -> None:
    rng = np.random.default_rng(5)
    scene, _ = picture(rng, 96, 24, 3)
    photo = photograph(rng, scene, 24)
    assert photo.shape == (96, 96, 3)
    assert photo.dtype == np.uint8
