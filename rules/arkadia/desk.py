"""The desk on which a turn is worked out: a state taken apart, changed step by step, and put together again."""

from __future__ import annotations

from collections.abc import Sequence

from rules.arkadia.edition import FAMILIES
from rules.arkadia.state import LOT, Building, Player, State, values
from rules.ledger import TABLE, Entry
from rules.words import Phrase, say

SEALS = tuple(f"{family} seals" for family in FAMILIES)
STANDSTILL = say("all have passed: nothing can change any more")


class Purse:
    """What the player whose turn it is has behind the screen, while it changes."""

    __slots__ = Player._fields

    def __init__(self, player: Player) -> None:
        (
            self.workers,
            self.neutral,
            self.banners,
            self.gold,
            self.cashed,
            self.seals,
            self.hand,
            self.holds,
        ) = player

    def closed(self) -> Player:
        mine = self.workers, self.neutral, self.banners, self.gold, self.cashed, self.seals, self.hand, self.holds
        return tuple.__new__(Player, mine)  # as Player(*mine), in half the time


class Desk:
    """The state before the turn stays as it is; everything here is a copy."""

    __slots__ = (
        "buildings",
        "castle",
        "deck",
        "done",
        "face_up",
        "ledger",
        "me",
        "new",
        "passes",
        "placed",
        "players",
        "seat",
        "state",
        "table",
        "taken",
        "trigger",
        "unseen",
        "warnings",
        "workers",
    )

    def __init__(self, state: State) -> None:
        self.state = state
        (
            self.table,
            self.seat,
            _,
            self.buildings,
            _,
            _,
            self.taken,
            self.workers,
            self.castle,
            self.face_up,
            self.deck,
            self.unseen,
            self.trigger,
            _,
            _,
            self.players,
            _,
            _,
        ) = state
        self.me = Purse(self.players[self.seat])
        self.passes = 0
        self.placed = 0  # squares covered in this turn
        self.new: Building | None = None  # the building laid in this turn
        self.done: Sequence[int] = ()  # the buildings completed in this turn
        self.ledger: list[Entry] = []
        self.warnings: list[Phrase] = []  # what the player may want to know

    def called(self, building: int) -> Phrase:
        """A building by its form and number, the lot by its name."""
        if building == LOT:
            return say("the lot")
        return Phrase("{} {}", (self.table.labels[self.buildings[building].form], building))

    def finish(self) -> State:
        """The state after the turn; a last turn brings the final evaluation into the ledger."""
        old = self.state
        under_way, sides = old.under_way, old.sides
        if self.new is not None:
            under_way, sides = (*under_way, len(old.buildings)), (*sides, self.new.border)
        for number in self.done:
            at = under_way.index(number)
            under_way, sides = under_way[:at] + under_way[at + 1 :], sides[:at] + sides[at + 1 :]
        seat, players = self.seat, self.players
        self.players = players = (*players[:seat], self.me.closed(), *players[seat + 1 :])
        trigger, left, over, count = self.trigger, old.turns_left, False, len(players)
        if trigger is not None:
            left = count if left is None else left - 1
            over = left <= 0
            if over:
                self.evaluate_all()
            elif left == 1:
                self.warnings.append(say("the next turn is the last"))
        if self.passes >= count and not over and self.table.settings["standstill_ends"]:
            left, over = (None if trigger is None else 0), True
            self.ledger.append(Entry(TABLE, "turns to come", 0, STANDSTILL, "standstill"))
            self.evaluate_all()
        return State(
            self.table,
            (seat + 1) % count,
            old.ply + 1,
            self.buildings,
            under_way,
            sides,
            self.taken,
            self.workers,
            self.castle,
            self.face_up,
            self.deck,
            self.unseen,
            trigger,
            left,
            over,
            players,
            old.by_hand,
            self.passes,
        )

    def evaluate_all(self) -> None:
        value = values(self.castle)
        for seat, player in enumerate(self.players):
            for family, number in enumerate(player.seals):
                if earned := number * value[family]:
                    why = say("{} seals: {} x {}", FAMILIES[family], number, value[family])
                    self.ledger.append(Entry(seat, "gold", earned, why, "final-evaluation"))
