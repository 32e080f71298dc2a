//! Whether claims rest on an end of the game, or only on each other.
//!
//! Claims that a player can force something are taken off layer by layer. First those go that hold
//! without any further move. Then a claim goes as soon as enough of the claims after its moves have
//! gone: one of them if its mover is the one who forces, all of them if the opponent is. The order
//! in which they go is a rank, and does the work that distances do in other solutions. Claims on a
//! circle never go.

use retrograde_core::{Bitmap, Graph, Outcome, Pace, Stopped, Vertex};

use crate::predecessors::Predecessors;

/// One of the two who move in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// Player 0, or Left.
    First,
    /// Player 1, or Right.
    Second,
}

impl Mover {
    pub(crate) const BOTH: [Mover; 2] = [Mover::First, Mover::Second];

    pub(crate) fn other(self) -> Self {
        match self {
            Mover::First => Mover::Second,
            Mover::Second => Mover::First,
        }
    }
}

/// What a claim at a vertex with moves rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// It does not say that anybody forces anything, and no claim that does can rest on it.
    Unneeded,
    /// One move to a vertex with the inverse outcome whose claim is founded.
    One,
    /// All moves, each to a vertex whose claim is founded.
    All,
}

/// Outcomes with either of two movers, which obey the local rules.
pub(crate) trait Forced {
    fn graph(&self) -> &Graph;

    /// Whether every move is open to both.
    fn shares_moves(&self) -> bool;

    /// Whether `mover` may move along the edge at this place of [`Graph::targets`].
    fn may_move(&self, edge: usize, mover: Mover) -> bool;

    fn outcome(&self, vertex: Vertex, mover: Mover) -> Outcome;

    /// What a claim of `outcome` rests on where `mover` is to move and can.
    fn support(&self, outcome: Outcome, mover: Mover) -> Support;
}

/// The lowest vertex whose claim is not founded, if there is one, and who is to move there.
///
/// Where the mover has no moves a claim is taken as founded.
///
/// # Complexity
/// O(V + E) time. Memory for the predecessors, `4 E + 4 V` bytes if all moves are open to both and
/// at most twice that otherwise, and about `16 V` bytes for the rest.
pub(crate) fn unfounded(
    claims: &impl Forced,
    pace: &mut Pace<'_>,
) -> Result<Option<(Vertex, Mover)>, Stopped> {
    let graph = claims.graph();
    let mut made_by = |mover| {
        Predecessors::new(graph, graph.vertices(), |_, edge| claims.may_move(edge, mover), pace)
    };
    let by_first = made_by(Mover::First)?;
    let by_second = (!claims.shares_moves()).then(|| made_by(Mover::Second)).transpose()?;
    let mut peeling = Peeling::start(claims, pace)?;
    while let Some((vertex, mover)) = peeling.pop() {
        let before = mover.other();
        let reached = claims.outcome(vertex, mover);
        let predecessors = match (before, &by_second) {
            (Mover::Second, Some(by_second)) => by_second,
            (Mover::First, _) | (Mover::Second, None) => &by_first,
        };
        pace.steps(1 + predecessors.of(vertex).len())?;
        for &predecessor in predecessors.of(vertex) {
            peeling.support(claims, predecessor, before, reached);
        }
    }
    for vertex in graph.vertices() {
        pace.steps(1)?;
        for mover in Mover::BOTH {
            let support = claims.support(claims.outcome(vertex, mover), mover);
            let founded = peeling.founded[mover as usize].get(vertex as usize);
            if support != Support::Unneeded && !founded {
                return Ok(Some((vertex, mover)));
            }
        }
    }
    Ok(None)
}

/// Everything is kept once for each mover.
struct Peeling {
    founded: [Bitmap; 2],
    /// At claims that need all their moves, how many of these are not founded yet.
    open: [Vec<u32>; 2],
    /// Founded, with predecessors that have not heard of it.
    news: [Vec<Vertex>; 2],
}

impl Peeling {
    fn start(claims: &impl Forced, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let graph = claims.graph();
        let vertices = graph.vertex_count();
        let mut peeling = Peeling {
            founded: [Bitmap::new(vertices), Bitmap::new(vertices)],
            open: [vec![0; vertices], vec![0; vertices]],
            news: [Vec::new(), Vec::new()],
        };
        for mover in Mover::BOTH {
            for vertex in graph.vertices() {
                pace.steps(1 + graph.out_degree(vertex) as usize)?;
                let mut edges = graph.edge_range(vertex);
                let may_move = |&edge: &usize| claims.may_move(edge, mover);
                match claims.support(claims.outcome(vertex, mover), mover) {
                    Support::All => {
                        let moves = edges.filter(may_move).count() as u32;
                        peeling.open[mover as usize][vertex as usize] = moves;
                        if moves == 0 {
                            peeling.found(vertex, mover);
                        }
                    }
                    Support::Unneeded | Support::One => {
                        if !edges.any(|edge| may_move(&edge)) {
                            peeling.found(vertex, mover);
                        }
                    }
                }
            }
        }
        Ok(peeling)
    }

    fn found(&mut self, vertex: Vertex, mover: Mover) {
        self.founded[mover as usize].set(vertex as usize);
        self.news[mover as usize].push(vertex);
    }

    fn pop(&mut self) -> Option<(Vertex, Mover)> {
        Mover::BOTH.into_iter().find_map(|mover| Some((self.news[mover as usize].pop()?, mover)))
    }

    /// Tells `vertex` that one of its moves leads to a founded claim of `reached`.
    fn support(&mut self, claims: &impl Forced, vertex: Vertex, mover: Mover, reached: Outcome) {
        if self.founded[mover as usize].get(vertex as usize) {
            return;
        }
        let outcome = claims.outcome(vertex, mover);
        let enough = match claims.support(outcome, mover) {
            Support::Unneeded => false,
            Support::One => reached == outcome.for_opponent(),
            Support::All => {
                let open = &mut self.open[mover as usize][vertex as usize];
                *open -= 1;
                *open == 0
            }
        };
        if enough {
            self.found(vertex, mover);
        }
    }
}
