//! A solved game, whichever way it was solved: what positions are worth, and best play.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use retrograde_core::{Arena, Bitmap, Control, Distance, NamedMove, Outcome, Values, Vertex};
use retrograde_games::catalogue::Files;
use retrograde_solve::line::{self, Line};

use crate::dense::DenseTable;
use crate::export::STEPS;
use crate::position::{Move, Position};
use crate::table;
use crate::{Catalogue, Counts, Prober, Rules, Table, TableError, Worth};

/// A game and what its positions are worth: explored, solved over its index, or opened from disk. It
/// answers in the same way, and with the same moves, however it was solved.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_games::catalogue::NoFiles;
/// use retrograde_table::{BuildOptions, Catalogue, End, SolvedGame, Worth};
///
/// # let parent = tempfile::tempdir().unwrap();
/// # let folder = parent.path().join("quixo-3");
/// let games = Catalogue::builtin();
/// games.open("quixo:3", &NoFiles)?.build("quixo:3", &folder, &BuildOptions::default())?;
///
/// let solved = SolvedGame::open(&folder, &games, &NoFiles)?;
/// let start = solved.rules().start().unwrap();
/// assert_eq!(solved.worth(&start)?, Some(Worth::Win(Some(Distance(7)))));
/// assert_eq!(solved.moves(&start)?[0].worth, Worth::Lose(Some(Distance(6))));
/// let line = solved.line(&start, None, &Default::default())?;
/// assert_eq!((line.steps.len(), line.end), (8, End::Over));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolvedGame {
    rules: Rules,
    known: Known,
}

enum Known {
    Explored { arena: Arc<Arena>, values: Values, ties: Option<Bitmap> },
    Indexed(DenseTable),
    Stored(Table),
}

/// One position of a line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub position: Position,
    /// What it is worth; `None` if it is not known.
    pub worth: Option<Worth>,
    /// The move made there; none at the end.
    pub chosen: Option<Move>,
}

/// What is known about one position, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position.
    pub position: String,
    /// What it is worth.
    pub worth: Worth,
    /// A best move, and the position that it really leads to; none where the game is over.
    pub best: Option<NamedMove>,
}

/// What there is in a solved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// How many positions are worth what.
    pub counts: Counts,
    /// The first position of those whose win takes longest, and how long.
    pub longest_win: Option<(Position, Distance)>,
    /// The first position of those whose loss takes longest, and how long.
    pub longest_loss: Option<(Position, Distance)>,
}

impl SolvedGame {
    /// A game that was explored and solved as a graph, whose names are positions; `ties` are the
    /// draws that are ties, where somebody looked.
    #[must_use]
    pub fn explored(rules: Rules, arena: Arc<Arena>, values: Values, ties: Option<Bitmap>) -> Self {
        SolvedGame { rules, known: Known::Explored { arena, values, ties } }
    }

    /// A game that was solved over its index.
    #[must_use]
    pub fn indexed(rules: Rules, table: DenseTable) -> Self {
        SolvedGame { rules, known: Known::Indexed(table) }
    }

    /// A game that was solved and kept on disk.
    ///
    /// # Errors
    /// The table is of another game.
    pub fn stored(rules: Rules, table: Table) -> Result<Self, TableError> {
        rules.check_table(&table)?;
        Ok(SolvedGame { rules, known: Known::Stored(table) })
    }

