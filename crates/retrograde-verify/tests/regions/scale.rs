//! Sizes at which recursion or more than nearly linear time would show.

use retrograde_core::{Graph, Player};
use retrograde_verify::{Partial, RegionRule, Round, Rule};

use crate::oracle::{Game, Goal, solution};

const N: u32 = 1_000_000;
const ZERO: Option<Player> = Some(Player::Zero);

/// Everything is `owner`'s and given as won by player 0.
fn all_won(
    edges: impl Iterator<Item = (u32, u32)>,
    n: u32,
    owner: Player,
    goal: Goal,
) -> Option<Rule> {
    let graph = Graph::from_edges(n as usize, edges).unwrap();
    let moves: Vec<_> = match owner {
        Player::Zero => graph.vertices().map(|v| graph.successors(v).first().copied()).collect(),
        Player::One => vec![None; n as usize],
    };
    let game = Game { owners: vec![owner; n as usize], graph, goal };
    let claimed = solution(&vec![ZERO; n as usize], &moves);
    game.verify(&claimed, Partial::Refused).err().map(|fault| fault.rule)
}

fn only(vertex: u32, n: u32) -> Vec<bool> {
    (0..n).map(|v| v == vertex).collect()
}

#[test]
fn a_long_chain() {
    let chain = || (1..N).map(|v| (v - 1, v));
    for owner in [Player::Zero, Player::One] {
        assert_eq!(all_won(chain(), N, owner, Goal::Reach(only(N - 1, N))), None);
    }
    assert_eq!(all_won(chain(), N, Player::One, Goal::Buchi(only(0, N))), None);
    assert_eq!(all_won(chain(), N, Player::One, Goal::Parity((0..N).collect())), None);
}

#[test]
fn a_long_cycle() {
    let cycle = || (0..N).map(|v| (v, (v + 1) % N));
    assert_eq!(all_won(cycle(), N, Player::Zero, Goal::Buchi(only(7, N))), None);
    let round = |round| {
        Some(RegionRule::RoundLost { winner: Player::Zero, moves: u64::from(N), round }.into())
    };
    let lost = all_won(cycle(), N, Player::One, Goal::Cobuchi(only(7, N)));
    assert_eq!(lost, round(Round::ThroughTarget));
    let lost = all_won(cycle(), N, Player::Zero, Goal::Buchi(only(N, N)));
    assert_eq!(lost, round(Round::WithoutTarget));
    let lost = all_won(cycle(), N, Player::One, Goal::Parity((0..N).collect()));
    assert_eq!(lost, round(Round::LargestPriority(N - 1)));
}

/// Vertices of priorities 2, 4, 6, … in a row, each connected both ways with the next, and beside
/// each, both ways, one of the priority below.
fn comb(n: u32) -> impl Iterator<Item = (u32, u32)> {
    let row = (1..n).flat_map(|v| [(2 * v - 1, 2 * v + 1), (2 * v + 1, 2 * v - 1)]);
    row.chain((0..n).flat_map(|v| [(2 * v, 2 * v + 1), (2 * v + 1, 2 * v)]))
}

#[test]
fn as_many_nested_components_as_vertices() {
    let n = 50_000;
    let priorities: Vec<u32> = (1..=2 * n).collect();
    assert_eq!(all_won(comb(n), 2 * n, Player::One, Goal::Parity(priorities.clone())), None);
    // One more move at the small end, deep inside all of them.
    let edges = comb(n).chain([(2, 2)]);
    let lost = all_won(edges, 2 * n, Player::One, Goal::Parity(priorities));
    let round = Round::LargestPriority(3);
    assert_eq!(lost, Some(RegionRule::RoundLost { winner: Player::Zero, moves: 1, round }.into()));
}
