"""Teaching dice on the panel: each face shown once in the tray, looked at, and kept as looks of this table.

For dice whose faces have one name each. Dice that differ in colour, boards, tiles and cards are taught with
`umpire teach`, from pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import Frame
from firmware.profile import Place
from firmware.table.looking import Looking
from firmware.table.notices import Act, Picked, Picking, Saying, Sure
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.eyes import Eyes
    from firmware.table.table import Table

DIE_MM = (12, 14, 16, 18, 20)
TRAY = Place(0, 200.0, 150.0)


@dataclass(frozen=True)
class DiceSet:
    """A set of dice that can be taught here: its faces by kind, and how many dice of that kind there are."""

    set: str
    kinds: tuple[tuple[str, int, tuple[str, ...]], ...]

    @property
    def faces(self) -> list[tuple[str, int, str]]:
        return [(kind, count, face) for kind, count, faces in self.kinds for face in faces]


SETS = {
    "saint-malo": DiceSet("dice_malo", (("", 5, ("log", "crate", "wall", "cross", "head", "swords")),)),
    "masons": DiceSet(
        "dice_masons",
        (
            ("tower", 1, ("black", "white", "grey")),
            ("house", 2, ("yellow", "green", "blue", "pink", "red", "?")),
        ),
    ),
}


def teach_dice(table: Table, game: str, then: Act) -> None:
    """How large the dice are, then face after face; `then` when it is done or left."""

    def sized(millimetres: int) -> Act:
        return lambda: _Lessons(table, SETS[game], game, millimetres, then).next()

    options: list[Picked] = [(say("{} mm", size), sized(size)) for size in DIE_MM]
    table.open(Picking(table, say("How large is a die?"), options, DIE_MM.index(16), back=then))


class _Lessons:
    """The faces that were shown so far."""

    def __init__(self, table: Table, dice: DiceSet, game: str, millimetres: int, then: Act) -> None:
        self.table, self.dice, self.game, self.millimetres, self.then = table, dice, game, millimetres, then
        self.taught: list[Any] = []

    def next(self) -> None:
        faces = self.dice.faces
        if len(self.taught) == len(faces):
            self._keep()
            return
        kind, count, face = faces[len(self.taught)]
        lines = [say("Lay {} dice into the tray, this face up: {}", count, face), say("then confirm, hands off.")]
        if kind:
            lines.insert(0, say("Of the dice: {}", kind))
        title = say("Face {} of {}", len(self.taught) + 1, len(faces))
        words = (say("look"), say("leave"))
        self.table.open(Sure(self.table, title, lines, self._look, self.then, words))

    def _look(self) -> None:
        kind, count, face = self.dice.faces[len(self.taught)]
        place = self.table.profile.places.get("tray", TRAY)

        def read(_eyes: Eyes, frame: Frame) -> Any:
            return lesson(frame, self.dice.set, kind, count, face, self.millimetres, place)

        self.table.open(Looking(self.table, read, self._looked))

    def _looked(self, one: Any) -> None:
        if isinstance(one, Phrase):  # it could not be learnt: say why, and show it again
            self.table.open(Saying(self.table, say("Once more"), (one,), "ask", self.next))
            return
        self.taught.append(one)
        self.next()

    def _keep(self) -> None:
        table = self.table
        file = f"{self.dice.set}.looks.json"
        alike = keep(self.taught, self.dice.set, float(self.millimetres), table.settings.folders.looks / file)
        files = tuple(dict.fromkeys((*table.profile.looks.get(self.game, ()), file)))
        if table.keep_profile(table.profile.with_looks(self.game, files)):
            lines = [say("{} faces are taught.", len(self.taught)), *(say("{}", words) for words in alike)]
            table.open(Saying(table, say("Looks"), lines, then=self.then))


def lesson(frame: Frame, set: str, kind: str, count: int, face: str, millimetres: int, place: Place) -> Any:
    """In the worker: what a face looks like, or a sentence why that cannot be told from this picture."""
    from vision.layout import Kind, Layout
    from vision.lessons import see_tray, teach_face
    from vision.plane import SurfaceSpec
    from vision.showing import Lesson as Shown
    from vision.trouble import Trouble

    spec = SurfaceSpec("dice", place.first_marker, place.width_mm, place.height_mm)
    size = float(millimetres)
    layout = Layout(set, "own", spec, (size, size), (Kind(kind, count, (face,)),), ())
    label: dict[str, str | int] = {"kind": kind, "face": face} if kind else {"face": face}
    try:
        return teach_face(label, [Shown(see_tray(frame.picture, layout, "picture"), count)], size)
    except Trouble as trouble:
        return say("{}", str(trouble))


def keep(faces: list[Any], set: str, millimetres: float, path: Path) -> list[str]:
    """The looks in their file, whole or not at all; what about them will be hard to tell apart."""
    from firmware.files import write_whole
    from vision.taught import Looks, too_alike

    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    Looks(set, "own", millimetres, tuple(faces)).save(draft)
    write_whole(path, draft.read_bytes())
    draft.unlink()
    return too_alike(faces)
