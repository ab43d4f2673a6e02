"""Looks at several sizes agree on spots; what only one look sees is cool."""

from __future__ import annotations

import numpy as np
import pytest

from vision import looks
from vision.finder import Peak
from vision.looks import die_size, first_scales, spots


def _peak(x: float, y: float, face: float, heat: float = 0.9, value: int = 3) -> Peak:
    said = np.full(7, 0.01)
    said[value - 1] = 0.94
    return Peak(x, y, heat, said, np.diag([face / 2, face / 2]))


def _show(monkeypatch: pytest.MonkeyPatch, dice: list[Peak], only_scale: float | None = None) -> None:
    def peaks_at(_: object, scale: float, mirrored: bool = False) -> list[Peak]:
        wrong_size = only_scale is not None and abs(np.log(scale / only_scale)) > 0.1
        return [] if wrong_size else [die for die in dice if 15 <= die.face * scale <= 54]

    monkeypatch.setattr(looks, "peaks_at", peaks_at)


PICTURE = np.zeros((480, 640, 3), np.uint8)


@pytest.mark.parametrize("face", [24.0, 60.0, 140.0])
def test_the_size_of_most_dice_is_found(monkeypatch: pytest.MonkeyPatch, face: float) -> None:
    _show(monkeypatch, [_peak(100, 100, face), _peak(300, 200, face * 1.1), _peak(500, 300, face * 0.2, heat=0.5)])
    found = die_size(PICTURE)
    assert found is not None
    assert face * 0.95 < found < face * 1.15


def test_no_dice_have_no_size(monkeypatch: pytest.MonkeyPatch) -> None:
    _show(monkeypatch, [])
    assert die_size(PICTURE) is None


def test_looks_at_one_die_are_one_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    _show(monkeypatch, [_peak(100, 100, 40), _peak(103, 98, 42, heat=0.8), _peak(300, 200, 40)])
    found = spots(PICTURE, 40)
    assert len(found) == 2
    assert found[0].heat == pytest.approx(0.9)
    assert int(found[0].said.argmax()) == 2


def test_touching_dice_stay_two(monkeypatch: pytest.MonkeyPatch) -> None:
    _show(monkeypatch, [_peak(100, 100, 40), _peak(140, 100, 40)])
    assert len(spots(PICTURE, 40)) == 2


def test_what_one_look_alone_sees_is_cool(monkeypatch: pytest.MonkeyPatch) -> None:
    _show(monkeypatch, [_peak(100, 100, 40)], only_scale=24 / 40)
    assert spots(PICTURE, 40)[0].heat < 0.3


def test_large_pictures_are_looked_through_from_small_to_large() -> None:
    scales = first_scales(np.zeros((3000, 4000, 3), np.uint8))
    assert scales == sorted(scales)
    assert 4000 * scales[0] == pytest.approx(112)
    assert 4000 * scales[-1] <= 1010
