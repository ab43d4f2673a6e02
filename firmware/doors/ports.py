"""The doors to the hardware. The table loop knows these protocols and nothing of what is behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from PIL.Image import Image as Drawing

if TYPE_CHECKING:  # numpy takes longer to load than all else that a box needs for its first picture
    import numpy as np
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]  # BGR, as OpenCV has it
else:
    Picture = Any

CONFIRM, BACK, PREVIOUS, NEXT = "confirm", "back", "previous", "next"
BUTTONS = (CONFIRM, BACK, PREVIOUS, NEXT)
FULL, DIM, OFF = "full", "dim", "off"  # how bright a panel is


class DoorTrouble(Exception):
    """A piece of hardware did not do what it should; the sentence says which, and what to do."""


class CameraTrouble(DoorTrouble):
    """No frame came, or the camera is not there."""


class PanelTrouble(DoorTrouble):
    """The panel did not take a picture."""


class ButtonTrouble(DoorTrouble):
    """The buttons cannot be read."""


@dataclass(frozen=True)
class Frame:
    """One picture; `taken` is the clock's time at which its exposure began."""

    picture: Picture
    taken: float
    notes: Mapping[str, Any] = field(default_factory=dict)  # exposure, gains, lens position: what the camera tells


@dataclass(frozen=True)
class Edge:
    """A button's level changed."""

    at: float
    button: str
    down: bool


@dataclass(frozen=True)
class Press:
    """What a finger meant: a `tap` (told when it is let go) or a `hold` (told when it has been down long enough)."""

    button: str
    kind: str  # "tap" or "hold"
    at: float


@dataclass(frozen=True)
class Locks:
    """How a camera stands, so that it can stand so again. What it does not tell is None and stays as it is."""

    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None  # red, blue
    lens: float | None = None  # dioptres

    @property
    def any(self) -> bool:
        return self != Locks()


class Clock(Protocol):
    """Seconds that only go forward; no date is ever asked for."""

    def now(self) -> float: ...

    def wait(self, seconds: float) -> None: ...


class Camera(Protocol):
    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        """A full picture whose exposure began after `newer_than`; CameraTrouble if none comes within `wait` seconds."""

    def glance(self) -> Frame:
        """The newest small picture, for telling whether the table is at rest."""

    def adjust(self) -> Locks:
        """Lets the camera find focus, exposure and white balance for what it sees now, and tells how it stands then."""

    def lock(self, locks: Locks) -> bool:
        """Makes it stand so from now on; False when it has less to lock than it was asked for."""

    def close(self) -> None: ...


class Buttons(Protocol):
    def edges(self) -> list[Edge]:
        """What happened since it was last asked, in order. Never waits."""

    def levels(self) -> Mapping[str, bool]:
        """Which buttons are down now."""

    def close(self) -> None: ...


class Panel(Protocol):
    @property
    def size(self) -> tuple[int, int]: ...

    def show(self, drawing: Drawing) -> None:
        """Put a whole picture (mode "1" or "L") of the panel's size on the glass; PanelTrouble if it is lost."""

    def bright(self, level: str) -> None:
        """FULL, DIM or OFF."""

    def begin(self) -> None:
        """Set the controller up anew, as after a brown-out."""

    def close(self) -> None: ...


class Sounder(Protocol):
    def sound(self, what: str) -> None:
        """`press`, `allowed`, `refused`, `ask`, `trouble` or `over`. Never needed to understand the state."""


class Lights(Protocol):
    def light(self, buttons: frozenset[str]) -> None:
        """Light the buttons that do something now."""


@dataclass
class Doors:
    """All the hardware of one box. A camera or a panel may be missing: the game is kept all the same."""

    clock: Clock
    buttons: Buttons
    panel: Panel | None = None
    camera: Camera | None = None
    sounder: Sounder | None = None
    lights: Lights | None = None
