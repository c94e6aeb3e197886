"""The search of `solver`, compiled by numba: the same steps for every task, many times faster.

What is said there is not said again here; names agree with `solver`, `automaton` and `tables`. All numbers are int64
and stand on one sheet, eight to a row, which every function gets alone: numba freezes globals, and each array that is
passed on or cut out costs more than the work done on it. Nodes, options, lists of choices and choices are known by
their row and written at the end of the sheet; recursion is a stack of frames. A dict is a table with open addressing
whose slots hold a stamp above a row, so that nothing has to be emptied between searches. The open runs of a suit take
16 bits, four counts of four, the shortest run first: such numbers sort as the tuples do.
"""

from __future__ import annotations

from rummy_lab.search.jit import Sheet, jit
from rummy_lab.search.solver import A_NODE, ENDLESS, WIDE

# What the search answers: it is done; the sheet is full; it only comes up for air, after so many nodes; the nodes are
# used up; the numbers of the task are too large for the words here.
DONE, FULL, PAUSED, OUT, UNFIT = 0, 1, 2, 3, 4
BREATH = 4_000

# Single numbers. Where a search stands:
STAMP, ERA, END, USED_SLOTS, DEPTH, VALUE, PROVED, VISITED = ((0, at) for at in range(8))
ROWS, SCALE, SLOTS_AT, FOUND_AT = ((1, at) for at in range(4))
# The task (MAY_STAY: how many jokers may be left out, STAY_PRICE: what each costs); its lists follow, from LISTED on.
SIZE, LEAST, BOTH, JOKERS, MAY_STAY, STAY_PRICE, POINTS, RELAXED = ((2, at) for at in range(8))
DEAREST, HOST_SLOTS, VISITS = ((3, at) for at in range(3))
LISTED = 4 * 8
# Rows by column; by column and suit, two each; by column and free jokers; the steps found; the frames of the stack.
VALUES, COLUMNS, MASKS, STEPS, FRAMES = 96, 112, 240, 496, 512
# Which numbers of jokers sets of a vector can hold, as masks: by code, and by column where there are sets to be grown.
BASE, GROWN, FIXED = 528, 1040, 1040 + 16 * 512

# What stands in a row. Of a column:
IN_SETS, IN_RUN, IN_SET, OWN_WAYS = range(4)
# Of a suit at a column; the second row says how many cards the next ranks have.
THERE, MUST, BOUND, WEIGHT, CLOSING, OPENING, CLOSING_LATER = range(7)
# Of a node and of a list of choices. RESULT is exact where there is an OPTION, else a lower bound; -1 in a new row.
KEY, REST, RESULT, OPTION, LIMIT, BEYOND, START, COUNT = range(8)
# Of a frame: the node, the loss that is left, the bounds before and after, the best so far, how many options are tried.
NODE, LEFT, LOW, HIGH, BEST, CHOSEN, TRIED = range(7)
# Of an option: what it costs, the node it leads to, the rows of its choices.
LOSS, AFTER, AND, ONE_TWO, THREE_FOUR, CHILD, ORDER = range(7)
# Of a choice: what it costs, jokers, open runs, saved aces, code of its sets, debt, its place in the list, all of it.
PRICE, WILD, RUNS, SAVED, CODE, OWED, PLACE, WHOLE = range(8)

# Bits: the row in a slot; jokers and column in a REST; the row of a choice in an option. What is the REST of a list.
ROW_BITS, USED_BIT, AT_BIT, PICK_BITS = 28, 12, 16, 28
ROW_MASK, PICK_MASK, LIST = (1 << ROW_BITS) - 1, (1 << PICK_BITS) - 1, -1


