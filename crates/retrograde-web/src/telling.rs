//! Explanations and lines of play as pages show them.

use retrograde::{
    Arena, Detail, End, Error, Fields, Options, Solution, explain as explain_vertex, find_vertex,
    line as play_line, words,
};
use serde_json::json;

use crate::answering::cell;
use crate::api::{
    ExplainedMove, ExplainedPosition, Explanation, Line, LineStep, Loop, Row, Turn, VertexNamed,
};
use crate::refusal::Refusal;

/// The longest line that is told at once.
const LONGEST: usize = 10_000;

/// What an explanation that says all may say: pages are no place for books.
const ALL: Detail = Detail { depth: 200, moves: 500, lines: 2000, turn: None };

impl VertexNamed {
    /// The vertex of an arena.
    ///
    /// # Errors
    /// There is none such.
    pub fn of(&self, arena: &Arena) -> Result<u32, Refusal> {
        match self {
            VertexNamed::Name(name) => Ok(find_vertex(arena, name)?),
            VertexNamed::Place(place) if (*place as usize) < arena.graph.vertex_count() => {
                Ok(*place)
            }
            VertexNamed::Place(place) => {
                let has = arena.graph.vertex_count();
                let error = format!("there is no vertex number {place}: the graph has {has}");
                Err(Refusal::new(Refusal::MISSING, error))
            }
        }
    }
}

impl From<Turn> for retrograde::Turn {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::First => retrograde::Turn::First,
            Turn::Second => retrograde::Turn::Second,
        }
    }
}

fn row(fields: &Fields<'_>, tie: bool) -> Row {
    let fields = fields.iter().map(|&(key, field)| (key.to_owned(), cell(field)));
    fields.chain(tie.then(|| ("tie".to_owned(), json!(true)))).collect()
}

/// Why a vertex is worth what it is.
///
/// # Errors
/// As for [`retrograde::explain`](explain_vertex).
pub fn explain(
    arena: &Arena,
    solution: &Solution,
    vertex: u32,
    side: Option<Turn>,
    all: bool,
    options: &Options<'_>,
) -> Result<Explanation, Error> {
    let detail = if all { ALL } else { Detail::default() };
    let detail = Detail { turn: side.map(Into::into), ..detail };
    Ok(explanation(&explain_vertex(arena, solution, vertex, detail, options)?))
}

/// An explanation as pages show it.
pub(crate) fn explanation(told: &retrograde::Explanation<'_>) -> Explanation {
    let positions = told.positions.iter().map(|position| ExplainedPosition {
        vertex: position.vertex.clone(),
        fields: row(&position.fields, position.tie),
        why: position.why.clone(),
        moves: position
            .moves
            .iter()
            .map(|step| ExplainedMove {
                name: step.chosen.name.clone(),
                to: step.chosen.to.clone().unwrap_or_else(|| step.chosen.name.clone()),
                words: step.effect.clone(),
                best: step.best,
                fields: row(&step.fields, step.tie),
            })
            .collect(),
        more: position.more as u64,
    });
    Explanation {
        text: words::explanation(told).lines().map(str::to_owned).collect(),
        positions: positions.collect(),
        closing: told.closing.trim_end().to_owned(),
        cut: told.cut,
    }
}

/// Best play by both from a vertex.
///
/// # Errors
/// As for [`retrograde::line`](play_line).
pub fn line(
    arena: &Arena,
    solution: &Solution,
    vertex: u32,
    side: Option<Turn>,
    limit: Option<u32>,
    options: &Options<'_>,
) -> Result<Line, Error> {
    const USUAL: usize = 200;
    let limit = limit.map_or(USUAL, |limit| (limit as usize).clamp(1, LONGEST));
    let turn = side.map_or(retrograde::Turn::First, Into::into);
    let told = play_line(arena, solution, vertex, turn, Some(limit), options)?;
    let steps: Vec<LineStep> = told
        .steps
        .iter()
        .map(|step| LineStep {
            vertex: step.vertex.clone(),
            index: step.place,
            fields: row(&step.fields, step.tie),
            chosen: step.chosen.as_ref().map(|chosen| chosen.name.clone()),
        })
        .collect();
    let round = match told.end {
        End::Repeats(back) => {
            Some(Loop { start: back as u32, length: (steps.len() - back) as u32 })
        }
        _ => None,
    };
    Ok(Line { steps, round, ending: told.ending, cut: told.end == End::Cut })
}
