"""What is new on an Arkadia board: the turns that explain it, or the clause that it breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rules.arkadia.game import ARKADIA as GAME
from rules.arkadia.state import State
from rules.game import Allowed
from rules.trouble import Trouble
from vision.town_memory import News
from vision.town_view import BARE, SquareReading, TownView

BREAKS = ("touches_nothing", "two_buildings", "floor_too_early", "no-building")
SEAL_SEEN, SEAL_FAINT = 1.1, 0.75  # what a seal gains over the bare building: it is there; it may be
SEAL_GONE = 0.0  # what the seal of a building gains at most where it is no more
SEAL_LEADS = 0.6  # by how much one family's seal must lead
FAINT_LEADS = 1.0  # the same of a seal that hardly stands out, where the rules say that one lies
WORKER_LEADS = 0.35  # by how much a worker's colour must lead
TINTED = 2.0  # by how much other forms' colours may fit a building better than its own: its shape tells the form
FITTING = 0.5  # what share of an unclear square the building must explain that covers it
SHADOW_LEADS = 1.0  # a worker so little likelier than bare ground may be a shadow
FEW = 4  # castle squares that may show another piece of the family that they showed
MOST = 24  # states that are thought possible at once


@dataclass(frozen=True)
class Apparent:
    """What a turn seems to have put on the board, in the JSON form of the rules but for the castle and the purse."""

    turn: Mapping[str, Any]
    squares: tuple[str, ...]
    doubt: tuple[str, ...] = ()  # places where it is not certain


@dataclass(frozen=True)
class Way:
    """A legal turn: the state before, the turn as told, and the state after it."""

    before: State
    told: Mapping[str, Any]
    after: State


@dataclass(frozen=True)
class Fault:
    clause: str
    places: tuple[str, ...]
    text: str


def town_of(state: State) -> dict[str, str]:
    """What should lie on each taken square, as the view names it."""
    told = GAME.describe(state)
    forms = {b["id"]: b["form"] for b in told["buildings"]}
    return {
        square: f"form:{forms[what]}" if kind == "b" else f"worker:{what}"
        for square, (kind, what) in told["at"].items()
    }


def castle_of(state: State, ring: Mapping[str, str | None]) -> dict[str, tuple[str | None, int]]:
    """What each castle square should show from above, and how many floors it has."""
    stacks = GAME.describe(state)["castle"]
    return {s: (stacks[s][-1] if stacks[s] else printed, len(stacks[s])) for s, printed in ring.items()}


def apparent(view: TownView, news: News, state: State) -> tuple[list[Apparent], tuple[str, ...]]:
    """What seems to have been laid or introduced; and if nothing fits, where it is not clear."""
    kinds = {reading.best.what.split(":")[0] for reading in news.changed.values()}
    if "worker" in kinds and "form" not in kinds and (dark := _beside_castle(view, news)):
        for square in dark:
            del news.unclear[square]
        news.same |= dark
    if "form" in kinds:
        found = _buildings(view, news) if kinds == {"form"} else []
        if not found and (dark := _shadows(news)):
            plain = News(
                changed={s: r for s, r in news.changed.items() if s not in dark},
                unclear={s: r for s, r in news.unclear.items() if s not in dark},
                hidden=news.hidden,
            )
            names = {reading.best.what for reading in plain.changed.values()}
            found = _buildings(view, plain) if len(names) == 1 else []
            found = [one for one in found if names == {f"form:{one.turn['form']}"}]
            if found:
                news.same |= dark
                news.changed, news.unclear = plain.changed, plain.unclear
        return found, () if found else (*news.unclear, *news.changed)
    if news.unclear or kinds != {"worker"}:
        return [], (*news.unclear, *news.changed)
    return _workers(news.changed, state)


def _shadows(news: News) -> set[str]:
    """What may be a worker and may be a shadow: beside a building newly laid it is one, for no turn brings both."""
    doubtful = set()
    for square, reading in {**news.changed, **news.unclear}.items():
        if square in news.hidden or not reading.guesses or reading.best.what.startswith("form:"):
            continue
        bare = reading.of(BARE)
        if bare.explains >= FITTING and reading.best.fit - bare.fit < SHADOW_LEADS:
            doubtful.add(square)
    return doubtful


def _beside_castle(view: TownView, news: News) -> set[str]:
    """Unclear squares beside a castle piece that came: what little changed on them is its shadow."""
    new = [view.plan.middle(square) for square in news.tops]
    return {
        square
        for square in _shadows(news) & set(news.unclear)
        if any(abs(view.plan.middle(square) - middle).max() < 1.5 * view.plan.pitch for middle in new)
    }


def _buildings(view: TownView, news: News) -> list[Apparent]:
    """The building that covers all that changed, by its shape."""
    new = set(news.changed)
    may = new | (set(news.unclear) - news.hidden)
    found = []
    for form in view.plan.forms:
        for cells in view.plan.lyings(form):
            if not (new <= set(cells) == may):
                continue
            name = f"form:{form}"
            readings = {**news.unclear, **news.changed}
            off = [max(g.fit for g in readings[c].guesses) - readings[c].of(name).fit for c in cells]
            extra = [c for c in cells if c not in new]
            if any(readings[c].of(name).explains < FITTING for c in extra) or len(extra) * 2 >= len(cells):
                continue
            if sum(off) / len(off) > TINTED or (extra and any(news.changed[c].best.what != name for c in new)):
                continue
            found += _sealed(view, form, tuple(sorted(cells)))
    return found


def _sealed(view: TownView, form: str, cells: tuple[str, ...]) -> list[Apparent]:
    """The building with each seal that may lie on it; with all of them when none is to be seen."""
    gains = {family: max(view.seals(cell, form)[family] for cell in cells) for family in view.plan.families}
    order = sorted(gains, key=lambda family: -gains[family])
    best = gains[order[0]]
    told = {"type": "build", "form": form, "cells": list(cells)}
    if best < SEAL_FAINT:
        seems = [Apparent({**told, "seal": family, "unsealed": True}, cells) for family in order]
        if best > 0 and best - gains[order[1]] > FAINT_LEADS:  # of the building's own colour; if one must lie there
            seems.insert(0, Apparent({**told, "seal": order[0]}, cells))
        return seems
    likely = [family for family in order if gains[family] > best - SEAL_LEADS]
    doubt = cells if best < SEAL_SEEN or len(likely) > 1 else ()
    return [Apparent({**told, "seal": family}, cells, doubt) for family in likely]


def _workers(changed: Mapping[str, SquareReading], state: State) -> tuple[list[Apparent], tuple[str, ...]]:
    """The workers of the player whose turn it is, and neutral ones."""
    seat = GAME.turn(state)
    if seat is None:
        return [], tuple(changed)
    allowed = (f"worker:{state.table.colours[seat]}", "worker:beige")
    workers, doubt = {}, []
    for square, reading in changed.items():
        fits = sorted(((reading.of(name).fit, name) for name in allowed), reverse=True)
        (best, name), (next_best, _) = fits
        if best - next_best < WORKER_LEADS or reading.best.fit - best > WORKER_LEADS:
            doubt.append(square)
        workers[square] = name.split(":")[1]
    return [Apparent({"type": "workers", "workers": workers}, tuple(changed), tuple(doubt))], ()


def subsets(squares: Iterable[str]) -> list[tuple[str, ...]]:
    """Every choice among a few squares, none first."""
    few = list(squares)[:FEW]
    return [some for count in range(len(few) + 1) for some in combinations(few, count)]


def pieces(tops: Mapping[str, str], castle: Mapping[str, tuple[str | None, int]]) -> list[dict[str, Any]]:
    """The castle pieces that came, lower floors first."""
    told = [{"family": family, "square": s, "floor": castle[s][1] + 1} for s, family in tops.items()]
    return sorted(told, key=lambda piece: piece["floor"])


def ways(
    states: Iterable[State],
    seems: Sequence[Apparent],
    castles: Sequence[Sequence[Mapping[str, Any]]],
    given: Mapping[str, Any],
) -> tuple[list[Way], list[Fault]]:
    """The legal turns among those that it seems to be; and of those that are not, why."""
    legal, faults = [], []
    for state in states:
        for one, castle in product(sorted(seems, key=lambda one: not _shown(state, one)), castles):
            told = {key: value for key, value in one.turn.items() if key != "unsealed"}
            told["castle"] = [dict(piece) for piece in castle]
            banner = given.get("banner")
            told["banner"] = {"cash": banner.get("cash") or {}} if banner else None
            if told["type"] == "build":
                told["draw"] = _draw(given.get("draw"))
            try:
                action = GAME.action(told)
            except Trouble:
                continue
            verdict = GAME.judge(state, action)
            if isinstance(verdict, Allowed):
                full = GAME.retold(state, action, verdict.state)
                enclosed = any(c["building"] == full["building"] for c in full["completed"])
                if told["type"] == "build" and enclosed != bool(one.turn.get("unsealed")):
                    continue  # a seal lies on a building until it is enclosed
                legal.append(Way(state, {**full, **_same(told)}, verdict.state))
            else:
                faults.append(Fault(verdict.clause, verdict.places, str(verdict.reason)))
    return legal, faults


def _shown(state: State, one: Apparent) -> bool:
    """Whether all have seen the player take the card."""
    seat = GAME.turn(state)
    player = GAME.describe(state)["players"][seat or 0]
    return [one.turn.get("form"), one.turn.get("seal")] in player.get("holds", [])


def _same(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"castle": told["castle"]}


def _draw(given: Any) -> Any:
    if not given:
        return None
    return {key: given[key] for key in ("from", "refill", "card") if given.get(key) is not None}


def held(state: State) -> dict[str, Any]:
    """What the companion holds: the seals' values, and what each player has behind the screen."""
    keys = ("seals", "gold", "banners", "workers", "neutral")
    players = {p["colour"]: {key: p[key] for key in keys} for p in GAME.describe(state)["players"]}
    return {"values": GAME.values(state), "players": players}


def board_of(state: State, ring: Mapping[str, str | None]) -> dict[str, Any]:
    """The whole surface as it is held, in the shape of a reading."""
    told = GAME.describe(state)
    buildings = {b["id"]: b for b in told["buildings"]}
    squares: dict[str, Any] = {}
    for square, (kind, what) in told["at"].items():
        if kind == "w":
            squares[square] = {"worker": what}
        else:
            one = buildings[what]
            seal = None if one["done"] else one["family"]
            squares[square] = {"building": what, "form": one["form"], "seal": seal}
    lot = {s: {"visible": seal, "height": floors} for s, (seal, floors) in castle_of(state, ring).items()}
    return {"squares": squares, "lot": lot}


def beginning(start: Mapping[str, Any], layout: Mapping[str, Any]) -> State:
    """The state that a sitting starts with; Trouble when it is none."""
    told = {**start, "edition": layout}
    if isinstance(layout.get("rules"), Mapping):
        told.setdefault("settings", dict(layout["rules"]))
    return GAME.position(told)
