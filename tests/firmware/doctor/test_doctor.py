"""A healthy box passes; each check has something that makes it fail; the exit status follows the findings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.commands import doctor
from firmware.doctor.finding import BAD, EXERCISED, GOOD, NOTE, PROBED, SKIPPED, WITNESSED, Finding
from firmware.doctor.machine import ROOT, Library, Machine
from firmware.doors.failing import BUTTONS as BROKEN_BUTTONS
from firmware.doors.failing import CAMERA, PANEL, Broken, fragile
from firmware.doors.kept import KeptCamera, KeptPanel
from firmware.doors.ports import BACK, BUTTONS, CONFIRM, NEXT, OFF, PREVIOUS, Locks
from firmware.doors.simulated import SimulatedCamera, SimulatedPanel
from firmware.journal import Journal
from firmware.profile import Paper, Profile, save_profile
from rules.record import header_of
from rules.shelf import game_called
from rules.words import say
from tests.firmware.doctor.patient import OURS, Patient, tray_picture
from tests.firmware.doors.stand_in import Table
from tests.firmware.doors.test_pi_camera import USB, camera_over, scene


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


def test_a_healthy_box_is_well(patient: Patient) -> None:
    findings = patient.findings()
    assert [str(f.what) for f in findings if f.grade not in (GOOD, SKIPPED) and f.kind != WITNESSED] == []
    assert [str(f.what) for f in findings if f.grade == SKIPPED] == ["buttons"]
    assert len(findings) > 25
    for finding in findings:
        assert str(finding.found)


Ill = Callable[[Patient], object]


def with_settings(**words: dict[str, object]) -> Ill:
    return lambda patient: patient.words.update(words)


def broken(*doors: str) -> Ill:
    def ill(patient: Patient) -> None:
        patient.doors = fragile(patient.doors, Broken(set(doors)))

    return ill


def kept(*doors: str) -> Ill:
    """The same with the doors kept open, as the command has them."""

    def ill(patient: Patient) -> None:
        broken(*doors)(patient)
        panel, camera = patient.doors.panel, patient.doors.camera
        assert panel
        assert camera
        patient.doors.panel = KeptPanel(panel, patient.clock)
        patient.doors.camera = KeptCamera(lambda: camera, patient.clock)

    return ill


def slow_camera(patient: Patient) -> None:
    patient.doors.camera = SimulatedCamera(patient.clock, lambda at: tray_picture(), every=1.9)


def sees(brightness: int) -> Ill:
    def ill(patient: Patient) -> None:
        patient.doors.camera = SimulatedCamera(patient.clock, lambda at: tray_picture(brightness))

    return ill


def other_light(patient: Patient) -> None:
    save_profile(Profile(guided=True, paper=Paper((120.0, 120.0, 120.0), 0.8)), patient.state)


def usb_camera(patient: Patient) -> None:
    table = Table(patient.clock, scene, controls=dict(USB), delivers="NV12", small_stream=False, tells=False)
    patient.doors.camera = KeptCamera(lambda: camera_over(table), patient.clock)


def unlearnt(patient: Patient) -> None:
    save_profile(Profile(locks=Locks()), patient.state)


def torn_profile(patient: Patient) -> None:
    (patient.state / "profile.json").write_text("{")


def edited_journal(patient: Patient) -> None:
    game = game_called("saint-malo")
    with Journal.open(patient.settings.folders.games) as journal:
        evening = journal.begin(header_of(game, ["Anke", "Stefan"]))
        journal.connection.execute("UPDATE games SET line = replace(line, 'Anke', 'Anka')")
        del evening


def torn_journal(patient: Patient) -> None:
    folder = patient.settings.folders.games
    folder.mkdir(parents=True)
    (folder / "games.db").write_bytes(b"no database" * 99)


def no_state(patient: Patient) -> None:
    patient.words = {"folders": {"state": "/nowhere/umpire"}}


def read_only(patient: Patient) -> None:
    def fails(folder: Path, times: int = 11) -> float:
        raise OSError(30, "Read-only file system")

    patient.machine.fsync_seconds = fails  # type: ignore[method-assign]


def bus_at(hertz: int) -> Ill:
    where = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
    return lambda patient: patient.machine.put(where, hertz.to_bytes(4, "big"))


def without(name: str) -> Ill:
    return lambda patient: patient.machine.lose(name)


def put(name: str, content: bytes) -> Ill:
    return lambda patient: patient.machine.put(name, content)


def answers(said: str, answer: str | None) -> Ill:
    return lambda patient: patient.machine.answers.update({said: answer})


def library(name: str, found: Library | None) -> Ill:
    return lambda patient: patient.machine.libraries.update({name: found})


def does_not_load(name: str, why: str) -> Ill:
    return lambda patient: patient.machine.broken_imports.update({name: why})


def attribute(name: str, value: Any) -> Ill:
    return lambda patient: setattr(patient.machine, name, value)


def both(*ills: Ill) -> Ill:
    return lambda patient: [ill(patient) for ill in ills]


ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
UNIT = "etc/systemd/system/umpire.service"
ILLS: list[tuple[str, Ill, str, str]] = [  # what is looked at, what is wrong, its grade, a word of what is said
    ("model", put("proc/device-tree/model", b"Some PC\0"), BAD, "Some PC"),
    ("model", without("proc/device-tree/model"), BAD, "umpire run --simulated"),
    ("system", put("etc/os-release", b"VERSION_CODENAME=buster\n"), NOTE, "buster"),
    ("system", without("etc/os-release"), NOTE, "another may do"),
    ("Python", attribute("version", (3, 9)), BAD, "3.11 to 3.13"),
    ("Python", attribute("version", (3, 14)), BAD, "3.14"),
    ("power", put(ALARM, b"1\n"), BAD, "power supply"),
    ("power", answers("vcgencmd get_throttled", "throttled=0x50005"), BAD, "too low"),
    ("power", answers("vcgencmd get_throttled", "throttled=0x50000"), NOTE, "since the start"),
    ("power", both(without(ALARM), answers("vcgencmd get_throttled", None)), NOTE, "not told"),
    ("clock", without("run/systemd/timesync/synchronized"), NOTE, "dates may be wrong"),
    ("groups", put("etc/group", b"video:x:44:\n"), BAD, "gpio, i2c, spi"),
    ("library picamera2", library("picamera2", None), BAD, "apt install python3-picamera2"),
    ("library libcamera", library("libcamera", None), BAD, "apt install python3-libcamera"),
    ("library lgpio", library("lgpio", None), BAD, "apt install python3-lgpio"),
    ("library luma.oled", library("luma.oled", None), BAD, "make install"),
    ("library cv2", does_not_load("cv2", "ImportError: libGL.so.1"), BAD, "libGL.so.1"),
    ("library picamera2", does_not_load("picamera2", "No module named 'pykms'"), BAD, "pykms"),
    ("library numpy", library("numpy", Library("2.3.0", f"{OURS}/numpy")), BAD, "pip uninstall numpy"),
    ("bus of the panel", without("dev/i2c-1"), BAD, "dtparam=i2c_arm=on"),
    ("bus of the panel", bus_at(100_000), NOTE, "i2c_arm_baudrate=400000"),
    ("bus of the panel", without("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"), NOTE, "not told"),
    (
        "bus of the panel",
        both(without("dev/spidev0.0"), with_settings(panel={"driver": "ssd1322"})),
        BAD,
        "dtparam=spi=on",
    ),
    ("panel", broken(PANEL), BAD, "SDA and SCL"),
    ("panel", kept(PANEL), BAD, "SDA and SCL"),
    ("panel", with_settings(panel={"driver": "ssd1322"}), NOTE, "cannot answer"),
    ("panel", lambda patient: setattr(patient.doors, "panel", None), NOTE, "settings name none"),
    ("pins", without("dev/gpiochip0"), BAD, "Raspberry Pi"),
    ("pins", broken(BROKEN_BUTTONS), BAD, "Check the wires"),
    ("pins", lambda patient: patient.buttons.push(NEXT, True), BAD, "next (23)"),
    ("camera", broken(CAMERA), BAD, "both sockets"),
    ("camera", kept(CAMERA), BAD, "both sockets"),
    ("camera", slow_camera, BAD, "[camera] size"),
    ("camera", lambda patient: setattr(patient.doors, "camera", None), SKIPPED, "by hand"),
    ("focus", usb_camera, NOTE, "Turn its ring"),
    ("exposure and colours", usb_camera, NOTE, "ExposureTime, AnalogueGain, ColourGains"),
    ("form of the pictures", usb_camera, NOTE, "NV12"),
    ("focus", unlearnt, NOTE, "not kept yet"),
    ("exposure and colours", unlearnt, NOTE, "not kept yet"),
    ("light and sharpness", usb_camera, NOTE, "Lay the tray"),
    ("light and sharpness", sees(255), BAD, "dim the lamp"),
    ("light and sharpness", sees(45), BAD, "bring more light"),
    ("light and sharpness", other_light, BAD, "light has changed"),
    ("disk", no_state, BAD, "make install"),
    ("disk", attribute("free", 20.0), BAD, "Make room"),
    ("disk", attribute("free", 200.0), NOTE, "Make room soon"),
    ("writing to the disk", attribute("fsync", 2.0), BAD, "2000 ms"),
    ("writing to the disk", attribute("fsync", 0.4), NOTE, "400 ms"),
    ("writing to the disk", read_only, BAD, "Read-only file system"),
    ("profile", torn_profile, BAD, "lays the old one aside"),
    ("profile", unlearnt, NOTE, "first run"),
    ("journal", edited_journal, BAD, "Copy the folder"),
    ("journal", torn_journal, BAD, "Copy the folder"),
    ("unit", without(UNIT), BAD, "make install"),
    ("unit", without("opt/umpire/bin/umpire"), BAD, "which is missing"),
    ("start at power-on", answers("systemctl is-enabled umpire", "disabled"), BAD, "systemctl enable umpire"),
    ("start at power-on", answers("systemctl is-enabled umpire", None), SKIPPED, "no systemctl"),
    ("exposure of the unit", answers("systemd-analyze security", "Overall exposure level: 9.2 UNSAFE"), BAD, "9.2"),
    ("exposure of the unit", answers("systemd-analyze security", None), SKIPPED, "does not tell"),
    ("hardware watchdog", without("etc/systemd/system.conf.d/50-umpire-watchdog.conf"), NOTE, "hardware.md"),
]


@pytest.mark.parametrize(("what", "ill", "grade", "word"), ILLS, ids=[f"{w}-{n}" for n, (w, *_) in enumerate(ILLS)])
def test_each_check_can_fail(patient: Patient, what: str, ill: Ill, grade: str, word: str) -> None:
    ill(patient)
    finding = patient.of(what)
    assert finding.grade == grade
    assert word in f"{finding.found} - {finding.advice}"
    assert finding.stops == (grade == BAD)


def test_every_check_has_something_that_makes_it_fail(patient: Patient) -> None:
    checked = {what for what, *_ in ILLS} | {"buttons", "picture on the panel"}
    libraries = {str(f.what) for f in patient.findings() if str(f.what).startswith("library ")}
    assert {str(f.what) for f in patient.findings()} - libraries <= checked


def test_a_sounder_and_lights_that_fail_are_named(patient: Patient) -> None:
    class Sounder:
        trouble = "The sounder does not work (pin busy); check its wires."

        def sound(self, what: str) -> None: ...

    patient.doors.sounder = Sounder()
    assert patient.of("sounder").grade == BAD


# ---- probed, exercised, witnessed
def test_the_picture_on_the_panel_is_never_called_good(patient: Patient) -> None:
    finding = patient.of("picture on the panel")
    assert (finding.kind, finding.grade) == (WITNESSED, NOTE)
    assert not Finding(say("x"), say("y"), BAD, kind=WITNESSED).stops
    assert Finding(say("x"), say("y"), BAD, kind=EXERCISED).stops
    assert Finding(say("x"), say("y"), BAD, kind=PROBED).stops


def press(patient: Patient, *buttons: str) -> list[Finding]:
    """The doctor asks for each button; these are pressed, one every two seconds."""
    asked = iter(buttons)
    findings: list[Finding] = []
    from firmware.doctor.hardware import buttons as check

    def tell(words: object) -> None:
        button = next(asked, "")
        if button:
            patient.buttons.tap(button, after=2.0)

    findings.extend(check(patient.doors, patient.settings, True, tell))
    return findings


def test_every_button_is_exercised(patient: Patient) -> None:
    findings = press(patient, *BUTTONS)
    assert [(f.kind, f.grade) for f in findings] == [(EXERCISED, GOOD)] * 4
    assert patient.of("buttons").kind == EXERCISED


def test_buttons_that_are_mixed_up_or_silent_are_named(patient: Patient) -> None:
    findings = press(patient, CONFIRM, PREVIOUS, BACK, "")
    assert [f.grade for f in findings] == [GOOD, BAD, BAD, BAD]
    assert "“previous” was heard" in str(findings[1].found)
    assert "pin 23" in str(findings[3].advice)
    broken(BROKEN_BUTTONS)(patient)
    assert [f.grade for f in press(patient, CONFIRM)] == [BAD]


def test_while_the_box_runs_its_hardware_is_left_alone(patient: Patient) -> None:
    patient.machine.answers["systemctl is-active umpire"] = "active"
    broken(PANEL, CAMERA, BROKEN_BUTTONS)(patient)
    findings = {str(f.what): f for f in patient.findings()}
    for what in ("panel", "pins", "buttons", "camera"):
        assert findings[what].grade == SKIPPED
        assert "systemctl stop umpire" in str(findings[what].found)
    assert findings["disk"].grade == GOOD
    assert any(f.grade == BAD for f in patient.findings(mine=True))


# ---- the machine and the command
def test_another_root_stands_for_the_whole_system(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "x").write_bytes(b"told\0")
    machine = Machine(environment={ROOT: str(tmp_path)})
    assert machine.text("proc/x") == "told"
    assert machine.text("proc/y") is None
    assert machine.matching("proc/*") == ["proc/x"]
    assert Machine(environment={}).root == Path("/")


def test_what_the_real_machine_tells(tmp_path: Path) -> None:
    machine = Machine()
    found = machine.library("numpy", "numpy")
    assert found
    assert found.version[0].isdigit()
    assert machine.library("no_such_library", "none") is None
    assert machine.import_trouble("json") == ""
    assert "no_such_library" in machine.import_trouble("no_such_library")
    assert machine.answer(sys.executable, "-c", "print('hello')") == "hello"
    assert machine.answer("no-such-program") is None
    assert machine.fsync_seconds(tmp_path) > 0
    assert list(tmp_path.iterdir()) == []
    assert machine.free_mb(tmp_path) > 0
    assert machine.python == sys.version_info[:2]


@pytest.fixture
def at_the_terminal(patient: Patient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The command finds this patient where it would find the real box."""
    path = tmp_path / "settings.toml"
    path.write_text(f'[folders]\nstate = "{patient.state}"\n')
    monkeypatch.setattr(doctor, "open_doors", lambda settings: patient.doors)
    monkeypatch.setattr("firmware.doctor.Machine", lambda: patient.machine)
    return path


