"""The bots' decisions and the flow of a deal on whole numbers: one text, plain Python or compiled by numba.

Each file holds functions on one list of numbers, the sheet; `sheet` says what stands where. The readable engine writes
a view on a sheet (`written`), the fast simulator keeps one for a whole deal (`dealing`); both call the same functions.
What is proposed here the referee judges: every turn in the readable engine, a share of the deals in the fast one.
"""
