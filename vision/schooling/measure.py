"""Measures the reading of loose pictures: the curve of right against asked, on a folder with labels.csv."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.loose import LooseDie, LooseReading, read_loose

LEVELS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)


@dataclass(frozen=True)
class Measured:
    """One picture: what lies in it, and what was read."""

    file: str
    truth: tuple[int, ...]
    reading: LooseReading


def verdict(truth: Sequence[int], dice: Sequence[LooseDie], level: float, all_unsure: bool = False) -> str:
    """Right, asked or wrong, when dice of at least this certainty are taken as read.

    Without a question everything must be right; with one, no certain die may be wrong and none missing unasked.
    """
    if all_unsure:
        return "asked"
    certain = Counter(die.value for die in dice if die.certainty >= level)
    asked = len(dice) - certain.total()
    if not asked:
        return "right" if certain == Counter(truth) else "wrong"
    missing = len(truth) - certain.total()
    return "asked" if certain <= Counter(truth) and missing <= asked else "wrong"


def labelled(folder: Path) -> list[tuple[str, tuple[int, ...]]]:
    """The pictures that a folder's labels.csv names, with their sorted values."""
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    column = next(name for name in ("values_sorted", "pips_sorted") if name in rows[0])
    return [(row["path"], tuple(int(value) for value in row[column].split())) for row in rows]


def measure(folder: Path) -> list[Measured]:
    """Read every labelled picture of a folder."""
    done = []
    for file, truth in labelled(folder):
        picture = cv2.imread(str(folder / file), cv2.IMREAD_COLOR)
        done.append(Measured(file, truth, read_loose(np.asarray(picture, np.uint8))))
    return done


def curve(measured: Sequence[Measured]) -> list[str]:
    """One line a level of certainty: right, asked, wrong."""
    lines = ["certainty   right   asked   wrong"]
    for level in LEVELS:
        said = Counter(verdict(m.truth, m.reading.dice, level, m.reading.all_unsure) for m in measured)
        shares = "".join(f"{said[name] / len(measured):8.1%}" for name in ("right", "asked", "wrong"))
        lines.append(f"{level:9.2f}{shares}  ({said['wrong']} wrong of {len(measured)})")
    return lines
