"""What is on the panel: drawn when it changes, moved a dot now and then, dimmed and switched off when nobody is there.

A panel that is lost is set up anew, at first soon, then less often. The game does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL.Image import Image as Drawing

from firmware.doors.ports import OFF, Clock, DoorTrouble, Panel
from firmware.screens import Care, Catalogue, Times, care, draw, page_count
from firmware.screens.views import Screen, View
from firmware.settings import BurnInSettings

AGAIN = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds between attempts to reach a lost panel, the last one from then on
USUAL = (128, 64)  # the panel that is thought of where there is none


class Glass:
    def __init__(
        self, panel: Panel | None, clock: Clock, burn_in: BurnInSettings, words: Catalogue, log: Callable[[str], None]
    ) -> None:
        self.panel, self.clock, self.words, self.log = panel, clock, words, log
        self.times = Times(burn_in.shift_every, burn_in.dim_after, burn_in.off_after)
        self.touched_at = clock.now()
        self.drawn: tuple[Screen, tuple[int, int]] | None = None  # what the drawing shows, and where it lies
        self.drawing: Drawing | None = None
        self.on_glass: bytes | None = None
        self.level = ""
        self.lost_at: float | None = None
        self.tries = 0

    @property
    def asleep(self) -> bool:
        return self._care().level == OFF

    @property
    def lost(self) -> bool:
        return self.lost_at is not None

    def touched(self) -> None:
        """Somebody is there."""
        self.touched_at = self.clock.now()

    def pages(self, view: View) -> int:
        """How many pages a view needs on this panel."""
        return page_count(view, self.panel.size if self.panel else USUAL, self.words)

    def show(self, screen: Screen) -> None:
        """Bring the panel up to date. Never raises for a panel."""
        if self.panel is None or not self._reached():
            return
        shift, level = self._care()
        try:
            if level != OFF:
                self._put(screen, shift)
            self._bright(level)
        except (DoorTrouble, OSError) as trouble:
            self._lose(trouble)

    def _put(self, screen: Screen, shift: tuple[int, int]) -> None:
        assert self.panel is not None
        if self.drawing is None or self.drawn is None or self.drawn[1] != shift or not same(screen, self.drawn[0]):
            self.drawing = draw(screen, self.panel.size, self.words, shift)
            self.drawn = screen, shift
        dots = self.drawing.tobytes()
        if dots != self.on_glass:
            self.panel.show(self.drawing)
            self.on_glass = dots

    def _care(self) -> Care:
        now = self.clock.now()
        return care(now - self.touched_at, now, self.times)

    def _bright(self, level: str) -> None:
        if level != self.level and self.panel is not None:
            self.panel.bright(level)
            self.level = level

    def _lose(self, trouble: Exception) -> None:
        if self.lost_at is None:
            self.log(f"the panel is lost: {trouble}")
        self.lost_at = self.clock.now()
        self.on_glass, self.level = None, ""

    def _reached(self) -> bool:
        """Whether the panel answers; a lost one is begun anew when its time has come."""
        if self.lost_at is None:
            return True
        if self.clock.now() - self.lost_at < AGAIN[min(self.tries, len(AGAIN) - 1)]:
            return False
        self.tries += 1
        try:
            assert self.panel is not None
            self.panel.begin()
        except (DoorTrouble, OSError):
            self.lost_at = self.clock.now()
            return False
        self.log("the panel is back")
        self.lost_at, self.tries = None, 0
        return True


def same(one: Screen, other: Screen) -> bool:
    """Whether two screens show the same, as far as that can be told cheaply."""
    try:
        return one == other
    except ValueError:  # pictures do not compare
        return False
