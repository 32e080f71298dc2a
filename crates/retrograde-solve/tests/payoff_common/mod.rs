//! Payoff games to try things on, and what play in them comes to by definition.
#![allow(dead_code, reason = "not every test file uses all of it")]

use proptest::prelude::*;
use retrograde_core::{Bitmap, Graph, OwnedGraph, PayoffGame, Player, Strategy as Moves};

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) ones: Vec<bool>,
    pub(crate) weights: Vec<i64>,
}

impl Case {
    /// A game from `(from, to, weight)`, grouped by `from`.
    pub(crate) fn new(ones: &[bool], edges: &[(u32, u32, i64)]) -> Self {
        let mut edges = edges.to_vec();
        edges.sort_by_key(|edge| edge.0);
        let graph = Graph::from_edges(ones.len(), edges.iter().map(|e| (e.0, e.1))).unwrap();
        Case { graph, ones: ones.to_vec(), weights: edges.iter().map(|e| e.2).collect() }
    }

    pub(crate) fn game(&self) -> PayoffGame<'_> {
        let mut ones = Bitmap::new(self.ones.len());
        (0..self.ones.len()).filter(|&v| self.ones[v]).for_each(|v| ones.set(v));
        let arena = OwnedGraph::from_bitmap(&self.graph, ones);
        PayoffGame { arena, weights: self.weights.as_slice().into() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ones.len()
    }

    pub(crate) fn owner(&self, vertex: u32) -> Player {
        if self.ones[vertex as usize] { Player::One } else { Player::Zero }
    }

    pub(crate) fn row(&self, vertex: u32) -> Vec<(u32, i128)> {
        let range = self.graph.edge_range(vertex);
        range.map(|edge| (self.graph.targets()[edge], i128::from(self.weights[edge]))).collect()
    }

    /// The moves left when a player's are fixed: at that player's vertices the best edge to where
    /// the strategy says, or nothing where it says nothing.
    pub(crate) fn fixed(&self, player: Player, moves: &Moves) -> Vec<Vec<(u32, i128)>> {
        let left = |vertex: u32| {
            let row = self.row(vertex);
            if self.owner(vertex) != player {
                return row;
            }
            let chosen = row.into_iter().filter(|edge| Some(edge.0) == moves.get(vertex));
            let best = match player {
                Player::Zero => chosen.max_by_key(|edge| edge.1),
                Player::One => chosen.min_by_key(|edge| edge.1),
            };
            best.into_iter().collect()
        };
        self.graph.vertices().map(left).collect()
    }

    /// Every way to pick one edge at each vertex of a player, and any edge elsewhere.
    fn choices(&self, player: Player) -> Vec<Vec<(u32, i128)>> {
        self.graph.vertices().fold(vec![Vec::new()], |choices, vertex| {
            let row = self.row(vertex);
            let edges = if self.owner(vertex) == player { &row[..] } else { &row[..1] };
            let longer = |choice: Vec<(u32, i128)>| {
                edges.iter().map(move |&edge| choice.iter().copied().chain([edge]).collect())
            };
            choices.into_iter().flat_map(longer).collect()
        })
    }

    /// The best over player 0's positional strategies of the worst over player 1's, where `worth`
    /// says what a play is worth to player 0: the weights before the cycle and those on it.
    pub(crate) fn brute_force<V: Ord>(&self, worth: impl Fn(&[i128], &[i128]) -> V) -> Vec<V> {
        let (zeros, ones) = (self.choices(Player::Zero), self.choices(Player::One));
        let value = |start: u32| {
            let guaranteed = |zero: &Vec<(u32, i128)>| {
                let against = |one: &Vec<(u32, i128)>| {
                    let (mut path, mut weights, mut vertex) = (Vec::new(), Vec::new(), start);
                    loop {
                        if let Some(begin) = path.iter().position(|&v| v == vertex) {
                            return worth(&weights[..begin], &weights[begin..]);
                        }
                        path.push(vertex);
                        let moves = if self.ones[vertex as usize] { one } else { zero };
                        weights.push(moves[vertex as usize].1);
                        vertex = moves[vertex as usize].0;
                    }
                };
                ones.iter().map(against).min().unwrap()
            };
            zeros.iter().map(guaranteed).max().unwrap()
        };
        self.graph.vertices().map(value).collect()
    }
}

/// Random games of up to `vertices` vertices, with up to `degree` moves each, parallel ones too.
pub(crate) fn cases(
    vertices: usize,
    degree: usize,
    weights: impl Strategy<Value = i64> + Clone,
) -> impl Strategy<Value = Case> {
    (1..=vertices).prop_flat_map(move |n| {
        let row = proptest::collection::vec((0..n as u32, weights.clone()), 1..=degree);
        let rows = proptest::collection::vec((any::<bool>(), row), n);
        rows.prop_map(|rows| {
            let ones: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let edges: Vec<_> = (0..)
                .zip(&rows)
                .flat_map(|(from, row)| row.1.iter().map(move |&(to, weight)| (from, to, weight)))
                .collect();
            Case::new(&ones, &edges)
        })
    })
}

