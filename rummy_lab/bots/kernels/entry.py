"""The way in from arrays: the compiled text works on bare addresses, which cost far less to hand on than arrays do.

Only `compiled` reads this file, where there is numba.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# They stand in the same globals, compiled.
play_deals: Any
come_to: Any


def _as_numbers(_context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    pointer: Any = types.CPointer
    return pointer(types.int64)(address), code


numbers_at: Any = intrinsic(_as_numbers)


def _call(_context: Any, address: Any, row: Any, number: Any) -> Any:
    def code(_: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [one.type for one in arguments[1:]])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(address, row, number), code


called_at: Any = intrinsic(_call)


def play_on_arrays(v: Any, d: Any, plays: int, seats: int, orders: Any, facts: Any, moves: Any, turns: Any) -> Any:
    """`play_deals` for arrays of int64 without gaps, which whoever calls keeps alive."""
    sheet, unseen, order = numbers_at(v.ctypes.data), numbers_at(d.ctypes.data), numbers_at(orders.ctypes.data)
    fact, move, turn = numbers_at(facts.ctypes.data), numbers_at(moves.ctypes.data), numbers_at(turns.ctypes.data)
    return play_deals(sheet, unseen, plays, seats, order, fact, move, turn)  # noqa: F821 (as said above)


def come_to_at(  # noqa: PLR0913, PLR0917 (each is a row of its own)
    v: Any, d: Any, pool: Any, cases: Any, prices: Any, which: Any, values: Any, dealt: Any, log: Any,
    count: int, plays: int,
) -> Any:  # fmt: skip
    """`come_to` for the addresses of rows of 64 bits, which whoever calls keeps alive."""
    sheet, unseen, seen, case = numbers_at(v), numbers_at(d), numbers_at(pool), numbers_at(cases)
    price, chosen, value, row, logged = (
        numbers_at(prices), numbers_at(which), numbers_at(values), numbers_at(dealt), numbers_at(log)
    )  # fmt: skip
    return come_to(sheet, unseen, seen, case, price, chosen, value, row, logged, count, plays)  # noqa: F821 (as said above)
