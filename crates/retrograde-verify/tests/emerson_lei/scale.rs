//! Sizes at which recursion, quadratic time, or too many ways to take colours away would show.

use retrograde_core::{Acceptance, Colors, Graph, MealyStep, Pair, Player};
use retrograde_verify::{EmersonLeiRule, Partial, Rule};

use crate::oracle::{Game, Steps};

const N: u32 = 1_000_000;

/// A game in which everything is `owner`'s.
fn game(
    edges: impl Iterator<Item = (u32, u32)>,
    owner: Player,
    colors: Vec<Colors>,
    acceptance: Acceptance,
) -> Game {
    let n = colors.len();
    let graph = Graph::from_edges(n, edges).unwrap();
    Game { graph, owners: vec![owner; n], colors, acceptance }
}

/// The rule that breaks if everything is given as won by player 0, who makes the first moves and
/// needs no memory.
fn all_won(game: &Game) -> Option<Rule> {
    let step = |vertex| {
        let mine = game.owners[vertex as usize] == Player::Zero;
        let to = game.graph.successors(vertex).first().copied().filter(|_| mine);
        MealyStep { vertex, memory: 0, to, next: 0 }
    };
    let steps: Steps = game.graph.vertices().map(step).collect();
    let winners = vec![Some(Player::Zero); game.owners.len()];
    let verdict = game.verify(&winners, &[steps, vec![]], Partial::Refused);
    verdict.err().map(|fault| fault.rule)
}

fn winner_everywhere(game: &Game) -> Option<Player> {
    let won_by = |player| vec![Some(player); game.owners.len()];
    [Player::Zero, Player::One]
        .into_iter()
        .find(|&player| game.verify_winners(&won_by(player), None, Partial::Refused).is_ok())
}

fn round_lost(colors: Colors) -> Option<Rule> {
    Some(EmersonLeiRule::RoundLost { player: Player::Zero, memory: 0, colors }.into())
}

#[test]
fn a_long_chain_and_a_long_cycle() {
    let chain = || (1..N).map(|v| (v - 1, v));
    let cycle = || chain().chain([(N - 1, 0)]);
    let colors: Vec<Colors> = (0..N).map(|v| Colors(1 << (v % 3) & 0b11)).collect();
    let both: Acceptance = "Inf(0)&Inf(1)".parse().unwrap();
    let ended = game(chain(), Player::One, colors.clone(), both.clone());
    assert_eq!(all_won(&ended), None);
    assert_eq!(winner_everywhere(&ended), Some(Player::Zero));
    for owner in [Player::Zero, Player::One] {
        let right = game(cycle(), owner, colors.clone(), both.clone());
        assert_eq!(all_won(&right), None);
        assert_eq!(winner_everywhere(&right), Some(Player::Zero));
        let wrong = game(cycle(), owner, colors.clone(), both.negated());
        assert_eq!(all_won(&wrong), round_lost(Colors(0b11)));
        assert_eq!(winner_everywhere(&wrong), Some(Player::One));
    }
}

/// Vertices of colours 2, 4, 6, … in a row, each connected both ways with the next, and beside each,
/// both ways, one of the colour below.
fn comb(n: u32) -> impl Iterator<Item = (u32, u32)> {
    let row = (1..n).flat_map(|v| [(2 * v - 1, 2 * v + 1), (2 * v + 1, 2 * v - 1)]);
    row.chain((0..n).flat_map(|v| [(2 * v, 2 * v + 1), (2 * v + 1, 2 * v)]))
}

#[test]
fn as_many_nested_components_as_colours() {
    let colors: Vec<Colors> = (1..63).map(|color| Colors(1 << color)).collect();
    let parity = Acceptance::parity_max_even(64);
    let right = game(comb(31), Player::One, colors.clone(), parity.clone());
    assert_eq!(all_won(&right), None);
    assert_eq!(winner_everywhere(&right), Some(Player::Zero));
    // One more move at the small end, deep inside all of them.
    let wrong = game(comb(31).chain([(2, 2)]), Player::One, colors, parity);
    assert_eq!(all_won(&wrong), round_lost(Colors(1 << 3)));
    assert_eq!(winner_everywhere(&wrong), Some(Player::One));
}

#[test]
fn many_pairs_are_looked_at_one_by_one() {
    // Each vertex is connected with all others and has both colours of a pair; player 1 wants one of
    // the pairs to be without its first colour and with its second, and finds no such pair.
    let pairs = Pair::numbered(32);
    let clique = || (0..32).flat_map(|v| (0..32).map(move |w| (v, w)));
    let colors: Vec<Colors> = (0..32).map(|v| Colors(0b11 << (2 * v))).collect();
    let streett = Acceptance::rabin(&pairs).negated();
    let right = game(clique(), Player::One, colors.clone(), streett.clone());
    assert_eq!(all_won(&right), None);
    let mut wrong_colors = colors;
    wrong_colors[17] = Colors(0b10 << 34);
    let wrong = game(clique(), Player::One, wrong_colors, streett);
    assert!(matches!(
        all_won(&wrong),
        Some(Rule::EmersonLei(EmersonLeiRule::RoundLost { colors, .. })) if colors.0 >> 35 & 1 == 1
    ));
}
