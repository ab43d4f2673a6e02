"""Loose tiles found, overlapping ones and those under a hand noticed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.hexes import HexLooks, sheet_of
from vision.lessons import read_picture
from vision.markers import Image
from vision.satchel import pack
from vision.surface import find_surfaces
from vision.tiles import Found, Tile, TileFinder, _best_set, common

PHOTOS = Path(__file__).parents[1] / "photos" / "akropolis_site"
PLAY = PHOTOS / "play" / "site01_s1"


@pytest.fixture(scope="module")
def finder() -> TileFinder:
    return TileFinder(HexLooks(pack(PHOTOS)))


def find(finder: TileFinder, picture: Image) -> Found:
    return finder.find(sheet_of(picture, find_surfaces(picture, [finder.looks.spec])[0]))


def ring(finder: TileFinder, tile: Tile) -> str:
    name = "".join(finder.looks.kinds[int(np.argmin(one.fits))] for one in tile.hexes)
    return min(name[n:] + name[:n] for n in range(len(name)))


def test_tiles_are_found_from_left_to_right_and_read_clockwise(finder: TileFinder) -> None:
    found = find(finder, read_picture(PLAY / "000.jpg"))
    assert [ring(finder, tile) for tile in found.tiles] == ["Hqq", "mtq", "Ghq", "Thm", "qqt", "Hqq"]
    assert all(tile.clear for tile in found.tiles)
    assert found.hidden == ()


def test_a_mirror_image_is_another_tile(finder: TileFinder) -> None:
    picture = read_picture(PLAY / "007.jpg")
    surface = find_surfaces(picture, [finder.looks.spec])[0]
    seen = sheet_of(picture, surface)
    mirrored = type(seen)(np.ascontiguousarray(seen.lab[:, ::-1]), surface)
    straight = [ring(finder, tile) for tile in finder.find(seen).tiles]
    assert straight == ["Tqq", "gmh", "Bmh"]
    assert [ring(finder, tile) for tile in finder.find(mirrored).tiles] == ["Bhm", "ghm", "Tqq"]


def test_tiles_that_lie_on_each_other_are_not_clear(finder: TileFinder) -> None:
    found = find(finder, read_picture(PLAY / "004.jpg"))
    assert len(found.tiles) == 6
    assert [n for n, tile in enumerate(found.tiles, 1) if not tile.clear][:2] == [2, 3]
    assert found.tiles[0].clear
    assert found.tiles[5].clear


def test_a_tile_under_a_hand_keeps_its_place_and_is_not_clear(finder: TileFinder) -> None:
    found = find(finder, read_picture(PLAY / "003.jpg"))
    assert [tile.clear for tile in found.tiles] == [False, True, True]


def test_what_covers_a_whole_tile_may_hide_one(finder: TileFinder) -> None:
    picture = read_picture(PLAY / "007.jpg")
    surface = find_surfaces(picture, [finder.looks.spec])[0]
    corners = surface.to_picture(np.array([[245.0, 2.0], [325.0, 2.0], [325.0, 90.0], [245.0, 90.0]]))
    covered = cv2.fillConvexPoly(picture.copy(), np.rint(corners).astype(np.int32), (60, 60, 60))
    found = find(finder, np.asarray(covered, np.uint8))
    assert len(found.hidden) == 1
    assert 265 < found.hidden[0] < 305
    assert [ring(finder, tile) for tile in found.tiles if tile.clear] == ["Tqq", "gmh", "Bmh"]


def test_a_bare_surface_has_no_tiles(finder: TileFinder) -> None:
    picture = read_picture(PLAY / "007.jpg")
    surface = find_surfaces(picture, [finder.looks.spec])[0]
    corners = surface.to_picture(surface.spec.outline + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * 2.0)
    bare = cv2.fillConvexPoly(picture.copy(), np.rint(corners).astype(np.int32), (190, 195, 200))
    found = find(finder, np.asarray(bare, np.uint8))
    assert found == Found(())


def test_the_set_that_explains_most_is_chosen() -> None:
    clash = [[True, True, True], [True, True, False], [True, False, True]]
    assert sorted(_best_set([5.0, 3.0, 3.0], clash)) == [1, 2]
    assert _best_set([7.0, 3.0, 3.0], clash) == [0]
    assert _best_set([], []) == []


def test_what_many_places_look_like_is_common() -> None:
    places = np.zeros((100, 4), np.float32)
    places[50:] = 10
    looks = np.array([[0, 0, 0, 0], [5, 5, 5, 5]], np.float32)
    assert common(looks, places).tolist() == [0, 100]
