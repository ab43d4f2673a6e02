"""`umpire lens`: pictures of the printed sheet become a lens file that `umpire read` straightens by."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.cli import main
from tests.vision.tables import SIZE, Camera, Painting
from tests.vision.test_calibration import BENT, VIEWS
from vision.calibration import load_lens
from vision.lens import Lens, lens_sheet
from vision.lessons import read_picture


def sheets(folder: Path, count: int) -> list[str]:
    sheet = Painting(width=260, height=200)
    board = lens_sheet().generateImage((9 * 104, 7 * 104), marginSize=0)
    sheet.canvas[:] = 235
    top, left = (sheet.canvas.shape[0] - 728) // 2, (sheet.canvas.shape[1] - 936) // 2
    sheet.canvas[top : top + 728, left : left + 936] = np.asarray(board)[..., None] * (210 / 255) + 25
    paths = []
    for number, (turn, tilt, height) in enumerate(VIEWS[:count]):
        paths.append(str(folder / f"{number}.png"))
        assert cv2.imwrite(paths[-1], Camera(height, turn, tilt, 1300.0, BENT).photograph(sheet, seed=number))
    return paths


def test_the_lens_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "lens.json"
    assert main(["lens", *sheets(tmp_path, len(VIEWS)), "-o", str(kept)]) == 0
    assert "straightens by it" in capsys.readouterr().out
    assert load_lens(kept).focal[0] == pytest.approx(1300, rel=0.02)


def test_too_few_pictures_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lens", *sheets(tmp_path, 2), "-o", str(tmp_path / "lens.json")]) == 2
    assert "take at least 8" in capsys.readouterr().err
    assert not (tmp_path / "lens.json").exists()


def test_a_picture_is_straightened_when_it_is_read(tmp_path: Path) -> None:
    lens = Lens((400, 300), (330.0, 330.0), (199.5, 149.5), (-0.25, 0.0, 0.0, 0.0, 0.0))
    straight: NDArray[np.uint8] = np.full((300, 400, 3), 200, np.uint8)
    at = lens.bend(np.array([[60.0, 50.0]]))[0]
    cv2.circle(straight, (round(at[0]), round(at[1])), 4, (0, 0, 0), -1)
    path = tmp_path / "dot.png"
    assert cv2.imwrite(str(path), straight)
    rows, columns = np.nonzero(read_picture(path, lens)[..., 0] < 100)
    assert columns.mean() == pytest.approx(60, abs=1)
    assert rows.mean() == pytest.approx(50, abs=1)


def test_a_foreign_lens_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, foreign = tmp_path / "p.png", tmp_path / "lens.json"
    assert cv2.imwrite(str(picture), np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    foreign.write_text(json.dumps({"something": "else"}))
    assert main(["read", str(picture), "--lens", str(foreign)]) == 2
    assert "is not a lens file" in capsys.readouterr().err
