"""The profile: comes back as it was kept, survives every failure of the disk, and is not believed when it is torn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.doors.ports import Locks
from firmware.profile import (
    BEFORE,
    NAME,
    ONE,
    Paper,
    Place,
    Player,
    Profile,
    load_profile,
    save_profile,
    set_aside,
)
from rules.trouble import Trouble

FULL = Profile(
    guided=True,
    locks=Locks(16_000, 1.5, (1.9, 2.1), 2.5),
    paper=Paper((220.0, 221.5, 219.0), 0.8),
    lens="lens.json",
    places={"tray": Place(0, 200.0, 150.0), "player 1": Place(8, 300.0, 200.0)},
    boards=ONE,
    looks={"saint-malo": ("malo.looks",)},
    players=(Player("Anke", "red"), Player("Jörg")),
    last_game="saint-malo",
)


def test_it_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    assert load_profile(tmp_path) == Profile()
    for profile in (Profile(), FULL, Profile(locks=Locks(gain=2.0))):
        save_profile(profile, tmp_path / "new")
        assert load_profile(tmp_path / "new") == profile


def test_what_is_added_is_kept_beside_the_rest() -> None:
    profile = FULL.with_place("board", Place(4, 600.0, 400.0)).with_looks("masons", ("a", "b"))
    assert set(profile.places) == {"tray", "player 1", "board"}
    assert profile.looks == {"saint-malo": ("malo.looks",), "masons": ("a", "b")}
    assert FULL.seated((Player("Stefan", "blue"), Player("Anke", "green"))).players == (
        Player("Stefan", "blue"),
        Player("Anke", "green"),
        Player("Jörg"),
    )


@pytest.mark.parametrize("fails", ["os.fsync", "os.replace", "pathlib.Path.open"])
def test_a_disk_that_fails_leaves_the_old_profile(tmp_path: Path, fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call in turn: what was kept is the old profile or the new one, whole, and never without a word."""
    real = {"os.fsync": os.fsync, "os.replace": os.replace, "pathlib.Path.open": Path.open}[fails]
    sentences = []
    for nth in range(9):
        save_profile(FULL, tmp_path)
        calls = iter(range(100))

        def flaky(*args: Any, _calls: Iterator[int] = calls, _nth: int = nth, **rest: Any) -> Any:
            if next(_calls) == _nth:
                raise OSError(28, "No space left on device")
            return real(*args, **rest)  # type: ignore[operator]

        changed, sentence = Profile(last_game=f"attempt {nth}"), ""
        with monkeypatch.context() as patched:
            patched.setattr(fails, flaky)
            try:
                save_profile(changed, tmp_path)
            except Trouble as trouble:
                sentence = str(trouble)
        kept = load_profile(tmp_path)
        assert kept in (FULL, changed) if sentence else kept == changed
        assert not list(tmp_path.glob(".*.new"))
        sentences.append(sentence)
    assert "make room" in sentences[0]
    assert sentences[-1] == ""


def test_a_torn_or_edited_file_is_not_believed(tmp_path: Path) -> None:
    save_profile(FULL, tmp_path)
    path = tmp_path / NAME
    whole = path.read_bytes()
    for cut in range(len(whole) - 1):  # without the last line break it is whole
        path.write_bytes(whole[:cut])
        with pytest.raises(Trouble, match="start with a new one"):
            load_profile(tmp_path)
    for wrong in (
        whole.replace(b"16000", b"16001"),
        whole.replace(b'"umpire_profile": 1', b'"umpire_profile": 2'),
        b"[]",
        b"\xff",
        b'{"umpire_profile": 1}',
    ):
        path.write_bytes(wrong)
        with pytest.raises(Trouble, match="start with a new one"):
            load_profile(tmp_path)


def test_an_unusable_file_is_moved_aside_and_never_over_another(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / NAME).write_text(str(number))
        assert set_aside(tmp_path).read_text() == str(number)
    assert load_profile(tmp_path) == Profile()
    with pytest.raises(Trouble, match="check the disk"):
        set_aside(tmp_path)


def test_the_one_before_is_kept(tmp_path: Path) -> None:
    save_profile(FULL, tmp_path)
    before = (tmp_path / NAME).read_bytes()
    save_profile(Profile(), tmp_path)
    assert (tmp_path / BEFORE).read_bytes() == before