@jit
def _set_up(m: Sheet) -> bool:
    """Spread the task over the columns; False where its numbers are too large."""
    size, least, jokers = m[SIZE], m[LEAST], m[JOKERS]
    if least > 4 or jokers > 15 or size > 15:
        return False
    place = LISTED
    for field in range(6):
        for at in range(size):
            for suit in range(4):
                m[COLUMNS + 8 * at + 2 * suit, field] = m[place >> 3, place & 7]
                place += 1
    for field in range(3):
        for at in range(size):
            m[VALUES + at, field] = m[place >> 3, place & 7]
            place += 1
    for at in range(size):
        m[VALUES + at, OWN_WAYS] = 0
        for free in range(jokers + 1):
            m[MASKS + 16 * at + free, 0] = 0
        for suit in range(4):
            here = COLUMNS + 8 * at + 2 * suit
            there, growing = m[here, THERE], m[here, CLOSING] + m[here, OPENING]
            if there + jokers > 15 or there - m[here, BOUND] > 7 or growing > 15:
                return False
            m[here, CLOSING_LATER] = 0
            for later in range(at + 1, size):
                m[here, CLOSING_LATER] |= m[COLUMNS + 8 * later + 2 * suit, CLOSING]
            for step in range(1, least):
                ahead = 0 if m[BOTH] and at + step == size - 1 else at + step
                m[here + 1, step - 1] = m[COLUMNS + 8 * ahead + 2 * suit, THERE] if at + step < size else -1
    for _ in range(m[HOST_SLOTS]):
        _add_slot(m, m[place >> 3, place & 7], m[(place + 1) >> 3, (place + 1) & 7])
        place += 2
    m[STAMP] += 1
    m[ERA], m[END], m[USED_SLOTS], m[DEPTH], m[VALUE] = m[STAMP], m[FOUND_AT] + (512 << m[SCALE]), 0, 0, -1
    m[PROVED], m[VISITED] = 0, 0
    return True


@jit
def _add_slot(m: Sheet, at: int, mask: int) -> None:
    """A set of the table takes one card more, of a suit it lacks; the first at a column begins from the base."""
    most, ways = 0, GROWN + 512 * at
    for suit in range(4):
        most |= min(m[COLUMNS + 8 * at + 2 * suit, THERE], 7) << 3 * suit
    if not m[VALUES + at, OWN_WAYS]:
        m[VALUES + at, OWN_WAYS] = ways
        for code in range(most + 1):
            m[ways + (code >> 3), code & 7] = m[BASE + (code >> 3), code & 7]
    for code in range(most, 0, -1):
        for suit in range(4):
            if mask >> suit & 1 and code >> 3 * suit & 7:
                less = code - (1 << 3 * suit)
                m[ways + (code >> 3), code & 7] |= m[ways + (less >> 3), less & 7]


@jit
def _set_masks(m: Sheet, at: int, free: int) -> int:
    """The row that says for each suit, as a mask, how many of its cards some sets can use up."""
    masks, here, ways = MASKS + 16 * at + free, COLUMNS + 8 * at, m[VALUES + at, OWN_WAYS] or BASE
    if m[masks, 0]:
        return masks
    enough = (2 << (free + m[VALUES + at, IN_SETS])) - 1
    for suit in range(4):
        m[masks, suit] = 1
    for a in range(min(m[here, THERE], 7) + 1):
        for b in range(min(m[here + 2, THERE], 7) + 1):
            for c in range(min(m[here + 4, THERE], 7) + 1):
                for d in range(min(m[here + 6, THERE], 7) + 1):
                    code = a | b << 3 | c << 6 | d << 9
                    if m[ways + (code >> 3), code & 7] & enough:
                        m[masks, 0] |= 1 << a
                        m[masks, 1] |= 1 << b
                        m[masks, 2] |= 1 << c
                        m[masks, 3] |= 1 << d
    return masks


@jit
def _after(m: Sheet, runs: int, here: int, cards: int, wild: int, closed: int, jokers: int, opens: bool) -> int:
    """The open runs after this rank, or -1; `opens`: whether jokers may open runs."""
    least, short, kept, ripe = m[LEAST], 0, 0, 0
    for length in range(least - 1):
        count = runs >> 4 * (least - 1 - length) & 15
        gone = min(closed, count)
        closed -= gone
        short += count - gone
        ripe = count - gone
        kept |= ripe << 4 * (least - 2 - length)
    kept -= ripe
    spare = cards + wild - short
    if spare < 0:
        return -1
    going_on = min(spare, runs & 15)
    new = spare - going_on
    if wild and new > cards and not opens:
        return -1
    after, needed = new << 4 * (least - 1) | kept, 0
    for length in range(least - 1):
        needed += after >> 4 * (least - 1 - length) & 15
        there = m[here + 1, least - 2 - length]
        if needed and (there < 0 or (needed > there + jokers and not m[here, CLOSING_LATER])):
            return -1
    there = m[here + 1, 0]
    return after if there < 0 else after | min(ripe + going_on + m[here, OPENING], there + jokers)


