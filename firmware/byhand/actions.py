"""The entries of the five games: `entry_for` one action, `given_for` what no camera sees before it is read."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from firmware.byhand.asking import Hearing, Interview, Steps
from firmware.byhand.entry import Entry
from rules.game import AnyGame, Refused

# game -> the module with its `turn` and its `given`
GAMES = {
    "saint-malo": "firmware.byhand.saint_malo",
    "king-of-the-dice": "firmware.byhand.king_of_the_dice",
    "masons": "firmware.byhand.masons",
    "akropolis": "firmware.byhand.akropolis",
    "arkadia": "firmware.byhand.arkadia",
}


def entry_for(
    game: AnyGame, state: Any, given: Mapping[str, Any] | None = None, seen: Mapping[str, Any] | None = None
) -> Entry:
    """Asks for one action of whoever is to act, in the rules' JSON form; it may be one that the rules refuse.

    What is `given` (as `given_for` tells it) is not asked for again. `seen` is an action, say the one that a picture
    was taken for: the marker stands on its answers, so that only what is wrong has to be changed.
    """
    conversation = import_module(GAMES[game.name])
    like = None if seen is None else game.action(seen)
    refused = like is not None and isinstance(game.judge(state, like), Refused)

    def script(hearing: Hearing) -> Steps[Mapping[str, Any]]:
        told: Mapping[str, Any] = yield from conversation.turn(state, given or {}, like, hearing)
        return told

    return Interview(script, refused)


def given_for(game: AnyGame, state: Any, seen: Mapping[str, Any] | None = None, afresh: bool = False) -> Entry | None:
    """Asks for the chance of the coming turn that no picture of the board shows; None where there is none.

    Dice that were `seen` are put before the table at once, to be looked over die by die; `afresh`, all are asked for.
    """
    conversation = import_module(GAMES[game.name])
    if game.turn(state) is None or not conversation.asks(state):
        return None

    def script(hearing: Hearing) -> Steps[Mapping[str, Any]]:
        told: Mapping[str, Any] = yield from conversation.given(state, seen or {}, not afresh, hearing)
        return told

    return Interview(script)
