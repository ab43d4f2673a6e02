"""Light: paper as the white reference, what is clipped or too dark, focus, and saying when the light has changed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import TRAY, Camera, Painting, photo
from vision.light import Light, change, clipped, comparable, drifted, measure, said, too_dark
from vision.surface import find_surfaces
from vision.trouble import Trouble

Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def tray() -> Image:
    return photo("tray.jpg")


def lit(image: Image, blue: float, green: float, red: float) -> Image:
    return np.asarray(np.clip(image * np.array([blue, green, red]), 0, 255), np.uint8)


def light_of(image: Image) -> Light:
    return measure(image, find_surfaces(image, [TRAY])[0])


def test_pictures_under_different_light_become_comparable(tray: Image) -> None:
    warm = lit(tray, 0.7, 0.95, 1.15)
    first, second = comparable(tray, light_of(tray)), comparable(warm, light_of(warm))
    middle = np.s_[200:600:7, 200:800:7]
    assert np.abs(tray[middle].astype(int) - warm[middle]).mean() > 15
    assert np.abs(first[middle].astype(int) - second[middle]).mean() < 4
    assert np.allclose(light_of(first).paper, 225, atol=4)


def test_the_paper_is_measured_though_a_hand_covers_one_marker() -> None:
    hand = light_of(photo("tray_hand.jpg"))
    assert change(light_of(photo("tray.jpg")), hand) < 0.2


def test_a_change_of_light_is_said_with_how_and_a_small_one_only_drifts(tray: Image) -> None:
    before = light_of(tray)
    assert said(before, before) == ""
    assert said(before, light_of(lit(tray, 1.15, 1.15, 1.15))) == ""
    assert drifted(before, light_of(lit(tray, 1.15, 1.15, 1.15)))
    assert not drifted(before, light_of(lit(tray, 1.03, 1.03, 1.03)))
    assert "darker" in said(before, light_of(lit(tray, 0.6, 0.6, 0.6)))
    assert "brighter" in said(before, light_of(lit(tray, 1.45, 1.45, 1.45)))
    assert "another colour" in said(before, light_of(lit(tray, 0.7, 1.0, 1.2)))


def test_a_picture_too_bright_or_too_dark_has_advice(tray: Image) -> None:
    assert light_of(tray).advice == ""
    assert "too bright" in light_of(lit(tray, 2.4, 2.4, 2.4)).advice
    assert "too dark" in Light((40, 45, 50), 0.8).advice


def test_clipped_and_dark_regions_are_known() -> None:
    image = np.full((4, 6, 3), 120, np.uint8)
    image[0, 0], image[1, 1], image[2, 2], image[3, 3] = (255, 255, 255), (10, 255, 10), (3, 3, 3), (3, 3, 90)
    assert [tuple(p) for p in np.argwhere(clipped(image))] == [(0, 0), (1, 1)]
    assert [tuple(p) for p in np.argwhere(too_dark(image))] == [(2, 2)]


def test_focus_is_measured_in_millimetres_whatever_the_size_of_the_picture() -> None:
    painting, camera = Painting(), Camera()
    painting.surface(TRAY, (110, 85))
    image = camera.photograph(painting)
    half = cv2.resize(cv2.GaussianBlur(image, (0, 0), 0.5), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    large = cv2.resize(image, None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC)
    sharp = [light_of(np.asarray(p, np.uint8)) for p in (image, half, large)]
    assert all(light.sharp for light in sharp)
    assert max(light.edge_mm for light in sharp) < 2.2 * min(light.edge_mm for light in sharp)
    for picture in (image, half, large):
        spread = 0.9 * picture.shape[1] / 460  # the same in mm for all three
        blurred = light_of(cv2.GaussianBlur(picture, (0, 0), spread).astype(np.uint8))
        assert not blurred.sharp
        assert "blurred" in blurred.advice


def test_an_unseen_surface_has_no_light() -> None:
    bare = Camera().photograph(Painting())
    with pytest.raises(Trouble, match="not seen"):
        light_of(bare)
