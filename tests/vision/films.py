"""Films of a table, painted: tables at rest, arms of every colour between them, noise and unsteady light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

SKINS = ((150, 175, 225), (120, 150, 205), (95, 125, 185), (70, 95, 150), (50, 70, 115), (40, 50, 85))  # BGR
SLEEVES = (None, (30, 30, 160), (150, 70, 30), (60, 90, 40), (200, 205, 210), (120, 120, 120), (35, 30, 30))


@dataclass(frozen=True)
class Shot:
    """One frame of a film. `quiet` counts the frames since anything moved, 0 while it does; `hand`: one is in."""

    image: Image
    hand: bool
    quiet: int


@dataclass(frozen=True)
class Arm:
    """A painted arm: colours, breadth of the palm in px, where on the picture's rim it enters and which way."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int] | None
    breadth: float
    entry: tuple[float, float]
    way: float


def some_arm(rng: np.random.Generator, size: tuple[int, int], breadth: float) -> Arm:
    """An arm of any colour from any edge."""
    width, height = size
    side, along = int(rng.integers(4)), rng.uniform(0.2, 0.8)
    entry = ((along * width, 0), (width, along * height), (along * width, height), (0, along * height))[side]
    way = (np.pi / 2, np.pi, -np.pi / 2, 0.0)[side] + rng.uniform(-0.35, 0.35)
    skin, sleeve = SKINS[int(rng.integers(len(SKINS)))], SLEEVES[int(rng.integers(len(SLEEVES)))]
    return Arm(skin, sleeve, breadth, (float(entry[0]), float(entry[1])), float(way))


def _capsule(mask: Image, start: Floats, end: Floats, thick: float) -> None:
    ends = [tuple(int(v) for v in np.round(p * 8)) for p in (start, end)]
    cv2.line(mask, ends[0], ends[1], (255,), max(1, round(thick)), cv2.LINE_AA, 3)


def with_arm(image: Image, arm: Arm, reach: float) -> Image:
    """The picture with an arm reaching in so many px, its fingertips foremost."""
    if reach <= 0:
        return image
    height, width = image.shape[:2]
    ahead = np.array([np.cos(arm.way), np.sin(arm.way)])
    aside = np.array([-ahead[1], ahead[0]])
    tip = np.array(arm.entry) + ahead * reach
    b = arm.breadth
    skin, sleeve, lines = (np.zeros((height, width), np.uint8) for _ in range(3))
    for finger in range(4):
        off = (finger - 1.5) * b * 0.24
        short = (0.12, 0.0, 0.04, 0.2)[finger] * b
        _capsule(skin, tip + aside * off - ahead * (short + b * 0.11), tip + aside * off - ahead * b, b * 0.22)
        _capsule(lines, tip + aside * (off + b * 0.12) - ahead * b * 0.3, tip + aside * (off + b * 0.12) - ahead * b, 1)
    _capsule(skin, tip - ahead * b * 1.1, tip - ahead * b * 1.5, b * 0.95)
    _capsule(skin, tip + aside * b * 0.75 - ahead * b * 0.9, tip + aside * b * 0.2 - ahead * b * 1.6, b * 0.26)
    _capsule(skin, tip - ahead * b * 1.5, tip - ahead * (reach + 4 * b), b * 0.62)
    if arm.sleeve is not None:
        _capsule(sleeve, tip - ahead * b * 2.5, tip - ahead * (reach + 5 * b), b * 0.95)
    shadow = cv2.GaussianBlur(cv2.max(skin, sleeve), (0, 0), b * 0.12)
    shadow = cv2.warpAffine(shadow, np.array([[1, 0, b * 0.12], [0, 1, b * 0.1]]), (width, height))
    canvas = image.astype(np.float32) * (1 - 0.4 * shadow.astype(np.float32)[..., None] / 255)
    shade = 1 - 0.25 * np.clip(cv2.GaussianBlur(lines, (0, 0), 1.2).astype(np.float32) / 128, 0, 1)
    light = np.percentile(image.reshape(-1, 3), 97, axis=0).astype(np.float32) / 240
    for mask, colour in ((skin, arm.skin), (sleeve, arm.sleeve)):
        if colour is not None:
            cover = cv2.GaussianBlur(mask, (3, 3), 0).astype(np.float32)[..., None] / 255
            paint = np.array(colour, np.float32) * light * shade[..., None]
            canvas = canvas * (1 - cover) + paint * cover
    return np.clip(canvas, 0, 255).astype(np.uint8)


def filmed(image: Image, rng: np.random.Generator, noise: float, flicker: float) -> Image:
    """A frame as a camera gives it: light that trembles, noise, JPEG."""
    light = image.astype(np.float32) * (1 + rng.normal(0, flicker)) * (1 + rng.normal(0, flicker / 4, 3))
    grain = rng.standard_normal(image.shape, np.float32) * noise
    frame = np.clip(light + grain, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def film(
    tables: Sequence[Image], rng: np.random.Generator, breadth: float, noise: float = 3.0, flicker: float = 0.01
) -> Iterator[Shot]:
    """Each table at rest in turn; between two of them an arm comes, rests, changes the table and goes."""

    def shot(image: Image, hand: bool, quiet: int) -> Shot:
        return Shot(filmed(image, rng, noise, flicker), hand, quiet)

    for quiet in range(4):
        yield shot(tables[0], False, 8 + quiet)
    for before, after in pairwise(tables):
        arm = some_arm(rng, (before.shape[1], before.shape[0]), breadth)
        deep = float(rng.uniform(0.6, 2.4)) * breadth
        speed = float(rng.choice([0.35, 0.8, 2.5])) * breadth
        coming = [*(float(r) for r in np.arange(speed, deep, speed)), deep]
        for reach in coming:
            yield shot(with_arm(before, arm, reach), True, 0)
        for quiet in range(int(rng.integers(3, 9))):
            yield shot(with_arm(before, arm, deep), True, quiet + 1)
        for reach in reversed(coming[:-1]):
            yield shot(with_arm(after, arm, reach), True, 0)
        for quiet in range(7):
            yield shot(after, False, quiet + 1)
