"""A bad card, put below SQLite: a VFS of its own that notes every write and sync, and fails, stops or dies when told.

No compiler is needed: SQLite's own table of file functions is copied, and a few of its entries are replaced by Python
functions. It is the SQLite that Python's sqlite3 uses, so what is tested is what a box runs.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from firmware.journal.disk import Disk

SECTOR = 4096
OK = 0
DIE = -1  # instead of an error: SIGKILL, in the middle of the write
WRITE_FAILS = sqlite3.SQLITE_IOERR_WRITE
SYNC_FAILS = sqlite3.SQLITE_IOERR_FSYNC
READ_FAILS = sqlite3.SQLITE_IOERR_READ
FULL = sqlite3.SQLITE_FULL
CREATE = 0x4  # SQLITE_OPEN_CREATE

_p, _i, _l = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
READ = ctypes.CFUNCTYPE(_i, _p, _p, _i, _l)
WRITE = ctypes.CFUNCTYPE(_i, _p, _p, _i, _l)
TRUNCATE = ctypes.CFUNCTYPE(_i, _p, _l)
SYNC = ctypes.CFUNCTYPE(_i, _p, _i)
OPEN = ctypes.CFUNCTYPE(_i, _p, _p, _p, _i, _p)  # the name by its address: SQLite looks for more behind it
DELETE = ctypes.CFUNCTYPE(_i, _p, ctypes.c_char_p, _i)


class Methods(ctypes.Structure):
    """SQLite's sqlite3_io_methods, as far as something in it is replaced; what follows is copied as it is."""

    _fields_: ClassVar[Any] = [
        ("version", _i),
        ("close", _p),
        ("read", _p),
        ("write", _p),
        ("truncate", _p),
        ("sync", _p),
        ("rest", _p * 13),
    ]


class Vfs(ctypes.Structure):
    """SQLite's sqlite3_vfs."""

    _fields_: ClassVar[Any] = [
        ("version", _i),
        ("file_size", _i),
        ("longest", _i),
        ("next", _p),
        ("name", ctypes.c_char_p),
        ("data", _p),
        ("open", _p),
        ("delete", _p),
        ("rest", _p * 13),
    ]


@dataclass(frozen=True)
class Op:
    """Something that was to reach the card. `what`: create, write, truncate, sync, delete, settle or told."""

    what: str
    path: str = ""
    at: int = 0
    data: bytes = b""


Plan = Callable[[int, Op], int]  # what happens to the operation of that number: OK, an error of SQLite's, or DIE


def healthy(_: int, __: Op) -> int:
    return OK


class Card(Disk):
    """A disk whose files go through a VFS of its own. `done` is what reached it, in order. Nothing is really synced."""

    log_pages = 16  # so that short evenings too see it emptied
    _number = 0
    _known: ClassVar[list[Card]] = []  # SQLite holds their addresses as long as they are registered

    def __init__(self, plan: Plan = healthy, reads: bool = False) -> None:
        Card._number += 1
        self.name = f"umpire-card-{os.getpid()}-{Card._number}"
        self.plan = plan
        self.reads = reads  # whether reads too are asked about
        self.count = 0
        self.done: list[Op] = []
        self._paths: dict[int, str] = {}
        self._tables: dict[int, Methods] = {}  # their addresses lie in open files: they live as long as the card
        self._below: dict[int, Methods] = {}
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self._calls = (READ(self._read), WRITE(self._write), TRUNCATE(self._truncate), SYNC(self._sync))
        self._own = (OPEN(self._open), DELETE(self._delete))
        real = self._library.sqlite3_vfs_find(None).contents
        self._real_open = OPEN(real.open)
        self._real_delete = DELETE(real.delete)
        self._vfs = Vfs.from_buffer_copy(real)
        self._vfs.next = None
        self._vfs.name = self.name.encode()
        self._vfs.open, self._vfs.delete = (ctypes.cast(call, _p).value for call in self._own)
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 0) == OK
        Card._known.append(self)

    def remove(self) -> None:
        """SQLite forgets the card; nothing may be open on it any more."""
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        Card._known.remove(self)

    # ---- the doors that the journal uses
    def options(self) -> str:
        return f"&vfs={self.name}"

    def settle(self, folder: Path) -> None:
        if self._asked(Op("settle", str(folder))) != OK:
            raise OSError(5, "Input/output error")

    def told(self, event: int) -> None:
        """The table was told that this event is kept."""
        self.done.append(Op("told", at=event))

    # ---- below SQLite
    def _asked(self, op: Op) -> int:
        """What becomes of an operation; one that goes through is noted."""
        self.count += 1
        answer: int = self.plan(self.count, op)
        if answer == DIE:
            os.kill(os.getpid(), signal.SIGKILL)
        if answer == OK and op.what != "read":
            self.done.append(op)
        return answer

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        new = bool(name) and bool(flags & CREATE) and not os.path.exists(path)
        if new and (answer := self._asked(Op("create", path))) != OK:
            return sqlite3.SQLITE_CANTOPEN if answer != FULL else FULL
        answer = int(self._real_open(vfs, name, file, flags, out))
        place = ctypes.cast(file, ctypes.POINTER(_p))
        below = place[0]
        if answer != OK or not below:
            return answer
        if below not in self._tables:
            real = Methods.from_address(below)
            table = Methods.from_buffer_copy(real)
            calls = [ctypes.cast(call, _p).value for call in self._calls]
            table.read, table.write, table.truncate, table.sync = calls
            self._tables[below] = table
        self._paths[file] = path
        self._below[file] = Methods.from_address(below)
        place[0] = ctypes.addressof(self._tables[below])
        return answer

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        if (answer := self._asked(Op("delete", name.decode(), at=sync))) != OK:
            return sqlite3.SQLITE_IOERR_DELETE if answer != FULL else answer
        return int(self._real_delete(vfs, name, sync))

    def _read(self, file: int, into: int, size: int, at: int) -> int:
        if self.reads and self._asked(Op("read", self._paths[file], at)) != OK:
            return READ_FAILS
        return int(READ(self._below[file].read)(file, into, size, at))

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        if (answer := self._asked(Op("write", self._paths[file], at, ctypes.string_at(data, size)))) != OK:
            return answer
        return int(WRITE(self._below[file].write)(file, data, size, at))

    def _truncate(self, file: int, size: int) -> int:
        if self._asked(Op("truncate", self._paths[file], size)) != OK:
            return sqlite3.SQLITE_IOERR_TRUNCATE
        return int(TRUNCATE(self._below[file].truncate)(file, size))

    def _sync(self, file: int, flags: int) -> int:
        if self._asked(Op("sync", self._paths[file])) != OK:
            return SYNC_FAILS
        return OK  # what is sure is told by the platter below; waiting for a real disk would show nothing


