"""Pips are read in every turn, colour and light, and what is no clear face is not read as certain."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pips import VALUES, agreed, looks_at, read_pips
from vision.schooling.makes import PATTERNS
from vision.trouble import Trouble

PHOTOS = Path(__file__).parents[1] / "photos" / "faces"
SURE = 0.8
COLOURS = [((235, 240, 240), (20, 20, 20)), ((30, 25, 25), (240, 240, 240)), ((40, 40, 200), (245, 245, 245))]


def _drawn(value: int, body: tuple[int, int, int], ink: tuple[int, int, int], turn: float = 0.0) -> NDArray[np.uint8]:
    """A face as a child would draw it, on a table of another grey."""
    face = np.full((160, 160, 3), 110, np.uint8)
    cv2.rectangle(face, (20, 20), (140, 140), body, -1)
    for x, y in PATTERNS[value]:
        cv2.circle(face, (int(80 + x * 31), int(80 + y * 31)), 11, ink, -1, cv2.LINE_AA)
    matrix = cv2.getRotationMatrix2D((79.5, 79.5), turn, 1.0)
    turned = cv2.warpAffine(face, matrix, (160, 160), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(turned, (0, 0), 1.5)[14:146, 14:146], np.uint8)


def _photographed() -> list[tuple[NDArray[np.uint8], int]]:
    """Faces cut out of rendered photographs, with their values; 0 where no value may be read."""
    values: dict[str, list[int]] = json.loads((PHOTOS / "faces.json").read_text(encoding="utf-8"))
    faces = []
    for style, of_style in values.items():
        strip = cv2.imread(str(PHOTOS / f"{style}.jpg"))
        assert strip is not None
        side = strip.shape[0]
        for at, value in enumerate(of_style):
            faces.append((np.asarray(strip[:, at * side : (at + 1) * side], np.uint8), value))
    return faces


@pytest.mark.parametrize("turn", [0.0, 17.0, 45.0, 200.0])
@pytest.mark.parametrize(("body", "ink"), COLOURS)
@pytest.mark.parametrize("value", range(1, VALUES + 1))
def test_drawn_faces_are_read(value: int, body: tuple[int, int, int], ink: tuple[int, int, int], turn: float) -> None:
    assert read_pips(_drawn(value, body, ink, turn))[0][0] == value


def test_photographed_faces_are_never_misread() -> None:
    for face, value in _photographed():
        best, chance = read_pips(face)[0]
        assert chance < SURE or best == value, f"read {best} at {chance:.2f} for {value}"


def test_probabilities_come_best_first_and_leave_room_for_doubt() -> None:
    for face, _ in _photographed()[::6]:
        said = read_pips(face)
        chances = [chance for _, chance in said]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1 + 1e-9
        assert sorted(value for value, _ in said) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_an_even_patch_is_no_face(grey: int) -> None:
    assert read_pips(np.full((80, 80, 3), grey, np.uint8))[0][1] < 0.5


def test_a_face_too_small_to_count_is_not_read() -> None:
    assert read_pips(np.zeros((8, 8, 3), np.uint8))[0][1] == 0


def test_a_grey_picture_is_refused() -> None:
    with pytest.raises(Trouble, match="colour"):
        read_pips(np.zeros((80, 80), np.uint8))


def test_one_look_that_differs_spoils_certainty() -> None:
    clear = np.full((4, VALUES + 1), 0.002, np.float32)
    clear[:, 2] = 0.988
    torn = clear.copy()
    torn[0] = 0.002
    torn[0, 4] = 0.988
    assert agreed(clear)[2] > 0.95
    assert agreed(torn)[2] < 0.5


def test_looks_are_cut_about_the_face() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[90:110, 90:110] = 255
    for crop in looks_at(picture, np.array([100.0, 100.0]), np.diag([10.0, 10.0])):
        assert crop[20:28, 20:28].min() > 250
        assert crop.mean() > 120
