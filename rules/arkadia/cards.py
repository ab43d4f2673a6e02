"""What hands may hold. Nobody tells them; but cards are counted, and what has been seen elsewhere is in no hand.

A card is known when it was played, lies face up, or was taken from there by a player who still has it. All others are
spread over the unknown places: the unknown part of every hand, the stack, and face-up places that nobody told. Nothing
tells one spreading from another, so a card can be in a hand exactly if it is known to be there, or if the hand has an
unknown place and a card of that face is still unseen.
"""

from __future__ import annotations

from rules.arkadia.state import UNKNOWN, Player, State


def can_hold(hand: int, holds: tuple[int, ...], unseen: bytes, card: int) -> bool:
    """Is there a hand of this size that fits what has been seen, and holds the card?"""
    return card in holds or (hand > len(holds) and unseen[card] > 0)


def without(holds: tuple[int, ...], unseen: bytes, card: int) -> tuple[tuple[int, ...], bytes]:
    """The cards known to be in the hand, and those unseen, after the card was played from it."""
    if card in holds:
        at = holds.index(card)
        return holds[:at] + holds[at + 1 :], unseen
    return holds, counted(unseen, card, -1)


def counted(unseen: bytes, card: int, change: int) -> bytes:
    numbers = bytearray(unseen)
    numbers[card] += change
    return bytes(numbers)


def possible(player: Player, unseen: bytes) -> list[int]:
    """The cards that the hand can hold, each face once."""
    if player.hand == len(player.holds):
        return sorted(set(player.holds))
    return [card for card, number in enumerate(unseen) if number or card in player.holds]


def unknown_places(state: State) -> int:
    """How many places there are for the unseen cards."""
    hands = sum(player.hand - len(player.holds) for player in state.players)
    return hands + state.deck + state.face_up.count(UNKNOWN)
