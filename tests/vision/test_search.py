"""Faces looked for from afar: each at the place and the turn where it is most alike."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_laying import drawing, lying
from vision.finds import PLAINLY, Faces, _closely
from vision.placing import Placing
from vision.plane import SurfaceSpec
from vision.pose import Eye
from vision.search import Guess, Hit, Spot, around, each_face
from vision.tray import Floats, Tray

SIZE, HEIGHT = 16.0, 600.0
GROWN = SIZE * HEIGHT / (HEIGHT - SIZE)


def other() -> Floats:
    """A print unlike the drawing."""
    face = np.full((40, 40, 3), 0.9, np.float32)
    cv2.circle(face, (20, 20), 8, (0.1, 0.6, 0.1), 3)
    return face


def tray_with(face: Floats, at: Placing) -> Tray:
    picture = np.asarray(np.clip(lying(face, at.matrix()) * 255, 0, 255), np.uint8)
    return Tray(
        SurfaceSpec("dice", 0, 60.0, 60.0), picture, np.array([[0.0, 0.0, 255.0, 255.0, 255.0]]), Eye(30, 30, HEIGHT)
    )


@pytest.mark.parametrize("turn", [0.0, 140.0])
def test_each_face_is_placed_by_itself(turn: float) -> None:
    tray = tray_with(drawing(), Placing(31.0, 28.0, turn, GROWN))
    faces = Faces([other(), drawing()], SIZE)
    hits = each_face(tray, faces.at_size(GROWN), around(tray, [Spot(33.0, 26.0, 1.0)], 4))
    assert [hit.guesses[0].face for hit in hits] == [0, 1]
    mine = hits[1]
    assert np.hypot(mine.x - 31.0, mine.y - 28.0) < 1.5
    assert abs((mine.guesses[0].turn - turn + 180) % 360 - 180) <= 10
    assert mine.likeness > hits[0].likeness


def test_nowhere_to_look_is_no_face() -> None:
    tray = tray_with(drawing(), Placing(31.0, 28.0, 0.0, GROWN))
    assert each_face(tray, Faces([drawing()], SIZE).at_size(GROWN), np.zeros(tray.coarse.shape[:2], np.bool_)) == []


def test_a_face_guessed_the_wrong_way_about_is_turned() -> None:
    face = drawing()
    even = np.asarray((face + np.rot90(face, 2)) / 2, np.float32)  # the same turned about, but for a faint mark
    even[5:13, 14:26] = (0.5, 0.1, 0.1)
    tray = tray_with(even, Placing(30.0, 30.0, 200.0, GROWN))
    found = _closely(tray, Faces([even, other()], SIZE), Hit(30.0, 30.0, (Guess(0, 20.0, 0.9),)), GROWN)
    assert found.face == 0
    assert found.likeness > PLAINLY
    assert abs((found.placing.turn - 200.0 + 180) % 360 - 180) < 3
