"""The first run, on the panel: the doctor, where things lie, the light, the buttons, the looks, and then a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.doctor.finding import BAD
from firmware.doors.ports import BACK, BUTTONS, CONFIRM, NEXT, PREVIOUS, Locks
from firmware.profile import ONE, OWN, Paper, Place
from firmware.screens.views import Keys, Notice, Picture, View
from firmware.table.looking import Looking
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, Picked, Picking, Saying, nothing
from firmware.table.readings import Where
from firmware.table.teaching import SETS, teach_dice
from rules.shelf import GAMES, game_called
from rules.words import Phrase, listed, say

if TYPE_CHECKING:
    from firmware.table.eyes import Eyes
    from firmware.table.table import Table

NAMED = {CONFIRM: say("confirm"), BACK: say("back"), PREVIOUS: say("previous"), NEXT: say("next")}


def first_run(table: Table) -> None:
    """One step after another; each can be left out, and all of it can be gone through again at any time."""
    _go(table, [doctor, press_each, light, looks, boards, aim])


def _go(table: Table, steps: list[Callable[[Table, Act], None]]) -> None:
    if steps:
        steps[0](table, lambda: _go(table, steps[1:]))
        return
    if not table.profile.guided:
        table.keep_profile(replace(table.profile, guided=True))
    table.home()


# ---- the doctor
def doctor(table: Table, then: Act) -> None:
    """What a box needs, as far as it can be looked at without stopping the loop for long."""
    if table.examine is None:
        then()
        return
    lines: list[Phrase] = []
    for finding in table.examine():
        if finding.grade == BAD:
            lines.append(say("{}: {} - {}", finding.what, finding.found, finding.advice))
    if not lines:
        lines = [say("All that can be looked at is well.")]
    table.open(Saying(table, say("Doctor"), lines, then=then))


# ---- the buttons
def press_each(table: Table, then: Act) -> None:
    table.open(PressEach(table, then))


class PressEach(Moment):
    """Every button once, so that whoever built the box knows that it is heard."""

    name = "pressing each"
    menu = False

    def __init__(self, table: Table, then: Act) -> None:
        super().__init__(table)
        self.left_over, self.then = list(BUTTONS), then

    def buttons(self) -> Buttons:
        return {button: Does(NAMED[button], lambda button=button: self._heard(button)) for button in BUTTONS}  # type: ignore[misc]

    def view(self, keys: Keys) -> View:
        lines = [say("still: {}", NAMED[button]) for button in self.left_over]
        if len(lines) < len(BUTTONS):
            lines.append(say("One twice: go on without the rest."))
        return Notice(say("Press each button"), tuple(lines), keys, "ask")

    def _heard(self, button: str) -> None:
        again = button not in self.left_over  # a button that is not heard must not keep the box from going on
        if not again:
            self.left_over.remove(button)
        if again or not self.left_over:
            self.close()
            self.then()


# ---- where things lie
def where_things_lie(table: Table) -> None:
    aim(table, nothing)


def aim(table: Table, then: Act) -> None:
    """Which of the places the camera sees; from the look on, as often as it is asked for."""
    eyes = table.sight.eyes
    if eyes is None or not table.sight.sees:
        if table.sight.why_not.pattern:
            table.open(Saying(table, say("No camera"), (table.sight.why_not,), then=then))
        else:
            then()
        return
    game = table.game if table.evening is not None else None
    state = table.state if table.evening is not None else None
    read = Looking(table, lambda e, frame: e.where(frame, game, state), lambda found: _aimed(table, found, then))
    table.open(read)


def _aimed(table: Table, found: Where, then: Act) -> None:
    all_there = len(found.seen) + len(found.missing)
    lines = [say("I see {} of {}: {}", len(found.seen), all_there, listed([place_words(p) for p in found.seen]))]
    if not found.seen:
        lines = [say("I see none of the places; lay the markers, and look straight down on them.")]
    lines += [say("{}: {}", place_words(place), advice) for place, advice in found.missing]
    lines += [say("{}", note) for note in found.notes]
    table.open(Aiming(table, found, tuple(lines), then))


def place_words(place: str) -> str:
    return {"tray": "the tray", "board": "the board", "reading": "the reading place"}.get(place, place)


class Aiming(Saying):
    """What is seen of where things lie; look again as often as it takes."""

    name = "aiming"

    def __init__(self, table: Table, found: Where, lines: tuple[Phrase, ...], then: Act) -> None:
        super().__init__(table, say("Where things lie"), lines, "ask" if found.missing else "plain", then)
        self.found = found
        self.aimed = found.picture is not None  # the picture first, then the words

    def buttons(self) -> Buttons:
        return {
            **super().buttons(),
            "confirm": Does(say("go on"), self._on),
            "back": Does(say("look again"), self._again),
        }

    def view(self, keys: Keys) -> View:
        if self.aimed:
            return Picture(self.title, self.found.picture, self.lines, keys)
        return super().view(keys)

    def _turn(self, by: int) -> None:
        if self.found.picture is None:
            super()._turn(by)
        elif self.aimed:
            self.aimed = False
        else:
            super()._turn(by)
            self.aimed = self.page == 0

    def _on(self) -> None:
        """Where things lie is kept, so that it need not be told again."""
        profile = self.table.profile
        for place, (first, width, height) in self.found.places.items():
            profile = profile.with_place(place, Place(first, width, height))
        if profile != self.table.profile and not self.table.keep_profile(profile):
            return
        super()._on()

    def _again(self) -> None:
        self.close()
        aim(self.table, self.then)


# ---- light
def light(table: Table, then: Act) -> None:
    """Focus, exposure and white balance are found once in the light that is played in, and kept."""
    sight = table.sight
    if not sight.sees:
        then()
        return

    def locked(found: tuple[Locks, Where]) -> None:
        locks, where = found
        paper = Paper(*where.light) if where.light else table.profile.paper
        if table.keep_profile(replace(table.profile, locks=locks, paper=paper)):
            lines = [say("Focus and light are kept for this table.")]
            table.say(say("Light"), *lines, *(say("{}", note) for note in where.notes), then=then)

    def adjust() -> None:
        table.open(Looking(table, lambda eyes, frame: _adjusted(table, eyes), locked))

    lines = (say("Switch on the lamp you play by, clear the table, then confirm."),)
    table.open(Saying(table, say("Light"), lines, "ask", adjust))


def _adjusted(table: Table, eyes: Eyes) -> tuple[Locks, Where]:
    """In the worker: the camera finds its focus and light, is locked so, and paper is looked at under it."""
    camera = table.sight.camera
    assert camera is not None
    locks = camera.adjust()
    camera.lock(locks)
    return locks, eyes.where(camera.frame(table.clock.now(), table.sight.wait), None, None)


# ---- looks
def looks(table: Table, then: Act) -> None:
    """Which of the taught files in the looks folder belong to which game."""
    folder = table.settings.folders.looks
    files = sorted(path.name for path in folder.glob("*.json")) if folder.is_dir() else []
    if not table.sight.sees:
        then()
        return
    options: list[Picked] = [(say("done"), then)]

    def of_game(name: str) -> Act:
        return lambda: _looks_of(table, name, files, then)

    for name in GAMES:
        kept = ", ".join(table.profile.looks.get(name, ())) or say("none")
        options.append((say("{}: {}", game_called(name).title, kept), of_game(name)))
    table.open(Picking(table, say("Looks"), options, back=then))


def _looks_of(table: Table, game: str, files: list[str], then: Act) -> None:
    kept = table.profile.looks.get(game, ())

    def turn(file: str) -> Act:
        def act() -> None:
            now = tuple(f for f in kept if f != file) if file in kept else (*kept, file)
            table.keep_profile(table.profile.with_looks(game, now))
            _looks_of(table, game, files, then)

        return act

    options: list[Picked] = [(say("done"), lambda: looks(table, then))]
    if game in SETS:
        options.append((say("teach the dice now"), lambda: teach_dice(table, game, lambda: looks(table, then))))
    first = len(options)
    options += [(say("{}", file), turn(file)) for file in files]
    marked = frozenset(n for n, file in enumerate(files, first) if file in kept)
    about = say("more: “umpire teach”, files into {}", str(table.settings.folders.looks))
    table.open(
        Picking(
            table, Phrase(game_called(game).title), options, back=lambda: looks(table, then), about=about, marked=marked
        )
    )


# ---- boards
def boards(table: Table, then: Act) -> None:
    """Whether each player's board lies on its own surface, or all are laid on one reading place in turn."""
    if not table.sight.sees:
        then()
        return

    def keep(how: str) -> Act:
        def act() -> None:
            table.keep_profile(replace(table.profile, boards=how))
            then()

        return act

    options: list[Picked] = [
        (say("each board has its own place"), keep(OWN)),
        (say("one reading place for all"), keep(ONE)),
    ]
    chosen = 0 if table.profile.boards == OWN else 1
    table.open(Picking(table, say("Players' boards"), options, chosen, back=then))
