"""A position read from its JSON form, entered by hand or written by `describe`; what it tells twice must agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.arkadia.cards import unknown_places
from rules.arkadia.castle import floor_of, grown, pool_of, pools_of
from rules.arkadia.clauses import SETTINGS
from rules.arkadia.describing import FOLLOWING, following
from rules.arkadia.drawing import card_number
from rules.arkadia.edition import (
    BLANK,
    COLOURS,
    FAMILIES,
    NEUTRAL,
    RIM,
    Edition,
    check_lot,
    read_edition,
)
from rules.arkadia.forms import UNKNOWN_WORD, card, family, number_for_each, square
from rules.arkadia.squares import around, mask_of, name_of, names_of
from rules.arkadia.state import (
    BANNERS,
    FACE_UP,
    HAND,
    NOTHING,
    STARTING_WORKERS,
    UNKNOWN,
    Building,
    Castle,
    Player,
    State,
    Table,
    bare,
    card_name,
    taken_squares,
)
from rules.forms import Form, shown, whole
from rules.settings import Settings
from rules.trouble import Trouble

RESTING = {"phase": "must", "due": 0, "draw_due": False, "banner_used": False}  # between two turns


def position(data: Mapping[str, Any], names_of_players: Any) -> State:
    """`names_of_players` checks the players' names."""
    form = Form(data, "the position")
    edition = read_edition(form.form("edition").data if form.has("edition") else None)
    settings = Settings(SETTINGS, form.form("settings", {}).data)
    form.any("edition", None)
    seats = list(form.forms("players"))
    colours = tuple(one.text("colour", COLOURS[i % 4], among=COLOURS) for i, one in enumerate(seats))
    names = names_of_players([one.text("name", colour) for one, colour in zip(seats, colours, strict=True)])
    if len(set(colours)) != len(colours):
        raise Trouble("two players of the position have the same colour")
    castle_at = form.form("castle", {})
    top_left, printed = lot_from(form.any("lot", None), edition, _first(castle_at.data))
    table = Table(names, colours, edition, top_left, printed, settings)
    players = tuple(_player(one, table) for one in seats)
    buildings, workers = _town(form, table)
    taken = taken_squares(table, buildings, workers)
    castle = _castle(castle_at, table)
    faces = form.items("face_up", [UNKNOWN_WORD] * FACE_UP)
    if len(faces) > FACE_UP:
        raise Trouble(f"“face_up” of the position has {len(faces)} cards; there are {FACE_UP} places")
    face_up = tuple(_face(face, table) for face in faces)
    unseen, deck = _cards(table, buildings, face_up, players)
    turn = form.number("turn", 0, 0, len(players) - 1)
    over = form.any("over", False)
    if not isinstance(over, bool):
        raise Trouble(f"“over” of the position must be true or false, not {shown(over)}")
    trigger, turns_left = _end(form, castle, turn, len(players), over)
    state = State(
        table,
        turn,
        form.number("ply", 0, 0),
        buildings,
        tuple(number for number, building in enumerate(buildings) if not building.done),
        tuple(building.border for building in buildings if not building.done),
        taken,
        workers,
        castle,
        face_up,
        deck,
        unseen,
        trigger,
        turns_left,
        over,
        players,
        tuple(n for n, b in enumerate(buildings) if b.done and b.border & ~taken),
        form.number("passes", 0, 0),
    )
    _check_following(form, state)
    for key, resting in RESTING.items():
        if form.any(key, resting) != resting:
            raise Trouble(f"a position is entered between two turns: “{key}” must be {shown(resting)}")
    form.any("log", None)  # what happened before, as a simulator tells it
    form.done()
    return state


def beginning(table: Table, faces: Sequence[Any]) -> State:
    """The state before the first turn."""
    players = (Player(STARTING_WORKERS, 0, BANNERS, 0, NOTHING, NOTHING, HAND),) * len(table.names)
    face_up = tuple([_face(face, table) for face in faces])
    unseen, deck = _cards(table, (), face_up, players)
    workers = (0,) * (len(table.names) + 1)
    castle = bare(table.printed)
    return State(table, 0, 0, (), (), (), table.lot, workers, castle, face_up, deck, unseen, None, None, False, players)


def _first(ring: Mapping[str, Any]) -> str | None:
    """The corner of the lot, if the castle's squares are all named."""
    places = [square(name, "“castle” of the position") for name in ring]
    return name_of(min(places)) if len(places) == RIM else None


