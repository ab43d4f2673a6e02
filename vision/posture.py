"""Whether a die lies flat on the tray, by how it looks: a net that was shown made dice lying, leaning and stacked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evening import evened
from vision.placing import Placing
from vision.tray import APRON_MM, FINE, Tray

LIES, LEANS, RAISED = "lies", "leans", "raised"
POSTURES = (LIES, LEANS, RAISED)
SIDE = 56  # pixels of what the net looks at
REACH = 2.6  # how wide that is, in faces
STEEP = 0.5  # the tangent of the angle at which the camera sees a die, as the net counts it
_SHIFTS = ((0.0, 1.0), (0.06, 0.94), (-0.06, 1.06))  # of the looks at one die: aside, and how wide


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("posture.onnx")))


def ask_posture(looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """A row of shares, one for each of POSTURES, for each look."""
    net = _net()
    net.setInput(looks)
    said = np.asarray(net.forward(), np.float32)
    said = np.exp(said - said.max(1, keepdims=True))
    return np.asarray(said / said.sum(1, keepdims=True), np.float32)


def look(crop: NDArray[np.uint8], steepness: float) -> NDArray[np.float32]:
    """What the net is shown: a crop with the camera to its left, and how far aside the camera is."""
    aside = np.full((1, SIDE, SIDE), steepness / STEEP, np.float32)
    return np.concatenate([evened(crop), aside])


def lying(tray: Tray, faces: Sequence[Placing]) -> list[float]:
    """How likely each of these top faces is that of a die that lies flat on the tray: the least of several looks."""
    if not faces:
        return []
    looks = [_look_at(tray, face, shift, wide) for face in faces for shift, wide in _SHIFTS]
    said = ask_posture(np.stack(looks))[:, POSTURES.index(LIES)]
    return [float(p) for p in said.reshape(len(faces), -1).min(1)]


def _look_at(tray: Tray, face: Placing, shift: float, wide: float) -> NDArray[np.float32]:
    away = np.array([face.x - tray.eye.x, face.y - tray.eye.y])
    far = hypot(*away)
    c, s = away / far if far > 1e-6 else (1.0, 0.0)
    step = face.size * REACH * wide / SIDE
    turn = np.array([[c, -s], [s, c]]) * step
    middle = np.array([face.x, face.y]) + turn @ np.array([0.0, shift]) * SIDE / REACH
    origin = middle - turn @ np.full(2, (SIDE - 1) / 2)
    matrix = np.column_stack([turn * FINE, (origin + APRON_MM) * FINE - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.GaussianBlur(tray.picture, (0, 0), 0.35 * step * FINE) if step * FINE > 1.5 else tray.picture
    crop = cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return look(np.asarray(crop, np.uint8), far / (tray.eye.height - face.size))
