"""What many answers or many deals say together."""

from __future__ import annotations

from rummy_lab.stats.class_report import ClassReport, class_report
from rummy_lab.stats.comparing import compare
from rummy_lab.stats.means import mean
from rummy_lab.stats.rates import rate
from rummy_lab.stats.sequential import StoppedOnSignificance, confidence_sequence
from rummy_lab.stats.stopping import half_width, significant

__all__ = [
    "ClassReport",
    "StoppedOnSignificance",
    "class_report",
    "compare",
    "confidence_sequence",
    "half_width",
    "mean",
    "rate",
    "significant",
]
