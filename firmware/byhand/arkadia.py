"""Arkadia by hand: a building, workers or a pass; the card taken; castle pieces; the banner.

What lies behind a screen is not told by what is offered: numbers of seals and workers do not end where a purse does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.byhand.arkadia_board import building_words, cells_words, enclosed, square, squares
from firmware.byhand.arkadia_ending import banner, castle, drawn
from firmware.byhand.asking import Answer, Hearing, Kind, Steps, words_of
from rules.arkadia.cards import possible
from rules.arkadia.edition import FAMILIES, NEUTRAL
from rules.arkadia.fits import anchors, can_lie
from rules.arkadia.forms import action_from
from rules.arkadia.game import ARKADIA
from rules.arkadia.squares import around, names_of, places_of, singles
from rules.arkadia.state import BUILD, LOT, PASS, WORKERS, Action, Draw, State
from rules.words import SILENCE, say

NO_ACTION = Action("")
MOST_TENTS = 4
OWN, OTHER = say("own"), say("neutral")
DONE, ALL = -1, say("that is all")


def asks(state: State) -> bool:
    return not state.over


def given(state: State, seen: Mapping[str, Any], read: bool, hearing: Hearing) -> Steps[dict[str, Any]]:
    """The card taken and the banner: no picture of the town shows them."""
    del read
    like = action_from({"type": PASS, **{key: seen[key] for key in ("banner",) if seen.get(key)}})
    laid = yield from hearing.yes(say("was a building laid?"), (seen.get("draw") is not None,) if seen else ())
    draw = None
    if laid:
        told: dict[str, Any] = {"type": BUILD, "form": "", "seal": FAMILIES[0], "cells": [], "draw": seen.get("draw")}
        draw = yield from drawn(state, None, action_from(told) if seen.get("draw") else NO_ACTION, hearing)
    cash = yield from banner(state, None, (), like if seen else NO_ACTION, hearing)
    shown = ARKADIA.told(Action(BUILD, draw=draw, cash=cash))
    return {"player": state.table.colours[state.turn], "draw": shown.get("draw"), "banner": shown.get("banner")}


def turn(state: State, told: Mapping[str, Any], seen: Action | None, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    like = seen or NO_ACTION
    # A card told as taken belongs to a building; whoever placed something else tells what he took anew.
    kind = BUILD if told.get("draw") else (yield from _kind(like, hearing))
    if kind == BUILD:
        action, done = yield from _building(state, told, like, hearing)
    elif kind == WORKERS:
        action, done = yield from _introduced(state, like, hearing)
    else:
        action, done = Action(PASS), []
    pieces = yield from castle(state, len(done), like, hearing)
    if "banner" in told:
        fixed = {"type": PASS, "banner": told["banner"]} if told["banner"] is not None else {"type": PASS}
        cash = action_from(fixed).cash
    else:
        cash = yield from banner(state, done, pieces, like, hearing)
    return ARKADIA.told(action._replace(castle=pieces, cash=cash))


def _kind(seen: Action, hearing: Hearing) -> Steps[str]:
    """All three ways, whether they are open or not: who has no worker behind his screen is nobody's business."""
    words = {BUILD: say("a building"), WORKERS: say("workers"), PASS: say("nothing: pass")}
    answers = [Answer(kind, said) for kind, said in words.items()]
    return (yield from hearing.choose(say("what is placed?"), answers, (seen.kind,)))