def test_the_exit_status_gates(patient: Patient, at_the_terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--settings", str(at_the_terminal)]) == 0
    told = capsys.readouterr().out
    assert "ok    model [probed]: Raspberry Pi 4 Model B Rev 1.4\n" in told
    assert "note  picture on the panel [witnessed]:" in told
    assert isinstance(patient.doors.panel, SimulatedPanel)
    assert (patient.doors.panel.shown, patient.doors.panel.level) == (1, OFF)
    patient.machine.put(ALARM, b"1")
    assert main(["doctor", "--settings", str(at_the_terminal)]) == 1
    assert "BAD   power [probed]: the voltage is too low - Use the Pi's own power supply" in capsys.readouterr().out


def test_json_is_a_line_a_finding(patient: Patient, at_the_terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patient.machine.lose("dev/i2c-1")
    assert main(["doctor", "--json", "--settings", str(at_the_terminal)]) == 1
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"grade", "kind", "what", "found", "advice"} == set(findings[0])
    assert [f["what"] for f in findings if f["grade"] == "bad"] == ["bus of the panel"]


def test_in_german_where_the_box_is(
    patient: Patient, at_the_terminal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_the_terminal.write_text(at_the_terminal.read_text() + "")
    at_the_terminal.write_text('language = "de"\n' + at_the_terminal.read_text())
    patient.machine.put(ALARM, b"1")
    assert main(["doctor", "--settings", str(at_the_terminal)]) == 1
    assert "die Spannung ist zu niedrig" in capsys.readouterr().out


def test_on_a_machine_that_is_no_box_it_ends_with_findings_and_not_with_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[folders]\nstate = "{tmp_path}"\n')
    assert main(["doctor", "--settings", str(settings)]) == 1
    assert "BAD " in capsys.readouterr().out
