//! Games of few men on few points, which slide to free ones until somebody cannot: what Pong Hau K'i
//! and Mū tōrere have in common.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use super::list_index::ListIndex;
use super::men::{Men, Step, Turn, points};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError};

/// What tells games of sliding men apart.
pub trait SlideRules: Clone + fmt::Debug + Send + Sync {
    /// How many points are written in each row; up to 32 together.
    const ROWS: &'static [usize];

    /// Where play begins. Both sides have as many men, at most 16.
    const START: Men;

    /// What the catalogue says.
    const LISTING: Listing;

    /// Whether the side to move may move the man on `from`, which is one of its own, to `to`, which is
    /// free.
    fn allows(men: &Men, from: u8, to: u8) -> bool;

    /// Where the points go in each of the ways to turn the board that leave it the same.
    fn symmetries() -> Vec<Vec<u8>>;

    /// What a point is called.
    fn point_name(point: u8) -> String;

    /// The board as a picture.
    fn picture(men: &Men) -> String;

    /// How far to the right and how far down each point is, in widths of a square.
    fn places() -> Vec<(f32, f32)>;

    /// The points that are joined by lines.
    fn lines() -> Vec<[u32; 2]>;
}

/// Each side has the same number of men and moves one of them to a free point in turn, as the rules
/// allow. Whoever cannot move loses.
///
/// There are so few positions that the index is a list of them.
///
/// ```
/// use retrograde_games::rules::PongHauKi;
/// use retrograde_games::Game;
/// let game = PongHauKi::new();
/// let mut before = Vec::new();
/// assert!(game.unmoves(&game.start().unwrap(), &mut before));
/// assert_eq!(before.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Slides<R> {
    symmetries: Vec<Vec<u8>>,
    listing: ListIndex<Men>,
    rules: PhantomData<R>,
}

impl<R: SlideRules> Default for Slides<R> {
    fn default() -> Self {
        Slides::new()
    }
}

impl<R: SlideRules> Slides<R> {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let symmetries = R::symmetries();
        let men = R::START.x.count_ones();
        let sets = || (0..=all_points::<R>()).filter(|set| set.count_ones() == men);
        let boards = sets().flat_map(|x| sets().map(move |o| (x, o)));
        let positions = boards.filter(|(x, o)| x & o == 0).flat_map(|(x, o)| {
            [Turn::X, Turn::O].map(|turn| least(&symmetries, Men { x, o, turn }))
        });
        let listing = ListIndex::new(positions, |_| 0);
        Slides { symmetries, listing, rules: PhantomData }
    }
}

fn all_points<R: SlideRules>() -> u32 {
    u32::MAX >> (32 - R::ROWS.iter().sum::<usize>())
}

/// The points where nobody stands.
fn free<R: SlideRules>(men: &Men) -> u32 {
    all_points::<R>() & !(men.x | men.o)
}

/// The least of the positions that a turn of the board makes of this one.
fn least(symmetries: &[Vec<u8>], men: Men) -> Men {
    symmetries.iter().map(|image| men.mapped(image)).min().unwrap_or(men)
}

impl<R: SlideRules> Game for Slides<R> {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(R::START)
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        for from in points(men.own()) {
            let to = points(free::<R>(men)).filter(|&to| R::allows(men, from, to));
            moves.extend(to.map(|to| Step { from: Some(from), to }));
        }
    }

    fn play(&self, men: &Men, &step: &Step) -> Men {
        men.after(step)
    }

    fn show(&self, men: &Men) -> String {
        men.show(R::ROWS)
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let men = Men::parse(text, R::ROWS, R::START)?;
        let (x, o, each) = (men.x.count_ones(), men.o.count_ones(), R::START.x.count_ones());
        match (x, o) == (each, each) {
            true => Ok(men),
            false => Err(ParseError::new(format!("each side has {each} men, not {x} x and {o} o"))),
        }
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let name = R::point_name;
        step.from.map(|from| format!("{}-{}", name(from), name(step.to))).unwrap_or_default()
    }

    fn board(&self, men: &Men) -> String {
        R::picture(men)
    }

    fn picture(&self, men: &Men, _: bool) -> Board {
        let mut board = men.board(R::ROWS, R::lines(), R::point_name);
        for (place, (x, y)) in board.places.iter_mut().zip(R::places()) {
            (place.x, place.y) = (x, y);
        }
        board
    }

    fn touches(&self, _: &Men, step: &Step, _: bool) -> Vec<Touch> {
        step.touches()
    }

    fn position_from(&self, setup: &Setup) -> Result<Men, ParseError> {
        self.parse(&Men::set_up(setup, R::ROWS)?)
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    fn canonical(&self, &men: &Men) -> Men {
        least(&self.symmetries, men)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.listing.slots())
    }

    fn rank(&self, men: &Men) -> u64 {
        self.listing.rank(0, self.canonical(men))
    }

    fn unrank(&self, slot: u64) -> Option<Men> {
        self.listing.unrank(slot)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.listing.tiers()
    }

    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        for to in points(men.others()) {
            let earlier = points(free::<R>(men)).filter_map(|from| {
                let earlier = men.before(Step { from: Some(from), to });
                R::allows(&earlier, from, to).then_some(earlier)
            });
            before.extend(earlier);
        }
        true
    }
}

impl<R: SlideRules> Listed for Slides<R> {
    const LISTING: Listing = R::LISTING;

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(Slides::new()),
            _ => Err(ParseError::new(format!("{} takes no parameters", R::LISTING.name))),
        }
    }
}
