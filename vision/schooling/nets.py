"""The nets: the finder draws maps of a whole picture, the reader tells a face's value, a third tells drawn marks.

Needs torch.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn


class Block(nn.Module):
    """Two convolutions beside a straight way."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _layer(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Add what two convolutions make of x to x."""
        return torch.relu(x + cast(Tensor, self.second(self.first(x))))


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU())


def _up(into: int, out: int) -> nn.Sequential:
    return nn.Sequential(nn.ConvTranspose2d(into, out, 2, 2, bias=False), nn.BatchNorm2d(out), nn.ReLU())


class Finder(nn.Module):
    """Maps at a quarter of the picture's size: heat of top faces, 7 classes, 7 numbers of shape."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_layer(3, 16, 2), _layer(16, 24, 2), Block(24))
        self.eighth = nn.Sequential(_layer(24, 40, 2), Block(40), Block(40))
        self.sixteenth = nn.Sequential(_layer(40, 56, 2), Block(56), Block(56))
        self.up_eighth, self.mix_eighth = _up(56, 40), nn.Sequential(_layer(80, 40), Block(40))
        self.up_quarter, self.mix_quarter = _up(40, 24), nn.Sequential(_layer(48, 32), Block(32))
        self.heads = nn.Conv2d(32, 15, 1)
        with torch.no_grad():
            assert self.heads.bias is not None
            self.heads.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """Draw the 15 maps of pictures in 0..1."""
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        deep = self.up_eighth(self.sixteenth(eighth))
        eighth = self.mix_eighth(torch.cat([deep, eighth], 1))
        quarter = self.mix_quarter(torch.cat([self.up_quarter(eighth), quarter], 1))
        return cast(Tensor, self.heads(quarter))


class Reader(nn.Module):
    """Seven classes of a 48 x 48 crop: the values 1 to 6, and not a clear face."""

    def __init__(self) -> None:
        super().__init__()
        self.eyes = nn.Sequential(
            _layer(3, 16), _layer(16, 24, 2), Block(24), _layer(24, 40, 2), Block(40), _layer(40, 56, 2), Block(56)
        )
        self.mind = nn.Sequential(
            nn.AvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(56 * 9, 48), nn.ReLU(), nn.Linear(48, 7)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Say the classes' logits of evened crops."""
        return cast(Tensor, self.mind(self.eyes(x)))


class Marks(nn.Module):
    """The classes of a drawn mark, from a 64 x 64 cut-out of ink."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.eyes = nn.Sequential(
            nn.Sequential(nn.Conv2d(1, 12, 5, 2, 2, bias=False), nn.BatchNorm2d(12), nn.ReLU()),
            *(_layer(12, 24), nn.MaxPool2d(2)),
            *(_layer(24, 40), nn.MaxPool2d(2)),
            *(_layer(40, 56), nn.MaxPool2d(2)),
        )
        self.mind = nn.Sequential(nn.Flatten(), nn.Dropout(0.25), nn.Linear(56 * 16, classes))

    def forward(self, x: Tensor) -> Tensor:
        """Say the classes' logits of inks."""
        return cast(Tensor, self.mind(self.eyes(x)))


class Posture(nn.Module):
    """Three classes of a 56 x 56 crop with its steepness: the die lies flat, leans, stands on another."""

    def __init__(self) -> None:
        super().__init__()
        self.eyes = nn.Sequential(
            *(_layer(4, 16), _layer(16, 24, 2), Block(24)),
            *(_layer(24, 40, 2), Block(40), _layer(40, 56, 2), Block(56)),
        )
        self.mind = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(56 * 49, 48), nn.ReLU(), nn.Linear(48, 3))

    def forward(self, x: Tensor) -> Tensor:
        """Say the classes' logits of evened crops, each with its steepness as a fourth colour."""
        return cast(Tensor, self.mind(self.eyes(x)))
