"""Processes whose true values are known, as frames of many experiments in one: `repeat` tells which."""

import numpy as np
import pandas as pd

REPEATS = 2_000


def repeated(values, column="value", **more):
    """A frame of an array by repeat, deal and rotation."""
    values = np.asarray(values)
    values = values.reshape(*values.shape, *(1,) * (3 - values.ndim))
    repeat, deal, rotation = np.indices(values.shape)
    columns = {"repeat": repeat.ravel(), "deal": deal.ravel(), "rotation": rotation.ravel(), column: values.ravel()}
    return pd.DataFrame(columns).assign(**more)


def coverage(result, true):
    """How many of the intervals hold the true value, as a share."""
    return ((result["low"] <= true) & (true <= result["high"])).mean()


def alike(chance, rows, deals, repeats=REPEATS, seed=1, luck=0.5):
    """Yes or no by repeat, deal and row; the rows of a deal share their luck with this chance."""
    rng = np.random.default_rng(seed)
    shared, own = rng.random((repeats, deals, 1)), rng.random((repeats, deals, rows))
    return np.where(rng.random((repeats, deals, rows)) < luck, shared, own) < chance


def two_sides(base, value):
    """A frame of two rule sets from two arrays, the same deals under each."""
    frames = [repeated(side, rules=name) for side, name in ((base, "plain"), (value, "changed"))]
    return pd.concat(frames, ignore_index=True)
