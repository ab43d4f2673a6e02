"""A known face is found again where it lies, and a slant is seen as one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.laying import SLANTED, Stencil, lay
from vision.placing import SIDE_PX, Matrix, Placing, cut
from vision.tray import FINE, Floats


def drawing() -> Floats:
    """A face with a print that reads in one turn only."""
    face = np.full((200, 200, 3), 0.9, np.float32)
    cv2.rectangle(face, (50, 40), (90, 160), (0.2, 0.3, 0.7), -1)
    cv2.rectangle(face, (90, 130), (150, 160), (0.2, 0.3, 0.7), -1)
    cv2.circle(face, (140, 70), 22, (0.6, 0.2, 0.2), -1)
    return np.asarray(cv2.resize(face, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), np.float32)


def lying(face: Floats, matrix: Matrix) -> Floats:
    """A tray of 60 x 60 mm with its apron in which the face lies."""
    ground = np.full((92 * FINE, 92 * FINE, 3), 0.5, np.float32)
    to_px = np.array([[FINE, 0, 16 * FINE - 0.5], [0, FINE, 16 * FINE - 0.5], [0, 0, 1]])
    from_patch = np.array([[1 / SIDE_PX, 0, 0.5 / SIDE_PX - 0.5], [0, 1 / SIDE_PX, 0.5 / SIDE_PX - 0.5], [0, 0, 1]])
    whole = (to_px @ np.vstack([matrix, [0, 0, 1]]) @ from_patch)[:2]
    cv2.warpAffine(face, whole, ground.shape[1::-1], ground, borderMode=cv2.BORDER_TRANSPARENT)
    return ground


@pytest.mark.parametrize("turn", [3.0, 77.0, 191.0, 302.0])
def test_it_settles_exactly_from_a_rough_start(turn: float) -> None:
    face = drawing()
    tray = lying(face, Placing(31.4, 27.8, turn, 16.5).matrix())
    laid = lay(tray, FINE, Stencil(face), Placing(30.8, 28.3, turn + 5, 16.5).matrix())
    assert laid.placing.x == pytest.approx(31.4, abs=0.15)
    assert laid.placing.y == pytest.approx(27.8, abs=0.15)
    assert (laid.placing.turn - turn + 180) % 360 - 180 == pytest.approx(0, abs=1)
    assert laid.likeness > 0.95


@pytest.mark.parametrize("squeezed", [1.0, 0.8])
def test_a_slanted_face_is_measured_as_slanted(squeezed: float) -> None:
    face = drawing()
    placed = Placing(30, 30, 20, 16.5).matrix()
    tray = lying(face, placed @ np.diag([1, squeezed, 1]))
    stencil = Stencil(face)
    laid = lay(tray, FINE, stencil, lay(tray, FINE, stencil, placed).matrix, SLANTED, rough=False)
    long, short = laid.stretch
    assert short / long == pytest.approx(squeezed, abs=0.05)


def test_another_print_is_not_alike() -> None:
    face = drawing()
    tray = lying(np.ascontiguousarray(face[:, ::-1]), Placing(30, 30, 0, 16.5).matrix())
    best = max(
        lay(tray, FINE, Stencil(face), Placing(30, 30, turn, 16.5).matrix()).likeness for turn in range(0, 360, 15)
    )
    assert best < 0.85


def test_what_is_cut_out_is_what_lies_there() -> None:
    face = drawing()
    matrix = Placing(30, 30, 40, 16.5).matrix()
    inner = slice(4, -4)
    assert np.abs(cut(lying(face, matrix), FINE, matrix) - face)[inner, inner].mean() < 0.03