@jit
def _beaten(m: Sheet, one: int, begin: int, end: int) -> bool:
    """Whether another choice serves in every case where this one does, and somewhere better."""
    left, wild, runs, code = m[one, PRICE], m[one, WILD], m[one, RUNS], m[one, CODE]
    for row in range(begin, end):
        fewer, saved, longer = left - m[row, PRICE], wild - m[row, WILD], m[row, RUNS] - runs
        if m[row, CODE] != code or m[row, RUNS] >> 4 != runs >> 4 or (saved and not m[RELAXED]):
            continue
        if min(fewer, saved, longer) >= 0 and fewer + saved + longer > 0:
            return True
    return False


@jit
def _choose(m: Sheet, at: int, suit: int, runs: int, free: int, saved: int) -> int:
    """Write the choices of a suit, best first, at the end of the sheet; how many, or -1 where it is full."""
    here, begin, least = COLUMNS + 8 * at + 2 * suit, m[END], m[LEAST]
    there, must, bound, sets = m[here, THERE], m[here, MUST], m[here, BOUND], 1
    first = m[BOTH] and at == 0
    if saved >= 0:
        there = saved
        must = max(0, m[COLUMNS + 2 * suit, MUST] - (m[COLUMNS + 2 * suit, THERE] - saved))
    else:
        sets = m[_set_masks(m, at, free), suit]
        if first:
            must = 0
    short = 0
    for length in range(1, least):
        short += runs >> 4 * length & 15
    opens, end = not m[RELAXED] or at == m[SIZE] - least, begin
    for to_sets in range(there - bound + 1):
        if not sets >> to_sets & 1:
            continue
        for wild in range(free + 1):
            for to_runs in range(max(bound, must - to_sets), there - to_sets + 1):
                left = there - to_sets - to_runs
                for closed in range(min(m[here, CLOSING], short) + 1):
                    after = _after(m, runs, here, to_runs, wild, closed, free - wild, opens)
                    if after < 0:
                        continue
                    row = begin
                    while row < end and not (
                        m[row, RUNS] == after
                        and m[row, CODE] == to_sets
                        and m[row, WILD] == wild
                        and (not first or m[row, PRICE] == left)
                    ):
                        row += 1
                    if row == end:
                        if row >= m[ROWS] - 2:
                            return -1
                        end += 1
                    elif m[row, PRICE] <= left:
                        continue
                    m[row, PRICE], m[row, WILD], m[row, RUNS], m[row, CODE] = left, wild, after, to_sets
                    m[row, WHOLE] = left | to_sets << 4 | wild << 8 | to_runs << 12 | closed << 16 | after << 20
    for row in range(begin, end):
        m[row, OWED] = not first and _beaten(m, row, begin, end)
    for row in range(begin, end):
        _price(m, row, at, suit, saved)
    _sort(m, begin, end, PRICE, PLACE)
    while end > begin and m[end - 1, PRICE] == ENDLESS:
        end -= 1
    return end - begin


@jit
def _price(m: Sheet, row: int, at: int, suit: int, saved: int) -> None:
    left, after, owed, least = m[row, PRICE], m[row, RUNS], 0, m[LEAST]
    first, weight_at = m[BOTH] and at == 0, 0 if saved >= 0 else at
    for length in range(1, least):
        owed += length * (after >> 4 * length & 15)
    m[row, PLACE] = left << 40 | m[row, WILD] << 36 | owed << 28 | m[row, CODE] << 24 | after
    price = left * m[COLUMNS + 8 * weight_at + 2 * suit, WEIGHT]
    if first:
        price = (m[row, WHOLE] >> 12 & 15) * (m[VALUES, IN_SET] - m[VALUES, IN_RUN]) if m[POINTS] else 0
    if m[POINTS]:
        price += m[row, WILD] * (m[DEAREST] - m[VALUES + at, IN_RUN])
    m[row, PRICE], m[row, RUNS], m[row, OWED] = ENDLESS if m[row, OWED] else price, after << 16 * suit, owed
    m[row, CODE] <<= 3 * suit
    m[row, SAVED] = left << 3 * suit if first else 0