# ---- what a power cut leaves
class Platter:
    """A card before its cache is flushed: what is sure of every file, and what was written since its last sync."""

    def __init__(self) -> None:
        self.sure: dict[str, bytearray] = {}  # contents that survive
        self.names: set[str] = set()  # files whose names survive
        self.loose: dict[str, list[Op]] = {}  # what may or may not be there after a cut
        self.going: set[str] = set()  # deleted, but the folder was not synced since

    def take(self, op: Op) -> None:
        match op.what:
            case "create":
                self.sure[op.path], self.loose[op.path] = bytearray(), []
                self.going.discard(op.path)
            case "write" | "truncate":
                self.loose.setdefault(op.path, []).append(op)
                self.sure.setdefault(op.path, bytearray())
            case "sync":
                for loose in self.loose.get(op.path, []):
                    _put(self.sure[op.path], loose)
                self.loose[op.path] = []
                if op.path.endswith(("-wal", "-journal")) and op.path not in self.names:
                    self.settle()  # SQLite syncs the folder with the first sync of these
            case "delete":
                self.going.add(op.path)
                if op.at:
                    self.settle()
            case "settle":
                self.settle()

    def settle(self) -> None:
        for path in self.going:
            self.sure.pop(path, None)
            self.loose.pop(path, None)
            self.names.discard(path)
        self.going.clear()
        self.names |= set(self.sure)

    def cut(self, rng: Random, folder: Path) -> None:
        """Lay into a folder what is there after the plug was pulled now: nothing, all, or bits of what was not sure."""
        mood = rng.choice(("nothing", "all", "some", "some"))
        for path, sure in self.sure.items():
            gone = path in self.going and rng.random() < 0.5
            if gone or (path not in self.names and rng.random() < 0.5):
                continue
            content = bytearray(sure)
            for op in self.loose.get(path, []):
                if mood == "all" or (mood == "some" and op.what == "truncate" and rng.random() < 0.5):
                    _put(content, op)
                elif mood == "some" and op.what == "write":
                    _put_some(content, op, rng)
            (folder / Path(path).name).write_bytes(content)


def _put(content: bytearray, op: Op) -> None:
    if op.what == "truncate":
        del content[op.at :]
        return
    if len(content) < op.at:
        content.extend(bytes(op.at - len(content)))
    content[op.at : op.at + len(op.data)] = op.data


def _put_some(content: bytearray, op: Op, rng: Random) -> None:
    """Sector by sector: as it was, written, half written, or spoilt as a whole."""
    end = op.at + len(op.data)
    for sector in range(op.at // SECTOR * SECTOR, end, SECTOR):
        low, high = max(sector, op.at), min(sector + SECTOR, end)
        part = op.data[low - op.at : high - op.at]
        fate = rng.choice(("old", "new", "new", "half", "spoilt"))
        if fate == "new":
            _put(content, Op("write", at=low, data=part))
        elif fate == "half":
            _put(content, Op("write", at=low, data=part[: rng.randrange(len(part) + 1)]))
        elif fate == "spoilt":
            _put(content, Op("write", at=sector, data=rng.randbytes(SECTOR)))
