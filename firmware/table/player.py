"""A scripted player: fingers on the buttons of a simulated box, through the real loop, nothing else.

It looks at what is asked, as people read the panel, and presses its way to what it wants to tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.byhand.actions import entry_for, given_for
from firmware.byhand.entry import Entry
from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS
from firmware.doors.simulated import SimulatedButtons
from firmware.table.byhand import Telling
from firmware.table.loop import ROUND, TableLoop
from firmware.table.moment import Moment
from firmware.table.notices import Picking
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing

TAP = 0.06  # seconds a quick finger stays down
MOST_ANSWERS = 300  # of one entry: more go round in circles


class Lost(AssertionError):
    """The panel asks what the player did not expect."""


class Player:
    def __init__(self, loop: TableLoop, buttons: SimulatedButtons) -> None:
        self.loop, self.fingers = loop, buttons
        self.presses = 0

    @property
    def now(self) -> Moment:
        return self.loop.table.now

    # ---- fingers
    def tap(self, button: str, times: int = 1) -> None:
        for _ in range(times):
            self.fingers.tap(button, lasts=TAP)
            self._until_quiet()
            self.presses += 1

    def hold(self, button: str) -> None:
        self.fingers.hold(button, lasts=self.loop.settings.buttons.timing.hold + 0.2)
        self._until_quiet()
        self.presses += 1

    def rest(self, seconds: float) -> None:
        """Wait, with the loop going round."""
        clock = self.loop.doors.clock
        end = clock.now() + seconds
        while clock.now() < end:
            self.loop.step()
            clock.wait(ROUND)

    def _until_quiet(self) -> None:
        clock, settle = self.loop.doors.clock, self.loop.settings.buttons.timing.settle
        while self.fingers.busy:
            self.loop.step()
            clock.wait(ROUND)
        self.rest(settle + 2 * ROUND)

    # ---- answers
    def move_to(self, option: int) -> None:
        """The marker, by the shorter way round."""
        moment = self.now
        if not isinstance(moment, (Telling, Picking)):
            raise Lost(f"nothing can be chosen at “{moment.name}”")
        count = len(moment.options) if isinstance(moment, Picking) else len(moment.asked.options) if moment.asked else 0
        down = (option - moment.chosen) % count
        up = (moment.chosen - option) % count
        self.tap(NEXT if down <= up else PREVIOUS, min(down, up))

    def pick(self, words: str) -> None:
        """The option of a menu that begins with these words."""
        moment = self.now
        if not isinstance(moment, Picking):
            raise Lost(f"“{words}” cannot be picked at “{moment.name}”")
        texts = [str(option) for option, _ in moment.options]
        found = next((n for n, text in enumerate(texts) if text.startswith(words)), None)
        if found is None:
            raise Lost(f"“{words}” is not among {texts}")
        self.move_to(found)
        self.tap(CONFIRM)

    def follow(self, seeded: Entry) -> None:
        """Give the answers on which the marker of a seeded entry stands, until nothing more is asked."""
        for _ in range(MOST_ANSWERS):
            wanted, moment = seeded.question(), self.now
            if wanted is None:
                return
            if not isinstance(moment, Telling) or moment.asked is None or moment.asked.title != wanted.title:
                shown = str(moment.asked.title) if isinstance(moment, Telling) and moment.asked else moment.name
                raise Lost(f"asked “{shown}”, expected “{wanted.title}”")
            self.move_to(wanted.chosen)
            self.tap(CONFIRM)
            seeded.answer(wanted.chosen)
        raise Lost("an entry goes round in circles")

    # ---- turns
    def tell(self, action: Any) -> None:
        """One action of the rules, by hand, from the game's page to the confirmed proposal."""
        table = self.loop.table
        if not isinstance(self.now, Playing):
            raise Lost(f"a turn cannot begin at “{self.now.name}”")
        game, state = table.game, table.state
        given = dict(table.given)
        before = len(table.sitting.steps)
        if table.sight.sees:
            self.menu("enter by hand")
        else:
            self.tap(CONFIRM)
        self.follow(entry_for(game, state, given or None, game.told(action)))
        self.confirm()
        if len(table.sitting.steps) != before + 1:
            raise Lost(f"{game.told(action)} was told and confirmed, and is not in the record")

    def tell_given(self, given: Mapping[str, Any]) -> None:
        """What chance said, as far as it is asked for."""
        table = self.loop.table
        seeded = given_for(table.game, table.state, given)
        if seeded is not None and isinstance(self.now, Telling):
            self.follow(seeded)

    def confirm(self) -> None:
        if not isinstance(self.now, Proposing):
            raise Lost(f"there is nothing to confirm at “{self.now.name}”")
        self.tap(CONFIRM)

    def menu(self, words: str) -> None:
        self.hold(CONFIRM)
        self.pick(words)

    def take_back(self, count: int = 1) -> None:
        if not isinstance(self.now, Playing):
            raise Lost(f"nothing can be taken back at “{self.now.name}”")
        self.tap(BACK)
        moment = self.now
        assert isinstance(moment, Picking)
        self.move_to(moment.chosen + count - 1)
        self.tap(CONFIRM, 2)

    # ---- a whole evening's beginning
    def answer_all(self, answers: Sequence[str]) -> None:
        """Answer an entry's questions by the words of the answers, one after another."""
        for words in answers:
            moment = self.now
            if not isinstance(moment, Telling) or moment.asked is None:
                raise Lost(f"“{words}” cannot be answered at “{moment.name}”")
            texts = [str(option.words) for option in moment.asked.options]
            found = next((n for n, text in enumerate(texts) if text == words), None)
            if found is None:
                raise Lost(f"“{words}” is not among {texts}, asked “{moment.asked.title}”")
            self.move_to(found)
            self.tap(CONFIRM)
