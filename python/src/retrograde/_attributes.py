"""Attributes of vertices and edges as arrays of codes, every one of them looked at."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping
from typing import Any, Callable, Dict, Iterable, Optional, Sequence, Tuple

import numpy as np

from .errors import InputError, WrongType

Where = Callable[[int], str]

#: Which number stands for which value; the last of them where there is none.
CODES: Dict[str, Tuple[Dict[Any, int], str]] = {
    "verdict": (
        {"win": 1, "lose": -1, "draw": 0, "tie": 0, 1: 1, -1: -1, 0: 0, "": 2, None: 2},
        "'win', 'lose' or 'draw'",
    ),
    "owner": ({0: 0, 1: 1, "0": 0, "1": 1, None: -1}, "0 or 1"),
    "target": (
        {True: 1, False: 0, "true": 1, "false": 0, "True": 1, "False": 0, None: -1},
        "True or False",
    ),
    "player": ({"left": 0, "right": 1, "": -1, None: -1}, "'left' or 'right'"),
}


def codes(name: str, values: Sequence[Any], where: Where) -> "np.ndarray[Any, Any]":
    """The values of an attribute that has a few."""
    table, wanted = CODES[name]
    if isinstance(values, np.ndarray):
        values = values.tolist()
    try:
        return np.fromiter(map(table.__getitem__, values), dtype=np.int8, count=len(values))
    except (KeyError, TypeError):
        pass
    for place, value in enumerate(values):
        try:
            known = value in table
        except TypeError:
            known = False
        if not known:
            raise InputError(f"{where(place)} has {name}={value!r}: {wanted} is wanted")
    raise InputError(f"the values of {name} changed while they were read")


def whole(
    name: str, values: Sequence[Any], where: Where, least: int, most: int
) -> "Tuple[np.ndarray[Any, Any], Optional[np.ndarray[Any, Any]]]":
    """Whole numbers, and which of them are given; None for all."""
    array = values if isinstance(values, np.ndarray) else _plain(values)
    if array is not None and array.dtype.kind in "biu":
        if array.size and (int(array.min()) < least or int(array.max()) > most):
            place = int(np.flatnonzero((array < least) | (array > most))[0])
            raise _out_of_range(name, array[place], where(place), least, most)
        return array.astype(np.int64), None
    numbers = np.zeros(len(values), dtype=np.int64)
    given = np.ones(len(values), dtype=bool)
    for place, value in enumerate(values):
        if value is None:
            given[place] = False
        else:
            number = _whole(name, value, where, place)
            if not least <= number <= most:
                raise _out_of_range(name, value, where(place), least, most)
            numbers[place] = number
    return numbers, None if given.all() else given


def _plain(values: Sequence[Any]) -> "Optional[np.ndarray[Any, Any]]":
    """A list of nothing but Python's own whole numbers as an array."""
    if set(map(type, values)) <= {int}:
        try:
            return np.fromiter(values, dtype=np.int64, count=len(values))
        except OverflowError:
            pass
    return None


def _whole(name: str, value: Any, where: Where, place: int) -> int:
    try:
        return operator.index(value)
    except TypeError:
        pass
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            pass
    elif isinstance(value, (numbers.Real, np.floating)):
        value = float(value) if isinstance(value, np.floating) else value
        if math.isnan(value):
            raise InputError(f"{where(place)} has {name}=nan: a whole number is wanted")
        if not math.isinf(value) and value == math.floor(value):
            return int(math.floor(value))
        raise InputError(
            f"{where(place)} has {name}={value}: a whole number is wanted, so scale all of them"
        )
    raise InputError(f"{where(place)} has {name}={value!r}: a whole number is wanted")


def _out_of_range(name: str, value: Any, where: str, least: int, most: int) -> InputError:
    return InputError(f"{where} has {name}={value}: a number from {least} to {most} is wanted")


def colors(values: Sequence[Any], where: Where) -> "np.ndarray[Any, Any]":
    """Sets of colours: each a number, several numbers, a text such as `0,2`, or None."""
    if isinstance(values, np.ndarray):
        if values.ndim == 2 and values.dtype.kind == "b":
            values = [np.flatnonzero(row) for row in values]
        else:
            values = values.tolist()
    bits = np.zeros(len(values), dtype=np.uint64)
    for place, value in enumerate(values):
        total = 0
        for color in _colors(value, where, place):
            number = _whole("colors", color, where, place)
            if not 0 <= number < 64:
                raise InputError(f"{where(place)} has colour {number}: colours are 0 to 63")
            total |= 1 << number
        bits[place] = total
    return bits


def _colors(value: Any, where: Where, place: int) -> Iterable[Any]:
    if value is None:
        return ()
    if isinstance(value, str):
        return [part for part in value.replace(",", " ").split() if part]
    if isinstance(value, (numbers.Real, np.number)):
        return (value,)
    if isinstance(value, Iterable):
        return value
    raise InputError(f"{where(place)} has colors={value!r}: numbers are wanted, such as [0, 2]")


def spread(name: str, given: Any, keys: Callable[[], Sequence[Any]], count: int, what: str) -> Any:
    """The values that a keyword gives, as a sequence: in order, or by name."""
    if hasattr(given, "to_dict") and hasattr(given, "index"):
        given = given.to_dict()
    elif not isinstance(given, np.ndarray) and hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if isinstance(given, Mapping):
        wanted = keys()
        known = set(wanted)
        strange = next((key for key in given if key not in known), None)
        if strange is not None:
            raise InputError(f"{name} says something of {strange!r}, and there is no such {what}")
        return [given.get(key) for key in wanted]
    if not isinstance(given, np.ndarray):
        if isinstance(given, bytes) or not isinstance(given, Iterable):
            raise WrongType(
                f"{name}={given!r}: the name of an attribute, a value for each {what} in order, or a dict is "
                "wanted"
            )
        given = list(given)
    elif given.ndim != 1 and not (name == "colors" and given.ndim == 2):
        raise InputError(f"{name} has {given.ndim} dimensions: one is wanted")
    if len(given) != count:
        raise InputError(f"{name} has {len(given)} values, and there are {count} {what}s")
    return given
