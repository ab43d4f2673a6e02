"""What a space's ink shows: marks of a photograph, looks put together, ink that came and went, light that changed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.inks import SIZE, Floats, Inked
from vision.lessons import read_picture
from vision.marks import CLASSES, EMPTY, Array, MarkReader, _together, changed, light_change
from vision.satchel import pack

PHOTOS = Path(__file__).parent.parent / "photos" / "malo_city"


def stroke(*ends: tuple[int, int], deep: float = 0.9) -> Floats:
    ink = np.zeros((SIZE, SIZE), np.float32)
    cv2.polylines(ink, [np.array(ends, np.int32)], isClosed=False, color=(deep,), thickness=2)
    return ink


ROOF = stroke((16, 40), (32, 18), (48, 40))
FLOOR = stroke((16, 46), (48, 46))


@pytest.fixture(scope="module")
def reader() -> MarkReader:
    return MarkReader(pack(PHOTOS))


def test_crates_on_a_photograph_are_crates(reader: MarkReader) -> None:
    picture = read_picture(PHOTOS / "play" / "s1" / "01.jpg")
    chances = reader.read(reader.look(reader.find(picture, 8), picture))
    tops = {place: max(chance, key=chance.__getitem__) for place, chance in chances.items()}
    assert {place for place, top in tops.items() if top == "crate"} >= {"1,3", "2,3", "3,3"}
    assert sum(top == EMPTY for top in tops.values()) > 25
    assert all(abs(sum(chance.values()) - 1) < 1e-3 for chance in chances.values())


def test_only_the_letters_of_this_side_are_told(reader: MarkReader) -> None:
    assert "noble" in reader.marks
    told = {reader.marks[i] for i in np.flatnonzero(reader._told)}
    assert not {"T", "B", "H", "G"} & told


def looks(*told: dict[str, float]) -> Array:
    rows = np.full((len(told), 1, len(CLASSES)), 1e-5)
    for row, chances in zip(rows, told, strict=True):
        for name, share in chances.items():
            row[0, CLASSES.index(name)] = share
    return rows


def test_looks_that_agree_are_surer_together_than_looks_that_do_not() -> None:
    five, four = CLASSES.index("church5"), CLASSES.index("church4")
    agree = _together(looks({"church5": 0.9, "church4": 0.1}, {"church5": 0.99, "church4": 0.01}))[0]
    split = _together(looks({"church5": 0.99, "church4": 1e-4}, {"church5": 0.05, "church4": 0.95}))[0]
    assert agree[five] > 0.94
    assert 0.4 < split[four] < 0.6
    assert agree.sum() == pytest.approx(1)


def test_the_same_ink_again_is_no_change() -> None:
    again = np.roll(ROOF, 1, axis=1)
    assert max(changed(ROOF, again)) < 0.05


def test_ink_comes_and_goes() -> None:
    came, went = changed(ROOF, np.maximum(ROOF, FLOOR))
    assert came > 0.2
    assert went < 0.05
    came, went = changed(np.maximum(ROOF, FLOOR), ROOF)
    assert came < 0.05
    assert went > 0.2


def test_brighter_than_the_empty_board_is_no_ink() -> None:
    assert changed(np.full_like(ROOF, -0.4), np.zeros_like(ROOF)) == (0.0, 0.0)


def lit(**change: float) -> Inked:
    light = {place: np.full((4, 3), change.get(place, 0.0), np.float32) for place in "abcde"}
    return Inked({}, light, (0.0, 0.0))


def test_light_on_one_space_is_told_and_light_on_all_is_not() -> None:
    assert light_change(lit(), lit(b=-0.5)) == pytest.approx({"a": 0, "b": 0.5, "c": 0, "d": 0, "e": 0})
    assert max(light_change(lit(), lit(a=0.3, b=0.3, c=0.3, d=0.3, e=0.3)).values()) == pytest.approx(0, abs=1e-6)
