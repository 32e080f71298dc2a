//! Three men's morris: three men each on nine points, three in a row wins.

use std::ops::Range;

use retrograde_core::Outcome;

use super::bounds::before_a_row;
use super::grid::pieces;
use super::list_index::ListIndex;
use super::men::{Men, Step, Turn, board, joined, points, square_name};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError};

const ALL: u32 = 0x1ff;
const ROWS: [usize; 3] = [3, 3, 3];
const START: Men = Men { x: 0, o: 0, turn: Turn::X };
const MEN: u32 = 3;
/// Rows, columns, and the two diagonals last.
const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How men move once all are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// To the next point along a row or a column.
    Orthogonal,
    /// Along the diagonals through the middle as well.
    Diagonal,
    /// To any free point.
    Flying,
}

/// Which lines of three win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Rows, columns and both diagonals.
    All,
    /// Rows and columns only.
    Rows,
}

impl Movement {
    fn neighbours(self) -> [u32; 9] {
        let orthogonal = [0o12, 0o25, 0o42, 0o121, 0o252, 0o424, 0o210, 0o520, 0o240];
        let middle = |point: usize| if point == 4 { 0o505 } else { 0o20 };
        std::array::from_fn(|point| match self {
            Movement::Orthogonal => orthogonal[point],
            Movement::Diagonal if point % 2 == 0 => orthogonal[point] | middle(point),
            Movement::Diagonal => orthogonal[point],
            Movement::Flying => ALL & !(1 << point),
        })
    }
}

/// Players put three men each on nine points in turn and then move one of them in turn. Three in a
/// row win, and whoever cannot move loses.
///
/// ```
/// use retrograde_games::rules::ThreeMensMorris;
/// use retrograde_games::rules::three_mens_morris::{Lines, Movement};
/// use retrograde_games::Game;
/// let game = ThreeMensMorris::new(Movement::Orthogonal, Lines::All);
/// let position = game.parse("xo./.x./o.x:o")?;
/// assert_eq!(game.verdict(&position), Some(retrograde_core::Outcome::Lose));
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ThreeMensMorris {
    neighbours: [u32; 9],
    lines: &'static [u32],
    /// Where the points go when the board is turned or turned over.
    symmetries: [[u8; 9]; 8],
    listing: ListIndex<Men>,
}

impl ThreeMensMorris {
    /// The game with men that move like that, and these lines to win.
    #[must_use]
    pub fn new(movement: Movement, lines: Lines) -> Self {
        let symmetries = std::array::from_fn(|symmetry| {
            std::array::from_fn(|point| {
                let (mut x, mut y) = (point as u8 % 3, point as u8 / 3);
                if symmetry & 1 != 0 {
                    x = 2 - x;
                }
                if symmetry & 2 != 0 {
                    y = 2 - y;
                }
                if symmetry & 4 != 0 { 3 * x + y } else { 3 * y + x }
            })
        });
        let sets = || (0..=ALL).filter(|set| set.count_ones() <= MEN);
        let boards = sets().flat_map(|x| sets().map(move |o| (x, o)));
        let all = boards
            .filter(|(x, o)| x & o == 0)
            .flat_map(|(x, o)| [Turn::X, Turn::O].map(|turn| Men { x, o, turn }))
            .filter(|&men| counts_fit(men))
            .map(|men| least(&symmetries, men));
        ThreeMensMorris {
            neighbours: movement.neighbours(),
            lines: match lines {
                Lines::All => &LINES,
                Lines::Rows => &LINES[..6],
            },
            symmetries,
            listing: ListIndex::new(all, to_come),
        }
    }

    fn has_line(&self, men: u32) -> bool {
        self.lines.iter().any(|&line| line & !men == 0)
    }
}

/// Men that are not on the board yet.
fn to_come(men: &Men) -> u32 {
    2 * MEN - (men.x | men.o).count_ones()
}

/// Whether men were put on the board in turn.
fn counts_fit(men: Men) -> bool {
    let (x, o) = (men.x.count_ones(), men.o.count_ones());
    let all_there = (x, o) == (MEN, MEN);
    x <= MEN && (all_there || x == o + u32::from(men.turn == Turn::O))
}

/// The least of the positions that a turn or a reflection makes of this one.
fn least(symmetries: &[[u8; 9]; 8], men: Men) -> Men {
    symmetries.iter().map(|image| men.mapped(image)).min().unwrap_or(men)
}

