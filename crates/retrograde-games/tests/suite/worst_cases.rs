//! The arenas from papers are what they are for: won by whom the papers say, and slow for the
//! algorithms they were made against, which stand here in their plainest form and count their steps.

use crate::plain;

use plain::{Game, Lifts, buchi_rounds};
use retrograde_core::{Arena, Control, Player};
use retrograde_games::generate::{self, Recipe};

fn build(line: &str) -> Arena {
    line.parse::<Recipe>().unwrap().build(&Control::default()).unwrap()
}

fn winners(arena: &Arena) -> Vec<Player> {
    Game::new(arena).zielonka().0
}

fn calls(arena: &Arena) -> u64 {
    Game::new(arena).zielonka().1
}

#[test]
fn the_two_plain_solvers_agree() {
    for seed in 0..200 {
        let arena = generate::random_parity(2 + seed % 9, 1.7, 1 + seed % 5, seed).unwrap();
        let Lifts { winners: lifted, .. } = Game::new(&arena).progress_measures();
        assert_eq!(winners(&arena), lifted, "seed {seed}");
    }
}

#[test]
fn owners_and_priorities_are_equally_likely() {
    let arena = generate::random_parity(70_000, 1.5, 7, 2).unwrap();
    let mut counts = [0u32; 14];
    for ((_, owner), (_, priority)) in arena.owners.iter().zip(arena.priorities.iter()) {
        counts[usize::from(owner.number()) * 7 + priority as usize] += 1;
    }
    // Chi-squared with 13 degrees of freedom passes 34.5 once in a thousand seeds.
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 5e3).powi(2) / 5e3).sum();
    assert!(chi < 34.5, "{counts:?}");
}

#[test]
fn weights_are_equally_likely() {
    let arena = generate::random_payoff(20_000, 2.5, 3, 2).unwrap();
    let mut counts = [0u32; 7];
    for (_, weight) in arena.weights.iter() {
        counts[(weight + 3) as usize] += 1;
    }
    let mean = arena.graph.edge_count() as f64 / 7.0;
    // Chi-squared with 6 degrees of freedom passes 22.5 once in a thousand seeds.
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - mean).powi(2) / mean).sum();
    assert!(chi < 22.5, "{counts:?}");
    let ones = arena.owners.iter().filter(|&(_, owner)| owner == Player::One).count();
    assert!((9_600..10_400).contains(&ones), "{ones}");
}

#[test]
fn seeds_make_the_difference() {
    let parity = |seed| generate::random_parity(50, 2.0, 5, seed).unwrap();
    assert_eq!(parity(1), parity(1));
    assert_ne!(parity(1), parity(2));
    let payoff = |seed| generate::random_payoff(50, 2.0, 5, seed).unwrap();
    assert_eq!(payoff(1), payoff(1));
    assert_ne!(payoff(1), payoff(2));
}

#[test]
fn a_buchi_chain_loses_one_link_a_round() {
    for links in [1, 2, 3, 10, 40] {
        let arena = generate::buchi_chain(links).unwrap();
        let (won, rounds) = buchi_rounds(&arena);
        assert!(won.iter().all(|&winner| winner == Player::One));
        assert_eq!(rounds, links);
        // As a parity arena it says the same, and takes as many rounds.
        assert_eq!(winners(&arena), won);
        assert!(calls(&arena) >= links, "{}", calls(&arena));
    }
}

#[test]
fn the_buchi_chain_of_the_measurements_has_its_size() {
    let size = "buchi-chain 100000".parse::<Recipe>().unwrap().size();
    assert_eq!((size.vertices, size.edges), (300_000, 500_000));
}

#[test]
fn the_base_row_of_a_jurdzinski_grid_is_player_ones_and_the_levels_player_zeros() {
    for (depth, width) in [(1, 1), (1, 5), (4, 1), (3, 4)] {
        let arena = generate::jurdzinski_grid(depth, width).unwrap();
        for (vertex, winner) in (0..).zip(winners(&arena)) {
            let base = vertex < 2 * width;
            assert_eq!(winner, if base { Player::One } else { Player::Zero }, "{vertex}");
        }
    }
}

#[test]
fn progress_measures_climb_exponentially_in_the_depth_of_a_jurdzinski_grid() {
    let lifts = |depth, width| {
        let arena = generate::jurdzinski_grid(depth, width).unwrap();
        Game::new(&arena).progress_measures().count
    };
    for width in [1, 2, 3] {
        for depth in 1..5 {
            // Each level has `width` vertices of its odd priority, so `width` + 1 numbers of visits.
            let factor = lifts(depth + 1, width) as f64 / lifts(depth, width) as f64;
            assert!(factor > 0.9 * (width + 1) as f64, "{depth} {width}: {factor}");
        }
    }
}

