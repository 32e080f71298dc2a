//! Writes random positions of a chess ending with their values, and those of all positions one move
//! further, for a checker that knows the rules and nothing of ours.
//!
//!     chess_positions KQvKR 10000 1 > positions.csv
//!
//! The numbers are how many positions, and what the choice depends on. Rows with the same number in
//! the first column belong together: `here` is the position, `after` what each of its moves leads
//! to. Values are for the player to move, distances in moves of either player.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use retrograde::games::Game;
use retrograde::games::rules::Chess;
use retrograde::games::rules::chess::Ending;
use retrograde::table::Worth;
use retrograde::table::dense::{self, DenseOptions, DenseTable};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = words.get(1..).unwrap_or_default().iter().map(|word| word.parse().ok());
    let (ending, count, seed) = match (words.first(), numbers.collect::<Option<Vec<u64>>>()) {
        (Some(ending), Some(numbers)) if numbers.len() == 2 => (ending, numbers[0], numbers[1]),
        _ => {
            eprintln!(
                "usage: chess_positions ENDING COUNT SEED, such as: chess_positions KRvK 10000 1"
            );
            return ExitCode::from(2);
        }
    };
    match write(ending, count, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn write(ending: &str, count: u64, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let game = Chess::new(ending)?;
    let table = dense::solve(&game, &DenseOptions::default())?;
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "number,role,fen,outcome,distance")?;
    let mut moves = Vec::new();
    for (number, position) in (0..count).zip(random(&game, seed)) {
        row(&mut out, &game, &table, number, "here", &position)?;
        moves.clear();
        if game.verdict(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        for chosen in &moves {
            row(&mut out, &game, &table, number, "after", &game.play(&position, chosen))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn row(
    out: &mut impl Write,
    game: &Chess,
    table: &DenseTable,
    number: u64,
    role: &str,
    position: &Ending,
) -> io::Result<()> {
    let worth = table.get(game.rank(position));
    let outcome = if worth == Worth::Tie { Worth::Draw } else { worth }.as_str();
    let distance = worth.distance().map_or(String::new(), |distance| distance.to_string());
    writeln!(out, "{number},{role},{},{outcome},{distance}", game.show(position))
}

/// Positions of the ending itself, one in eight from the end of its slots: that is where the few are
/// in which a pawn can be taken in passing.
fn random(game: &Chess, seed: u64) -> impl Iterator<Item = Ending> {
    let tier = game.tiers().pop().unwrap_or_default();
    let slots = tier.end - tier.start;
    let mut state = seed;
    std::iter::repeat_with(move || {
        // The steps of SplitMix64 (Steele, Lea and Flood, 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let from_the_end = if mixed.is_multiple_of(8) { slots.min(10_000) } else { slots };
        tier.end - 1 - (mixed >> 3) % from_the_end
    })
    .filter_map(|slot| game.unrank(slot))
}
