"""The caller's names of vertices."""

from __future__ import annotations

from typing import Any, Dict, Hashable, Iterator, List, Optional, Sequence

from .errors import NoSuchNode


class Nodes:
    """What the vertices 0, 1, … are called: by their numbers, or by what stands in a list."""

    def __init__(self, count: int, nodes: Optional[List[Any]] = None, text: bool = False) -> None:
        self.count = count
        self.nodes = nodes
        self._text = text
        self._places: Optional[Dict[Hashable, int]] = None

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_places": None}

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, vertex: int) -> Any:
        return vertex if self.nodes is None else self.nodes[vertex]

    def __iter__(self) -> Iterator[Any]:
        return iter(range(self.count) if self.nodes is None else self.nodes)

    def all(self) -> Sequence[Any]:
        """All of them in order."""
        return range(self.count) if self.nodes is None else self.nodes

    def find(self, node: Any) -> Optional[int]:
        """The vertex of a node, or None."""
        if self.nodes is None:
            try:
                vertex = int(node)
            except (TypeError, ValueError, OverflowError):
                return None
            return vertex if vertex == node and 0 <= vertex < self.count else None
        if self._places is None:
            self._places = dict(zip(self.nodes, range(self.count)))
        try:
            found = self._places.get(node)
        except TypeError:
            return None
        if found is None and self._text and not isinstance(node, str):
            # What was read or made has text for names, whatever it looks like.
            found = self._places.get(str(node))
        return found

    def vertex(self, node: Any) -> int:
        """The vertex of a node.

        Raises `NoSuchNode`, which is a `KeyError`.
        """
        found = self.find(node)
        if found is None:
            few = ", ".join(repr(self[vertex]) for vertex in range(min(self.count, 5)))
            more = ", …" if self.count > 5 else ""
            raise NoSuchNode(f"there is no node {node!r}; there are {few or 'none'}{more}")
        return found
