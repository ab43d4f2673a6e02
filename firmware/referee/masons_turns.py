"""What a town means: the turns of Masons that explain it, and if none does, which clause was broken where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.game import Allowed, Refused
from rules.masons.game import MASONS as GAME
from rules.masons.state import Build, Laid, State, Wall
from rules.trouble import Trouble

Held = tuple[tuple[str, ...], tuple[str, ...]]  # the colours of houses and of palaces in a space, each in order

BARE: Held = ((), ())
UNFINISHED = frozenset(("towers-missing", "houses-missing", "tower-die-needed"))
MOST = 600  # ways to go on that are looked at


@dataclass(frozen=True)
class Town:
    """A board as it is known: walls, towers and what spaces hold, and the places where it is not."""

    walls: frozenset[str]
    towers: Mapping[str, str]
    spaces: Mapping[str, Held]
    doubts: frozenset[str] = frozenset()
    rivals: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # what a doubtful line or point may hold

    def value(self, place: str) -> Any:
        if place in self.spaces:
            return self.spaces[place]
        return self.towers.get(place, "wall" if place in self.walls else "")

    def differing(self, other: Town) -> list[str]:
        """Where the two are surely different."""
        places = {*self.walls, *other.walls, *self.towers, *other.towers, *self.spaces, *other.spaces}
        places -= self.doubts | other.doubts
        return sorted(p for p in places if (self.value(p) or None) != (other.value(p) or None))


class Way(NamedTuple):
    """What was done, the state after it, and the board that it leads to."""

    action: Mapping[str, Any]
    after: State
    town: Town


class Fault(NamedTuple):
    clause: str
    places: tuple[str, ...]
    text: str


def town_of(state: State) -> Town:
    board = GAME.board(state)
    spaces = dict.fromkeys(state.table.edition.board.spaces, BARE)
    for space, held in board["spaces"].items():
        spaces[space] = tuple(sorted(held["houses"])), tuple(sorted(held["palaces"]))
    return Town(frozenset(board["walls"]), dict(board["towers"]), spaces)


def next_turn(state: State) -> State:
    """The state in which the next wall is awaited: cards are played face up for the players, not for the camera."""
    if state.stage not in ("cards", "swap"):
        return state
    told = GAME.describe(state)
    for key in ("to_act", "city_scored", "wall_placed"):
        told.pop(key, None)
    told["stage"] = "wall"
    told["ending"] = False
    told["next_player"] = (state.seat + 1) % len(state.hands)
    try:
        return GAME.position(told)
    except Trouble:
        return state


def after_wall(state: State, line: str) -> Allowed[State] | Refused:
    return GAME.judge(state, Wall(line))


def new_walls(before: Town, seen: Town) -> list[str]:
    """Lines that surely have a wall now and had none; if there is none, those where one may be."""
    fresh = sorted(line for line in seen.walls - before.walls if line not in seen.doubts)
    if fresh:
        return fresh
    return sorted(line for line in seen.doubts if line in seen.rivals and line not in before.walls)


def ways(state: State, given: Mapping[str, Any], seen: Town) -> Iterator[Way]:
    """The legal actions of this stage that lead to what is surely seen."""
    if given.get("stage") == "wall":
        if state.stage != "wall":
            return
        for line in _walls_to_try(state, seen):
            verdict = after_wall(state, line)
            if isinstance(verdict, Allowed):
                town = town_of(verdict.state)
                if not town.differing(seen):
                    yield Way({"stage": "wall", "wall_placed": line}, verdict.state, town)
        return
    starts: list[tuple[str, State]] = []
    if state.stage == "end":
        starts.append((state.table.edition.board.lines[state.wall], state))
    elif state.stage == "wall":
        for line in _walls_to_try(state, seen):
            verdict = after_wall(state, line)
            if isinstance(verdict, Allowed):
                starts.append((line, verdict.state))
    for line, start in starts:
        yield from _builds(start, line, given, seen)


def _walls_to_try(state: State, seen: Town) -> list[str]:
    """A wall that a completed city swallowed at once is not seen: then every line may have had it."""
    before = town_of(state)
    found = new_walls(before, seen)
    if len(found) > 1 and not any(line in seen.doubts for line in found):
        return []
    return found


def _plainly(choices: Sequence[Any]) -> Sequence[Any]:
    """Legal actions without those that move pieces about in a city: where these lie is seen."""
    return [False] if choices and all(isinstance(choice, bool) for choice in choices) else choices


def _builds(start: State, line: str, given: Mapping[str, Any], seen: Town) -> Iterator[Way]:
    dice = given.get("dice")
    if not dice:
        return
    try:
        for count, turn in enumerate(GAME.legal(start, {"dice": dice}, _plainly)):
            if count > MOST or not isinstance(turn, Build):
                return
            verdict = GAME.judge(start, turn)
            if not isinstance(verdict, Allowed):
                continue
            city = verdict.state.scored if turn.completed else 0
            names = start.table.edition.board.names(city)
            town = town_of(verdict.state)
            if names and any(town.spaces[s] != seen.spaces[s] for s in names):
                moved = _rearranged(turn, town, seen, names)
                verdict = GAME.judge(start, moved) if moved is not None else verdict
                if moved is None or not isinstance(verdict, Allowed):
                    continue
                turn, town = moved, town_of(verdict.state)
            if not town.differing(seen):
                told = GAME.told(turn)
                yield Way({**told, "wall_placed": line}, verdict.state, town)
    except Trouble:
        return


def _rearranged(turn: Build, town: Town, seen: Town, city: Sequence[str]) -> Build | None:
    """The same turn with the city's pieces as they are seen to lie; None if these are others."""
    if any(space in seen.doubts for space in city):
        return None
    for kind in (0, 1):
        due = Counter(c for space in city for c in town.spaces[space][kind])
        if due != Counter(c for space in city for c in seen.spaces[space][kind]):
            return None
    laid = tuple(Laid(space, *seen.spaces[space]) for space in city if seen.spaces[space] != BARE)
    return turn._replace(arrangement=laid)


