//! The rules of a game: what every game says, and what it may say besides.

use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use retrograde_core::Outcome;

use crate::SlotMoves;
use crate::picture::{Board, Setup, Touch};

/// The rules of a game for two players who move in turn, with nothing hidden and no chance.
///
/// Everything is seen by whoever is to move: a [`verdict`](Self::verdict) is theirs, and
/// [`moves`](Self::moves) are theirs. A game may tell the players apart in its positions, or turn
/// the board around after each move so that the mover is always the same; the second makes half as
/// many positions where the game is the same for both.
///
/// The first methods are the game. The others are powers that it may have, each with a default that
/// does without: an index makes dense solving possible, un-moves make it fast, symmetry and tiers
/// make it small. [`kit::check`](crate::kit::check) tests that they agree.
///
/// ```
/// use retrograde_core::Outcome;
/// use retrograde_games::{Game, ParseError};
///
/// /// A pile from which one, two or three are taken; whoever cannot take loses.
/// struct Takeaway {
///     pile: u32,
/// }
///
/// impl Game for Takeaway {
///     type Position = u32;
///     type Move = u32;
///
///     fn start(&self) -> Option<u32> {
///         Some(self.pile)
///     }
///
///     fn moves(&self, &left: &u32, moves: &mut Vec<u32>) {
///         moves.extend(1..=left.min(3));
///     }
///
///     fn play(&self, &left: &u32, &take: &u32) -> u32 {
///         left - take
///     }
///
///     fn show(&self, left: &u32) -> String {
///         left.to_string()
///     }
///
///     fn parse(&self, text: &str) -> Result<u32, ParseError> {
///         text.parse().map_err(|_| ParseError::new("write the pile as a number, such as 7"))
///     }
///
///     fn show_move(&self, _: &u32, take: &u32) -> String {
///         format!("take {take}")
///     }
/// }
///
/// let game = Takeaway { pile: 21 };
/// let mut moves = Vec::new();
/// game.moves(&2, &mut moves);
/// assert_eq!(moves, [1, 2]);
/// assert_eq!(game.parse_move(&2, "take 2"), Some(2));
/// assert_eq!(game.verdict(&0), None);
/// ```
pub trait Game: Send + Sync {
    /// All that matters for the rest of the game, whose turn it is included.
    type Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// What a player can do.
    type Move: Clone + PartialEq + fmt::Debug;

    /// Where play begins; `None` for a game without a natural start, such as a chess ending.
    fn start(&self) -> Option<Self::Position>;

    /// What a position is worth to the player to move, where the rules end the game there. A
    /// position with a verdict has no moves, whatever [`moves`](Self::moves) would say.
    ///
    /// Without a verdict, a position without moves is lost for whoever has to move.
    fn verdict(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// Appends all legal moves. It is not asked where there is a verdict.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, chosen: &Self::Move) -> Self::Position;

    /// The position on one line, as [`parse`](Self::parse) reads it.
    fn show(&self, position: &Self::Position) -> String;

    /// Appends what [`show`](Self::show) says: a game whose positions are shown by the million need not
    /// make a new text for each.
    fn show_to(&self, position: &Self::Position, text: &mut String) {
        text.push_str(&self.show(position));
    }

    /// Reads a position: one that could be met, or at least one to which the rules apply.
    ///
    /// # Errors
    /// What is wrong with the text, and how to write it.
    fn parse(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// A move as players write it; no two moves of a position look the same.
    fn show_move(&self, position: &Self::Position, chosen: &Self::Move) -> String;

    /// Appends what [`show_move`](Self::show_move) says.
    fn show_move_to(&self, position: &Self::Position, chosen: &Self::Move, text: &mut String) {
        text.push_str(&self.show_move(position, chosen));
    }

    /// The move that looks like that, if it is legal.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        if self.verdict(position).is_none() {
            self.moves(position, &mut moves);
        }
        moves.into_iter().find(|chosen| self.show_move(position, chosen) == text.trim())
    }

    /// The position as a picture of several lines, for people at a terminal.
    fn board(&self, position: &Self::Position) -> String {
        self.show(position)
    }

    /// The [board](Self::board) as it looks to people who have watched from the beginning; `second`
    /// says that the player who did not begin is to move. It differs from the board where positions
    /// do not tell the players apart: there the mover's men always look the same, and here each
    /// player's do.
    fn board_seen(&self, position: &Self::Position, second: bool) -> String {
        let _ = second;
        self.board(position)
    }

    /// The position as a board to be drawn, seen as [`board_seen`](Self::board_seen) has it: where
    /// positions do not tell the players apart, `second` says that the one who did not begin is to
    /// move. By default it is text.
    fn picture(&self, position: &Self::Position, second: bool) -> Board {
        Board::text(self.board_seen(position, second))
    }

    /// The ways to point at a move on the [picture](Self::picture); none where it can only be chosen
    /// from a list.
    fn touches(&self, position: &Self::Position, chosen: &Self::Move, second: bool) -> Vec<Touch> {
        let _ = (position, chosen, second);
        Vec::new()
    }

    /// The position of a board that somebody has set up: the way back from a
    /// [picture](Self::picture) with a palette.
    ///
    /// # Errors
    /// Why there is no such position.
    fn position_from(&self, setup: &Setup) -> Result<Self::Position, ParseError> {
        let _ = setup;
        Err(ParseError::new("positions of this game are written and not set up on a board"))
    }

