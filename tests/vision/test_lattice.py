"""The pips of a face are measured: its place, turn and size, and that a slanted face is not flat."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.bodies import Body
from vision.lattice import PATTERNS, measure
from vision.pip_dice import Pips, _leaning
from vision.placing import Placing
from vision.plane import SurfaceSpec
from vision.pose import Eye
from vision.tray import APRON_MM, FINE, Tray

AT = Placing(60.0, 50.0, 20.0, 16.0)
NEAR = Placing(61.0, 49.2, 33.0, 17.5)  # about as well as the finder knows it
TURN = 3  # degrees by which a body's edges may tell a turn that pips do not


def painted(*dice: tuple[int, Placing], low: float = 1.0) -> Tray:
    """A tray seen from straight above with faces painted on it, `low` of their width along one side."""
    spec = SurfaceSpec("dice", 0, 200.0, 150.0)
    shape = (round((150 + 2 * APRON_MM) * FINE), round((200 + 2 * APRON_MM) * FINE), 3)
    picture = np.full(shape, (60, 110, 70), np.uint8)
    for value, placing in dice:
        matrix = (placing.matrix() + np.array([0, 0, APRON_MM])) * FINE
        squeeze = np.array([low, 1.0])
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * squeeze
        cv2.fillConvexPoly(picture, np.rint(_at(matrix, corners)).astype(np.int32), (40, 40, 200), cv2.LINE_AA)
        for pip in PATTERNS[value] * 0.25:
            ring = np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 24)]) * 0.09
            cv2.fillConvexPoly(
                picture, np.rint(_at(matrix, (pip + ring) * squeeze)).astype(np.int32), (240, 240, 240), cv2.LINE_AA
            )
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)
    return Tray(spec, blurred, np.array([[0.0, 0.0, 255.0, 255.0, 255.0]]), Eye(100.0, 75.0, 600.0))


def _at(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return np.asarray(np.column_stack([points, np.ones(len(points))]) @ matrix.T - 0.5)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_flat_face_is_measured(value: int) -> None:
    lattice = measure(painted((value, AT)), NEAR, value)
    assert lattice is not None
    assert lattice.flat
    assert lattice.exact == (value > 1)
    found = lattice.placing
    assert np.hypot(found.x - AT.x, found.y - AT.y) < 0.3
    assert abs((found.turn - AT.turn + 45) % 90 - 45) < (1 if value > 1 else TURN)
    assert abs(found.size - AT.size) < (0.8 if value > 1 else 1.2)


@pytest.mark.parametrize("value", [4, 5])
def test_a_slanted_face_is_not_flat(value: int) -> None:
    lattice = measure(painted((value, AT), low=0.9), NEAR, value)
    assert lattice is not None
    assert not lattice.flat


@pytest.mark.parametrize(("shown", "said"), [(2, 3), (3, 2), (4, 5), (5, 6), (6, 5), (1, 2)])
def test_a_face_without_the_pips_it_is_said_to_have_is_not_measured(shown: int, said: int) -> None:
    assert measure(painted((shown, AT)), NEAR, said) is None


def lying(tray: Tray, value: int, placing: Placing) -> Pips:
    lattice = measure(tray, placing, value)
    assert lattice is not None
    return Pips(Body(lattice.placing, lattice.placing.size), 1.0, 1.0, (0.0,) * 6, lattice)


@pytest.mark.parametrize(
    ("value", "gap", "leaning"), [(4, 0.0, False), (4, 3.0, True), (4, 12.0, False), (1, 0.0, True)]
)
def test_a_die_may_lean_where_something_shows_between_it_and_another(value: int, gap: float, leaning: bool) -> None:
    left, right = Placing(90.0, 75.0, 0.0, 16.0), Placing(106.0 + gap, 75.0, 0.0, 16.0)
    tray = painted((5, left), (value, right))
    one, other = lying(tray, 5, left), lying(tray, value, right)
    assert _leaning(tray, one, other) == _leaning(tray, other, one) == leaning
