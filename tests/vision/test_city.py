"""The starting tile found, changes seen whatever the light does, tiles that came to lie in a city."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.city import CityEye, Lattice, Place, triples
from vision.hexes import HexLooks, Sheet, sheet_of, spec_of
from vision.laid import Scene, scene_of
from vision.lessons import read_picture
from vision.markers import Image
from vision.satchel import pack
from vision.surface import find_surfaces

PHOTOS = Path(__file__).parents[1] / "photos" / "akropolis_city"
PLAY = PHOTOS / "play" / "city01_s1"
STARTED = dict.fromkeys(((0, 0), (0, -1), (1, 0), (-1, 1)), 1)
FIRST = ((1, -2), (2, -2), (1, -1))  # where the first tile lies, from the second picture on


@pytest.fixture(scope="module")
def eye() -> CityEye:
    satchel = pack(PHOTOS)
    return CityEye(HexLooks(satchel), satchel.layout)


def sheet(eye: CityEye, picture: Image) -> Sheet:
    return sheet_of(picture, find_surfaces(picture, [eye.looks.spec])[0])


def taken(eye: CityEye, number: int) -> Sheet:
    return sheet(eye, read_picture(PLAY / f"{number:03}.jpg"))


@pytest.fixture(scope="module")
def start(eye: CityEye) -> Sheet:
    return taken(eye, 0)


@pytest.fixture(scope="module")
def middles(eye: CityEye, start: Sheet) -> dict[Place, tuple[float, float]]:
    found = eye.find_start(start)
    assert found is not None
    return {place: (one.x, one.y) for place, one in found[1].items()}


def kinds(eye: CityEye, scene: Scene) -> str:
    assert scene.tile is not None
    return "".join(eye.looks.kinds[int(np.argmin(one.fits))] for one in scene.tile.hexes)


def test_the_starting_tile_is_found_where_it_lies(middles: dict[Place, tuple[float, float]]) -> None:
    assert np.hypot(middles[0, 0][0] - 201.0, middles[0, 0][1] - 157.5) < 2
    assert middles[0, -1][1] < min(middles[1, 0][1], middles[-1, 1][1])


def test_a_surface_without_a_starting_tile_has_none(eye: CityEye, start: Sheet) -> None:
    assert eye.find_start(Sheet(np.full_like(start.lab, 60.0), start.surface)) is None


def test_a_new_tile_is_read_on_its_places(
    eye: CityEye, start: Sheet, middles: dict[Place, tuple[float, float]]
) -> None:
    scene = scene_of(eye, start, taken(eye, 1), middles, STARTED)
    assert scene.tile is not None
    turned = [scene.tile.places[n:] + scene.tile.places[:n] for n in range(3)]
    assert FIRST in turned
    name = kinds(eye, scene)
    assert (name[turned.index(FIRST) :] + name[: turned.index(FIRST)]) == "mbh"
    assert not scene.quiet


def test_the_same_picture_under_other_light_is_quiet(
    eye: CityEye, start: Sheet, middles: dict[Place, tuple[float, float]]
) -> None:
    picture = read_picture(PLAY / "000.jpg").astype(np.float64)
    ramp = np.linspace(0.85, 1.0, picture.shape[1])[None, :, None]
    lit = np.clip(picture * np.array([0.92, 1.0, 1.05]) * ramp, 0, 255).astype(np.uint8)
    assert scene_of(eye, start, sheet(eye, lit), middles, STARTED).quiet


def test_a_knocked_city_is_followed(eye: CityEye, start: Sheet, middles: dict[Place, tuple[float, float]]) -> None:
    shift = np.array([[1, 0, 4.0], [0, 1, -5.0]])  # px of the sheet: 2 and -2.5 mm, all of it
    moved = cv2.warpAffine(start.lab, shift, start.lab.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    scene = scene_of(eye, start, Sheet(np.asarray(moved, np.float32), start.surface), middles, STARTED)
    assert scene.tile is None
    assert not scene.doubtful
    assert scene.hexes[0, 0].x - middles[0, 0][0] == pytest.approx(2.0, abs=0.6)
    assert scene.hexes[0, 0].y - middles[0, 0][1] == pytest.approx(-2.5, abs=0.6)


def test_what_covers_a_hex_makes_it_doubtful(
    eye: CityEye, start: Sheet, middles: dict[Place, tuple[float, float]]
) -> None:
    picture = read_picture(PLAY / "000.jpg")
    surface = find_surfaces(picture, [eye.looks.spec])[0]
    x, y = middles[1, 0]
    (px, py), scale = surface.to_picture(np.array([[x, y]]))[0], surface.px_per_mm
    cv2.circle(picture, (round(px), round(py)), round(14 * scale), (70, 90, 140), -1)
    scene = scene_of(eye, start, sheet(eye, picture), middles, STARTED)
    assert scene.tile is None
    assert (1, 0) in scene.doubtful
    assert not {(0, 0), (0, -1), (-1, 1)} & set(scene.doubtful)


def test_a_tile_crooked_on_the_table_is_strange(
    eye: CityEye, start: Sheet, middles: dict[Place, tuple[float, float]]
) -> None:
    picture = read_picture(PLAY / "001.jpg")
    surface = find_surfaces(picture, [eye.looks.spec])[0]
    lattice = Lattice.through(middles, eye.pitch)
    middle = surface.to_picture(lattice.mm(FIRST).mean(axis=0)[None])[0]
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), 28, 1.0)
    matrix[:, 2] += (surface.to_picture(np.array([[100.0, 100.0], [108.0, 92.0]]))[[1, 0]] * [[1, 1], [-1, -1]]).sum(0)
    turned = cv2.warpAffine(picture, matrix, picture.shape[1::-1])
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(mask, (round(middle[0]), round(middle[1])), round(37 * surface.px_per_mm), (1,), -1)
    mask = np.asarray(cv2.warpAffine(mask, matrix, picture.shape[1::-1]), np.uint8)
    crooked = np.where(mask[..., None] > 0, turned, read_picture(PLAY / "000.jpg")).astype(np.uint8)
    scene = scene_of(eye, start, sheet(eye, crooked), middles, STARTED)
    assert scene.tile is None
    assert scene.strange


def test_three_places_round_a_point_are_named_clockwise() -> None:
    assert triples([(0, 0), (0, -1), (1, -1), (3, 3)]) == [((0, 0), (0, -1), (1, -1))]
    assert triples([(0, 0), (1, -1), (1, 0)]) == [((0, 0), (1, -1), (1, 0))]
    lattice = Lattice.laid(np.zeros(2), 0.3, 30.0)
    a, b, c = lattice.mm(((0, 0), (0, -1), (1, -1)))
    assert (b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0] > 0


def test_a_lattice_goes_through_what_was_measured() -> None:
    true = Lattice.laid(np.array([100.0, 80.0]), 0.4, 33.0)
    places = [(0, 0), (1, 0), (0, 1), (-1, 2), (2, -2)]
    seen = {place: (float(x), float(y)) for place, (x, y) in zip(places, true.mm(places), strict=True)}
    found = Lattice.through(seen, 33.0)
    assert np.allclose(found.mm(places), true.mm(places), atol=0.01)


def test_every_place_on_the_surface_is_looked_at(eye: CityEye) -> None:
    lattice = Lattice.laid(np.array([190.0, 150.0]), 0.0, eye.pitch)
    places = eye.places(lattice)
    spec = spec_of({"surface": {"name": "city", "first_marker": 8, "width_mm": 370, "height_mm": 290}})
    area = spec.width_mm * spec.height_mm / (eye.pitch**2 * np.sqrt(3) / 2)
    assert 0.8 * area < len(places) <= area + 5
    assert (0, 0) in places
