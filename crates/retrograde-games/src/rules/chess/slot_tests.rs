//! Moves from slot to slot against moves and un-moves of positions.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::Look;

/// Men that are alike, the same men on both sides, and pawns that can be taken in passing.
const ENDINGS: [&str; 18] = [
    "KvK", "KQvKR", "KQvKQ", "KNvKN", "KPvKP", "KNNvK", "KBBvKN", "KQQvKQ", "KRRRvK", "KQvKRR",
    "KPvKQ", "KPPvK", "KPPPvK", "KPPvKP", "KBPvKN", "KRPvKP", "KRPvKR", "KQvKP",
];

fn check_slot(game: &Chess, slot: u64) {
    let mut leaving = Vec::new();
    let look = game.look(slot, &mut leaving);
    let Some(position) = game.unrank(slot) else {
        assert_eq!(look, Look::Hole, "slot {slot}");
        return;
    };
    let fen = game.show(&position);
    let tier = |slot: u64| game.tiers().iter().position(|tier| tier.contains(&slot));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let after: BTreeSet<u64> =
        moves.iter().map(|chosen| game.rank(&game.play(&position, chosen))).collect();
    let (within, outside): (BTreeSet<u64>, BTreeSet<u64>) =
        after.into_iter().partition(|&to| tier(to) == tier(slot));
    match game.verdict(&position) {
        Some(verdict) => assert_eq!(look, Look::Over(verdict), "{fen}"),
        None => assert_eq!(look, Look::Open { replies: within.len() }, "{fen}"),
    }
    for &to in &outside {
        let (own, other) = (tier(slot).unwrap(), tier(to).unwrap());
        assert!(game.leads_to(own).iter().any(|tiers| tiers.contains(&other)), "{fen}");
        assert!(game.leads_to_part(own, other).is_none_or(|part| part.contains(&to)), "{fen}");
    }
    assert_eq!(leaving.into_iter().collect::<BTreeSet<u64>>(), outside, "{fen}");

    let (mut before, mut positions) = (Vec::new(), Vec::new());
    game.before(slot, &mut before);
    let distinct: BTreeSet<u64> = before.iter().copied().collect();
    assert_eq!(distinct.len(), before.len(), "{fen}");
    game.unmoves(&position, &mut positions);
    let mut expected: BTreeSet<u64> = positions.iter().map(|earlier| game.rank(earlier)).collect();
    expected.retain(|&earlier| tier(earlier) == tier(slot));
    let there = |slot: &u64| game.unrank(*slot).is_some();
    assert_eq!(distinct.into_iter().filter(there).collect::<BTreeSet<u64>>(), expected, "{fen}");
}

#[test]
fn slots_of_small_endings_move_as_their_positions_do() {
    for ending in ["KQvK", "KPvK"] {
        let game = Chess::new(ending).unwrap();
        (0..=game.slots().unwrap()).for_each(|slot| check_slot(&game, slot));
        check_slot(&game, u64::MAX);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn slots_move_as_their_positions_do(
        ending in prop::sample::select(&ENDINGS),
        number: u64,
        passing in 0..4,
    ) {
        let game = Chess::new(ending).unwrap();
        // More often than not in the largest tier, and often with a pawn to be taken in passing.
        let tier = match passing {
            0 => 0..game.slots().unwrap(),
            _ => game.tables.last().unwrap().slots(),
        };
        let mut slot = tier.start + number % (tier.end - tier.start);
        let plain = tier.start + game.tables.last().unwrap().plain_slots();
        if passing == 1 && plain < tier.end {
            slot = plain + number % (tier.end - plain);
        }
        check_slot(&game, slot);
    }

    /// Men on the diagonals, where symmetry makes different moves the same.
    #[test]
    fn slots_on_diagonals_move_as_their_positions_do(
        ending in prop::sample::select(&["KQvKR", "KQvKQ", "KNNvKN", "KBBvK", "KQRBvK"]),
        squares in prop::array::uniform5((0usize..8, 0usize..8, 0..5)),
        white: bool,
    ) {
        let game = Chess::new(ending).unwrap();
        let kind = game.kinds.get(game.tables.last().unwrap().kind);
        let men: Vec<_> = (0..kind.len())
            .zip(squares)
            .map(|(man, (file, rank, free))| {
                let rank = if free == 0 { rank } else { file };
                let square = cozy_chess::Square::new(
                    cozy_chess::File::index(file),
                    cozy_chess::Rank::index(rank),
                );
                (kind.man(man), square)
            })
            .collect();
        let turn = if white { Color::White } else { Color::Black };
        let ending = game.kinds.place(&men, turn).unwrap();
        if ending.is_legal(kind) {
            check_slot(&game, game.rank(&ending));
        }
    }
}
