"""Loose pictures: what is read, what is asked, and what is refused."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from vision import loose
from vision.loose import CERTAIN, LooseDie, LooseReading, read_loose
from vision.schooling.measure import verdict
from vision.schooling.scene import Label, picture
from vision.schooling.weather import photograph
from vision.trouble import Trouble

SEEDS = range(900, 916)


@cache
def _made(seed: int) -> tuple[LooseReading, list[Label]]:
    """A made photograph as read, and what is in it."""
    rng = np.random.default_rng(seed)
    scene, labels = picture(rng, 192, 36, 4)
    return read_loose(photograph(rng, scene, 36)), labels


def test_made_pictures_are_never_misread() -> None:
    for seed in SEEDS:
        reading, labels = _made(seed)
        if all(label.clear and label.seen > 0.95 for label in labels):
            values = [label.value for label in labels]
            assert verdict(values, reading.dice, CERTAIN, reading.all_unsure) != "wrong"


def test_most_dice_are_found_where_they_lie_and_read() -> None:
    dice = read = 0
    for seed in SEEDS:
        reading, labels = _made(seed)
        for label in labels:
            if label.clear and label.seen > 0.95:
                x, y = label.corners.mean(0)
                near = [die for die in reading.dice if np.hypot(die.x - x, die.y - y) < 9]
                dice += 1
                read += any(die.value == label.value for die in near)
    assert dice >= 10
    assert read >= 0.6 * dice


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_an_empty_table_is_asked_about(grey: int) -> None:
    reading = read_loose(np.full((300, 400, 3), grey, np.uint8))
    assert reading.as_json() == {"seen": {"dice": []}, "unsure": ["all"]}


def test_the_line_names_value_place_certainty_and_next() -> None:
    dice = (LooseDie(4, 10.04, 20.0, 0.98765, 5), LooseDie(2, 50.0, 60.0, 0.4, 3))
    line = LooseReading(dice, ((50.0, 60.0),)).as_json()
    assert line == {
        "seen": {
            "dice": [
                {"value": 4, "x": 10.0, "y": 20.0, "certainty": 0.9877, "next": 5},
                {"value": 2, "x": 50.0, "y": 60.0, "certainty": 0.4, "next": 3},
            ]
        },
        "unsure": [{"x": 50.0, "y": 60.0}],
    }


def test_uncertain_dice_are_listed_and_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [LooseDie(4, 10, 20, CERTAIN, 5), LooseDie(2, 50, 60, CERTAIN - 0.01, 3)]
    monkeypatch.setattr(loose, "die_size", lambda _: 30.0)
    monkeypatch.setattr(loose, "spots", lambda *_: [])
    monkeypatch.setattr(loose, "judge_spots", lambda *_: dice)
    reading = read_loose(np.zeros((100, 100, 3), np.uint8))
    assert len(reading.dice) == 2
    assert reading.unsure == ((50, 60),)


@pytest.mark.parametrize("shape", [(100, 100), (20, 300, 3)])
def test_bad_pictures_are_refused_in_one_sentence(shape: tuple[int, ...]) -> None:
    with pytest.raises(Trouble) as trouble:
        read_loose(np.zeros(shape, np.uint8))
    assert "\n" not in str(trouble.value)
