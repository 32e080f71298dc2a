//! Checking answers about graphs on disk, row by row.

use std::ops::Range;

use retrograde_core::{
    Answer, Attribute, Bitmap, Column, Control, Convention, Names, Objective, Outcome, Player,
    QuestionError, Solution, Threads, memory,
};
use retrograde_io::RggFile;
use retrograde_verify::{
    Checked, Goal, NextMove, Partial, RowsError, TargetRows, verify_outcome_rows,
    verify_target_rows,
};

use super::checking::failed;
use super::storing::StoredGraph;
use crate::engines::Engine;
use crate::error::Error;
use crate::options::Options;

/// Checks an answer about a graph on disk against its rows, of which only some are in memory at a time.
///
/// # Errors
/// It does not hold, or is not one of outcomes or of a game with targets; the file cannot be read; it was
/// stopped.
pub fn verify_stored(
    graph: &StoredGraph,
    names: &Names,
    solution: &Solution,
    options: &Options<'_>,
) -> Result<Checked, Error> {
    let (file, control) = (&graph.file, options.control(0));
    let checked = match (&solution.answer, &solution.objective) {
        (Answer::Outcome(claims), Objective::Outcome(convention)) => {
            let verdicts = verdicts(file)?;
            let convention: Convention = *convention;
            let terminal =
                |vertex: u32| verdicts.get(vertex as usize).unwrap_or(convention.terminal());
            let mut next =
                |vertex: u32| Ok(claims.strategy.as_ref().and_then(|moves| moves.get(vertex)));
            let moves = claims.strategy.is_some().then_some(&mut next as NextMove<'_>);
            verify_outcome_rows(&file.forward(), &terminal, &claims.values, moves, &control)
        }
        (Answer::Regions(claims), objective) if Engine::Disk.serves(objective) => {
            let goal = match objective {
                Objective::Reachability => Goal::Reachability,
                Objective::Safety => Goal::Safety,
                Objective::Buchi => Goal::Buchi,
                _ => Goal::Cobuchi,
            };
            check_owners(file, &control)?;
            let [mut ones, mut targets] = [(); 2].map(|()| Bitmap::new(file.vertex_count()));
            for vertices in ranges(file) {
                control.check()?;
                file.owners(vertices.clone(), |vertex, owner| {
                    if owner == Player::One {
                        ones.set(vertex as usize);
                    }
                })?;
                file.targets(vertices, |vertex| targets.set(vertex as usize))?;
            }
            let (forward, reverse) = (&file.forward(), &file.reverse());
            let game = TargetRows { forward, reverse, ones: &ones, targets: &targets, goal };
            let partial = if options.partial { Partial::Allowed } else { Partial::Refused };
            verify_target_rows(&game, claims, partial, &control)
        }
        _ => {
            let objective = solution.objective.name();
            return Err(Error::EngineUnserved { engine: Engine::Disk, objective });
        }
    };
    checked.map_err(|error| match error {
        RowsError::Verify(error) => failed(error, names),
        RowsError::Io(error) => error.into(),
        error => std::io::Error::other(error).into(),
    })
}

impl StoredGraph {
    /// What checking an answer about the graph may use: as many threads as there is room for. To be asked
    /// before names and answer are read, which are in memory.
    ///
    /// ```
    /// use retrograde::io::Format;
    /// use retrograde::{Error, MemoryLimit, Objective, Opening, Options};
    /// let opening = Opening { format: Some(Format::Edges), ..Opening::default() };
    /// let mut input = opening.stream(&b"a b\nb a\na t\n"[..], "a test");
    /// let stored = input.stored(&Options::default())?;
    /// let options = Options { memory: MemoryLimit::Bytes(1 << 10), ..Options::default() };
    /// let refused = stored.room_to_verify(&Objective::OUTCOME, &options);
    /// assert!(matches!(refused, Err(Error::VerifyMemory { room: 1024, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn room_to_verify<'a>(
        &self,
        objective: &Objective,
        options: &Options<'a>,
    ) -> Result<Options<'a>, Error> {
        /// What the first thread takes for what it reads ahead, and each other.
        const FOR_A_THREAD: [u64; 2] = [4 << 20, 8 << 20];
        let Some(room) = options.room(0) else { return Ok(*options) };
        let room = room.min(memory::available().unwrap_or(u64::MAX));
        let needed = verify_needs(&self.file, objective) + FOR_A_THREAD[0];
        match room.checked_sub(needed) {
            None => Err(Error::VerifyMemory { needed, room }),
            Some(left) => {
                let fit = usize::try_from(1 + left / FOR_A_THREAD[1]).unwrap_or(usize::MAX);
                let threads = options.threads.get().min(fit);
                Ok(Options { threads: Threads::new(threads).unwrap_or(Threads::ONE), ..*options })
            }
        }
    }
}

/// Bytes of the names of a graph on disk, with a way to find vertices by them, of an answer about it, and of
/// what checking that takes.
fn verify_needs(file: &RggFile, objective: &Objective) -> u64 {
    let vertices = file.vertex_count() as u64;
    let names = file.bytes_of_names();
    let index = if names == 0 { 0 } else { 32 * vertices };
    let bits = vertices.div_ceil(8);
    let answer = match objective {
        // Distances, of four bytes while they are read and of one after that; moves; who wins; rows seen.
        Objective::Outcome(_) => 9 * vertices + 3 * bits,
        // Moves; what is seen of each vertex; who wins and owns what, targets, and rows seen.
        _ => 17 * vertices + 5 * bits,
    };
    names + index + answer
}

/// The vertices of a file in parts of which attributes are read together.
fn ranges(file: &RggFile) -> impl Iterator<Item = Range<usize>> + use<> {
    const TOGETHER: usize = 1 << 20;
    let count = file.vertex_count();
    (0..count).step_by(TOGETHER).map(move |first| first..count.min(first + TOGETHER))
}

/// Refuses a file without an owner at every vertex.
pub(super) fn check_owners(file: &RggFile, control: &Control<'_>) -> Result<(), Error> {
    for vertices in ranges(file) {
        control.check()?;
        let (mut next, end) = (vertices.start as u32, vertices.end as u32);
        file.owners(vertices, |vertex, _| next += u32::from(vertex == next))?;
        if next < end {
            let attribute = Attribute::Owner;
            let name = file.names_where_they_fit(control)?.printable(next).into_owned();
            return Err(QuestionError::Missing { attribute, vertex: next, name }.into());
        }
    }
    Ok(())
}

/// What the rules say at vertices without moves.
fn verdicts(file: &RggFile) -> Result<Column<Outcome>, Error> {
    let mut verdicts = Column::default();
    file.verdicts(0..file.vertex_count(), |vertex, verdict| {
        verdicts.set(vertex as usize, verdict)
    })?;
    Ok(verdicts)
}
