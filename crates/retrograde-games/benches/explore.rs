//! How fast positions are found: `cargo bench -p retrograde-games --bench explore`.
//!
//! Two games of small positions: three in a row's big sister on 4×4, where a position has eight
//! moves on average, and four stones in a column-dropping game on 5×4, where it has four.

use std::time::Instant;

use retrograde_core::{Control, Outcome, Threads};
use retrograde_games::rules::Mnk;
use retrograde_games::{ExploreOptions, Game, ParseError, explore};

/// Stones are dropped into columns of a board of 5×4; four in a line win.
struct Drop;

const WIDTH: u32 = 5;
const HEIGHT: u32 = 4;
/// Bits between the feet of two columns: one more than a column is high.
const STEP: u32 = HEIGHT + 1;

/// The stones of the player to move, and all stones with one bit above each column's top.
type Board = (u64, u64);

const FEET: u64 = {
    let (mut feet, mut column) = (0, 0);
    while column < WIDTH {
        feet |= 1 << (column * STEP);
        column += 1;
    }
    feet
};

impl Game for Drop {
    type Position = Board;
    type Move = u32;

    fn start(&self) -> Option<Board> {
        Some((0, FEET))
    }

    fn verdict(&self, &(mine, tops): &Board) -> Option<Outcome> {
        let theirs = stones(tops) & !mine;
        let line = [1, STEP - 1, STEP, STEP + 1].into_iter().any(|step| {
            let pairs = theirs & theirs >> step;
            pairs & pairs >> (2 * step) != 0
        });
        match (line, tops == FEET << HEIGHT) {
            (true, _) => Some(Outcome::Lose),
            (false, full) => full.then_some(Outcome::Draw),
        }
    }

    fn moves(&self, &(_, tops): &Board, moves: &mut Vec<u32>) {
        let full = FEET << HEIGHT;
        moves.extend((0..WIDTH).filter(|column| tops & full & column_of(*column) == 0));
    }

    fn play(&self, &(mine, tops): &Board, &column: &u32) -> Board {
        (stones(tops) & !mine, tops + (tops & column_of(column)))
    }

    fn show(&self, position: &Board) -> String {
        format!("{position:?}")
    }

    fn parse(&self, _: &str) -> Result<Board, ParseError> {
        Err(ParseError::new("positions are not read here"))
    }

    fn show_move(&self, _: &Board, column: &u32) -> String {
        column.to_string()
    }
}

fn column_of(column: u32) -> u64 {
    ((1 << STEP) - 1) << (column * STEP)
}

/// All bits below the topmost one of each column.
fn stones(tops: u64) -> u64 {
    tops - FEET
}

fn measure<G: Game>(name: &str, game: &G) {
    for threads in [1, 2] {
        let control = Control::default().on(Threads::new(threads).unwrap());
        let options = ExploreOptions { control, ..Default::default() };
        let start = Instant::now();
        let explored = explore(game, &[game.start().unwrap()], &options).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        let count = explored.positions.len();
        println!(
            "{name}, threads {threads}: {count} positions, {} moves, {seconds:.2} s, {:.2} M positions/s, {:.1} bytes each beside the edges",
            explored.graph.edge_count(),
            count as f64 / seconds / 1e6,
            (explored.heap_bytes() - 4 * explored.graph.edge_count() as u64) as f64 / count as f64,
        );
    }
}

fn main() {
    measure("drop 5x4", &Drop);
    measure("mnk 4x4x4", &Mnk::new(4, 4, 4).unwrap());
}