@jit
def _sort(m: Sheet, begin: int, end: int, one: int, two: int) -> None:
    """Sort rows by two of their fields."""
    gap = (end - begin) // 4 or 1
    while gap:
        for row in range(begin + gap, end):
            to = row
            while to - gap >= begin and (
                m[to, one] < m[to - gap, one] or (m[to, one] == m[to - gap, one] and m[to, two] < m[to - gap, two])
            ):
                for field in range(8):
                    m[to, field], m[to - gap, field] = m[to - gap, field], m[to, field]
                to -= gap
        gap = 1 if gap == 2 else gap // 3


@jit
def _hash(one: int, two: int) -> int:
    mixed = one ^ (one >> 31) ^ (one >> 15) ^ (two * 0x01000193)
    return ((mixed & 0x7FFFFFFF) * 0x9E3779B1) >> 22


@jit
def _row_of(m: Sheet, key: int, rest: int) -> int:
    """The row of a node or list, a new one where there is none yet: its LIMIT is then -1; -1 where there is no room."""
    era, slots, edge = m[ERA], m[SLOTS_AT], (8192 << m[SCALE]) - 1
    slot = _hash(key, rest) & edge
    while m[slots + (slot >> 3), slot & 7] >> ROW_BITS == era:
        row = m[slots + (slot >> 3), slot & 7] & ROW_MASK
        if m[row, KEY] == key and m[row, REST] == rest:
            return row
        slot = (slot + 1) & edge
    row = m[END]
    if row >= m[ROWS] - 2 or 2 * m[USED_SLOTS] > edge:
        return -1
    m[slots + (slot >> 3), slot & 7] = era << ROW_BITS | row
    m[USED_SLOTS] += 1
    m[END] += 1
    m[row, KEY], m[row, REST], m[row, RESULT], m[row, OPTION], m[row, LIMIT] = key, rest, -1, 0, -1
    return row


@jit
def _priced(m: Sheet, at: int, suit: int, runs: int, free: int, saved: int) -> int:
    """The row of the list of choices of a suit, or -1 where there is no room."""
    row = _row_of(m, runs | free << 16 | (saved + 1) << 20 | suit << 24 | at << 26, LIST)
    if row < 0 or m[row, LIMIT] == 0:
        return row
    count = _choose(m, at, suit, runs, free, saved)
    if count < 0:
        return -1
    m[row, LIMIT], m[row, START], m[row, COUNT] = 0, m[END], count
    m[END] += count
    return row


@jit
def _expand(m: Sheet, at: int, node: int, limit: int) -> bool:
    """Write the options of a node within the limit, or of a new node what its suits must lose; False if it cannot."""
    key, rest = m[node, KEY], m[node, REST]
    free = m[JOKERS] - (rest >> USED_BIT & 15)
    last = m[BOTH] and at == m[SIZE] - 1
    one = _priced(m, at, 0, key & 0xFFFF, free, rest & 7 if last else -1)
    two = _priced(m, at, 1, key >> 16 & 0xFFFF, free, rest >> 3 & 7 if last else -1)
    three = _priced(m, at, 2, key >> 32 & 0xFFFF, free, rest >> 6 & 7 if last else -1)
    four = _priced(m, at, 3, key >> 48 & 0xFFFF, free, rest >> 9 & 7 if last else -1)
    if one < 0 or two < 0 or three < 0 or four < 0:
        return False
    some = m[one, COUNT] and m[two, COUNT] and m[three, COUNT] and m[four, COUNT]
    if m[node, RESULT] < 0:
        least = m[m[one, START], PRICE] + m[m[two, START], PRICE] + m[m[three, START], PRICE]
        m[node, RESULT] = least + m[m[four, START], PRICE] if some else ENDLESS
        return True
    m[node, LIMIT], m[node, BEYOND], m[node, START], m[node, COUNT] = limit, ENDLESS, m[END], 0
    if some:
        m[STAMP] += 1
        if not _combine(m, at, node, one, two, three, four):
            return False
    begin, end = m[END], m[END] + m[node, COUNT]
    # The order: least loss, then least that is still owed, then as found.
    for row in range(begin, end):
        owed = 3 * ((m[row, AND] >> USED_BIT & 15) - m[JOKERS] + free)
        for picks in (m[row, ONE_TWO], m[row, THREE_FOUR]):
            owed += m[picks & PICK_MASK, OWED] + m[picks >> PICK_BITS & PICK_MASK, OWED]
        m[row, ORDER] = owed << ROW_BITS | row
        m[row, CHILD] = 0
    _sort(m, begin, end, LOSS, ORDER)
    m[END] = end
    return True


