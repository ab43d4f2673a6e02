"""King of the Dice on the shelf: the game's promises, kept by the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.game import NOTHING_WAIVED, Allowed, Game, Given, Order, Refused, as_they_come
from rules.king_of_the_dice import forms, position
from rules.king_of_the_dice.cards import C_SLOTS, cards_of
from rules.king_of_the_dice.clauses import CLAUSES, SETTINGS
from rules.king_of_the_dice.dice import Roll
from rules.king_of_the_dice.edition import DEFAULT, Edition, data_of, edition_from
from rules.king_of_the_dice.judge import judge
from rules.king_of_the_dice.legal import legal_turns
from rules.king_of_the_dice.needs import dice_for
from rules.king_of_the_dice.standing import standing
from rules.king_of_the_dice.state import State, Turn, fulfilled_in, rolls_allowed
from rules.settings import Settings
from rules.standing import Standing
from rules.words import Phrase, listed, say


class Fulfilled(NamedTuple):
    """A citizen of the row that a roll fulfils, and the dice that do it, by their places in the roll."""

    slot: str
    card: str
    dice: tuple[int, ...]


class KingOfTheDice(Game[State, Turn]):
    name = "king-of-the-dice"
    title = "King of the Dice"
    version = 1
    numbers = (2, 3, 4, 5)
    points = "vp"
    clauses = CLAUSES
    settings = SETTINGS

    def edition(self, data: Mapping[str, Any] | None = None) -> Edition:
        return edition_from(data)

    def edition_data(self, state: State) -> dict[str, Any]:
        return data_of(state.cards.edition)

    def set_up(
        self,
        players: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        given: Given | None = None,
    ) -> State:
        names = self.check_players(players)
        return position.begin(cards_of(edition_from(edition), settings), names, given)

    def position(self, data: Mapping[str, Any]) -> State:
        return position.position_from(data, lambda names: self.check_players(names, (1, *self.numbers)))

    def describe(self, state: State) -> dict[str, Any]:
        data = forms.describe(state)
        if state.cards.settings.changed:
            data["settings"] = state.cards.settings.changed
        if state.cards.edition != DEFAULT:
            data["edition"] = data_of(state.cards.edition)
        return data

    def loosen(self, data: dict[str, Any], at: str) -> None:
        forms.loosen(data, at)

    def action(self, data: Mapping[str, Any]) -> Turn:
        return forms.action_from(data)

    def told(self, action: Turn) -> dict[str, Any]:
        return forms.told(action)

    def in_words(self, state: State, action: Turn) -> Phrase:
        if action.penalty is not None:
            points = action.penalty.rpartition("/")[2]
            return say("scoundrel {}; {} is discarded", points, listed([_short(card) for card in action.discarded]))
        cards = [_short(card) for _, card in action.taken]
        words = say("takes {}", listed([*cards, *(_short(card) for _, card in action.villages)]))
        for card, to in action.given:
            to_whom = state.names[to] if to is not None and to < len(state.names) else "somebody"
            words = say("{}; {} goes to {}", words, _short(card), to_whom)
        return words

    def judge(self, state: State, action: Turn, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
        return judge(state, action, waived)

    def legal(self, state: State, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[Turn]:
        """The legal turns; `given` may hold dice, rolls, throws, draw, penalty, dragon_to (docs/forms)."""
        return legal_turns(state, given, order)

    def standing(self, state: State, purses: bool = True) -> Standing:
        del purses  # the piles lie open
        return standing(state, self.setting_notes(state.cards.settings))

    def players(self, state: State) -> tuple[str, ...]:
        return state.names

    def turn(self, state: State) -> int | None:
        return None if state.over else state.seat

    def table_settings(self, state: State) -> Settings:
        return state.cards.settings

    def with_settings(self, state: State, settings: Settings) -> State:
        return state._replace(cards=cards_of(state.cards.edition, settings))

    # ---- what this game can tell besides
    def fulfilled(self, state: State, dice: Roll) -> list[Fulfilled]:
        """The citizens of the row that a roll fulfils, each with the dice that fulfil it."""
        cards, found = state.cards, []
        for place in fulfilled_in(state, dice):
            card = state.row[place]
            chosen = dice_for(cards.needs[card], dice, cards.reading)
            if chosen is not None:
                found.append(Fulfilled(C_SLOTS[place], cards.label[card], chosen))
        return found

    def rolls_allowed(self, state: State) -> int:
        """How often the player whose turn it is may roll."""
        return rolls_allowed(state)


def _short(card: str) -> str:
    """A card as it is called at the table: “orc 3+2”, “city 2”."""
    return " ".join(card.split("/")[1:]).replace("_", " ")


KING_OF_THE_DICE = KingOfTheDice()
