"""Results as the statistics give them, made by hand, so that their words and plots can be looked at one by one."""

import pandas as pd


def noted(frame, **notes):
    frame.attrs["rummy_lab"] = {"level": 0.95, **notes}
    return frame


def rates(column="won", by=("seat",)):
    frame = pd.DataFrame(
        {
            "seat": ["A", "B", "C", "D"], "deals": 1000, "n": 1000, "k": [270, 250, 248, 232],
            "rate": [0.27, 0.25, 0.248, 0.232], "low": [0.243, 0.224, 0.222, 0.207],
            "high": [0.298, 0.278, 0.276, 0.259],
        }
    )  # fmt: skip
    return noted(frame, kind="rate", column=column, by=list(by), method="wilson", effective=[1000.0] * 4)


def means():
    frame = pd.DataFrame(
        {"bot": ["greedy", "careful"], "deals": 500, "mean": [17.25, 15.5], "sd": [8.9, 12.5], "low": [16.4, 14.4],
         "high": [18.0, 16.6]}
    )  # fmt: skip
    return noted(frame, kind="mean", column="score", by=["bot"], method="t")


def compared(column="score"):
    frame = pd.DataFrame(
        {
            "bot": ["greedy", "careful"], "rules": ["rummy51", "rummy40{opening.points=45}"], "baseline": "rummy40",
            "deals": 1000, "base": [20.1, 18.2], "value": [22.4, 17.9], "difference": [2.3, -0.3], "low": [1.2, -1.1],
            "high": [3.4, 0.5], "effect": [0.3, -0.02], "p": [0.00001, 0.4], "p_adjusted": [0.00002, 0.4],
        }
    )  # fmt: skip
    notes = {"test": "t", "signs_differ": False, "notes": ["not_retuned"], "yes_or_no": False}
    return noted(
        frame, kind="compare", column=column, by=["bot"], across="rules", baseline="rummy40", method="t",
        correct="holm", **notes,
    )  # fmt: skip


def compared_wins():
    frame = compared("won").assign(
        base=[0.25, 0.27], value=[0.265, 0.27], difference=[0.015, 0.0], low=[0.001, -0.02], high=[0.029, 0.02],
        only_value=[150, 99], only_base=[135, 99],
    )  # fmt: skip
    frame.attrs["rummy_lab"] |= {"test": "mcnemar", "yes_or_no": True, "signs_differ": True}
    return frame


def opened():
    frame = pd.DataFrame(
        {
            "bot": ["greedy"] * 3 + ["random"] * 2, "turn": [1, 2, 3, 1, 2], "at_risk": [100, 50, 20, 80, 60],
            "events": [50, 25, 10, 20, 15], "share": [0.5, 0.25, 0.125, 0.75, 0.5625],
            "low": [0.404, 0.175, 0.07, 0.64, 0.45], "high": [0.596, 0.343, 0.2, 0.83, 0.67],
        }
    )  # fmt: skip
    medians = [
        {"bot": "greedy", "median": 1, "low": 1, "high": 2, "deals": 100},
        {"bot": "random", "median": None, "low": 2, "high": None, "deals": 80},
    ]
    return noted(frame, kind="survival", column="opened_turn", by=["bot"], method="kaplan-meier", medians=medians)


def ladder():
    frame = pd.DataFrame(
        {"bot": ["counter", "careful", "greedy"], "strength": [0.5, 0.4, -0.9], "se": [0.05, 0.06, 0.04],
         "low": [0.4, 0.28, -0.98], "high": [0.6, 0.52, -0.82], "deals": 2000}
    )  # fmt: skip
    return noted(frame, kind="ratings", column="strength", by=[], method="plackett-luce", balanced=True)


def skills():
    frame = pd.DataFrame(
        {"rules": ["rummy40", "schmidt"], "deals": 500, "margin": [1.7, -0.3], "low": [0.8, -1.3], "high": [2.6, 0.7],
         "share_of_deal": [0.61, 0.55], "share_low": [0.58, 0.5], "share_high": [0.64, 0.6]}
    )  # fmt: skip
    return noted(frame, kind="skill", column="score", by=["rules"], strong="careful", weak="greedy")


def sequence():
    frame = pd.DataFrame(
        {"rules": "rummy51", "baseline": "rummy40", "deals": [100, 300, 1000], "difference": [2.0, 1.5, 1.25],
         "low": [-3.0, -0.5, 0.25], "high": [7.0, 3.5, 2.25]}
    )  # fmt: skip
    return noted(frame, kind="sequence", column="score", by=[], across="rules", baseline="rummy40")


ALL = {
    "rates": rates, "means": means, "compared": compared, "compared_wins": compared_wins, "opened": opened,
    "ladder": ladder, "skills": skills, "sequence": sequence,
}  # fmt: skip
