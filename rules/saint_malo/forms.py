"""The JSON forms of Saint Malo: actions and positions, strict about what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.forms import Form, shown, whole
from rules.saint_malo.city import INDEX, LETTER_OF, MARK_OF, PLACES, PRINTED, SPACES, blank, put
from rules.saint_malo.edition import DEFAULT, Edition, data_of, edition_from
from rules.saint_malo.scoring import NO_POINTS, tally_with
from rules.saint_malo.state import DICE, FACES, KINDS, SETTINGS, Action, Attack, Bonus, City, End, State, Table, Turn
from rules.settings import Settings
from rules.trouble import Trouble


# ---- actions
def action_from(data: Mapping[str, Any]) -> Action:
    form = Form(data, "the turn")
    if "attack" in data:
        attack = Attack(form.number("attack", low=1))
        form.done()
        return attack
    if "end" in data:
        if form.flag("end") is not True:
            raise Trouble("“end” is true when the game has ended, else it is left out")
        form.done()
        return End()
    rolls = None
    if form.has("rolls"):
        rolls = tuple(_dice(roll, "a roll of the turn") for roll in form.items("rolls"))
        if not rolls:
            raise Trouble("“rolls” of the turn is empty; the dice are rolled at least once")
    dice = _dice(form.any("dice"), "“dice” of the turn") if form.has("dice") or not rolls else rolls[-1]
    if rolls and dice != rolls[-1]:
        raise Trouble("“dice” of the turn is not its last roll")
    kept = None
    if form.has("kept"):
        kept = tuple(_kept(item) for item in form.items("kept"))
    turn = Turn(
        dice=dice,
        symbol=form.text("symbol") if form.has("symbol") else None,
        used=form.number("dice_used") if form.has("dice_used") else None,
        rotated=_rotated(form.any("rotated", ())),
        cells=form.texts("cells", ()),
        person=form.text("person") if form.has("person") else None,
        houses=form.texts("houses", ()),
        bonus=_bonus(form.any("bonus", None)),
        player=form.number("player", low=0) if form.has("player") else None,
        rolls=rolls,
        kept=kept,
    )
    for key in ("dice", "symbol", "dice_used", "person", "player", "rolls", "kept"):
        form.any(key, None)
    form.done()
    return turn


def _dice(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != DICE:
        raise Trouble(f"{name} must be a list of {DICE} faces, not {shown(value)}")
    for face in value:
        if face not in FACES:
            raise Trouble(f"{name} cannot hold {shown(face)}; the faces are {', '.join(FACES)}")
    return tuple(value)


def _kept(value: Any) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or not all(whole(i) and 0 <= i < DICE for i in value):
        raise Trouble(f"an item of “kept” must be a list of dice, numbered from 0 to {DICE - 1}, not {shown(value)}")
    return tuple(value)


def _rotated(value: Any) -> tuple[int, ...] | tuple[str, ...] | int:
    if value is None:
        return ()
    if whole(value):
        return value or ()
    if isinstance(value, (list, tuple)):
        if all(whole(die) for die in value):
            return tuple(value)
        if all(isinstance(die, str) and die in FACES for die in value):
            return tuple(value)
    raise Trouble(f"“rotated” of the turn must be dice by number, faces, or how many, not {shown(value)}")


def _bonus(value: Any) -> tuple[Bonus, ...]:
    if value is None:
        return ()
    bonuses = []
    for item in value if isinstance(value, (list, tuple)) else (value,):
        form = Form(item, "“bonus” of the turn")
        form.text("symbol", "head", among=("head",))
        used = form.number("dice_used") if form.has("dice_used") else None
        bonuses.append(Bonus(form.text("person"), form.texts("cells"), form.texts("houses", ()), used))
        form.any("dice_used", None)
        form.done()
    return tuple(bonuses)


def told(action: Action) -> dict[str, Any]:
    if isinstance(action, Attack):
        return {"attack": action.number}
    if isinstance(action, End):
        return {"end": True}
    data: dict[str, Any] = {}
    if action.player is not None:
        data["player"] = action.player
    if action.rolls is not None:
        data["rolls"] = [list(roll) for roll in action.rolls]
    else:
        data["dice"] = list(action.dice)
    if action.kept is not None:
        data["kept"] = [list(kept) for kept in action.kept]
    data["symbol"] = action.symbol
    if action.used is not None:
        data["dice_used"] = action.used
    if action.rotated != ():
        data["rotated"] = action.rotated if isinstance(action.rotated, int) else list(action.rotated)
    if action.cells:
        data["cells"] = list(action.cells)
    if action.person is not None:
        data["person"] = action.person
    if action.houses:
        data["houses"] = list(action.houses)
    if action.bonus:
        bonuses = [_bonus_told(bonus) for bonus in action.bonus]
        data["bonus"] = bonuses[0] if len(bonuses) == 1 else bonuses
    return data


def _bonus_told(bonus: Bonus) -> dict[str, Any]:
    data: dict[str, Any] = {"symbol": "head", "person": bonus.person, "cells": list(bonus.cells)}
    if bonus.used is not None:
        data["dice_used"] = bonus.used
    if bonus.houses:
        data["houses"] = list(bonus.houses)
    return data


# ---- positions
def position_from(data: Mapping[str, Any], names_of: Any) -> State:
    """A state; cities that are not described are as before the first turn."""
    form = Form(data, "the Saint Malo position")
    form.text("game", "saint-malo", among=("saint-malo",))
    edition = edition_from(form.form("edition").data if form.has("edition") else None)
    form.any("edition", None)
    settings = Settings(SETTINGS, form.form("settings", {}).data)
    alone = form.flag("alone", False)
    described = list(form.items("players"))
    forms = [Form({"name": item} if isinstance(item, str) else item, "a player of the position") for item in described]
    names = names_of([city.text("name") for city in forms], alone)
    table = Table(names, settings, edition, alone)
    rows = len(edition.strengths)
    state = State(
        table,
        tuple(_city(city, edition) for city in forms),
        form.number("next_player", 0, low=0, high=len(names) - 1),
        form.number("attacks" if alone else "boxes", 0, low=0, high=rows * table.boxes),
        form.number("turns", 0, low=0),
        form.flag("over", False),
    )
    form.done()
    return state


def _city(form: Form, edition: Edition) -> City:
    cells = blank(edition.printed_crates)
    marks = form.form("cells", {}).data
    for place, mark in marks.items():
        if place not in INDEX:
            raise Trouble(f"{shown(place)} is not a space of a Saint Malo city; spaces are named “row,col” from 0 to 6")
        if mark is None:
            continue
        if not isinstance(mark, str) or mark not in LETTER_OF:
            raise Trouble(f"{shown(mark)} on {place} is no mark; the marks are {', '.join(LETTER_OF)}")
        cells = put(cells, LETTER_OF[mark], INDEX[place])
    if form.has("cells") and form.flag("whole", False):
        for i in SPACES:  # a whole board: what it does not name is empty, printed crates too
            if PLACES[i] not in marks and cells[i] == PRINTED:
                cells = put(cells, ".", i)
    form.any("whole", None)
    scored = form.form("scored", {}).data
    tally = NO_POINTS
    for kind, points in scored.items():
        if kind not in KINDS or not whole(points):
            raise Trouble(
                f"“scored” cannot hold {shown(kind)}: {shown(points)}; it holds numbers for {', '.join(KINDS)}"
            )
        tally = tally_with(tally, kind, points)
    vp = form.number("vp", sum(tally))
    if vp != sum(tally):
        tally = tally_with(tally, "by hand", vp - sum(tally))
    for derived in ("defence", "name"):
        form.any(derived, None)
    city = City(
        cells,
        form.number("coins", edition.coins, low=0),
        form.number("logs", edition.logs, low=0),
        form.number("cannons_lost", 0, low=0, high=edition.cannons),
        tally,
    )
    form.done()
    return city


def describe(state: State) -> dict[str, Any]:
    table = state.table
    data: dict[str, Any] = {
        "game": "saint-malo",
        "players": [
            _city_told(name, city, table.edition) for name, city in zip(table.names, state.cities, strict=True)
        ],
        "next_player": state.seat,
        "attacks" if table.alone else "boxes": state.marked,
        "turns": state.turns,
    }
    if table.alone:
        data["alone"] = True
    if state.over:
        data["over"] = True
    if table.settings.changed:
        data["settings"] = table.settings.changed
    if table.edition != DEFAULT:
        data["edition"] = data_of(table.edition)
    return data


def _city_told(name: str, city: City, edition: Edition) -> dict[str, Any]:
    cells = {PLACES[i]: MARK_OF[city.cells[i]] for i in SPACES if city.cells[i] in MARK_OF}
    data: dict[str, Any] = {
        "name": name,
        "cells": cells,
        "coins": city.coins,
        "logs": city.logs,
        "vp": city.vp,
        "scored": {kind: points for kind, points in zip(KINDS, city.tally, strict=True) if points},
        "defence": city.defence,
        "cannons_lost": city.cannons_lost,
    }
    if any(place not in cells for place in edition.printed_crates):
        data["whole"] = True
    return data
