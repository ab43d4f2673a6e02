"""Settings: what is left out is the default, what is wrong gets one sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.settings import PANELS, Settings, load_settings, pins_of
from rules.trouble import Trouble


def told(tmp_path: Path, words: str, environment: dict[str, str] | None = None) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(words)
    return load_settings(path, environment or {})


def test_an_empty_file_is_the_box_as_built(tmp_path: Path) -> None:
    assert told(tmp_path, "") == Settings()
    assert load_settings(None, {"UMPIRE_SETTINGS": ""}) == Settings() or Path("/etc/umpire/settings.toml").exists()


def test_what_is_written_counts(tmp_path: Path) -> None:
    settings = told(
        tmp_path,
        """
        language = "de"
        [panel]
        driver = "ssd1322"
        [buttons]
        confirm = 5
        hold = 1.5
        [camera]
        size = [1536, 864]
        [lights]
        next = 6
        [folders]
        state = "/srv/umpire"
        """,
    )
    assert settings.language == "de"
    assert settings.panel.size == (256, 64)
    assert settings.buttons.pins == {"confirm": 5, "back": 27, "previous": 22, "next": 23}
    assert settings.buttons.timing.hold == 1.5
    assert settings.camera.size == (1536, 864)
    assert settings.lights.pins == {"next": 6}
    assert settings.folders.games == Path("/srv/umpire/games")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('language = "fr"', "language must be one of en, de, not 'fr'"),
        ("langauge = 1", "langauge is not known; known are language,"),
        ('panel = "ssd1306"', r"panel must be a table, written \[panel\]"),
        ('[panel]\ndriver = "ssd1305"', r"\[panel\] driver must be one of ssd1306, .*none, not 'ssd1305'"),
        ("[panel]\naddress = 0x80", r"\[panel\] address must be a whole number from 8 to 119"),
        ("[panel]\nspi_hz = 3000000", "one of 500000, .*, not 3000000"),
        ("[panel]\nupside_down = 1", "true or false, not 1"),
        ("[buttons]\nhelp = 4", r"\[buttons\] help is not known; known are confirm, back"),
        ("[buttons]\nconfirm = 40", "the BCM number of a pin, 2 to 27, not 40"),
        ("[buttons]\nconfirm = true", "the BCM number of a pin"),
        ("[buttons]\nconfirm = 27", r"\[buttons\] back uses pin 27, and so does \[buttons\] confirm"),
        ("[buttons]\nconfirm = 2", r"the panel's SDA uses pin 2, and so does \[buttons\] confirm"),
        ('[panel]\ndriver = "ssd1322"\n[buttons]\nnext = 25', r"data_pin uses pin 25, and so does \[buttons\] next"),
        ('[panel]\ndriver = "ssd1322"\n[sound]\npin = 11', "SPI clock uses pin 11"),
        ("[buttons]\ntap = 0.9", "hold must be at least 0.2 seconds longer than tap"),
        ("[buttons]\nhold = nan", "0.5 to 5 seconds"),
        ('[camera]\nkind = "usb"', "one of pi, none"),
        ("[camera]\nsize = [100, 100]", r"two whole numbers, \[640, 480\]"),
        ("[camera]\nsize = [1280]", "two whole numbers"),
        ("[camera]\nsize = 1280", "two whole numbers"),
        ('[sound]\nloudness = "loud"', "one of off, some, all"),
        ("[lights]\nconfirm = 17", r"\[lights\] confirm uses pin 17"),
        ("[burn_in]\ndim_after = 700", "off_after must be later than dim_after"),
        ("[burn_in]\nshift_every = 600", "5 to 60 seconds"),
        ('[folders]\nstate = "games"', "must begin with “/”"),
        ('[folders]\nstate = ""', "a text in quotes"),
        ("keep_proofs_mb = 5", "a whole number from 10 to 20000"),
        ("language = ", "is not TOML"),
    ],
)
def test_a_wrong_value_gets_one_sentence(tmp_path: Path, words: str, sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence) as trouble:
        told(tmp_path, words)
    assert "\n" not in str(trouble.value)
    assert str(tmp_path / "settings.toml") in str(trouble.value)


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="There is no settings file"):
        load_settings(tmp_path / "none.toml", {})
    with pytest.raises(Trouble, match="There is no settings file"):
        load_settings(None, {"UMPIRE_SETTINGS": str(tmp_path / "none.toml")})
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Trouble, match="cannot be read"):
        load_settings(tmp_path / "bytes.toml", {})


def test_systemd_names_the_folders_and_the_file_comes_first(tmp_path: Path) -> None:
    given = {"STATE_DIRECTORY": "/var/lib/other", "RUNTIME_DIRECTORY": "/run/other"}
    assert told(tmp_path, "", given).folders.state == Path("/var/lib/other")
    assert told(tmp_path, "", given).folders.run == Path("/run/other")
    assert told(tmp_path, '[folders]\nstate = "/mnt/umpire"', given).folders.state == Path("/mnt/umpire")


@pytest.mark.parametrize("driver", [*PANELS, "none"])
def test_the_box_as_built_uses_no_pin_twice_with_any_panel(tmp_path: Path, driver: str) -> None:
    pins = [number for _, number in pins_of(told(tmp_path, f'[panel]\ndriver = "{driver}"'))]
    assert len(pins) == len(set(pins))
