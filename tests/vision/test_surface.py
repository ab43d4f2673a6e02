"""Surfaces: found by the markers that agree, refused with advice otherwise, and followed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import BOARD, TRAY, Camera, Painting, photo
from vision.plane import Surface, SurfaceSpec, carry
from vision.surface import find_surfaces, follow
from vision.trouble import Trouble

AT = (110.0, 85.0)  # the tray on the painted table
CAMERA = Camera(turn=20, tilt=6)


def off_mm(surface: Surface, camera: Camera, painting: Painting, at: tuple[float, float] = AT) -> float:
    """How far the found surface's corners lie from the true ones."""
    truth = carry(camera.homography(painting), surface.spec.outline + np.array(at))
    return float(np.linalg.norm(surface.to_mm(truth) - surface.spec.outline, axis=1).max())


@pytest.mark.parametrize("turn", [0, 33, 90, 181, 265])
def test_a_surface_is_found_at_any_turn_by_all_its_corners(turn: int) -> None:
    painting, camera = Painting(), Camera(turn=turn, tilt=5)
    painting.surface(TRAY, AT)
    (tray,) = find_surfaces(camera.photograph(painting), [TRAY])
    assert tray.markers == (0, 1, 2, 3)
    assert off_mm(tray, camera, painting) < 0.15
    assert tray.error_mm < 0.2
    assert tray.px_per_mm == pytest.approx(1800 / 520, rel=0.05)


@pytest.mark.parametrize("hidden", TRAY.markers)
def test_one_marker_of_the_four_may_be_hidden(hidden: int) -> None:
    painting = Painting()
    painting.surface(TRAY, AT, without=hidden)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert tray.markers == tuple(n for n in TRAY.markers if n != hidden)
    assert off_mm(tray, CAMERA, painting) < 0.6


def test_two_markers_are_too_few_and_the_advice_names_the_others() -> None:
    painting = Painting()
    for number in (0, 2):
        x, y = TRAY.marker_corners(number)[0]
        painting.marker(number, (AT[0] + float(x), AT[1] + float(y)))
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert not tray.seen
    assert "1 (top right)" in tray.advice
    assert "3 (bottom left)" in tray.advice
    with pytest.raises(Trouble, match="uncover"):
        tray.to_mm(np.array([[0.0, 0.0]]))


def test_a_bare_table_says_that_no_marker_is_in_the_picture() -> None:
    (tray,) = find_surfaces(CAMERA.photograph(Painting()), [TRAY])
    assert "none of its markers 0 to 3" in tray.advice


@pytest.mark.parametrize("seed", range(4))
def test_loose_markers_a_millimetre_off_are_all_used(seed: int) -> None:
    painting = Painting()
    painting.surface(TRAY, AT, loose=1.0, seed=seed)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert tray.markers == (0, 1, 2, 3)
    assert off_mm(tray, CAMERA, painting) < 2.0
    assert 0.05 < tray.error_mm < 1.5


def test_two_surfaces_are_found_in_one_picture() -> None:
    painting, camera = Painting(width=640, height=300), Camera(height=850)
    painting.surface(TRAY, (60, 75))
    painting.surface(BOARD, (340, 60))
    tray, board = find_surfaces(camera.photograph(painting), [TRAY, BOARD])
    assert off_mm(tray, camera, painting, (60, 75)) < 0.3
    assert off_mm(board, camera, painting, (340, 60)) < 0.3


def test_a_marker_that_does_not_fit_the_others_is_left_out_and_named() -> None:
    painting = Painting()
    painting.surface(TRAY, AT, without=1)
    x, y = TRAY.marker_corners(1)[0]
    painting.marker(1, (AT[0] + float(x) + 30, AT[1] + float(y) + 18), turn=25)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert tray.markers == (0, 2, 3)
    assert [(left.number, left.reason) for left in tray.left_out] == [(1, "marker 1 does not fit the others")]
    assert off_mm(tray, CAMERA, painting) < 0.6


@pytest.mark.parametrize("hidden", [None, 3])
def test_art_that_looks_like_a_marker_is_left_out_as_seen_twice(hidden: int | None) -> None:
    painting = Painting()
    painting.surface(TRAY, AT, without=hidden)
    painting.marker(2, (AT[0] + 70, AT[1] + 60), turn=10, side=18)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert tray.markers == tuple(n for n in TRAY.markers if n != hidden)
    assert [(left.number, left.reason) for left in tray.left_out] == [(2, "marker 2 is seen twice")]
    where = carry(CAMERA.homography(painting), np.array([[AT[0] + 77.5, AT[1] + 70.0]]))[0]
    assert np.hypot(tray.left_out[0].x - where[0], tray.left_out[0].y - where[1]) < 12
    assert off_mm(tray, CAMERA, painting) < 0.6


def test_a_foreign_marker_is_named_and_changes_nothing() -> None:
    painting = Painting()
    painting.surface(TRAY, AT)
    painting.marker(37, (AT[0] + 90, AT[1] + 60))
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert tray.markers == (0, 1, 2, 3)
    assert [left.reason for left in tray.left_out] == ["marker 37 belongs to no surface in use"]


