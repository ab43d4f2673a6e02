"""Pictures for panels, none of which looks the same mirrored, turned or shifted."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw
from PIL.Image import Image as Drawing


def picture(size: tuple[int, int], seed: int = 1, mode: str = "1") -> Drawing:
    chance = random.Random(seed)
    drawing = Image.new(mode, size)
    draw = ImageDraw.Draw(drawing)
    for _ in range(12):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        fill = 1 if mode == "1" else chance.randrange(1, 16) * 17
        draw.rectangle((x, y, x + chance.randrange(30), y + chance.randrange(12)), fill=fill)
    draw.point([(0, 0), (1, 0), (size[0] - 1, size[1] - 1), (0, 5)], fill=1 if mode == "1" else 255)
    return drawing


def dots(drawing: Drawing) -> bytes:
    return drawing.convert("L").tobytes()
