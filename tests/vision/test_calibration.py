"""The lens: calibrated from the printed sheet, kept in a file, and better than none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import SIZE, TRAY, Camera, Painting
from vision.calibration import calibrate, load_lens, save_lens
from vision.lens import Lens, lens_sheet
from vision.plane import carry
from vision.surface import find_surfaces
from vision.trouble import Trouble

BENT = Lens(SIZE, (1300.0, 1300.0), (SIZE[0] / 2 - 0.5, SIZE[1] / 2 - 0.5), (-0.12, 0.03, 0.0, 0.0, 0.0))
VIEWS = [
    (turn, tilt, height) for turn, tilt in ((0, 0), (20, 20), (80, 25), (170, 22), (250, 25)) for height in (230, 300)
]


@pytest.fixture(scope="module")
def pictures() -> list[NDArray[np.uint8]]:
    sheet = Painting(width=260, height=200)
    board = lens_sheet().generateImage((9 * 104, 7 * 104), marginSize=0)
    sheet.canvas[:] = 235
    top, left = (sheet.canvas.shape[0] - 728) // 2, (sheet.canvas.shape[1] - 936) // 2
    sheet.canvas[top : top + 728, left : left + 936] = np.asarray(board)[..., None] * (210 / 255) + 25
    return [Camera(h, turn, tilt, 1300.0, BENT).photograph(sheet, seed=i) for i, (turn, tilt, h) in enumerate(VIEWS)]


def test_a_bent_lens_is_measured_from_its_pictures_and_makes_surfaces_straight(
    pictures: list[NDArray[np.uint8]],
) -> None:
    lens = calibrate(pictures)
    assert lens.focal[0] == pytest.approx(1300, rel=0.02)
    far = np.array([[40.0, 30.0], [1560.0, 1160.0], [800.0, 60.0]])
    assert np.abs(lens.straighten(far) - BENT.straighten(far)).max() < 4
    painting, camera = Painting(), Camera(430, 12, 4, 1300.0, BENT)
    painting.surface(TRAY, (110, 85))
    image = camera.photograph(painting)
    inside = np.array([[100.0, 0.0], [100.0, 75.0], [0.0, 75.0], [200.0, 150.0]])
    truth = BENT.bend(carry(camera.homography(painting), inside + np.array([110.0, 85.0])), SIZE)

    def off(used: Lens | None) -> float:
        (tray,) = find_surfaces(image, [TRAY], used)
        assert np.allclose(tray.to_picture(tray.to_mm(truth)), truth, atol=0.05)
        return float(np.linalg.norm(tray.to_mm(truth) - inside, axis=1).max())

    assert off(lens) < 0.35
    assert off(None) > 2 * off(lens)
    (tray,) = find_surfaces(image, [TRAY], lens)
    assert tray.eye.height == pytest.approx(430 * np.cos(np.radians(4)), rel=0.05)
    flat = tray.rectify(image, 2.0, 30.0)
    (again,) = find_surfaces(flat, [TRAY])
    assert np.abs(again.to_picture(TRAY.outline) - (TRAY.outline + 30) * 2 + 0.5).max() < 0.8


def test_too_few_or_unlike_pictures_are_refused(pictures: list[NDArray[np.uint8]]) -> None:
    with pytest.raises(Trouble, match="Only 3 of 4 pictures"):
        calibrate([*pictures[:3], np.full_like(pictures[0], 90)])
    with pytest.raises(Trouble, match="differ in size"):
        calibrate([*pictures[:3], pictures[0][:-10]])
    with pytest.raises(Trouble, match="Only 0 of 0"):
        calibrate([])


def test_points_bent_and_straightened_come_back_at_any_size() -> None:
    points = np.array([[10.0, 15.0], [700.0, 500.0], [400.0, 300.0]])
    half = (SIZE[0] // 2, SIZE[1] // 2)
    assert np.allclose(BENT.bend(BENT.straighten(points, half), half), points, atol=0.02)
    assert np.abs(BENT.straighten(points, half) - points).max() > 1


def test_the_lens_file_gives_back_the_lens(tmp_path: Path) -> None:
    save_lens(BENT, tmp_path / "lens.json")
    assert load_lens(tmp_path / "lens.json") == BENT
    assert [p.name for p in tmp_path.iterdir()] == ["lens.json"]


def test_a_foreign_torn_changed_or_newer_lens_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    save_lens(BENT, path)
    whole = path.read_text()
    newer = json.loads(whole)
    newer["umpire_lens"]["version"] = 2
    for content, sentence in (
        (whole[: len(whole) // 2], "torn"),
        (whole.replace("1300.0", "1310.0"), "damaged"),
        (json.dumps(newer), "of version 2"),
        ('{"looks": 1}', "not a lens file"),
        ("[]", "not a lens file"),
    ):
        path.write_text(content)
        with pytest.raises(Trouble, match=sentence):
            load_lens(path)
    with pytest.raises(Trouble, match="cannot be read"):
        load_lens(tmp_path / "none.json")


def test_a_lens_that_does_not_bend_changes_nothing() -> None:
    plain = replace(BENT, bending=(0.0, 0.0, 0.0, 0.0, 0.0))
    painting = Painting()
    painting.surface(TRAY, (110, 85))
    image = Camera().photograph(painting)
    (without,), (through,) = find_surfaces(image, [TRAY]), find_surfaces(image, [TRAY], plain)
    assert np.allclose(without.homography, through.homography, rtol=1e-3, atol=1e-2)
    difference = cv2.absdiff(without.rectify(image, 3.0), through.rectify(image, 3.0))
    assert np.percentile(difference, 99) <= 2