def test_two_sheets_of_the_same_markers_are_refused() -> None:
    painting, camera = Painting(width=560, height=300), Camera(height=800)
    painting.surface(TRAY, (40, 75))
    painting.surface(TRAY, (310, 75))
    (tray,) = find_surfaces(camera.photograph(painting), [TRAY])
    assert not tray.seen
    assert "twice" in tray.advice


def test_markers_in_the_wrong_order_are_refused() -> None:
    painting = Painting()
    for number, place in ((0, 1), (1, 0), (2, 3), (3, 2)):
        x, y = TRAY.marker_corners(place)[0]
        painting.marker(number, (AT[0] + float(x), AT[1] + float(y)))
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    assert not tray.seen
    assert "do not agree" in tray.advice


def test_the_surface_seen_from_above_shows_things_at_their_millimetres() -> None:
    painting = Painting()
    painting.surface(TRAY, AT)
    x, y = (round((AT[0] + 50) * 4), round((AT[1] + 30) * 4))
    painting.canvas[y - 8 : y + 8, x - 8 : x + 8] = (0, 0, 255)
    (tray,) = find_surfaces(CAMERA.photograph(painting, noise=0), [TRAY])
    for scale, margin in ((4.0, 0.0), (4.0, 20.0), (1.5, 10.0)):
        flat = tray.rectify(CAMERA.photograph(painting, noise=0), scale, margin)
        assert flat.shape[:2] == (round((150 + 2 * margin) * scale), round((200 + 2 * margin) * scale))
        rows, columns = np.nonzero((flat[..., 2] > 140) & (flat[..., 0] < 60))
        place = (np.array([columns.mean(), rows.mean()]) + 0.5) / scale - margin
        assert np.abs(place - (50, 30)).max() < 0.3


def test_to_millimetres_and_back_is_the_same_place() -> None:
    painting = Painting()
    painting.surface(TRAY, AT)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    points: NDArray[np.float64] = np.array([[3.0, 7.0], [190.0, 140.0], [-20.0, 75.0]])
    assert np.allclose(tray.to_mm(tray.to_picture(points)), points)


@pytest.mark.parametrize(
    "camera", [Camera(height=700, focal=2300), Camera(tilt=9, turn=40), Camera(height=700, focal=2300, tilt=5)]
)
def test_the_camera_is_placed_over_the_surface(camera: Camera) -> None:
    painting = Painting()
    painting.surface(TRAY, AT)
    (tray,) = find_surfaces(camera.photograph(painting), [TRAY])
    x, y, height = camera.eye(painting) - np.array([*AT, 0])
    assert tray.eye.height == pytest.approx(height, rel=0.25)
    assert np.hypot(tray.eye.x - x, tray.eye.y - y) < 30
    feet = np.array([[20.0, 20.0], [180.0, 130.0]])
    assert np.allclose(tray.eye.stands(tray.eye.appears(feet, 16), 16), feet)
    true_tops = np.array([x, y]) + (feet - np.array([x, y])) * height / (height - 16)
    assert np.abs(tray.eye.appears(feet, 16) - true_tops).max() < 1.5
    assert np.allclose(tray.project(feet, 16), tray.to_picture(tray.eye.appears(feet, 16)))


def test_a_surface_is_followed_through_bumps_and_a_hidden_marker() -> None:
    painting = Painting()
    painting.surface(TRAY, AT)
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    for shift, without in (((0.0, 0.0), None), ((2.0, -1.5), None), ((5.0, 3.0), 2), ((5.0, 3.0), None)):
        bumped = Painting()
        at = (AT[0] + shift[0], AT[1] + shift[1])
        bumped.surface(TRAY, at, without=without)
        tray = follow(tray, CAMERA.photograph(bumped, seed=3))
        assert tray.markers == tuple(n for n in TRAY.markers if n != without)
        assert off_mm(tray, CAMERA, bumped, at) < 0.6


def test_a_surface_carried_elsewhere_is_found_anew_and_one_taken_away_is_not_seen() -> None:
    painting, elsewhere = Painting(), Painting()
    painting.surface(TRAY, AT)
    elsewhere.surface(TRAY, (150.0, 120.0))
    (tray,) = find_surfaces(CAMERA.photograph(painting), [TRAY])
    carried = follow(tray, CAMERA.photograph(elsewhere))
    assert off_mm(carried, CAMERA, elsewhere, (150.0, 120.0)) < 0.3
    assert not follow(tray, CAMERA.photograph(Painting())).seen


def test_photographs_of_the_sets_are_found_with_what_is_wrong_in_them_named() -> None:
    (tray,) = find_surfaces(photo("tray.jpg"), [TRAY])
    assert tray.markers == (0, 1, 2, 3)
    assert tray.error_mm < 0.3
    (tray,) = find_surfaces(photo("tray_hand.jpg"), [TRAY])
    assert tray.markers == (0, 2, 3)
    (city,) = find_surfaces(photo("city_twice.jpg"), [SurfaceSpec("city", 16, 380, 300)])
    assert city.markers == (17, 18, 19)
    assert [left.number for left in city.left_out] == [17]
    (turned,) = find_surfaces(photo("city_turned.jpg"), [SurfaceSpec("city", 16, 230, 200)])
    assert turned.markers == (16, 17, 18, 19)
    top = turned.to_picture(np.array([[0.0, 0.0], [230.0, 0.0]]))
    assert abs(top[1, 1] - top[0, 1]) > 5 * abs(top[1, 0] - top[0, 0])
