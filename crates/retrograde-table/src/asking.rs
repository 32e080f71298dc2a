//! Asking about positions by their texts, one after the other, on one thread.

use std::fmt;
use std::sync::Arc;

use retrograde_core::NamedMove;
use retrograde_games::{Game, ParseError};

use crate::asker::Asker;
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
    let mut moves = Vec::new();
    moves_of(game, position, worth, &mut moves);
    let (mut slots, mut worths) = (Vec::new(), Vec::new());
    let mut best = Best::of(worth);
    for some in moves.chunks(TOGETHER) {
        slots.clear();
        worths.clear();
        game.reply_slots(position, some, &mut slots);
        look(&slots, &mut worths)?;
        if best.is_among(some, &worths) {
            break;
        }
    }
    let best = best.found.map(|(_, chosen)| NamedMove {
        name: game.show_move(position, chosen),
        to: game.show(&game.play(position, chosen)),
    });
    Ok(Row { position: game.show(position), worth, best })
}

/// Moves whose replies are looked at together.
pub(crate) const TOGETHER: usize = 16;

/// Appends the moves of a position that is worth so much; none where the game is over.
pub(crate) fn moves_of<G: Game>(
    game: &G,
    position: &G::Position,
    worth: Worth,
    moves: &mut Vec<G::Move>,
) {
    /// As many as most games have, so that the list need not grow.
    const USUAL: usize = 40;
    // Where moves are counted, some are left.
    let goes_on = worth.distance().is_some() || game.verdict(position).is_none();
    if worth.left_by_best().is_some() && goes_on {
        moves.reserve(USUAL);
        game.moves(position, moves);
    }
}

/// The best move so far of a position.
pub(crate) struct Best<'m, M> {
    /// What no move surpasses.
    wanted: Option<Worth>,
    /// What it leaves, and the move.
    pub(crate) found: Option<(Worth, &'m M)>,
}

impl<'m, M> Best<'m, M> {
    /// The best move of a position that is worth so much.
    pub(crate) fn of(worth: Worth) -> Self {
        Best { wanted: worth.left_by_best(), found: None }
    }

    /// Looks at some more moves and what they leave. The first of the best is kept; whether no other can
    /// be better.
    pub(crate) fn is_among(&mut self, moves: &'m [M], worths: &[Worth]) -> bool {
        for (chosen, &left) in moves.iter().zip(worths) {
            if self.found.is_none_or(|(least, _)| left.to_leave() < least.to_leave()) {
                self.found = Some((left, chosen));
                if Some(left) == self.wanted {
                    return true;
                }
            }
        }
        false
    }
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
pub struct Prober<'a> {
    game: &'a SolvedGame,
    held: Held,
    /// For games with an index.
    asker: Option<Box<dyn Asker + 'a>>,
}

impl<'a> Prober<'a> {
    pub(crate) fn new(game: &'a SolvedGame) -> Self {
        let blocks = game.table().map_or(0, |table| table.blocks() as usize);
        let indexed = game.table().is_some() || game.dense().is_some();
        let asker = indexed.then(|| game.rules().asker());
        Prober { game, held: Held { blocks: vec![None; blocks], bytes: 0 }, asker }
    }

    /// What there is to say about the position that a text means.
    ///
    /// # Errors
    /// The table cannot be read or is damaged.
    pub fn ask(&mut self, text: &str) -> Result<Probed, TableError> {
        let mut answer = Probed::NotThere;
        self.ask_all(&[text], &mut |_, probed| answer = probed.clone())?;
        Ok(answer)
    }

    /// The same for some texts: what there is to say about each is told in order, with its place among
    /// them. A hundred or so at a time are answered much faster than one.
    pub(crate) fn ask_all<S: AsRef<str>>(
        &mut self,
        texts: &[S],
        tell: &mut dyn FnMut(usize, &Probed),
    ) -> Result<(), TableError> {
        let Prober { game, held, asker } = self;
        let all = &mut texts.iter().map(AsRef::as_ref);
        match (asker, game.table()) {
            (Some(asker), Some(table)) => {
                asker.ask(all, &mut |slots, worths| held.probe(table, slots, worths), tell)
            }
            (Some(asker), None) => {
                asker.ask(all, &mut |slots, worths| game.of_slots(slots, worths), tell)
            }
            (None, _) => {
                for (place, text) in all.enumerate() {
                    tell(place, &self.ask_explored(text)?);
                }
                Ok(())
            }
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

impl fmt::Debug for Prober<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prober").field("game", self.game).finish_non_exhaustive()
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
        // Nothing in here waits for anything else: memory is asked for many slots at once.
        worths.reserve(slots.len());
        for &slot in slots {
            let (block, place) = table.place(slot);
            let worth = match self.blocks.get(block) {
                Some(Some(cells)) if slot < table.slots() => {
                    table.header.alphabet.worth(cells.get(place))
                }
                _ => self.fetch(table, slot)?,
            };
            worths.push(worth);
        }
        Ok(())
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
