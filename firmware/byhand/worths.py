"""What an answer would be worth: said beside it, so that nobody has to reckon before he chooses."""

from __future__ import annotations

from typing import Any

from rules.game import Allowed, AnyGame
from rules.ledger import total
from rules.words import SILENCE, Phrase, say


def points(game: AnyGame, state: Any, action: Any) -> Phrase:
    """The points that an action brings whoever acts, or else the coins; silence where it brings neither."""
    verdict = game.judge(state, action)
    if not isinstance(verdict, Allowed):
        return SILENCE
    seat = game.turn(state)
    if seat is None:
        return SILENCE
    if gained := total(verdict.ledger, seat, game.points):
        return signed(gained)
    coins = total(verdict.ledger, seat, "coins")
    return say("coins +{}", coins) if coins > 0 else SILENCE


def signed(number: int) -> Phrase:
    return say("+{}", number) if number > 0 else say("{}", number)
