"""What the moments share: the evening that is kept, what was told for this turn, and the moments themselves."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import Clock, Frame
from firmware.profile import Profile, save_profile
from firmware.screens.views import View
from firmware.settings import Settings
from firmware.table.keeping import Evening, Journal
from firmware.table.moment import Moment
from firmware.table.notices import Act, Saying, nothing
from firmware.table.sight import Sight
from rules.game import AnyGame, Refused
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.doctor.finding import Finding
    from firmware.table.readings import Reading
    from firmware.web.switch import Switch

Event = Mapping[str, Any]
Base = Callable[["Table"], Moment]


def unheard(what: str) -> None:
    """There is no sounder."""


def complain(words: str) -> None:
    """To the system's log."""
    print(words, file=sys.stderr, flush=True)


class Table:
    """One table. `moments` is a pile: the table is in the uppermost; `base` makes the lowest one."""

    def __init__(
        self,
        journal: Journal,
        sight: Sight,
        profile: Profile,
        settings: Settings,
        clock: Clock,
        base: Base,
        sound: Callable[[str], None] = unheard,
        log: Callable[[str], None] = complain,
        pages: Callable[[View], int] = lambda view: 1,
        down: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self.journal, self.sight, self.profile, self.settings, self.clock = journal, sight, profile, settings, clock
        self.base, self.sound, self.log = base, sound, log
        self.pages, self.fingers_down = pages, down
        self.evening: Evening | None = None
        self.given: dict[str, Any] = {}  # what was told or seen for this turn: dice, draws
        self.before: Frame | None = None  # the table as it was when the last event was confirmed
        self.after: Frame | None = None  # and as it was seen last
        self.note: Phrase = SILENCE
        self.out_of_step = False
        self.open_purses = False
        self.helping = False
        self.reading: Reading | None = None  # what the last picture of a board was taken for, in this turn
        self.page: Switch | None = None  # the page for phones, where there is one
        self.moments: list[Moment] = []
        self.examine: Callable[[], Iterator[Finding]] | None = None  # the doctor, where there is a box to look at

    # ---- the evening
    @property
    def sitting(self) -> Sitting:
        assert self.evening is not None, "no game is going on"
        return self.evening.sitting

    @property
    def game(self) -> AnyGame:
        return self.sitting.game

    @property
    def state(self) -> Any:
        return self.sitting.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.players(self.state)

    @property
    def over(self) -> bool:
        return self.game.turn(self.state) is None

    def take_up(self, evening: Evening | None) -> None:
        """From now on this evening is kept; without one, none is."""
        self.evening = evening
        self.before = self.after = None
        self.forget()
        self.out_of_step = self.open_purses = False

    def forget(self) -> None:
        """What was told for a turn is told anew for the next."""
        self.given = {}
        self.reading = None
        self.note = SILENCE

    def tried(self, event: Event) -> Done | Refused:
        """What an event would do; nothing is recorded. One that makes no sense is Trouble."""
        kept = self.sitting
        return Sitting(kept.game, kept.start, list(kept.events), list(kept.steps), list(kept.undone)).do(event)

    def do(self, event: Event) -> bool:
        """Apply an event that the table has confirmed. It is on the disk when this says True; else that was said."""
        assert self.evening is not None, "no game is going on"
        before, after = (frame.picture if frame else None for frame in (self.before, self.after))
        try:
            done = self.evening.do(event, before, after)
        except Trouble as trouble:
            self.trouble(plainly(trouble))
            return False
        except Exception as error:
            self.log("".join(traceback.format_exception(error)))
            self.trouble(say("This was not kept: {}", str(error)), say("The game is as it was. Try again, or mend it."))
            return False
        if isinstance(done, Refused):
            self.trouble(done.reason)
            return False
        self.forget()
        if self.after is not None:
            self.before, self.after = self.after, None
            self.note = self.evening.picture_trouble  # the event is kept all the same
        self.sound("over" if self.over else "allowed")
        return True

    def keep_profile(self, profile: Profile) -> bool:
        """What the table has taught is kept; if the disk does not take it, that is said, and it holds until the end."""
        self.profile = profile
        try:
            save_profile(profile, self.settings.folders.state)
        except Trouble as trouble:
            self.trouble(plainly(trouble))
            return False
        return True

    # ---- the moments
    @property
    def now(self) -> Moment:
        return self.moments[-1]

    def open(self, moment: Moment) -> None:
        self.moments.append(moment)

    def close(self, moment: Moment) -> None:
        """Leave a moment and all that lies over it."""
        if moment in self.moments:
            at = self.moments.index(moment)
            over, self.moments = self.moments[at:], self.moments[:at]
            for one in reversed(over):
                one.left()
        if not self.moments:
            self.open(self.base(self))

    def home(self, note: Phrase = SILENCE) -> None:
        """Back to the game, or to the list of what can be done without one."""
        while self.moments:
            self.moments.pop().left()
        self.open(self.base(self))
        if note != SILENCE:
            self.note = note

    def say(self, title: Phrase, *lines: Phrase, tone: str = "plain", then: Act = nothing) -> None:
        self.open(Saying(self, title, lines, tone, then))

    def trouble(self, *lines: Phrase) -> None:
        self.sound("trouble")
        self.say(say("Trouble"), *lines, tone="trouble")

    def turned(self, view: View, page: int, by: int) -> int:
        """The page after the one shown (or before it), of as many as the view needs."""
        return (page + by) % max(1, self.pages(view))

    def help(self) -> None:
        self.helping = True

    def menu(self) -> None:
        from firmware.table.menus import menu  # the menu knows all other moments

        if not any(moment.name == "menu" for moment in self.moments):
            self.open(menu(self))

    def guarded(self, do: Act) -> None:
        """Do something; whatever goes wrong in it is said, and the table stands where nothing is lost."""
        try:
            do()
        except Trouble as trouble:
            self.trouble(plainly(trouble))
        except Exception as error:
            self.log("".join(traceback.format_exception(error)))
            self.home()
            self.trouble(say("Something went wrong inside Umpire. What was confirmed is kept."))


def plainly(words: object) -> Phrase:
    """Words that no catalogue knows: a name, a sentence that the rules have put together."""
    return Phrase("{}", (str(words),))
