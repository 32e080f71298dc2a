"""Random and regular graphs, and the worst cases of solvers, the same for the same seed everywhere.

There is a function for each family; its parameters without a default come first, in order.

>>> from retrograde import generate, solve
>>> g = generate.grid(3, 2)
>>> g
<retrograde.Game 6 vertices, 7 edges>
>>> solve(g)[0].outcome
'win'
>>> sorted(generate.families())[:3]
['buchi_chain', 'chain', 'clique']
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _retrograde
from ._arena import Game
from ._nodes import Nodes

Parameters = List[Tuple[str, Optional[str], str, str]]
_FUNCTIONS: Dict[str, Callable[..., Game]] = {}


def families() -> List[str]:
    """The names of all families, each a function of this module."""
    return list(_FUNCTIONS)


def _default(text: Optional[str]) -> Any:
    if text is None:
        return inspect.Parameter.empty
    return float(text) if "." in text else int(text)


def _function(family: str, description: str, parameters: Parameters) -> Callable[..., Game]:
    """The function of a family."""
    name = family.replace("-", "_")
    signature = inspect.Signature(
        [
            inspect.Parameter(
                parameter.replace("-", "_"),
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=_default(default),
            )
            for parameter, default, _, _ in parameters
        ]
        + [inspect.Parameter("max_memory", inspect.Parameter.KEYWORD_ONLY, default=None)],
        return_annotation=Game,
    )

    def make(*args: Any, **kwargs: Any) -> Game:
        given = signature.bind(*args, **kwargs).arguments
        limit = given.pop("max_memory", None)
        words = [f"{parameter.replace('_', '-')}={value}" for parameter, value in given.items()]
        arena = _retrograde.generate(family, words, max_memory=limit)
        return Game(arena, Nodes(arena.vertices))

    lines = [f"{description[:1].upper()}{description[1:]}.", ""]
    for parameter, _, what, allowed in parameters:
        lines.append(f"`{parameter.replace('-', '_')}`: {what}; {allowed}.")
    make.__name__ = make.__qualname__ = name
    make.__doc__ = "\n".join(lines)
    make.__module__ = __name__
    make.__signature__ = signature  # type: ignore[attr-defined]
    return make


for _family, _description, _parameters in _retrograde.families():
    _made = _function(_family, _description, _parameters)
    _FUNCTIONS[_made.__name__] = globals()[_made.__name__] = _made


def __getattr__(name: str) -> Callable[..., Game]:
    there = ", ".join(_FUNCTIONS)
    raise AttributeError(f"there is no family '{name}' of graphs: there are {there}")


def __dir__() -> List[str]:
    return ["families", *_FUNCTIONS]