    /// The player to move, as people call them; `None` where positions do not tell the players
    /// apart and turns have to be counted.
    fn mover(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// The one that stands for all positions that symmetry makes the same.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// A number of positions that can surely be met from the start, so that exploring a game that
    /// cannot fit is refused at once instead of when memory is full. It need not be close.
    fn at_least(&self) -> u64 {
        1
    }

    /// How many slots the index has; `None` if the game has no index.
    fn slots(&self) -> Option<u64> {
        None
    }

    /// The slot of a position: the same one for all that symmetry makes the same. Every position
    /// that can be met from the start, or from an indexed position, has one.
    ///
    /// # Panics
    /// If the game has no index.
    fn rank(&self, position: &Self::Position) -> u64 {
        let _ = position;
        panic!("a game that says how many slots it has also ranks its positions");
    }

    /// Appends the slots that some moves of a position lead to, one for each: moves that come one after
    /// the other in [`moves`](Self::moves). A game may know them without making positions.
    fn reply_slots(&self, position: &Self::Position, moves: &[Self::Move], slots: &mut Vec<u64>) {
        slots.extend(moves.iter().map(|chosen| self.rank(&self.play(position, chosen))));
    }

    /// The [canonical](Self::canonical) position of a slot; `None` where the slot stands for none.
    fn unrank(&self, slot: u64) -> Option<Self::Position> {
        let _ = slot;
        None
    }

    /// The slots in groups, which together are all of them: no move leads from a group to a later
    /// one. What is stored for the groups before is all that solving a group needs.
    #[allow(clippy::single_range_in_vec_init, reason = "one range is one tier")]
    fn tiers(&self) -> Vec<Range<u64>> {
        vec![0..self.slots().unwrap_or(0)]
    }

    /// Which tiers the moves from a tier lead to, by their numbers in [`tiers`](Self::tiers): none that
    /// comes later, and the tier itself only if moves stay within it. There may be more than moves
    /// really lead to, and never fewer.
    ///
    /// Tiers that none of those still to be solved leads to need not be in memory, and one that does
    /// not lead to itself is solved in one look at each slot. By default every tier leads to itself
    /// and to all before it.
    ///
    /// ```
    /// use retrograde_games::Game;
    /// use retrograde_games::rules::Connect;
    /// let game = Connect::new(4, 4, 4).unwrap();
    /// // A move puts one more disc on the board, and full boards come first.
    /// assert_eq!(game.leads_to(7), [6..7]);
    /// ```
    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        vec![0..tier + 1]
    }

    /// Where in another tier that it [leads to](Self::leads_to) the moves from a tier lead, if that is only
    /// a part of it: the others need not be in memory. By default it may be anywhere.
    fn leads_to_part(&self, tier: usize, other: usize) -> Option<Range<u64>> {
        let _ = (tier, other);
        None
    }

    /// What the positions of a [tier](Self::tiers) have in common, told by any one of them and in a few
    /// words that no other tier has; `None` where there is nothing to tell.
    fn tier_name(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// The slots in groups that people would count apart. By default these are the tiers, where they
    /// have names.
    fn sections(&self) -> Vec<Section> {
        named_tiers(self.tiers(), &|slot| Some(self.tier_name(&self.unrank(slot)?)))
    }

    /// The slots in parts that other games have too, so that a table of each is enough for all of them:
    /// the endings that captures lead to, say. They are in the order of their slots, which together are
    /// all slots, and each is one or more whole tiers; the last part is what only this game has. By
    /// default there are none, and a table keeps all slots.
    ///
    /// ```
    /// use retrograde_games::Game;
    /// use retrograde_games::rules::Chess;
    /// let names = Chess::new("KQvKR")?.parts().into_iter().map(|part| part.name);
    /// assert!(names.eq(["KvK", "KQvK", "KRvK", "KQvKR"]));
    /// # Ok::<(), retrograde_games::ParseError>(())
    /// ```
    fn parts(&self) -> Vec<Part> {
        Vec::new()
    }

    /// The game whose last [part](Self::parts) has this name: the same positions in the same order.
    fn part(&self, name: &str) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = name;
        None
    }

    /// Appends the positions from which one move leads to this one or to one that symmetry makes the
    /// same; of positions that are the same by symmetry, at least one, and any number of times.
    /// Says whether the game can do that at all, for any position.
    ///
    /// Only positions of the same [tier](Self::tiers) from which play goes on need to be there.
    fn unmoves(&self, position: &Self::Position, before: &mut Vec<Self::Position>) -> bool {
        let _ = (position, before);
        false
    }

    /// Moves from slot to slot, if the game finds them faster than by way of positions. Only a game
    /// with an index and un-moves can have them, and it need not.
    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        None
    }
}

/// Those tiers that have a name, as `name` tells it by a slot that has a position.
fn named_tiers(
    tiers: Vec<Range<u64>>,
    name: &dyn Fn(u64) -> Option<Option<String>>,
) -> Vec<Section> {
    /// Holes that are looked at to find a position.
    const HOLES: usize = 1 << 16;
    let section = |slots: Range<u64>| {
        let name = slots.clone().take(HOLES).find_map(name)??;
        Some(Section { name, mover: None, slots: vec![slots] })
    };
    tiers.into_iter().filter_map(section).collect()
}

/// Slots that people would count apart from others, such as an ending of chess with White to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What its positions have in common.
    pub name: String,
    /// The player to move in all of them, as people call them.
    pub mover: Option<&'static str>,
    /// Its slots.
    pub slots: Vec<Range<u64>>,
}

/// Slots that several games have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the game is called whose last part it is, as its parameter.
    pub name: String,
    /// Its slots.
    pub slots: Range<u64>,
}

/// Why text is not a position of a game, or not its parameters.
///
/// ```
/// use retrograde_games::ParseError;
/// assert_eq!(ParseError::new("write nine squares").to_string(), "write nine squares");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    message: String,
}

impl ParseError {
    /// An error that says what is wrong and how to put it right.
    pub fn new(message: impl Into<String>) -> Self {
        ParseError { message: message.into() }
    }
}
