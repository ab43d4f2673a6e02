"""The album of made scenes: drawn once, kept on disk as linear light, photographed anew in every lesson."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.schooling.scene import Label, picture

Floats = NDArray[np.float32]

SIZE = 256  # of a scene's picture, in pixels
ROOM = 40  # labels a scene may have
FACES = (15.0, 54.0)  # widths of top faces, in pixels
SHARD = 250  # scenes a file holds


@dataclass(frozen=True)
class Page:
    """One scene: its linear picture, how wide faces are, and its labels."""

    light: Floats
    face: float
    labels: list[Label]


def _draw_shard(job: tuple[str, int, int]) -> None:
    folder, shard, seed = job
    if (Path(folder) / f"label{shard:03}.npy").exists():
        return
    cv2.setNumThreads(1)
    lights = np.zeros((SHARD, SIZE, SIZE, 3), np.float16)
    tables = np.zeros((SHARD, ROOM + 1, 11), np.float32)
    for at in range(SHARD):
        rng = np.random.default_rng([seed, shard, at])
        face = float(np.exp(rng.uniform(*np.log(FACES))))
        light, labels = picture(rng, SIZE, face, int(min(ROOM - 10, 2 + 0.3 * (SIZE / face) ** 2)))
        lights[at] = np.clip(light, 0, 8)
        tables[at, 0, :2] = face, min(len(labels), ROOM)
        for row, label in enumerate(labels[:ROOM], 1):
            tables[at, row] = *label.corners.reshape(-1), label.value, label.clear, label.seen
    np.save(Path(folder) / f"light{shard:03}.npy", lights)
    np.save(Path(folder) / f"label{shard:03}.npy", tables)


def draw(folder: Path, count: int, seed: int, hands: int) -> None:
    """Draw `count` scenes (rounded up to whole shards) into a folder with `hands` processes; what is there is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder), shard, seed) for shard in range(-(-count // SHARD))]
    if hands <= 1:
        for job in jobs:
            _draw_shard(job)
        return
    with ProcessPoolExecutor(hands) as pool:
        list(pool.map(_draw_shard, jobs))


class Album:
    """Scenes drawn earlier, opened without reading them all into memory."""

    def __init__(self, folder: Path) -> None:
        """Open a folder that `draw` wrote."""
        self._lights = [np.load(p, mmap_mode="r") for p in sorted(folder.glob("light*.npy"))]
        self._tables = [np.load(p) for p in sorted(folder.glob("label*.npy"))]
        if not self._lights or len(self._lights) != len(self._tables):
            raise FileNotFoundError(f"No drawn scenes in {folder}: draw them first.")

    def __len__(self) -> int:
        """How many scenes there are."""
        return sum(len(lights) for lights in self._lights)

    def pick(self, rng: np.random.Generator) -> Page:
        """A scene by chance, crowded ones more often: there is more to learn from them."""
        counts = np.sqrt(np.concatenate([table[:, 0, 1] for table in self._tables]) + 0.3)
        return self.page(int(rng.choice(len(counts), p=counts / counts.sum())))

    def page(self, index: int) -> Page:
        """One scene."""
        shard, at = divmod(index, SHARD)
        table = self._tables[shard][at]
        face, count = float(table[0, 0]), int(table[0, 1])
        labels = [
            Label(row[:8].reshape(4, 2), int(row[8]), bool(row[9]), float(row[10])) for row in table[1 : count + 1]
        ]
        return Page(np.asarray(self._lights[shard][at], np.float32), face, labels)
