"""The finder sees the same whatever it saw before, and names places in pixels of the picture it was given."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finder import FACES, peaks_at
from vision.schooling.scene import picture
from vision.schooling.weather import photograph

FACE = 60


def _die(x: int = 170, y: int = 130, size: tuple[int, int] = (240, 320)) -> NDArray[np.uint8]:
    """A white die with five pips on brown."""
    table = np.full((*size, 3), (40, 70, 110), np.uint8)
    half = FACE // 2
    cv2.rectangle(table, (x - half, y - half), (x + half, y + half), (235, 238, 240), -1)
    for dx, dy in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
        cv2.circle(table, (x + dx * 15, y + dy * 15), 6, (20, 20, 20), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 1.2), np.uint8)


@pytest.mark.parametrize("mirrored", [False, True])
def test_most_made_dice_are_found_where_they_lie(mirrored: bool) -> None:
    dice = found = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        scene, labels = picture(rng, 160, 22, 6)
        peaks = peaks_at(photograph(rng, scene, 22), 1.0, mirrored)
        for label in labels:
            if label.clear and label.seen > 0.95:
                x, y = label.corners.mean(0)
                dice += 1
                near = [peak for peak in peaks if peak.heat > 0.25 and np.hypot(peak.x - x, peak.y - y) < 6]
                found += any(13 < peak.face < 36 for peak in near)
    assert dice >= 5
    assert found >= 0.7 * dice


def test_what_was_seen_before_changes_nothing() -> None:
    first = peaks_at(_die(), 0.35)
    for scale in (0.2, 0.7, 0.5):
        peaks_at(_die(size=(200, 400)), scale)
    again = peaks_at(_die(), 0.35)
    assert [(peak.x, peak.y, peak.heat) for peak in again] == [(peak.x, peak.y, peak.heat) for peak in first]
    assert first


def test_probabilities_make_one() -> None:
    for peak in peaks_at(_die(), 0.35):
        assert peak.said.sum() == pytest.approx(1)
        assert 0 < peak.heat < 1


def test_the_net_knows_a_range_of_sizes() -> None:
    assert FACES[0] < 12
    assert FACES[1] > 30
