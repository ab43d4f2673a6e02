"""The measure of loose pictures calls a silent error wrong, whatever else was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.loose import LooseDie, LooseReading
from vision.schooling.measure import Measured, curve, labelled, verdict


def _dice(*said: tuple[int, float]) -> list[LooseDie]:
    return [LooseDie(value, 10.0, 10.0, certainty, 1) for value, certainty in said]


@pytest.mark.parametrize(
    ("truth", "said", "expected"),
    [
        ((2, 5), ((2, 0.9), (5, 0.9)), "right"),
        ((2, 5), ((2, 0.9), (5, 0.4)), "asked"),
        ((2, 5), ((2, 0.9), (4, 0.4)), "asked"),
        ((2, 5), ((2, 0.9), (4, 0.9)), "wrong"),
        ((2, 5), ((2, 0.9),), "wrong"),
        ((2, 5), ((3, 0.9), (5, 0.4)), "wrong"),
        ((2, 5, 6), ((2, 0.9), (5, 0.4)), "wrong"),
        ((2, 5), ((2, 0.9), (5, 0.9), (1, 0.3)), "asked"),
    ],
)
def test_verdicts(truth: tuple[int, ...], said: tuple[tuple[int, float], ...], expected: str) -> None:
    assert verdict(truth, _dice(*said), 0.8) == expected


def test_all_unsure_is_asked() -> None:
    assert verdict((1, 2), [], 0.8, all_unsure=True) == "asked"


def test_the_curve_counts_every_picture_once() -> None:
    measured = [
        Measured("a.jpg", (2,), LooseReading(tuple(_dice((2, 0.99))), ())),
        Measured("b.jpg", (2,), LooseReading(tuple(_dice((3, 0.6))), ())),
    ]
    lines = curve(measured)
    assert "50.0%" in lines[1]
    assert "(1 wrong of 2)" in lines[1]
    assert "(0 wrong of 2)" in lines[-1]


def test_labels_are_read(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("path,n_dice,pips_sorted\nimages/a.jpg,2,1 6\n", encoding="utf-8")
    assert labelled(tmp_path) == [("images/a.jpg", (1, 6))]
