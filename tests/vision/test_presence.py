"""A hand over the table is told from shadows, cups, notes and pieces; in doubt it is a hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.films import SKINS, SLEEVES, Arm, with_arm
from tests.vision.tables import photo
from vision.presence import glance, hand_over, news

Image = NDArray[np.uint8]
MM = 1.9  # px of the small picture


@pytest.fixture(scope="module")
def tray() -> Image:
    image = photo("tray.jpg")
    factor = 600 / image.shape[1]
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)


def over(now: Image, *before: Image) -> bool:
    return hand_over(news([glance(image) for image in before], glance(now)))


def arm(tray: Image, skin: int, sleeve: int, side: int) -> Arm:
    height, width = tray.shape[:2]
    entry = ((width * 0.5, 0.0), (float(width), height * 0.5), (width * 0.4, float(height)), (0.0, height * 0.4))[side]
    return Arm(SKINS[skin], SLEEVES[sleeve], 85 * MM, entry, (np.pi / 2, np.pi, -np.pi / 2, 0.0)[side])


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("reach", [40, 60, 110, 190])
def test_hands_of_any_skin_and_sleeve_are_seen_from_fingertips_to_forearm(tray: Image, side: int, reach: float) -> None:
    for skin in range(0, len(SKINS), 2):
        reaching = with_arm(tray, arm(tray, skin, (skin + side) % len(SLEEVES), side), reach * MM)
        assert over(reaching, tray), f"skin {skin}"


def test_a_photographed_hand_is_seen() -> None:
    assert over(photo("tray_hand.jpg"), photo("tray.jpg"))
    assert over(photo("board_hand.jpg"), photo("board.jpg"))


def test_a_table_at_rest_has_no_hand_whatever_lies_new_in_its_middle(tray: Image) -> None:
    assert not over(tray, tray)
    changed = tray.copy()
    cv2.rectangle(changed, (200, 150), (330, 260), (90, 130, 190), -1)
    cv2.circle(changed, (400, 300), 25, (40, 60, 200), -1, cv2.LINE_AA)
    assert not over(changed, tray)


def test_a_shadow_from_the_edge_is_no_hand(tray: Image) -> None:
    shade = np.ones(tray.shape[:2], np.float32)
    cv2.ellipse(shade, (300, 500), (110, 280), 0, 0, 360, (0.6,), -1)
    shadowed = tray * cv2.GaussianBlur(shade, (0, 0), 16)[..., None]
    assert not over(shadowed.astype(np.uint8), tray)


@pytest.mark.parametrize("colour", [(170, 90, 40), (225, 225, 220), (50, 90, 50), (40, 40, 40)])
def test_a_cup_at_the_edge_is_no_hand(tray: Image, colour: tuple[int, int, int]) -> None:
    cup = tray.copy()
    cv2.circle(cup, (0, 240), round(40 * MM), colour, -1, cv2.LINE_AA)
    assert not over(cup, tray)


def test_a_note_at_the_edge_is_no_hand(tray: Image) -> None:
    note = tray.copy()
    cv2.rectangle(note, (280, -20), (400, round(38 * MM)), (225, 235, 235), -1)
    assert not over(note, tray)


def test_light_of_another_colour_is_no_hand(tray: Image) -> None:
    assert not over(np.clip(tray * np.array([0.6, 0.85, 1.1]), 0, 255).astype(np.uint8), tray)


def test_what_was_there_before_is_no_hand_when_it_comes_back(tray: Image) -> None:
    box = tray.copy()
    cv2.rectangle(box, (0, 100), (190, 330), (120, 160, 210), -1)
    assert over(box, tray)
    assert not over(box, box, tray)


def test_a_hand_is_seen_where_no_marker_tells_the_scale(tray: Image) -> None:
    bare = tray.copy()
    bare[:, :] = (120, 140, 150)
    cv2.circle(bare, (300, 200), 30, (40, 60, 200), -1)
    assert over(with_arm(bare, arm(bare, 2, 0, 2), 260), bare)
    assert not over(bare, bare)
