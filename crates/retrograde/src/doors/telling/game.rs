//! The same of a game given by rules, as it is known over its index or from its table.

use retrograde_core::{Cell, Distance, Objective};
use retrograde_solve::line::End;
use retrograde_table::{Move, Position, SolvedGame, Worth};

use super::{
    Detail, Explained, ExplainedMove, Explanation, Fields, Room, Told, ToldMove, ToldStep,
};
use crate::error::Error;
use crate::options::Options;
use crate::words;

/// Best play by both from a position of a solved game; see [`line`](super::line()).
///
/// ```
/// use retrograde::{Options, line_game, open};
/// let game = open("quixo:3")?.solve_index(&Options::default())?;
/// let start = game.rules().start().unwrap();
/// let told = line_game(&game, &start, Some(1), &Options::default())?;
/// let chosen = told.steps[0].chosen.as_ref().unwrap();
/// assert_eq!((&*chosen.name, chosen.to.as_deref()), ("a3-c3", Some("..o/.../...")));
/// # Ok::<(), retrograde::Error>(())
/// ```
///
/// # Errors
/// The position cannot come up; a table cannot be read; it was stopped.
pub fn line_game(
    game: &SolvedGame,
    from: &Position,
    limit: Option<usize>,
    options: &Options<'_>,
) -> Result<Told<'static>, Error> {
    check(game, from)?;
    let control = options.control(0);
    let line = game.line(from, limit, &control)?;
    let mut pace = control.pace();
    let mut steps = Vec::new();
    for step in &line.steps {
        pace.steps(1 << 8)?;
        steps.push(ToldStep {
            place: None,
            vertex: game.rules().show(&step.position),
            fields: fields(step.worth),
            tie: step.worth == Some(Worth::Tie),
            chosen: step.chosen.as_ref().map(|chosen| named(game, chosen)),
        });
    }
    let ending = match line.end {
        End::Over => words::game_over(line.steps.last().and_then(|step| step.worth)),
        End::Repeats(back) => words::round(&steps[back].vertex, back, steps.len() - back),
        End::Cut | End::Open => "…".to_owned(),
    };
    let objective = Objective::OUTCOME;
    Ok(Told { objective, by_rules: true, steps, end: line.end, recurs: None, ending })
}

/// Why a position of a solved game is worth what it is; see [`explain`](super::explain).
///
/// # Errors
/// As for [`line_game`].
pub fn explain_game(
    game: &SolvedGame,
    from: &Position,
    detail: Detail,
    options: &Options<'_>,
) -> Result<Explanation<'static>, Error> {
    check(game, from)?;
    let control = options.control(0);
    let line = game.line(from, Some(detail.depth.saturating_add(2)), &control)?;
    let mut room = Room::of(detail);
    let mut positions: Vec<Explained<'static>> = Vec::new();
    for step in line.steps.iter().take(detail.depth.saturating_add(1)) {
        control.check()?;
        let moves = game.moves(&step.position)?;
        if !room.take(moves.len(), positions.is_empty()) {
            break;
        }
        let vertex = game.rules().show(&step.position);
        let replies: Vec<Worth> = moves.iter().map(|chosen| chosen.worth).collect();
        let over = moves.is_empty().then_some("the game is over");
        let told = |(place, chosen): (usize, &Move)| ExplainedMove {
            chosen: named(game, chosen),
            fields: fields(Some(chosen.worth)),
            tie: chosen.worth == Worth::Tie,
            best: place == 0,
            effect: words::outcome_effect(chosen.worth),
        };
        positions.push(Explained {
            why: words::outcome_why(&vertex, step.worth.unwrap_or(Worth::Hole), &replies, over),
            vertex,
            fields: fields(step.worth),
            tie: step.worth == Some(Worth::Tie),
            moves: moves.iter().take(detail.moves).enumerate().map(told).collect(),
            more: moves.len().saturating_sub(detail.moves),
        });
    }
    let next = line.steps.get(positions.len()).map(|step| game.rules().show(&step.position));
    let closing = match (next, line.end) {
        (Some(next), _) => format!("Best play goes on to {next}.\n"),
        (None, End::Repeats(back)) => {
            let again = &positions[back].vertex;
            words::goes_round("Best play", again, positions.len() - back) + ".\n"
        }
        _ => String::new(),
    };
    let (objective, open) = (Objective::OUTCOME, false);
    let cut = room.full || positions.iter().any(|position| position.more > 0);
    Ok(Explanation { objective, by_rules: true, positions, closing, cut, open })
}

fn check(game: &SolvedGame, from: &Position) -> Result<(), Error> {
    match game.worth(from)? {
        Some(_) => Ok(()),
        None => Err(Error::CannotComeUp { position: game.rules().show(from) }),
    }
}

fn named(game: &SolvedGame, chosen: &Move) -> ToldMove {
    ToldMove { name: chosen.text.clone(), to: Some(game.rules().show(&chosen.to)) }
}

fn fields(worth: Option<Worth>) -> Fields<'static> {
    let outcome = worth.and_then(Worth::outcome).map_or(Cell::Nothing, Cell::Outcome);
    let distance = worth.and_then(Worth::distance);
    let distance = distance.map(|Distance(moves)| u64::from(moves));
    vec![("outcome", outcome), ("distance", distance.into())]
}
