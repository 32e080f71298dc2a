//! Draws by the rules told from draws by endless play.

use retrograde_core::{Bitmap, Outcome, RowSource, Values, Vertex};
use retrograde_io::RggFile;

use crate::error::DiskError;
use crate::options::Options;
use crate::seed::{Begin, seed};
use crate::wave::{self, Effect, Rule, Turn, Wave};

/// A tie takes a move off each draw with a move to it.
struct Keeping<'a>(&'a Values);

impl Rule for Keeping<'_> {
    const TURNS: &'static [Turn] = &[Turn::All];

    #[inline(always)]
    fn effect(&self, _: Turn, from: Vertex) -> Effect {
        match self.0.outcome(from) {
            Outcome::Draw => Effect::Lower,
            _ => Effect::Nothing,
        }
    }
}

/// The draws that are ties: where both sides keep the draw, play comes to an end, by a verdict of `draw`. As
/// the solver in memory tells them; `None` where no verdict is `draw`.
///
/// # Errors
/// It was stopped; there is no room; the file is damaged.
///
/// # Complexity
/// O(V + E) time, as much memory as for [`outcome`](crate::outcome). All moves are read once, and once more
/// those into ties.
pub fn ties(
    file: &RggFile,
    values: &Values,
    options: &Options<'_>,
) -> Result<Option<Bitmap>, DiskError> {
    find(file, values, options).map_err(|error| error.in_file(file.path()))
}

fn find(
    file: &RggFile,
    values: &Values,
    options: &Options<'_>,
) -> Result<Option<Bitmap>, DiskError> {
    let control = &options.control;
    let mut some = false;
    file.verdicts(0..file.vertex_count(), |_, verdict| some |= verdict == Outcome::Draw)?;
    if !some {
        return Ok(None);
    }
    wave::check_room(crate::estimate(file, options).least, control)?;
    let state = seed(file, control, |range, begin| {
        let mut pace = control.pace();
        let is_draw = |vertex: Vertex| values.outcome(vertex) == Outcome::Draw;
        // The vertex whose row is being read, its moves, and those of them that keep the draw.
        let mut last: Option<(Vertex, u64, u32)> = None;
        let mut end = |vertex, moves, keeping| match (is_draw(vertex), moves) {
            (true, 0) => begin(vertex, Begin::Counted),
            (true, _) => begin(vertex, Begin::Open(keeping)),
            (false, _) => begin(vertex, Begin::Open(0)),
        };
        file.forward().read_rows(range, &mut |vertex, row| {
            pace.steps(1 + row.len())?;
            let keeping = match is_draw(vertex) {
                true => row.iter().filter(|&&to| is_draw(to)).count() as u32,
                false => 0,
            };
            last = Some(match last {
                Some((before, moves, so_far)) if before == vertex => {
                    (vertex, moves + row.len() as u64, so_far + keeping)
                }
                before => {
                    if let Some((vertex, moves, keeping)) = before {
                        end(vertex, moves, keeping);
                    }
                    (vertex, row.len() as u64, keeping)
                }
            });
            Ok(())
        })?;
        if let Some((vertex, moves, keeping)) = last {
            end(vertex, moves, keeping);
        }
        Ok(())
    })?;
    let state = Wave::new(file, &Keeping(values), state, control).run(None)?;
    Ok(Some(state.settled))
}
