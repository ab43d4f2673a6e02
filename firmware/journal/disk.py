"""The way to the disk: the one place where the journal's files are opened, so that a test can put a bad card below."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path

PATIENCE = 5.0  # seconds that a write waits for another process's; readers never make it wait


class Disk:
    """Connections to database files, and directories made sure of. No library but Python's own is below."""

    log_pages = 250  # a log of a megabyte is emptied into its file

    def connect(self, path: Path, read_only: bool = False) -> sqlite3.Connection:
        # psow=0: a card may spoil a whole sector when a write to part of it is cut off, so no sector that holds
        # something confirmed is ever written to again.
        mode = "ro" if read_only else "rwc"
        uri = f"{path.absolute().as_uri()}?mode={mode}&psow=0{self.options()}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)

    def options(self) -> str:
        """What else belongs to the address of a database."""
        return ""

    def settle(self, folder: Path) -> None:
        """A file made, renamed or removed in this folder is so for good: a database sees to its contents only."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def claim(self, path: Path) -> int | None:
        """An open file that says who writes here; None if another process does. The kernel lets go of a killed one."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        except BaseException:
            os.close(handle)
            raise
        return handle