    /// Opens the table in a folder; the catalogue knows the game that it is of. Where a game has
    /// [parts](retrograde_games::Game::parts) that may be the folder of one, or the one that has them all:
    /// it is the game then that comes to all others.
    ///
    /// # Errors
    /// There is no finished table, it cannot be read, its game is not in the catalogue, or there are
    /// several games of which none comes to all others.
    pub fn open(
        folder: &Path,
        catalogue: &Catalogue,
        files: &dyn Files,
    ) -> Result<Self, TableError> {
        let rules_of = |table: &Table| {
            catalogue.open(table.spec(), files).map_err(|error| {
                let (folder, spec) = (folder.to_owned(), table.spec().to_owned());
                TableError::Game { folder, spec, error }
            })
        };
        let table = match Table::open(folder) {
            Err(TableError::Missing { .. } | TableError::Unfinished { .. }) => None,
            table => Some(table?),
        };
        if let Some(table) = table {
            let rules = rules_of(&table)?;
            return rules.open_table(folder);
        }
        // Of games that come to others, those that no other comes to.
        let mut last: Vec<(String, Rules)> = Vec::new();
        let mut earlier: Vec<String> = Vec::new();
        for path in table::folders_with_tables(folder) {
            let rules = rules_of(&Table::open(&path)?)?;
            if let Some((part, before)) = rules.parts().split_last() {
                earlier.extend(before.iter().map(|part| part.name.clone()));
                last.push((part.name.clone(), rules));
            }
        }
        last.retain(|(name, _)| !earlier.contains(name));
        match &last[..] {
            [] => Err(Table::open(folder)
                .err()
                .unwrap_or_else(|| TableError::Missing { folder: folder.to_owned() })),
            [(_, rules)] => rules.open_table(folder),
            several => {
                let mut names: Vec<String> = several.iter().map(|(name, _)| name.clone()).collect();
                names.sort_unstable();
                Err(TableError::Several { folder: folder.to_owned(), names })
            }
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The graph, if it was explored.
    #[must_use]
    pub fn arena(&self) -> Option<&Arc<Arena>> {
        match &self.known {
            Known::Explored { arena, .. } => Some(arena),
            _ => None,
        }
    }

    /// The slots, if it was solved over its index.
    #[must_use]
    pub fn dense(&self) -> Option<&DenseTable> {
        match &self.known {
            Known::Indexed(table) => Some(table),
            _ => None,
        }
    }

    /// The table, if it was opened from disk.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        match &self.known {
            Known::Stored(table) => Some(table),
            _ => None,
        }
    }

    /// What the position is worth where play begins; `None` if it begins nowhere.
    ///
    /// # Errors
    /// As [`worth`](Self::worth).
    pub fn start(&self) -> Result<Option<Worth>, TableError> {
        self.rules.start().map_or(Ok(None), |start| self.worth(&start))
    }

    /// What a position is worth to whoever moves there; `None` if it was not met, or is not in the
    /// index.
    ///
    /// # Errors
    /// The table cannot be read or is damaged.
    pub fn worth(&self, position: &Position) -> Result<Option<Worth>, TableError> {
        let worth = match &self.known {
            Known::Explored { arena, .. } => {
                let vertex = arena.names.find(&self.rules.show(position));
                return Ok(vertex.map(|vertex| self.of_vertex(vertex)));
            }
            Known::Indexed(table) => self.rules.rank(position).map(|slot| table.get(slot)),
            Known::Stored(table) => {
                self.rules.rank(position).map(|slot| table.probe(slot)).transpose()?
            }
        };
        Ok(worth.filter(|&worth| worth != Worth::Hole))
    }

    fn of_vertex(&self, vertex: Vertex) -> Worth {
        let Known::Explored { values, ties, .. } = &self.known else { return Worth::Hole };
        let tie = ties.as_ref().is_some_and(|ties| ties.get(vertex as usize));
        Worth::of(values.get(vertex), tie)
    }

    /// The moves of a position with what they leave to the opponent, the best first; of equally good
    /// ones, in the order of the rules. There are none where the game is over.
    ///
    /// The winner hurries, the loser stalls, and a draw is kept in the way it is one: by endless play
    /// if there is a way, by a tie otherwise.
    ///
    /// # Errors
    /// As [`worth`](Self::worth).
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, TableError> {
        let mut moves = Vec::new();
        for choice in self.rules.choices(position) {
            if let Some(worth) = self.worth(&choice.to)? {
                moves.push(Move { text: choice.text, to: choice.to, worth });
            }
        }
        moves.sort_by_key(|chosen| chosen.worth.to_leave());
        Ok(moves)
    }

    /// Best play by both from a position, until the game is over, a position comes back, or `limit`
    /// positions are written down: a draw may go on forever, and without distances a winner can go
    /// round in circles.
    ///
    /// # Errors
    /// As [`worth`](Self::worth), or somebody stopped it.
    pub fn line(
        &self,
        from: &Position,
        limit: Option<usize>,
        control: &Control<'_>,
    ) -> Result<Line<Step>, TableError> {
        let mut next_worth = self.worth(from)?;
        line::follow(from.clone(), limit, control, |position| {
            let worth = next_worth;
            let chosen = self.moves(&position)?.into_iter().next();
            next_worth = chosen.as_ref().map(|chosen| chosen.worth);
            let to = chosen.as_ref().map(|chosen| chosen.to.clone());
            Ok((Step { position, worth, chosen }, to))
        })
    }

