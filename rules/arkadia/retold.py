"""A turn told in full: with everything that came of it, in the fields that the photo sets name."""

from __future__ import annotations

import json
from typing import Any

from rules.arkadia.edition import FAMILIES
from rules.arkadia.forms import told
from rules.arkadia.squares import names_of
from rules.arkadia.state import BUILD, WORKERS, Action, State, card_name
from rules.words import Phrase, say


def retold(before: State, action: Action, after: State) -> dict[str, Any]:
    """`after` is the state that the judge made of the action."""
    table, seat = before.table, before.turn
    old, new = before.players[seat], after.players[seat]
    data = {key: value for key, value in told(action).items() if key != "player"}
    data["completed"] = completed_in(before, after)
    data.setdefault("castle", [])
    data["banner"] = None
    if action.cash is not None:
        placed = sum(mask.bit_count() for colour, mask in action.workers if colour == table.colours[seat])
        data["banner"] = {
            "workers": new.workers - old.workers + placed,
            "cash": {name: number for name, number in zip(FAMILIES, action.cash, strict=True) if number},
            "gold": new.gold - old.gold,
        }
    if action.kind == BUILD:
        data["building"] = len(before.buildings)
        data["tents_covered"] = list(names_of(action.cells & table.tents))
        data["neutral_gained"] = new.neutral - old.neutral
        data.setdefault("draw", None)
        if action.draw is not None and action.draw.source >= 0 and action.draw.card is None:
            face = before.face_up[action.draw.source]
            if face >= 0:
                data["draw"] = {**data["draw"], "card": list(card_name(table, face))}
    elif action.kind == WORKERS:
        could = could_mean(before, action)
        data["could_mean"] = could
        if action.building is None and could:
            data["building"] = could[0]
    return data


def completed_in(before: State, after: State) -> list[dict[str, Any]]:
    """The buildings completed between two states, with what each paid."""
    table, done = before.table, []
    known = len(before.buildings)
    for number, building in enumerate(after.buildings):
        if building.done and not (number < known and before.buildings[number].done):
            payout = {}
            for seat, colour in enumerate(table.colours):
                count = (after.workers[seat] & building.border).bit_count() + (seat == before.turn)
                if count:
                    payout[colour] = count
            done.append({"building": number, "family": FAMILIES[building.family], "payout": payout})
    return done


def could_mean(state: State, action: Action) -> list[int | str]:
    """Every building that all the workers touch."""
    placed = 0
    for _, mask in action.workers:
        placed |= mask
    could: list[int | str] = [n for n, building in enumerate(state.buildings) if not placed & ~building.border]
    if state.table.near_lot and not placed & ~state.table.lot_border:
        could.append("lot")
    return could


def disagreement(before: State, action: Action, after: State) -> Phrase | None:
    """What was told of the consequences and is not so."""
    claims: dict[str, Any] = json.loads(action.claims)
    truly = retold(before, action, after)
    for key, claimed in claims.items():
        true = truly.get(key)
        if key == "banner":
            same = all(true is not None and true[part] == number for part, number in claimed.items())
        elif isinstance(claimed, list) and isinstance(true, list):
            same = _bag(claimed) == _bag(true)
        else:
            same = claimed == true
        if not same:
            return say("told was {}: {}; but it is {}", key, _short(claimed), _short(true))
    return None


def _bag(items: list[Any]) -> list[str]:
    return sorted(json.dumps(item, sort_keys=True) for item in items)


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")).replace('"', "")