/// Games on all graphs of `vertices` vertices where every vertex has a move, with all owners;
/// weights from -2 to 2 are dealt out in a different way to each.
pub(crate) fn all_small(vertices: u32) -> impl Iterator<Item = Case> {
    let pairs = vertices * vertices;
    let mut dice = Dice(7);
    (0..1u64 << pairs)
        .flat_map(move |code| (0..1u32 << vertices).map(move |ones| (code, ones)))
        .filter_map(move |(code, ones)| {
            let chosen = (0..pairs).filter(|pair| code >> pair & 1 == 1);
            let edges: Vec<_> = chosen
                .map(|pair| (pair / vertices, pair % vertices, dice.below(5) as i64 - 2))
                .collect();
            let ones: Vec<bool> = (0..vertices).map(|v| ones >> v & 1 == 1).collect();
            let moves = |v| edges.iter().any(|edge| edge.0 == v);
            (0..vertices).all(moves).then(|| Case::new(&ones, &edges))
        })
}

/// Numbers that look random and are the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % bound
    }

    /// A game where every vertex has `degree` moves and weights are up to `largest` in size.
    pub(crate) fn game(&mut self, vertices: u32, degree: u32, largest: u64) -> Case {
        let ones: Vec<bool> = (0..vertices).map(|_| self.below(2) == 1).collect();
        let mut edges = Vec::new();
        for from in 0..vertices {
            for _ in 0..degree {
                let weight = self.below(2 * largest + 1) as i64 - largest as i64;
                edges.push((from, self.below(u64::from(vertices)) as u32, weight));
            }
        }
        Case::new(&ones, &edges)
    }
}

/// Weights among which sums overflow 64 bits.
pub(crate) fn extreme() -> impl Strategy<Value = i64> + Clone {
    prop_oneof![
        Just(i64::MIN),
        Just(i64::MAX),
        Just(i64::MIN + 1),
        Just(i64::MAX - 1),
        -1i64..=1,
        any::<i64>(),
    ]
}

/// Small members of the families on which one algorithm or another takes long.
pub(crate) fn hard_families() -> Vec<Case> {
    let mut cases = Vec::new();
    for one in [false, true] {
        cases.push(go_on_or_stay(13, one));
        cases.push(traps(4, 7, one));
        cases.push(ladder(8, one));
        cases.push(near_rings(5, one));
    }
    let mut dice = Dice(11);
    for vertices in [20, 30, 40] {
        cases.extend([dice.game(vertices, 2, 3), dice.game(vertices, 2, 10)]);
    }
    cases
}

/// A ring on which going on pays at the end only, while staying pays a little each time: moves are
/// mended one after another.
pub(crate) fn go_on_or_stay(length: u32, one: bool) -> Case {
    let sign = if one { -1 } else { 1 };
    let prize = sign * (2 * i64::from(length) + 1);
    let step = |v: u32| [(v, (v + 1) % length, if v == 0 { prize } else { 0 }), (v, v, sign)];
    Case::new(&vec![one; length as usize], &(0..length).flat_map(step).collect::<Vec<_>>())
}

/// Cycles that lose little each time round, each beside a move that costs much: round after round
/// goes by until that move is worth it.
pub(crate) fn traps(count: u32, large: i64, one: bool) -> Case {
    let trap = |i: u32| {
        let (a, b, c, next) = (3 * i, 3 * i + 1, 3 * i + 2, 3 * ((i + 1) % count));
        let toll = -i64::from(i + 1 < count);
        [(a, b, 5), (b, a, -6), (b, c, -large), (c, a, large), (c, next, 2 * toll), (c, c, toll)]
    };
    let ones: Vec<bool> = (0..count).flat_map(|_| [true, one, one]).collect();
    Case::new(&ones, &(0..count).flat_map(trap).collect::<Vec<_>>())
}

/// Rungs with weights that double, so that a choice on one outweighs all before it.
pub(crate) fn ladder(rungs: u32, one: bool) -> Case {
    let rung = |i: u32| {
        let (a, b, next) = (2 * i, 2 * i + 1, (i + 1) % rungs);
        let x = 1 << i.min(5);
        [(a, b, x), (a, 2 * next, -x), (b, a, -x - 1), (b, 2 * next, x), (b, 2 * next + 1, 0)]
    };
    let ones: Vec<bool> = (0..rungs).flat_map(|_| [one, !one]).collect();
    Case::new(&ones, &(0..rungs).flat_map(rung).collect::<Vec<_>>())
}

/// Rings of lengths that hardly differ, each with a single weight of 1 and ways into the next ring.
pub(crate) fn near_rings(rings: u32, one: bool) -> Case {
    let mut edges = Vec::new();
    let mut start = 0;
    for ring in 0..rings {
        let length = 3 + ring;
        let next = if ring + 1 < rings { start + length } else { 0 };
        for v in 0..length {
            edges.push((start + v, start + (v + 1) % length, i64::from(v == 0)));
            edges.push((start + v, next, 0));
        }
        start += length;
    }
    let ones: Vec<bool> = (0..start).map(|v| (v % 2 == 0) == one).collect();
    Case::new(&ones, &edges)
}
