//! Five-field kono: both engines agree on a smaller board, and the answers in
//! `data/games/five-field-kono.csv`.

use std::collections::BTreeMap;

use retrograde::Outcome;
use retrograde::games::Game;
use retrograde::games::combinatorics::Placements;
use retrograde::games::rules::FiveFieldKono;
use retrograde::table::Worth;
use retrograde::table::dense::{self, DenseOptions};

use crate::known::answers;
use crate::solved::{Solved, holds};

#[test]
fn both_engines_agree_on_narrow_boards() {
    let game = FiveFieldKono::narrow(5).unwrap();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let roots: Vec<_> = (0..table.len()).filter_map(|slot| game.unrank(slot)).collect();
    assert!((0..table.len()).all(|slot| holds(&game, &table, slot)));
    for symmetry in [false, true] {
        let solved = Solved::new(&game, &roots, symmetry);
        let positions = &solved.explored.positions;
        let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
        for (vertex, position) in (0..).zip(positions) {
            let found = table.get(game.rank(position));
            assert_eq!(found, solved.worth(vertex), "{}", game.show(position));
            *seen.entry(found.as_str()).or_default() += 1;
        }
        assert!(seen.contains_key("win") && seen.contains_key("lose"), "{seen:?}");
        if symmetry {
            assert_eq!(positions.len() as u64, table.counts().positions());
        }
    }
}

#[test]
fn there_are_as_many_slots_as_counting_gives() {
    let answers = answers("five-field-kono");
    let ways = |points, men| Placements::new(points, [men, men]).unwrap().count();
    assert_eq!((2 * ways(13, 3) * ways(12, 4)).to_string(), answers["arrangements"]);
    let game = FiveFieldKono::new();
    assert_eq!(game.slots().unwrap().to_string(), answers["slots"]);
    assert_eq!(game.at_least().to_string(), answers["met"]);
}

/// What can be met from the start, a bit for each slot.
fn met(game: &FiveFieldKono) -> Vec<u64> {
    let mut met = vec![0u64; game.slots().unwrap().div_ceil(64) as usize];
    let mut moves = Vec::new();
    let mut pending = vec![game.rank(&game.start().unwrap())];
    met[pending[0] as usize / 64] |= 1 << (pending[0] % 64);
    while let Some(slot) = pending.pop() {
        let position = game.unrank(slot).unwrap();
        if game.verdict(&position).is_some() {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        for chosen in &moves {
            let to = game.rank(&game.play(&position, chosen));
            let (word, bit) = (&mut met[to as usize / 64], 1 << (to % 64));
            if *word & bit == 0 {
                *word |= bit;
                pending.push(to);
            }
        }
    }
    met
}

#[test]
#[ignore = "takes 200 s and 650 MB"]
fn the_whole_game() {
    let answers = answers("five-field-kono");
    let game = FiveFieldKono::new();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    assert!((0..table.len()).step_by(17).all(|slot| holds(&game, &table, slot)));
    let start = table.get(game.rank(&game.start().unwrap()));
    assert_eq!(start.outcome(), Outcome::parse(&answers["start"]));
    let met = met(&game);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut longest = 0;
    for slot in (0..table.len()).filter(|slot| met[*slot as usize / 64] >> (slot % 64) & 1 == 1) {
        let value = table.get(slot);
        longest = value.distance().map_or(longest, |plies| longest.max(plies.0));
        let question = match value {
            Worth::Win(_) => "met win",
            Worth::Lose(_) => "met lose",
            Worth::Tie => "met tie",
            Worth::Draw => "met draw",
            Worth::Hole => panic!("slot {slot} is met and a hole"),
        };
        *counts.entry(question).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<u64>().to_string(), answers["met"]);
    for question in ["met win", "met lose", "met tie"] {
        assert_eq!(counts[question].to_string(), answers[question], "{question}");
    }
    assert_eq!(longest.to_string(), answers["longest"]);
}
