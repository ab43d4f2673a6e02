"""The school of the mark reader: trains its net on a copybook and writes it as ONNX. Needs torch."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from vision.inks import SIZE
from vision.marks import CLASSES
from vision.schooling.copybook import LEVELS, read
from vision.schooling.nets import Marks
from vision.schooling.scribe import DEEPEST, rim

COUNT = 96  # drawings a lesson
RIMS = 600
SHOWN_EVERY = 15.0  # seconds
KEPT_EVERY = 4.0  # minutes


def _lesson(drawings: Tensor, rims: Tensor) -> Tensor:
    """Drawings moved, stretched, under a printed rim, paler or darker, with noise: new in every lesson."""
    count = len(drawings)
    turn, stretch = torch.randn(count) * 0.05, 1 + torch.randn(count, 2) * 0.05
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 0, 1] = torch.cos(turn) * stretch[:, 0], -torch.sin(turn)
    matrix[:, 1, 0], matrix[:, 1, 1] = torch.sin(turn), torch.cos(turn) * stretch[:, 1]
    matrix[:, :, 2] = torch.randn(count, 2) * 0.05
    ink = drawings.float().unsqueeze(1) / LEVELS
    ink = fn.grid_sample(ink, fn.affine_grid(matrix, ink.shape, align_corners=False), align_corners=False)
    rimmed = (torch.rand(count, 1, 1, 1) < 0.5) * torch.rand(count, 1, 1, 1) * 0.9
    ink = torch.maximum(ink, rims[torch.randint(len(rims), (count,))].unsqueeze(1) * rimmed)
    ink = ink * torch.exp(torch.randn(count, 1, 1, 1) * 0.12) + torch.randn_like(ink) * 0.02
    return ink.clamp(0, DEEPEST)


def train(folder: Path, to: Path, minutes: float, seed: int, start: Path | None = None) -> None:
    """Train the net for so many minutes and write it to an ONNX file, with its weights beside."""
    torch.manual_seed(seed)
    drawings, classes = (torch.from_numpy(array) for array in read(folder))
    rng = np.random.default_rng(seed)
    rims = torch.from_numpy(np.stack([rim(rng) for _ in range(RIMS)]))
    net: nn.Module = Marks(len(CLASSES))
    if start is not None:
        net.load_state_dict(torch.load(start))
    best = 2.5e-3 if start is None else 1.8e-3
    teacher = torch.optim.AdamW(net.parameters(), lr=best, weight_decay=1e-3)
    began = kept = time.monotonic()
    step, shown, running, right = 0, 0.0, 0.0, 0.0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in teacher.param_groups:
            group["lr"] = best * (0.5 + 0.5 * float(np.cos(np.pi * done))) + 1e-5
        chosen = torch.randint(len(drawings), (COUNT,))
        said = net(_lesson(drawings[chosen], rims))
        loss = fn.cross_entropy(said, classes[chosen], label_smoothing=0.02)
        teacher.zero_grad()
        loss.backward()
        teacher.step()
        old = min(0.98, step / (step + 1))
        running = old * running + (1 - old) * loss.item()
        right = old * right + (1 - old) * (said.argmax(1) == classes[chosen]).float().mean().item()
        step += 1
        if time.monotonic() - shown > SHOWN_EVERY:
            shown = time.monotonic()
            print(f"marks: step {step}, {done:.0%}, loss {running:.3f}, right {right:.0%}", flush=True)
        if time.monotonic() - kept > 60 * KEPT_EVERY:
            kept = time.monotonic()
            write(net, to)
    write(net, to)


def write(net: nn.Module, to: Path) -> None:
    """Write the net as ONNX for OpenCV, saying shares of all classes, and its weights beside, to go on from."""
    net.eval()
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    torch.onnx.export(
        nn.Sequential(net, nn.Softmax(1)).eval(),
        (torch.zeros(1, 1, SIZE, SIZE),),
        str(to),
        input_names=["ink"],
        output_names=["marks"],
        dynamic_axes={"ink": {0: "n"}, "marks": {0: "n"}},
        opset_version=12,
        dynamo=False,
    )
    net.train()
