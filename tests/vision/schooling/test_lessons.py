"""Lessons ask the nets for what is in the scene."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.schooling import album
from vision.schooling.album import SIZE, Album, Page, draw
from vision.schooling.lessons import FINDER_SIZE, READER_SIZE, STRIDE, UNCLEAR, cut, finder_lesson, reader_lessons
from vision.schooling.scene import Label


def _page(clear: bool = True, seen: float = 1.0) -> Page:
    corners = np.array([[90, 100], [130, 100], [130, 140], [90, 140]], np.float32)
    light = np.full((SIZE, SIZE, 3), 0.1, np.float32)
    light[100:140, 90:130] = 0.8
    return Page(light, 40.0, [Label(corners, 4, clear, seen)])


def test_the_hottest_cell_is_the_die() -> None:
    for seed in range(8):
        lesson = finder_lesson(np.random.default_rng(seed), _page())
        row, col = np.unravel_index(int(lesson.heat.argmax()), lesson.heat.shape)
        y, x = (int(row) + 0.5) * STRIDE, (int(col) + 0.5) * STRIDE
        bright = cv2.blur(lesson.picture.mean(-1), (21, 21))
        assert bright[int(y), int(x)] > bright.mean()
        assert lesson.value[row, col] == 3
        assert np.exp(lesson.shape[2, row, col]) == pytest.approx(20 * FINDER_SIZE / SIZE, rel=0.01)


def test_a_leaning_die_is_unclear_and_has_no_shape() -> None:
    lesson = finder_lesson(np.random.default_rng(0), _page(clear=False))
    assert set(lesson.value[lesson.value >= 0].tolist()) == {UNCLEAR}
    assert lesson.shaped.sum() == 0


def test_a_die_that_is_hardly_seen_is_not_asked_for() -> None:
    lesson = finder_lesson(np.random.default_rng(0), _page(seen=0.2))
    assert lesson.heat.max() == 0
    assert lesson.care.min() == 0


def test_a_cut_shows_the_face() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[40:60, 30:50] = 255
    crop = cut(picture, np.array([40, 50], np.float32), np.diag([10.0, 10.0]))
    assert crop.shape == (READER_SIZE, READER_SIZE, 3)
    assert crop[2:-2, 2:-2].min() > 250
    assert cut(picture, np.array([40, 50], np.float32), np.diag([20.0, 20.0]))[0, 0].max() == 0


def test_crops_of_a_leaning_die_are_unclear() -> None:
    values = {
        value for seed in range(6) for _, value in reader_lessons(np.random.default_rng(seed), _page(clear=False))
    }
    assert values == {UNCLEAR}


def test_an_album_keeps_what_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(album, "SHARD", 2)
    draw(tmp_path, 3, seed=1, hands=1)
    opened = Album(tmp_path)
    assert len(opened) == 4
    assert opened.page(3).light.shape == (SIZE, SIZE, 3)
    before = (tmp_path / "light000.npy").stat().st_mtime_ns
    draw(tmp_path, 3, seed=1, hands=1)
    assert (tmp_path / "light000.npy").stat().st_mtime_ns == before


def test_an_empty_album_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="draw them first"):
        Album(tmp_path)
