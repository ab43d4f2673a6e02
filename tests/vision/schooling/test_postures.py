"""Made dice that lie, lean and are stacked: drawn again alike, and seen from where they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.posture import LEANS, LIES, POSTURES, RAISED
from vision.schooling.postures import DRAWN, SHARD, Above, _company, _make, draw, scene


def test_a_scene_can_be_drawn_again() -> None:
    one, two = scene(np.random.default_rng(4)), scene(np.random.default_rng(4))
    assert np.array_equal(one[0], two[0])
    assert one[1:] == two[1:]
    assert one[0].shape == (DRAWN, DRAWN, 3)


def test_all_postures_come_up() -> None:
    rng = np.random.default_rng(5)
    seen = {POSTURES[scene(rng)[1]] for _ in range(30)}
    assert seen == set(POSTURES)


def test_the_first_die_is_as_the_posture_says() -> None:
    rng = np.random.default_rng(6)
    for _ in range(20):
        assert _company(rng, _make(rng), LIES)[0].flat
        assert not _company(rng, _make(rng), LEANS)[0].flat
        assert _company(rng, _make(rng), RAISED)[0].level == 1


def test_a_place_on_the_table_is_seen_where_it_is_and_one_above_it_further_out() -> None:
    eye = Above(np.array([-4.0, 0.0, 20.0], np.float32), np.zeros(2, np.float32), 10.0, 35.0)
    points = np.array([[1.0, 2.0, 0.0], [1.0, 2.0, 1.0]], np.float32)
    low, high = eye.pixels(points)
    assert np.allclose(low, [45, 55], atol=1e-4)
    assert high[0] > low[0]
    assert high[1] > low[1]
    ray = eye.rays(np.float32([[high[0]]]), np.float32([[high[1]]]))[0, 0]  # type: ignore[arg-type]
    way = points[1] - eye.place
    assert np.allclose(ray, way / np.linalg.norm(way), atol=1e-4)


def test_what_is_drawn_already_is_kept(tmp_path: Path) -> None:
    (tmp_path / "posture000.npz").write_bytes(b"kept")
    draw(tmp_path, SHARD, 7, 1)
    assert (tmp_path / "posture000.npz").read_bytes() == b"kept"
