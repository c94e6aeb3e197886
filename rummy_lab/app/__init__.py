"""The app: a page that leads to lessons, games, answers about the rules and the variant lab, as Voila shows it."""
