"""What hands may hold. Nobody tells them; but cards are counted, and what has been seen elsewhere is in no hand.

A card is known when it was played, lies face up, or was taken from there by a player who still has it. All others are
spread over the unknown places: the unknown part of every hand, the stack, and face-up places that nobody told. Nothing
tells one spreading from another, so a card can be in a hand exactly if it is known to be there, or if the hand has an
unknown place and a card of that face is still unseen.
"""

from __future__ import annotations

from rules.arkadia.state import UNKNOWN, Player, State


def can_hold(player: Player, unseen: bytes, card: int) -> bool:
    """Is there a hand that fits what has been seen, and holds the card?"""
    return card in player.holds or (player.hand > len(player.holds) and unseen[card] > 0)


def without(player: Player, unseen: bytes, card: int) -> tuple[Player, bytes]:
    """The player and the unseen cards after the card was played from the hand."""
    if card in player.holds:
        at = player.holds.index(card)
        holds = player.holds[:at] + player.holds[at + 1 :]
        return player._replace(hand=player.hand - 1, holds=holds), unseen
    return player._replace(hand=player.hand - 1), counted(unseen, card, -1)


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
