//! The values of a graph by the solver of graphs, checked by the verifier.

use retrograde_core::{Arena, Bitmap, Control, Convention, OutcomeGame, Values};
use retrograde_solve::{Options, outcome};
use retrograde_verify::verify_outcome;

/// What every vertex is worth to whoever moves there, and which draws are ties.
pub(crate) fn solve(arena: &Arena) -> (Values, Bitmap) {
    let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal).unwrap();
    let solved = outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap();
    verify_outcome(&game, &solved.solution).unwrap();
    let values = solved.solution.values;
    let ties = outcome::ties(&arena.graph, &values, &Control::ALONE).unwrap();
    (values, ties)
}
