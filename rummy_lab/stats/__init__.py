"""What many answers or many deals say together."""

from __future__ import annotations

from rummy_lab.stats.class_report import ClassReport, class_report
from rummy_lab.stats.means import mean
from rummy_lab.stats.rates import rate

__all__ = ["ClassReport", "class_report", "mean", "rate"]
