//! Dōbutsu shōgi against the answers in `data/games/dobutsu-shogi.csv`.

use std::collections::BTreeMap;

use retrograde::games::Game;
use retrograde::games::catalogue::{Listed, NoFiles};
use retrograde::games::rules::DobutsuShogi;
use retrograde::games::rules::dobutsu_shogi::Animals;
use retrograde::table::dense::{self, DenseOptions};
use retrograde::table::{Catalogue, Worth};
use retrograde::{Distance, Outcome};

use crate::known::answers;

fn game() -> DobutsuShogi {
    DobutsuShogi::from_parameters("", &NoFiles).unwrap()
}

fn after(game: &DobutsuShogi, animals: &Animals) -> Vec<Animals> {
    let mut moves = Vec::new();
    game.moves(animals, &mut moves);
    moves.iter().map(|chosen| game.play(animals, chosen)).collect()
}

/// What can be met from the start, by its slots.
struct Reached {
    slots: Vec<u64>,
    /// Positions in which the game goes on and nobody's lion can be caught at once.
    undecided: Vec<u64>,
    most_moves: usize,
}

fn bits(words: &[u64]) -> impl Iterator<Item = u64> {
    words.iter().zip(0u64..).flat_map(|(&word, nth)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| nth * 64 + bit)
    })
}

/// Sweeps through the index until nothing new turns up.
fn reach(game: &DobutsuShogi) -> Reached {
    let words = game.slots().unwrap().div_ceil(64) as usize;
    let (mut seen, mut done, mut undecided) =
        (vec![0u64; words], vec![0u64; words], vec![0; words]);
    let start = game.rank(&game.start().unwrap());
    seen[(start / 64) as usize] |= 1 << (start % 64);
    let mut most_moves = 0;
    let mut more = true;
    while more {
        more = false;
        for word in 0..words {
            while seen[word] & !done[word] != 0 {
                more = true;
                let bit = (seen[word] & !done[word]).trailing_zeros();
                done[word] |= 1 << bit;
                let animals = game.unrank(word as u64 * 64 + u64::from(bit)).unwrap();
                if game.verdict(&animals).is_some() {
                    continue;
                }
                let next: Vec<u64> =
                    after(game, &animals).iter().map(|next| game.rank(next)).collect();
                for slot in &next {
                    seen[(slot / 64) as usize] |= 1 << (slot % 64);
                }
                if !next.contains(&0) {
                    undecided[word] |= 1 << bit;
                    most_moves = most_moves.max(next.len());
                }
            }
        }
    }
    Reached { slots: seen, undecided, most_moves }
}

#[test]
fn parameters_are_refused() {
    let error = Catalogue::builtin().open("dobutsu-shogi:3x4", &NoFiles).unwrap_err();
    assert_eq!(error.to_string(), "dobutsu-shogi takes no parameters: leave out ':3x4'");
}

/// The index has 54 of the 132 pairs of squares for the lions, and a slot for the caught lion.
#[test]
fn arrangements_are_as_many_as_known() {
    let slots = game().slots().unwrap();
    assert_eq!(((slots - 1) / 54 * 132).to_string(), answers("dobutsu-shogi")["arrangements"]);
    assert_eq!((slots - 1) % 54, 0);
}

#[test]
#[ignore = "takes 2.5 min and 1.7 GB"]
fn everything_is_worth_what_is_known() {
    let (game, answers) = (game(), answers("dobutsu-shogi"));
    let reached = reach(&game);
    let count = |slots: &[u64]| slots.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    // One slot is for the caught lion, which is not counted.
    assert_eq!((count(&reached.slots) - 1).to_string(), answers["positions"]);
    assert_eq!(count(&reached.undecided).to_string(), answers["undecided"]);
    assert_eq!(reached.most_moves.to_string(), answers["most moves"]);

    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let mut outcomes = BTreeMap::new();
    for slot in bits(&reached.undecided) {
        *outcomes.entry(table.get(slot).outcome().unwrap()).or_insert(0u64) += 1;
    }
    for (outcome, count) in &outcomes {
        assert_eq!(count.to_string(), answers[&format!("undecided {outcome}")], "{outcome}");
    }
    let longest = bits(&reached.slots).filter_map(|slot| table.get(slot).distance());
    assert_eq!(longest.max().unwrap().to_string(), answers["longest"]);

    let start = game.start().unwrap();
    assert_eq!(answers["start"], Outcome::Lose.to_string());
    let plies: u32 = answers["start distance"].parse().unwrap();
    assert_eq!(table.get(game.rank(&start)), Worth::Lose(Some(Distance(plies))));
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    for chosen in moves {
        let text = game.show_move(&start, &chosen);
        let plies: u32 = answers[&format!("after {text}")].parse().unwrap();
        let next = table.get(game.rank(&game.play(&start, &chosen)));
        assert_eq!(next, Worth::Win(Some(Distance(plies - 1))), "{text}");
    }
}