def fault(state: State, given: Mapping[str, Any], seen: Town) -> Fault | None:
    """Which clause a clearly seen town breaks, if one turn explains it but for that; None if none does."""
    before = town_of(state)
    fresh = sorted(seen.walls - before.walls)
    gone = [p for p in (*before.walls, *before.towers) if seen.value(p) != before.value(p)]
    added = {s: _added(before.spaces[s], seen.spaces[s]) for s in seen.spaces}
    if gone or any(one is None for one in added.values()) or len(fresh) != (0 if state.stage == "end" else 1):
        return None
    towers = tuple(sorted((p, c) for p, c in seen.towers.items() if p not in before.towers))
    houses = tuple((s, colour) for s, colours in added.items() for colour in colours or ())
    start, line = state, ""
    if fresh:
        line = fresh[0]
        verdict = after_wall(state, line)
        if isinstance(verdict, Refused):
            if given.get("stage") == "wall" and (towers or houses):
                return None
            return Fault(verdict.clause, verdict.places or (line,), str(verdict.reason))
        start = verdict.state
    if given.get("stage") == "wall" or not given.get("dice"):
        return None
    dice = given["dice"]
    turn = Build(dice.get("tower"), (dice["houses"][0], dice["houses"][1]), towers, houses)
    refused = GAME.judge(start, turn)
    if not isinstance(refused, Refused) or refused.clause in UNFINISHED or start.enclosed:
        return None
    allowed = GAME.judge(start, turn, frozenset((refused.clause,)))
    if isinstance(allowed, Allowed) and not town_of(allowed.state).differing(seen):
        return Fault(refused.clause, refused.places, str(refused.reason))
    return None


def _added(before: Held, after: Held) -> tuple[str, ...] | None:
    """The houses that came into a space; None when anything else happened in it."""
    more = Counter(after[0])
    more.subtract(Counter(before[0]))
    if after[1] != before[1] or min(more.values(), default=0) < 0:
        return None
    return tuple(more.elements())


def action_of(way: Way) -> dict[str, Any]:
    """What a camera sees of an action."""
    told = dict(way.action)
    return {
        "wall_placed": told.get("wall_placed"),
        "towers_placed": [dict(tower) for tower in told.get("towers_placed") or ()],
        "houses_placed": [dict(house) for house in told.get("houses_placed") or ()],
        "city_completed": told.get("city_completed") or None,
        "joined": told.get("joined") or None,
        "palaces": [dict(palace) for palace in told.get("palaces") or ()],
    }


def held(state: State) -> dict[str, Any]:
    """What the companion holds: the supply by colour, and what each card would score now."""
    return {"supply": GAME.supply(state), "guild": GAME.guild(state)}
