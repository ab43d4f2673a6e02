"""The cards of King of the Dice as they are asked for: citizens by what they are, penalty cards by their points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.byhand.asking import Answer, Kind, words_of
from rules.king_of_the_dice.cards import BACK, Cards
from rules.king_of_the_dice.state import State
from rules.words import Phrase, say

FACE_DOWN = say("face down")
BACK_ANSWER = Kind(FACE_DOWN, [Answer(BACK, FACE_DOWN)])


def short(label: str) -> Phrase:
    """A card as it is called at the table."""
    if label == BACK:
        return FACE_DOWN
    _, *name = label.split("/")
    return say("{} {}", name[0].replace("_", " "), *name[1:]) if len(name) > 1 else say("scoundrel {}", *name)


def citizen_kinds(cards: Cards, hidden: int | None) -> list[Kind[str]]:
    """The citizens that are still hidden, or all of the edition, by their type."""
    kinds: dict[str, list[Answer[str]]] = {}
    for card in range(cards.citizens):
        if hidden is None or hidden & cards.bits[card]:
            label = cards.label[card]
            kinds.setdefault(cards.type[card], []).append(Answer(label, short(label)))
    return [Kind(words_of(kind), answers) for kind, answers in kinds.items()]


def penalty_answers(cards: Cards, hidden: int | None) -> list[Answer[str]]:
    found = range(cards.first_penalty, len(cards.label))
    return [
        Answer(cards.label[card], say("scoundrel {}", cards.vp[card]))
        for card in found
        if hidden is None or hidden & cards.bits[card]
    ]


def worth_of(state: State, card: int) -> int:
    """What a citizen adds to the pile of whoever is to act; a dragon goes to somebody else."""
    cards = state.cards
    if cards.type[card] == "dragon":
        return 0
    if card in cards.fairies:
        return 2 * sum(other in cards.fairies for other in state.piles[state.seat]) + 1
    return cards.vp[card]


def named_here(like: Mapping[int, str], place: int) -> Sequence[str]:
    return (like[place],) if place in like else ()
