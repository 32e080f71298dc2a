//! Real boards: the dense engine and exploring say the same.

use std::ops::Range;
use std::sync::Arc;

use retrograde_core::{Control, Distance, Outcome, Threads};
use retrograde_games::rules::mnk::Stones;
use retrograde_games::rules::{Connect, Mnk, Quixo};
use retrograde_games::{ExploreOptions, Game, ParseError, explore};
use retrograde_table::dense::{self, DenseOptions};
use retrograde_table::{Counts, Worth};

use crate::graph;

/// An m,n,k-game with the number of its board in base three for an index, or the same with the full
/// boards first, one tier for each number of stones.
struct Indexed {
    game: Mnk,
    squares: u32,
    /// The board of each slot, if it is sorted by stones.
    sorted: Option<Vec<u32>>,
    /// The slot of each board.
    slots: Vec<u32>,
    unmoves: bool,
}

impl Indexed {
    fn new(game: Mnk, squares: u32, tiers: bool, unmoves: bool) -> Self {
        let count = 3u32.pow(squares);
        let mut boards: Vec<u32> = (0..count).collect();
        let stones = |&board: &u32| squares - digits(board, squares).0.count_ones();
        boards.sort_by_key(|board| (stones(board), *board));
        let mut slots = vec![0; count as usize];
        (0..).zip(&boards).for_each(|(slot, &board)| slots[board as usize] = slot);
        Indexed { game, squares, sorted: tiers.then_some(boards), slots, unmoves }
    }

    fn board(&self, slot: u64) -> u32 {
        self.sorted.as_ref().map_or(slot as u32, |boards| boards[slot as usize])
    }
}

/// The places that are not zero, those with a one, those with a two.
fn digits(mut board: u32, squares: u32) -> (u64, u64, u64) {
    let (mut x, mut o) = (0, 0);
    for square in 0..squares {
        x |= u64::from(board % 3 == 1) << square;
        o |= u64::from(board % 3 == 2) << square;
        board /= 3;
    }
    (x | o, x, o)
}

impl Game for Indexed {
    type Position = Stones;
    type Move = u32;

    fn start(&self) -> Option<Stones> {
        self.game.start()
    }

    fn verdict(&self, stones: &Stones) -> Option<Outcome> {
        self.game.verdict(stones)
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<u32>) {
        self.game.moves(stones, moves);
    }

    fn play(&self, stones: &Stones, chosen: &u32) -> Stones {
        self.game.play(stones, chosen)
    }

    fn show(&self, stones: &Stones) -> String {
        self.game.show(stones)
    }

    fn parse(&self, text: &str) -> Result<Stones, ParseError> {
        self.game.parse(text)
    }

    fn show_move(&self, stones: &Stones, chosen: &u32) -> String {
        self.game.show_move(stones, chosen)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.slots.len() as u64)
    }

    fn rank(&self, stones: &Stones) -> u64 {
        let digit = |square: u32| (stones.x >> square & 1) + 2 * (stones.o >> square & 1);
        let board = (0..self.squares).rev().fold(0, |board, square| 3 * board + digit(square));
        if self.sorted.is_some() { self.slots[board as usize].into() } else { board }
    }

    fn unrank(&self, slot: u64) -> Option<Stones> {
        let (_, x, o) = digits(self.board(slot), self.squares);
        let more = x.count_ones().wrapping_sub(o.count_ones());
        (more <= 1).then_some(Stones { x, o })
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        let count = self.slots.len() as u64;
        let stones = |slot: u64| digits(self.board(slot), self.squares).0.count_ones();
        let mut tiers = Vec::new();
        let mut start = 0;
        for end in 1..=count {
            let new = self.sorted.is_some() && end < count && stones(end) != stones(start);
            if end == count || new {
                tiers.push(start..end);
                start = end;
            }
        }
        tiers
    }

    fn unmoves(&self, stones: &Stones, before: &mut Vec<Stones>) -> bool {
        let x_moved = stones.x.count_ones() != stones.o.count_ones();
        for square in 0..self.squares {
            let earlier = match x_moved {
                true if stones.x >> square & 1 != 0 => {
                    Stones { x: stones.x & !(1 << square), ..*stones }
                }
                false if stones.o >> square & 1 != 0 => {
                    Stones { o: stones.o & !(1 << square), ..*stones }
                }
                _ => continue,
            };
            if self.game.verdict(&earlier).is_none() {
                before.push(earlier);
            }
        }
        self.unmoves
    }
}

/// Explores a game and compares all it meets with the table of the dense engine.
fn agrees<G: Game + 'static>(game: G, threads: usize) -> Counts {
    let control = Control::default().on(Threads::new(threads).unwrap());
    let table = dense::solve(&game, &DenseOptions { control, ..DenseOptions::default() }).unwrap();
    let options = ExploreOptions { symmetry: true, ..ExploreOptions::default() };
    let explored = explore(&game, &[game.start().unwrap()], &options).unwrap();
    let positions = explored.positions.clone();
    let game = Arc::new(game);
    let (values, ties) = graph::solve(&explored.into_arena(game.clone()).0);
    for (vertex, position) in positions.iter().enumerate() {
        let worth = Worth::of(values.get(vertex as u32), ties.get(vertex));
        assert_eq!(table.get(game.rank(position)), worth, "{}", game.show(position));
    }
    table.counts()
}

#[test]
fn boards_with_rows_agree_with_exploring() {
    for (tiers, unmoves) in [(false, false), (false, true), (true, false), (true, true)] {
        for threads in [1, 2, 4] {
            let game = Indexed::new(Mnk::new(3, 3, 3).unwrap(), 9, tiers, unmoves);
            // Nothing goes on for ever here.
            assert_eq!(agrees(game, threads).draw, 0);
        }
    }
    let game = Indexed::new(Mnk::new(4, 3, 3).unwrap(), 12, true, false);
    agrees(game, 2);
}

#[test]
fn quixo_agrees_with_exploring() {
    let counts = [1, 2, 4].map(|threads| agrees(Quixo::new(3).unwrap(), threads));
    assert!(counts[0] == counts[1] && counts[1] == counts[2]);
    assert_eq!(counts[0].tie, 0);
}

#[test]
fn stones_in_columns_agree_with_exploring() {
    // Odd and even widths, rows longer and shorter than the board, and columns that are too high for
    // moves from slot to slot.
    for (width, height, k) in [(1, 5, 2), (2, 3, 3), (3, 4, 3), (4, 3, 3), (5, 2, 2), (2, 9, 3)] {
        assert_eq!(agrees(Connect::new(width, height, k).unwrap(), 2).draw, 0);
    }
}

#[test]
fn five_by_five_is_refused_with_a_figure() {
    let game = Quixo::new(5).unwrap();
    let error = dense::solve(&game, &DenseOptions::default()).unwrap_err();
    assert!(
        error.to_string().starts_with("847,288,609,443 slots need 1.5 TiB of memory"),
        "{error}"
    );
    assert_eq!(Worth::LONGEST, Distance(0x3ffe));
}