    /// Counts what there is, and finds where play takes longest.
    ///
    /// # Errors
    /// As [`worth`](Self::worth), or somebody stopped it.
    ///
    /// # Complexity
    /// One look at each position; a table on disk is unpacked up to three times.
    pub fn overview(&self, control: &Control<'_>) -> Result<Overview, TableError> {
        let mut overview = Overview::default();
        match &self.known {
            Known::Explored { arena, values, ties } => {
                let ties = ties.as_ref().map_or(0, |ties| ties.count_ones() as u64);
                let count = |outcome| values.count(outcome) as u64;
                overview.counts = Counts {
                    win: count(Outcome::Win),
                    lose: count(Outcome::Lose),
                    tie: ties,
                    draw: count(Outcome::Draw) - ties,
                    hole: 0,
                };
                let longest = |outcome| {
                    let (vertex, distance) = values.longest(outcome)?;
                    let position = self.rules.parse(&arena.names.get(vertex)).ok()?;
                    Some((position, distance))
                };
                overview.longest_win = longest(Outcome::Win);
                overview.longest_loss = longest(Outcome::Lose);
            }
            Known::Indexed(table) => {
                let (counts, [win, loss]) = table.tally(control)?;
                overview.counts = counts;
                overview.longest_win = self.of_slot(win);
                overview.longest_loss = self.of_slot(loss);
            }
            Known::Stored(table) => {
                let stats = table.stats(control, 1)?;
                overview.counts = stats.counts;
                let with_distance = |&(slot, worth): &(u64, Worth)| Some((slot, worth.distance()?));
                overview.longest_win = self.of_slot(stats.longest.first().and_then(with_distance));
                overview.longest_loss = self.of_slot(table.longest_loss(&stats, control)?);
            }
        }
        Ok(overview)
    }

    /// How many wins and losses take so many moves. Nothing from a table without distances.
    ///
    /// ```
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::Rules;
    /// use retrograde_table::dense::DenseOptions;
    /// let solved = Rules::of(Nim::new(&[1, 1]).unwrap()).solve(&DenseOptions::default())?;
    /// let [wins, losses] = solved.histogram(&Default::default())?;
    /// assert_eq!((wins, losses), (vec![0, 1], vec![1, 0, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`worth`](Self::worth), or somebody stopped it.
    ///
    /// # Complexity
    /// One look at each position.
    pub fn histogram(&self, control: &Control<'_>) -> Result<[Vec<u64>; 2], TableError> {
        let mut histogram = [Vec::new(), Vec::new()];
        let mut count = |worth: Worth| {
            let of = match worth {
                Worth::Win(_) => &mut histogram[0],
                _ => &mut histogram[1],
            };
            if let Some(distance) = worth.distance() {
                let place = distance.0 as usize;
                of.resize(of.len().max(place + 1), 0);
                of[place] += 1;
            }
        };
        let mut pace = control.pace();
        match &self.known {
            Known::Explored { values, .. } => {
                for value in values.iter() {
                    pace.steps(1)?;
                    count(Worth::of(value, false));
                }
            }
            Known::Indexed(table) => {
                for slot in 0..table.len() {
                    pace.steps(1)?;
                    count(table.get(slot));
                }
            }
            Known::Stored(table) => {
                let stats = table.stats(control, 0)?;
                histogram = [stats.wins, stats.losses];
            }
        }
        Ok(histogram)
    }

    fn of_slot(&self, longest: Option<(u64, Distance)>) -> Option<(Position, Distance)> {
        longest.and_then(|(slot, distance)| Some((self.rules.unrank(slot)?, distance)))
    }

