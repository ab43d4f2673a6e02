"""The copybook of made marks: drawn once with their names, kept on disk, learnt from in every lesson."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inks import SIZE
from vision.marks import CLASSES
from vision.schooling.scribe import DEEPEST, sample

SHARD = 1500  # drawings a file holds
LEVELS = 255 / DEEPEST  # a drawing's steps, of a log of light
_USUAL = 1.3
# how often a class is drawn: what cities are full of, and what is hard, more
_OFTEN = {"empty": 3.0, "crate": 2.5, "wall": 3.5, "house": 2.0, "other": 3.5}
_OFTEN |= {f"church{number}": 1.6 for number in range(1, 6)} | dict.fromkeys("TBHG", 0.4)


def _draw_shard(job: tuple[str, int, int, int]) -> None:
    path, seed, shard, count = job
    if Path(path).exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, shard])
    often = np.array([_OFTEN.get(name, _USUAL) for name in CLASSES])
    classes = rng.choice(len(CLASSES), count, p=often / often.sum())
    drawings = np.zeros((count, SIZE, SIZE), np.uint8)
    for at, number in enumerate(classes):
        drawings[at] = np.round(sample(rng, CLASSES[number]) * LEVELS)
    half = Path(path).with_suffix(".part")
    with half.open("wb") as file:
        np.savez(file, drawings=drawings, classes=classes)
    half.rename(path)


def draw(folder: Path, count: int, seed: int, hands: int) -> None:
    """Draw `count` marks (rounded up to whole shards) into a folder with `hands` processes; what is there is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder / f"marks{shard:03}.npz"), seed, shard, SHARD) for shard in range(-(-count // SHARD))]
    if hands <= 1:
        for job in jobs:
            _draw_shard(job)
        return
    with ProcessPoolExecutor(hands) as pool:
        list(pool.map(_draw_shard, jobs))


def read(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All drawings in a folder that `draw` wrote, and the numbers of their classes."""
    drawings, classes = [], []
    for path in sorted(folder.glob("marks*.npz")):
        with np.load(path) as shard:
            drawings.append(shard["drawings"])
            classes.append(shard["classes"])
    if not drawings:
        raise FileNotFoundError(f"No drawn marks in {folder}: draw them first.")
    return np.concatenate(drawings), np.concatenate(classes).astype(np.int64)
