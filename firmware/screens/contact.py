"""The contact sheet: every sample screen, both panels and both languages side by side."""

from __future__ import annotations

from PIL import Image

from firmware.screens.catalogue import LANGUAGES, Catalogue
from firmware.screens.drawing import draw
from firmware.screens.letters import LINE
from firmware.screens.scenes import scenes
from firmware.screens.sheet import Sheet

PANELS = ((128, 64), (256, 64))
GAP = 6
PAPER = 70


def contact_sheet(only: str = "") -> Image.Image | None:
    """A row for each sample: its name, then its pictures. None if no sample has such a name."""
    rows = [(name, screen) for name, screen in scenes() if name.startswith(only)]
    if not rows:
        return None
    columns = [(size, Catalogue(language)) for size in PANELS for language in LANGUAGES]
    wide = GAP + sum(size[0] + GAP for size, _ in columns)
    high = PANELS[0][1] + LINE + GAP
    whole = Image.new("L", (wide, GAP + high * len(rows)), PAPER)
    for number, (name, screen) in enumerate(rows):
        y = GAP + number * high
        label = Sheet((wide, LINE + 4))
        label.text(0, 0, name)
        ink = label.image.crop((0, 0, wide - GAP, LINE))
        whole.paste(255, (GAP, y), ink)
        x = GAP
        for size, words in columns:
            whole.paste(draw(screen, size, words).convert("L"), (x, y + LINE))
            x += size[0] + GAP
    return whole
