"""Surfaces: what finding and following cost beside decoding the frame and warping it once, and whether memory grows."""

from __future__ import annotations

import tracemalloc

import cv2
import numpy as np

from tests.bench.figures import Figure, seconds
from tests.vision.tables import TRAY, photo
from vision.stillness import Film
from vision.surface import find_surfaces, follow

WIDTH, HEIGHT = 2304, 1296
TURN = np.array([[1.01, 0.02, 3.0], [-0.01, 0.99, 5.0], [1e-5, -1e-5, 1.0]])
EARLY, LATE = 48, 96  # frames; every eighth changes the table


def measure() -> list[Figure]:
    frame = cv2.resize(photo("tray.jpg"), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]

    def floor() -> None:
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        cv2.warpPerspective(image, TURN, (WIDTH, HEIGHT))

    (tray,) = find_surfaces(frame, [TRAY])
    assert tray.markers == (0, 1, 2, 3)
    floor_s = seconds(floor)
    finding = seconds(lambda: find_surfaces(frame, [TRAY]))
    following = seconds(lambda: follow(tray, frame))
    watching = Film()
    watching.still(frame)
    still = seconds(lambda: watching.still(frame))
    name = "decode, convert and one warp"
    return [
        Figure("finding the surface in a 2304 x 1296 frame", 1e3 * finding, "ms", name, 1e3 * floor_s, "at most 1"),
        Figure("following it", 1e3 * following, "ms", "finding it", 1e3 * finding, "at most 1"),
        Figure("telling stillness of a frame", 1e3 * still, "ms", name, 1e3 * floor_s, "at most 1"),
        _memory(frame),
    ]


def _memory(frame: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Figure:
    """What is held after many frames, against after few: half of them the table changes."""
    small = cv2.resize(frame, (WIDTH // 3, HEIGHT // 3), interpolation=cv2.INTER_AREA).astype(np.uint8)
    other = small.copy()
    cv2.circle(other, (300, 200), 20, (40, 60, 200), -1)
    (tray,) = find_surfaces(small, [TRAY])
    watching = Film()
    held: list[int] = []
    tracemalloc.start()
    for number in range(LATE):
        image = (small if number // 8 % 2 else other).copy()
        tray = follow(tray, image)
        watching.still(image)
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    few, many = max(held[EARLY - 16 : EARLY]), max(held[LATE - 16 : LATE])
    return Figure(f"memory after {LATE} frames", many / 1e6, "MB", f"after {EARLY}", few / 1e6, "at most 1.05")
