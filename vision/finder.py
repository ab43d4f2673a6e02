"""Finds the top faces of dice in a picture by a small net that was trained on made pictures only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

FACES = (9.5, 34.0)  # widths of top faces that the net knows, in pixels of what it is shown
STRIDE = 4  # pixels that one cell of its maps stands for
_BLOCK = 16  # the sides of what it is shown are multiples of this
MOST_PEAKS = 120  # of one look: a carpet may look like thousands of cool ones
_LEAST_HEAT = 0.06  # of a peak worth naming


@dataclass(frozen=True)
class Peak:
    """A place that looks like a die's top face, in pixels of the picture."""

    x: float
    y: float
    heat: float  # 0 to 1: how much like a face
    said: Floats  # probabilities of the values 1 to 6 and of "not clear"
    edges: Floats  # the face's half edges, as columns

    @property
    def face(self) -> float:
        """The face's width."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.edges))))


@cache
def _written() -> bytes:
    return Path(__file__).with_name("finder.onnx").read_bytes()


def _maps(picture: Pixels) -> Floats:
    """The net's 15 maps of a picture."""
    height, width = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -height % _BLOCK, 0, -width % _BLOCK, cv2.BORDER_REPLICATE)
    # A net anew for each picture: OpenCV 4.11 says wrong things when one net is shown pictures of two shapes.
    net = cv2.dnn.readNetFromONNX(np.frombuffer(_written(), np.uint8))
    net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255))
    return np.asarray(net.forward()[0], np.float64)


def _edges(shape: Floats) -> Floats:
    """Half edges of a face from the net's log half side, stretch, skew and turn."""
    half = float(np.exp(np.clip(shape[0], 0, 6)))
    stretch, skew = shape[1:3] / max(1.0, float(np.hypot(shape[1], shape[2])) / 0.9)
    trace = 2 * half**2 / np.sqrt(1 - stretch**2 - skew**2)
    spread = trace / 2 * np.array([[1 + stretch, skew], [skew, 1 - stretch]])
    turn = np.arctan2(shape[4], shape[3]) / 4
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(np.linalg.cholesky(spread) @ rotation, np.float64)


def peaks_at(picture: Pixels, scale: float, mirrored: bool = False) -> list[Peak]:
    """The peaks that the finder sees when the picture is shown to it `scale` times as large, best first."""
    height, width = picture.shape[:2]
    size = (max(_BLOCK, round(width * scale)), max(_BLOCK, round(height * scale)))
    shown = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    if mirrored:
        shown = np.ascontiguousarray(shown[:, ::-1])
    maps = _maps(np.asarray(shown, np.uint8))
    heat = 1 / (1 + np.exp(-np.clip(maps[0], -30, 30)))
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _LEAST_HEAT)
    stretch = np.array([width / size[0], height / size[1]])
    peaks = []
    hottest = np.argwhere(top)[np.argsort(-heat[top], kind="stable")[:MOST_PEAKS]]
    for row, col in hottest:
        at = maps[:, row, col]
        said = np.exp(at[1:8] - at[1:8].max())
        place = (np.array([col, row]) + np.clip(at[8:10], -1.5, 1.5) + 0.5) * STRIDE
        edges = _edges(at[10:15])
        if mirrored:
            place[0], edges = size[0] - place[0], np.diag([-1.0, 1.0]) @ edges
        x, y = place * stretch
        if 0 <= x < width and 0 <= y < height:
            peaks.append(Peak(float(x), float(y), float(heat[row, col]), said / said.sum(), stretch[:, None] * edges))
    return sorted(peaks, key=lambda peak: -peak.heat)
