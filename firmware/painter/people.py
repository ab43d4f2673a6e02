"""The people at a simulated table: they press only what the truth bears out, answer what is asked, and count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware.byhand.actions import entry_for, given_for
from firmware.byhand.entry import Asked
from firmware.doors.ports import BACK, CONFIRM, NEXT
from firmware.table.byhand import Telling
from firmware.table.looking import Looking
from firmware.table.notices import Picking
from firmware.table.player import Lost, Player
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing, Refusing
from rules.sitting import Step

MOST_LOOKS = 3  # at one thing, before it is told by hand
YES = 0  # the first answer to “the dice?”: so they lie


@dataclass
class Counts:
    """What became of the readings. `silent` are those that were wrong and looked certain."""

    actions: int = 0
    right: int = 0  # proposed at once as it was done
    asked: int = 0  # questions that a reading led to
    silent: int = 0
    refused: int = 0  # legal actions that the table would not take
    by_hand: int = 0  # told by the buttons, for want of a reading


@dataclass(frozen=True)
class Did:
    """One action of the truth: what chance had said, the action in the rules' form, and what it leads to."""

    given: Mapping[str, Any]
    action: Any
    told: Mapping[str, Any]
    after: Step


class People(Player):
    """Presses the buttons of one evening. `mend` is called when something on the table is in the way."""

    counts: Counts
    mend: Callable[[], None]
    drawn: Callable[[], None]
    _by_hand = False  # what is proposed now was told, not read

    def watching(self, counts: Counts, mend: Callable[[], None], drawn: Callable[[], None]) -> None:
        """`drawn` is called when the dice have been looked at and the action may be done on the board."""
        self.counts, self.mend, self.drawn = counts, mend, drawn

    def turn(self, did: Did) -> None:
        """From the game's page to the confirmed proposal, by the camera's eyes as far as they go."""
        table = self.loop.table
        before = len(table.sitting.steps)
        looks, self._by_hand = 0, False
        self.tap(CONFIRM)
        for _ in range(60):
            moment = self.now
            if isinstance(moment, Playing):
                if len(table.sitting.steps) == before + 1:
                    self.counts.actions += 1
                    return
                self.tap(CONFIRM)
            elif isinstance(moment, Looking):
                self.rest(0.1)
            elif isinstance(moment, Telling):
                self._tell(moment, did)
            elif isinstance(moment, Proposing):
                self._judge(moment, did)
            elif isinstance(moment, Refusing):
                self.counts.refused += 1
                self.mend()
                self.tap(CONFIRM)
                self.pick("tell it by hand")
            elif isinstance(moment, Picking):
                looks += 1
                self._answer(moment, did, looks)
            else:
                raise Lost(f"nobody expected “{moment.name}”")
        raise Lost(f"{did.told} does not come to an end; the table is at “{self.now.name}”")

    # ---- what is asked
    def _tell(self, moment: Telling, did: Did) -> None:
        """An entry: the dice as they were seen, or the whole action by hand."""
        table, wanted = self.loop.table, did.given
        if moment.asked is not None and not table.given and given_for(table.game, table.state) is not None:
            self._look_over(moment.asked, did)
            self.drawn()
            seeded = given_for(table.game, table.state, wanted)
            asked, first = self._asked(), seeded.question() if seeded is not None else None
            if first is not None and asked is not None and str(asked.title) != str(first.title):
                seeded = given_for(table.game, table.state, wanted, afresh=True)  # nothing was read: die by die
            assert seeded is not None
            self.follow(seeded)
            return
        self.drawn()
        self.counts.by_hand += 1
        self._by_hand = True
        given = dict(table.given)
        self.follow(entry_for(table.game, table.state, given or None, did.told))

    def _asked(self) -> Asked | None:
        return self.now.asked if isinstance(self.now, Telling) else None

    def _look_over(self, asked: Asked, did: Did) -> None:
        """The dice that are put before the table: each that is not what it is, is put right."""
        table = self.loop.table
        seeded = given_for(table.game, table.state, did.given)
        wanted = seeded.question() if seeded is not None else None
        if wanted is None or str(asked.title) != str(wanted.title) or len(asked.options) != len(wanted.options):
            return  # told one by one
        wrong = [
            n
            for n, (one, other) in enumerate(zip(asked.options, wanted.options, strict=True))
            if n != YES and str(one.words) != str(other.words)
        ]
        for n in wrong:
            self.counts.silent += 1
            self.move_to(n)
            self.tap(CONFIRM)
            now = self.now
            face = str(wanted.options[n].words).split(": ", 1)[-1]
            if not isinstance(now, Telling) or now.asked is None:
                raise Lost(f"die {n} cannot be put right at “{now.name}”")
            self.answer_all([face])
        if isinstance(self.now, Telling) and self.now.asked is not None and self.now.chosen != YES:
            self.move_to(YES)

    def _judge(self, moment: Proposing, did: Did) -> None:
        """Confirm what was done, or look for it among the alternatives; what is not there is told by hand."""
        for n in range(4 * len(moment.choices)):
            if moment.choices[moment.at].done.added[0].state == did.after.state:
                self.counts.right += n == 0 and not self._by_hand
                self.tap(CONFIRM)
                return
            if n == 0 and not self._by_hand:
                self.counts.silent += 1
            self.tap(NEXT)
        self.tap(BACK)
        if isinstance(self.now, Playing):
            self.menu("enter by hand")

    def _answer(self, moment: Picking, did: Did, looks: int) -> None:
        texts = [str(words) for words, _ in moment.options]
        table, title = self.loop.table, str(moment.title)
        if title == "What does it show?":
            self.counts.asked += 1
            self._name_die(moment, did, texts)
            return
        if title == "Which is it?":
            words = str(table.game.in_words(table.state, did.action))
            self.counts.asked += 1
            if words in texts:
                self.pick(words)
                return
            looks = MOST_LOOKS
        elif title != "Nothing new is seen" or looks > 1:
            self.counts.asked += 1
        self.mend()
        if "look again" in texts and looks < MOST_LOOKS:
            self.pick("look again")
        else:
            self.pick("by hand" if "by hand" in texts else "tell the dice")

    def _name_die(self, moment: Picking, did: Did, texts: list[str]) -> None:
        """“die 2 of 5, top left”: dice are told from left to right, as they were thrown."""
        number = int(str(moment.about).split()[1]) - 1
        words = in_row(did.given["dice"])[number]
        self.pick(words if words in texts else "tell the dice")


def in_row(dice: Any) -> list[str]:
    """The dice from left to right, as the panel names them: for Masons the tower die comes first."""
    if isinstance(dice, Mapping):
        towers = [f"tower {dice['tower']}"] if dice.get("tower") else []
        return [*towers, *(f"house {colour}" for colour in dice["houses"])]
    return [die if isinstance(die, str) else " ".join(map(str, die)) for die in dice]
