//! Best play from a position, and why it is worth what it is.

mod game;
mod told;

use retrograde_core::{
    Answer, Arena, Attribute, Cell, Distance, GraphError, Pace, Question, Ratio, Solution, Vertex,
    View,
};
use retrograde_solve::Options as SolverOptions;
use retrograde_solve::explain::{Choice, choices};
use retrograde_solve::line::{self as lines, End, Place, Players, Recurs, Step, Turn};
use retrograde_solve::outcome;

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;
use crate::words;

pub use game::{explain_game, line_game};
pub use told::{Detail, Explained, ExplainedMove, Explanation, Fields, Told, ToldMove, ToldStep};

/// Best play by both from a vertex, until the play is over, comes back to where it was, or so many
/// positions are written down; `turn` says who begins in asymmetric and partizan games.
///
/// Whoever has a strategy follows it. Where one player wins and the other has none,
/// [`Players`] says what that one does.
///
/// ```
/// use retrograde::{Arena, Objective, Options, Turn, line, solve};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c")]).arena()?;
/// let solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// let told = line(&arena, &solved.solution, 0, Turn::First, None, &Options::default())?;
/// assert_eq!(told.steps.len(), 3);
/// assert_eq!(told.ending, "no move is left at c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The solution has no moves, or is not one of this arena; there is no such vertex; it was stopped.
pub fn line<'a>(
    arena: &'a Arena,
    solution: &'a Solution,
    from: Vertex,
    turn: Turn,
    limit: Option<usize>,
    options: &Options<'_>,
) -> Result<Told<'a>, Error> {
    let question = question(arena, solution, from, options)?;
    let control = options.control(arena.heap_bytes());
    let players = Players::new(&question, solution, &SolverOptions::with(control))?;
    let line = lines::play(&players, players.start(from, turn), limit, &control)?;
    let recurs = recurs(&players, &line);
    let mut running = credit(solution, from);
    let mut pace = control.pace();
    let mut steps = Vec::new();
    for &Step { place, to } in &line.steps {
        pace.steps(1 << 8)?;
        let mut fields = fields(&players, solution, place);
        let weight = to.and_then(|to| players.weight(place.vertex, to));
        if let Some(has) = &mut running {
            fields.push(("running", whole(*has)));
            *has += i128::from(weight.unwrap_or(0));
        }
        if solution.objective.facts().looks_at(Attribute::Weight) {
            fields.push(("weight", weight.map_or(Cell::Nothing, |weight| whole(weight.into()))));
        }
        steps.push(ToldStep {
            place: Some(place.vertex),
            vertex: arena.names.get(place.vertex).into_owned(),
            fields,
            tie: is_tie(solution, place.vertex),
            chosen: to.map(|to| named(arena, place.vertex, to)),
        });
    }
    let ending = words::ending(&players, &line, recurs);
    let by_rules = arena.names.moves().is_some();
    Ok(Told {
        objective: question.objective.clone(),
        by_rules,
        steps,
        end: line.end,
        recurs,
        ending,
    })
}

/// Says in words why a vertex has its value, and those that best play passes through after it.
///
/// ```
/// use retrograde::{Arena, Detail, Objective, Options, explain, solve, words};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c")]).arena()?;
/// let solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// let explained = explain(&arena, &solved.solution, 1, Detail::default(), &Options::default())?;
/// assert!(words::explanation(&explained).starts_with("b is a win in 1 for the player to move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`line`](line()).
pub fn explain<'a>(
    arena: &'a Arena,
    solution: &'a Solution,
    from: Vertex,
    detail: Detail,
    options: &Options<'_>,
) -> Result<Explanation<'a>, Error> {
    /// So far play is followed to say how it ends.
    const FAR: usize = 10_000;
    let question = question(arena, solution, from, options)?;
    let control = options.control(arena.heap_bytes());
    let players = Players::new(&question, solution, &SolverOptions::with(control))?;
    let either = question.objective.facts().view == View::EitherMover;
    let turns = match detail.turn {
        Some(turn) => vec![turn],
        None if either => Turn::BOTH.to_vec(),
        None => vec![Turn::First],
    };
    let mut pace = control.pace();
    let mut room = Room::of(detail);
    let mut positions = Vec::new();
    let mut closing = String::new();
    for &turn in &turns {
        let start = players.start(from, turn);
        let line = lines::play(&players, start, Some(FAR.max(detail.depth)), &control)?;
        let before = positions.len();
        // With either to move there is room for the position itself and how it ends.
        let depth = if turns.len() > 1 { 0 } else { detail.depth };
        for &Step { place, .. } in line.steps.iter().take(depth.saturating_add(1)) {
            let found = choices(&players, place, &mut pace)?;
            if !room.take(found.len(), positions.len() == before) {
                break;
            }
            positions.push(explained(&players, solution, place, &found, detail.moves, &mut pace)?);
        }
        closing += &words::closing(&players, &line, positions.len() - before, turns.len() > 1);
    }
    let open = players.is_open(from);
    let by_rules = arena.names.moves().is_some();
    let cut = room.full || positions.iter().any(|position| position.more > 0);
    Ok(Explanation {
        objective: question.objective.clone(),
        by_rules,
        positions,
        closing,
        cut,
        open,
    })
}

/// The lines that are left for an explanation.
struct Room {
    lines: usize,
    moves: usize,
    /// Whether something did not fit.
    full: bool,
}