def lot_from(data: Any, edition: Edition, default: str | None = None) -> tuple[int, tuple[int, ...]]:
    """Where the lot lies, and the seals printed on its rim, from “g5” or {"top_left": "g5", "ring": {...}}."""
    corner: Any = default or name_of(edition.lot)
    ring: Any = None
    if isinstance(data, Mapping):
        form = Form(data, "“lot”")
        corner, ring = form.any("top_left", corner), form.any("ring", None)
        for key in ("w", "h", "inner"):
            form.any(key, None)
        form.done()
    elif data is not None:
        corner = data
    place = square(corner, "“lot”")
    check_lot(edition, place)
    if ring is None:
        return place, edition.printed
    named, rim = Form(ring, "“ring” of the lot"), edition.rim_at(place)
    seals = [named.any(name_of(p)) for p in rim]
    named.done()
    return place, tuple(BLANK if seal is None else family(seal, "“ring” of the lot") for seal in seals)


def _player(form: Form, table: Table) -> Player:
    for key in ("name", "colour"):
        form.any(key, None)  # read already
    hand_data = form.any("hand", HAND)
    holds = [card(one, f"“holds” of {form.name}") for one in form.items("holds", ())]
    if isinstance(hand_data, (list, tuple)):
        holds, hand = [card(one, f"“hand” of {form.name}") for one in hand_data], len(hand_data)
    else:
        hand = form.number("hand", HAND, 0, 99)
    if hand < len(holds):
        raise Trouble(f"{form.name} is known to hold {len(holds)} cards, but has only {hand}")
    gold = form.number("gold", 0, 0)
    cashed = number_for_each(form.form("cashed", {}))
    if sum(cashed) > gold:
        raise Trouble(f"{form.name} has cashed more gold than there is")
    player = Player(
        form.number("workers", STARTING_WORKERS, 0),
        form.number("neutral", 0, 0),
        form.number("banners", BANNERS, 0, BANNERS),
        gold,
        cashed,
        number_for_each(form.form("seals", {})),
        hand,
        tuple(_number(table, one) for one in holds),
    )
    form.done()
    return player


def _number(table: Table, one: tuple[str, int]) -> int:
    number = card_number(table, one)
    if number is None:
        raise Trouble(f"there is no building form {one[0]!r}; the forms are {', '.join(table.form_of)}")
    return number


def _face(face: Any, table: Table) -> int:
    return UNKNOWN if face == UNKNOWN_WORD else _number(table, card(face, "“face_up” of the position"))


def _town(form: Form, table: Table) -> tuple[tuple[Building, ...], tuple[int, ...]]:
    """The buildings and every seat's workers, no two on one square."""
    taken, told = table.lot, []
    for number, one in enumerate(form.forms("buildings", ())):
        if one.number("id", number) != number:
            raise Trouble(f"{one.name} must have the id {number}: buildings are numbered as they were laid")
        kind = _number(table, (one.text("form"), 0)) // 4
        cells = _free(one.items("cells"), taken, table, one.name)
        shape = cells >> (cells & -cells).bit_length() - 1 if cells else 0
        if shape not in table.forms[kind].shapes and shape not in table.forms[kind].mirrored:
            raise Trouble(f"the squares of {one.name} are not in the form of a {table.forms[kind].label}")
        taken |= cells
        done = one.any("done", None)
        if done is not None and not isinstance(done, bool):
            raise Trouble(f"“done” of {one.name} must be true or false, not {shown(done)}")
        told.append((kind, family(one.any("family"), f"“family” of {one.name}"), cells, done))
        one.done()
    workers = [0] * (len(table.colours) + 1)
    colours = (*table.colours, NEUTRAL)
    at = form.form("at", {})
    for name in at.data:
        what = at.any(name)
        if not isinstance(what, (list, tuple)) or len(what) != 2 or what[0] not in ("b", "w"):
            raise Trouble(f"“{name}” of “at” must be [“w”, colour] or [“b”, building], not {shown(what)}")
        if what[0] == "b":
            number = what[1]
            if not whole(number) or not 0 <= number < len(told) or not told[number][2] >> square(name, "“at”") & 1:
                raise Trouble(f"“at” names building {shown(number)} on {name}, but its “cells” do not")
            continue
        if what[1] not in colours:
            raise Trouble(f"{name} has a worker of the colour {shown(what[1])}; here are {', '.join(colours)}")
        mask = _free([name], taken, table, "“at”")
        workers[colours.index(what[1])] |= mask
        taken |= mask
    buildings = []
    for kind, belongs, cells, done in told:
        border = around(cells) & table.board
        buildings.append(Building(kind, belongs, cells, border, not border & ~taken if done is None else done))
    return tuple(buildings), tuple(workers)