# ---- a building
def _building(
    state: State, told: Mapping[str, Any], seen: Action, hearing: Hearing
) -> Steps[tuple[Action, list[tuple[int, int]]]]:
    table, me = state.table, state.players[state.turn]
    cards = possible(me, state.unseen)
    forms = [n for n in range(len(table.forms)) if any(card // 4 == n for card in cards) and can_lie(state, n)]
    every = [Answer(n, words_of(form.name)) for n, form in enumerate(table.forms)]
    like = [table.form_of[seen.form]] if seen.form in table.form_of else []
    form = yield from hearing.choose(say("which building?"), [every[n] for n in forms], like, every)
    hearing.note(words_of(table.forms[form].name))
    families = [Answer(n, words_of(name)) for n, name in enumerate(FAMILIES)]
    usual = [answer for answer in families if form * 4 + answer.value in cards]
    family = yield from hearing.choose(say("with which seal?"), usual, (seen.family,) if seen.form else (), families)
    hearing.note(words_of(FAMILIES[family]))
    cells = yield from _cells(state, form, seen, hearing)
    hearing.note(cells_words(cells))
    gained = yield from _neutral(state, cells, seen, hearing)
    action = Action(BUILD, table.forms[form].name, family, cells, gained)
    if "draw" in told:
        fixed = {"type": BUILD, "form": "", "seal": FAMILIES[0], "cells": [], "draw": told["draw"]}
        draw: Draw | None = action_from(fixed).draw
    else:
        draw = yield from drawn(state, form * 4 + family, seen, hearing)
    mine = state.workers[state.turn]
    done = enclosed(state, cells, mine)
    border = around(cells) & table.board
    if not border & ~(state.taken | cells):
        done.append((family, (mine & border).bit_count()))
    return action._replace(draw=draw), done


def _cells(state: State, form: int, seen: Action, hearing: Hearing) -> Steps[int]:
    """Its first square, row by row, and then how it lies; or, told freely, square by square."""
    table = state.table
    free = table.board & ~state.taken
    beside = around(state.taken) & free
    lying: dict[int, list[int]] = {}
    for shape, offsets in table.shapes[form]:
        for first in places_of(anchors(free, beside, offsets)):
            lying.setdefault(first, []).append(shape << first)
    first_seen = places_of(seen.cells)[:1]
    if not hearing.free:
        freely = [Kind(say("square by square"), [Answer(-1, say("square by square"))])]
        first = yield from hearing.choose_by_kind(
            say("its first square from the top left?"), squares(list(lying)), first_seen, freely
        )
        if first >= 0:
            hearing.note(say("from {}", names_of(1 << first)[0]))
            ways = [Answer(mask, cells_words(mask)) for mask in lying[first]]
            cells = yield from hearing.choose(say("how does it lie?"), ways, (seen.cells,))
            hearing.notes.pop()
            return cells
        hearing.free = True
    cells = 0
    count = table.shapes[form][0][0].bit_count()
    for n in range(count):
        left = [place for place in places_of(seen.cells) if not cells >> place & 1]
        open_ones = [place for place in places_of(table.board) if not cells >> place & 1]
        cells |= 1 << (yield from square(hearing, say("square {} of {}", n + 1, count), open_ones, left))
    return cells


def _neutral(state: State, cells: int, seen: Action, hearing: Hearing) -> Steps[int]:
    """Neutral workers for tents covered: all that there are, as a rule."""
    behind = sum(player.neutral for player in state.players)
    pool = state.table.edition.numbers.neutral - state.workers[-1].bit_count() - behind
    most = min((cells & state.table.tents).bit_count(), max(pool, 0))
    if not most and not hearing.free:
        return 0
    usual = [Answer(n, say("{}", n)) for n in range(most, -1, -1)]
    more = [Answer(n, say("{}", n)) for n in range(most + 1, MOST_TENTS + 1)]
    like = () if seen.neutral_gained is None else (seen.neutral_gained,)
    return (yield from hearing.choose(say("neutral workers for tents"), usual, like, more))


# ---- workers
def _introduced(state: State, seen: Action, hearing: Hearing) -> Steps[tuple[Action, list[tuple[int, int]]]]:
    table = state.table
    free = table.board & ~state.taken
    borders = dict(zip(state.under_way, state.sides, strict=True))
    borders |= {number: state.buildings[number].border for number in state.by_hand}
    if table.near_lot:
        borders[LOT] = table.lot_border
    usual = [Answer[int | None](n, building_words(state, n)) for n, border in borders.items() if border & free]
    every = [Answer[int | None](n, building_words(state, n)) for n in (*range(len(state.buildings)), LOT)]
    every.append(Answer(None, say("not told")))
    beside = yield from hearing.choose(say("beside which building?"), usual, (seen.building,), every)
    hearing.note(SILENCE if beside is None else building_words(state, beside))
    border = borders.get(LOT if beside is None else beside, table.board) & free
    placed: dict[str, int] = {}
    wanted = {place: colour for colour, mask in seen.workers for place in places_of(mask)}
    colour = table.colours[state.turn]
    while True:
        taken = sum(placed.values())
        open_ones = [place for one in singles(border & ~taken) for place in places_of(one)]
        left = [place for place in wanted if not taken >> place & 1]
        kinds = squares(open_ones)
        if taken:
            if not open_ones and not hearing.free:
                break
            kinds.insert(0, Kind(ALL, [Answer(DONE, ALL)]))
        anywhere = squares(places_of(table.board & ~taken))
        title = say("one more worker on?") if taken else say("a worker on?")
        where = yield from hearing.choose_by_kind(
            title, kinds, (left or [DONE]) if seen.kind else (), [*kinds[:1], *anywhere] if taken else anywhere
        )
        if where == DONE:
            break
        near = [wanted.get(where, colour)] if seen.kind else [colour]
        own = [Answer(table.colours[state.turn], OWN), Answer(NEUTRAL, OTHER)]
        others = [Answer(name, words_of(name)) for name in table.colours]
        colour = yield from hearing.choose(say("whose worker?"), own, near, others if hearing.free else ())
        placed[colour] = placed.get(colour, 0) | 1 << where
        hearing.note(say("{} on {}", words_of(colour), names_of(1 << where)[0]))
    everybody = sum(placed.values())
    done = enclosed(state, everybody, state.workers[state.turn] | placed.get(table.colours[state.turn], 0))
    return Action(WORKERS, workers=tuple(sorted(placed.items())), building=beside), done