@jit
def _combine(m: Sheet, at: int, node: int, one: int, two: int, three: int, four: int) -> bool:
    """Combine the choices of four lists to options at the end of the sheet; False where room or nodes are out."""
    limit, rest = m[node, LIMIT], m[node, REST]
    last, first, relaxed = m[BOTH] and at == m[SIZE] - 1, m[BOTH] and at == 0, m[RELAXED]
    free = m[JOKERS] - (rest >> USED_BIT & 15)
    kept = (0 if first or last else rest & 0xFFF) + ((m[JOKERS] - free) << USED_BIT) + ((at + 1) << AT_BIT)
    in_sets = m[DEAREST] - m[VALUES + at, IN_SET] if m[POINTS] else 0
    ways, bound = m[VALUES + at, OWN_WAYS] or BASE, m[VALUES + at, IN_SETS]
    starts_two, starts_three, starts_four = m[two, START], m[three, START], m[four, START]
    ends_two, ends_three = starts_two + m[two, COUNT], starts_three + m[three, COUNT]
    ends_four = starts_four + m[four, COUNT]
    least_four = m[starts_four, PRICE]
    least_three = m[starts_three, PRICE] + least_four
    least_two = m[starts_two, PRICE] + least_three
    beyond, looked = ENDLESS, 0
    for a in range(m[one, START], m[one, START] + m[one, COUNT]):
        loss_one, jokers_one, after_one, code_one = m[a, PRICE], m[a, WILD], m[a, RUNS], m[a, CODE]
        if loss_one + least_two > limit:
            beyond = min(beyond, loss_one + least_two)
            break
        for b in range(starts_two, ends_two):
            loss_two, jokers_two = loss_one + m[b, PRICE], jokers_one + m[b, WILD]
            if loss_two + least_three > limit:
                beyond = min(beyond, loss_two + least_three)
                break
            if jokers_two > free:
                continue
            if looked > WIDE:
                m[VISITED], looked = m[VISITED] + looked // A_NODE, 0
                if m[VISITED] > m[VISITS]:
                    return False
            after_two, code_two = after_one | m[b, RUNS], code_one | m[b, CODE]
            for c in range(starts_three, ends_three):
                loss_three, jokers_three = loss_two + m[c, PRICE], jokers_two + m[c, WILD]
                if loss_three + least_four > limit:
                    beyond = min(beyond, loss_three + least_four)
                    break
                if jokers_three > free:
                    continue
                looked += m[four, COUNT]
                after_three, code_three = after_two | m[c, RUNS], code_two | m[c, CODE]
                saved_three = m[a, SAVED] | m[b, SAVED] | m[c, SAVED]
                for d in range(starts_four, ends_four):
                    loss = loss_three + m[d, PRICE]
                    if loss > limit:
                        beyond = min(beyond, loss)
                        break
                    code, jokers = code_three | m[d, CODE], jokers_three + m[d, WILD]
                    counts = m[ways + (code >> 3), code & 7] >> bound
                    extra = 0
                    while counts and jokers <= free:
                        if counts & 1:
                            if loss > limit:
                                beyond = min(beyond, loss)
                            else:
                                and_then = kept + (jokers << USED_BIT) + (saved_three | m[d, SAVED])
                                row = _option(m, node, after_three | m[d, RUNS], and_then)
                                if row < 0:
                                    return False
                                if m[row, LOSS] > loss:
                                    m[row, LOSS] = loss
                                    m[row, ONE_TWO] = a << PICK_BITS | b | extra << 2 * PICK_BITS
                                    m[row, THREE_FOUR] = c << PICK_BITS | d
                            if relaxed:
                                break
                        counts, extra, jokers, loss = counts >> 1, extra + 1, jokers + 1, loss + in_sets
    m[node, BEYOND] = beyond
    return True


