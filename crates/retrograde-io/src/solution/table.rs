//! Solutions that can be put together from the rows of a file.

use retrograde_core::{Bitmap, Outcome, Outcomes, Strategy, Vertex};

use crate::error::Place;

use super::fault::SolutionFault;
use super::layout::Layout;

/// A solution that [`read_solution`](crate::read_solution) can give.
///
/// It is drafted for a known number of vertices and gets each vertex's row once, in the order of
/// the file. Names and moves are looked up by the readers.
///
/// ```
/// use retrograde_core::{GrundyValues, Names};
/// use retrograde_io::{ReadError, Table, read_solution};
/// fn read<T: Table>(text: &str) -> Result<T, ReadError> {
///     assert!(text.starts_with(&T::LAYOUT.header()));
///     read_solution(text.as_bytes(), &Names::numbered(1))
/// }
/// assert_eq!(read::<GrundyValues>("vertex,grundy\n0,0\n")?.finite(0), Some(0));
/// # Ok::<(), ReadError>(())
/// ```
pub trait Table: Sized {
    /// The objective and its columns.
    const LAYOUT: &'static Layout;

    /// The solution while not all rows are read.
    type Draft;

    /// A draft for this many vertices.
    fn draft(vertices: usize) -> Self::Draft;

    /// Takes down what a row claims.
    ///
    /// # Errors
    /// What is wrong with the row, and in which column.
    fn add(draft: &mut Self::Draft, row: &Row<'_>) -> Result<(), RowFault>;

    /// The solution, once every vertex has had its row. `moves` has one strategy for each of
    /// [`Layout::moves`], or is `None` where the file has none.
    fn finish(draft: Self::Draft, moves: Option<Vec<Strategy>>) -> Self;
}

/// The values that one row gives to its vertex; handed to [`Table::add`].
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub(super) layout: &'static Layout,
    pub(super) vertex: Vertex,
    pub(super) name: &'a str,
    pub(super) fields: &'a dyn Fields,
}

/// A fault in one of a row's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The column, by its place in [`Layout::values`].
    pub column: usize,
    /// What is wrong.
    pub fault: SolutionFault,
}

/// Where rows come from.
pub(super) trait Fields {
    /// What stands in a column, by its place in [`Layout::columns`].
    fn field(&self, column: usize) -> Field<'_>;

    /// Where it stands.
    fn place(&self, column: usize) -> Place;
}

/// What a row has in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field<'a> {
    /// There is no such column.
    Absent,
    /// Nothing.
    Blank,
    /// Something, be it an empty text in quotes.
    Filled(&'a str),
}

impl<'a> Field<'a> {
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Field::Filled(text) => Some(text),
            Field::Absent | Field::Blank => None,
        }
    }
}

impl<'a> Row<'a> {
    /// The vertex that the row is about.
    #[must_use]
    pub fn vertex(&self) -> Vertex {
        self.vertex
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The text in a column, by its place in [`Layout::values`]; `None` where there is nothing.
    #[must_use]
    pub fn value(&self, column: usize) -> Option<&'a str> {
        self.fields.field(1 + column).text()
    }

    /// The text in a column that must say something.
    ///
    /// # Errors
    /// [`SolutionFault::Blank`].
    pub fn word(&self, column: usize) -> Result<&'a str, RowFault> {
        self.value(column).ok_or_else(|| {
            let (vertex, name) = (self.name.to_owned(), self.layout.values[column]);
            RowFault { column, fault: SolutionFault::Blank { vertex, column: name } }
        })
    }

    /// The outcome in a column, as `parse` understands it.
    pub(super) fn outcome(
        &self,
        column: usize,
        parse: impl Fn(&str) -> Option<Outcome>,
    ) -> Result<Outcome, RowFault> {
        let word = self.word(column)?;
        parse(word).ok_or_else(|| RowFault {
            column,
            fault: SolutionFault::BadOutcome { word: word.into() },
        })
    }
}

impl std::fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Row").field("vertex", &self.vertex).field("name", &self.name).finish()
    }
}

/// Outcomes of vertices that come in any order.
#[derive(Clone, Debug)]
pub struct OutcomesDraft {
    win: Bitmap,
    lose: Bitmap,
}

impl OutcomesDraft {
    pub(super) fn new(vertices: usize) -> Self {
        OutcomesDraft { win: Bitmap::new(vertices), lose: Bitmap::new(vertices) }
    }

    /// Sets an outcome that has not been set before.
    pub(super) fn set(&mut self, vertex: Vertex, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.win.set(vertex as usize),
            Outcome::Lose => self.lose.set(vertex as usize),
            Outcome::Draw => {}
        }
    }

    pub(super) fn finish(self) -> Outcomes {
        Outcomes::from_parts(self.win, self.lose)
    }

    /// The vertices won and those lost.
    pub(super) fn into_parts(self) -> (Bitmap, Bitmap) {
        (self.win, self.lose)
    }
}
