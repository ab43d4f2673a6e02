"""Sheets: the written PDF, turned into pixels and photographed, is found again to 0.3 mm."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from tests.vision.tables import SIZE, Camera, Painting
from vision import sheets
from vision.lens import lens_sheet
from vision.markers import find_markers, grey_of
from vision.plane import SurfaceSpec, carry, inverse
from vision.surface import find_surfaces
from vision.trouble import Trouble

DPI = 200.0
PX = DPI / 25.4  # of the printed page, per mm
FOUND_MM = 0.3
Image = NDArray[np.uint8]


def printed(content: bytes) -> Image:
    """The one page of a PDF in pixels."""
    document = pypdfium2.PdfDocument(content)
    assert len(document) == 1
    pixels = document[0].render(scale=DPI / 72).to_numpy()
    return np.ascontiguousarray(pixels[..., :3], np.uint8)


def photographed(
    page: Image, height: float, turn: float, tilt: float, noise: float = 3.0
) -> tuple[Image, Camera, Painting]:
    """The page on a dark table under a camera; its top left corner is the table's."""
    table = Painting(width=page.shape[1] / PX, height=page.shape[0] / PX)
    table.canvas = cv2.resize(
        page, (table.canvas.shape[1], table.canvas.shape[0]), interpolation=cv2.INTER_AREA
    ).astype(np.uint8)
    camera = Camera(height=height, turn=turn, tilt=tilt)
    shaded = camera.photograph(table, noise=noise).astype(np.float32) * np.linspace(0.55, 0.85, SIZE[0])[None, :, None]
    return shaded.astype(np.uint8), camera, table


@pytest.mark.parametrize("make", [sheets.tray, sheets.mat])
@pytest.mark.parametrize(("height", "turn", "tilt"), [(620, 0, 0), (700, 37, 8), (1100, 178, 5), (650, 271, 12)])
def test_a_printed_surface_is_found_again(make: object, height: float, turn: float, tilt: float) -> None:
    content, spec = (sheets.tray(), sheets.TRAY) if make is sheets.tray else (sheets.mat(), sheets.MAT)
    page = printed(content)
    image, camera, table = photographed(page, height, turn, tilt)
    (surface,) = find_surfaces(image, [spec])
    assert surface.markers == spec.markers
    corner = (np.array([table.width, table.height]) - (spec.width_mm, spec.height_mm)) / 2
    truth = carry(camera.homography(table), spec.outline + corner)
    assert np.linalg.norm(surface.to_mm(truth) - spec.outline, axis=1).max() < FOUND_MM
    assert surface.error_mm < FOUND_MM


def test_every_loose_corner_marker_is_printed_at_its_size_with_its_margin() -> None:
    image, camera, table = photographed(printed(sheets.corners()), 760, 90, 3)
    found = find_markers(grey_of(image), shrink=1)
    assert sorted(s.number for s in found) == list(range(4, 28))
    back = inverse(camera.homography(table))
    for sighting in found:
        corners = carry(back, sighting.corners)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        assert np.abs(sides - 24).max() < FOUND_MM
        middle = corners.mean(axis=0)
        for way in np.eye(2).tolist() + (-np.eye(2)).tolist():
            x, y = (middle + np.array(way) * 16.5) * 4
            assert table.canvas[int(y), int(x)].min() > 200, "the white margin reaches 4.5 mm"


def test_the_lens_sheet_is_read_and_true_to_scale() -> None:
    image, camera, table = photographed(printed(sheets.charuco()), 640, 10, 6)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(lens_sheet()).detectBoard(grey_of(image))
    assert len(numbers) == 48
    there, here = lens_sheet().matchImagePoints(list(corners), numbers)
    flat = carry(inverse(camera.homography(table)), np.asarray(here, np.float64)[:, 0])
    board = np.asarray(there, np.float64)[:, 0, :2]
    assert np.abs((flat - flat.mean(axis=0)) - (board - board.mean(axis=0))).max() < FOUND_MM


def test_the_ruler_measures_a_hundred_millimetres() -> None:
    page = printed(sheets.ruler()).min(axis=2)
    start = 11.0  # the ruler begins so far from both edges
    dark = page[round((start + 5.5) * PX)] < 128
    ticks = (np.flatnonzero(dark & ~np.roll(dark, 1)) + np.flatnonzero(dark & ~np.roll(dark, -1)) + 1) / 2 / PX
    assert np.abs(ticks - start).min() < 0.1
    assert np.abs(ticks - start - 100).min() < 0.1
    assert np.diff(ticks[:15]) == pytest.approx(10, abs=0.2)


def test_the_patch_is_black_grey_and_white() -> None:
    page = printed(sheets.patch())
    row = page[round(60 * PX)]
    black, grey, white = (row[round(x * PX)].astype(int) for x in (65, 105, 145))
    assert black.max() < 5
    assert white.min() > 250
    assert grey.max() - grey.min() < 3
    assert 100 < grey.mean() < 135


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("name", list(sheets.SHEETS))
def test_every_sheet_leaves_the_paper_s_edge_white(name: str, paper: str) -> None:
    page = printed(sheets.SHEETS[name](paper, None))
    short, long = sorted(page.shape[:2])
    assert (short / PX, long / PX) == pytest.approx(sheets.PAPERS[paper], abs=0.5)
    rim = round((sheets.UNPRINTABLE_MM - 0.2) * PX)
    inner = page[rim:-rim, rim:-rim]
    assert page.astype(int).sum() - inner.astype(int).sum() == 255 * (page.size - inner.size)


def test_a_paper_too_small_is_refused_with_the_one_that_fits() -> None:
    with pytest.raises(Trouble, match=r"needs 348 x 248 mm of print, more than A4 paper has; print it on A3"):
        sheets.tray("a4", (300, 200))
    with pytest.raises(Trouble, match="choose a smaller one"):
        sheets.tray("a3", (500, 200))
    with pytest.raises(Trouble, match="no paper"):
        sheets.tray("a5")


def test_a_tray_of_another_size_is_found_by_that_size() -> None:
    image, _, _ = photographed(printed(sheets.tray("a3", (300, 200))), 900, 0, 0)
    (surface,) = find_surfaces(image, [SurfaceSpec("dice", 0, 300, 200)])
    assert surface.error_mm < FOUND_MM


def test_the_same_sheet_is_the_same_file() -> None:
    assert sheets.tray() == sheets.tray()
