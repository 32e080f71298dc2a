//! What a strategy is worth: the best the other player can do against it.
//!
//! With one player's moves fixed, the other looks for the best cycle to go round. Policy iteration
//! finds it: fix that player's moves too, see which cycle each vertex runs into, its mean and what
//! is paid on the way over and above the mean, and move wherever that comes out better.

use retrograde_core::{Player, Ratio, Vertex};

use crate::energy::board::Board;
use crate::parity::game::Stop;

/// Policy iterations after which a bound from elsewhere has to do: they are few as a rule, but can
/// be many where each mends a single vertex.
const MOST_ROUNDS: usize = 60;

/// The least value over all vertices that `player`, moving as `places` say, is sure of; for player
/// 1, the largest that player 1 can be held to. `None` if that took too long to find out.
///
/// # Complexity
/// O(V + E) time a round and C log C for C cycles, for at most [`MOST_ROUNDS`] rounds.
///
/// Source: R. A. Howard, *Dynamic programming and Markov processes* (1960), in the form of
/// J. Cochet-Terrasson, G. Cohen, S. Gaubert, M. McGettrick and J.-P. Quadrat, *Numerical
/// computation of spectral elements in max-plus algebra* (1998).
pub(super) fn guaranteed(
    board: &Board<'_>,
    player: Player,
    places: &[u32],
    stop: &Stop,
) -> Option<Ratio> {
    let mut policy = Policy::new(board, player, places);
    for _ in 0..MOST_ROUNDS {
        policy.evaluate();
        if !policy.improve(player) {
            return policy.means.iter().copied().min().map(|least| policy.signed(least));
        }
        if stop.spend(u32::try_from(board.edge_count()).unwrap_or(u32::MAX)) {
            return None;
        }
    }
    None
}

/// Moves of both players, of which the opponent's are to make weights small.
struct Policy<'b> {
    board: &'b Board<'b>,
    /// -1 if the opponent wants weights to be large, so that all weights count negative.
    sign: i128,
    places: Vec<u32>,
    /// The mean of each cycle.
    means: Vec<Ratio>,
    /// Which cycle a vertex runs into.
    cycles: Vec<u32>,
    /// Where each cycle's mean stands among all of them, equal ones on a par.
    ranks: Vec<u32>,
    /// What is paid over the mean until the cycle's first vertex, times the mean's denominator.
    biases: Vec<i128>,
    path: Vec<Vertex>,
}

/// A vertex whose cycle is not known yet, or that is on the current path.
const UNKNOWN: u32 = u32::MAX;
const ON_PATH: u32 = u32::MAX - 1;

impl<'b> Policy<'b> {
    fn new(board: &'b Board<'b>, player: Player, places: &[u32]) -> Self {
        let sign = if player == Player::Zero { 1 } else { -1 };
        let start = |vertex: Vertex| {
            if board.owner(vertex) == player {
                return places[vertex as usize];
            }
            let weights = board.moves.row(vertex).map(|(_, weight)| sign * i128::from(weight));
            let lightest = weights.zip(0..).min().expect("every vertex has a move");
            lightest.1
        };
        Policy {
            board,
            sign,
            places: board.vertices().map(start).collect(),
            means: Vec::new(),
            cycles: Vec::new(),
            ranks: Vec::new(),
            biases: vec![0; board.len()],
            path: Vec::new(),
        }
    }

    fn signed(&self, mean: Ratio) -> Ratio {
        Ratio::new(self.sign * mean.numerator(), mean.denominator()).expect("a reduced fraction")
    }

    #[inline]
    fn step(&self, vertex: Vertex) -> (Vertex, i128) {
        let (to, weight) = self.board.moves.edge(vertex, self.places[vertex as usize]);
        (to, self.sign * i128::from(weight))
    }

    /// Finds the cycles and what each vertex pays on the way to its own.
    fn evaluate(&mut self) {
        self.means.clear();
        self.cycles.clear();
        self.cycles.resize(self.board.len(), UNKNOWN);
        for start in self.board.vertices() {
            let mut vertex = start;
            while self.cycles[vertex as usize] == UNKNOWN {
                self.cycles[vertex as usize] = ON_PATH;
                self.path.push(vertex);
                vertex = self.step(vertex).0;
            }
            if self.cycles[vertex as usize] == ON_PATH {
                self.close_cycle(vertex);
            }
            while let Some(vertex) = self.path.pop() {
                self.attach(vertex);
            }
        }
        let mut order: Vec<u32> = (0..self.means.len() as u32).collect();
        order.sort_unstable_by_key(|&cycle| self.means[cycle as usize]);
        self.ranks.clear();
        self.ranks.resize(order.len(), 0);
        for pair in order.windows(2) {
            let (last, next) = (pair[0] as usize, pair[1] as usize);
            self.ranks[next] = self.ranks[last] + u32::from(self.means[last] < self.means[next]);
        }
    }

    /// Takes the cycle that begins at `entry` off the end of the path.
    fn close_cycle(&mut self, entry: Vertex) {
        let begin = self.path.iter().rposition(|&vertex| vertex == entry).unwrap_or(0);
        let length = (self.path.len() - begin) as u32;
        let sum = self.path[begin..].iter().map(|&vertex| self.step(vertex).1).sum();
        let cycle = self.means.len() as u32;
        self.means.push(Ratio::new(sum, length).expect("a cycle has vertices"));
        // A cycle that stays as it is must have the same first vertex in each round: biases of
        // different rounds are compared.
        let (first, _) =
            self.path[begin..].iter().enumerate().min_by_key(|&(_, &v)| v).unwrap_or((0, &entry));
        self.path[begin..].rotate_left(first);
        self.cycles[self.path[begin] as usize] = cycle;
        self.biases[self.path[begin] as usize] = 0;
        while self.path.len() > begin + 1 {
            if let Some(vertex) = self.path.pop() {
                self.attach(vertex);
            }
        }
        self.path.pop();
    }

    /// Gives `vertex` the cycle and bias that follow from where it moves to.
    fn attach(&mut self, vertex: Vertex) {
        let (to, weight) = self.step(vertex);
        self.cycles[vertex as usize] = self.cycles[to as usize];
        self.biases[vertex as usize] = self.bias_by(to, weight);
    }

    #[inline]
    fn bias_by(&self, to: Vertex, weight: i128) -> i128 {
        let mean = self.means[self.cycles[to as usize] as usize];
        weight * i128::from(mean.denominator()) - mean.numerator() + self.biases[to as usize]
    }

    /// Moves the opponent to better cycles, and by cheaper ways where the cycle is as good. `false`
    /// if there is nothing to improve.
    fn improve(&mut self, player: Player) -> bool {
        let mut has_changed = false;
        for vertex in self.board.vertices() {
            if self.board.owner(vertex) == player {
                continue;
            }
            let rank = |vertex: Vertex| self.ranks[self.cycles[vertex as usize] as usize];
            let mut best = (rank(vertex), self.biases[vertex as usize]);
            let mut better = None;
            for ((to, weight), place) in self.board.moves.row(vertex).zip(0..) {
                let its_rank = rank(to);
                if its_rank > best.0 {
                    continue;
                }
                let offer = (its_rank, self.bias_by(to, self.sign * i128::from(weight)));
                if offer < best {
                    best = offer;
                    better = Some(place);
                }
            }
            if let Some(place) = better {
                self.places[vertex as usize] = place;
                has_changed = true;
            }
        }
        has_changed
    }
}
