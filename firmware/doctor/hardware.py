"""Checks of what is wired to the Pi: bus, panel, pins, buttons, camera, focus, light. They use the doors themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware.doctor.finding import EXERCISED, WITNESSED, Finding, bad, good, note, skipped
from firmware.doctor.machine import Machine
from firmware.doors.kept import KeptPanel
from firmware.doors.ports import BUTTONS, ButtonTrouble, CameraTrouble, Doors, PanelTrouble
from firmware.doors.presses import Fingers
from firmware.profile import Place, Profile
from firmware.settings import I2C_PANELS, Settings
from rules.words import SILENCE, Phrase, say

FAST_BUS = 400_000
FRAME_WAIT = 2.0
PRESS_WAIT = 20.0  # seconds for each button
TRAY = Place(0, 200.0, 150.0)


def bus(machine: Machine, settings: Settings) -> Iterator[Finding]:
    panel = settings.panel
    if panel.driver in I2C_PANELS:
        what, device = say("bus of the panel"), f"dev/i2c-{panel.i2c_bus}"
        if not machine.there(device):
            yield bad(what, say("/{} is missing", device), say("Write dtparam=i2c_arm=on into config.txt; start anew."))
            return
        rate = machine.content(f"sys/class/i2c-adapter/i2c-{panel.i2c_bus}/of_node/clock-frequency")
        hertz = int.from_bytes(rate, "big") if rate else None
        if hertz is None:
            yield note(what, say("/{}, its speed is not told", device))
        elif hertz < FAST_BUS:
            advice = say("Write dtparam=i2c_arm_baudrate=400000 into config.txt; start anew.")
            yield note(what, say("/{} at {} kHz: the panel is slow", device, hertz // 1000), advice)
        else:
            yield good(what, say("/{} at {} kHz", device, hertz // 1000))
    elif panel.on_spi:
        what, device = say("bus of the panel"), f"dev/spidev{panel.spi_bus}.{panel.spi_device}"
        if machine.there(device):
            yield good(what, say("/{}", device))
        else:
            yield bad(what, say("/{} is missing", device), say("Write dtparam=spi=on into config.txt; start anew."))


def panel(doors: Doors, settings: Settings) -> Iterator[Finding]:
    what = say("panel")
    if doors.panel is None:
        yield note(what, say("the settings name none"), say("Without a panel nobody sees what is asked."))
        return
    try:
        doors.panel.begin()
        doors.panel.show(test_picture(doors.panel.size))
        trouble = doors.panel.trouble if isinstance(doors.panel, KeptPanel) else ""
    except PanelTrouble as error:
        trouble = str(error)
    driver = settings.panel.driver
    if trouble:
        yield bad(what, say("{}", trouble), say("Check VCC, GND, SDA and SCL, and [panel] driver and address."))
    elif settings.panel.on_spi:
        yield note(what, say("{}: it cannot answer on this bus", driver), say("Look at the picture."))
    else:
        yield good(what, say("{} answers", driver))
    if not trouble:
        looks = say("while the doctor looks: a frame of one dot all around, a small square at its top left")
        advice = say('If two columns at the edge are noisy or missing, write driver = "sh1106" or "ssd1306".')
        yield note(say("picture on the panel"), looks, advice, WITNESSED)


def test_picture(size: tuple[int, int]) -> Any:
    from PIL import Image, ImageDraw

    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    draw.rectangle((4, 4, 11, 11), fill=1)
    return picture


def pins(machine: Machine, doors: Doors, settings: Settings) -> Iterator[Finding]:
    what = say("pins")
    if not machine.matching("dev/gpiochip*"):
        yield bad(what, say("there is no /dev/gpiochip"), say("Is this a Raspberry Pi with its own system?"))
    try:
        levels = doors.buttons.levels()
    except ButtonTrouble as trouble:
        yield bad(what, say("{}", str(trouble)), say("Check the wires of the buttons and the pins in the settings."))
        return
    down = [f"{button} ({settings.buttons.pins[button]})" for button in BUTTONS if levels.get(button)]
    if down:
        advice = say("Let go of it; if nobody presses, its wire touches ground or a neighbour.")
        yield bad(what, say("down though nobody presses: {}", ", ".join(down)), advice)
    else:
        yield good(what, say("free, and no button is down"))
    for word, door in (("sounder", doors.sounder), ("lights", doors.lights)):
        trouble_of = getattr(door, "trouble", "")
        if trouble_of:
            yield bad(say("{}", word), say("{}", trouble_of), say("Check its wires and its pin in the settings."))


def buttons(doors: Doors, settings: Settings, ask: bool, tell: Any) -> Iterator[Finding]:
    """Each button once, by hand: `tell` says which."""
    if not ask:
        yield skipped(say("buttons"), say("pressed by nobody; ask with --press"), EXERCISED)
        return
    for button in BUTTONS:
        what = say("button {}", button)
        tell(say("Press “{}”.", button))
        try:
            heard = _first_press(doors, settings)
        except ButtonTrouble as trouble:
            yield bad(what, say("{}", str(trouble)), say("Check its wires."), EXERCISED)
            return
        if heard is None:
            advice = say("Check its wire to pin {}.", settings.buttons.pins[button])
            yield bad(what, say("not heard within {} seconds", int(PRESS_WAIT)), advice, EXERCISED)
        elif heard != button:
            yield bad(what, say("“{}” was heard", heard), say("Swap their wires or their pins."), EXERCISED)
        else:
            yield good(what, say("heard"), EXERCISED)


def _first_press(doors: Doors, settings: Settings) -> str | None:
    clock = doors.clock
    fingers = Fingers.resting(doors.buttons.levels(), clock.now(), settings.buttons.timing)
    deadline = clock.now() + PRESS_WAIT
    while clock.now() < deadline:
        clock.wait(0.02)
        fingers, presses = fingers.after(doors.buttons.edges(), doors.buttons.levels(), clock.now(), frozenset())
        if presses:
            return presses[0].button
    return None


def camera(doors: Doors, settings: Settings, profile: Profile) -> Iterator[Finding]:
    what = say("camera")
    if doors.camera is None:
        yield skipped(what, say("the settings name none: everything goes by hand"))
        return
    begun = doors.clock.now()
    try:
        doors.camera.glance()  # opens it, which may take a while
        begun = doors.clock.now()
        frame = doors.camera.frame(begun, FRAME_WAIT + 2.0)
    except CameraTrouble as trouble:
        yield bad(what, say("{}", str(trouble)), say("Check that the cable sits straight in both sockets."))
        return
    took = doors.clock.now() - begun
    height, width = frame.picture.shape[:2]
    told = say("a picture of {} x {} in {} s", width, height, f"{took:.1f}")
    if took > FRAME_WAIT:
        yield bad(what, told, say("Make the picture smaller: [camera] size in the settings."))
    else:
        yield good(what, told)
    delivers = getattr(doors.camera, "delivers", "")
    if delivers and delivers != "RGB888":
        yield note(say("form of the pictures"), say("{} instead of what was asked for", delivers))
    yield from _steadiness(tuple(getattr(doors.camera, "missing", ())), profile)
    yield from light(frame.picture, profile)


def _steadiness(missing: tuple[str, ...], profile: Profile) -> Iterator[Finding]:
    lens = "LensPosition"
    if lens in missing:
        advice = say("Turn its ring until the picture is sharp, then leave it.")
        yield note(say("focus"), say("fixed: this camera's lens is set by hand"), advice)
    elif profile.locks.lens is None:
        yield note(say("focus"), say("not kept yet"), say("Go through “light” in the menu."))
    else:
        yield good(say("focus"), say("kept at {} dioptres", f"{profile.locks.lens:.1f}"))
    others = [name for name in missing if name != lens]
    if others:
        advice = say("Colours may drift; play in steady light.")
        yield note(say("exposure and colours"), say("this camera cannot keep: {}", ", ".join(others)), advice)
    elif not profile.locks.any:
        yield note(say("exposure and colours"), say("not kept yet"), say("Go through “light” in the menu."))
    else:
        yield good(say("exposure and colours"), say("kept"))


def light(picture: Any, profile: Profile) -> Iterator[Finding]:
    """Sharpness and white paper, measured on the markers of any place that is seen."""
    from vision.light import Light, measure, said
    from vision.surface import SurfaceSpec, find_surfaces

    places = dict(profile.places) or {"tray": TRAY}
    specs = [SurfaceSpec(name, p.first_marker, p.width_mm, p.height_mm) for name, p in places.items()]
    seen = [surface for surface in find_surfaces(picture, specs) if surface.seen]
    what = say("light and sharpness")
    if not seen:
        yield note(what, say("none of the places is seen"), say("Lay the tray with its markers under the camera."))
        return
    now = measure(picture, seen[0])
    told = say("edges over {} mm, paper at {} of 255", f"{now.edge_mm:.1f}", round(max(now.paper)))
    before = profile.paper
    changed = said(Light(before.colour, before.edge_mm), now) if before else now.advice
    yield bad(what, told, say("{}", changed)) if changed else good(what, told)


def running(machine: Machine) -> Phrase:
    """Why the hardware cannot be looked at now: the box is using it. SILENCE when it can."""
    if machine.answer("systemctl", "is-active", "umpire") == "active":
        return say("the box is running; stop it first: systemctl stop umpire")
    return SILENCE
