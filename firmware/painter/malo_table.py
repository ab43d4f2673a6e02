"""The painted table of Saint Malo: a tray, and a city in front of each of two players or of whoever is to act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.painter import malo
from firmware.painter.dice import Tray, lessons
from firmware.painter.scene import Scene
from firmware.painter.teaching import Style
from firmware.painter.view import View, moved
from rules.game import AnyGame
from rules.saint_malo.edition import DEFAULT
from rules.saint_malo.state import FACES

FIRST = 8
SHARPNESS = 2.9  # pixels a mm


class MaloTable:
    """Paints what the game's state says. More than two players lay their city on one reading place in turn."""

    def __init__(self, players: int, seed: int) -> None:
        self.players, self.own = players, players <= 2
        self.printed = printed_crates()
        places = players if self.own else 1
        wide = 302 + 282 * places
        self.scene = Scene(View.over(wide, 332, SHARPNESS), seed=seed)
        self.tray = Tray(self.scene, moved(38, 62, 0.8), malo.DIE_MM, malo.faces(), seed)
        self.boards = [malo.Drawn(FIRST + 4 * (n if self.own else 0), self.printed, n) for n in range(players)]
        for place in range(places):
            self.scene.put(f"city {place}", self.boards[place].paper, moved(316 + 282 * place, 44, 0.5 - place))

    def styles(self) -> list[Style]:
        """What an owner would show once."""
        entries, pictures = lessons(self.tray, {face: face for face in FACES}, 3)
        dice = Style(malo.dice_layout(), entries, pictures)
        taught, seen = [], {}
        for n, (cells, empty, paper) in enumerate(malo.lessons(FIRST, self.printed)):
            self.scene.redraw("city 0", paper)
            file = f"teach{n}.jpg"
            seen[file] = self.scene.picture()
            taught.append({"file": file, "label": "city", "first_marker": FIRST, "cells": cells, "empty": empty})
        self.scene.redraw("city 0", self.boards[0].paper)
        firsts = [FIRST + 4 * n for n in range(5)]
        return [dice, Style(malo.layout(firsts, self.printed), taught, seen)]

    def throw(self, given: Mapping[str, Any]) -> None:
        self.tray.throw(given["dice"])

    def lean(self) -> bool:
        self.tray.lean()
        return True

    def straighten(self) -> None:
        self.tray.straighten()

    def show(self, game: AnyGame, state: Any) -> None:
        """Every city as the state has it."""
        told = game.describe(state)["players"]
        for seat, board in enumerate(self.boards):
            changed = board.show(told[seat]["cells"])
            if self.own and changed:
                self.scene.redraw(f"city {seat}", board.paper)
        if not self.own:
            turn = game.turn(state)
            if turn is not None:
                self.lay(turn)

    def lay(self, seat: int) -> None:
        """Whose city lies on the reading place."""
        if not self.own:
            self.scene.redraw("city 0", self.boards[seat].paper)


def printed_crates() -> tuple[str, ...]:
    """The crates that every city begins with."""
    return DEFAULT.printed_crates
