"""A table of Saint Malo for the tests of what all games share, with a few turns that fit on an empty city."""

from __future__ import annotations

from typing import Any

from rules.record import header_of, write
from rules.saint_malo.game import SAINT_MALO
from rules.sitting import Done, Sitting, Step

NAMES = ["Anke", "Stefan"]


def citizen(at: str) -> dict[str, Any]:
    """Worth a point."""
    dice = ["head", "log", "log", "wall", "cross"]
    return {"dice": dice, "symbol": "head", "dice_used": 1, "cells": [at], "person": "citizen"}


def noble(at: str) -> dict[str, Any]:
    """Worth seven points."""
    return {"dice": ["head"] * 5, "symbol": "head", "dice_used": 5, "cells": [at], "person": "noble"}


def wall(at: str) -> dict[str, Any]:
    return {"dice": ["wall", "log", "log", "head", "cross"], "symbol": "wall", "dice_used": 1, "cells": [at]}


def logs() -> dict[str, Any]:
    """Costs two of the three coins that everybody has at first."""
    return {"dice": ["log", "wall", "wall", "head", "cross"], "symbol": "log", "dice_used": 1}


def passing() -> dict[str, Any]:
    """Not allowed as long as something can be scored."""
    return {"dice": ["log", "wall", "wall", "head", "cross"], "symbol": None}


def table(*actions: dict[str, Any], **settings: Any) -> Sitting:
    """A sitting of two at which these actions were done."""
    sitting = Sitting(SAINT_MALO, SAINT_MALO.set_up(NAMES, settings))
    for action in actions:
        did(sitting, {"do": "action", "action": action})
    return sitting


def did(sitting: Sitting, event: dict[str, Any]) -> Done:
    done = sitting.do(event)
    assert isinstance(done, Done), done
    return done


def points(sitting: Sitting) -> list[int | None]:
    return [seat.so_far for seat in sitting.game.standing(sitting.state).seats]


def written(sitting: Sitting, **begun: Any) -> str:
    """The sitting's record; `begun` is what it was set up with besides the names."""
    return write(header_of(SAINT_MALO, **(begun or {"players": NAMES})), sitting.events)


def step_of(sitting: Sitting, event: int) -> Step:
    return next(step for step in sitting.steps if step.event == event)
