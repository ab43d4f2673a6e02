"""Positions for the tests, on the default board: its lot on g5 to j7, forms as its edition has them."""

from __future__ import annotations

from typing import Any

from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from rules.game import Allowed, Refused
from rules.ledger import total
from tests.rules.play import allowed, refusal

COLOURS = ("yellow", "orange", "green", "violet")


def house(family: str, *cells: str) -> dict[str, Any]:
    return {"form": "residential_house", "family": family, "cells": list(cells)}


def building(form: str, family: str, *cells: str) -> dict[str, Any]:
    return {"form": form, "family": family, "cells": list(cells)}


def workers(**squares: str) -> dict[str, list[str]]:
    """`workers(yellow="c3 c4")` in the form of `at`."""
    return {square: ["w", colour] for colour, where in squares.items() for square in where.split()}


def table(players: int | list[dict[str, Any]] = 2, **position: Any) -> State:
    """A position; players are numbers of the four colours, or forms of their own."""
    seats = [{} for _ in range(players)] if isinstance(players, int) else players
    named = [{"colour": colour, **seat} for colour, seat in zip(COLOURS, seats, strict=False)]
    return ARKADIA.position({"players": named, **position})


def lay(form: str, seal: str, *cells: str, **more: Any) -> dict[str, Any]:
    """A building laid, and a card taken from the stack."""
    return {"type": "build", "form": form, "cells": list(cells), "seal": seal, "draw": {"from": "deck"}, **more}


def introduce(building: int | str | None = None, **squares: Any) -> dict[str, Any]:
    """`introduce(0, yellow="c3 c4")`; fields of an action may be added."""
    more: dict[str, Any] = {key: squares.pop(key) for key in ("castle", "banner") if key in squares}
    placed = {square: colour for colour, where in squares.items() for square in where.split()}
    data: dict[str, Any] = {"type": "workers", "workers": placed, **more}
    return data if building is None else {**data, "building": building}


def piece(family: str, square: str, **more: Any) -> dict[str, Any]:
    return {"family": family, "square": square, **more}


def done(state: State, action: dict[str, Any], *waived: str) -> Allowed[State]:
    return allowed(ARKADIA, state, action, *waived)


def refused(state: State, action: dict[str, Any]) -> Refused:
    return refusal(ARKADIA, state, action)


def gained(verdict: Allowed[State], seat: int, what: str) -> int:
    return total(verdict.ledger, seat, what)


def seals(state: State, seat: int) -> dict[str, int]:
    return dict(ARKADIA.describe(state)["players"][seat]["seals"])
