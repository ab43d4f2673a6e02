"""Stillness: never while something moves or a hand is in, however it rests; always within six quiet frames."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.films import SKINS, Arm, film, filmed, with_arm
from tests.vision.tables import photo
from vision.stillness import QUIET_FRAMES, Film, moved

Image = NDArray[np.uint8]
SIX = 6
PALM = 85 * 1.4  # px of the small tray picture


def smaller(image: Image, long_side: int = 440) -> Image:
    factor = long_side / max(image.shape[:2])
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)


@pytest.fixture(scope="module")
def tray() -> Image:
    return smaller(photo("tray.jpg"))


@pytest.fixture(scope="module")
def board() -> Image:
    return smaller(photo("board.jpg"), 640)


def with_token(image: Image, x: float, y: float, colour: tuple[int, int, int] = (40, 60, 200)) -> Image:
    """A round piece laid at a share of the width and height."""
    changed = image.copy()
    cv2.circle(changed, (round(x * image.shape[1]), round(y * image.shape[0])), 12, colour, -1, cv2.LINE_AA)
    return changed


def watched(frames: Iterable[Image], seed: int = 0, noise: float = 2.0, flicker: float = 0.005) -> list[bool]:
    rng = np.random.default_rng(seed)
    watching = Film()
    return [watching.still(filmed(frame, rng, noise, flicker)) for frame in frames]


@pytest.mark.parametrize("seed", range(3))
def test_films_of_turns_are_still_between_the_hands_and_never_under_them(tray: Image, seed: int) -> None:
    rng = np.random.default_rng(seed)
    tables = [tray, with_token(tray, 0.6, 0.3), with_token(with_token(tray, 0.3, 0.7), 0.7, 0.6, (220, 220, 210))]
    watching = Film()
    for number, shot in enumerate(film(tables, rng, PALM)):
        still = watching.still(shot.image)
        if shot.hand or shot.quiet == 0:
            assert not still, f"frame {number}: a hand is in"
        elif shot.quiet >= SIX:
            assert still, f"frame {number}: quiet for {shot.quiet} frames"


@pytest.mark.parametrize("skin", SKINS[::2])
def test_a_hand_that_rests_for_long_is_not_stillness(tray: Image, skin: tuple[int, int, int]) -> None:
    arm = Arm(skin, None, PALM, (tray.shape[1] * 0.4, float(tray.shape[0])), -1.7)
    answers = watched([tray] * 3 + [with_arm(tray, arm, 135)] * 12)
    assert answers == [True] * 3 + [False] * 12


def test_a_photographed_hand_at_rest_is_seen_and_the_table_after_it_is_still(board: Image) -> None:
    hand = smaller(photo("board_hand.jpg"), 640)
    answers = watched([board] * 3 + [hand] * 10 + [board] * SIX)
    assert answers[:3] == [True] * 3
    assert not any(answers[3:13])
    assert answers[-1]


def test_the_first_frame_is_a_table_at_rest(tray: Image) -> None:
    assert watched([tray] * 4) == [True] * 4


def test_what_is_laid_down_makes_the_table_still_again_after_five_frames(tray: Image) -> None:
    answers = watched([tray] * 3 + [with_token(tray, 0.5, 0.5)] * 8)
    assert answers == [True] * 3 + [False] * (QUIET_FRAMES - 1) + [True] * 4
    assert QUIET_FRAMES <= SIX


def test_a_cup_set_down_at_the_edge_belongs_to_the_table(tray: Image) -> None:
    cup = tray.copy()
    cv2.circle(cup, (tray.shape[1] // 2, tray.shape[0] + 40), 70, (60, 60, 160), -1, cv2.LINE_AA)
    assert watched([tray] * 3 + [cup] * SIX)[-1]


def test_light_that_flickers_is_not_movement_and_a_lamp_switched_is_over_in_six_frames(tray: Image) -> None:
    assert all(watched([tray] * 12, flicker=0.03))
    lamp = np.clip(tray * np.array([0.6, 0.75, 0.8]), 0, 255).astype(np.uint8)
    answers = watched([tray] * 3 + [lamp] * SIX)
    assert not answers[3]
    assert answers[-1]


def test_bands_of_mains_light_are_not_movement(tray: Image) -> None:
    rows = np.arange(tray.shape[0])[:, None, None]
    banded = [np.clip(tray * (1 + 0.02 * np.sin(rows / 60 + k)), 0, 255).astype(np.uint8) for k in range(8)]
    assert all(watched(banded))


def test_noise_and_jpeg_alone_are_not_movement(tray: Image) -> None:
    assert all(watched([tray] * 12, noise=5.0))


def test_a_hand_that_creeps_in_is_seen_before_it_reaches_far(tray: Image) -> None:
    arm = Arm(SKINS[1], None, PALM, (0.0, tray.shape[0] * 0.5), 0.0)
    reaches = np.arange(1, 40, 1.5)
    answers = watched([tray] * 3 + [with_arm(tray, arm, float(reach)) for reach in reaches])
    seen = reaches[[not still for still in answers[3:]]]
    assert seen[0] < 8, "fingertips of four millimetres"
    assert not any(answers[3 + int(np.argmax(reaches == seen[0])) :])


def test_a_hand_that_fills_the_picture_at_once_is_movement(tray: Image) -> None:
    arm = Arm(SKINS[4], None, 2.3 * PALM, (0.0, tray.shape[0] * 0.5), 0.0)
    assert watched([tray] * 3 + [with_arm(tray, arm, 330)] * 8) == [True] * 3 + [False] * 8


def test_a_small_thing_that_moves_a_little_is_movement(tray: Image) -> None:
    here, there = with_token(tray, 0.5, 0.5), with_token(tray, 0.508, 0.5)
    assert moved(here, there)
    assert not moved(here, here)


def test_a_camera_that_changes_its_picture_s_size_moved(tray: Image) -> None:
    assert moved(tray, tray[:-4])
