"""Pictures of screens as text: one character for two dots across and four down, so that a page is 16 lines.

`python -m tests.firmware.screens.golden` draws all of them anew, after a look at `git diff` has been promised.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL.Image import Image

from firmware.screens.catalogue import LANGUAGES, Catalogue
from firmware.screens.drawing import draw
from firmware.screens.scenes import scenes

FOLDER = Path(__file__).parent / "golden"
PANELS = {"small": (128, 64), "large": (256, 64)}
LIT = 60  # a dot that shines at all
_DOTS = ((0, 0, 1), (0, 1, 2), (0, 2, 4), (1, 0, 8), (1, 1, 16), (1, 2, 32), (0, 3, 64), (1, 3, 128))


def as_text(picture: Image) -> list[str]:
    """Braille letters: their dots are the picture's."""
    grey = picture.convert("L")
    wide, high = grey.size
    lit = grey.load()
    assert lit is not None
    lines = []
    for y in range(0, high, 4):
        line = ""
        for x in range(0, wide, 2):
            bits = 0
            for dx, dy, bit in _DOTS:
                shade = lit[x + dx, y + dy]
                assert isinstance(shade, int)
                bits |= bit if shade > LIT else 0
            line += chr(0x2800 + bits) if bits else " "
        lines.append(line.rstrip())
    return lines


def drawn() -> Iterator[tuple[str, str, str, list[str]]]:
    """Every sample: the file it belongs to, the panel and language, its name, its lines."""
    for name, screen in scenes():
        room, _, page = name.partition("/")
        for panel, size in PANELS.items():
            for language in LANGUAGES:
                yield f"{room}-{panel}-{language}.txt", panel, page, as_text(draw(screen, size, Catalogue(language)))


def files() -> dict[str, str]:
    """What each golden file ought to hold."""
    found: dict[str, list[str]] = {}
    for file, panel, page, lines in drawn():
        width = PANELS[panel][0] // 2
        found.setdefault(file, []).extend([f"== {page} ".ljust(width, "="), *lines])
    return {file: "\n".join(lines) + "\n" for file, lines in found.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = files()
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(wanted)} files in {FOLDER}")


if __name__ == "__main__":
    main()