impl Room {
    fn of(detail: Detail) -> Self {
        Room { lines: detail.lines, moves: detail.moves, full: false }
    }

    /// Takes the room for a position with so many moves, if there is enough or it must be there.
    fn take(&mut self, moves: usize, must: bool) -> bool {
        /// The sentence and the empty line before it.
        const AROUND: usize = 2;
        let lines = moves.min(self.moves).saturating_add(AROUND);
        if lines > self.lines && !must {
            self.full = true;
            return false;
        }
        self.lines = self.lines.saturating_sub(lines);
        true
    }
}

fn explained<'a>(
    players: &Players<'_>,
    solution: &'a Solution,
    place: Place,
    found: &[Choice],
    most: usize,
    pace: &mut Pace<'_>,
) -> Result<Explained<'a>, Error> {
    let arena = players.question().arena;
    let mut moves = Vec::new();
    for choice in found.iter().take(most) {
        pace.steps(1 << 8)?;
        let mut fields = fields(players, solution, choice.to);
        fields.extend(choice.weight.map(|weight| ("weight", whole(weight.into()))));
        moves.push(ExplainedMove {
            chosen: named(arena, place.vertex, choice.to.vertex),
            fields,
            tie: is_tie(solution, choice.to.vertex),
            best: choice.best,
            effect: words::effect(players, place, choice),
        });
    }
    Ok(Explained {
        vertex: arena.names.get(place.vertex).into_owned(),
        fields: fields(players, solution, place),
        tie: is_tie(solution, place.vertex),
        why: words::why(players, place, found),
        more: found.len() - moves.len(),
        moves,
    })
}

/// The question that a solution answers, if it can be one of this arena with this vertex.
fn question<'a>(
    arena: &'a Arena,
    solution: &'a Solution,
    from: Vertex,
    options: &Options<'_>,
) -> Result<Question<'a>, Error> {
    let vertices = arena.graph.vertex_count() as u64;
    // A solution of another arena has no more to say than one that is too short.
    if u64::from(from) >= vertices || solution.len() as u64 != vertices {
        let vertex = u64::from(from).max(solution.len() as u64);
        return Err(GraphError::VertexOutOfRange { vertex, vertices }.into());
    }
    if let Answer::Grundy(_) = solution.answer {
        let run = SolverOptions { values_only: true, ..SolverOptions::default() };
        check_room(arena, outcome::estimate(&arena.graph, outcome::Method::Auto, &run), options)?;
    }
    Ok(Question::new(arena, &solution.objective)?)
}

fn recurs(players: &Players<'_>, line: &lines::Line<Step>) -> Option<Recurs> {
    let End::Repeats(back) = line.end else { return None };
    let round: Vec<Vertex> = line.steps[back..].iter().map(|step| step.place.vertex).collect();
    Recurs::on(players, &round)
}

/// What player 0 of an energy game starts with: the least that is enough, or nothing.
fn credit(solution: &Solution, from: Vertex) -> Option<i128> {
    let Answer::Energy(energy) = &solution.answer else { return None };
    let credit = energy.credits.get(from).and_then(|credit| i128::try_from(credit).ok());
    Some(credit.unwrap_or(0))
}

fn whole(number: i128) -> Cell<'static> {
    Ratio::new(number, 1).into()
}

fn is_tie(solution: &Solution, vertex: Vertex) -> bool {
    let Answer::Outcome(outcomes) = &solution.answer else { return false };
    outcomes.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize))
}

/// A move by its name.
fn named(arena: &Arena, from: Vertex, to: Vertex) -> ToldMove {
    let between = arena.names.moves().and_then(|moves| moves.between(from, to));
    match between {
        Some(named) => ToldMove { name: named.name, to: Some(named.to) },
        None => ToldMove { name: arena.names.get(to).into_owned(), to: None },
    }
}

/// Whose turn it is where that matters, and what a place is worth.
fn fields<'a>(players: &Players<'_>, solution: &'a Solution, place: Place) -> Fields<'a> {
    let vertex = place.vertex;
    let distance =
        |distance: Option<Distance>| Cell::from(distance.map(|distance| u64::from(distance.0)));
    let turn = place.turn.unwrap_or_default();
    match &solution.answer {
        Answer::Asymmetric(both) => {
            let outcomes = if turn == Turn::First { &both.first } else { &both.second };
            vec![
                ("player", Cell::Winner(turn.player())),
                ("outcome", Cell::Outcome(outcomes.get(vertex))),
            ]
        }
        Answer::Partizan(both) => {
            let side = if turn == Turn::First { &both.left_first } else { &both.right_first };
            let value = side.values.get(vertex);
            vec![
                ("side", Cell::Side(turn.side())),
                ("outcome", Cell::Outcome(value.outcome())),
                ("distance", distance(value.distance())),
            ]
        }
        Answer::Grundy(values) => {
            let value = values.get(vertex);
            vec![("grundy", Cell::Grundy(value)), ("outcome", Cell::Outcome(value.outcome()))]
        }
        _ => {
            let owner = players.question().arena.owner(vertex);
            let owned = solution.objective.facts().view == View::Owners;
            let owner = owned.then(|| ("owner", Cell::from(owner)));
            let values = solution.objective.facts().values.iter().copied();
            let memory = place.memory.map(|memory| ("memory", Cell::Number(memory.into())));
            let cells = values.zip(solution.cells(vertex));
            owner.into_iter().chain(cells).chain(memory).collect()
        }
    }
}
