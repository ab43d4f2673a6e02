"""The first run, on the panel: the doctor, where things lie, the light, the buttons, the looks, and then a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import BACK, BUTTONS, CONFIRM, NEXT, PREVIOUS
from firmware.screens.views import Keys, Notice, View
from firmware.table.looking import Looking
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, Picked, Picking, Saying, nothing
from firmware.table.readings import Where
from rules.shelf import GAMES, game_called
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

NAMED = {CONFIRM: say("confirm"), BACK: say("back"), PREVIOUS: say("previous"), NEXT: say("next")}


def first_run(table: Table) -> None:
    """One step after another; each can be left out, and all of it can be gone through again at any time."""
    _go(table, [press_each, aim, light, looks, boards])


def _go(table: Table, steps: list[Callable[[Table, Act], None]]) -> None:
    if steps:
        steps[0](table, lambda: _go(table, steps[1:]))
        return
    if not table.profile.guided:
        table.keep_profile(replace(table.profile, guided=True))
    table.home()


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
        left = [NAMED[button] for button in self.left_over]
        return Notice(say("Press each button"), tuple(say("still: {}", words) for words in left), keys, "ask")

    def _heard(self, button: str) -> None:
        if button in self.left_over:
            self.left_over.remove(button)
        if not self.left_over:
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
    players = len(table.names) if table.evening is not None else 0
    read = Looking(table, lambda e, frame: e.where(frame, game, players), lambda found: _aimed(table, found, then))
    table.open(read)


def _aimed(table: Table, found: Where, then: Act) -> None:
    lines = [say("I see {}.", _listed(found.seen)) if found.seen else say("I see none of the places.")]
    lines += [say("{}: {}", place, advice) for place, advice in found.missing]
    lines += [say("{}", note) for note in found.notes]
    table.open(Aiming(table, found, tuple(lines), then))


class Aiming(Saying):
    """What is seen of where things lie; look again as often as it takes."""

    name = "aiming"

    def __init__(self, table: Table, found: Where, lines: tuple[Phrase, ...], then: Act) -> None:
        super().__init__(table, say("Where things lie"), lines, "ask" if found.missing else "plain", then)

    def buttons(self) -> Buttons:
        return {
            **super().buttons(),
            "confirm": Does(say("go on"), self._on),
            "back": Does(say("look again"), self._again),
        }

    def _again(self) -> None:
        self.close()
        aim(self.table, self.then)


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


# ---- light
def light(table: Table, then: Act) -> None:
    """Focus, exposure and white balance are found once in the light that is played in, and kept."""
    sight = table.sight
    if not sight.sees:
        then()
        return

    def locked(locks: Any) -> None:
        table.keep_profile(replace(table.profile, locks=locks))
        table.say(say("Light"), say("Focus and light are kept for this table."), then=then)

    def adjust() -> None:
        table.open(Looking(table, lambda eyes, frame: _adjusted(table), locked))

    lines = (say("Switch on the lamp you play by, clear the table, then confirm."),)
    table.open(Saying(table, say("Light"), lines, "ask", adjust))


def _adjusted(table: Table) -> Any:
    camera = table.sight.camera
    assert camera is not None
    locks = camera.adjust()
    camera.lock(locks)
    return locks


# ---- looks
def looks(table: Table, then: Act) -> None:
    """Which of the taught files in the looks folder belong to which game."""
    folder = table.settings.folders.looks
    files = sorted(path.name for path in folder.glob("*.json")) if folder.is_dir() else []
    if not files or not table.sight.sees:
        if table.sight.sees:
            how = say(
                "No looks are taught yet. Teach with “umpire teach FOLDER -o FILE”, and lay the file into {}.",
                str(folder),
            )
            table.open(Saying(table, say("Looks"), (how, say("Until then that game goes by hand.")), then=then))
        else:
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
    options += [(say("{}", file), turn(file)) for file in files]
    marked = frozenset(n for n, file in enumerate(files, 1) if file in kept)
    table.open(Picking(table, Phrase(game_called(game).title), options, back=lambda: looks(table, then), marked=marked))


# ---- boards
def boards(table: Table, then: Act) -> None:
    """Whether each player's board lies on its own surface, or all are laid on one reading place in turn."""
    if not table.sight.sees:
        then()
        return
    from firmware.profile import ONE, OWN

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
