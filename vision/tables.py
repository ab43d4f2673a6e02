"""A folder of the photo contract, read frame by frame; each frame knows only itself and those before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.dice import read_dice
from vision.layout import Layout, read_layout
from vision.lens import Lens
from vision.lessons import read_picture, teach_folder
from vision.markers import Image
from vision.pip_dice import read_pip_dice
from vision.reading import TrayReading
from vision.surface import find_surfaces
from vision.taught import Looks, load
from vision.tray import view
from vision.trouble import Trouble

PICTURES = (".jpg", ".jpeg", ".png")
FIT_MM = 2.5  # markers that disagree by more than this do not show where the tray lies


@dataclass(frozen=True)
class Frame:
    """One picture of a sequence and what was read in it."""

    sequence: str
    file: str
    reading: TrayReading


class DiceReader:
    """Reads the pictures of one set of dice."""

    def __init__(self, layout: Layout, looks: Looks) -> None:
        if looks.set != layout.set:
            raise Trouble(
                f"These looks are of the set {looks.set!r}, the pictures of {layout.set!r}: give the looks of that set."
            )
        self.layout = layout
        self.looks = looks

    def read(self, image: Image) -> TrayReading:
        """One picture by itself."""
        surface = find_surfaces(image, [self.layout.surface])[0]
        if not surface.seen:
            return TrayReading(all_unsure=surface.advice)
        if surface.error_mm > FIT_MM:
            return TrayReading(all_unsure=f"the markers disagree by {surface.error_mm:.1f} mm: lay them anew.")
        tray = view(image, surface)
        if self.layout.taught:
            reading = read_dice(tray, self.looks, self.layout.most)
        else:
            reading = read_pip_dice(tray, self.layout)
        return TrayReading(reading.dice, reading.doubts, reading.all_unsure, surface.error_mm)


def reader_of(folder: Path, looks: Path | None) -> DiceReader:
    """The reader of a folder, taught from its `teach/` or from looks that were kept."""
    layout = read_layout(folder)
    return DiceReader(layout, load(looks) if looks is not None else teach_folder(folder))


def read_folder(folder: Path, looks: Path | None = None, lens: Lens | None = None) -> Iterator[Frame]:
    """Every play frame of a folder, in order; straightened, when the lens is known."""
    reader = reader_of(folder, looks)
    play = folder / "play"
    if not play.is_dir():
        raise Trouble(f"{play} is missing: give the folder of one style, with its play frames.")
    for sequence in sorted(path for path in play.iterdir() if path.is_dir()):
        for path in sorted(p for p in sequence.iterdir() if p.suffix.lower() in PICTURES):
            yield Frame(sequence.name, path.name, reader.read(read_picture(path, lens)))
