"""What box and page say to each other: JSON objects, one a line, through a socket that neither waits for."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import Any

LONGEST = 64_000  # bytes of one line to the box
MOST_WAITING = 6_000_000  # bytes that may lie unsent before a reader is given up: a picture and some to spare
AT_ONCE = 32  # lines taken from one page in one round


class Gone(Exception):
    """The other side has left, does not read, or does not speak this language."""


class Line:
    """One end of a connection. Nothing here ever waits."""

    def __init__(self, connection: socket.socket, longest: int = LONGEST) -> None:
        connection.setblocking(False)
        self.socket, self._longest = connection, longest
        self._heard = bytearray()
        self._unsent = bytearray()

    def say(self, message: Mapping[str, Any]) -> None:
        self._unsent += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        if len(self._unsent) > MOST_WAITING:
            raise Gone
        self.flush()

    def flush(self) -> None:
        while self._unsent:
            try:
                sent = self.socket.send(memoryview(self._unsent)[:65536])
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                raise Gone from error
            del self._unsent[:sent]

    @property
    def idle(self) -> bool:
        """Whether all that was said has gone out."""
        return not self._unsent

    def heard(self) -> list[dict[str, Any]]:
        """The messages that have come; at most so many as one round can bear."""
        while len(self._heard) <= self._longest:
            try:
                some = self.socket.recv(16384)
            except (BlockingIOError, InterruptedError):
                break
            except OSError as error:
                raise Gone from error
            if not some:
                raise Gone
            self._heard += some
        messages: list[dict[str, Any]] = []
        while len(messages) < AT_ONCE and (end := self._heard.find(b"\n")) >= 0:
            messages.append(parsed(bytes(self._heard[:end])))
            del self._heard[: end + 1]
        if len(messages) < AT_ONCE and len(self._heard) > self._longest:
            raise Gone
        return messages

    def close(self) -> None:
        self.socket.close()


def parsed(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Gone from error
    if not isinstance(message, dict):
        raise Gone
    return message
