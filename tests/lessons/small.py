"""A small lesson with a step of every kind, to be changed by tests."""

LESSON = """\
format = 1
id = "schmidt/joker-in-a-set"
game = "schmidt"
references = ["S-18"]
title = { en = "A joker in a set", de = "Ein Joker im Satz", nl = "Een joker in een set" }

[[goals]]
en = "You can free a joker."
de = "Du kannst einen Joker befreien."
nl = "Je kunt een joker vrijmaken."

[guess]
text = { en = "Whose joker is it?", de = "Wem gehört der Joker?", nl = "Van wie is de joker?" }
[[guess.options]]
text = { en = "Mine", de = "Mir", nl = "Van mij" }
right = true
[[guess.options]]
text = { en = "Nobody's", de = "Niemandem", nl = "Van niemand" }
says = { en = "Not so.", de = "Nein.", nl = "Nee." }
misconception = "joker-stays"

[[steps]]
kind = "watch"
position = "table [6r 7r 8r]; hand A+ 5r 1b; stock ??x20; turn A"
text = { en = "Watch.", de = "Schau zu.", nl = "Kijk." }
turn = "layoff 5r>1; end"

[[steps]]
kind = "do"
generator = "siblings"
position = "table [8r 8y *8?]; hand A+ 8g 5r 6r 1b; stock ??x20; turn A"
text = { en = "Free it with {8g}.", de = "Befreie ihn mit {8g}.", nl = "Maak hem vrij met {8g}." }
turn = "arrange [8r 8y 8g] [5r 6r *7r]; end"
goal = { swaps = 1, cards = 3 }
after = { en = "It moved on.", de = "Er ist weiter.", nl = "Hij is verder." }
[[steps.wrong]]
when = { lays = "8g" }
try = "layoff 8g>1; end"
misconception = "joker-stays"
says = { en = "Now {8g} lies beside it.", de = "Jetzt liegt {8g} daneben.", nl = "Nu ligt {8g} ernaast." }

[[steps]]
kind = "judge"
generator = "siblings"
position = "table [6r 7r 8r]; hand A+ 10r 1b; stock ??x20; turn A"
text = { en = "Allowed?", de = "Erlaubt?", nl = "Mag dit?" }
turn = "layoff 10r>1; end"
legal = false
because = "GAP"
choices = ["GAP", "MIXED_COLOUR", "NOT_OPENED"]
[[steps.wrong]]
when = { legal = true }
misconception = "gap-is-fine"
says = { en = "A run has no hole.", de = "Eine Reihe hat kein Loch.", nl = "Een run heeft geen gat." }

[[steps]]
kind = "value"
generator = "siblings"
meld = "[5r 6r *7r]"
points = 18
text = { en = "How many?", de = "Wie viele?", nl = "Hoeveel?" }
[[steps.wrong]]
when = { points = 36 }
misconception = "joker-25"
says = { en = "25 is for the hand.", de = "25 gilt in der Hand.", nl = "25 is voor in je hand." }

[[steps]]
kind = "find"
position = "table [6r 7r 8r]; hand A+ 5r 9r 1b; stock ??x20; turn A"
text = { en = "Lay the most.", de = "Lege die meisten aus.", nl = "Leg de meeste neer." }
objective = "cards"
turn = "layoff 5r 9r>1; end"

[[steps]]
kind = "predict"
position = "table [6r 7r 8r]; hand A+ 5r 1b; stock ??x20; turn A"
text = { en = "What comes?", de = "Was kommt?", nl = "Wat komt er?" }
turn = "layoff 5r>1; end"
[[steps.options]]
text = { en = "A longer run", de = "Eine längere Reihe", nl = "Een langere run" }
right = true
[[steps.options]]
text = { en = "A set", de = "Ein Satz", nl = "Een set" }
says = { en = "Look again.", de = "Sieh noch einmal hin.", nl = "Kijk nog eens." }
"""
