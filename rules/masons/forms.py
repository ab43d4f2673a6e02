"""The JSON forms of Masons: actions and positions, strict about what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.forms import Form
from rules.game import Given
from rules.masons.board import bits
from rules.masons.city import houses_of, palaces_of
from rules.masons.edition import COLOURS, DEFAULT, TOWERS
from rules.masons.guild import FACES
from rules.masons.legal import HOUSE_FACES, in_face_order
from rules.masons.state import (
    HOUSE,
    KINDS,
    PALACE,
    TOWER,
    Action,
    Build,
    Cards,
    EarlyRoll,
    Joined,
    Laid,
    Names,
    Pieces,
    State,
    Swap,
    Wall,
)
from rules.trouble import Trouble

Rolled = tuple[str | None, tuple[str, str]]

# every roll as it may be told -> the same with the house dice in the order of their faces
ROLLS: dict[tuple[Any, ...], Rolled] = {
    (die, one, two): (die, in_face_order((one, two)))
    for die in (None, *TOWERS)
    for one in HOUSE_FACES
    for two in HOUSE_FACES
}
ACTIONS = ("early_roll", "wall", "end", "cards", "swap")


# ---- actions
def action_from(data: Mapping[str, Any]) -> Action:
    form = Form(data, "the action")
    stage = form.text("stage", among=ACTIONS)
    player = form.number("player", None, low=0)
    action: Action
    if stage == "early_roll":
        action = EarlyRoll(player)
    elif stage == "wall":
        action = Wall(form.text("wall_placed"), _told_names(form, "encloses"), player)
    elif stage == "end":
        action = _build(form, player)
    elif stage == "cards":
        faces = form.texts("cards", (), among=FACES)
        action = Cards(
            tuple(sorted(faces, key=FACES.index)),
            form.number("discarded", 0, low=0),
            form.number("drawn", None, low=0),
            _told_names(form, "city", or_none=None),
            player,
        )
    else:
        action = Swap(form.number("discarded", low=0), form.number("drawn", None, low=0), player)
    form.done()
    return action


def _told_names(form: Form, key: str, or_none: Names | None = ()) -> Names | None:
    """A list of places; None if the field is missing, `or_none` if it is null."""
    if key not in form.data:
        return None
    if form.any(key) is None:
        return or_none
    return form.texts(key)


def given_dice(given: Given) -> Rolled | None:
    """The dice that the table tells before anybody decides anything."""
    try:
        dice = given["dice"]
        if len(given) == 1 and len(dice) == 2:
            return ROLLS[(dice["tower"], *dice["houses"])]
    except (KeyError, TypeError):
        pass  # told otherwise, or wrong: the form will say so
    form = Form(given, "what is given for Masons")
    rolled = rolled_from(form.form("dice")) if form.has("dice") else None
    form.any("dice", None)
    form.done()
    return rolled


def rolled_from(form: Form) -> Rolled:
    die = form.text("tower", among=TOWERS) if form.has("tower") else None
    form.any("tower", None)
    dice = form.texts("houses", among=HOUSE_FACES)
    if len(dice) != 2:
        raise Trouble(f"“houses” of {form.name} must be the faces of the two house dice, not {len(dice)}")
    form.done()
    return die, in_face_order(dice)


def _build(form: Form, player: int | None) -> Build:
    die, dice = rolled_from(form.form("dice"))
    towers = tuple(_placed(item, "point", TOWERS) for item in form.forms("towers_placed", ()))
    houses = tuple(_placed(item, "space", COLOURS) for item in form.forms("houses_placed", ()))
    joined = None
    if form.has("joined"):
        with_older = form.form("joined")
        joined = Joined(with_older.texts("with"), _told_names(with_older, "walls_removed"))
        with_older.done()
    palaces = None
    if form.has("palaces"):
        exchanged = [(item, item.text("colour", among=COLOURS)) for item in form.forms("palaces")]
        for item, _ in exchanged:
            item.done()
        palaces = tuple(colour for _, colour in exchanged)
    arrangement = None
    if form.has("arrangement"):
        spaces = form.form("arrangement").data
        arrangement = tuple(_laid(space, held, "“arrangement” of the action") for space, held in spaces.items())
    if form.flag("rearranged", arrangement is not None) != (arrangement is not None):
        raise Trouble("“rearranged” goes with “arrangement”, which says what lies on each space of the city afterwards")
    removed = None
    if form.has("removed"):
        gone = form.form("removed")
        removed = (gone.texts("walls", ()), gone.texts("towers", ()))
        gone.done()
    build = Build(
        die,
        dice,
        towers,
        houses,
        _told_names(form, "city_completed"),
        joined,
        palaces,
        arrangement,
        removed,
        _told_names(form, "city_scored"),
        form.text("wall_placed") if form.has("wall_placed") else None,
        player,
    )
    for key in ("joined", "palaces", "arrangement", "removed", "wall_placed"):
        form.any(key, None)
    return build


def _placed(form: Form, where: str, colours: tuple[str, ...]) -> tuple[str, str]:
    placed = form.text(where), form.text("colour", among=colours)
    form.done()
    return placed


def _laid(space: str, held: Any, name: str) -> Laid:
    form = Form(held, f"{space} in {name}")
    laid = Laid(space, form.texts("houses", (), among=COLOURS), form.texts("palaces", (), among=COLOURS))
    form.done()
    return laid


def told(action: Action) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if isinstance(action, EarlyRoll):
        data["stage"] = "early_roll"
    elif isinstance(action, Wall):
        data = {"stage": "wall", "wall_placed": action.line}
        if action.encloses is not None:
            data["encloses"] = list(action.encloses) or None
    elif isinstance(action, Build):
        data = _told_build(action)
    elif isinstance(action, Cards):
        data["stage"] = "cards"
        if action.faces or not action.discarded:
            data["cards"] = list(action.faces)
        if action.discarded:
            data["discarded"] = action.discarded
        if action.drawn is not None:
            data["drawn"] = action.drawn
        if action.city is not None:
            data["city"] = list(action.city)
    else:
        data = {"stage": "swap", "discarded": action.discarded}
        if action.drawn is not None:
            data["drawn"] = action.drawn
    if action.player is not None:
        data["player"] = action.player
    return data


def _told_build(turn: Build) -> dict[str, Any]:
    data: dict[str, Any] = {"stage": "end", "dice": {"tower": turn.die, "houses": list(turn.dice)}}
    if turn.wall is not None:
        data["wall_placed"] = turn.wall
    data["towers_placed"] = [{"point": point, "colour": colour} for point, colour in turn.towers]
    data["houses_placed"] = [{"space": space, "colour": colour} for space, colour in turn.houses]
    if turn.completed is not None:
        data["city_completed"] = list(turn.completed) or None
    if turn.joined is not None:
        data["joined"] = {"with": list(turn.joined.older)}
        if turn.joined.walls is not None:
            data["joined"]["walls_removed"] = list(turn.joined.walls)
    if turn.palaces is not None:
        data["palaces"] = [{"colour": colour} for colour in turn.palaces]
    if turn.arrangement is not None:
        data["rearranged"] = True
        data["arrangement"] = {
            laid.space: {"houses": list(laid.houses), "palaces": list(laid.palaces)} for laid in turn.arrangement
        }
    if turn.removed is not None:
        data["removed"] = {"walls": list(turn.removed[0]), "towers": list(turn.removed[1])}
    if turn.scored is not None:
        data["city_scored"] = list(turn.scored) or None
    return data


# ---- positions
def describe(state: State) -> dict[str, Any]:
    table, board = state.table, state.table.edition.board
    data: dict[str, Any] = {
        "game": "masons",
        "players": [
            {
                "name": name,
                "vp": sum(tally),
                "scored": {kind: points for kind, points in zip(KINDS, tally, strict=True) if points},
                "cards": hand,
            }
            for name, tally, hand in zip(table.names, state.tallies, state.hands, strict=True)
        ],
        "next_player": state.seat,
        "turns": state.turns,
        "stage": state.stage,
        "board": board_told(state),
        "deck": state.deck,
    }
    if state.pieces.supply != left_over(state.table.edition.supply, state.pieces):
        data["supply"] = supply_told(state.pieces.supply)
    if state.stage == "end":
        data["wall_placed"] = board.lines[state.wall]
    if state.to_act:
        data["to_act"] = list(state.to_act)
    if state.scored:
        data["city_scored"] = list(board.names(state.scored))
    if state.ending:
        data["ending"] = True
    if table.settings.changed:
        data["settings"] = table.settings.changed
    if table.edition != DEFAULT:
        data["edition"] = table.edition.data
    return data


def board_told(state: State) -> dict[str, Any]:
    """What lies on the board: the form that the photo sets have."""
    board, pieces = state.table.edition.board, state.pieces
    return {
        "walls": [board.lines[line] for line in bits(pieces.walls)],
        "towers": {
            board.points[p]: TOWERS[t]
            for p in range(len(board.points))
            for t, points in enumerate(pieces.towers)
            if points >> p & 1
        },
        "spaces": {
            name: {"houses": _coloured(houses_of(held)), "palaces": _coloured(palaces_of(held))}
            for name, held in zip(board.spaces, pieces.spaces, strict=True)
            if held
        },
        "cities": [list(board.names(city)) for city in pieces.cities],
    }


def _coloured(counts: tuple[int, ...]) -> list[str]:
    return [colour for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)]


def supply_told(supply: tuple[int, ...]) -> dict[str, Any]:
    """What is left beside the board: the form that the photo sets have."""
    return {
        "walls": supply[0],
        "towers": dict(zip(TOWERS, supply[TOWER:HOUSE], strict=True)),
        "houses": dict(zip(COLOURS, supply[HOUSE:PALACE], strict=True)),
        "palaces": dict(zip(COLOURS, supply[PALACE:], strict=True)),
    }


def left_over(box: tuple[int, ...], pieces: Pieces) -> tuple[int, ...]:
    """What is left of a whole box when these pieces are on the board; negative where it has too few."""
    held = sum(pieces.spaces)
    used = (
        pieces.walls.bit_count(),
        *(points.bit_count() for points in pieces.towers),
        *houses_of(held),
        *palaces_of(held),
    )
    return tuple([all_ - on_board for all_, on_board in zip(box, used, strict=True)])
