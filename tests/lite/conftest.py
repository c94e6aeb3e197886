"""The stand-ins are for a browser; here the real ones are installed."""

collect_ignore = ["stand_ins"]
