"""`umpire run --simulated`: a box in a terminal, killed as the plug kills it, and begun again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from firmware.cli import main
from firmware.journal import Journal
from firmware.profile import Profile, save_profile
from firmware.table.terminal import blocks

NEW_GAME = "c" + "c" * 5 + "c"  # new game, Saint Malo, two players, the names as they come, as usual, begin


def begun(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", "-m", "firmware.cli", "run", "--simulated"]
    command += ["--state", str(folder / "state"), "--runtime", str(folder / "run")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def press(process: subprocess.Popen[str], keys: str) -> None:
    """Keys, and the pictures that come of them, one for each key at least."""
    assert process.stdin is not None
    assert process.stdout is not None
    for key in keys:
        process.stdin.write(key)
        process.stdin.flush()
        while not process.stdout.readline().startswith("─"):
            pass


def games(folder: Path) -> list[int]:
    journal = Journal.open(folder / "state" / "games")
    try:
        return [game.events for game in journal.games()]
    finally:
        journal.close()


def test_a_game_begun_by_keys_is_there_after_the_plug_was_pulled(tmp_path: Path) -> None:
    save_profile(Profile(guided=True), tmp_path / "state")
    process = begun(tmp_path)
    assert process.stdout is not None
    while not process.stdout.readline().startswith("─"):
        pass
    press(process, NEW_GAME)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert games(tmp_path) == [0]
    again = begun(tmp_path)
    out, complaints = again.communicate("c", timeout=120)  # go on with it
    assert again.returncode == 0
    assert complaints == ""
    assert out.count("─" * 20) >= 2
    assert games(tmp_path) == [0]


def test_a_setting_that_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('language = "klingon"\n')
    assert main(["run", "--simulated", "--settings", str(file)]) == 2


def test_a_picture_in_half_blocks() -> None:
    from PIL import Image

    picture = Image.new("L", (3, 2))
    picture.putpixel((0, 0), 255)
    picture.putpixel((1, 1), 255)
    picture.putpixel((2, 0), 255)
    picture.putpixel((2, 1), 255)
    assert blocks(picture) == ["▀▄█"]
