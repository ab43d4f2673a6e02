"""The one worker: readings run beside the loop, one after another. If its thread dies, the loop ends the process."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Job = Callable[[], Any]


@dataclass(frozen=True)
class Answer:
    """What came of a job: its value, or why there is none."""

    ticket: int
    value: Any = None
    trouble: Exception | None = None


class Worker(Protocol):
    def ask(self, job: Job) -> int:
        """Begin a job after those that wait; its answer will carry this ticket."""

    def answers(self) -> list[Answer]:
        """The jobs that have been finished since it was last asked. Never waits."""

    @property
    def alive(self) -> bool: ...


class AtOnce:
    """Does a job when it is asked for: a simulated evening has one thread."""

    alive = True

    def __init__(self) -> None:
        self._done: list[Answer] = []
        self._asked = 0

    def ask(self, job: Job) -> int:
        self._asked += 1
        self._done.append(_done(self._asked, job))
        return self._asked

    def answers(self) -> list[Answer]:
        done, self._done = self._done, []
        return done


class Beside:
    """Does jobs in a thread of its own."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[int, Job]] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._asked = 0
        self._thread = threading.Thread(target=self._work, name="reading", daemon=True)
        self._thread.start()

    def ask(self, job: Job) -> int:
        self._asked += 1
        self._waiting.put((self._asked, job))
        return self._asked

    def answers(self) -> list[Answer]:
        done = []
        while not self._done.empty():
            done.append(self._done.get())
        return done

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def _work(self) -> None:
        while True:
            self._done.put(_done(*self._waiting.get()))


def _done(ticket: int, job: Job) -> Answer:
    try:
        return Answer(ticket, job())
    except Exception as trouble:  # whatever a picture does to a reader, the game is kept by hand
        return Answer(ticket, trouble=trouble)
