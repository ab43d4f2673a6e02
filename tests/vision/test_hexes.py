"""Hexes told apart by their looks, however they are turned and under other light."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.hexes import HexLooks, Sheet, sampled, sheet_of, to_lab
from vision.markers import Image
from vision.satchel import Satchel, pack
from vision.surface import find_surfaces

PHOTOS = Path(__file__).parents[1] / "photos" / "akropolis_site"


@pytest.fixture(scope="module")
def satchel() -> Satchel:
    return pack(PHOTOS)


@pytest.fixture(scope="module")
def looks(satchel: Satchel) -> HexLooks:
    return HexLooks(satchel)


def sheet(looks: HexLooks, picture: Image) -> Sheet:
    return sheet_of(picture, find_surfaces(picture, [looks.spec])[0])


def kinds(looks: HexLooks, sheet: Sheet, places: list[list[float]]) -> str:
    fits = looks.fits(looks.rings(sheet, np.array(places)))
    return "".join(looks.kinds[int(fit.argmin())] for fit in fits)


def test_every_kind_of_the_copy_is_learnt(looks: HexLooks) -> None:
    assert "".join(looks.kinds) == "BGHMTbghmqt"


def test_a_picture_that_was_not_taught_is_read(satchel: Satchel) -> None:
    untold = satchel.entries[3]
    others = HexLooks(replace(satchel, entries=satchel.entries[:3]))
    seen = sheet(others, satchel.picture(str(untold["file"])))
    tiles = [tile for tile in untold["tiles"] if "M" not in tile["hexes"]]  # taught once more only
    assert [kinds(others, seen, tile["mm"]) for tile in tiles] == [tile["hexes"] for tile in tiles]


@pytest.mark.parametrize("colour", [(0.8, 1.0, 1.1), (0.6, 0.6, 0.6), (1.1, 1.0, 0.8)])
def test_light_of_another_colour_changes_nothing(
    satchel: Satchel, looks: HexLooks, colour: tuple[float, float, float]
) -> None:
    entry = satchel.entries[2]
    lit = np.clip(satchel.picture(str(entry["file"])) * np.array(colour), 0, 255).astype(np.uint8)
    assert [kinds(looks, sheet(looks, lit), tile["mm"]) for tile in entry["tiles"]] == [
        tile["hexes"] for tile in entry["tiles"]
    ]


def test_turning_a_hex_changes_nothing(looks: HexLooks) -> None:
    rng = np.random.default_rng(2)
    art = np.asarray(cv2.GaussianBlur(rng.uniform(0, 255, (81, 81, 3)), (0, 0), 4), np.float32)
    turned = np.asarray(cv2.warpAffine(art, cv2.getRotationMatrix2D((40, 40), 75, 1), (81, 81)), np.float32)
    middle = np.array([[40.0, 40.0]], np.float32)
    rings = [sampled(to_lab(image), middle, 80.0) for image in (art, turned)]
    fits = [looks.fits(ring) for ring in rings]
    assert np.allclose(fits[0], fits[1], rtol=0.1)
    likeness = [looks.likeness(ring) for ring in rings]
    assert np.allclose(likeness[0], likeness[1], atol=0.05)


def test_what_is_no_hex_is_unlike_all(looks: HexLooks) -> None:
    rng = np.random.default_rng(3)
    blob = to_lab(np.asarray(cv2.GaussianBlur(rng.uniform(0, 255, (81, 81, 3)), (0, 0), 3), np.float32))
    rings = sampled(blob, np.array([[40.0, 40.0]], np.float32), 68.0)
    assert float(looks.doubts(rings).min()) > 700
