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


def checksum(rows):
    hash = 0xCBF29CE484222325
    numbers = [len(rows)]
    for row in rows:
        numbers += [len(row), *row]
    for byte in b"".join(number.to_bytes(4, "little") for number in numbers):
        hash = ((hash ^ byte) * 0x100000001B3) & MASK
    return hash


def pin(recipe, rows):
    print(f"{recipe},{len(rows)},{sum(map(len, rows))},{checksum(rows):016x}")


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
