"""Masons: the town, picture by picture, and what was built."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import dist, log
from typing import Any

from firmware.referee.companion import Difference
from firmware.referee.masons_turns import (
    BARE,
    Held,
    Town,
    Way,
    action_of,
    fault,
    held,
    next_turn,
    town_of,
    ways,
)
from firmware.referee.ruling import ASK, MOVE, NOT_ALLOWED, NOTHING, Look, Ruling
from rules.masons.game import MASONS as GAME
from rules.masons.state import State
from vision.markers import Image
from vision.satchel import Satchel
from vision.walled import ALIKE, Sight, WalledReader
from vision.walled_news import News, news

SEATS = ("one", "two")
ASKED = 3
LEAST = 0.02  # a look is never as sure as it says
RIVAL = log(20.0)  # so much likelier than the next the one explanation must be
PLAIN = 0.15  # and each doubtful line or point must look at least so much like it
BESIDE_MM = 30.0  # near what is covered, a shadow may look like a wall or a tower
WIDELY_MM = 45.0  # and without a history, so near a hand
EXPECTED = 30  # boards that an unsettled turn may have led to
NEWS_MM = 60.0  # so near a new wall nothing unclear is passed over
HAND = 4  # places covered at once: a hand
BARE_SURE = 0.9999  # a wall's end without a tower must look so bare, without a history
UNEXPLAINED = 0.15  # share of a place that changed and that no new piece explains


class MasonsReader:
    """Has learnt a style of Masons."""

    def __init__(self, satchel: Satchel) -> None:
        self.eyes = WalledReader(satchel)
        self.layout = satchel.layout

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> Masons:
        del about  # the surface is the layout's
        return Masons(self, start)


class Masons:
    """Sits at one board. `start` empty: every picture is read by itself."""

    def __init__(self, reader: MasonsReader, start: Mapping[str, Any]) -> None:
        self.eyes = reader.eyes
        self.state: State | None = None
        if start:
            layout = dict(reader.layout)
            layout["supply"] = {**layout.get("supply", {}), **start.get("supply", {})}
            self.state = GAME.set_up(SEATS, None, layout)
        self.base: Sight | None = None  # the last picture in which all was as it is held
        self.later: list[State] = []  # where an unsettled turn may have led
        self.turn = ""

    # ---- the device's side
    def hold(self, state: State) -> None:
        self.state, self.later = state, []
        if self.base is not None and _town(self.base).differing(town_of(state)):
            self.base = None

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        if self.state is None:
            return ()
        sight = self.eyes.read(picture)
        if sight.advice:
            return ()
        known, seen = town_of(self.state), self._merged(sight, town_of(self.state))
        return tuple(Difference(p, _said(known, p), _said(seen, p)) for p in known.differing(seen))

    # ---- a picture
    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        sight = self.eyes.read(picture)
        if sight.advice:
            town = town_of(self.state) if self.state else Town(frozenset(), {}, {})
            return Look(_shape(town), ("all",), Ruling(ASK, text=sight.advice), self._held())
        if self.state is None:
            return self._alone(sight)
        turn = json.dumps([given.get("stage"), given.get("dice")])
        if turn != self.turn and self.later and self.turn:
            self._catch_up(sight)
        self.turn, self.later = turn, []
        if self.state.stage in ("cards", "swap"):
            self.state = next_turn(self.state)
        known = town_of(self.state)
        seen = self._merged(sight, known)
        ruling = self._ruled(sight, seen, known, given)
        if ruling.verdict in (MOVE, NOTHING):
            settled = town_of(self.state)
            if ruling.verdict == MOVE:
                seen = Town(settled.walls, settled.towers, settled.spaces, seen.doubts - self._freed)
            if not seen.doubts:
                self.base = sight
        elif ruling.verdict == ASK:
            seen = self._doubted(sight, seen, known)
        return Look(_shape(seen), tuple(sorted(seen.doubts)), ruling, self._held(), _certainty(sight, seen))

    def _doubted(self, sight: Sight, seen: Town, known: Town) -> Town:
        """What could not be explained is not to be taken as read; neither is what changed with it."""
        doubts = set(known.differing(seen)) if not self.later else set()
        if doubts and self.base is not None:
            fresh = news(self.eyes, self.base, sight)
            doubts |= {p for p in self.eyes.places if min(fresh.changed[p], fresh.unexplained[p]) > ALIKE}
        return Town(seen.walls, seen.towers, seen.spaces, seen.doubts | doubts, seen.rivals)

    _freed: frozenset[str] = frozenset()

    def _held(self) -> Mapping[str, Any] | None:
        return held(self.state) if self.state is not None else None

    def _alone(self, sight: Sight) -> Look:
        """Without a history: what the rules want beside each other and is not seen so is in doubt."""
        town = _town(sight)
        doubts = set(town.doubts)
        ends = {p for line in town.walls for p in self.eyes.ground.lines[line]}
        doubts |= {p for p in town.towers if p not in ends}
        doubts |= {p for p in ends if p not in town.towers and sight.towers[p][""] < BARE_SURE}
        if len(sight.covered) >= HAND:
            doubts |= self._beside(sight.covered, WIDELY_MM, (*self.eyes.places,))
        town = Town(town.walls, town.towers, town.spaces, frozenset(doubts))
        unsure = tuple(sorted(doubts))
        ruling = Ruling(ASK, places=unsure[:ASKED]) if unsure else Ruling(NOTHING, text="read by itself")
        return Look(_shape(town), unsure, ruling, None, _certainty(sight, town))

    def _merged(self, sight: Sight, known: Town) -> Town:
        """What is seen, place by place, beside what is known: what has not changed is what it was."""
        own = _town(sight)
        fresh: News | None = news(self.eyes, self.base, sight) if self.base is not None else None
        doubts: set[str] = set()
        kept: set[str] = set()
        for place in self.eyes.places:
            same = (own.value(place) or None) == (known.value(place) or None)
            doubt = place in own.doubts
            if fresh is None:
                if doubt:
                    doubts.add(place)
                continue
            if place in sight.half_off:
                doubts.add(place)
            elif fresh.changed[place] <= ALIKE:
                kept.add(place)
            elif place in sight.covered:
                doubts.add(place)
            elif fresh.unexplained[place] <= ALIKE:
                if doubt and same:
                    kept.add(place)
                elif doubt:
                    doubts.add(place)
            elif doubt or (same and fresh.unexplained[place] > UNEXPLAINED):
                doubts.add(place)
        hidden = sight.covered & doubts
        if fresh is not None and hidden:
            doubts |= self._beside(hidden) - kept  # where a shadow may look like a piece
        if fresh is not None and len(hidden) >= HAND:  # beside a hand nothing new is believed
            doubts |= {
                p for p in self.eyes.places if p not in kept and (own.value(p) or None) != (known.value(p) or None)
            }
        return _mixed(own, known, kept, doubts)

    def _beside(
        self, covered: Iterable[str], reach: float = BESIDE_MM, places: Sequence[str] | None = None
    ) -> set[str]:
        """The places (of lines and points, if not told otherwise) beside covered ones."""
        ground = self.eyes.ground
        at = [ground.at(place) for place in covered]
        those = (*ground.lines, *ground.points) if places is None else places
        return {p for p in those if any(dist(ground.at(p), one) < reach for one in at)}

    def _ruled(self, sight: Sight, seen: Town, known: Town, given: Mapping[str, Any]) -> Ruling:
        assert self.state is not None
        self._freed = frozenset()
        different = known.differing(seen)
        hidden = seen.doubts & sight.covered
        if hidden or (seen.doubts and not different and not self._open(seen)):
            plainly = Town(seen.walls, seen.towers, seen.spaces, seen.doubts & sight.doubts, seen.rivals)
            self._expect(_boards(self._weighed(ways(self.state, given, plainly), plainly)))
            return _ask(self._first(seen, different))
        if not different and not seen.doubts:
            return Ruling(NOTHING, text="nothing new")
        found = self._weighed(list(ways(self.state, given, seen)), seen)
        boards = _boards(found)
        self._expect(boards)
        if boards and self._settled(boards, sight, seen, different):
            way = boards[0][1]
            self._freed = frozenset(p for p in seen.doubts if p in seen.rivals or p in sight.doubts)
            self.state, self.later = way.after, []
            others = tuple(dict(other.action) for _, other in boards[1 : 1 + ASKED])
            text = f"wall on {way.action['wall_placed']}"
            return Ruling(MOVE, action_of(way), text=text, done=dict(way.action), others=others)
        if not seen.doubts and not boards:
            broken = fault(self.state, given, seen)
            if broken is not None:
                return Ruling(NOT_ALLOWED, reason=broken.clause, places=broken.places, text=broken.text)
        rivals = boards[0][1].town.differing(boards[1][1].town) if len(boards) > 1 else []
        return _ask(rivals or self._first(seen, different))

    def _open(self, seen: Town) -> bool:
        """Whether what is in doubt are lines and points that may hold something new."""
        return any(p in seen.rivals for p in seen.doubts)

    def _first(self, seen: Town, different: Sequence[str]) -> list[str]:
        return list(dict.fromkeys((*sorted(seen.doubts), *different)))

    def _weighed(self, found: Iterable[Way], seen: Town) -> list[tuple[float, Way]]:
        """Ways with logs of how well they explain what is in doubt, the likeliest first."""
        weighed = []
        for way in found:
            weight = 0.0
            for place in seen.doubts:
                value = way.town.value(place)
                if place in seen.rivals:
                    weight += log(max(seen.rivals[place].get(str(value), 0.0), LEAST))
                else:
                    weight += log(0.6 if value == seen.value(place) else 0.05)
            weighed.append((weight, way))
        return sorted(weighed, key=lambda one: -one[0])

    def _settled(self, boards: Sequence[tuple[float, Way]], sight: Sight, seen: Town, different: Sequence[str]) -> bool:
        """Whether the likeliest explanation stands out, and no doubtful place speaks against it."""
        weight, way = boards[0]
        wall = self.eyes.ground.at(str(way.action["wall_placed"]))
        near = [p for p in seen.doubts if dist(self.eyes.ground.at(p), wall) < NEWS_MM]
        if near and (len(near) > ASKED or not different):
            return False
        for place in seen.doubts:
            value = way.town.value(place)
            if place in seen.rivals:
                if seen.rivals[place].get(str(value), 0.0) < PLAIN:
                    return False
            elif value != seen.value(place) or (place in near and (place not in sight.doubts or value == BARE)):
                return False  # blocks that are hardly told apart are told by the rules; what lies half off is not
        return len(boards) == 1 or weight - boards[1][0] >= RIVAL

    def _expect(self, boards: Sequence[tuple[float, Way]]) -> None:
        self.later = [way.after for _, way in boards[:EXPECTED]]

    def _catch_up(self, sight: Sight) -> None:
        """A new turn began while the last was not settled: it went as is still to be seen, if that is plain."""
        assert self.state is not None
        seen, before = _town(sight), town_of(self.state)
        left: list[tuple[int, State]] = []
        for state in self.later:
            after = town_of(state)
            off = set(after.differing(seen)) & set(before.differing(after))
            if not any(p not in self.eyes.ground.spaces for p in off):
                left.append((len(off), state))
        left.sort(key=lambda one: one[0])
        if left and (len(left) == 1 or left[0][0] < left[1][0]):
            self.state = left[0][1]


def _town(sight: Sight) -> Town:
    """A sight as a board."""
    rivals: dict[str, Mapping[str, float]] = {}
    for line, chance in sight.walls.items():
        if line in sight.doubts and line not in sight.covered:
            rivals[line] = {"wall": chance, "": 1 - chance}
    for point, chances in sight.towers.items():
        if point in sight.doubts and point not in sight.covered:
            rivals[point] = chances
    towers = {p: colour for p in sight.towers if (colour := sight.tower(p))}
    spaces: dict[str, Held] = {space: sight.held(space) for space in sight.spaces}
    return Town(frozenset(sight.standing()), towers, spaces, sight.doubts, rivals)


def _mixed(own: Town, known: Town, kept: set[str], doubts: set[str]) -> Town:
    """What was kept as it is known, all else as it is seen."""
    walls = {line for line in own.walls if line not in kept} | {line for line in known.walls if line in kept}
    towers = {p: c for p, c in own.towers.items() if p not in kept}
    towers |= {p: c for p, c in known.towers.items() if p in kept}
    spaces = {s: known.spaces.get(s, BARE) if s in kept else here for s, here in own.spaces.items()}
    rivals = {p: chances for p, chances in own.rivals.items() if p in doubts}
    return Town(frozenset(walls), towers, spaces, frozenset(doubts), rivals)


def _boards(found: Sequence[tuple[float, Way]]) -> list[tuple[float, Way]]:
    """The likeliest way to each board."""
    boards: list[tuple[float, Way]] = []
    for weight, way in found:
        if not any(way.town == other.town for _, other in boards):
            boards.append((weight, way))
    return boards


def _ask(places: Sequence[str]) -> Ruling:
    named = tuple(places[:ASKED])
    return Ruling(ASK, places=named, text="what is on " + ", ".join(named) + "?" if named else "look again")


def _said(town: Town, place: str) -> str:
    value = town.value(place)
    if isinstance(value, tuple):
        houses, palaces = value
        return ", ".join([*(f"{c} house" for c in houses), *(f"{c} palace" for c in palaces)]) or "nothing"
    return str(value) or "nothing"


def _shape(town: Town) -> dict[str, Any]:
    """A board in the shape of the photo sets."""
    spaces = {
        space: {"houses": list(houses), "palaces": list(palaces)}
        for space, (houses, palaces) in sorted(town.spaces.items())
        if houses or palaces
    }
    return {"walls": sorted(town.walls), "towers": dict(sorted(town.towers.items())), "spaces": spaces}


def _certainty(sight: Sight, town: Town) -> dict[str, float]:
    chances = {line: sight.walls.get(line, 0.0) for line in town.walls}
    return chances | {p: sight.towers[p].get(colour, 0.0) for p, colour in town.towers.items()}
