"""The rules of both games: the only place that knows what is legal and what a turn does."""
