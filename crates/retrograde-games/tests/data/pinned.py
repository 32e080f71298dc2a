"""Writes pinned.csv: the checksums of some generated graphs, computed without the crate.

A second implementation of the definitions in the crate's documentation, so that the pinned
values do not merely repeat what the first one happens to do. Run: python3 pinned.py > pinned.csv
"""

from math import floor

MASK = (1 << 64) - 1


class Rng:
    """xoshiro256** seeded by SplitMix64."""

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            z = seed
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            self.state.append(z ^ (z >> 31))

    def next(self):
        a, b, c, d = self.state
        result = (rotate((b * 5) & MASK, 7) * 9) & MASK
        shifted = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        self.state = [a, b, c ^ shifted, rotate(d, 45)]
        return result

    def below(self, bound):
        while True:
            product = self.next() * bound
            if product & MASK >= 2**64 % bound:
                return product >> 64

    def toss(self, probability):
        heads = int(probability * 2**53)
        return heads == 2**53 or (heads > 0 and self.next() >> 11 < heads)


def rotate(word, by):
    return ((word << by) | (word >> (64 - by))) & MASK


def move_counts(rng, vertices, mean, terminals):
    most = floor(2 * mean - 1)
    fraction = 2 * mean - 1 - most
    counts = []
    for vertex in range(vertices):
        if terminals > 0 and rng.below(vertices - vertex) < terminals:
            terminals -= 1
            counts.append(0)
        else:
            counts.append(1 + rng.below(most + rng.toss(fraction)))
    return counts


def random(vertices, moves, terminals, seed):
    rng = Rng(seed)
    counts = move_counts(rng, vertices, moves, floor(vertices * terminals + 0.5))
    return [[rng.below(vertices) for _ in range(count)] for count in counts]


def dag(vertices, moves, seed):
    rng = Rng(seed)
    rows = []
    for vertex, count in enumerate(move_counts(rng, vertices - 1, moves, 0)):
        higher = vertices - 1 - vertex
        rows.append([vertex + 1 + rng.below(higher) for _ in range(min(count, higher))])
    return rows + [[]]


