"""What is on the panel: drawn when it changes, moved now and then, dimmed and switched off when nobody is there."""

from __future__ import annotations

from PIL.Image import Image as Drawing

from firmware.doors.kept import KeptPanel
from firmware.doors.ports import OFF, Clock, Panel
from firmware.screens import Care, Catalogue, Times, care, draw, page_count
from firmware.screens.views import Screen, View
from firmware.settings import BurnInSettings

USUAL = (128, 64)  # the panel that is thought of where there is none


class Glass:
    def __init__(self, panel: Panel | None, clock: Clock, burn_in: BurnInSettings, words: Catalogue) -> None:
        self.panel = None if panel is None else panel if isinstance(panel, KeptPanel) else KeptPanel(panel, clock)
        self.clock, self.words = clock, words
        self.times = Times(burn_in.shift_every, burn_in.dim_after, burn_in.off_after)
        self.touched_at = clock.now()
        self.drawn: tuple[Screen, tuple[int, int]] | None = None  # what the drawing shows, and where it lies
        self.drawing: Drawing | None = None

    @property
    def asleep(self) -> bool:
        return self._care().level == OFF

    @property
    def lost(self) -> bool:
        return self.panel is not None and self.panel.lost

    def touched(self) -> None:
        """Somebody is there."""
        self.touched_at = self.clock.now()

    def pages(self, view: View) -> int:
        """How many pages a view needs on this panel."""
        return page_count(view, self.panel.size if self.panel else USUAL, self.words)

    def show(self, screen: Screen) -> None:
        """Bring the panel up to date, in every round: a lost one comes back with the picture that is right by then."""
        if self.panel is None:
            return
        shift, level = self._care()
        if level != OFF or self.drawing is None:
            if self.drawing is None or self.drawn is None or self.drawn[1] != shift or not same(screen, self.drawn[0]):
                self.drawing = draw(screen, self.panel.size, self.words, shift)
                self.drawn = screen, shift
            self.panel.show(self.drawing)
        self.panel.bright(level)

    def _care(self) -> Care:
        now = self.clock.now()
        return care(now - self.touched_at, now, self.times)


def same(one: Screen, other: Screen) -> bool:
    """Whether two screens show the same, as far as that can be told cheaply."""
    try:
        return one == other
    except ValueError:  # pictures do not compare
        return False
