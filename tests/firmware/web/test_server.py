"""The page over HTTP: who may do what, what stays secret, and that no request, however bad, reaches the game."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.web.tables import Bench

CHUNK = b"2000\r\n" + b"a" * 8192 + b"\r\n0\r\n\r\n"


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_every_page_can_be_read_and_is_sealed(bench: Bench) -> None:
    for path in ("/", "/sheet", "/ledger", "/ledger/2", "/games", "/setup", "/panel", "/pair", "/nowhere"):
        status, headers, body = bench.asked("GET", path)
        assert status == (404 if path == "/nowhere" else 200), path
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert b"<h1>" in body
    assert "Anke" in bench.get("/sheet")[1]


def test_the_ledger_is_searched_and_tells_why(bench: Bench) -> None:
    assert bench.get("/ledger")[1].count("<article") == 3
    assert bench.get("/ledger?q=zzz")[1].count("<article") == 0
    assert "&lt;script&gt;" in bench.get("/ledger?q=<script>".replace("<", "%3C").replace(">", "%3E"))[1]
    assert "<dt>" in bench.get("/ledger/1")[1]
    assert bench.get("/ledger/99")[0] == 404


def test_without_pairing_nothing_is_changed(bench: Bench) -> None:
    wanted: dict[str, dict[str, Any]] = {
        "press": {"button": "confirm", "kind": "tap", "serial": bench.serial},
        "choose": {"option": 0, "serial": bench.serial},
        "place": {"place": "2,2", "serial": bench.serial},
        "undo": {"to": 1, "events": 3, "game": 1},
        "take_up": {"game": 1},
        "aim": {},
        "light": {},
    }
    for what, form in wanted.items():
        status, body = bench.post(f"/do/{what}", **form)
        assert status == 403, what
        assert "Pair this phone first" in body
    assert bench.events == 3


def test_a_paired_phone_presses_and_takes_back(bench: Bench) -> None:
    bench.pair()
    assert "HttpOnly" in bench.set_cookie
    assert "SameSite=strict" in bench.set_cookie
    serial = bench.serial
    assert bench.post("/do/press", button="confirm", kind="tap", serial=serial)[0] == 303
    bench.until(lambda: bench.serial != serial)
    status, body = bench.post("/do/press", button="confirm", kind="tap", serial=serial)
    assert status == 409
    assert "changed meanwhile" in body
    assert bench.post("/do/undo", to=1, events=3, game=1) == (303, "")
    assert bench.events == 4
    bench.until(lambda: "Taken back: event" in bench.get("/ledger")[1])
    assert bench.post("/leave")[0] == 303
    assert bench.post("/do/undo", to=0, events=4, game=1)[0] == 403


def test_another_page_cannot_press(bench: Bench) -> None:
    bench.pair()
    form = {"to": 1, "events": 3, "game": 1}
    for headers in ({"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {"Origin": ""}):
        assert bench.post("/do/undo", headers, **form)[0] == 403
    elsewhere = {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"}
    assert bench.post("/do/undo", elsewhere, **form)[0] == 421
    assert bench.events == 3


def test_wrong_codes_are_counted_by_the_page_too(bench: Bench) -> None:
    told = [bench.post("/pair", code="000000")[1] for _ in range(9)]
    assert "not the code" in told[0]
    assert "Too many tries" in told[8]


def test_reading_can_be_kept_to_paired_phones(tmp_path: Path) -> None:
    bench = Bench(tmp_path, open=True)
    try:
        assert bench.page is not None
        from dataclasses import replace

        bench.page.settings = replace(bench.settings, page=replace(bench.settings.page, open=False))
        for path in ("/", "/sheet", "/ledger", "/panel.png", "/games/1/record.jsonl", "/stream", "/seen/picture.jpg"):
            assert bench.get(path)[0] == 303, path
        bench.pair()
        assert bench.get("/sheet")[0] == 200
    finally:
        bench.close()


def test_a_purse_is_shown_to_its_own_seat_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "arkadia", turns=12)
    try:
        with bench.lock:
            standing = bench.table.game.standing(bench.table.state, True)
            secret = [(seat.now, len(seat.now_lines)) for seat in standing.seats]
        assert bench.get("/sheet")[1].count("kept secret") == len(secret)
        assert bench.get("/games/1/record.jsonl")[0] == 404
        everybody = bench.get("/ledger")[1]
        bench.pair(seat=1)
        mine = bench.get("/sheet")[1]
        assert mine.count("kept secret") == len(secret) - 1
        assert f'<td class="points">{secret[1][0]}</td></tr>\n</table>' in mine
        assert mine.count('class="total"') == 1
        assert bench.get("/ledger")[1].count("<li>") > everybody.count("<li>")
        bench.cookie = ""
        assert bench.get("/sheet")[1].count("kept secret") == len(secret)
    finally:
        bench.close()


def test_exports(bench: Bench) -> None:
    for name, begins in (("record.jsonl", b'{"umpire"'), ("sheet.csv", b"event,"), ("share.png", b"\x89PNG")):
        status, headers, body = bench.asked("GET", f"/games/1/{name}")
        assert status == 200
        assert body.startswith(begins)
        assert "attachment" in headers["content-disposition"]
    assert bench.get("/games/1/../../etc/passwd")[0] == 404
    assert bench.get("/games/7/sheet.csv")[0] == 404
    assert bench.get("/served/..%2fserver.py")[0] == 404


# ---- bad requests
def raw(bench: Bench, words: bytes) -> bytes:
    """What comes of bytes that are no request, or hardly one."""
    host, port = bench.address.split(":")
    with socket.create_connection((host, int(port)), timeout=5) as line:
        line.settimeout(2)
        try:
            line.sendall(words)
            line.shutdown(socket.SHUT_WR)
            return line.recv(4096)
        except OSError:
            return b""


def test_malformed_and_oversized_requests_leave_the_game_untouched(bench: Bench) -> None:
    bench.pair()
    rng = random.Random(3)
    cookie, origin = bench.cookie, f"http://{bench.address}"
    head = f"Host: {bench.address}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n".encode()
    for words in (
        rng.randbytes(3000),
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + head + b"\r\n",
        b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n" + head + b"\r\n",
        b"GET / HTTP/1.1\r\n" + head + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /do/undo HTTP/1.1\r\n" + head + b"Content-Length: 99999999\r\n\r\n",
        b"POST /do/undo HTTP/1.1\r\n" + head + b"Content-Length: -1\r\n\r\n",
        b"POST /do/undo HTTP/1.1\r\n" + head + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nto=1",
        b"POST /do/undo HTTP/1.1\r\n" + head + b"Host: other\r\nContent-Length: 0\r\n\r\n",
        b"POST /do/undo HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNK,
        b"DELETE /ledger HTTP/1.1\r\n" + head + b"\r\n",
    ):
        first = raw(bench, words).split(b"\r\n")[0]
        assert not first or first.split()[1][:1] == b"4", (words[:60], first)
    forms: tuple[dict[str, Any], ...] = (
        {"to": "-1", "events": "3", "game": "1"},
        {"to": "1e9", "events": "3", "game": "1"},
        {"to": "1"},
        {"to": "٣", "events": "3", "game": "1"},
        {"to": "99999999999999999999", "events": "3", "game": "1"},
        {f"k{n}": "x" for n in range(50)},
    )
    for form in forms:
        assert bench.post("/do/undo", **form)[0] == 409
    for place in ("", "x" * 80, "{}", "{0.__class__}", "\x00", "<b>"):
        assert bench.post("/do/place", place=place, serial=bench.serial)[0] in (303, 409)
    assert bench.events == 3
    assert bench.get("/sheet")[0] == 200


def test_a_flood_is_held_off_and_the_box_goes_on(bench: Bench) -> None:
    """Connections that say nothing, streams that are not read, and requests as fast as they go."""
    host, port = bench.address.split(":")
    silent = [socket.create_connection((host, int(port)), timeout=5) for _ in range(30)]
    for line in silent[:20]:
        line.sendall(f"GET /stream HTTP/1.1\r\nHost: {bench.address}\r\n\r\n".encode())
    told: list[int] = []

    def many() -> None:
        for _ in range(40):
            try:
                told.append(bench.get("/sheet")[0])
            except OSError:
                told.append(0)

    try:
        threads = [threading.Thread(target=many) for _ in range(6)]
        for thread in threads:
            thread.start()
        for _ in range(5):
            with bench.lock:
                assert bench.loop.window is not None
                before = bench.loop.window.serial
                bench.loop.table.help()
                bench.loop.step()
                bench.loop.table.helping = False
                bench.loop.step()
                assert bench.loop.window.serial == before + 2
        for thread in threads:
            thread.join(60)
    finally:
        for line in silent:
            line.close()
    assert set(told) <= {200, 429, 503, 0}
    assert 429 in told  # the streams of one address have taken what one address may have
    assert bench.events == 3
    bench.until(lambda: bench.get("/sheet")[0] == 200)


def test_the_push_tells_what_has_changed(bench: Bench) -> None:
    host, port = bench.address.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(f"GET /stream HTTP/1.1\r\nHost: {bench.address}\r\n\r\n".encode())
        heard = b""
        while b"event: hello" not in heard:
            heard += line.recv(4096)
        bench.pair()
        serial = bench.serial
        bench.post("/do/press", button="next", kind="tap", serial=serial)
        while b'"panel"' not in heard:
            heard += line.recv(4096)


def test_switched_off_at_the_panel_the_page_ends(bench: Bench) -> None:
    with bench.lock:
        bench.switch.turn_off()
    bench.until(lambda: bench.page is not None and bench.page.box.over.is_set())
    assert bench.events == 3
