"""The pages in a real browser: paired, pressed, a misread put right with a finger, taken back, taken home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.doors.clocks import SteadyClock
from firmware.doors.ports import CONFIRM, Press
from firmware.journal import Journal
from firmware.table.proposing import Proposing
from firmware.table.readings import ASK, Reading
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.web.driver import HERE, WHY_NOT, Browser
from tests.firmware.web.tables import Bench, free_port

pytestmark = pytest.mark.skipif(not HERE, reason=WHY_NOT)
PAGES = ("/", "/sheet", "/ledger", "/ledger/1", "/games", "/setup", "/panel", "/pair")
# What a screen reader or a keyboard would stumble over, and whatever sticks out of a narrow screen.
FAULTS = """
const faults = [];
for (const one of document.querySelectorAll("input:not([type=hidden])"))
  if (!one.labels.length) faults.push("no label: " + one.outerHTML);
for (const one of document.querySelectorAll("button, a"))
  if (!one.innerText.trim()) faults.push("no words: " + one.outerHTML);
for (const one of document.images) if (!one.hasAttribute("alt")) faults.push("no alt: " + one.outerHTML);
if (document.documentElement.scrollWidth > innerWidth) faults.push("too wide: " + document.documentElement.scrollWidth);
const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
if (new Set(ids).size < ids.length) faults.push("an id twice");
const light = colour => {
  const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = one => {
  for (; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor;
    if (!/, 0\\)$|transparent/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
};
for (const one of document.querySelectorAll("p, a, button, h1, h2, td, th, li, span, label, input")) {
  if (!one.innerText?.trim() || !one.offsetParent || one.className === "skip") continue;
  const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
  if ((a + 0.05) / (b + 0.05) < 4.5) faults.push("contrast: " + one.outerHTML.slice(0, 80));
}
return faults;
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser(free_port())
    yield browser
    browser.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    eyes = ToldEyes(dice=False)
    bench = Bench(tmp_path, eyes=eyes, camera=BlankCamera(SteadyClock()))
    bench.eyes = eyes  # type: ignore[attr-defined]
    yield bench
    bench.close()


def paired(browser: Browser, bench: Bench) -> None:
    with bench.lock:
        digits = bench.switch.pairing.offer().digits
    browser.go(f"http://{bench.address}/pair")
    browser.write("#code", digits)
    browser.click("main button")
    browser.wait_for("paired", "header")


def faults_of(browser: Browser) -> list[str]:
    """What is wrong with the page once it is painted: right after it has come, its colours may not be there yet."""
    for _ in range(20):
        faults: list[str] = browser.run(FAULTS)
        if not faults:
            break
        browser.breathe()
    return faults


def test_every_page_in_light_and_dark_wide_and_narrow(browser: Browser, bench: Bench) -> None:
    for who in ("nobody", "paired"):
        if who == "paired":
            paired(browser, bench)
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            for width in (360, 1280):
                browser.narrow(width)
                for path in PAGES:
                    browser.go(f"http://{bench.address}{path}")
                    assert bench.page is not None
                    told = (who, scheme, width, path, bench.page.stream.open)
                    assert faults_of(browser) == [], told
    browser.colours("light")


def test_a_stranger_has_no_buttons_and_a_wrong_code_is_refused(browser: Browser, bench: Bench) -> None:
    browser.go(f"http://{bench.address}/panel")
    assert browser.run("return document.querySelectorAll('main button').length") == 0
    browser.go(f"http://{bench.address}/pair")
    browser.write("#code", "000000")
    browser.click("main button")
    browser.wait_for("not the code on the panel")


def test_a_press_shows_at_once_and_so_does_one_at_the_table(browser: Browser, bench: Bench) -> None:
    paired(browser, bench)
    browser.go(f"http://{bench.address}/panel")
    browser.wait_for("Saint Malo", "#mirror")
    browser.run("window.kept = 'yes'")
    browser.click("#hold-confirm")
    browser.wait_for("Menu", "#mirror")
    with bench.lock:
        bench.loop.pressed(Press("back", "tap", bench.loop.doors.clock.now()))
    browser.wait_for("Saint Malo", "#mirror")
    assert browser.run("return window.kept") == "yes"  # pushed, not loaded anew


def test_a_misread_is_put_right_with_a_finger(browser: Browser, bench: Bench) -> None:
    paired(browser, bench)
    eyes: ToldEyes = bench.eyes  # type: ignore[attr-defined]
    dice = ["head", "log", "log", "wall", "cross"]
    read = {"dice": dice, "symbol": "head", "dice_used": 1, "cells": ["2,1"], "person": "citizen"}
    eyes.next_board = Reading(ASK, (read,), places=("2,1", "2,2"))
    with bench.lock:
        bench.table.given = {"dice": dice}
        bench.loop.pressed(Press(CONFIRM, "tap", bench.loop.doors.clock.now()))
    browser.go(f"http://{bench.address}/")
    browser.wait_for("Not sure: 2,1, 2,2", "#seen")
    browser.wait_for("", "#seen img")
    browser.write("#place", "2,2")
    browser.click("#correct button")
    for _ in range(12):
        with bench.lock:
            if isinstance(bench.table.now, Proposing):
                break
            before = bench.loop.window.serial if bench.loop.window else 0
        browser.wait_for("", "#now")
        browser.click("#tap-confirm")
        bench.until(lambda before=before: bench.serial != before)
        shown = f"return document.querySelector('#now input[name=serial]').value == {bench.serial}"
        bench.until(lambda shown=shown: browser.run(shown))
    browser.wait_for("Umpire proposes", "#now")
    with bench.lock:
        assert isinstance(bench.table.now, Proposing)
        assert bench.table.now.choices[0].event["action"]["cells"] == ["2,2"]
    assert bench.events == 3
    browser.click("#tap-confirm")
    bench.until(lambda: bench.events == 4)


def test_taking_back_to_an_event(browser: Browser, bench: Bench) -> None:
    paired(browser, bench)
    browser.go(f"http://{bench.address}/ledger")
    browser.click("article:last-of-type a")
    browser.wait_for("Take back to here")
    browser.click("#undo")
    browser.wait_for("Taken back: event")
    assert bench.events == 4


def test_the_record_is_taken_home(browser: Browser, bench: Bench) -> None:
    browser.go(f"http://{bench.address}/games")
    script = "const a = document.querySelector('a[href$=\"record.jsonl\"]'); return fetch(a.href).then(r => r.text())"
    with bench.lock:
        assert bench.table.evening is not None
        id = bench.table.evening.id
    with Journal.look(bench.settings.folders.games) as journal:
        record = journal.record(id)
    assert browser.run(script) == record
