from typing import Any, Dict, List, Optional, Sequence, Tuple, final

import numpy as np

_Array = np.ndarray[Any, Any]

__all__ = [
    "Arena",
    "Solution",
    "construct",
    "families",
    "formats",
    "generate",
    "load",
    "objectives",
    "product",
    "solve",
    "sum",
]

@final
class Arena:
    vertices: int
    edges: int
    label: Optional[str]
    start: Optional[int]
    objective: str
    acceptance: Optional[str]
    @staticmethod
    def from_csr(
        indptr: _Array,
        indices: _Array,
        nodes: Optional[List[Any]] = None,
        attributes: Optional[Dict[str, Any]] = None,
    ) -> Arena: ...
    @staticmethod
    def from_edges(
        vertices: int,
        sources: Optional[_Array],
        targets: _Array,
        nodes: Optional[List[Any]] = None,
        attributes: Optional[Dict[str, Any]] = None,
    ) -> Arena: ...
    @staticmethod
    def open(name: Any, format: Optional[str] = None, **options: Any) -> Arena: ...
    def names(self) -> List[str]: ...
    def find(self, name: str) -> Optional[int]: ...
    def successors(self, vertex: int) -> List[int]: ...
    def csr(self) -> Tuple[_Array, _Array]: ...
    def attributes(self) -> Dict[str, Any]: ...
    def write(self, path: Any, format: Optional[str] = None, lossy: bool = False) -> None: ...

@final
class Solution:
    objective: str
    acceptance: Optional[str]
    misere: bool
    min: bool
    solver: Optional[str]
    how: Optional[str]
    stopped: Optional[str]
    unknown: int
    columns: List[str]
    owned: bool
    def __len__(self) -> int: ...
    def column(self, name: str) -> Optional[_Array]: ...
    def row(self, vertex: int) -> Dict[str, Any]: ...
    def move_name(self, from_: int, to: int) -> Optional[str]: ...
    def line(self, vertex: int, first: int = 0, most: Optional[int] = None) -> Dict[str, Any]: ...
    def explain(
        self, vertex: int, depth: Optional[int] = None, first: Optional[int] = None
    ) -> str: ...
    def verify(self, **options: Any) -> str: ...
    def save(self, path: Any, format: str) -> None: ...
    def svg(
        self,
        title: Optional[str] = None,
        start: Optional[int] = None,
        moves: int = 3,
        legend: bool = True,
    ) -> str: ...
    def dot(self) -> str: ...
    def summary(self) -> Dict[str, Any]: ...
    def rows(self, most: int) -> Dict[str, Any]: ...
    def machines(self) -> Optional[List[Tuple[int, int, int, List[Tuple[int, int, Optional[int], int]], str]]]: ...

def solve(
    arena: Arena,
    objective: str,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
    **options: Any,
) -> Tuple[Solution, List[Tuple[bool, str]]]: ...
def load(
    path: Any,
    arena: Arena,
    objective: str,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
) -> Solution: ...
def objectives() -> Dict[str, Dict[str, Any]]: ...
def formats() -> List[str]: ...
def families() -> List[Tuple[str, str, List[Tuple[str, Optional[str], str, str]]]]: ...
def generate(family: str, words: Sequence[str], **options: Any) -> Arena: ...
def construct(
    arena: Arena,
    to: str,
    start: Optional[List[int]] = None,
    depth: int = 0,
    size: int = 10_000_000,
    threshold: Optional[str] = None,
    objective: Optional[str] = None,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
    **options: Any,
) -> Tuple[Arena, Optional[List[int]], List[str]]: ...
def product(arenas: List[Arena], size: int = 10_000_000, **options: Any) -> Tuple[Arena, List[str]]: ...
def sum(
    summands: List[Tuple[Arena, int]], **options: Any
) -> Tuple[str, Any, Optional[Tuple[int, int]], List[Any]]: ...