def _free(names: Sequence[Any], taken: int, table: Table, what: str) -> int:
    places = [square(name, what) for name in names]
    mask = mask_of(places)
    if mask.bit_count() != len(places) or not places:
        raise Trouble(f"{what} must name its squares, each once")
    if mask & ~table.board:
        raise Trouble(f"{what} names {name_of(max(places))}, which is no square of the board")
    if mask & taken:
        raise Trouble(f"{what} lies on {', '.join(names_of(mask & taken))}, where something lies already")
    return mask


def _castle(form: Form, table: Table) -> Castle:
    castle = bare(table.printed)
    for index, place in enumerate(table.rim):
        stack = form.items(name_of(place), ())
        if len(stack) > 3:
            raise Trouble(f"the castle on {name_of(place)} has {len(stack)} floors; three are the most")
        for floor, piece in enumerate(stack, 1):
            castle = grown(castle, index, floor, family(piece, f"“{name_of(place)}” of the castle"))
    form.done()
    for floor, pool in ((1, pool_of(castle, 1)), (2, pool_of(castle, 2)), (3, pools_of(castle)[2])):
        short = [FAMILIES[i] for i, number in enumerate(pool) if number < 0]
        if short:
            raise Trouble(f"the castle has more {short[0]} pieces on floor {floor} than its pool held")
    return castle


def _cards(
    table: Table, buildings: Sequence[Building], face_up: Sequence[int], players: Sequence[Player]
) -> tuple[bytes, int]:
    """The cards that nobody has seen, and how many of them are in the stack."""
    numbers = list(table.edition.cards)
    seen = [b.form * 4 + b.family for b in buildings] + [face for face in face_up if face >= 0]
    for one in seen + [one for player in players for one in player.holds]:
        numbers[one] -= 1
        if numbers[one] < 0:
            raise Trouble(f"the position shows more cards {', '.join(card_name(table, one))} than there are")
    hands = sum(player.hand - len(player.holds) for player in players)
    deck = sum(numbers) - hands - list(face_up).count(UNKNOWN)
    if deck < 0:
        raise Trouble("the hands of the position hold more cards than are left")
    return bytes(numbers), deck


def _end(form: Form, castle: Castle, turn: int, players: int, over: bool) -> tuple[int | None, int | None]:
    """Who finished the second floor, and how many turns are still to come."""
    trigger = form.number("trigger", low=0, high=players - 1) if form.has("trigger") else None
    left = form.number("turns_left", low=0, high=players) if form.has("turns_left") else None
    form.any("trigger", None)
    form.any("turns_left", None)
    if trigger is None:
        if floor_of(castle) == 3 and not over:
            raise Trouble("the second floor is finished: say in “trigger” who did it (0 is the first player)")
        if left is not None:
            raise Trouble("“turns_left” of the position needs a “trigger”: who finished the second floor")
        return None, None
    coming = 0 if over else (trigger - turn) % players + 1
    if left is not None and left != coming:
        raise Trouble(f"“turns_left” of the position must be {coming}, not {left}: whoever began the end plays last")
    return trigger, coming


def _check_following(form: Form, state: State) -> None:
    """What follows from the rest must be possible, and if it was told, as it was told."""
    true = following(state)
    for colour, number in true["pool_workers"].items():
        if number < 0:
            most = state.table.edition.numbers.workers
            raise Trouble(f"there are more than {most} {colour} workers in the position")
    if true["pool_neutral"] < 0:
        raise Trouble(f"there are more than {state.table.edition.numbers.neutral} neutral workers in the position")
    for name, number in true["supply"].items():
        if number < 0:
            raise Trouble(f"the position has more buildings of the form {name} than there are")
    assert unknown_places(state) == sum(state.unseen)
    for key in FOLLOWING:
        told = form.any(key, None)
        if told is None:
            continue
        if key == "deck" and isinstance(told, list):
            told = len(told)
        if key == "discard" and isinstance(told, list):
            if sorted(map(str, told)) != sorted(map(str, true[key])):
                raise Trouble("“discard” of the position must be the cards of the buildings on the board")
            continue
        if told != true[key]:
            where = key
            if isinstance(told, Mapping) and isinstance(true[key], Mapping):
                part = next((p for p in (*told, *true[key]) if told.get(p) != true[key].get(p)), "")
                where, told, expected = f"{key}.{part}", told.get(part), true[key].get(part)
            else:
                expected = true[key]
            raise Trouble(f"“{where}” of the position is {shown(told)}, but from the rest follows {shown(expected)}")
