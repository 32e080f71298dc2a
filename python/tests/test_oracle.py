"""Agreement with naive answers on random graphs, for every objective."""

from __future__ import annotations

import random
from typing import Any, Callable, Dict, FrozenSet, Hashable, List, Optional, Tuple

import networkx as nx
import pytest

import oracle
import retrograde

ROUNDS = 120
NAMES: List[Callable[[int], Hashable]] = [
    lambda v: v,
    lambda v: f"v{v}",
    lambda v: (v // 2, v % 2),
    lambda v: 100 - v,
]


class Case:
    """A random game with all attributes."""

    def __init__(self, seed: int, stuck: bool = True, most: int = 5) -> None:
        rng = random.Random(seed)
        self.count = rng.randint(1, most)
        count = self.count
        self.moves: oracle.Moves = [
            sorted(rng.sample(range(count), rng.randint(0 if stuck else 1, min(count, 3))))
            for _ in range(count)
        ]
        self.owners = [rng.randint(0, 1) for _ in range(count)]
        self.priorities = [rng.randint(0, 4) for _ in range(count)]
        self.targets = [rng.random() < 0.4 for _ in range(count)]
        self.colors = [frozenset(c for c in range(4) if rng.random() < 0.4) for _ in range(count)]
        self.verdicts = [
            rng.choice([None, "win", "lose", "draw"]) if not after else None for after in self.moves
        ]
        self.weight = {(v, to): rng.randint(-3, 3) for v in range(count) for to in self.moves[v]}
        self.players = [[rng.choice([None, "left", "right"]) for _ in after] for after in self.moves]
        self.name = rng.choice(NAMES)

    def graph(self, *wanted: str) -> Any:
        """The game as a networkx graph with some of the attributes."""
        g: Any = nx.DiGraph()
        of: Dict[str, List[Any]] = {
            "owner": self.owners,
            "priority": self.priorities,
            "target": self.targets,
            "colors": [sorted(colors) for colors in self.colors],
            "verdict": self.verdicts,
        }
        for v in range(self.count):
            said = {name: values[v] for name, values in of.items() if name in wanted}
            g.add_node(self.name(v), **{name: it for name, it in said.items() if it is not None})
        for v, after in enumerate(self.moves):
            for to, player in zip(after, self.players[v]):
                g.add_edge(self.name(v), self.name(to))
                if "weight" in wanted:
                    g.edges[self.name(v), self.name(to)]["weight"] = self.weight[v, to]
                if "player" in wanted and player is not None:
                    g.edges[self.name(v), self.name(to)]["player"] = player
        return g

    def solve(self, objective: str, *wanted: str, **rules: Any) -> retrograde.Solution:
        s = retrograde.solve(self.graph(*wanted), objective, **rules)
        assert s.verify().startswith("the solution holds")
        return s

    def at(self, s: retrograde.Solution, name: str) -> List[Any]:
        return [getattr(s[self.name(v)], name) for v in range(self.count)]


@pytest.mark.filterwarnings("ignore::retrograde.RetrogradeWarning")
@pytest.mark.parametrize("seed", range(ROUNDS))
class TestAgainstTheOracle:
    @pytest.mark.parametrize("misere", [False, True])
    def test_outcome(self, seed: int, misere: bool) -> None:
        case = Case(seed, most=7)
        s = case.solve("outcome", "verdict", misere=misere)
        expected = oracle.outcome(case.moves, case.verdicts, misere)
        assert list(zip(case.at(s, "outcome"), case.at(s, "distance"))) == expected

    def test_asymmetric(self, seed: int) -> None:
        case = Case(seed, most=7)
        s = case.solve("asymmetric")
        assert list(zip(case.at(s, "first"), case.at(s, "second"))) == oracle.asymmetric(case.moves)

    def test_grundy(self, seed: int) -> None:
        case = Case(seed, most=7)
        s = case.solve("grundy")
        assert case.at(s, "grundy") == oracle.grundy(case.moves)

    @pytest.mark.parametrize("misere", [False, True])
    def test_partizan(self, seed: int, misere: bool) -> None:
        case = Case(seed, most=7)
        s = case.solve("partizan", "verdict", "player", misere=misere)
        expected = oracle.partizan(case.moves, case.players, case.verdicts, misere)
        left = zip(case.at(s, "left_first"), case.at(s, "left_distance"))
        right = zip(case.at(s, "right_first"), case.at(s, "right_distance"))
        assert list(zip(left, right)) == expected

    def test_reachability_and_safety(self, seed: int) -> None:
        case = Case(seed, most=7)
        for player, objective in enumerate(["reachability", "safety"]):
            s = case.solve(objective, "owner", "target")
            expected = oracle.reach_winners(case.moves, case.owners, case.targets, player)
            assert case.at(s, "winner") == expected

    def test_buchi_and_cobuchi(self, seed: int) -> None:
        case = Case(seed)
        for objective, wanted in [("buchi", True), ("cobuchi", False)]:
            s = case.solve(objective, "owner", "target")
            expected = oracle.recurring(
                case.moves,
                case.owners,
                lambda seen, wanted=wanted: any(case.targets[v] for v in seen) == wanted,  # type: ignore[misc]
            )
            assert case.at(s, "winner") == expected

    @pytest.mark.parametrize("extremum", [max, min])
    def test_parity(self, seed: int, extremum: Callable[..., int]) -> None:
        case = Case(seed)
        s = case.solve("parity", "owner", "priority", min=extremum is min)
        expected = oracle.recurring(
            case.moves,
            case.owners,
            lambda seen: extremum(case.priorities[v] for v in seen) % 2 == 0,
        )
        assert case.at(s, "winner") == expected

    def test_energy(self, seed: int) -> None:
        case = Case(seed, stuck=False)
        s = case.solve("energy", "owner", "weight")
        expected = oracle.energy(case.moves, case.owners, case.weight)
        assert case.at(s, "credit") == expected
        assert case.at(s, "winner") == [int(credit is None) for credit in expected]

    def test_mean_payoff(self, seed: int) -> None:
        case = Case(seed, stuck=False)
        s = case.solve("mean-payoff", "owner", "weight")
        expected = oracle.mean_payoff(case.moves, case.owners, case.weight)
        assert case.at(s, "value") == expected
        assert s.value.tolist() == pytest.approx([float(s[node].value) for node in s.nodes])

    def test_conditions_on_colors(self, seed: int) -> None:
        Condition = Callable[[FrozenSet[int]], bool]
        conditions: List[Tuple[str, Optional[str], Condition]] = [
            ("muller", "Inf(0)&Inf(1)", lambda seen: {0, 1} <= seen),
            ("muller", "{0} {1} {2,3}", lambda seen: set(seen) in ({0}, {1}, {2, 3})),
            ("muller", "Fin(0)&Inf(1) | Inf(2)&Inf(3)", lambda s: (0 not in s and 1 in s) or {2, 3} <= s),
            ("rabin", "Fin(0)&Inf(1) | Fin(2)&Inf(3)", lambda s: (0 not in s and 1 in s) or (2 not in s and 3 in s)),
            ("streett", "(Fin(0)|Inf(1))&(Fin(2)|Inf(3))", lambda s: (0 not in s or 1 in s) and (2 not in s or 3 in s)),
        ]
        case = Case(seed, most=6)
        for objective, acceptance, accepts in conditions:
            s = case.solve(objective, "owner", "colors", acceptance=acceptance)
            expected = oracle.colored(case.moves, case.owners, case.colors, accepts)
            assert case.at(s, "winner") == expected, acceptance
            check_machines(case, s, accepts)


def check_machines(case: Case, s: retrograde.Solution, accepts: Callable[[FrozenSet[int]], bool]) -> None:
    """Plays the winner's machine against an opponent who moves at random."""
    machines = s.machines
    assert machines is not None
    rng = random.Random(1)
    places = {case.name(v): v for v in range(case.count)}
    for start in s:
        winner = s[start].winner
        machine = machines[winner]
        here, memory, play = start, machine.initial, []
        for _ in range(60):
            step = machine[here, memory]
            play.append(places[here])
            after = case.moves[places[here]]
            if not after:
                assert case.owners[places[here]] != winner
                break
            if case.owners[places[here]] == winner:
                assert places[step.move] in after
                here, memory = step.move, step.next
            else:
                here, memory = case.name(rng.choice(after)), step.next


def test_every_objective_is_tested() -> None:
    from retrograde._arena import OBJECTIVES

    tested = {
        "outcome", "asymmetric", "grundy", "partizan", "reachability", "safety", "buchi", "cobuchi",
        "parity", "energy", "mean-payoff", "muller", "rabin", "streett",
    }  # fmt: skip
    assert set(OBJECTIVES) == tested
