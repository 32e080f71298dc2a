"""Naive answers to every objective, for small graphs: straight from the definitions, in pure Python.

A game is a list of lists of successors; attributes are lists. Nothing here is shared with the solvers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple

Moves = List[List[int]]
Worth = Tuple[str, Optional[int]]


def retrograde(states: Dict[Any, List[Any]], ends: Dict[Any, str]) -> Dict[Any, Worth]:
    """Outcome and distance of every state for whoever is to move there, round by round."""
    known: Dict[Any, Worth] = {state: (word, None if word == "draw" else 0) for state, word in ends.items()}
    distance = 0
    while True:
        distance += 1
        new: Dict[Any, Worth] = {}
        for state, after in states.items():
            if state in known:
                continue
            worth = [known.get(to) for to in after]
            if any(it is not None and it == ("lose", distance - 1) for it in worth):
                new[state] = ("win", distance)
            elif all(it is not None and it[0] == "win" for it in worth):
                longest = max(it[1] for it in worth if it is not None and it[1] is not None)
                if longest == distance - 1:
                    new[state] = ("lose", distance)
        if not new and distance > len(states) + 1:
            break
        known.update(new)
    return {state: known.get(state, ("draw", None)) for state in states}


def outcome(moves: Moves, verdicts: Sequence[Optional[str]], misere: bool) -> List[Worth]:
    usual = "win" if misere else "lose"
    ends = {v: verdicts[v] or usual for v, after in enumerate(moves) if not after}
    found = retrograde(dict(enumerate(moves)), ends)
    return [found[v] for v in range(len(moves))]


def partizan(
    moves: Moves, players: List[List[Optional[str]]], verdicts: Sequence[Optional[str]], misere: bool
) -> List[Tuple[Worth, Worth]]:
    """With Left to move and with Right to move."""
    usual = "win" if misere else "lose"
    other = {"left": "right", "right": "left"}
    states: Dict[Any, List[Any]] = {}
    ends: Dict[Any, str] = {}
    for v, after in enumerate(moves):
        for side in other:
            mine = [to for to, player in zip(after, players[v]) if player in (None, side)]
            states[v, side] = [(to, other[side]) for to in mine]
            if not mine:
                ends[v, side] = (verdicts[v] if not after else None) or usual
    found = retrograde(states, ends)
    return [(found[v, "left"], found[v, "right"]) for v in range(len(moves))]


def attractor(
    moves: Moves, owner: Callable[[int], int], player: int, goal: Set[int], within: Set[int]
) -> Set[int]:
    """From where a player can force the play into the goal, staying within some vertices."""
    reached = set(goal)
    while True:
        more = set()
        for v in within - reached:
            after = [to for to in moves[v] if to in within]
            hits = [to in reached for to in after]
            if after and (any(hits) if owner(v) == player else all(hits)):
                more.add(v)
        if not more:
            return reached
        reached |= more


def asymmetric(moves: Moves) -> List[Tuple[str, str]]:
    """For player 0 with player 0 to move, for player 1 with player 1 to move."""
    count = len(moves)
    states: Moves = [
        [2 * to + (1 - turn) for to in moves[v]] for v in range(count) for turn in (0, 1)
    ]
    everything = set(range(2 * count))

    def reach(goal: Set[int]) -> Set[int]:
        return attractor(states, lambda state: state % 2, 0, goal, everything)

    terminal = {state for state in everything if not states[state]}
    won = reach({state for state in terminal if state % 2 == 1})
    ended = reach(terminal)

    def worth(state: int) -> str:
        return "win" if state in won else "draw" if state in ended else "lose"

    opposite = {"win": "lose", "draw": "draw", "lose": "win"}
    return [(worth(2 * v), opposite[worth(2 * v + 1)]) for v in range(count)]


def grundy(moves: Moves) -> List[Any]:
    """A number, or the set of the finite values of the options (Fraenkel and Perl's rule)."""
    value: Dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for v, after in enumerate(moves):
            if v in value:
                continue
            least = 0
            while any(value.get(to) == least for to in after):
                least += 1
            rest = [to for to in after if value.get(to, least + 1) > least]
            if all(any(value.get(back) == least for back in moves[to]) for to in rest):
                value[v] = least
                changed = True
    return [
        value.get(v, frozenset(value[to] for to in after if to in value))
        for v, after in enumerate(moves)
    ]


def reach_winners(moves: Moves, owners: Sequence[int], targets: Sequence[bool], player: int) -> List[int]:
    """`player` wants to reach a target, and whoever is stuck loses."""
    everything = set(range(len(moves)))
    goal = {v for v in everything if targets[v]}
    goal |= {v for v in everything if not moves[v] and owners[v] != player}
    won = attractor(moves, owners.__getitem__, player, goal, everything)
    return [player if v in won else 1 - player for v in everything]


def strategies(moves: Moves, owners: Sequence[int], player: int) -> Iterator[Dict[int, Optional[int]]]:
    mine = [v for v in range(len(moves)) if owners[v] == player]
    options: List[List[Optional[int]]] = [[*moves[v]] or [None] for v in mine]
    for choice in product(*options):
        yield dict(zip(mine, choice))


def lasso(strategy: Dict[int, Optional[int]], start: int) -> Tuple[List[int], Optional[int]]:
    """The play, and the place in it where it comes back to; None where somebody is stuck."""
    play, seen = [start], {start: 0}
    while True:
        to = strategy[play[-1]]
        if to is None:
            return play, None
        if to in seen:
            return play, seen[to]
        seen[to] = len(play)
        play.append(to)


def positional(
    moves: Moves,
    owners: Sequence[int],
    payoff: Callable[[List[int], Optional[int]], Any],
) -> List[Any]:
    """The best that player 0 can hold player 1 to, for games that need no memory."""
    count = len(moves)
    best: List[Any] = [None] * count
    for mine in strategies(moves, owners, 0):
        worst: List[Any] = [None] * count
        for theirs in strategies(moves, owners, 1):
            both = {**mine, **theirs}
            for v in range(count):
                paid = payoff(*lasso(both, v))
                if worst[v] is None or paid < worst[v]:
                    worst[v] = paid
        best = [it if old is None or it > old else old for old, it in zip(best, worst)]
    return best


def recurring(moves: Moves, owners: Sequence[int], wins: Callable[[Set[int]], bool]) -> List[int]:
    """Who wins where the vertices seen infinitely often decide and no memory is needed."""

    def payoff(play: List[int], back: Optional[int]) -> int:
        if back is None:
            return int(owners[play[-1]] == 1)
        return int(wins(set(play[back:])))

    return [1 - won for won in positional(moves, owners, payoff)]


def energy(moves: Moves, owners: Sequence[int], weight: Dict[Tuple[int, int], int]) -> List[Optional[int]]:
    """The least credit with which player 0 wins, None where player 1 does."""
    infinite = 10**9

    def payoff(play: List[int], back: Optional[int]) -> int:
        assert back is not None
        round_trip = play + [play[back]]
        total, least = 0, 0
        for here, there in zip(round_trip, round_trip[1:]):
            total += weight[here, there]
            least = min(least, total)
        cycle = round_trip[back:]
        if sum(weight[pair] for pair in zip(cycle, cycle[1:])) < 0:
            return -infinite
        return least

    return [None if paid == -infinite else -paid for paid in positional(moves, owners, payoff)]


def mean_payoff(
    moves: Moves, owners: Sequence[int], weight: Dict[Tuple[int, int], int]
) -> List[Fraction]:
    def payoff(play: List[int], back: Optional[int]) -> Fraction:
        assert back is not None
        cycle = play[back:] + [play[back]]
        return Fraction(sum(weight[pair] for pair in zip(cycle, cycle[1:])), len(cycle) - 1)

    return positional(moves, owners, payoff)


def colored(
    moves: Moves,
    owners: Sequence[int],
    colors: Sequence[FrozenSet[int]],
    accepts: Callable[[FrozenSet[int]], bool],
) -> List[int]:
    """Who wins where a condition on the colours seen infinitely often decides: McNaughton's recursion."""
    everything = set(range(len(moves)))
    winner: Dict[int, int] = {}
    for player in (0, 1):
        stuck = {v for v in everything if not moves[v] and owners[v] != player}
        won = attractor(moves, owners.__getitem__, player, stuck, everything)
        winner.update((v, player) for v in won)
        everything -= won

    def force(player: int, goal: Set[int], within: Set[int]) -> Set[int]:
        return attractor(moves, owners.__getitem__, player, goal, within)

    def won_by(within: Set[int]) -> Tuple[Set[int], Set[int]]:
        if not within:
            return set(), set()
        seen = frozenset(color for v in within for color in colors[v])
        player = 0 if accepts(seen) else 1
        smaller = [
            frozenset(part)
            for size in range(len(seen))
            for part in combinations(sorted(seen), size)
            if accepts(frozenset(part)) != accepts(seen)
        ]
        for part in smaller:
            if any(part < other for other in smaller):
                continue
            outside = {v for v in within if not colors[v] <= part}
            found = won_by(within - force(player, outside, within))[1 - player]
            if found:
                taken = force(1 - player, found, within)
                rest = won_by(within - taken)
                rest[1 - player].update(taken)
                return rest
        result: Tuple[Set[int], Set[int]] = (set(), set())
        result[player].update(within)
        return result

    for player, region in enumerate(won_by(everything)):
        winner.update((v, player) for v in region)
    return [winner[v] for v in range(len(moves))]
