"""Panel controllers played by software: they take the bytes of a bus as the chip does, and show what would be seen.

The real drivers talk to them in tests and in the demo. A controller that has just got power shows nothing, as the chip
does, until it is set up; what it does not know makes it complain, so that no driver error passes unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from PIL import Image as Pillow
from PIL.Image import Image as Drawing

I2C_HZ, SPI_HZ = 400_000, 8_000_000


class Glass:
    """What all controllers share: the bus with its time and its faults, power, and whether anything is lit."""

    size = (128, 64)
    clocks, extra = 9, 2  # I2C: nine clocks a byte, an address and a control byte with each transfer
    hz = I2C_HZ

    def __init__(self, takes: Callable[[float], None] | None = None, hz: int | None = None) -> None:
        self._takes = takes
        self.hz = hz or self.hz
        self.fault: OSError | None = None  # raised by every transfer while it stands
        self.faults_after: int | None = None  # or only once so many more transfers have gone well
        self.transfers = self.bytes = 0
        self.closed = False
        self.power_on()

    def power_on(self) -> None:
        """As after a brown-out: off, everything as the chip begins, noise in its memory."""
        self.on, self.contrast, self.inverted, self.all_lit = False, 0x7F, False, False
        self._pending: list[int] = []

    # ---- what a luma driver asks of a bus
    def command(self, *cmd: int) -> None:
        self._moved(len(cmd))
        for byte in cmd:
            self._command_byte(byte)

    def data(self, data: Sequence[int]) -> None:
        for at in range(0, len(data), 4096):
            self._moved(len(data[at : at + 4096]))
            self._data_bytes(data[at : at + 4096])

    def cleanup(self) -> None:
        self.closed = True

    def _moved(self, count: int) -> None:
        if self.faults_after is not None:
            self.faults_after -= 1
        if self.fault or (self.faults_after or 0) < 0:
            self._pending = []  # what was begun is forgotten when the bus is let go
            raise self.fault or OSError(121, "Remote I/O error")
        self.transfers += 1
        self.bytes += count + self.extra
        if self._takes:
            self._takes((count + self.extra) * self.clocks / self.hz)

    # ---- what eyes see
    def picture(self) -> Drawing:
        """Grey values from 0 to 255, before contrast."""
        raise NotImplementedError

    @property
    def lit(self) -> Drawing:
        return self.picture() if self.on else Pillow.new("L", self.size)

    def _command_byte(self, byte: int) -> None:
        """Commands are gathered until they have all their values, however the bus cuts them."""
        self._pending.append(byte)
        needs = self._needs(self._pending[0])
        if len(self._pending) > needs:
            command, *values = self._pending
            self._pending = []
            self._obey(command, values)

    def _needs(self, command: int) -> int:
        raise NotImplementedError

    def _obey(self, command: int, values: list[int]) -> None:
        raise NotImplementedError

    def _data_bytes(self, data: Sequence[int]) -> None:
        raise NotImplementedError


class PagedGlass(Glass):
    """SSD1306, SSD1309, SH1106: eight pages of bytes, each byte a column of eight dots, the lowest bit on top."""

    columns, first_column = 128, 0
    values: ClassVar[dict[int, int]] = {}
    ignored: frozenset[int] = frozenset()

    def power_on(self) -> None:
        super().power_on()
        self.memory = bytearray(0x55 for _ in range(self.columns * 8))
        self.page = self.column = 0
        self.remapped = self.from_below = False

    def _needs(self, command: int) -> int:
        return self.values.get(command, 0)

    def _obey(self, command: int, values: list[int]) -> None:
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command == 0x81:
            self.contrast = values[0]
        elif command in (0xA0, 0xA1):
            self.remapped = command == 0xA1
        elif command in (0xC0, 0xC8):
            self.from_below = command == 0xC8
        elif command in (0xA4, 0xA5):
            self.all_lit = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif 0x00 <= command <= 0x0F:
            self.column = self.column & 0xF0 | command
        elif 0x10 <= command <= 0x1F:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 0x07
        elif command not in self.ignored and not 0x40 <= command <= 0x7F:
            raise ValueError(f"{type(self).__name__} has no command {command:#04x}")

    def _data_bytes(self, data: Sequence[int]) -> None:
        for byte in data:
            if self.column < self.columns:
                self.memory[self.page * self.columns + self.column] = byte
            self._step()

    def _step(self) -> None:
        self.column = min(self.column + 1, self.columns)

    def picture(self) -> Drawing:
        """Upright when the controller is set as its boards are soldered: columns remapped, rows from below."""
        width, height = self.size
        drawing = Pillow.new("L", self.size)
        dots = drawing.load()
        for y in range(height):
            for x in range(width):
                column = self.first_column + x
                lit = self.all_lit or bool(self.memory[(y // 8) * self.columns + column] >> (y % 8) & 1)
                if dots is not None and lit != self.inverted:
                    dots[x if self.remapped else width - 1 - x, y if self.from_below else height - 1 - y] = 255
        return drawing


class Ssd1306Glass(PagedGlass):
    values: ClassVar[dict[int, int]] = {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x81: 1,
        0x8D: 1,
        0xA8: 1,
        0xD3: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
        0x26: 6,
        0x27: 6,
        0x29: 5,
        0x2A: 5,
        0xA3: 2,
    }
    ignored = frozenset({0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x2E, 0xE3})

    def power_on(self) -> None:
        super().power_on()
        self.mode, self.pump = 2, False
        self.from_column, self.to_column, self.from_page, self.to_page = 0, 127, 0, 7

    def _obey(self, command: int, values: list[int]) -> None:
        if command == 0x20:
            self.mode = values[0] & 3
        elif command == 0x8D:
            self.pump = bool(values[0] & 4)
        elif command == 0x21:
            self.from_column, self.to_column = values[0] & 127, values[1] & 127
            self.column = self.from_column
        elif command == 0x22:
            self.from_page, self.to_page = values[0] & 7, values[1] & 7
            self.page = self.from_page
        else:
            super()._obey(command, values)

    def _step(self) -> None:
        if self.mode == 2:  # stays in its page
            self.column = (self.column + 1) % 128
            return
        self.column += 1
        if self.column > self.to_column:
            self.column = self.from_column
            self.page = self.from_page if self.page == self.to_page else (self.page + 1) % 8

    @property
    def lit(self) -> Drawing:
        return super().lit if self.pump else Pillow.new("L", self.size)  # without its pump it has no light


class Sh1106Glass(PagedGlass):
    """132 columns of memory, of which the boards show the middle 128; it knows pages only."""

    columns, first_column = 132, 2
    values: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    ignored = frozenset({0x20, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3})


class Ssd1322Glass(Glass):
    """256 x 64 of sixteen greys; values of commands come as data, four dots in two bytes, the left one first."""

    size = (256, 64)
    clocks, extra = 8, 0
    hz = SPI_HZ
    first_dot = 112  # of 480; the board's 256 lie in the middle
    values: ClassVar[dict[int, int]] = {
        0xFD: 1,
        0xB3: 1,
        0xCA: 1,
        0xA2: 1,
        0xA1: 1,
        0xA0: 2,
        0xB5: 1,
        0xAB: 1,
        0xB4: 2,
        0xC7: 1,
        0xB1: 1,
        0xD1: 2,
        0xBB: 1,
        0xB6: 1,
        0xBE: 1,
        0xC1: 1,
        0x15: 2,
        0x75: 2,
    }
    bare = frozenset({0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xB9, 0xAE, 0xAF, 0x5C, 0x00})

    def power_on(self) -> None:
        super().power_on()
        self.memory = bytearray(0x5A for _ in range(120 * 2 * 64))
        self.columns, self.rows = (0, 119), (0, 127)
        self.column = self.row = self.half = 0
        self.writing, self.lights = False, "normal"

    def _needs(self, command: int) -> int:
        return self.values.get(command, 0)

    def _command_byte(self, byte: int) -> None:
        if self._pending:
            raise ValueError(f"SSD1322 was left without the values of command {self._pending[0]:#04x}")
        self.writing = byte == 0x5C
        super()._command_byte(byte)

    def _data_bytes(self, data: Sequence[int]) -> None:
        for byte in data:
            if self._pending:
                super()._command_byte(byte)
            elif self.writing:
                self._store(byte)
            else:
                raise ValueError("SSD1322 got data that belong to no command")

    def _obey(self, command: int, values: list[int]) -> None:
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command == 0xC1:
            self.contrast = values[0]
        elif command == 0x15:
            self.columns = values[0] & 127, values[1] & 127
            self.column, self.half = self.columns[0], 0
        elif command == 0x75:
            self.rows = values[0] & 127, values[1] & 127
            self.row = self.rows[0]
        elif command in (0xA4, 0xA5, 0xA6, 0xA7):
            self.lights = {0xA4: "none", 0xA5: "all", 0xA6: "normal", 0xA7: "inverted"}[command]
        elif command not in self.values and command not in self.bare:
            raise ValueError(f"SSD1322 has no command {command:#04x}")

    def _store(self, byte: int) -> None:
        if self.row < 64:
            self.memory[(self.row * 120 + self.column) * 2 + self.half] = byte
        self.half += 1
        if self.half == 2:
            self.half = 0
            self.column += 1
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                self.row = self.rows[0] if self.row == self.rows[1] else self.row + 1

    def picture(self) -> Drawing:
        width, height = self.size
        drawing = Pillow.new("L", self.size)
        dots = drawing.load()
        for y in range(height):
            for x in range(width):
                dot = self.first_dot + x
                byte = self.memory[y * 240 + dot // 2]
                grey = {"none": 0, "all": 15}.get(self.lights, byte >> 4 if dot % 2 == 0 else byte & 15)
                if dots is not None:
                    dots[x, y] = (15 - grey if self.lights == "inverted" else grey) * 17
        return drawing


GLASSES: dict[str, type[Glass]] = {
    "ssd1306": Ssd1306Glass,
    "ssd1309": Ssd1306Glass,
    "sh1106": Sh1106Glass,
    "ssd1322": Ssd1322Glass,
}
