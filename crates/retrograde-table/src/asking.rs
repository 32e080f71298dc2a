//! Asking about positions by their texts, one after the other, on one thread.

use std::sync::Arc;

use retrograde_core::NamedMove;
use retrograde_games::{Game, ParseError};

use crate::block::Cells;
use crate::{Row, SolvedGame, Table, TableError, Worth};

/// Appends what slots are worth. Memory is asked for all of them at once, and not for one after the
/// other as it would be if something were decided in between.
pub type Look<'a> = dyn FnMut(&[u64], &mut Vec<Worth>) -> Result<(), TableError> + 'a;

/// What there is to say about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Probed {
    /// What is known about the position.
    Known(Row),
    /// It is a position, and nothing is known about it.
    NotThere,
    /// It is no position.
    NoPosition(ParseError),
}

impl Probed {
    /// Why there is nothing to say.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            Probed::Known(_) => None,
            Probed::NotThere => {
                let reason = "cannot come up in this game: the table has nothing about it";
                Some(reason.to_owned())
            }
            Probed::NoPosition(error) => Some(error.to_string()),
        }
    }
}

/// What one slot is worth.
pub(crate) fn look_at(slot: u64, look: &mut Look<'_>) -> Result<Worth, TableError> {
    let mut worths = Vec::with_capacity(1);
    look(&[slot], &mut worths)?;
    Ok(worths.pop().unwrap_or(Worth::Hole))
}

/// What is known about a position that is worth so much: the best move is the one that
/// [`SolvedGame::moves`] has first.
pub(crate) fn row<G: Game>(
    game: &G,
    position: &G::Position,
    worth: Worth,
    look: &mut Look<'_>,
) -> Result<Row, TableError> {
    /// As many as most games have, so that the list need not grow.
    const USUAL: usize = 40;
    const TOGETHER: usize = 16;
    let (mut moves, left_by_best) = (Vec::new(), worth.left_by_best());
    // Where moves are counted, some are left.
    let goes_on = worth.distance().is_some() || game.verdict(position).is_none();
    if left_by_best.is_some() && goes_on {
        moves.reserve(USUAL);
        game.moves(position, &mut moves);
    }
    let (mut slots, mut worths) = (Vec::new(), Vec::new());
    let mut best: Option<(Worth, &G::Move)> = None;
    'moves: for some in moves.chunks(TOGETHER) {
        slots.clear();
        worths.clear();
        game.reply_slots(position, some, &mut slots);
        look(&slots, &mut worths)?;
        for (chosen, &left) in some.iter().zip(&worths) {
            if best.is_none_or(|(least, _)| left.to_leave() < least.to_leave()) {
                best = Some((left, chosen));
                if Some(left) == left_by_best {
                    break 'moves;
                }
            }
        }
    }
    let best = best.map(|(_, chosen)| NamedMove {
        name: game.show_move(position, chosen),
        to: game.show(&game.play(position, chosen)),
    });
    Ok(Row { position: game.show(position), worth, best })
}

/// Answers one question after the other about a [solved game](SolvedGame), on one thread: it holds on
/// to what it has looked at, so that threads do not get in each other's way.
///
/// ```
/// use retrograde_games::rules::Nim;
/// use retrograde_table::dense::DenseOptions;
/// use retrograde_table::{Probed, Rules};
/// let solved = Rules::of(Nim::new(&[1, 2]).unwrap()).solve(&DenseOptions::default())?;
/// let mut prober = solved.prober();
/// let Probed::Known(row) = prober.ask("1,2")? else { panic!("it is a position") };
/// assert_eq!((row.worth.to_string(), row.best.unwrap().to), ("win in 3".into(), "1,1".into()));
/// assert!(prober.ask("nonsense")?.reason().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prober<'a> {
    game: &'a SolvedGame,
    held: Held,
}

impl<'a> Prober<'a> {
    pub(crate) fn new(game: &'a SolvedGame) -> Self {
        let blocks = game.table().map_or(0, |table| table.blocks() as usize);
        Prober { game, held: Held { blocks: vec![None; blocks], bytes: 0 } }
    }

    /// What there is to say about the position that a text means.
    ///
    /// # Errors
    /// The table cannot be read or is damaged.
    pub fn ask(&mut self, text: &str) -> Result<Probed, TableError> {
        let rules = self.game.rules();
        match (self.game.table(), rules.slots()) {
            (Some(table), _) => {
                rules.ask(text, &mut |slots, worths| self.held.probe(table, slots, worths))
            }
            (None, Some(_)) if self.game.dense().is_some() => {
                rules.ask(text, &mut |slots, worths| self.game.of_slots(slots, worths))
            }
            _ => self.ask_explored(text),
        }
    }

    /// A graph knows its positions by their names alone.
    fn ask_explored(&self, text: &str) -> Result<Probed, TableError> {
        let rules = self.game.rules();
        let position = match rules.parse(text) {
            Ok(position) => position,
            Err(error) => return Ok(Probed::NoPosition(error)),
        };
        let Some(worth) = self.game.worth(&position)? else { return Ok(Probed::NotThere) };
        let best = self.game.moves(&position)?.into_iter().next();
        let best = best.map(|best| NamedMove { to: rules.show(&best.to), name: best.text });
        Ok(Probed::Known(Row { position: rules.show(&position), worth, best }))
    }
}

/// Blocks of a table that one thread has looked at.
#[derive(Debug)]
struct Held {
    blocks: Vec<Option<Arc<Cells>>>,
    bytes: u64,
}

impl Held {
    /// The most bytes to hold on to; the table has a cache besides.
    const MOST: u64 = 16 << 20;

    fn probe(
        &mut self,
        table: &Table,
        slots: &[u64],
        worths: &mut Vec<Worth>,
    ) -> Result<(), TableError> {
        for &slot in slots {
            worths.push(self.worth(table, slot)?);
        }
        Ok(())
    }

    #[inline]
    fn worth(&mut self, table: &Table, slot: u64) -> Result<Worth, TableError> {
        let (block, place) = table.place(slot);
        if let Some(Some(cells)) = self.blocks.get(block)
            && slot < table.slots()
        {
            return Ok(table.header.alphabet.worth(cells.get(place)));
        }
        self.fetch(table, slot)
    }

    #[cold]
    fn fetch(&mut self, table: &Table, slot: u64) -> Result<Worth, TableError> {
        let worth = table.probe(slot)?;
        let (block, _) = table.place(slot);
        let cells = table.with_block(block, Arc::clone)?;
        if self.bytes + cells.size() > Held::MOST {
            self.blocks.fill(None);
            self.bytes = 0;
        }
        self.bytes += cells.size();
        self.blocks[block] = Some(cells);
        Ok(worth)
    }
}
