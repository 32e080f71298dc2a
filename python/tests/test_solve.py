"""Solving what people have."""

from __future__ import annotations

import numpy as np

import retrograde


def test_rows_of_a_sparse_matrix() -> None:
    indptr, indices = np.array([0, 2, 3, 3]), np.array([1, 2, 0])
    s = retrograde.solve((indptr, indices))
    assert s.outcome.tolist() == [1, -1, -1]
    assert s.distance.tolist() == [1, 2, 0]
    assert s.move.tolist() == [2, 0, -1]
    assert s[1].outcome == "lose" and s[1].distance == 2 and s[1].move == 0
    assert s.verify() == "the solution holds: 3 vertices, 3 edges and 2 best moves"
