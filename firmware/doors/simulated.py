"""The same doors without hardware: fingers that press when told, a panel that remembers, a camera that is painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import Image as Pillow
from PIL.Image import Image as Drawing

from firmware.doors.clocks import SimulatedClock
from firmware.doors.ports import (
    BUTTONS,
    FULL,
    OFF,
    CameraTrouble,
    Clock,
    Doors,
    Edge,
    Frame,
    Locks,
    PanelTrouble,
    Picture,
)

GLANCE_PX = 800  # the longer side of a small picture, as much as vision.presence looks at
Painter = Callable[[float], Picture]  # how the table looks at a time


class SimulatedButtons:
    """Fingers are told beforehand when they press; what has not come yet is not told."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._coming: list[Edge] = []
        self._down = dict.fromkeys(BUTTONS, False)
        self._heard = dict(self._down)
        self.closed = False

    def push(self, button: str, down: bool, after: float = 0.0) -> None:
        """A level, so many seconds from now."""
        if button not in BUTTONS:
            raise ValueError(f"there is no button {button!r}; the buttons are {', '.join(BUTTONS)}")
        self._coming.append(Edge(self._clock.now() + after, button, down))
        self._coming.sort(key=lambda edge: edge.at)

    def tap(self, button: str, after: float = 0.0, lasts: float = 0.12) -> None:
        self.push(button, True, after)
        self.push(button, False, after + lasts)

    def hold(self, button: str, after: float = 0.0, lasts: float = 1.3) -> None:
        self.tap(button, after, lasts)

    @property
    def busy(self) -> bool:
        """Whether a finger has still something to do."""
        return bool(self._coming)

    def edges(self) -> list[Edge]:
        now = self._clock.now()
        come = [edge for edge in self._coming if edge.at <= now]
        self._coming = [edge for edge in self._coming if edge.at > now]
        for edge in come:
            self._heard[edge.button] = edge.down
        return come

    def levels(self) -> Mapping[str, bool]:
        now = self._clock.now()
        return self._heard | {edge.button: edge.down for edge in self._coming if edge.at <= now}

    def close(self) -> None:
        self.closed = True


class SimulatedPanel:
    """Keeps the picture that is on the glass; `seen` is told of each one that differs from the one before."""

    def __init__(self, size: tuple[int, int] = (128, 64), seen: Callable[[Drawing, str], None] | None = None) -> None:
        self._size = size
        self._seen = seen
        self.glass = Pillow.new("L", size)
        self.level = FULL
        self.shown = 0  # pictures
        self.begun = 0  # times
        self.closed = False

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def show(self, drawing: Drawing) -> None:
        if drawing.size != self._size:
            raise PanelTrouble(
                f"The panel shows {self._size[0]} x {self._size[1]} dots, the picture has {drawing.size}."
            )
        grey = drawing.convert("L")
        changed = grey.tobytes() != self.glass.tobytes()
        self.glass, self.shown = grey, self.shown + 1
        if changed:
            self._tell()

    def bright(self, level: str) -> None:
        if level != self.level:
            self.level = level
            self._tell()

    def begin(self) -> None:
        self.begun += 1

    def close(self) -> None:
        self.closed = True

    @property
    def lit(self) -> Drawing:
        """What eyes see: nothing while it is off."""
        return self.glass if self.level != OFF else Pillow.new("L", self._size)

    def _tell(self) -> None:
        if self._seen:
            self._seen(self.lit, self.level)


class SimulatedCamera:
    """Takes a picture every `every` seconds of whatever the painter paints for the moment of its exposure."""

    def __init__(self, clock: Clock, painter: Painter, every: float = 0.1) -> None:
        self._clock, self._painter, self._every = clock, painter, every
        self.taken = 0
        self.locks = Locks()
        self.closed = False

    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        now = self._clock.now()
        begins = (newer_than // self._every + 1) * self._every
        begins = max(begins, now // self._every * self._every)
        if begins <= newer_than:  # rounding
            begins += self._every
        done = begins + self._every
        if done - now > wait:
            self._clock.wait(wait)
            raise CameraTrouble(f"The camera gave no picture within {wait:g} seconds; check its cable.")
        self._clock.wait(max(0.0, done - now))
        self.taken += 1
        return Frame(self._painter(begins), begins)

    def glance(self) -> Frame:
        begins = (self._clock.now() // self._every - 1) * self._every
        return Frame(small(self._painter(begins)), begins)

    def adjust(self) -> Locks:
        self._clock.wait(2.0)
        return Locks(16_000, 1.5, (1.9, 2.1), 2.5)

    def lock(self, locks: Locks) -> bool:
        self.locks = locks
        return True

    def close(self) -> None:
        self.closed = True


class SimulatedSounder:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def sound(self, what: str) -> None:
        self.heard = [*self.heard[-99:], what]


class SimulatedLights:
    def __init__(self) -> None:
        self.lit: frozenset[str] = frozenset()

    def light(self, buttons: frozenset[str]) -> None:
        self.lit = buttons


def small(picture: Picture, longest: int = GLANCE_PX) -> Picture:
    """The picture made small, for a glance."""
    import cv2  # late: a box without a camera never needs it

    height, width = picture.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return picture
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)


def simulated_doors(painter: Painter | None = None, size: tuple[int, int] = (128, 64)) -> Doors:
    """A whole simulated box; without a painter, one without a camera."""
    clock = SimulatedClock()
    return Doors(
        clock=clock,
        buttons=SimulatedButtons(clock),
        panel=SimulatedPanel(size),
        camera=SimulatedCamera(clock, painter) if painter else None,
        sounder=SimulatedSounder(),
        lights=SimulatedLights(),
    )
