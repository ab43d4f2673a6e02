"""A box that is killed: plays a golden evening into a journal, going on where it stands, and tells each event kept.

    python -m tests.firmware.journal.playing FOLDER GAME [OPERATION]

With OPERATION it kills itself in the middle of that operation on the card; without, somebody else does.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from firmware.journal import Journal
from firmware.journal.disk import Disk
from rules.sitting import Done
from tests.firmware.journal.card import DIE, OK, Card
from tests.firmware.journal.evenings import PICTURE, golden, taken_up


def main(folder: Path, game: str, operation: int | None) -> None:
    disk = Disk() if operation is None else Card(lambda number, _: DIE if number == operation else OK)
    header, events = golden(game)
    journal = Journal.open(folder, disk)
    evening = taken_up(journal, header)
    for event in events[len(evening.sitting.events) :]:
        assert isinstance(evening.do(event, PICTURE, PICTURE), Done)
        os.write(1, b"%d\n" % len(evening.sitting.events))  # what was told; nothing of it waits in a buffer
    os.write(1, b"over\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
