"""The settings of one box: a TOML file that people may write, every value checked; what it leaves out is the default.

The file is read once at the start. Nothing of Umpire ever writes it, and an update leaves it as it is.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from firmware.doors.ports import BUTTONS
from firmware.doors.presses import Timing
from firmware.settings_checks import Table, address, one_number, one_of, pin, seconds, size_of, text, whole, yes_or_no
from rules.trouble import Trouble

WHERE = Path("/etc/umpire/settings.toml")
VARIABLE = "UMPIRE_SETTINGS"  # names another file
LANGUAGES = ("en", "de")
I2C_PANELS = {"ssd1306": (128, 64), "ssd1309": (128, 64), "sh1106": (128, 64)}
SPI_PANELS = {"ssd1322": (256, 64)}
PANELS = I2C_PANELS | SPI_PANELS
SPI_SPEEDS = (500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000)
LOUDNESS = ("off", "some", "all")


@dataclass(frozen=True)
class PanelSettings:
    driver: str = "ssd1306"  # one of PANELS, or "none"
    i2c_bus: int = 1
    address: int = 0x3C
    spi_bus: int = 0
    spi_device: int = 0
    spi_hz: int = 8_000_000
    data_pin: int = 25  # data or command, SPI only
    reset_pin: int = 24  # SPI only
    upside_down: bool = False

    @property
    def size(self) -> tuple[int, int] | None:
        return PANELS.get(self.driver)

    @property
    def on_spi(self) -> bool:
        return self.driver in SPI_PANELS


@dataclass(frozen=True)
class ButtonSettings:
    """BCM numbers of the pins; each button connects its pin to ground."""

    confirm: int = 17
    back: int = 27
    previous: int = 22
    next: int = 23
    timing: Timing = field(default_factory=Timing)

    @property
    def pins(self) -> dict[str, int]:
        return {button: getattr(self, button) for button in BUTTONS}


@dataclass(frozen=True)
class CameraSettings:
    kind: str = "pi"  # or "none": everything by hand
    number: int = 0
    size: tuple[int, int] = (2304, 1296)
    upside_down: bool = False
    wait: float = 2.0


@dataclass(frozen=True)
class SoundSettings:
    pin: int | None = None
    loudness: str = "some"  # "some": trouble, questions and the end; "all": every press too


@dataclass(frozen=True)
class LightSettings:
    pins: Mapping[str, int] = field(default_factory=dict)  # button -> pin of its light


@dataclass(frozen=True)
class BurnInSettings:
    """Seconds: how often the picture moves a dot, when an idle panel is dimmed, when it is switched off."""

    shift_every: float = 45.0
    dim_after: float = 90.0
    off_after: float = 300.0


@dataclass(frozen=True)
class PageSettings:
    """The page for phones: where it is offered, and whether reading it takes a paired phone as changing does."""

    address: str = "127.0.0.1"  # this machine alone, until its owner names another
    port: int = 8080
    open: bool = True


@dataclass(frozen=True)
class Folders:
    """`state` must survive the plug being pulled; `run` is new after every start of the machine."""

    state: Path = Path("/var/lib/umpire")
    run: Path = Path("/run/umpire")

    @property
    def games(self) -> Path:
        """Where the journal lies."""
        return self.state / "games"

    @property
    def looks(self) -> Path:
        """Where learnt looks lie."""
        return self.state / "looks"


@dataclass(frozen=True)
class Settings:
    language: str = "en"
    keep_proofs_mb: int = 200  # pictures before and after each action, the oldest thrown away past this
    panel: PanelSettings = PanelSettings()
    buttons: ButtonSettings = ButtonSettings()
    camera: CameraSettings = CameraSettings()
    sound: SoundSettings = SoundSettings()
    lights: LightSettings = LightSettings()
    burn_in: BurnInSettings = BurnInSettings()
    page: PageSettings = PageSettings()
    folders: Folders = Folders()


def where(environment: Mapping[str, str] = os.environ) -> Path:
    """The settings file that is meant when none is named."""
    return Path(environment.get(VARIABLE) or WHERE)


def load_settings(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a file, by default the box's. The box's may be missing: then all is as built by default."""
    named = path or where(environment)
    must_exist = path is not None or bool(environment.get(VARIABLE))
    try:
        words = named.read_text(encoding="utf-8")
    except FileNotFoundError:
        if must_exist:
            raise Trouble(f"There is no settings file {named}; write one or leave it away for the defaults.") from None
        words = ""
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"The settings file {named} cannot be read ({error}); write it anew.") from None
    try:
        data = tomllib.loads(words)
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"The settings file {named} is not TOML: {error}.") from None
    return checked(data, str(named), environment)


