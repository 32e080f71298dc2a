//! The asymmetric game by its definition: what player 0 gets if play is stopped, and lost for player
//! 0, after a number of moves, for larger and larger numbers.

use retrograde_core::{AsymmetricSolution, Graph, Outcome, Player, Strategies, Vertex};

/// What player 0 gets with player 0 to move and with player 1 to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Payoffs {
    pub(crate) zero: Vec<Outcome>,
    pub(crate) one: Vec<Outcome>,
}

/// The moves of one player: those of a strategy, or all.
pub(crate) type Moves<'a> = Option<&'a [Option<Vertex>]>;

fn moves(graph: &Graph, kept_to: Moves<'_>, v: Vertex) -> Vec<Vertex> {
    match kept_to {
        Some(strategy) => strategy[v as usize].into_iter().collect(),
        None => graph.successors(v).to_vec(),
    }
}

/// One entry for each number of moves, until no more of them make a difference.
pub(crate) fn horizons(graph: &Graph, first: Moves<'_>, second: Moves<'_>) -> Vec<Payoffs> {
    let n = graph.vertex_count();
    let mut all = vec![Payoffs { zero: vec![Outcome::Lose; n], one: vec![Outcome::Lose; n] }];
    loop {
        let last = all.last().unwrap();
        let zero = graph.vertices().map(|v| match graph.is_terminal(v) {
            true => Outcome::Draw,
            false => moves(graph, first, v).iter().map(|&w| last.one[w as usize]).max().unwrap(),
        });
        let one = graph.vertices().map(|v| match graph.is_terminal(v) {
            true => Outcome::Win,
            false => moves(graph, second, v).iter().map(|&w| last.zero[w as usize]).min().unwrap(),
        });
        let next = Payoffs { zero: zero.collect(), one: one.collect() };
        if next == *last {
            return all;
        }
        all.push(next);
    }
}

pub(crate) fn payoffs(graph: &Graph, first: Moves<'_>, second: Moves<'_>) -> Payoffs {
    horizons(graph, first, second).pop().unwrap()
}

/// Whether the strategy moves where it can, along edges, and gets the player from everywhere, against
/// everything, what the game is worth.
pub(crate) fn achieves(graph: &Graph, strategy: &[Option<Vertex>], player: Player) -> bool {
    let legal = graph.vertices().all(|v| match strategy[v as usize] {
        Some(to) => graph.successors(v).contains(&to),
        None => graph.is_terminal(v),
    });
    let kept_to = |of| (player == of).then_some(strategy);
    legal
        && payoffs(graph, kept_to(Player::Zero), kept_to(Player::One)) == payoffs(graph, None, None)
}

/// A strategy for each player: player 0 moves to what was worth the same after fewer moves.
pub(crate) fn strategies(graph: &Graph) -> [Vec<Option<Vertex>>; 2] {
    let all = horizons(graph, None, None);
    let end = all.last().unwrap();
    let first = graph.vertices().map(|v| {
        let worth = end.zero[v as usize];
        let settled = all.iter().position(|at| at.zero[v as usize] == worth).unwrap();
        let before = &all[settled.saturating_sub(1)];
        graph.successors(v).iter().copied().find(|&w| before.one[w as usize] == worth)
    });
    let second = graph.vertices().map(|v| {
        let worth = end.one[v as usize];
        graph.successors(v).iter().copied().find(|&w| end.zero[w as usize] == worth)
    });
    [first.collect(), second.collect()]
}

/// Player 0's and player 1's values, each for themselves.
pub(crate) fn truth(graph: &Graph) -> Vec<(Outcome, Outcome)> {
    let Payoffs { zero, one } = payoffs(graph, None, None);
    zero.into_iter().zip(one.into_iter().map(Outcome::for_opponent)).collect()
}

pub(crate) fn solution(
    values: &[(Outcome, Outcome)],
    moves: Option<[&[Option<Vertex>]; 2]>,
) -> AsymmetricSolution {
    AsymmetricSolution {
        first: values.iter().map(|&(first, _)| first).collect(),
        second: values.iter().map(|&(_, second)| second).collect(),
        strategies: moves.map(|[first, second]| Strategies {
            first: first.iter().copied().collect(),
            second: second.iter().copied().collect(),
        }),
    }
}
