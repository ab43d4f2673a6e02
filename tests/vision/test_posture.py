"""Whether a die lies flat is told from how it looks, from wherever the camera sees it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.placing import Placing
from vision.plane import SurfaceSpec
from vision.pose import Eye
from vision.posture import LIES, POSTURES, REACH, lying
from vision.schooling.postures import DRAWN, ROOM, scene
from vision.schooling.weather import photograph
from vision.tray import APRON_MM, FINE, Tray

SPEC = SurfaceSpec("dice", 0, 200.0, 150.0)
FACE, HEIGHT = 16.0, 450.0
MIDDLE = (100.0, 75.0)
SEEDS = range(1000, 1060)  # the school draws with other seeds


def tray_of(seed: int, quarters: int) -> tuple[Tray, bool]:
    """A made die in the middle of a tray, the camera to its left or as many quarter turns from there."""
    rng = np.random.default_rng(seed)
    light, posture, steep = scene(rng)
    picture = photograph(rng, light, DRAWN / REACH / ROOM, darkest=0.5)
    side = round(FACE * REACH * ROOM * FINE)
    shape = (round((150 + 2 * APRON_MM) * FINE), round((200 + 2 * APRON_MM) * FINE), 3)
    large = cv2.resize(picture, (side, side), interpolation=cv2.INTER_CUBIC)
    whole = np.full(shape, large.reshape(-1, 3).mean(axis=0), np.uint8)
    left, top = (round((at + APRON_MM) * FINE - side / 2) for at in MIDDLE)
    whole[top : top + side, left : left + side] = np.rot90(large, -quarters)  # clockwise, as places turn
    away = steep * (HEIGHT - FACE)
    aside = [(-away, 0.0), (0.0, -away), (away, 0.0), (0.0, away)][quarters]
    eye = Eye(MIDDLE[0] + aside[0], MIDDLE[1] + aside[1], HEIGHT)
    return Tray(SPEC, whole, np.array([[0.0, 0.0, 255.0, 255.0, 255.0]]), eye), POSTURES[posture] == LIES


@pytest.mark.parametrize("quarters", [0, 1])
def test_dice_that_lie_are_told_from_those_that_do_not(quarters: int) -> None:
    said = {True: [], False: []}  # type: dict[bool, list[float]]
    for seed in SEEDS:
        tray, lies = tray_of(seed, quarters)
        said[lies] += lying(tray, [Placing(*MIDDLE, 0.0, FACE)])
    assert np.mean(np.array(said[True]) >= 0.5) > 0.7
    assert np.mean(np.array(said[False]) >= 0.5) < 0.15
    assert np.mean(np.array(said[False]) >= 0.9) < 0.05


def test_no_face_no_answer() -> None:
    tray, _ = tray_of(1000, 0)
    assert lying(tray, []) == []


def test_every_face_has_its_own_answer() -> None:
    tray, _ = tray_of(1000, 0)
    faces = [Placing(*MIDDLE, 0.0, FACE), Placing(40.0, 40.0, 10.0, FACE)]
    assert lying(tray, faces) == pytest.approx([lying(tray, [face])[0] for face in faces], abs=1e-4)
