"""What a solution tells of positions: facts, lines of play, machines."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import _text


class Position:
    """What is known of one node, each fact an attribute: `outcome`, `distance`, `move`, …

    Which ones there are depends on the objective, see `Solution`. Outcomes are words, moves are
    nodes, values of mean payoffs are fractions, and what there is not is None.
    """

    def __init__(self, node: Any, facts: Dict[str, Any]) -> None:
        self.node = node
        self._facts = facts

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(f"nothing is known of '{name}'; there are {', '.join(facts)}")

    def __dir__(self) -> List[str]:
        return ["node", *self._facts]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.node == other.node) and self._facts == other._facts

    __hash__ = None  # type: ignore[assignment]

    def asdict(self) -> Dict[str, Any]:
        """The facts by their names."""
        return dict(self._facts)

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self._facts.items())
        return f"Position({self.node!r}{facts})"


class Line:
    """Best play from a node: a sequence of `Position`s, the first one included.

    `ending` says in words how it ends, and `repeats` is the place it comes back to, or None.
    """

    def __init__(self, positions: List[Position], told: Dict[str, Any]) -> None:
        self.positions = positions
        self.ending: str = told["ending"]
        self.repeats: Optional[int] = told["repeats"]
        self._grid = told["grid"]

    @property
    def nodes(self) -> List[Any]:
        """The nodes that play passes through."""
        return [position.node for position in self.positions]

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, place: int) -> Position:
        return self.positions[place]

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __str__(self) -> str:
        return _text.table(self._grid)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _text.html(self._grid)


class Step(NamedTuple):
    """What a machine does at a node with a memory: the move, and the memory for the node after it."""

    move: Any
    next: int


class Machine:
    """A strategy with memory, for objectives where winning takes one.

    A play that the player wins begins with the memory `initial` at its first node. At every node
    `machine[node, memory]` is the `Step`: the move if it is the player's turn (else None), and the
    memory at the next node.
    """

    def __init__(
        self, player: int, states: int, initial: int, steps: Dict[Tuple[Any, int], Step], dot: str
    ) -> None:
        self.player = player
        self.states = states
        self.initial = initial
        self.steps = steps
        self.dot = dot

    def __getitem__(self, key: Tuple[Any, int]) -> Step:
        return self.steps[key]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        states = "1 state" if self.states == 1 else f"{self.states:,} states"
        steps = "1 step" if len(self) == 1 else f"{len(self):,} steps"
        return f"<retrograde.Machine of player {self.player}: {states}, {steps}>"
