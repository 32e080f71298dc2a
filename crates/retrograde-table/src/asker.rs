//! Answering about some positions together: all of them take a step before the next step is taken.
//!
//! Most of the time of a single answer goes by waiting for memory, first for what the position is worth
//! and then for what its moves leave. Together they wait once, and nothing is made anew for each.

use std::ops::Range;

use retrograde_core::NamedMove;
use retrograde_games::{Game, ParseError};

use crate::asking::{Best, Look, Probed, TOGETHER, moves_of};
use crate::{Row, TableError, Worth};

/// Answers about the positions of a game, whose type is forgotten.
pub(crate) trait Asker {
    /// Tells what there is to say about the position that each text means, with its place among them.
    ///
    /// # Errors
    /// What `look` ends with.
    fn ask(
        &mut self,
        texts: &mut dyn Iterator<Item = &str>,
        look: &mut Look<'_>,
        tell: &mut dyn FnMut(usize, &Probed),
    ) -> Result<(), TableError>;
}

/// Answers about some positions of a game with an index, in the same memory each time.
pub(crate) struct Together<'g, G: Game> {
    game: &'g G,
    asked: Vec<Result<Asked<G::Position>, ParseError>>,
    slots: Vec<u64>,
    worths: Vec<Worth>,
    moves: Vec<G::Move>,
    /// The slots that the first moves of each position lead to, and what they are worth.
    replies: Vec<u64>,
    left: Vec<Worth>,
    /// What is told of a position that is known, in the texts of the one before.
    answer: Probed,
}

/// A position that was asked about.
struct Asked<P> {
    position: P,
    moves: Range<usize>,
    /// Where the replies to the first of its moves begin.
    replies: usize,
}

impl<'g, G: Game> Together<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        Together {
            game,
            asked: Vec::new(),
            slots: Vec::new(),
            worths: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
            left: Vec::new(),
            answer: Probed::Known(Row { position: String::new(), worth: Worth::Hole, best: None }),
        }
    }

    /// Finds out what all texts mean, and what the positions are worth.
    fn read(
        &mut self,
        texts: &mut dyn Iterator<Item = &str>,
        look: &mut Look<'_>,
    ) -> Result<(), TableError> {
        self.asked.clear();
        self.slots.clear();
        self.worths.clear();
        for text in texts {
            let asked = self.game.parse(text).map(|position| {
                self.slots.push(self.game.rank(&position));
                Asked { position, moves: 0..0, replies: 0 }
            });
            self.asked.push(asked);
        }
        look(&self.slots, &mut self.worths)
    }

    /// Finds the moves of all positions, and what the first ones of each leave.
    fn look_ahead(&mut self, look: &mut Look<'_>) -> Result<(), TableError> {
        self.moves.clear();
        self.replies.clear();
        self.left.clear();
        for (asked, &worth) in self.asked.iter_mut().flatten().zip(&self.worths) {
            let begin = self.moves.len();
            asked.replies = self.replies.len();
            if worth != Worth::Hole {
                moves_of(self.game, &asked.position, worth, &mut self.moves);
                let first = self.moves[begin..].chunks(TOGETHER).next().unwrap_or_default();
                self.game.reply_slots(&asked.position, first, &mut self.replies);
            }
            asked.moves = begin..self.moves.len();
        }
        look(&self.replies, &mut self.left)
    }

    /// Writes down what there is to say about a position.
    fn tell_of(
        &mut self,
        asked: &Asked<G::Position>,
        worth: Worth,
        look: &mut Look<'_>,
    ) -> Result<&Probed, TableError> {
        let Together { game, slots, worths, moves, left, answer, .. } = self;
        let Asked { position, moves: own, replies } = asked;
        let mut best = Best::of(worth);
        let mut some = moves[own.clone()].chunks(TOGETHER);
        let first = some.next().unwrap_or_default();
        let mut done = best.is_among(first, &left[*replies..][..first.len()]);
        while !done && let Some(next) = some.next() {
            slots.clear();
            let known = worths.len();
            game.reply_slots(position, next, slots);
            look(slots, worths)?;
            done = best.is_among(next, &worths[known..]);
            worths.truncate(known);
        }
        if let Probed::Known(row) = answer {
            row.worth = worth;
            let chosen = best.found.map(|(_, chosen)| chosen);
            write_down(*game, position, chosen, row);
        }
        Ok(answer)
    }
}

/// Puts a position and its best move into a row instead of what is there.
fn write_down<G: Game>(game: &G, position: &G::Position, chosen: Option<&G::Move>, row: &mut Row) {
    row.position.clear();
    game.show_to(position, &mut row.position);
    let Some(chosen) = chosen else {
        row.best = None;
        return;
    };
    let NamedMove { name, to } = row.best.get_or_insert(NO_MOVE);
    name.clear();
    game.show_move_to(position, chosen, name);
    to.clear();
    game.show_to(&game.play(position, chosen), to);
}

const NO_MOVE: NamedMove = NamedMove { name: String::new(), to: String::new() };

impl<G: Game> Asker for Together<'_, G> {
    fn ask(
        &mut self,
        texts: &mut dyn Iterator<Item = &str>,
        look: &mut Look<'_>,
        tell: &mut dyn FnMut(usize, &Probed),
    ) -> Result<(), TableError> {
        self.read(texts, look)?;
        self.look_ahead(look)?;
        let mut next = 0;
        for (place, asked) in std::mem::take(&mut self.asked).into_iter().enumerate() {
            match asked {
                Err(error) => tell(place, &Probed::NoPosition(error)),
                Ok(asked) => {
                    let worth = self.worths[next];
                    next += 1;
                    match worth {
                        Worth::Hole => tell(place, &Probed::NotThere),
                        _ => tell(place, self.tell_of(&asked, worth, look)?),
                    }
                }
            }
        }
        Ok(())
    }
}
