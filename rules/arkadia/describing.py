"""A state's JSON form, with what follows from the rest."""

from __future__ import annotations

from typing import Any

from rules.arkadia.castle import pools_of, stack_of
from rules.arkadia.edition import BLANK, DEFAULT, FAMILIES, NEUTRAL, data_of
from rules.arkadia.forms import UNKNOWN_WORD, for_each
from rules.arkadia.squares import name_of, names_of
from rules.arkadia.state import UNKNOWN, State, Table, card_name

FOLLOWING = ("pools", "pool_workers", "pool_neutral", "supply", "deck", "discard")  # what follows from the rest


def describe(state: State) -> dict[str, Any]:
    table = state.table
    data: dict[str, Any] = {
        "players": [_told_player(state, seat) for seat in range(len(state.players))],
        "turn": state.turn,
        "ply": state.ply,
        "lot": _told_lot(table),
        "buildings": [
            {
                "id": number,
                "form": table.forms[building.form].name,
                "family": FAMILIES[building.family],
                "cells": list(names_of(building.cells)),
                "done": building.done,
            }
            for number, building in enumerate(state.buildings)
        ],
        "at": at_of(state),
        "castle": {
            name_of(place): [FAMILIES[piece] for piece in stack_of(state.castle, index)]
            for index, place in enumerate(table.rim)
        },
        "face_up": [_told_face(table, face) for face in state.face_up],
        "trigger": state.trigger,
        "turns_left": state.turns_left,
        "over": state.over,
        **following(state),
    }
    if state.passes:
        data["passes"] = state.passes
    if table.settings.changed:
        data["settings"] = table.settings.changed
    if table.edition != DEFAULT:
        data["edition"] = data_of(table.edition)
    return data


def _told_lot(table: Table) -> dict[str, Any]:
    lot: dict[str, Any] = {"top_left": name_of(table.lot_at)}
    if table.printed != table.edition.printed:
        lot["ring"] = {
            name_of(place): None if seal == BLANK else FAMILIES[seal]
            for place, seal in zip(table.rim, table.printed, strict=True)
        }
    return lot


def at_of(state: State) -> dict[str, Any]:
    """What stands on each square: ["b", building] or ["w", colour]."""
    at: dict[str, Any] = {}
    for number, building in enumerate(state.buildings):
        at |= {name: ["b", number] for name in names_of(building.cells)}
    for colour, mask in zip((*state.table.colours, NEUTRAL), state.workers, strict=True):
        at |= {name: ["w", colour] for name in names_of(mask)}
    return at


def _told_player(state: State, seat: int) -> dict[str, Any]:
    table, player = state.table, state.players[seat]
    data: dict[str, Any] = {
        "name": table.names[seat],
        "colour": table.colours[seat],
        "workers": player.workers,
        "neutral": player.neutral,
        "banners": player.banners,
        "gold": player.gold,
        "seals": for_each(player.seals),
        "hand": player.hand,
    }
    if any(player.cashed):
        data["cashed"] = for_each(player.cashed, zeros=False)
    if player.holds:
        data["holds"] = [list(card_name(table, card)) for card in player.holds]
    return data


def _told_face(table: Table, face: int) -> Any:
    return UNKNOWN_WORD if face == UNKNOWN else list(card_name(table, face))


def following(state: State) -> dict[str, Any]:
    """What follows from the rest: the pools, the stock of buildings, the stack and the cards out of the game."""
    table = state.table
    numbers = table.edition.numbers
    laid = [building.form for building in state.buildings]
    return {
        "pools": {
            str(floor): dict(zip(FAMILIES, pool, strict=True)) for floor, pool in enumerate(pools_of(state.castle), 1)
        },
        "pool_workers": {
            colour: numbers.workers - mask.bit_count() - player.workers
            for colour, mask, player in zip(table.colours, state.workers, state.players, strict=False)
        },
        "pool_neutral": numbers.neutral
        - state.workers[-1].bit_count()
        - sum(player.neutral for player in state.players),
        "supply": {form.name: form.number - laid.count(number) for number, form in enumerate(table.forms)},
        "deck": state.deck,
        "discard": [[table.forms[b.form].name, FAMILIES[b.family]] for b in state.buildings],
    }
