//! What the powers of a game promise each other, checked on every position that can be met and on
//! every slot of the index.

use std::collections::{BTreeMap, BTreeSet};

use retrograde_games::{ExploreOptions, Game, explore};

fn next<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut moves = Vec::new();
    if game.verdict(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves.iter().map(|chosen| game.play(position, chosen)).collect()
}

/// The classes that one move leads to, by how their canonical positions are written.
fn classes<G: Game>(game: &G, position: &G::Position) -> BTreeSet<String> {
    next(game, position).iter().map(|to| game.show(&game.canonical(to))).collect()
}

pub(crate) fn check<G: Game>(game: &G) {
    let start = game.start().unwrap();
    let explored = explore(game, &[start], &ExploreOptions::default()).unwrap();
    for position in &explored.positions {
        texts(game, position);
        let canonical = game.canonical(position);
        assert_eq!(game.canonical(&canonical), canonical);
        assert_eq!(game.verdict(&canonical), game.verdict(position));
        assert_eq!(classes(game, &canonical), classes(game, position), "{}", game.show(position));
        if game.slots().is_some() {
            assert_eq!(game.unrank(game.rank(position)), Some(canonical));
        }
    }
    if let Some(slots) = game.slots() {
        index(game, slots);
    }
}

/// A position and its moves are read as they are written.
pub(crate) fn texts<G: Game>(game: &G, position: &G::Position) {
    let text = game.show(position);
    assert_eq!(game.parse(&text).as_ref(), Ok(position), "{text}");
    assert!(!text.contains([' ', ',', '"']), "{text} fits into any format");
    assert!(game.mover(position).is_some());
    let mut moves = Vec::new();
    if game.verdict(position).is_none() {
        game.moves(position, &mut moves);
    }
    for chosen in &moves {
        let shown = game.show_move(position, chosen);
        assert_eq!(game.parse_move(position, &shown).as_ref(), Some(chosen), "{text}: {shown}");
    }
}

fn index<G: Game>(game: &G, slots: u64) {
    let tiers = game.tiers();
    assert_eq!(tiers.first().map(|tier| tier.start), Some(0));
    assert_eq!(tiers.last().map(|tier| tier.end), Some(slots));
    assert!(tiers.windows(2).all(|pair| pair[0].end == pair[1].start));
    let tier_of = |slot| tiers.iter().position(|tier| tier.contains(&slot)).unwrap();

    // All moves within tiers, forwards and backwards.
    let mut forwards: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let mut backwards = forwards.clone();
    let mut before = Vec::new();
    assert_eq!(game.unrank(slots), None);
    for slot in 0..slots {
        let Some(position) = game.unrank(slot) else { continue };
        assert_eq!(game.rank(&position), slot, "{}", game.show(&position));
        assert_eq!(game.canonical(&position), position);
        texts(game, &position);
        for to in next(game, &position) {
            let to = game.rank(&to);
            assert!(game.unrank(to).is_some(), "a move to a hole from {}", game.show(&position));
            assert!(tier_of(to) <= tier_of(slot), "{}", game.show(&position));
            if tier_of(to) == tier_of(slot) {
                forwards.entry(to).or_default().insert(slot);
            }
        }
        before.clear();
        assert!(game.unmoves(&position, &mut before));
        for from in &before {
            assert_eq!(game.verdict(from), None);
            let from = game.rank(from);
            assert!(game.unrank(from).is_some());
            backwards.entry(slot).or_default().insert(from);
        }
    }
    assert_eq!(forwards, backwards);
}
