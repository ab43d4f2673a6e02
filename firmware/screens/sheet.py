"""A picture being drawn for the panel: lines of text and small drawings, off the edge so that all can be shifted."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from firmware.screens.letters import BIG, DROP, HEIGHT, ICONS, LINE, Rows, dots, shortened, width

MARGIN_X, MARGIN_Y = 4, 3  # dots that the whole picture may move to and fro, so that none of them burns in
FOOT = 51  # where the last line of the sheet begins
ROWS = 5  # lines above the foot
BRIGHT, SOFT = 255, 120


@lru_cache(maxsize=2048)
def _stamp(rows: Rows) -> Image.Image:
    wide, high = len(rows[0]), len(rows)
    return Image.frombytes("L", (wide, high), bytes(255 if dot == "#" else 0 for row in rows for dot in row))


class Sheet:
    """One panel's picture. `wide` and `high` are what may be drawn on; `shift` is where it lies on the glass just now.

    Whatever would stick out is noted in `outside`, what lies on something else in `across`, and what had to be
    shortened in `shortened`: tests want them empty.
    """

    def __init__(self, size: tuple[int, int], shift: tuple[int, int] = (0, 0)) -> None:
        self.size = size
        self.wide, self.high = size[0] - MARGIN_X, size[1] - MARGIN_Y
        self.shift = (max(0, min(MARGIN_X, shift[0])), max(0, min(MARGIN_Y, shift[1])))
        self.image = Image.new("L", size)
        self.outside: list[str] = []
        self.across: list[str] = []
        self._boxes: list[tuple[int, int, int, int]] = []
        self.shortened: list[str] = []
        self.written: list[str] = []

    @property
    def large(self) -> bool:
        return self.size[0] >= 256

    # ---- drawing
    def dots(self, x: int, y: int, rows: Rows, what: str, soft: bool = False) -> int:
        """Put a drawing on the sheet and tell where it ends."""
        if not rows or not rows[0]:
            return x
        end = x + len(rows[0])
        inked = [y + n for n, row in enumerate(rows) if "#" in row]
        if not inked:
            return end
        box = (x, inked[0], end, inked[-1] + 1)
        if x < 0 or y < 0 or end > self.wide or box[3] > self.high:
            self.outside.append(what)
        if any(a < box[2] and box[0] < c and b < box[3] and box[1] < d for a, b, c, d in self._boxes):
            self.across.append(what)
        self._boxes.append(box)
        stamp = _stamp(rows)
        self.image.paste(SOFT if soft and self.large else BRIGHT, (x + self.shift[0], y + self.shift[1]), stamp)
        return end

    def text(self, x: int, y: int, text: str, big: bool = False, bold: bool = False, soft: bool = False) -> int:
        if text:
            self.written.append(text)
        return self.dots(x, y, dots(text, big, bold), text, soft)

    def fitted(self, x: int, y: int, text: str, room: int, big: bool = False, soft: bool = False) -> int:
        """A text that is shortened, with “…”, where the room is too small: for names, which may be long."""
        short = shortened(text, room, big)
        if short != text:
            self.shortened.append(text)
        return self.text(x, y, short, big=big, soft=soft)

    def right(self, end: int, y: int, text: str, big: bool = False, bold: bool = False, soft: bool = False) -> int:
        """A text that ends at a place; tells where it begins."""
        x = end - width(text, big, bold)
        self.text(x, y, text, big, bold, soft)
        return x

    def icon(self, x: int, y: int, name: str, soft: bool = False) -> int:
        return self.dots(x, y, ICONS[name], name, soft)

    def large_icon(self, x: int, y: int, name: str) -> int:
        doubled = tuple("".join(dot * 2 for dot in row) for row in ICONS[name] for _ in range(2))
        return self.dots(x, y, doubled, name)

    def frame(self, x: int, y: int, wide: int, high: int) -> None:
        """A thin frame with open corners, around what is written into it."""
        line, sides = "." + "#" * (wide - 2) + ".", "#" + "." * (wide - 2) + "#"
        boxes = list(self._boxes)
        self.dots(x, y, (line, *(sides,) * (high - 2), line), "a frame")
        self._boxes = boxes

    def block(self, x: int, y: int, wide: int, high: int) -> None:
        if wide > 0 and high > 0:
            self.dots(x, y, ("#" * wide,) * high, "a bar")

    def picture(self, x: int, y: int, picture: Image.Image) -> None:
        if x + picture.width > self.wide or y + picture.height > self.high:
            self.outside.append("the picture")
        self.image.paste(picture, (x + self.shift[0], y + self.shift[1]))

    def clear(self, y: int) -> None:
        """Wipe everything from a line downwards."""
        self.image.paste(0, (0, y + self.shift[1], *self.size))
        self._boxes = [box for box in self._boxes if box[3] <= y]

    def done(self) -> Image.Image:
        """The picture as a panel takes it: black and white for the small one, greys for the large."""
        return self.image if self.large else self.image.convert("1", dither=Image.Dither.NONE)


__all__ = ["BIG", "DROP", "FOOT", "HEIGHT", "LINE", "ROWS", "Sheet"]
