"""As much of matplotlib as the outlines of a table need; not matplotlib."""

import sys
from pathlib import Path
from types import ModuleType

__version__ = "0+stand.in"
_NAMES = {
    "artist": ["Artist"],
    "axes": ["Axes"],
    "backend_bases": ["RendererBase"],
    "backends": [],
    "backends.backend_agg": ["FigureCanvasAgg"],
    "figure": ["Figure"],
}


def get_data_path():
    return str(Path(__file__).parent / "mpl-data")


for _module, _classes in _NAMES.items():
    _made = sys.modules[f"{__name__}.{_module}"] = ModuleType(f"{__name__}.{_module}")
    for _name in _classes:
        setattr(_made, _name, type(_name, (), {}))
