#!/usr/bin/env bash
# What "make install" does. It may be run again at any time: it brings everything up to date, and leaves the settings, the
# games and what a site added to the units as they are.
#
#   DESTDIR   lays the same tree below a folder; no packages, no users, no services
#   PREFIX    where Umpire lies (/opt/umpire)      LINK      where its command is linked from (/usr/local/bin)
#   ON_PI     yes or empty; asked of the machine   WATCHDOG  1: the Pi's own watchdog as well
#   PIP       no: neither environment nor packages, for a tree that gets its Python elsewhere
set -euo pipefail
cd "$(dirname "$0")/.."

DESTDIR=${DESTDIR:-} PREFIX=${PREFIX:-/opt/umpire} LINK=${LINK:-/usr/local/bin} PYTHON=${PYTHON:-python3}
if [ -z "${ON_PI+set}" ]; then
    ON_PI=$(grep -qs 'Raspberry Pi' /proc/device-tree/model && echo yes || true)
fi
UNITS=/etc/systemd/system
here=$DESTDIR$PREFIX

if [ -z "$DESTDIR" ] && ! { [ -w "$(dirname "$PREFIX")" ] && [ -w /etc ]; }; then
    echo "umpire: $PREFIX and /etc cannot be written; run sudo make install." >&2
    exit 2
fi

# The camera and the pins belong to the system: picamera2 is bound to its Python and its numpy, and lgpio from PyPI
# would have to be built.
packages="python3-venv python3-numpy python3-picamera2 python3-gpiozero python3-lgpio python3-spidev"
if [ "$ON_PI" = yes ] && [ -z "$DESTDIR" ]; then
    missing=
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        apt-get update
        # shellcheck disable=SC2086  # a list of packages
        apt-get install -y --no-install-recommends $missing
    fi
fi

# A running box is stopped while its code changes; its game is on the disk and comes back.
running=
if [ -z "$DESTDIR" ] && command -v systemctl >/dev/null && systemctl is-active --quiet umpire; then
    running=yes
    systemctl stop umpire
fi

if [ "${PIP:-}" != no ]; then
    lock=requirements.lock system=
    if [ "$ON_PI" = yes ]; then
        lock=requirements-pi.lock system=--system-site-packages
    fi
    "$PYTHON" -m venv $system "$here"
    "$here/bin/python" -m pip --disable-pip-version-check -q install --upgrade -c "$lock" '.[eyes,sheets,device,web]'
    if [ -n "$DESTDIR" ]; then # the scripts name the Python of the place where they will lie
        { grep -Ilr "^#!$DESTDIR" "$here/bin" || true; } | xargs -r sed -i "1s|$DESTDIR||"
    fi
fi

lay() { install -D -m "${3:-644}" "$1" "$DESTDIR$2"; }

for unit in systemd/*.service systemd/*.path systemd/*.socket systemd/*.timer; do
    [ ! -e "$unit" ] || lay "$unit" "$UNITS/$(basename "$unit")"
done
[ "$PREFIX" = /opt/umpire ] || sed -i "s|/opt/umpire/|$PREFIX/|g" "$DESTDIR$UNITS"/umpire*.*
for users in systemd/*.sysusers.conf; do
    lay "$users" "/etc/sysusers.d/$(basename "$users" .sysusers.conf).conf"
done
[ "${WATCHDOG:-}" != 1 ] || lay systemd/umpire-watchdog.conf /etc/systemd/system.conf.d/50-umpire-watchdog.conf
[ -e "$DESTDIR/etc/umpire/settings.toml" ] || lay systemd/settings.toml /etc/umpire/settings.toml
lay systemd/settings.toml "$PREFIX/share/umpire/settings.toml"
lay hardware.md "$PREFIX/share/umpire/hardware.md"
mkdir -p "$DESTDIR$LINK"
ln -sfn "$PREFIX/bin/umpire" "$DESTDIR$LINK/umpire"
[ -d "$DESTDIR/var/lib/umpire" ] || install -d -m 750 "$DESTDIR/var/lib/umpire"

# The buses: on, and the panel's fast enough. A line that somebody wrote already stays as it is.
boot=$DESTDIR/boot/firmware/config.txt
changed=
if [ "$ON_PI" = yes ] && [ -f "$boot" ]; then
    for line in dtparam=i2c_arm=on dtparam=i2c_arm_baudrate=400000 dtparam=spi=on; do
        if ! grep -Eq "^\s*${line%=*}=" "$boot"; then
            [ -n "$changed" ] || printf '\n# Umpire: the buses of the panel\n[all]\n' >>"$boot"
            printf '%s\n' "$line" >>"$boot"
            changed=yes
        fi
    done
    mkdir -p "$DESTDIR/etc/modules-load.d"
    [ -e "$DESTDIR/etc/modules-load.d/umpire.conf" ] || echo i2c-dev >"$DESTDIR/etc/modules-load.d/umpire.conf"
fi

[ -z "$DESTDIR" ] || exit 0
if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers /etc/sysusers.d/umpire.conf
    chown umpire:umpire /var/lib/umpire
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    [ "$ON_PI" != yes ] || systemctl enable -q umpire umpire-web.path
    [ -z "$running" ] || systemctl start umpire
fi
[ -z "$changed" ] || echo "The buses were switched on in $boot: start the Pi anew before the next step."
echo "Installed in $PREFIX. Next: umpire doctor; then: systemctl start umpire."
