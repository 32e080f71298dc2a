"""Keywords and inputs looked at, so that what makes no sense is refused in words."""

from __future__ import annotations

import operator
import os
import warnings
from fractions import Fraction
from typing import Any, Optional, Tuple, Union

import numpy as np

from .errors import InputError, RetrogradeWarning, WrongType

#: The path of a file or folder.
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: The largest whole number that fits where a depth or a number of moves goes.
MOST = 2**32 - 1


def whole(name: str, given: Any, most: int = MOST) -> int:
    """A whole number from 0 on."""
    try:
        number = operator.index(given)
    except TypeError:
        raise WrongType(f"{name}={given!r}: a whole number is wanted") from None
    if not 0 <= number <= most:
        raise InputError(f"{name}={number}: a whole number from 0 to {most} is wanted")
    return number


def whole_or_none(name: str, given: Any) -> Optional[int]:
    """The same where it may be left out."""
    return None if given is None else whole(name, given)


def text_or_none(name: str, given: Any) -> Optional[str]:
    """Text, or None."""
    if given is not None and not isinstance(given, str):
        raise WrongType(f"{name}={given!r}: text is wanted")
    return given


def path(given: Any) -> str:
    """The path of a file."""
    try:
        return os.fsdecode(given)
    except TypeError:
        raise WrongType(f"{given!r} is no path: text or a pathlib.Path is wanted") from None


def extension(path: str) -> str:
    """What the name of a file ends in, without the dot."""
    return os.path.splitext(path)[1].lstrip(".").lower()


def fraction(name: str, given: Any) -> str:
    """A number or a fraction, written out."""
    try:
        return str(Fraction(given))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        kind = InputError if isinstance(given, (str, float)) else WrongType
        raise kind(f"{name}={given!r}: a whole number or a fraction such as '3/2' is wanted") from None


def columns(given: Any) -> Tuple[Any, Any]:
    """The names of two columns."""
    if not isinstance(given, (tuple, list)):
        raise WrongType(f"columns={given!r}: a pair of names of columns is wanted")
    if len(given) != 2:
        raise InputError(f"columns={given!r}: two names are wanted, where moves start and where they end")
    return given[0], given[1]


def is_table(g: Any) -> bool:
    """Whether it has named columns."""
    return hasattr(g, "columns") and hasattr(g, "__getitem__")


def graph(g: Any, given: Any) -> None:
    """Refuses what is no graph yet, and warns of matrices that look like lists of edges."""
    if type(g).__module__.startswith("polars") and hasattr(g, "collect"):
        raise WrongType("a LazyFrame has no rows yet: give solve the table that its collect() returns")
    if isinstance(g, np.ndarray):
        _array(g)
    elif given is None and hasattr(g, "index") and is_table(g):
        _table(g)


def _array(g: "np.ndarray[Any, Any]") -> None:
    if g.dtype.kind == "b":
        raise InputError(
            f"the array is of bool and shape {g.shape}: edges are numbers of vertices; give a matrix as "
            "scipy.sparse.csr_array(array)"
        )
    square = g.ndim == 2 and g.shape[0] == g.shape[1]
    if square and g.shape[0] > 3:
        raise InputError(
            f"the array has shape {g.shape}: (edges, 2) is wanted, or 3 with weights; give a matrix as "
            "scipy.sparse.csr_array(array)"
        )
    if square and _zeros_and_ones(g):
        warnings.warn(
            f"an array of shape {g.shape} with nothing but 0 and 1 may be a matrix, and is read as a list "
            "of edges: give a matrix as scipy.sparse.csr_array(array), and edges as array.tolist()",
            RetrogradeWarning,
            stacklevel=5,
        )


def _table(g: Any) -> None:
    if not 2 <= len(g.columns) == len(g.index):
        return
    names = list(g.columns)
    try:
        if names != list(g.index):
            return
    except (TypeError, ValueError):
        # Names that cannot be compared are not the same.
        return
    advice = "networkx.from_pandas_adjacency(table, create_using=networkx.DiGraph) makes a graph of a matrix"
    if names != list(range(len(names))):
        raise InputError(
            f"the rows of the table are called as its columns are, as in a matrix: {advice}; columns=(…) says "
            "which columns are edges"
        )
    if _zeros_and_ones(g.to_numpy()):
        warnings.warn(
            f"a table of shape {g.shape} with nothing but 0 and 1 may be a matrix, and is read as one of "
            f"edges: {advice}, and columns=(0, 1) says that they are edges",
            RetrogradeWarning,
            stacklevel=5,
        )


def _zeros_and_ones(array: Any) -> bool:
    return array.dtype.kind in "biuf" and bool(array.size) and bool(((array == 0) | (array == 1)).all())
