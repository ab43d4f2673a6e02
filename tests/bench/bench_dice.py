"""Dice: what finding the tray and reading six dice costs beside one warp, and beside the recipe that users pick."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import cv2
import numpy as np

from tests.bench.figures import Figure, seconds
from vision.layout import read_layout
from vision.lessons import read_picture
from vision.markers import Image
from vision.tables import DiceReader
from vision.taught import load

FOLDER = Path(__file__).parent.parent / "photos" / "dice_king"
WIDTH, HEIGHT = 2304, 1296
TURN = np.array([[1.01, 0.02, 3.0], [-0.01, 0.99, 5.0], [1e-5, -1e-5, 1.0]])
EARLY, LATE = 2, 6  # frames
LINK_PX = 60.0  # blobs nearer than this belong to one die


def blob_recipe(image: Image) -> list[int]:
    """Blur, SimpleBlobDetector, single-link clusters of the blobs' middles: golsteyn.com/writing/dice."""
    parameters = cv2.SimpleBlobDetector.Params()
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    points = cv2.SimpleBlobDetector.create(parameters).detect(cv2.medianBlur(image, 7))
    places = np.array([point.pt for point in points]).reshape(-1, 2)
    label = list(range(len(places)))
    for one in range(len(places)):
        for other in range(one):
            if np.hypot(*(places[one] - places[other])) < LINK_PX:
                old, new = label[one], label[other]
                label = [new if number == old else number for number in label]
    return [label.count(number) for number in sorted(set(label))]


def measure() -> list[Figure]:
    tracemalloc.start()
    reader = DiceReader(read_layout(FOLDER), load(FOLDER / "king.looks"))
    photo = read_picture(FOLDER / "six.jpg")
    frame = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    scale = HEIGHT / photo.shape[0]
    large = cv2.resize(photo, (round(photo.shape[1] * scale), HEIGHT), interpolation=cv2.INTER_CUBIC)
    left = (WIDTH - large.shape[1]) // 2
    frame[:] = np.median(photo, axis=(0, 1)).astype(np.uint8)
    frame[:, left : left + large.shape[1]] = large
    coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]

    def floor() -> None:
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        cv2.warpPerspective(image, TURN, (WIDTH, HEIGHT))

    read = reader.read(frame)
    assert len(read.dice) == 6, f"the bench's frame shows six dice, {len(read.dice)} were read"
    kept = []
    for number in range(LATE):
        reader.read(frame)
        if number + 1 in (EARLY, LATE):
            kept.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    reading, floor_s = seconds(lambda: reader.read(frame), 3), seconds(floor, 3)
    recipe = seconds(lambda: blob_recipe(frame), 3)
    what = "the tray and six dice in a 2304 x 1296 frame"
    return [
        Figure(what, 1e3 * reading, "ms", "decode, convert and one warp", 1e3 * floor_s, "at most 5"),
        Figure(what, 1e3 * reading, "ms", "blur, blobs and clusters", 1e3 * recipe, "at most 0.5"),
        Figure(f"memory after {LATE} frames", kept[1] / 1e3, "kB", f"after {EARLY}", kept[0] / 1e3, "at most 1.05"),
    ]
