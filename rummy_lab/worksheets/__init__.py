"""Worksheets: a lesson or some puzzles as pages to print, their solutions on pages of their own."""

from __future__ import annotations

from rummy_lab.worksheets.sheet import Worksheet, worksheet

__all__ = ["Worksheet", "worksheet"]