#[test]
fn the_last_level_of_a_recursive_ladder_says_who_wins_it() {
    for levels in 1..8 {
        let arena = generate::recursive_ladder(levels).unwrap();
        let expected = if levels % 2 == 1 { Player::Zero } else { Player::One };
        assert!(winners(&arena).iter().all(|&winner| winner == expected), "{levels}");
    }
}

#[test]
fn the_recursive_algorithm_calls_itself_exponentially_often_on_its_ladder() {
    let counts: Vec<u64> =
        (1..=16).map(|levels| calls(&generate::recursive_ladder(levels).unwrap())).collect();
    // At least as fast as the Fibonacci numbers.
    for pair in counts.windows(3) {
        assert!(pair[2] >= pair[0] + pair[1], "{counts:?}");
    }
}

#[test]
fn player_zero_wins_the_model_checker_ladder() {
    for rungs in 1..8 {
        let arena = generate::model_checker_ladder(rungs).unwrap();
        assert!(winners(&arena).iter().all(|&winner| winner == Player::Zero), "{rungs}");
    }
}

#[test]
fn a_search_through_all_plays_of_the_model_checker_ladder_is_exponential() {
    let plays = |rungs| Game::new(&generate::model_checker_ladder(rungs).unwrap()).plays(0);
    for rungs in 1..6 {
        // Two ways, over the upper or the lower rail, at each of two rungs.
        assert_eq!(plays(rungs), 1 << (2 * rungs), "{rungs}");
    }
}

#[test]
fn each_player_wins_their_own_vertices_of_a_clique() {
    assert_eq!(winners(&build("clique 1")), [Player::Zero]);
    assert_eq!(winners(&build("clique 2")), [Player::One; 2]);
    assert_eq!(winners(&build("clique 3")), [Player::Zero; 3]);
    for vertices in 4..12 {
        let arena = generate::clique(vertices).unwrap();
        for (vertex, winner) in winners(&arena).into_iter().enumerate() {
            assert_eq!(Some(winner), arena.owners.get(vertex), "{vertex} of {vertices}");
        }
    }
}

#[test]
fn the_recursive_algorithm_counts_with_two_counters() {
    let counts: Vec<u64> =
        (1..=7).map(|bits| calls(&generate::two_counters(bits).unwrap())).collect();
    // What is left after taking differences, which take a quadratic part away, doubles each time.
    let differences = |counts: &[u64]| -> Vec<u64> {
        counts.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect()
    };
    let third = differences(&differences(&differences(&counts)));
    assert!(third[0] > 0 && third.windows(2).all(|pair| pair[1] == 2 * pair[0]), "{counts:?}");
}

#[test]
fn each_player_wins_their_own_of_two_counters() {
    for bits in 1..7 {
        let won = winners(&generate::two_counters(bits).unwrap());
        let mut won = won.into_iter();
        for bit in 0..bits {
            for player in [Player::Zero, Player::One] {
                assert!(won.by_ref().take(4).all(|winner| winner == player));
                for _ in 0..bit {
                    // The second exit belongs to the opponent and leads to the opponent's gate.
                    let expected = [player, player, player.opponent()];
                    assert!(won.by_ref().take(3).eq(expected), "{bit} of {bits}");
                }
            }
        }
        assert_eq!(won.next(), None);
    }
}

#[test]
fn strategy_improvement_counts_with_friedmanns_counter() {
    for bits in 1..=7 {
        let arena = generate::friedmann_counter(bits).unwrap();
        assert_eq!(Game::new(&arena).improvements(0), (9 << (bits - 1)) - 1, "{bits}");
        assert!(winners(&arena).iter().all(|&winner| winner == Player::One), "{bits}");
    }
}

/// A counter that doubles the number of calls with every piece or two.
fn counts(family: &str, pieces: std::ops::RangeInclusive<u64>) -> Vec<u64> {
    pieces.map(|pieces| calls(&build(&format!("{family} {pieces}")))).collect()
}

#[test]
fn the_recursive_algorithm_counts_with_the_counters_made_against_it() {
    let counts = [counts("core-counter", 2..=6), counts("gazda-counter", 4..=14)];
    assert!(counts[0].windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{counts:?}");
    assert!(counts[1].windows(3).all(|triple| triple[2] >= 2 * triple[0]), "{counts:?}");
}

#[test]
fn the_counters_are_won_as_both_plain_solvers_say() {
    for family in
        ["core-counter", "gazda-counter", "region-counter", "delayed-counter", "distractions"]
    {
        for pieces in 1..=3 {
            let arena = build(&format!("{family} {pieces}"));
            let Lifts { winners: lifted, .. } = Game::new(&arena).progress_measures();
            assert_eq!(winners(&arena), lifted, "{family} {pieces}");
        }
    }
}

#[test]
fn player_zero_wins_the_root_of_the_distractions() {
    // Player 1 gains nothing by leaving it: from the arms player 0 comes back.
    for arms in 1..6 {
        assert_eq!(winners(&generate::distractions(arms).unwrap())[0], Player::Zero, "{arms}");
    }
}
