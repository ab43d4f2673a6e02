"""Every mark can be drawn, again from the same seed, and lies on its own space."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.inks import SIZE
from vision.marks import CLASSES, EMPTY
from vision.schooling import copybook
from vision.schooling.scribe import DEEPEST, MARKS, ink, rim, sample


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_can_be_drawn_again(name: str) -> None:
    one, two = sample(np.random.default_rng(3), name), sample(np.random.default_rng(3), name)
    assert one.shape == (SIZE, SIZE)
    assert one.dtype == np.float32
    assert 0 <= one.min() < one.max() <= DEEPEST
    assert np.array_equal(one, two)
    assert not np.array_equal(one, sample(np.random.default_rng(4), name))


@pytest.mark.parametrize("name", MARKS)
def test_a_mark_lies_on_its_space(name: str) -> None:
    edge = SIZE // 13  # a tenth of the space is left all around
    for seed in range(12):
        drawn = ink(np.random.default_rng(seed), name)
        assert drawn.max() == pytest.approx(1, abs=0.1)
        assert drawn[edge:-edge, edge:-edge].sum() > 0.9 * drawn.sum()
        assert drawn.mean() > 0.03


def test_a_neighbours_mark_hardly_reaches_over() -> None:
    for seed in range(8):
        there = ink(np.random.default_rng(seed), "crate", shift=(1.0, 0.0))
        assert there[:, : SIZE // 2].max() == 0


def test_ink_is_on_a_mark_and_not_on_an_empty_space() -> None:
    middle = slice(SIZE // 4, -SIZE // 4)
    deep = {
        name: [sample(np.random.default_rng(s), name)[middle, middle].mean() for s in range(30)] for name in CLASSES
    }
    bare = np.median(deep.pop(EMPTY))
    assert all(np.median(depths) > 1.5 * bare for depths in deep.values())


def test_a_rim_leaves_the_middle_free() -> None:
    rims = [rim(np.random.default_rng(seed)) for seed in range(20)]
    assert all(one.min() >= 0 and one.max() <= 1 for one in rims)
    assert max(one[22:42, 22:42].max() for one in rims) == 0
    assert max(one.max() for one in rims) > 0.5


def test_a_copybook_keeps_what_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match="draw them first"):
        copybook.read(tmp_path)
    monkeypatch.setattr(copybook, "SHARD", 5)
    copybook.draw(tmp_path, 8, seed=1, hands=1)
    before = (tmp_path / "marks000.npz").stat().st_mtime_ns
    copybook.draw(tmp_path, 8, seed=1, hands=1)
    drawings, classes = copybook.read(tmp_path)
    assert (tmp_path / "marks000.npz").stat().st_mtime_ns == before
    assert drawings.shape == (10, SIZE, SIZE)
    assert set(classes.tolist()) <= set(range(len(CLASSES)))
