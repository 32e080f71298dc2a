//! A position, its board, and what its moves are worth.

use retrograde::table::{Position, Rules, SolvedGame, Worth};
use retrograde::{Outcome, words};

use super::boards;
use crate::api::{self, Choice, EditRequest, Edited, Look, LookRequest, LookState, Turn};
use crate::refusal::Refusal;

/// The most moves that are listed.
const MOST_MOVES: usize = 1000;

/// The position that somebody wants to look at.
///
/// # Errors
/// It is none of this game, or the game has none to begin with.
pub fn position(rules: &Rules, text: Option<&str>) -> Result<Position, Refusal> {
    match text {
        Some(text) => rules
            .parse(text)
            .map_err(|error| Refusal::new(Refusal::UNANSWERABLE, error.to_string())),
        None => rules.opening().ok_or_else(|| {
            let error = "the game has no start: write down the position";
            Refusal::new(Refusal::UNANSWERABLE, error)
        }),
    }
}

/// What is known of a position.
///
/// # Errors
/// A table cannot be read.
pub fn look(
    request: &LookRequest,
    rules: &Rules,
    position: &Position,
    known: Option<&SolvedGame>,
    state: LookState,
) -> Result<Look, Refusal> {
    let picture = rules.picture(position, request.second);
    let names = picture.turns.map(|turns| {
        let mover = turns.mover as usize;
        [turns.players[mover], turns.players[1 - mover]]
    });
    // A game that tells its players apart knows better than whoever asks.
    let second = match (rules.mover(position), picture.turns) {
        (Some(_), Some(turns)) => turns.mover == retrograde::games::picture::Side::Second,
        _ => request.second,
    };
    let mut board = api::Board::from(&picture);
    board.text = rules.board_seen(position, second);
    let value = known.map(|game| game.worth(position)).transpose()?.flatten();
    let (moves, more) = choices(rules, position, second, known.filter(|_| value.is_some()))?;
    Ok(Look {
        spec: request.spec.clone(),
        title: rules.listing().map_or(&*request.spec, |listing| listing.title).to_owned(),
        position: rules.show(position),
        second,
        mover: names.map(|[mover, _]| mover.to_owned()),
        board,
        ended: rules.over(position).map(|outcome| words::ended(outcome, names)),
        state,
        value: value.map(worth),
        moves,
        more,
        start: rules.start().map(|start| rules.show(&start)),
    })
}

/// The moves of a position, the best first where they are known, and how many more there are.
fn choices(
    rules: &Rules,
    position: &Position,
    second: bool,
    known: Option<&SolvedGame>,
) -> Result<(Vec<Choice>, u64), Refusal> {
    let all = rules.choices(position).into_iter().zip(rules.touches(position, second));
    let mut moves = Vec::new();
    for (choice, touches) in all {
        let left = known.map(|game| game.worth(&choice.to)).transpose()?.flatten();
        moves.push((left, choice, touches));
    }
    // Sorting keeps the order of the rules among equals, as everywhere.
    moves.sort_by_key(|(left, ..)| left.map(Worth::to_leave));
    let best = moves.first().and_then(|(left, ..)| *left).map(Worth::to_leave);
    let more = moves.len().saturating_sub(MOST_MOVES);
    let choice = |(left, choice, touches): (Option<Worth>, retrograde::table::Choice, _)| Choice {
        best: left.is_some() && left.map(Worth::to_leave) == best,
        value: left.map(of_move),
        to: rules.show(&choice.to),
        name: choice.text,
        touches,
    };
    Ok((moves.into_iter().take(MOST_MOVES).map(choice).collect(), more as u64))
}

/// What a position is worth to the player to move.
pub(super) fn worth(worth: Worth) -> api::Worth {
    let outcome = worth.outcome().unwrap_or(Outcome::Draw);
    api::Worth {
        outcome: outcome.as_str().to_owned(),
        tie: worth == Worth::Tie,
        distance: worth.distance().map(|distance| distance.0),
        words: words::worth(worth),
    }
}

/// What a move is worth to whoever makes it, that leaves this to the opponent.
fn of_move(left: Worth) -> api::Worth {
    let outcome = match left {
        Worth::Win(_) => Outcome::Lose,
        Worth::Lose(_) => Outcome::Win,
        Worth::Tie | Worth::Draw | Worth::Hole => Outcome::Draw,
    };
    api::Worth {
        outcome: outcome.as_str().to_owned(),
        tie: left == Worth::Tie,
        distance: left.distance().map(|distance| distance.0 + 1),
        words: words::outcome_effect(left),
    }
}

/// The position of a board that was set up, or of what was written, or why there is none.
#[must_use]
pub fn edit(request: &EditRequest, rules: &Rules) -> Edited {
    let position = match &request.text {
        Some(text) => rules.parse(text),
        None => rules.position_from(&boards::setup(request)),
    };
    match position {
        Ok(position) => Edited::Position {
            position: rules.show(&position),
            second: request.mover == Some(Turn::Second),
        },
        Err(error) => Edited::Refused { words: error.to_string() },
    }
}
