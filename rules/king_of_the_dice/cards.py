"""The cards of one edition as one table reads them: numbered, with their points, what they ask for and what is said."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rules.king_of_the_dice.clauses import SETTINGS
from rules.king_of_the_dice.dice import OF_COLOURS, OF_VALUES, Roll, dice_set, roll_of_colours, roll_of_values, weight
from rules.king_of_the_dice.edition import DEFAULT, ROW, Edition
from rules.king_of_the_dice.needs import BY_COLOUR, Reading, dice_for, need_of
from rules.ledger import TABLE, Entry
from rules.settings import Settings
from rules.words import Phrase, say

BACK, EMPTY = "back/citizen", "empty"
NONE, UNKNOWN = -1, -2  # instead of a card: there is none; there is one, but which was not told
REMEMBERED = 2000  # rolls that were read lately
C_SLOTS = tuple(f"C{i + 1}" for i in range(ROW))
V_SLOTS = tuple(f"V{i + 1}" for i in range(ROW))
C_PLACE = tuple((slot,) for slot in C_SLOTS)


class Rulings(NamedTuple):
    """The table's settings, in the order of SETTINGS."""

    at_least: bool
    run_wraps: bool
    orc_same_number: bool
    may_refuse: bool
    elf_on_top: bool
    bonus_effects: bool
    refill_right_first: bool
    end_at_once: bool
    village_needs_own_colour: bool


def _words(label: str) -> Phrase:
    kind, name, *code = label.split("/")
    if kind == "penalty":
        return say("scoundrel")
    return say("{} {}", name.replace("_", " "), *code)


class Cards:
    """Every card has a number: citizens first, then villages stack by stack from the top, then penalties by points."""

    def __init__(self, edition: Edition, settings: Settings) -> None:
        self.edition = edition
        self.settings = settings
        self.rulings = Rulings(*(bool(settings[setting.name]) for setting in SETTINGS))
        self.reading = Reading(*self.rulings[:3])
        self.dice = dice_set(edition.dice)
        citizens, stacks = edition.citizens, edition.villages
        penalties = sorted(set(edition.penalties), reverse=True)
        self.citizens = len(citizens)
        self.needs = tuple(need_of(citizen.type, citizen.code) for citizen in citizens)
        villages = [(stack, vp) for stack in stacks for vp in stack.cards]
        self.first_penalty = self.citizens + len(villages)
        self.label = (
            *(citizen.label for citizen in citizens),
            *(f"village/{stack.name}/{vp}" for stack, vp in villages),
            *(f"penalty/{vp}" for vp in penalties),
        )
        self.number = {label: card for card, label in enumerate(self.label)}
        self.vp = (*(citizen.vp for citizen in citizens), *(vp for _, vp in villages), *penalties)
        self.type = (
            *(citizen.type for citizen in citizens),
            *("village",) * len(villages),
            *("penalty",) * len(penalties),
        )
        self.colour = (*(c.colour for c in citizens), *(s.colour for s, _ in villages), *(None,) * len(penalties))
        self.village_colour = tuple(stack.colour for stack in stacks)
        # stacks[s][n] is the card on top of stack s while n are left.
        self.stacks = tuple(
            (NONE, *(self.number[f"village/{stack.name}/{vp}"] for vp in reversed(stack.cards))) for stack in stacks
        )
        # A citizen's bit among those that a roll fulfils; no card at all (-1) has none.
        self.bit = (*(1 << card for card in range(self.citizens)), *(0 for _ in self.label[self.citizens :]), 0)
        self.fairies = frozenset(card for card, kind in enumerate(self.type) if kind == "fairy")
        self._number_copies()
        self._say()
        self._read: dict[Roll, tuple[int, bool]] = {}
        self._values: dict[int, int] = {}
        self._colours: dict[int, int] = {}

    def _number_copies(self) -> None:
        """Each copy of a citizen or penalty card has a bit of its own, so that what is still hidden is one number."""
        copies = [citizen.copies for citizen in self.edition.citizens]
        copies += [0] * (self.first_penalty - self.citizens)
        copies += [self.edition.penalties.count(vp) for vp in self.vp[self.first_penalty :]]
        bits, used = [], 0
        for count in copies:
            bits.append(((1 << count) - 1) << used)
            used += count
        self.bits = tuple(bits)
        self.all_bits = (1 << used) - 1
        self.citizen_bits = sum(bits[: self.citizens])
        self.penalty_bits = self.all_bits & ~self.citizen_bits

    def _say(self) -> None:
        """The ledger's words and entries that are always the same."""
        self.words: tuple[Phrase, ...] = tuple(_words(label) for label in self.label)
        self.why = tuple(say("{}: {}", words, vp) for words, vp in zip(self.words, self.vp, strict=True))
        self.minus_why = tuple(
            say("{}: {} minus points", words, -vp) for words, vp in zip(self.words, self.vp, strict=True)
        )
        self.stack_entry = tuple(
            Entry(TABLE, slot, -1, say("the top card of {} is taken", slot), "village", (slot,)) for slot in V_SLOTS
        )
        self.draw_entry = tuple(
            Entry(TABLE, "draw", -n, say("{} drawn to fill up the row", n), "refill", ("draw",)) for n in range(ROW + 1)
        )
        self.penalty_entry = Entry(TABLE, "penalty", -1, say("the top penalty card is taken"), "penalty", ("penalty",))
        self.discard_why = tuple(say("{} is discarded", words) for words in self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.edition == other.edition and self.settings == other.settings

    def __hash__(self) -> int:
        return hash((self.edition, self.settings))

    def __repr__(self) -> str:
        return f"Cards({self.settings!r})"

    def read(self, roll: Roll) -> tuple[int, bool]:
        """The citizens that a roll fulfils, as bits, and whether the dice of this box can show it."""
        found = self._read.get(roll)
        if found is None:
            if len(self._read) > REMEMBERED:
                self._read.clear()
            found = self._read[roll] = (self._fulfilled(weight(roll)), self.dice.can_show(roll))
        return found

    def _fulfilled(self, weights: int) -> int:
        values = weights & OF_VALUES
        by_value = self._values.get(values)
        if by_value is None:
            by_value = self._values[values] = self._search(roll_of_values(values), False)
        colours = weights >> OF_COLOURS
        by_colour = self._colours.get(colours)
        if by_colour is None:
            by_colour = self._colours[colours] = self._search(roll_of_colours(colours), True)
        return by_value | by_colour

    def _search(self, roll: Roll, by_colour: bool) -> int:
        found = 0
        for card, need in enumerate(self.needs):
            if (need.type in BY_COLOUR) == by_colour and dice_for(need, roll, self.reading) is not None:
                found |= 1 << card
        return found

    def without(self, hidden: int, card: int) -> int:
        """What is hidden when one copy of the card has come out; -1 when none is left to come."""
        left = hidden & self.bits[card]
        return hidden & ~(left & -left) if left else -1


@lru_cache(maxsize=128)
def _cards_of(edition: Edition, settings: Settings) -> Cards:
    return Cards(edition, settings)


def cards_of(edition: Edition, settings: Mapping[str, Any] | None) -> Cards:
    """The cards of an edition at a table with these settings; what is not named is as usual."""
    if not settings and edition is DEFAULT:
        return USUAL
    return _cards_of(edition, settings if isinstance(settings, Settings) else Settings(SETTINGS, settings))


USUAL = _cards_of(DEFAULT, Settings(SETTINGS))
