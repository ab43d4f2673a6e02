"""The one loop: presses, readings that are finished, the panel, the checks, and then the watchdog is fed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.doors.ports import BUTTONS, ButtonTrouble, Doors, DoorTrouble, Edge, Press
from firmware.doors.presses import Fingers
from firmware.profile import Profile
from firmware.screens import Catalogue
from firmware.screens.views import Notice, Screen
from firmware.settings import Settings
from firmware.table.glass import Glass
from firmware.table.keeping import Journal
from firmware.table.looking import Looking
from firmware.table.moment import say_held
from firmware.table.playing import lowest
from firmware.table.sight import Sight
from firmware.table.table import Table, complain
from rules.words import SILENCE, say

if TYPE_CHECKING:
    from firmware.web.window import Window

ROUND = 0.02  # seconds between two rounds
QUIET_ROUND = 0.05  # while the panel is dark
BUTTONS_AGAIN = 2.0  # seconds between attempts to read buttons that failed


class Ended(Exception):
    """The process must end, so that whoever watches over it begins it anew; the sentence says why."""


def unfed() -> None:
    """Nobody watches."""


class TableLoop:
    def __init__(
        self,
        doors: Doors,
        journal: Journal,
        sight: Sight,
        settings: Settings,
        profile: Profile | None = None,
        feed: Callable[[], None] = unfed,
        log: Callable[[str], None] = complain,
    ) -> None:
        self.doors, self.settings, self.feed, self.log = doors, settings, feed, log
        words = Catalogue(settings.language)
        self.glass = Glass(doors.panel, doors.clock, settings.burn_in, words)
        self.table = Table(
            journal,
            sight,
            profile or Profile(),
            settings,
            doors.clock,
            lowest,
            self._sound,
            log,
            pages=self.glass.pages,
            down=lambda: self.fingers.down,
        )
        self.fingers = Fingers.resting({}, doors.clock.now(), settings.buttons.timing)
        self.buttons_lost: float | None = None
        self.trouble_rounds = 0
        self.changed_at = doors.clock.now()  # what was pressed before that was meant for another screen
        self.shown: Screen | None = None
        self.window: Window | None = None  # the page looks through it, where there is one
        self.table.home()

    # ---- one round
    def step(self) -> None:
        table = self.table
        for press in self._presses():
            self.pressed(press)
        for answer in table.sight.answers():
            waiting = next((m for m in table.moments if isinstance(m, Looking) and m.ticket == answer.ticket), None)
            if waiting is not None:  # nobody waits for a reading that was left
                self._moving(lambda waiting=waiting, answer=answer: waiting.answered(answer))  # type: ignore[misc]
                self.glass.touched()
            elif self.window is not None:
                self.window.answered(answer)
        now = self.doors.clock.now()
        self._moving(lambda: table.now.tick(now))
        self.show()
        if self.window is not None:
            self.window.step(self.shown)
        self._check()
        self.feed()

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        while not until():
            self.step()
            self.doors.clock.wait(QUIET_ROUND if self.glass.asleep else ROUND)

    # ---- fingers
    def _presses(self) -> list[Press]:
        now = self.doors.clock.now()
        if self.buttons_lost is not None and now - self.buttons_lost < BUTTONS_AGAIN:
            return []
        try:
            edges, levels = self.doors.buttons.edges(), self.doors.buttons.levels()
        except (ButtonTrouble, OSError) as trouble:
            self._buttons_fail(trouble)
            return []
        if self.buttons_lost is not None:
            self.buttons_lost = None
            self.log("the buttons are back")
            self.fingers = Fingers.resting(levels, now, self.settings.buttons.timing)
            self.glass.touched()
            return []
        return self._meant(edges, dict(levels), now)

    def _meant(self, edges: list[Edge], levels: dict[str, bool], now: float) -> list[Press]:
        """The presses; one that falls on a sleeping panel only wakes it."""
        table = self.table
        holds = frozenset(BUTTONS) if table.helping else table.now.holds()
        asleep = self.glass.asleep
        self.fingers, presses = self.fingers.after(edges, levels, now, holds)
        if asleep and (presses or self.fingers.down or any(edge.down for edge in edges)):
            self.fingers = self.fingers.forgiven()
            self.glass.touched()
            return []
        if presses or self.fingers.down:
            self.glass.touched()
        return presses

    def pressed(self, press: Press) -> None:
        """A press has reached the loop."""
        table = self.table
        if table.helping:  # whatever is pressed closes the help, and does nothing else
            table.helping = False
            return
        if press.at < self.changed_at:
            return
        moment = table.now
        self._moving(lambda: self._sound("press") if moment.pressed(press) else None)

    def _moving(self, do: Callable[[], None]) -> None:
        """Something that may lead to another moment; fingers that are down were meant for the one before."""
        moment = self.table.now
        self.table.guarded(do)
        if self.table.now is not moment:
            self.fingers = self.fingers.forgiven()
            self.changed_at = self.doors.clock.now()

    def _buttons_fail(self, trouble: Exception) -> None:
        if self.buttons_lost is None:
            self.log(f"the buttons fail: {trouble}")
            self.glass.touched()
        self.buttons_lost = self.doors.clock.now()

    # ---- what is shown
    def screen(self) -> Screen:
        table = self.table
        moment = table.now
        held = self.fingers.held(self.doors.clock.now(), moment.holds())
        signs = {"camera": bool(table.sight.why_not.pattern)}
        if table.evening is not None:
            signs["house_rule"] = bool(table.sitting.marked)
        view = moment.view(moment.keys())
        if self.buttons_lost is not None:
            view = NO_BUTTONS
        words = say_held(moment, held[0]) if held else SILENCE
        return Screen(view, held[1] if held else 0.0, words, table.helping, signs)

    def show(self) -> None:
        """The panel is brought up to date, and the lights."""
        try:
            screen = self.screen()
            self.glass.show(screen)
            self.shown = screen
            self.trouble_rounds = 0
        except Exception as error:  # a page that cannot be drawn must not take the game with it
            self.trouble_rounds += 1
            self.log(f"a page could not be drawn: {error!r}")
            if self.trouble_rounds > 3:
                raise Ended("the panel's pages cannot be drawn") from error
            self.table.home()
            self.table.trouble(say("This page could not be drawn. What was confirmed is kept."))
        if self.doors.lights is not None:
            lit = frozenset(b for b in BUTTONS if b in self.table.now.all_buttons())
            try:
                self.doors.lights.light(lit)
            except (DoorTrouble, OSError) as trouble:
                self.log(f"the lights fail: {trouble}")
                self.doors.lights = None

    def _sound(self, what: str) -> None:
        if self.doors.sounder is None:
            return
        try:
            self.doors.sounder.sound(what)
        except (DoorTrouble, OSError) as trouble:
            self.log(f"the sounder fails: {trouble}")
            self.doors.sounder = None

    # ---- what must hold before the watchdog is fed
    def _check(self) -> None:
        sight = self.table.sight
        if not sight.worker.alive:
            raise Ended("the thread that reads pictures has died")
        if sight.stuck:
            raise Ended("a reading does not come to an end")


NO_BUTTONS = Notice(
    say("Trouble"),
    (say("The buttons cannot be read. Nothing is lost; check their wires, they are tried again and again."),),
    tone="trouble",
)
