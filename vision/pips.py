"""Reads the pips of one die's top face from a square crop of it, whatever its colours and turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evening import evened
from vision.trouble import Trouble

VALUES = 6
READER_SIZE = 48  # of what the net looks at, in pixels
LEAST_SIDE = 12  # of a crop in pixels: below it nobody can count pips
TRUST = 0.94  # in looks that agree: they are of one picture, and a leaning die may fool them all
WIDTHS = (1.02, 1.2)  # of the looks at a face, in faces: nobody knows its edges exactly
_TURNS = (3.0, 93.0, 183.0, 273.0)  # of the looks of one width, in degrees; every other width half a quarter further


@cache
def _reader() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("reader.onnx")))


def ask_reader(crops: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """The reader's probabilities for crops of READER_SIZE: a row each, values 1 to 6 and then "not a clear face"."""
    if not crops:
        return np.zeros((0, VALUES + 1), np.float32)
    net = _reader()
    net.setInput(np.stack([evened(crop) for crop in crops]))
    said = np.asarray(net.forward(), np.float32)
    said = np.exp(said - said.max(1, keepdims=True))
    return np.asarray(said / said.sum(1, keepdims=True), np.float32)


def looks_at(
    picture: NDArray[np.uint8],
    centre: NDArray[np.float64],
    edges: NDArray[np.float64],
    widths: Sequence[float] = WIDTHS,
    turns: Sequence[float] = _TURNS,
) -> list[NDArray[np.uint8]]:
    """Crops for the reader of the face `centre` +- `edges` (its half edges as columns): every turn, width by width."""
    step = 2 * float(np.sqrt(abs(np.linalg.det(edges)))) / READER_SIZE
    if step > 1.5:
        reach = np.abs(edges).sum(1) * 1.5 * max(widths) + 4 * step
        low = np.maximum(np.floor(centre - reach), 0).astype(int)
        high = np.ceil(centre + reach).astype(int)
        part = picture[low[1] : max(high[1], low[1] + 1), low[0] : max(high[0], low[0] + 1)]
        if part.size:
            picture = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 * step), np.uint8)
            centre = centre - low
    crops = []
    for turn, wide in ((turn + 45 * (n % 2), wide) for n, wide in enumerate(widths) for turn in turns):
        angle = np.radians(turn)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        spread = edges @ rotation * wide
        matrix = np.column_stack([spread * (2 / READER_SIZE), spread @ np.full(2, 1 / READER_SIZE - 1) + centre - 0.5])
        crop = cv2.warpAffine(
            picture,
            matrix,
            (READER_SIZE, READER_SIZE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        crops.append(np.asarray(crop, np.uint8))
    return crops


def agreed(said: NDArray[np.float32]) -> NDArray[np.float64]:
    """Probabilities that several looks at one face agree on: one look that says otherwise weighs heavily."""
    mean = np.log(np.clip(said.astype(np.float64), 1e-4, 1)).mean(0)
    joint = np.exp(mean)
    doubt = said[:, VALUES].mean() + np.clip(1 - joint.sum(), 0, 1)
    joint[VALUES] = max(joint[VALUES], doubt)
    return np.asarray(joint / max(1.0, joint.sum()), np.float64)


def joined(said: NDArray[np.float32], widths: int) -> NDArray[np.float64]:
    """What looks of several widths say together: the clearest width counts, less what another one says against it."""
    each = np.stack([agreed(looks) for looks in np.split(said, widths)])
    clearest = each[:, :VALUES].max(0)
    best = int(clearest.argmax())
    others = np.delete(clearest, best)
    chances = np.zeros(VALUES + 1)
    chances[:VALUES] = clearest * (1 - clearest[best]) / max(1.0, float(others.sum()))
    chances[best] = TRUST * clearest[best] * (1 - others.max())
    chances[VALUES] = max(0.0, 1 - chances[:VALUES].sum())
    return chances


def read_pips(face_bgr: NDArray[np.uint8]) -> list[tuple[int, float]]:
    """Values and their probabilities, best first; what they lack to 1 is "not a clear pip face".

    `face_bgr` is a square crop about a die's top face, of any turn and colours, up to a tenth off.
    """
    if face_bgr.ndim != 3 or face_bgr.shape[2] != 3:
        raise Trouble("A face must be a colour picture: give its crop in blue, green and red.")
    height, width = face_bgr.shape[:2]
    if min(height, width) < LEAST_SIDE:
        return [(value, 0.0) for value in range(1, VALUES + 1)]
    centre = np.array([width / 2, height / 2])
    said = agreed(ask_reader(looks_at(face_bgr, centre, np.diag(centre))))
    ranked = sorted(range(VALUES), key=lambda value: -said[value])
    return [(value + 1, TRUST * float(said[value])) for value in ranked]