@jit
def _option(m: Sheet, node: int, after: int, and_then: int) -> int:
    """The row of the option of a node that leads there, a new one at need; -1 where there is no room."""
    slots, edge, stamp = m[FOUND_AT], (4096 << m[SCALE]) - 1, m[STAMP]
    slot = _hash(after, and_then) & edge
    while m[slots + (slot >> 3), slot & 7] >> ROW_BITS == stamp:
        row = m[slots + (slot >> 3), slot & 7] & ROW_MASK
        if m[row, AFTER] == after and m[row, AND] == and_then:
            return row
        slot = (slot + 1) & edge
    row = m[END] + m[node, COUNT]
    if row >= m[ROWS] - 2 or 2 * m[node, COUNT] > edge:
        return -1
    m[slots + (slot >> 3), slot & 7] = stamp << ROW_BITS | row
    m[node, COUNT] += 1
    m[row, AFTER], m[row, AND], m[row, LOSS] = after, and_then, ENDLESS
    return row


@jit
def _search(m: Sheet, most: int, visits: int) -> int:
    """The search, from where it stands; `visits`: the nodes there are for it."""
    size, depth, value = m[SIZE], m[DEPTH], m[VALUE]
    m[VISITS] = visits
    while True:
        if depth == 0:
            if value >= 0:
                m[VALUE] = value
                return DONE
            node, budget = _row_of(m, 0, 0), min(most, ENDLESS - 1)
        else:
            frame = FRAMES + depth - 1
            here = m[frame, NODE]
            option, finished = m[here, START] + m[frame, TRIED], False
            if value >= 0:
                whole = m[option, LOSS] + value
                if whole <= m[frame, LEFT]:
                    m[frame, BEST], m[frame, CHOSEN], m[frame, LEFT] = whole, option, whole - 1
                    finished = whole <= m[frame, LOW]
                elif whole < m[frame, HIGH]:
                    m[frame, HIGH] = whole
                option += 1
                m[frame, TRIED] += 1
            if not finished:
                finished = m[frame, TRIED] == m[here, COUNT]
                if not finished and m[option, LOSS] > m[frame, LEFT]:
                    m[frame, HIGH] = min(m[frame, HIGH], m[option, LOSS])
                    finished = True
            if finished:
                value = m[frame, BEST] if m[frame, CHOSEN] else m[frame, HIGH]
                m[here, RESULT], m[here, OPTION] = value, m[frame, CHOSEN]
                depth -= 1
                continue
            if depth == size:
                stay = m[JOKERS] - (m[option, AND] >> USED_BIT & 15)
                value = stay * m[STAY_PRICE] if stay <= m[MAY_STAY] else ENDLESS
                continue
            if not m[option, CHILD]:
                m[option, CHILD] = _row_of(m, m[option, AFTER], m[option, AND])
            node, budget = m[option, CHILD], m[frame, LEFT] - m[option, LOSS]
        if node < 0 or (m[node, RESULT] < 0 and not _expand(m, depth, node, -1)):
            return FULL
        if depth == 0:
            m[PROVED] = m[node, RESULT]
        if m[node, OPTION] or m[node, RESULT] > budget:
            value = m[node, RESULT]
            continue
        m[VISITED] += 1
        if m[VISITED] > visits:
            return OUT
        if m[node, LIMIT] < budget and not _expand(m, depth, node, budget):
            return OUT if m[VISITED] > visits else FULL
        frame = FRAMES + depth
        m[frame, NODE], m[frame, LEFT], m[frame, LOW], m[frame, HIGH] = node, budget, m[node, RESULT], m[node, BEYOND]
        m[frame, BEST], m[frame, CHOSEN], m[frame, TRIED] = ENDLESS, 0, 0
        depth += 1
        value = -1
        if m[VISITED] % BREATH == 0:
            m[DEPTH], m[VALUE] = depth, value
            return PAUSED


@jit
def solve(m: Sheet, most: int, visits: int, anew: bool) -> int:
    """Search, from the start or where it stands, and write down the steps that were found."""
    if anew and not _set_up(m):
        return UNFIT
    answer = _search(m, most, visits)
    if answer == DONE and m[VALUE] <= min(most, ENDLESS - 1):
        node = _row_of(m, 0, 0)
        for at in range(m[SIZE]):
            option = m[node, OPTION]
            for suit in range(4):
                m[STEPS + at, suit] = m[m[option, ONE_TWO + suit // 2] >> PICK_BITS * (1 - suit % 2) & PICK_MASK, WHOLE]
            m[STEPS + at, 4] = (m[option, ONE_TWO] >> 2 * PICK_BITS) + m[VALUES + at, IN_SETS]
            node = m[option, CHILD]
    return answer
