"""What one printing of Saint Malo says in figures. The default is the usual edition; an owner's file may differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.forms import Form
from rules.trouble import Trouble

SECTIONS = ("top", "right", "bottom", "left")
REWARDS = ("person", "coins", "vp")
PERSONS = ("citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble")
LETTERS = {
    "english": dict(zip(PERSONS, "CSPAMJN", strict=True)),
    "german": dict(zip(PERSONS, "TSPBHGA", strict=True)),
}


class Reward(NamedTuple):
    """What a completed wall brings: coins, victory points, or one person up to a level."""

    kind: str
    amount: int


class Edition(NamedTuple):
    """Numbers of the boards and the components; see docs/forms/saint-malo.md for how sure each is."""

    strengths: tuple[int, ...] = (1, 3, 6, 8, 10, 12)
    boxes: tuple[tuple[int, int], ...] = ((2, 4), (3, 6), (4, 8), (5, 10))  # players -> boxes in each pirate row
    rewards: tuple[Reward, ...] = (Reward("person", 3), Reward("coins", 2), Reward("vp", 3), Reward("coins", 2))
    coins: int = 3
    logs: int = 2
    printed_crates: tuple[str, ...] = ("1,1", "1,2", "2,1", "3,1")
    series: tuple[int, ...] = (1, 4, 8, 13, 20)
    cannons: int = 6
    across_towers: bool = True  # are the two spaces beside a tower diagonal neighbours?
    many_coins: int = 30  # more than this is worth a warning: the bank may have no room
    many_logs: int = 20

    def boxes_for(self, players: int) -> int:
        return dict(self.boxes)[players]


DEFAULT = Edition()
_SPACES = {f"{r},{c}" for r in range(7) for c in range(7)} - {"0,0", "0,6", "6,0", "6,6"}


def edition_from(data: Mapping[str, Any] | None) -> Edition:
    """An edition from JSON data; what is left out is as in the usual edition."""
    if data is None:
        return DEFAULT
    form = Form(data, "the Saint Malo edition")
    boxes = dict(DEFAULT.boxes)
    if form.has("boxes"):
        rows = form.form("boxes")
        boxes = {int(n): rows.number(n, low=1) for n in ("2", "3", "4", "5")}
        rows.done()
    rewards = DEFAULT.rewards
    if form.has("rewards"):
        walls = form.form("rewards")
        rewards = tuple(_reward(walls.form(section)) for section in SECTIONS)
        walls.done()
    edition = Edition(
        strengths=form.numbers("strengths", DEFAULT.strengths),
        boxes=tuple(boxes.items()),
        rewards=rewards,
        coins=form.number("coins", DEFAULT.coins, low=0),
        logs=form.number("logs", DEFAULT.logs, low=0),
        printed_crates=form.texts("printed_crates", DEFAULT.printed_crates),
        series=form.numbers("series", DEFAULT.series),
        cannons=form.number("cannons", DEFAULT.cannons, low=0),
        across_towers=form.flag("across_towers", DEFAULT.across_towers),
        many_coins=form.number("many_coins", DEFAULT.many_coins, low=1),
        many_logs=form.number("many_logs", DEFAULT.many_logs, low=1),
    )
    for key in ("boxes", "rewards"):
        form.any(key, None)
    form.done()
    if len(edition.series) != 5:
        raise Trouble("“series” of the Saint Malo edition needs five numbers: what 1 to 5 churches in a row are worth")
    for place in edition.printed_crates:
        if place not in _SPACES:
            raise Trouble(f"{place!r} of “printed_crates” is not a space; spaces are named “row,col” from 0 to 6")
    if not edition.strengths:
        raise Trouble("“strengths” of the Saint Malo edition needs one number for each pirate row")
    return edition


def _reward(form: Form) -> Reward:
    kinds = [kind for kind in REWARDS if form.has(kind)]
    if len(kinds) != 1:
        raise Trouble(f"{form.name} must be one of: {', '.join(REWARDS)}, with a number")
    high = 5 if kinds[0] == "person" else None
    reward = Reward(kinds[0], form.number(kinds[0], low=1, high=high))
    form.done()
    return reward


def data_of(edition: Edition) -> dict[str, Any]:
    return {
        "strengths": list(edition.strengths),
        "boxes": {str(players): boxes for players, boxes in edition.boxes},
        "rewards": {s: {r.kind: r.amount} for s, r in zip(SECTIONS, edition.rewards, strict=True)},
        "coins": edition.coins,
        "logs": edition.logs,
        "printed_crates": list(edition.printed_crates),
        "series": list(edition.series),
        "cannons": edition.cannons,
        "across_towers": edition.across_towers,
        "many_coins": edition.many_coins,
        "many_logs": edition.many_logs,
    }
