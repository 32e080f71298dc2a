//! The first positions of a graph with what they are worth.

use std::ops::Range;

use retrograde_core::{Answer, Arena, Solution, Terms, Vertex, View};

use super::{Grid, Lean, Text};

/// The columns of outcomes, of a graph or of a game.
pub(super) const OUTCOME_COLUMNS: [(&str, Lean); 4] = [
    ("vertex", Lean::Left),
    ("outcome", Lean::Left),
    ("distance", Lean::Right),
    ("move", Lean::Left),
];

/// Positions with what they are worth and how to play them.
#[must_use]
pub fn rows(arena: &Arena, solution: &Solution, terms: Terms, which: Range<Vertex>) -> Grid {
    let name = |vertex: Vertex| Text::plain(arena.names.printable(vertex));
    let moved = |vertex: Vertex, to: Option<Vertex>| match (to, arena.names.moves()) {
        (None, _) => Text::default(),
        (Some(to), None) => name(to),
        (Some(to), Some(named)) => {
            Text::plain(named.between(vertex, to).map_or(String::new(), |chosen| chosen.name))
        }
    };
    let row = |vertex: Vertex| {
        let mut row = vec![name(vertex)];
        if solution.objective.facts().view == View::Owners {
            let owner = arena.owners.get(vertex as usize);
            row.push(Text::plain(owner.map_or(String::new(), |player| player.to_string())));
        }
        match &solution.answer {
            Answer::Grundy(values) => {
                row.extend(solution.cells(vertex).map(|cell| Text::cell(cell, terms)));
                row.push(Text::outcome(values.get(vertex).outcome(), terms));
            }
            Answer::Partizan(both) => {
                let sides = [&both.left_first, &both.right_first];
                row.extend(sides.map(|side| Text::value(side.values.get(vertex))));
                row.extend(solution.cells(vertex).last().map(|cell| Text::cell(cell, terms)));
            }
            _ => row.extend(solution.cells(vertex).map(|cell| Text::cell(cell, terms))),
        }
        let (claims, bounds) = (solution.answer.claims(), bounds(solution));
        let moves = columns(solution).len() - row.len() - bounds.len();
        let found = solution.moves(vertex).chain(std::iter::repeat(None));
        row.extend(found.take(moves).map(|to| moved(vertex, to)));
        let bound = |column| Text::cell(claims.bound_cell(vertex, column), terms);
        row.extend((0..bounds.len()).map(bound));
        row
    };
    Grid { columns: columns(solution), rows: which.map(row).collect(), below: None }
}

/// The columns of bounds, for an answer that has them.
fn bounds(solution: &Solution) -> &'static [&'static str] {
    match solution.answer.claims().has_bounds() {
        true => solution.objective.facts().bounds,
        false => &[],
    }
}

fn columns(solution: &Solution) -> Vec<(&'static str, Lean)> {
    use Lean::{Left, Right};
    let facts = solution.objective.facts();
    match &solution.answer {
        Answer::Outcome(_) => OUTCOME_COLUMNS.into(),
        Answer::Asymmetric(_) => vec![
            ("vertex", Left),
            ("first", Left),
            ("second", Left),
            ("first's move", Left),
            ("second's move", Left),
        ],
        Answer::Grundy(_) => vec![("vertex", Left), ("grundy", Left), ("alone", Left)],
        Answer::Partizan(_) => vec![
            ("vertex", Left),
            ("Left first", Left),
            ("Right first", Left),
            ("class", Left),
            ("Left's move", Left),
            ("Right's move", Left),
        ],
        _ => {
            let lean = |&name: &&str| if matches!(name, "credit" | "value") { Right } else { Left };
            let rest = facts.values.iter().chain(facts.moves).map(|name| (*name, lean(name)));
            let owner = (facts.view == View::Owners).then_some(("owner", Left));
            let bounds = bounds(solution).iter().map(|name| (*name, Right));
            [("vertex", Left)].into_iter().chain(owner).chain(rest).chain(bounds).collect()
        }
    }
}
