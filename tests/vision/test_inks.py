"""Ink on a drawn-on board, measured on made boards: print, three taught boards, light, a board off its markers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from vision.inks import EmptyBoard, Grid, Inked
from vision.markers import Image
from vision.trouble import Trouble

PITCH = 20.0
NAMES = [f"{row},{col}" for row in range(5) for col in range(5)]
LAYOUT: dict[str, Any] = {
    "grid": {"pitch_mm": PITCH},
    "spaces": {
        f"{row},{col}": {"centre_mm": [40 + PITCH * col, 40 + PITCH * row], "kind": "inner"}
        for row in range(5)
        for col in range(5)
    },
}
GRID = Grid.of(LAYOUT)
SIDE = round(160 * GRID.scale)


class Flat:
    """A surface whose pictures are rectified already."""

    seen = True

    def rectify(self, image: Image, scale: float) -> Image:
        return image


def empty(seed: int = 1) -> Image:
    """A printed board: coloured ground with specks, light spaces with dark lines between them."""
    board: Image = np.full((SIDE, SIDE, 3), (120, 150, 160), np.uint8)
    rng = np.random.default_rng(seed)
    for x, y in rng.integers(0, SIDE, (120, 2)):
        cv2.circle(board, (int(x), int(y)), 4, (60, 80, 90), -1)
    for x, y in GRID.spaces.values():
        corner = [round((v - PITCH / 2) * GRID.scale) for v in (x, y)]
        far = [round((v + PITCH / 2) * GRID.scale) for v in (x, y)]
        cv2.rectangle(board, corner, far, (215, 225, 230), -1)
        cv2.rectangle(board, corner, far, (70, 70, 70), 1)
    return board


def drawn(board: Image, *places: str, colour: tuple[int, int, int] = (60, 30, 30)) -> Image:
    """With a crate on each of these spaces."""
    picture = board.copy()
    for place in places:
        x, y = (round(v * GRID.scale) for v in GRID.spaces[place])
        cv2.rectangle(picture, (x - 13, y - 8), (x + 13, y + 8), colour, 2)
    return picture


def look(board: EmptyBoard, picture: Image) -> Inked:
    return board.look(Flat(), picture)  # type: ignore[arg-type]


def learnt(*taught: Image) -> EmptyBoard:
    return EmptyBoard(GRID, [(Flat(), picture) for picture in taught])  # type: ignore[misc]


@pytest.fixture(scope="module")
def board() -> EmptyBoard:
    paper = empty()
    return learnt(drawn(paper, "0,0", "2,2"), drawn(paper, "0,1", "2,2"), drawn(paper, "0,2", "2,2"))


def most(inked: Inked, place: str) -> float:
    return float(inked.ink[place][12:-12, 12:-12].max())


def test_an_empty_board_has_no_ink(board: EmptyBoard) -> None:
    inked = look(board, empty())
    assert max(most(inked, place) for place in NAMES) < 0.1


def test_a_mark_is_ink_on_its_space_alone(board: EmptyBoard) -> None:
    inked = look(board, drawn(empty(), "3,1"))
    assert most(inked, "3,1") > 0.8
    assert max(most(inked, place) for place in NAMES if place != "3,1") < 0.1


def test_ink_that_all_taught_boards_share_hides_none(board: EmptyBoard) -> None:
    assert most(look(board, drawn(empty(), "2,2")), "2,2") > 0.8


def test_any_light_is_the_same_ink(board: EmptyBoard) -> None:
    picture = drawn(empty(), "3,1").astype(np.float32)
    slope = np.linspace(1.0, 0.55, SIDE)[None, :, None] * np.array([0.7, 0.9, 1.0])
    inked = look(board, (picture * slope).astype(np.uint8))
    assert most(inked, "3,1") > 0.7
    assert max(most(inked, place) for place in NAMES if place != "3,1") < 0.25
    left, right = (float(inked.light[place].mean()) for place in ("2,0", "2,4"))
    assert left - right > 0.1


def test_a_board_off_its_markers_is_found(board: EmptyBoard) -> None:
    off = cv2.warpAffine(
        drawn(empty(), "3,1"), np.array([[1, 0, 5], [0, 1, -4]], np.float32), (SIDE, SIDE), borderMode=1
    )
    inked = look(board, np.asarray(off, np.uint8))
    assert inked.shift_mm == pytest.approx((5 / GRID.scale, -4 / GRID.scale), abs=0.3)
    assert most(inked, "3,1") > 0.7
    assert most(inked, "1,1") < 0.2


def test_a_layout_without_spaces_is_trouble() -> None:
    with pytest.raises(Trouble, match=r"layout\.json"):
        Grid.of({"grid": {}})


def test_no_taught_board_is_trouble() -> None:
    with pytest.raises(Trouble, match="taught"):
        EmptyBoard(GRID, [])
