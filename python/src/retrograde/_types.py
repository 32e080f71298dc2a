"""Types that the package speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Union

#: What can be asked: one of these, or text that is one of these.
Objective = Union[
    Literal[
        "outcome",
        "asymmetric",
        "grundy",
        "partizan",
        "reachability",
        "safety",
        "buchi",
        "cobuchi",
        "parity",
        "energy",
        "mean-payoff",
        "muller",
        "rabin",
        "streett",
    ],
    str,
]

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    #: Outcomes, and winners.
    Codes = npt.NDArray[np.int8]
    #: Distances, moves and the like, of 32 bits unless a number takes more.
    Numbers = npt.NDArray[np.signedinteger[Any]]
    Flags = npt.NDArray[np.bool_]
    Floats = npt.NDArray[np.float64]
    #: Text.
    Words = npt.NDArray[np.object_]