def layered(layers, width, moves, back, seed):
    rng = Rng(seed)
    rows = []
    for vertex, count in enumerate(move_counts(rng, (layers - 1) * width, moves, 0)):
        after = (vertex // width + 1) * width
        rows.append(
            [rng.below(after) if rng.toss(back) else after + rng.below(width) for _ in range(count)]
        )
    return rows + [[]] * width


def random_parity(vertices, moves, priorities, seed):
    rng = Rng(seed)
    counts = move_counts(rng, vertices, moves, 0)
    rows = [[rng.below(vertices) for _ in range(count)] for count in counts]
    drawn = [(rng.below(2), rng.below(priorities)) for _ in range(vertices)]
    return rows, [owner for owner, _ in drawn], [priority for _, priority in drawn]


def random_payoff(vertices, moves, weight, seed):
    rng = Rng(seed)
    counts = move_counts(rng, vertices, moves, 0)
    rows = [[rng.below(vertices) for _ in range(count)] for count in counts]
    owners = [rng.below(2) for _ in range(vertices)]
    return rows, owners, [rng.below(2 * weight + 1) - weight for row in rows for _ in row]


def named(vertices):
    """An arena from (name, owner, priority, names of successors), numbered in that order."""
    number = {name: place for place, (name, _, _, _) in enumerate(vertices)}
    rows = [[number[to] for to in moves if to in number] for _, _, _, moves in vertices]
    return rows, [owner for _, owner, _, _ in vertices], [p for _, _, p, _ in vertices]


def buchi_chain(n):
    vertices = []
    for i in range(n):
        onward, back = ("x", min(i + 1, n - 1)), ("x", i - 1) if i else ("y", 0)
        vertices.append((("x", i), 0, 1, [("b", i), ("y", i)]))
        vertices.append((("y", i), 0, 1, [("x", i)]))
        vertices.append((("b", i), 1, 2 - (i == n - 1), [onward, back]))
    rows, owners, priorities = named(vertices)
    return rows, owners, priorities, [priority - 1 for priority in priorities]


def jurdzinski_grid(depth, width):
    vertices = []
    end = width - 1
    for j in range(width):
        loop = [("q", 0, end)] if j == end else []
        up = [("d", k, j) for k in range(1, depth + 1)]
        vertices.append((("t", 0, j), 0, 0, [("q", 0, j - 1), ("q", 0, j)]))
        vertices.append((("q", 0, j), 1, 1, [("t", 0, j), ("t", 0, j + 1), *loop, *up]))
    for k in range(1, depth + 1):
        for j in range(width):
            loop = [("d", k, end)] if j == end else []
            left = [("d", k, j - 1), ("d", k, j), ("u", k, j)]
            vertices.append((("s", k, j), 1, 2 * k, left))
            right = [("s", k, j), ("s", k, j + 1), *loop, ("q", 0, j)]
            vertices.append((("d", k, j), 0, 2 * k, right))
        for j in range(width):
            vertices.append((("u", k, j), 0, 2 * k + 1, [("d", k, j)]))
    return named(vertices)


def recursive_ladder(n):
    vertices = []
    for i in range(n):
        p, own, other = 3 * i, i % 2, 1 - i % 2
        vertices.append((("c", i), other, p + 5, [("d", i), ("b", i)]))
        vertices.append((("d", i), own, p + 4, [("e", i), ("d", i - 1), ("d", i + 1)]))
        vertices.append((("e", i), other, p + 3, [("d", i), ("b", i)]))
        vertices.append((("a", i), own, own, [("b", i), ("d", i)]))
        vertices.append((("b", i), other, own, [("a", i), ("c", i + 1)]))
    return named(vertices)


def model_checker_ladder(n):
    vertices = []
    for k in range(1, 4 * n + 1):
        mirror = 4 * n + 1 - k
        column = min(k, mirror)
        onward = column % (2 * n) + 1
        moves = [onward, mirror] if k == column else [onward]
        vertices.append((k, 1 - column % 2, k, moves))
    return named(vertices)


def clique(n):
    return named([(v, v % 2, v, [w for w in range(n) if w != v]) for v in range(n)])


def two_counters(n):
    vertices = []
    for i in range(n):
        for s in (0, 1):
            o = 1 - s
            f = n - 1 - i
            row = [("selector", s, i, j) for j in range(i)] + [("rest", s, i)]
            away = [("gate", o, j) for j in range(i + s, n)]
            high = 4 * n + 4 + 2 * f - s
            vertices.append((("high", s, i), s, high, [("gate", s, (i - 1) % n)]))
            vertices.append((("low", s, i), o, 2 * i + 2 + s, [("high", s, i), row[0]]))
            vertices.append((("gate", s, i), o, 2 * n + 2 + 2 * f + o, [("low", s, i)]))
            vertices.append((("rest", s, i), s, 0, [("low", s, i), *away]))
            for j in range(i):
                exits = [("first", s, i, j), ("second", s, i, j)]
                vertices.append((row[j], s, 0, exits))
                vertices.append((exits[0], o, 0, [row[j + 1], ("gate", s, j)]))
                vertices.append((exits[1], o, 0, [row[j + 1], ("gate", o, j)]))
    return named(vertices)


def friedmann_counter(n):
    bits = range(1, n + 1)
    vertices = [
        ("x", 1, 1, ["x"]),
        ("c", 0, 8 * n + 4, ["r", "s"]),
        ("s", 0, 8 * n + 6, ["x"] + [("f", j) for j in bits]),
        ("r", 0, 8 * n + 8, ["x"] + [("g", j) for j in bits]),
    ]
    for i in range(1, 2 * n + 1):
        before = ("t", i - 1) if i > 1 else "c"
        vertices.append((("t", i), 0, 4 * n + 2 * i + 1, [before, "s", "r"]))
        vertices.append((("a", i), 1, 4 * n + 2 * i + 2, [("t", i)]))
    for i in bits:
        lane = [("a", j) for j in range(1, 2 * i + 1)]
        higher = [("g", j) for j in bits if j > i]
        vertices.append((("d", i), 0, 4 * i + 1, ["r", "s", ("e", i)] + lane))
        vertices.append((("e", i), 1, 4 * i + 2, [("d", i), ("h", i)]))
        vertices.append((("g", i), 0, 4 * i + 4, [("k", i), ("f", i)]))
        vertices.append((("k", i), 0, 8 * n + 4 * i + 7, ["x"] + higher))
        vertices.append((("f", i), 1, 8 * n + 4 * i + 9, [("e", i)]))
        vertices.append((("h", i), 1, 8 * n + 4 * i + 10, [("k", i)]))
    return named(vertices)


def core_counter(n):
    k = 2 * n + 1
    vertices = []
    for i in range(k):
        own, other = i % 2, 1 - i % 2
        vertices.append((("a", i), own, k + i, [("b", i)]))
        vertices.append((("b", i), own, i, [("c", i), ("a", i - 1)]))
        vertices.append((("c", i), other, i, [("b", i), ("c", i), ("a", i + 1)]))
    return named(vertices)


def gazda_counter(n):
    vertices = []
    for i in range(n):
        own, other = i % 2, 1 - i % 2
        vertices.append((("a", i), own, i + 2, [("b", i), ("a", i + 1)]))
        vertices.append((("b", i), own, other, [("c", i), ("a", i + 1)]))
        vertices.append((("c", i), other, other, [("b", i), ("c", i - 1)]))
    return named(vertices)


def region_counter(n):
    vertices = []
    for i in range(n):
        own, after = (n + i) % 2, (i + 1) % n
        for k in (0, 1):
            vertices.append((("low", i, k), own, n - 1 - i, [("low", i, 1 - k), ("high", i, k)]))
        for k in (0, 1):
            moves = [("high", i, 1 - k), ("low", after, k)]
            vertices.append((("high", i, k), own, n + 1 + i, moves))
    return named(vertices)


def delayed_counter(n):
    vertices = []
    for i in range(n):
        own, other = i % 2, 1 - i % 2
        vertices.append((("a", i), other, i, [("b", i)]))
        vertices.append((("b", i), other, i, [("a", i), ("c", i), ("d", i + 1)]))
        vertices.append((("c", i), own, i, [("b", i), ("d", i - 1)]))
        vertices.append((("d", i), own, i + 3, [("c", i)]))
    return named(vertices)


def distractions(n):
    vertices = [("root", 1, 0, ["root"] + [("a", i) for i in range(n)])]
    for i in range(n):
        high = 2 * (n + i + 1)
        vertices.append((("a", i), 0, 2 * (n - i), ["root", ("b", i)]))
        vertices.append((("b", i), 0, high, [("c", i)]))
        vertices.append((("c", i), 1, 1, [("d", i)]))
        vertices.append((("d", i), 0, 1, [("c", i), ("e", i)]))
        vertices.append((("e", i), 0, high + 1, [("a", i)]))
    return named(vertices)


def checksum(rows, columns, weights):
    hash = 0xCBF29CE484222325
    numbers = [len(rows)]
    for row in rows:
        numbers += [len(row), *row]
    for column in columns:
        numbers += column
    data = b"".join(number.to_bytes(4, "little") for number in numbers)
    data += b"".join(weight.to_bytes(8, "little", signed=True) for weight in weights)
    for byte in data:
        hash = ((hash ^ byte) * 0x100000001B3) & MASK
    return hash


def pin(recipe, rows, *columns, weights=()):
    edges = sum(map(len, rows))
    print(f"{recipe},{len(rows)},{edges},{checksum(rows, columns, weights):016x}")


print("recipe,vertices,edges,checksum")
pin("random vertices=1000 moves=5 terminals=0.1 seed=0", random(1000, 5, 0.1, 0))
pin("random vertices=1000 moves=2.5 terminals=0.25 seed=42", random(1000, 2.5, 0.25, 42))
pin(f"random vertices=777 moves=3.3 terminals=0 seed={MASK}", random(777, 3.3, 0, MASK))
pin("random vertices=100 moves=1 terminals=1 seed=1", random(100, 1, 1, 1))
pin("dag vertices=1000 moves=5 seed=7", dag(1000, 5, 7))
pin("dag vertices=50 moves=20.4 seed=8", dag(50, 20.4, 8))
pin("layered layers=10 width=50 moves=3 back=0 seed=1", layered(10, 50, 3, 0, 1))
pin("layered layers=10 width=50 moves=2.75 back=0.3 seed=2", layered(10, 50, 2.75, 0.3, 2))
pin("chain vertices=5", [[1], [2], [3], [4], []])
pin("cycle vertices=4", [[1], [2], [3], [0]])
pin("grid width=3 height=2", [[1, 3], [2, 4], [5], [4], [5], []])
pin("complete-dag vertices=4", [[1, 2, 3], [2, 3], [3], []])
pin("star leaves=3", [[1, 2, 3], [], [], []])
pin("inward-star leaves=3", [[], [0], [0], [0]])
pin(
    "random-parity vertices=500 moves=2.5 priorities=7 seed=3", *random_parity(500, 2.5, 7, 3)
)
pin("random-parity vertices=200 moves=5 priorities=1 seed=0", *random_parity(200, 5, 1, 0))
rows, owners, weights = random_payoff(300, 3, 1000, 4)
pin("random-payoff vertices=300 moves=3 weight=1000 seed=4", rows, owners, weights=weights)
pin("buchi-chain links=1", *buchi_chain(1))
pin("buchi-chain links=10", *buchi_chain(10))
pin("jurdzinski-grid depth=1 width=1", *jurdzinski_grid(1, 1))
pin("jurdzinski-grid depth=4 width=3", *jurdzinski_grid(4, 3))
pin("recursive-ladder levels=1", *recursive_ladder(1))
pin("recursive-ladder levels=12", *recursive_ladder(12))
pin("model-checker-ladder rungs=1", *model_checker_ladder(1))
pin("model-checker-ladder rungs=9", *model_checker_ladder(9))
pin("clique vertices=8", *clique(8))
pin("two-counters bits=1", *two_counters(1))
pin("two-counters bits=6", *two_counters(6))
pin("friedmann-counter bits=1", *friedmann_counter(1))
pin("friedmann-counter bits=5", *friedmann_counter(5))
pin("core-counter pairs=1", *core_counter(1))
pin("core-counter pairs=6", *core_counter(6))
pin("gazda-counter pieces=1", *gazda_counter(1))
pin("gazda-counter pieces=9", *gazda_counter(9))
pin("region-counter groups=1", *region_counter(1))
pin("region-counter groups=6", *region_counter(6))
pin("delayed-counter pieces=1", *delayed_counter(1))
pin("delayed-counter pieces=7", *delayed_counter(7))
pin("distractions arms=1", *distractions(1))
pin("distractions arms=5", *distractions(5))