def checked(
    data: Mapping[str, Any], name: str = "the settings", environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings of a table of values, or one sentence about the first that is wrong."""
    top = Table(data, "", name)
    settings = Settings(
        language=top.take("language", one_of(*LANGUAGES), "en"),
        keep_proofs_mb=top.take("keep_proofs_mb", whole(10, 20_000), 200),
        panel=_panel(top.table("panel")),
        buttons=_buttons(top.table("buttons")),
        camera=_camera(top.table("camera")),
        sound=_sound(top.table("sound")),
        lights=_lights(top.table("lights")),
        burn_in=_burn_in(top.table("burn_in")),
        page=_page(top.table("page")),
        folders=_folders(top.table("folders"), environment),
    )
    top.nothing_left()
    _no_pin_twice(settings, name)
    return settings


def _panel(table: Table) -> PanelSettings:
    usual = PanelSettings()
    panel = PanelSettings(
        driver=table.take("driver", one_of(*PANELS, "none"), usual.driver),
        i2c_bus=table.take("i2c_bus", whole(0, 30), usual.i2c_bus),
        address=table.take("address", whole(0x08, 0x77), usual.address),
        spi_bus=table.take("spi_bus", whole(0, 10), usual.spi_bus),
        spi_device=table.take("spi_device", whole(0, 1), usual.spi_device),
        spi_hz=table.take("spi_hz", one_number(*SPI_SPEEDS), usual.spi_hz),
        data_pin=table.take("data_pin", pin, usual.data_pin),
        reset_pin=table.take("reset_pin", pin, usual.reset_pin),
        upside_down=table.take("upside_down", yes_or_no, usual.upside_down),
    )
    table.nothing_left()
    return panel


def _buttons(table: Table) -> ButtonSettings:
    usual = ButtonSettings()
    pins = {button: table.take(button, pin, usual.pins[button]) for button in BUTTONS}
    timing = Timing(
        settle=table.take("settle", seconds(0.005, 0.2), usual.timing.settle),
        tap=table.take("tap", seconds(0.2, 2), usual.timing.tap),
        hold=table.take("hold", seconds(0.5, 5), usual.timing.hold),
    )
    if timing.hold < timing.tap + 0.2:
        table.wrong("hold", "must be at least 0.2 seconds longer than tap, so that a bar has time to fill")
    table.nothing_left()
    return ButtonSettings(**pins, timing=timing)


def _camera(table: Table) -> CameraSettings:
    usual = CameraSettings()
    camera = CameraSettings(
        kind=table.take("kind", one_of("pi", "none"), usual.kind),
        number=table.take("number", whole(0, 9), usual.number),
        size=table.take("size", size_of((640, 480), (9152, 6944)), usual.size),
        upside_down=table.take("upside_down", yes_or_no, usual.upside_down),
        wait=table.take("wait", seconds(0.5, 4), usual.wait),
    )
    table.nothing_left()
    return camera


def _sound(table: Table) -> SoundSettings:
    sound = SoundSettings(
        pin=table.take("pin", pin, None),
        loudness=table.take("loudness", one_of(*LOUDNESS), SoundSettings.loudness),
    )
    table.nothing_left()
    return sound


def _lights(table: Table) -> LightSettings:
    taken = {button: table.take(button, pin, None) for button in BUTTONS}
    table.nothing_left()
    return LightSettings({button: number for button, number in taken.items() if number is not None})


def _burn_in(table: Table) -> BurnInSettings:
    usual = BurnInSettings()
    burn_in = BurnInSettings(
        shift_every=table.take("shift_every", seconds(5, 60), usual.shift_every),
        dim_after=table.take("dim_after", seconds(10, 3600), usual.dim_after),
        off_after=table.take("off_after", seconds(30, 3600), usual.off_after),
    )
    if burn_in.off_after <= burn_in.dim_after:
        table.wrong("off_after", "must be later than dim_after")
    table.nothing_left()
    return burn_in


def _page(table: Table) -> PageSettings:
    usual = PageSettings()
    page = PageSettings(
        address=table.take("address", address, usual.address),
        port=table.take("port", whole(1024, 65535), usual.port),
        open=table.take("open", yes_or_no, usual.open),
    )
    table.nothing_left()
    return page


def _folders(table: Table, environment: Mapping[str, str]) -> Folders:
    """systemd names the folders that it made; the file comes first."""
    usual = Folders()
    state = table.take("state", text, environment.get("STATE_DIRECTORY") or str(usual.state))
    run = table.take("run", text, environment.get("RUNTIME_DIRECTORY") or str(usual.run))
    for key, folder in (("state", state), ("run", run)):
        if not Path(folder).is_absolute():
            table.wrong(key, f"must begin with “/”, not be “{folder}”")
    table.nothing_left()
    return Folders(Path(state), Path(run))


def pins_of(settings: Settings) -> list[tuple[str, int]]:
    """Every pin that these settings use, with the word for what uses it."""
    used = [(f"[buttons] {button}", number) for button, number in settings.buttons.pins.items()]
    used += [(f"[lights] {button}", number) for button, number in settings.lights.pins.items()]
    if settings.sound.pin is not None:
        used.append(("[sound] pin", settings.sound.pin))
    panel = settings.panel
    if panel.driver in SPI_PANELS:
        used += [("[panel] data_pin", panel.data_pin), ("[panel] reset_pin", panel.reset_pin)]
        lines = {"clock": 11, "data out": 10, "chip select": 8 - panel.spi_device}
        used += [(f"the panel's SPI {line}", number) for line, number in lines.items()] if panel.spi_bus == 0 else []
    if panel.driver in I2C_PANELS and panel.i2c_bus == 1:
        used += [("the panel's SDA", 2), ("the panel's SCL", 3)]
    return used


def _no_pin_twice(settings: Settings, name: str) -> None:
    taken: dict[int, str] = {}
    for what, number in pins_of(settings):
        if number in taken:
            raise Trouble(f"{name}: {what} uses pin {number}, and so does {taken[number]}; give one of them another.")
        taken[number] = what


def placed(settings: Settings, state: Path | None, runtime: Path | None) -> Settings:
    """The same settings with other folders, where a command names them."""
    folders = settings.folders
    if state is not None:
        folders = replace(folders, state=state.absolute())
    if runtime is not None:
        folders = replace(folders, run=runtime.absolute())
    return replace(settings, folders=folders)