impl Game for ThreeMensMorris {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(START)
    }

    fn verdict(&self, men: &Men) -> Option<Outcome> {
        // Of two lines, which no play leads to, the last one made counts.
        if self.has_line(men.others()) {
            Some(Outcome::Lose)
        } else if self.has_line(men.own()) {
            Some(Outcome::Win)
        } else {
            None
        }
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        match to_come(men) {
            0 => men.slides(&self.neighbours, moves),
            _ => {
                let free = ALL & !(men.x | men.o);
                moves.extend(points(free).map(|to| Step { from: None, to }));
            }
        }
    }

    fn play(&self, men: &Men, &step: &Step) -> Men {
        men.after(step)
    }

    fn show(&self, men: &Men) -> String {
        men.show(&ROWS)
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let men = Men::parse(text, &ROWS, Men { x: 0o20, o: 0o1, turn: Turn::X })?;
        match counts_fit(men) {
            true => Ok(men),
            false => Err(ParseError::new(format!(
                "x begins and each side puts down three men in turn, so it cannot be {}'s turn with {} x and {} o",
                men.turn.name(),
                men.x.count_ones(),
                men.o.count_ones()
            ))),
        }
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let to = square_name(step.to, 3, 3);
        step.from.map_or(to.clone(), |from| format!("{}-{to}", square_name(from, 3, 3)))
    }

    fn board(&self, men: &Men) -> String {
        board(3, 3, |point| men.letter(point))
    }

    fn picture(&self, men: &Men, _: bool) -> Board {
        // Lines that win are seen even if nobody moves along them; men who fly need none.
        let slanting = self.lines.len() == LINES.len() || self.neighbours[0].count_ones() == 3;
        let drawn = if slanting { Movement::Diagonal } else { Movement::Orthogonal };
        men.board(&ROWS, joined(&drawn.neighbours()), |point| square_name(point, 3, 3))
    }

    fn touches(&self, _: &Men, step: &Step, _: bool) -> Vec<Touch> {
        step.touches()
    }

    fn position_from(&self, setup: &Setup) -> Result<Men, ParseError> {
        self.parse(&Men::set_up(setup, &ROWS)?)
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    fn canonical(&self, &men: &Men) -> Men {
        least(&self.symmetries, men)
    }

    /// The first five men, with which nobody can have won before.
    fn at_least(&self) -> u64 {
        before_a_row(9, MEN)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.listing.slots())
    }

    fn rank(&self, men: &Men) -> u64 {
        self.listing.rank(to_come(men), self.canonical(men))
    }

    fn unrank(&self, slot: u64) -> Option<Men> {
        self.listing.unrank(slot)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.listing.tiers()
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // Men are put on the board one by one, and then they slide.
        vec![tier.saturating_sub(1)..tier.max(1)]
    }

    fn tier_name(&self, men: &Men) -> Option<String> {
        Some(pieces((men.x | men.o).count_ones()))
    }

    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        // Putting a man down leads to another tier.
        if to_come(men) == 0 && !self.has_line(men.own()) {
            for to in points(men.others()) {
                let free = self.neighbours[to as usize] & !(men.x | men.o);
                let steps = points(free).map(|from| men.before(Step { from: Some(from), to }));
                before.extend(steps.filter(|earlier| !self.has_line(earlier.own())));
            }
        }
        true
    }
}

impl Listed for ThreeMensMorris {
    const LISTING: Listing = Listing {
        name: "three-mens-morris",
        title: "Three men's morris",
        aliases: &[("nine-holes", "flying:rows")],
        parameters: "[:orthogonal|diagonal|flying][:rows]",
        example: "three-mens-morris:diagonal",
        summary: "place three men each, then move them into a line",
        rules: "Players put three men each on the points of a 3x3 board in turn, then move one in \
                turn: to the next point of a row or column, along diagonals through the middle as \
                well, or flying to any free point. Three in a line win, with 'rows' not on \
                diagonals; whoever cannot move loses.",
        known: "moving along lines, the first player wins by beginning in the middle, and with the \
                middle barred at first it is a draw (H. E. Dudeney, Amusements in Mathematics, \
                1917, Ovid's Game); nine holes, flying without diagonal lines, is a draw \
                (Wikipedia, Nine holes)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let (movement, lines) = match parameters.split_once(':') {
            Some((movement, "rows")) => (movement, Lines::Rows),
            None if parameters == "rows" => ("", Lines::Rows),
            _ => (parameters, Lines::All),
        };
        let movement = match movement {
            "" | "orthogonal" => Movement::Orthogonal,
            "diagonal" => Movement::Diagonal,
            "flying" => Movement::Flying,
            _ => {
                return Err(ParseError::new(
                    "three-mens-morris takes how men move, 'orthogonal', 'diagonal' or 'flying', and ':rows' if diagonals do not win, as in three-mens-morris:flying:rows",
                ));
            }
        };
        Ok(ThreeMensMorris::new(movement, lines))
    }
}
