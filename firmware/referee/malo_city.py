"""Saint Malo, one city kept alone: what was drawn in the last turn, or why it may not be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import log
from typing import Any

import numpy as np

from firmware.referee.companion import Difference
from firmware.referee.malo_turns import Explained, explain, settle
from firmware.referee.ruling import ASK, MOVE, NOT_ALLOWED, NOTHING, Look, Ruling
from rules.game import AnyGame
from rules.shelf import game_called
from vision.inks import Floats, Inked
from vision.markers import Image
from vision.marks import EMPTY, OTHER, Chances, MarkReader, changed, light_change
from vision.plane import Surface
from vision.satchel import Satchel

PRINTED = "printed_crate"
COVERED = 0.20  # logs: where the light on a space has changed so much, something is over the board
TOUCHED = 0.06  # logs: what then has changed so much is not read
CAME, FAINT = 0.55, 0.22  # shares of a thin mark's ink: so much more is a mark; less than the second is none
TWICE = 0.35  # so much more on a mark, and something else was drawn over it
WENT = 0.45  # so much less, and a mark is no longer what it was, however it looks
LIKE, SAME = 0.6, 0.85  # a mark that looks so much like itself is still there; so much, and it was drawn anew
SURE = 0.93  # a mark read without a history is told from here on
CLEARLY, FAINTLY = 0.7, 0.02  # out of step: so much like what is seen, and no more like what is held
ASKED = 3  # places that a question names
MANY, RIVAL = 6, 5.0  # so many cities are thought possible at once, and so far apart in logs
STANDS = 4.0  # logs: a city so much likelier than another is the one


class MaloCityReader:
    """Has learnt a city board; begins a companion for each sitting."""

    def __init__(self, satchel: Satchel) -> None:
        self.marks = MarkReader(satchel)
        self.game = game_called("saint-malo")

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> MaloCity:
        surfaces = about.get("surfaces") or [{}]
        first = surfaces[0].get("first_marker")
        return MaloCity(self, first if isinstance(first, int) else None, start)


class MaloCity:
    """Sits beside one city."""

    def __init__(self, reader: MaloCityReader, first_marker: int | None, start: Mapping[str, Any]) -> None:
        self.marks = reader.marks
        self.game: AnyGame = reader.game
        self.first = first_marker
        self.cities: list[tuple[Any, float]] = []  # what the city may be, the likeliest first, with logs of weights
        self.behind = False  # something drawn earlier is not explained
        if start:
            player = {
                "name": "city",
                **{k: v for k, v in start.items() if k != "cells"},
                "cells": start.get("cells", {}),
            }
            edition = {"printed_crates": list(self.marks.printed)}
            self.cities = [(self.game.position({"players": [player], "alone": True, "edition": edition}), 0.0)]
        self.base: Inked | None = None  # the last picture in which all was clear
        self.chances: Mapping[str, Chances] = {}  # what each space looks like now,
        self.known: Mapping[str, Chances] = {}  # and what it did then
        self.ground: dict[str, Floats] = {}  # each space's old smudges and print, as last seen without a mark

    # ---- a device's side
    @property
    def state(self) -> Any:
        """The city that is held, kept alone."""
        return self.cities[0][0] if self.cities else None

    def hold(self, state: Any) -> None:
        """The city is this one now. A mark that it has not, though it was taken for one, is seen as new again."""
        before = self._filled() if self.cities else {}
        self.cities, self.behind = [(state, 0.0)], False
        gone = [place for place in before if place not in self._filled()]
        if self.base is not None and gone:
            bare = {place: self.ground.get(place, np.zeros_like(self.base.ink[place])) for place in gone}
            self.base = replace(self.base, ink={**self.base.ink, **bare})

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        """Where a whole board clearly shows another mark than is held, or none; what may be covered is not compared."""
        surface = self.marks.find(picture, self.first)
        if not self.cities or not surface.seen:
            return ()
        inked = self.marks.look(surface, picture)
        covered = light_change(self.base, inked) if self.base is not None else {}
        if any(change > COVERED for change in covered.values()):
            return ()
        bare = {p: np.clip(ink - self.ground.get(p, 0.0), 0.0, None) for p, ink in inked.ink.items()}
        found, filled = [], self._filled()
        for place, chance in self.marks.read(replace(inked, ink=bare)).items():
            held, seen = filled.get(place, EMPTY), max(chance, key=chance.__getitem__)
            if (
                held in (PRINTED, seen)
                or seen == OTHER
                or chance[seen] < (SURE if seen == EMPTY else CLEARLY)
                or chance.get(held, 0.0) > FAINTLY
            ):
                continue
            if seen == EMPTY and place not in covered:
                continue  # without an earlier picture, what lies on a space hides as an empty one does
            found.append(Difference(place, "" if held == EMPTY else held, "" if seen == EMPTY else seen))
        return tuple(found)

    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        surface = self.marks.find(picture, self.first)
        if not self.cities:
            return self._alone(surface, picture)
        if not surface.seen:
            text = surface.advice
            return Look({"cells": self._filled()}, ("all",), Ruling(ASK, text=text), self._held())
        inked = self.marks.look(surface, picture)
        if not all(np.isfinite(inked.ink[place]).all() for place in inked.ink):
            return Look({"cells": self._filled()}, ("all",), Ruling(ASK), self._held())
        fresh = self._fresh(inked)
        bare = {p: np.clip(inked.ink[p] - self.ground.get(p, 0.0), 0.0, None) for p in fresh}
        self.chances = {**self.known, **(self.marks.read(replace(inked, ink=bare)) if fresh else {})}
        return self._judged(inked, self.chances, given)

    # ---- without a history
    def _alone(self, surface: Surface, picture: Image) -> Look:
        if not surface.seen:
            return Look({"cells": {}}, ("all",), Ruling(ASK, text=surface.advice))
        inked = self.marks.look(surface, picture)
        cells, unsure, certainty = {}, [], {}
        for place, chance in self.marks.read(inked).items():
            top = max(chance, key=chance.__getitem__)
            certainty[place] = chance[top]
            if place in self.marks.printed:
                cells[place] = PRINTED
            elif top not in (EMPTY, OTHER):
                cells[place] = top
            if (
                top in (EMPTY, OTHER) or chance[top] < SURE
            ):  # a hand hides as an empty space does: without a history, ask
                unsure.append(place)
        return Look(
            {"cells": cells},
            tuple(unsure),
            Ruling(ASK if unsure else NOTHING, places=tuple(unsure[:ASKED])),
            None,
            certainty,
        )

    # ---- with one
    def _filled(self, city: Any = None) -> dict[str, str]:
        """What is confirmed."""
        player = self.game.describe(self.cities[0][0] if city is None else city)["players"][0]
        cells = dict.fromkeys(self.marks.printed, PRINTED)
        return {**cells, **player["cells"]}

    def _held(self) -> dict[str, Any]:
        player = self.game.describe(self.cities[0][0])["players"][0]
        return {key: player[key] for key in ("coins", "logs", "vp", "defence")}

    def _judged(self, inked: Inked, chances: Mapping[str, Chances], given: Mapping[str, Any]) -> Look:
        if self.base is None:
            return self._first(inked, chances, self._filled())
        self._again(chances)
        dice = given.get("dice")
        filled = self._filled()
        covered = light_change(self.base, inked)
        hidden = [p for p, c in covered.items() if c > TOUCHED] if max(covered.values()) > COVERED else []
        drawn, doubtful, overdrawn, unclear = [], [], [], []
        kept = self._open()
        for place in inked.ink:
            if place in hidden:
                continue
            came, went = changed(self.base.ink[place], inked.ink[place])
            nothing = chances[place][EMPTY]
            if place in filled:
                like = 1.0 if filled[place] == PRINTED or place in kept else chances[place].get(filled[place], 0.0)
                if came > TWICE and went < FAINT and (filled[place] == PRINTED or like < LIKE):
                    overdrawn.append(place)
                elif (went > WENT and came < FAINT) or (
                    max(came, went) > FAINT and (like < LIKE or (went > WENT and like < SAME))
                ):
                    unclear.append(place)
            elif came > CAME and nothing < 0.5:
                drawn.append(place)
            elif came > FAINT and (came > CAME or nothing < 0.9):
                doubtful.append(place)
        seen = {**filled, **{p: _top(chances[p]) for p in drawn}}
        if hidden or unclear or (doubtful and (not drawn or not dice or len(doubtful) > ASKED)):
            unsure = [*hidden, *unclear, *doubtful, *overdrawn, *drawn, *kept]
            if hidden:
                seen = filled
            verdict = NOTHING if not drawn and not doubtful else ASK
            places = () if verdict == NOTHING else tuple([*doubtful, *drawn, *unclear][:ASKED])
            return self._said(seen, unsure, Ruling(verdict, places=places), chances)
        if overdrawn and dice:
            return self._overdrawn(seen, overdrawn, drawn, given, chances)
        if overdrawn or (drawn and not dice):
            return self._said(
                seen, [*overdrawn, *drawn], Ruling(ASK, places=tuple([*overdrawn, *drawn][:ASKED])), chances
            )
        if not drawn and not (dice and given.get("logs")):
            self._clear(inked)
            return self._said(seen, kept, Ruling(NOTHING), chances)
        turns: list[Explained] = []
        for n in range(len(doubtful) + 1):  # what may be a mark and may be a smudge is tried as both
            for more in combinations(doubtful, n):
                smudges = sum(log(max(chances[p][EMPTY], 1e-4)) for p in doubtful if p not in more)
                marks = [*drawn, *more]
                for city, weight in self.cities:
                    turns += explain(self.game, city, marks, chances, given, weight + smudges)
        drawn = [*drawn, *doubtful]
        found = settle(turns)
        return self._ruled(turns, inked, filled, drawn, chances, found)

    def _first(self, inked: Inked, chances: Mapping[str, Chances], filled: dict[str, str]) -> Look:
        """The first picture of a sitting: old smudges are learnt, what looks like a mark is asked about."""
        marks = [p for p, c in chances.items() if p not in filled and c[EMPTY] < 0.1 and _top(c) != OTHER]
        odd = [p for p in marks if max(chances[p].values()) > 0.9]
        self._clear(inked)
        return self._said(filled, odd, Ruling(ASK if odd else NOTHING, places=tuple(odd[:ASKED])), chances)

    def _fresh(self, inked: Inked) -> list[str]:
        """The spaces to be read anew: those that may have changed since all was clear, and those still open."""
        base, kept = self.base, self._open()
        if base is None:
            return list(inked.ink)
        return [
            place
            for place, ink in inked.ink.items()
            if place not in self.known or place in kept or max(changed(base.ink[place], ink)) > FAINT / 2
        ]

    def _clear(self, inked: Inked) -> None:
        """All of this picture is understood: from here on what changes is measured against it."""
        filled = self._filled()
        self.base, self.known = inked, self.chances
        self.ground.update({p: ink for p, ink in inked.ink.items() if p not in filled or filled[p] == PRINTED})

    def _overdrawn(
        self,
        seen: dict[str, str],
        overdrawn: list[str],
        drawn: list[str],
        given: Mapping[str, Any],
        chances: Mapping[str, Chances],
    ) -> Look:
        for symbol in dict.fromkeys(given["dice"]):
            said = {"dice": given["dice"], "symbol": symbol, "cells": overdrawn[:1], "dice_used": 1}
            if symbol == "head":
                said["person"] = "citizen"
            verdict = self.game.judge(self.cities[0][0], self.game.action(said))
            reason = getattr(verdict, "clause", "")
            if reason == "filled-space":
                ruling = Ruling(NOT_ALLOWED, reason=reason, places=tuple(overdrawn))
                return self._said(seen, overdrawn, ruling, chances)
        return self._said(seen, [*overdrawn, *drawn], Ruling(ASK, places=tuple([*overdrawn, *drawn][:ASKED])), chances)

    def _ruled(
        self,
        turns: Sequence[Explained],
        inked: Inked,
        filled: dict[str, str],
        drawn: list[str],
        chances: Mapping[str, Chances],
        found: Explained | None,
    ) -> Look:
        refused = found is not None and bool(found.reason)
        if found is None or found.doubt or (refused and self.behind):
            doubt = [p for p in (found.doubt if found else ()) if p in drawn] or drawn
            guess = found.marks if found else {p: _top(chances[p]) for p in drawn}
            kept = self._open()
            self.behind = not self._follow(turns, inked)
            unsure = [*doubt, *drawn, *kept]
            return self._said({**filled, **guess}, unsure, Ruling(ASK, places=tuple(doubt[:ASKED])), chances)
        seen = {**filled, **found.marks}
        if found.reason:
            places = found.places or tuple(drawn)
            return self._said(seen, (), Ruling(NOT_ALLOWED, reason=found.reason, places=places), chances)
        self._follow([t for t in turns if t.marks == found.marks], inked)
        others = _others(turns, found)
        return self._said(seen, self._open(), Ruling(MOVE, found.action, done=found.action, others=others), chances)

    def _follow(self, turns: Sequence[Explained], inked: Inked) -> bool:
        """Go on with every city that may have come of this turn, unless the turn may well have been a mistake."""
        allowed = sorted((t for t in turns if not t.reason), key=lambda t: -t.weight)
        mistakes = max((t.weight for t in turns if t.reason), default=-99.0)
        if not allowed or mistakes - 2.0 > allowed[0].weight:
            return False
        best = allowed[0].weight
        self.cities = [(t.after, t.weight - best) for t in allowed[:MANY] if t.weight > best - RIVAL]
        self._clear(inked)
        return True

    def _open(self) -> list[str]:
        """The spaces on which the possible cities differ."""
        marks = [self._filled(city) for city, _ in self.cities]
        return [p for p in marks[0] if any(m.get(p) != marks[0][p] for m in marks)]

    def _again(self, chances: Mapping[str, Chances]) -> None:
        """Weigh the possible cities anew, half by what is seen now."""
        places = self._open()
        if not places:
            return
        weighed = []
        for city, weight in self.cities:
            marks = self._filled(city)
            now = sum(log(max(chances[p].get(marks[p], 0.0), 1e-4)) for p in places)
            weighed.append((city, (weight + now) / 2))  # the same drawing seen twice is not twice the evidence
        weighed.sort(key=lambda pair: -pair[1])
        self.cities = [(city, w - weighed[0][1]) for city, w in weighed if w > weighed[0][1] - STANDS]

    def _said(
        self, seen: Mapping[str, str], unsure: Iterable[str], ruling: Ruling, chances: Mapping[str, Chances]
    ) -> Look:
        certainty = {p: chances[p].get(mark, 0.0) for p, mark in seen.items() if p in chances and mark != PRINTED}
        return replace(
            Look({"cells": dict(seen)}, tuple(dict.fromkeys(unsure)), ruling, self._held()), certainty=certainty
        )


def _others(turns: Sequence[Explained], found: Explained) -> tuple[Mapping[str, Any], ...]:
    """What else would explain the new marks, the likeliest first."""
    ranked = sorted((turn for turn in turns if not turn.reason), key=lambda turn: -turn.weight)
    told = [turn.action for turn in ranked if turn.action != found.action]
    return tuple(action for n, action in enumerate(told) if action not in told[:n])[:ASKED]


def _top(chance: Chances) -> str:
    """The likeliest mark of a space that holds one."""
    return max((mark for mark in chance if mark not in (EMPTY, OTHER)), key=chance.__getitem__)
