"""A turn's JSON form, read and written. docs/forms/arkadia.md describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules.arkadia.edition import COLOURS, FAMILIES, NEUTRAL
from rules.arkadia.squares import mask_of, name_of, names_of, place_of
from rules.arkadia.state import BUILD, DECK, LOT, PASS, UNTOLD, WORKERS, Action, Draw, Four, Piece
from rules.forms import Form, shown, whole
from rules.trouble import Trouble

UNKNOWN_WORD = "unknown"
CONSEQUENCES = ("completed", "tents_covered", "could_mean")  # told besides; checked, not needed


def square(value: object, name: str) -> int:
    place = place_of(value)
    if place is None:
        raise Trouble(f"{name} names {shown(value)}, which is no square: a square is a letter and a number, like c7")
    return place


def squares(values: list[Any], name: str) -> int:
    places = [square(value, name) for value in values]
    if len(set(places)) != len(places):
        raise Trouble(f"{name} names a square twice")
    return mask_of(places)


def family(value: object, name: str) -> int:
    if not isinstance(value, str) or value not in FAMILIES:
        raise Trouble(f"{name} names the family {shown(value)}; the families are {', '.join(FAMILIES)}")
    return FAMILIES.index(value)


def card(value: object, name: str) -> tuple[str, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not isinstance(value[0], str):
        raise Trouble(f"{name} must be a card, [form, family], not {shown(value)}")
    return value[0], family(value[1], name)


def told_card(value: object, name: str) -> tuple[str, int] | None:
    """A card, or None where nobody told it."""
    return None if value is None or value == UNKNOWN_WORD else card(value, name)


def number_for_each(form: Form) -> Four:
    """A number for each family; those left out are 0."""
    four = (
        form.number("red", 0, 0),
        form.number("olive", 0, 0),
        form.number("silver", 0, 0),
        form.number("black", 0, 0),
    )
    form.done()
    return four


def for_each(numbers: Four, zeros: bool = True) -> dict[str, int]:
    return {name: number for name, number in zip(FAMILIES, numbers, strict=True) if number or zeros}


# ---- reading
def action_from(data: Mapping[str, Any]) -> Action:
    form = Form(data, "the action")
    kind = form.text("type", among=(BUILD, WORKERS, PASS))
    player = form.any("player", None)
    if player is not None and not isinstance(player, str) and (not whole(player) or player < 0):
        raise Trouble(f"“player” of the action must be a name, a colour or a seat (0 first), not {shown(player)}")
    castle = tuple(_piece(piece) for piece in form.forms("castle", ()))
    claims: dict[str, Any] = {}
    cash = None
    if form.has("banner"):
        cash = _banner(form.form("banner"), claims)
    form.any("banner", None)
    for key in CONSEQUENCES:
        if form.has(key):
            claims[key] = form.any(key)
        form.any(key, None)
    action = Action(kind, castle=castle, cash=cash, player=player)
    if kind == BUILD:
        action = _building(form, action, claims)
    elif kind == WORKERS:
        action = _workers(form, action)
    if kind != BUILD and form.any("draw", None) is not None:
        raise Trouble("a card is taken only after a building was laid; “draw” does not belong to this action")
    form.done()
    return action._replace(claims=json.dumps(claims, sort_keys=True, separators=(",", ":"))) if claims else action


def _building(form: Form, action: Action, claims: dict[str, Any]) -> Action:
    cells = squares(form.items("cells"), "“cells” of the action")
    number = _number_or_none(form, "building", 0)
    if number is not None:
        claims["building"] = number
    return action._replace(
        form=form.text("form"),
        family=family(form.any("seal"), "“seal” of the action"),
        cells=cells,
        neutral_gained=_number_or_none(form, "neutral_gained", 0),
        draw=_draw(form.any("draw", None)),
    )


def _number_or_none(form: Form, key: str, low: int) -> int | None:
    """A number that may be left out, or be null."""
    form.any(key, None)
    return form.number(key, low=low) if form.has(key) else None


def _workers(form: Form, action: Action) -> Action:
    placed = form.form("workers")
    masks: dict[str, int] = {}
    for name in placed.data:
        colour = placed.text(name, among=(*COLOURS, NEUTRAL))
        masks[colour] = masks.get(colour, 0) | 1 << square(name, "“workers” of the action")
    building = form.any("building", None)
    if building == "lot":
        building = LOT
    elif building is not None and (not whole(building) or building < 0):
        raise Trouble(f"“building” of the action must be a building's number or “lot”, not {shown(building)}")
    return action._replace(workers=tuple(sorted(masks.items())), building=building)


def _piece(form: Form) -> Piece:
    piece = Piece(
        family(form.any("family"), f"“family” of {form.name}"),
        square(form.any("square"), f"“square” of {form.name}"),
        _number_or_none(form, "floor", 1),
    )
    form.done()
    return piece


def _draw(data: object) -> Draw | None:
    if data is None:
        return None
    if data == UNKNOWN_WORD:
        return Draw(UNTOLD)
    form = Form(data, "“draw” of the action")
    source = form.any("from")
    if source == "deck":
        source = DECK
    elif source == UNKNOWN_WORD:
        source = UNTOLD
    elif not whole(source) or source < 0:
        raise Trouble(f"“from” of {form.name} must be a place (0, 1, 2), “deck” or “unknown”, not {shown(source)}")
    drawn = Draw(
        source,
        told_card(form.any("card", None), f"“card” of {form.name}"),
        told_card(form.any("refill", None), f"“refill” of {form.name}"),
    )
    form.done()
    if source == UNTOLD and drawn != Draw(UNTOLD):
        raise Trouble("a card drawn from an unknown place is itself unknown, and so is what was turned over")
    return drawn


def _banner(form: Form, claims: dict[str, Any]) -> Four:
    claimed = {key: number for key in ("workers", "gold") if (number := _number_or_none(form, key, 0)) is not None}
    if claimed:
        claims["banner"] = claimed
    cash = number_for_each(form.form("cash", {}))
    form.done()
    return cash


# ---- writing
def told(action: Action) -> dict[str, Any]:
    data: dict[str, Any] = {"type": action.kind}
    claims: dict[str, Any] = json.loads(action.claims) if action.claims else {}
    if action.player is not None:
        data["player"] = action.player
    if action.kind == BUILD:
        data |= {"form": action.form, "cells": list(names_of(action.cells)), "seal": FAMILIES[action.family]}
        if action.neutral_gained is not None:
            data["neutral_gained"] = action.neutral_gained
        if action.draw is not None:
            data["draw"] = _told_draw(action.draw)
    elif action.kind == WORKERS:
        data["workers"] = {name: colour for colour, mask in action.workers for name in names_of(mask)}
        if action.building is not None:
            data["building"] = "lot" if action.building == LOT else action.building
    if action.castle:
        data["castle"] = [_told_piece(piece) for piece in action.castle]
    if action.cash is not None:
        data["banner"] = {**claims.pop("banner", {}), "cash": for_each(action.cash, zeros=False)}
    return data | claims


def _told_piece(piece: Piece) -> dict[str, Any]:
    data = {"family": FAMILIES[piece.family], "square": name_of(piece.place)}
    return data if piece.floor is None else {**data, "floor": piece.floor}


def _told_draw(drawn: Draw) -> dict[str, Any]:
    data: dict[str, Any] = {"from": {DECK: "deck", UNTOLD: UNKNOWN_WORD}.get(drawn.source, drawn.source)}
    if drawn.card is not None:
        data["card"] = [drawn.card[0], FAMILIES[drawn.card[1]]]
    if drawn.refill is not None:
        data["refill"] = [drawn.refill[0], FAMILIES[drawn.refill[1]]]
    return data
