"""What many answers or many deals say together."""

from __future__ import annotations

from rummy_lab.stats.class_report import ClassReport, class_report
from rummy_lab.stats.comparing import compare
from rummy_lab.stats.crossed import interaction
from rummy_lab.stats.means import mean
from rummy_lab.stats.planning import deals_needed
from rummy_lab.stats.rates import rate
from rummy_lab.stats.rating import ratings
from rummy_lab.stats.sequential import StoppedOnSignificance, confidence_sequence
from rummy_lab.stats.skill import skill
from rummy_lab.stats.stopping import half_width, significant
from rummy_lab.stats.summary import summary
from rummy_lab.stats.survival import survival

__all__ = [
    "ClassReport",
    "StoppedOnSignificance",
    "class_report",
    "compare",
    "confidence_sequence",
    "deals_needed",
    "half_width",
    "interaction",
    "mean",
    "rate",
    "ratings",
    "significant",
    "skill",
    "summary",
    "survival",
]
