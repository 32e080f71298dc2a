//! Small payoff games, and every play of them in which nobody remembers anything.

use retrograde_core::{Bitmap, Column, Graph, OwnedGraph, PayoffGame, Player, Vertex};

pub(crate) type Moves = Vec<Option<Vertex>>;
/// Where each vertex moves to and for what, as far as it does.
pub(crate) type Edges = Vec<Option<(Vertex, i64)>>;

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) owners: Vec<Player>,
    pub(crate) weights: Vec<i64>,
}

/// How a play goes on for ever.
pub(crate) enum Course {
    /// These weights first, then those again and again.
    Round(Vec<i128>, Vec<i128>),
    /// These weights, then a vertex where the play stops for this test.
    Stops(Vec<i128>),
    /// The player has no move.
    Stuck(Player),
}

impl Game {
    /// A game from the moves of each vertex.
    pub(crate) fn new(owners: &[Player], rows: &[Vec<(Vertex, i64)>]) -> Self {
        let edges = rows.iter().zip(0..).flat_map(|(row, v)| row.iter().map(move |e| (v, e.0)));
        let graph = Graph::from_edges(rows.len(), edges).unwrap();
        let weights = rows.iter().flatten().map(|edge| edge.1).collect();
        Game { graph, owners: owners.to_vec(), weights }
    }

    pub(crate) fn len(&self) -> usize {
        self.owners.len()
    }

    /// The game as the checker gets it.
    pub(crate) fn check<T>(&self, check: impl FnOnce(&PayoffGame<'_>) -> T) -> T {
        let mut ones = Bitmap::new(self.len());
        (0..self.len()).filter(|&v| self.owners[v] == Player::One).for_each(|v| ones.set(v));
        let weights: Column<i64> = self.weights.iter().copied().enumerate().collect();
        check(&PayoffGame::new(OwnedGraph::from_bitmap(&self.graph, ones), &weights).unwrap())
    }

    pub(crate) fn row(&self, v: Vertex) -> Vec<(Vertex, i64)> {
        self.graph
            .edge_range(v)
            .map(|edge| (self.graph.targets()[edge], self.weights[edge]))
            .collect()
    }

    /// The best edges for the owners to where `moves` say; nothing where there is no such edge.
    pub(crate) fn edges(&self, moves: &[Option<Vertex>]) -> Edges {
        let best = |v: Vertex| {
            let there = self.row(v).into_iter().filter(|edge| Some(edge.0) == moves[v as usize]);
            match self.owners[v as usize] {
                Player::Zero => there.max_by_key(|edge| edge.1),
                Player::One => there.min_by_key(|edge| edge.1),
            }
        };
        self.graph.vertices().map(best).collect()
    }

    /// Every way to pick an edge at each vertex of `player`.
    pub(crate) fn strategies(&self, player: Player) -> Vec<Edges> {
        self.graph.vertices().fold(vec![vec![]], |all, v| {
            let choices: Edges = if self.owners[v as usize] == player {
                self.row(v).into_iter().map(Some).collect()
            } else {
                vec![None]
            };
            let longer = |edges: &Edges| -> Vec<Edges> {
                choices.iter().map(|&edge| [&edges[..], &[edge]].concat()).collect()
            };
            all.iter().flat_map(longer).collect()
        })
    }

    /// The play from `v`, which stops where nothing is known.
    pub(crate) fn play(&self, edges: [&Edges; 2], v: Vertex, known: &[bool]) -> Course {
        let (mut path, mut weights, mut v) = (Vec::new(), Vec::new(), v);
        loop {
            if !known[v as usize] {
                return Course::Stops(weights);
            }
            if let Some(first) = path.iter().position(|&before| before == v) {
                let round = weights.split_off(first);
                return Course::Round(weights, round);
            }
            path.push(v);
            let owner = self.owners[v as usize];
            let Some((to, weight)) = edges[usize::from(owner.number())][v as usize] else {
                return Course::Stuck(owner);
            };
            weights.push(i128::from(weight));
            v = to;
        }
    }
}

/// All sequences of `n` of these.
pub(crate) fn tuples<T: Clone>(of: &[T], n: usize) -> Vec<Vec<T>> {
    (0..n).fold(vec![vec![]], |all, _| {
        all.iter()
            .flat_map(|t| of.iter().map(|x| [&t[..], std::slice::from_ref(x)].concat()))
            .collect()
    })
}

/// All games of `n` vertices without parallel edges, with all owners and weights from -1 to 1.
pub(crate) fn games(n: usize) -> impl Iterator<Item = Game> {
    let mut rows: Vec<Vec<(Vertex, i64)>> = Vec::new();
    for weights in tuples(&[None, Some(-1), Some(0), Some(1)], n) {
        let edges = (0..).zip(weights).filter_map(|(to, weight)| Some((to, weight?)));
        rows.push(edges.collect());
    }
    rows.retain(|row| !row.is_empty());
    let owners = tuples(&[Player::Zero, Player::One], n);
    let (count, players) = (rows.len(), owners.len());
    (0..count.pow(n as u32) * players).map(move |index| {
        let row = |v: usize| rows[index / players / count.pow(v as u32) % count].clone();
        Game::new(&owners[index % players], &(0..n).map(row).collect::<Vec<_>>())
    })
}

/// Every move there might be, and some that there cannot be.
pub(crate) fn any_moves(n: usize) -> Vec<Moves> {
    let any: Moves = std::iter::once(None).chain((0..=n as Vertex).map(Some)).collect();
    tuples(&any, n)
}
