"""Dice in rendered photographs of a tray: read, or named as unsure; taught from the folder's own pictures."""

from __future__ import annotations

import shutil
from functools import cache
from math import hypot
from pathlib import Path

import pytest

from vision.lessons import read_picture, teach_folder
from vision.reading import Die, Doubt, TrayReading
from vision.tables import DiceReader, read_folder, reader_of
from vision.trouble import Trouble

FOLDER = Path(__file__).parent.parent / "photos" / "dice_malo"
PIPS = FOLDER.parent / "dice_pips"
NAMED_MM = 12.0
TRUTH: dict[str, list[tuple[str, float, float]]] = {
    "01.jpg": [
        ("swords", 123.2, 35.1),
        ("swords", 149.0, 35.4),
        ("wall", 53.0, 130.5),
        ("swords", 50.5, 14.6),
        ("head", 38.3, 95.8),
    ],
    "11.jpg": [
        ("head", 155.8, 15.8),
        ("head", 178.6, 44.6),
        ("log", 104.9, 136.4),
        ("log", 18.3, 56.0),
    ],
}


@cache
def reader() -> DiceReader:
    return reader_of(FOLDER, None)


@cache
def reading(file: str) -> TrayReading:
    return reader().read(read_picture(FOLDER / "play" / "s1" / file))


def near(one: Die | Doubt, x: float, y: float, reach: float) -> bool:
    return hypot(one.x - x, one.y - y) < reach


def test_every_die_of_an_ordinary_throw_is_read_where_it_stands() -> None:
    truth = TRUTH["01.jpg"]
    found = reading("01.jpg")
    assert not found.doubts
    assert len(found.dice) == len(truth)
    for face, x, y in truth:
        die = min(found.dice, key=lambda d: hypot(d.x - x, d.y - y))
        assert near(die, x, y, 9)
        assert die.label == {"face": face}
        assert die.sure
        assert die.certainty > 0.88
        assert die.next != die.label


def test_a_die_beside_the_tray_is_neither_a_die_nor_a_doubt() -> None:
    found = reading("11.jpg")
    assert not any(near(die, 90.9, -14.6, 25) for die in found.dice)
    assert not any(near(doubt, 90.9, -14.6, 25) for doubt in found.doubts)
    assert sorted(str(die.label["face"]) for die in found.dice if die.sure) == sorted(f for f, _, _ in TRUTH["11.jpg"])


@pytest.mark.parametrize(("file", "x", "y"), [("00.jpg", 78.4, 67.1), ("03.jpg", 101.4, 57.0)])
def test_a_stack_and_a_cocked_die_are_named_and_never_certain(file: str, x: float, y: float) -> None:
    found = reading(file)
    assert any(near(doubt, x, y, NAMED_MM) for doubt in found.doubts)
    assert not any(die.sure and near(die, x, y, NAMED_MM) for die in found.dice)


def test_a_hand_is_named() -> None:
    found = reading("10.jpg")
    assert any(near(doubt, 79.6, 22.6, 100) for doubt in found.doubts)


def test_kept_looks_read_the_same(tmp_path: Path) -> None:
    path = tmp_path / "looks"
    reader().looks.save(path)
    again = reader_of(FOLDER, path)
    image = read_picture(FOLDER / "play" / "s1" / "01.jpg")
    assert again.read(image).as_json() == reading("01.jpg").as_json()


def test_looks_of_another_set_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "looks"
    reader().looks.save(path)
    with pytest.raises(Trouble, match="are of the set 'dice_malo', the pictures of 'dice_pips'"):
        reader_of(PIPS, path)


def test_nothing_is_taught_for_pips_and_an_empty_tray_is_a_plain_reading() -> None:
    assert teach_folder(PIPS).faces == ()
    frames = list(read_folder(PIPS))
    assert [frame.file for frame in frames] == ["03.jpg", "04.jpg"]
    empty, throw = (frame.reading for frame in frames)
    assert empty.dice == ()
    assert empty.doubts == ()
    assert {int(die.label["value"]) for die in throw.dice} == {1, 2, 4}


def test_without_markers_everything_is_unsure(tmp_path: Path) -> None:
    image = read_picture(FOLDER / "play" / "s1" / "01.jpg")
    image[:] = 90
    blank = reader().read(image)
    assert blank.all_unsure
    assert blank.as_json()["unsure"] == ["all"]


def test_a_folder_without_play_and_a_bad_picture_are_named(tmp_path: Path) -> None:
    shutil.copy(PIPS / "layout.json", tmp_path)
    with pytest.raises(Trouble, match="play is missing"):
        list(read_folder(tmp_path))
    (tmp_path / "play" / "s1").mkdir(parents=True)
    (tmp_path / "play" / "s1" / "00.jpg").write_bytes(b"no picture")
    with pytest.raises(Trouble, match=r"00\.jpg is not a whole picture"):
        list(read_folder(tmp_path))