    /// Shows every position in order, holes left out, with a best move: the one that
    /// [`moves`](Self::moves) has first.
    ///
    /// # Errors
    /// As [`worth`](Self::worth), what `look` says, or somebody stopped it.
    ///
    /// ```
    /// use retrograde_core::Control;
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::dense::DenseOptions;
    /// use retrograde_table::{Rules, TableError};
    /// let solved = Rules::of(Nim::new(&[1, 1]).unwrap()).solve(&DenseOptions::default())?;
    /// let mut rows = Vec::new();
    /// solved.each_row(&Control::default(), |row| {
    ///     let to = row.best.map_or(String::new(), |best| best.to);
    ///     rows.push(format!("{} {} {to}", row.position, row.worth));
    ///     Ok::<(), TableError>(())
    /// })?;
    /// assert_eq!(rows, ["0,0 lose in 0 ", "0,1 win in 1 0,0", "1,1 lose in 2 0,1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_row<E: From<TableError>>(
        &self,
        control: &Control<'_>,
        mut look: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pace = control.pace();
        let mut pause = |steps| pace.steps(steps).map_err(TableError::Stopped);
        if let Known::Explored { arena, .. } = &self.known {
            for vertex in arena.graph.vertices() {
                pause(STEPS)?;
                look(self.row_of_vertex(arena, vertex)?)?;
            }
            return Ok(());
        }
        for slot in 0..self.rules.slots().unwrap_or(0) {
            pause(1)?;
            if self.of_slot_number(slot)? == Worth::Hole {
                continue;
            }
            pause(STEPS)?;
            if let Some(row) =
                self.rules.row(slot, &mut |slots, worths| self.of_slots(slots, worths))?
            {
                look(row)?;
            }
        }
        Ok(())
    }

    /// What one thread asks about positions with, by their texts.
    #[must_use]
    pub fn prober(&self) -> Prober<'_> {
        Prober::new(self)
    }

    /// What many slots are worth, in the order in which they are given; see [`Table::probe_many`].
    ///
    /// ```
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::Rules;
    /// use retrograde_table::dense::DenseOptions;
    /// let solved = Rules::of(Nim::new(&[1, 1]).unwrap()).solve(&DenseOptions::default())?;
    /// let start = solved.rules().rank(&solved.rules().start().unwrap()).unwrap();
    /// let worths = solved.probe_many(&[start, 0], &Default::default())?;
    /// assert_eq!(worths[0].to_string(), "lose in 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such slot; as [`worth`](Self::worth), or somebody stopped it.
    pub fn probe_many(
        &self,
        slots: &[u64],
        control: &Control<'_>,
    ) -> Result<Vec<Worth>, TableError> {
        match &self.known {
            Known::Stored(table) => table.probe_many(slots, control),
            _ => {
                let count = self.slots();
                if let Some(&slot) = slots.iter().filter(|&&slot| slot >= count).min() {
                    return Err(TableError::NoSlot { slot, slots: count });
                }
                let mut pace = control.pace();
                let look = |&slot| {
                    pace.steps(1)?;
                    self.of_slot_number(slot)
                };
                slots.iter().map(look).collect()
            }
        }
    }

    /// What slots next to each other are worth; see [`Table::probe_range`].
    ///
    /// # Errors
    /// As [`probe_many`](Self::probe_many).
    pub fn probe_range(
        &self,
        slots: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Vec<Worth>, TableError> {
        match &self.known {
            Known::Stored(table) => table.probe_range(slots, control),
            _ => self.probe_many(&slots.collect::<Vec<_>>(), control),
        }
    }

    /// How many slots there are to ask about by number: none if it was explored.
    #[must_use]
    pub fn slots(&self) -> u64 {
        match &self.known {
            Known::Explored { .. } => 0,
            Known::Indexed(table) => table.len(),
            Known::Stored(table) => table.slots(),
        }
    }

    /// Appends what slots are worth.
    pub(crate) fn of_slots(
        &self,
        slots: &[u64],
        worths: &mut Vec<Worth>,
    ) -> Result<(), TableError> {
        slots.iter().try_for_each(|&slot| self.of_slot_number(slot).map(|worth| worths.push(worth)))
    }

    fn of_slot_number(&self, slot: u64) -> Result<Worth, TableError> {
        match &self.known {
            Known::Explored { .. } => Ok(Worth::Hole),
            Known::Indexed(table) => Ok(table.get(slot)),
            Known::Stored(table) => table.probe(slot),
        }
    }

    fn row_of_vertex(&self, arena: &Arena, vertex: Vertex) -> Result<Row, TableError> {
        let position = arena.names.get(vertex).into_owned();
        let worth = self.of_vertex(vertex);
        let moves = self.rules.parse(&position).map(|position| self.moves(&position));
        let best = moves.unwrap_or_else(|_| Ok(Vec::new()))?.into_iter().next();
        let best = best.map(|best| NamedMove { to: self.rules.show(&best.to), name: best.text });
        Ok(Row { position, worth, best })
    }
}

impl fmt::Debug for SolvedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match &self.known {
            Known::Explored { .. } => "explored",
            Known::Indexed(_) => "indexed",
            Known::Stored(_) => "stored",
        };
        f.debug_struct("SolvedGame").field("rules", &self.rules).field("way", &way).finish()
    }
}
