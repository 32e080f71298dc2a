//! How lines of play end, and lines and explanations as they are shown.

use retrograde_core::{
    Answer, Arena, Extremum, Objective, Outcome, Player, Posed, Terms, Value, Vertex, View, quote,
};
use retrograde_solve::line::{End, Line, Players, Recurs, Step, Turn};
use retrograde_table::Worth;

use super::{Grid, Lean, Paint, Text, counted, grouped};
use crate::doors::{Explanation, Told};

/// How a line ends.
pub(crate) fn ending(players: &Players<'_>, line: &Line<Step>, recurs: Option<Recurs>) -> String {
    let Some(last) = line.steps.last() else { return String::new() };
    let name = |vertex: Vertex| players.question().arena.names.printable(vertex);
    match line.end {
        End::Cut => "…".to_owned(),
        End::Open => not_known(&name(last.place.vertex)),
        End::Over => over(players, last),
        End::Repeats(back) => {
            let again = name(line.steps[back].place.vertex);
            let text = round(&again, back, line.steps.len() - back);
            let why = recurs.map(|recurs| format!("\n{}", in_words(players, recurs)));
            text + &why.unwrap_or_else(|| forever(players).to_owned())
        }
    }
}

/// What is said where the solver was stopped too early.
pub(super) fn not_known(name: &str) -> String {
    format!("nothing is known of {name}: the solver was stopped before it knew")
}

/// Play comes back.
pub(crate) fn round(again: &str, back: usize, length: usize) -> String {
    let [back, length] = [back, length].map(grouped);
    format!("back to {again} (step {back}): play goes round a cycle of {length} forever")
}

/// What endless play alone means for whom, where that is all that counts.
fn forever(players: &Players<'_>) -> &'static str {
    match players.question().objective {
        Objective::Asymmetric => ", and player 1 wins",
        _ => "",
    }
}

/// How a game given by rules has ended.
pub(crate) fn game_over(worth: Option<Worth>) -> String {
    match worth.and_then(Worth::outcome) {
        Some(Outcome::Draw) => "the game is over, and nobody has won",
        Some(Outcome::Win) => "the game is over: the player to move has won",
        _ => "the game is over: the player to move has lost",
    }
    .to_owned()
}

/// How a play has ended whose last step this is.
fn over(players: &Players<'_>, last: &Step) -> String {
    let (arena, vertex) = (players.question().arena, last.place.vertex);
    let name = arena.names.printable(vertex);
    let turn = last.place.turn.unwrap_or_default();
    match &players.solution().answer {
        Answer::Outcome(outcomes) if arena.names.moves().is_some() => {
            game_over(Some(Worth::of(outcomes.values.get(vertex), true)))
        }
        Answer::Asymmetric(_) => match turn {
            Turn::First => format!("no move is left at {name}, and player 1 moved last: a draw"),
            Turn::Second => format!("no move is left at {name}, and player 0 moved last and wins"),
        },
        Answer::Partizan(both) => {
            let side = if turn == Turn::First { &both.left_first } else { &both.right_first };
            let [mover, other] = [turn, turn.other()].map(who_is_left);
            match side.values.get(vertex) {
                Value::Lose(_) => format!("{mover} has no move at {name}: {other} wins"),
                Value::Win(_) => format!("{mover} has no move at {name} and wins"),
                Value::Draw => format!("the game is over at {name}, and nobody has won"),
            }
        }
        Answer::Regions(_) | Answer::Machines(_) => match players.is_decided(vertex) {
            true if players.question().objective == Objective::Safety => {
                format!("{name} is a target: player 1 wins")
            }
            true => format!("{name} is a target: player 0 wins"),
            false => {
                let mover = turn.player();
                let other = mover.opponent();
                format!("player {mover} must move at {name} and cannot: player {other} wins")
            }
        },
        _ => format!("no move is left at {name}"),
    }
}

/// What sides are called.
pub(super) fn who_is_left(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "Left",
        Turn::Second => "Right",
    }
}

/// What recurs on a loop, and whom that makes the winner.
pub(crate) fn in_words(players: &Players<'_>, recurs: Recurs) -> String {
    let question = players.question();
    match recurs {
        Recurs::Priority { priority, winner } => {
            let which = match question.objective {
                Objective::Parity(Extremum::Min) => "smallest",
                _ => "largest",
            };
            let parity = if priority.is_multiple_of(2) { "even" } else { "odd" };
            format!("the {which} priority on it is {priority}, {parity}, so player {winner} wins")
        }
        Recurs::Targets { target: Some(target), winner } => {
            let target = question.arena.names.printable(target);
            format!("the target {target} is on it, so player {winner} wins")
        }
        Recurs::Targets { target: None, winner } => {
            format!("no target is on it, so player {winner} wins")
        }
        Recurs::Colors { colors, winner } => {
            let seen = match colors.len() {
                0 => "it has no colour".to_owned(),
                1 => format!("its only colour is {colors}"),
                _ => format!("its colours are {colors}"),
            };
            let wanted = match &question.posed {
                Posed::Colors(game) => game.acceptance.to_string(),
                _ => "the condition".to_owned(),
            };
            let holds = if winner == Player::Zero { "holds" } else { "does not hold" };
            format!("{seen}, so {wanted} {holds} and player {winner} wins")
        }
        Recurs::Sum { sum, winner } => {
            let so = match winner {
                Player::Zero => "no credit is used up and player 0 wins",
                Player::One => "no credit lasts forever and player 1 wins",
            };
            format!("its weights add up to {}, so {so}", grouped(sum))
        }
        Recurs::Mean(mean) => format!("the mean of its weights is {}", grouped(mean)),
        _ => String::new(),
    }
}

/// How play goes on after the positions that are explained.
pub(crate) fn closing(
    players: &Players<'_>,
    line: &Line<Step>,
    shown: usize,
    by_turn: bool,
) -> String {
    let names = &players.question().arena.names;
    let name = |vertex: Vertex| names.printable(vertex);
    let best = match line.steps.first() {
        Some(start) if by_turn => {
            format!("With {} to move, best play", mover(players, start.place.turn))
        }
        _ => "Best play".to_owned(),
    };
    let next = line.steps.get(shown).map(|step| name(step.place.vertex));
    let on = next.as_ref().map(|next| format!("{best} goes on to {next}."));
    let rest = match line.end {
        End::Repeats(back) => {
            let round: Vec<Vertex> =
                line.steps[back..].iter().map(|step| step.place.vertex).collect();
            let again = name(round[0]);
            let so = match Recurs::on(players, &round) {
                Some(recurs) => format!(": {}", in_words(players, recurs)),
                None => forever(players).to_owned(),
            };
            let comes = if back < shown { "comes back to" } else { "comes to" };
            Some(match (next.is_some(), round.len()) {
                (false, length) => format!("{}{so}.", goes_round(&best, &again, length)),
                (true, 1) => format!("It {comes} {again} and stays there forever{so}."),
                (true, length) => {
                    let length = grouped(length);
                    format!("It {comes} {again} and goes round a cycle of {length} forever{so}.")
                }
            })
        }
        End::Over if players.question().objective.facts().view != View::Mover => {
            let last = line.steps.last().filter(|_| next.is_some());
            last.map(|last| format!("In the end {}.", over(players, last)))
        }
        _ => None,
    };
    let sentences: Vec<String> = on.into_iter().chain(rest).collect();
    if sentences.is_empty() { String::new() } else { sentences.join(" ") + "\n" }
}

/// Best play comes back to what was explained.
pub(crate) fn goes_round(best: &str, again: &str, length: usize) -> String {
    match length {
        1 => format!("{best} stays at {again} forever"),
        _ => {
            let length = grouped(length);
            format!("{best} goes back to {again}, round a cycle of {length} forever")
        }
    }
}

/// Whoever is to move, as they are called.
pub(super) fn mover(players: &Players<'_>, turn: Option<Turn>) -> String {
    match (&players.question().posed, turn) {
        (_, None) => "the player".to_owned(),
        (Posed::Partizan(_), Some(turn)) => who_is_left(turn).to_owned(),
        (_, Some(turn)) => format!("player {}", turn.player()),
    }
}

/// A line as a table, with how it ends below.
///
/// ```
/// use retrograde::{Arena, Objective, Options, Terms, Turn, line, solve, words};
/// let arena = Arena::sketch().edges([("a", "b")]).arena()?;
/// let solution = solve(&arena, &Objective::OUTCOME, &Options::default())?.solution;
/// let told = line(&arena, &solution, 0, Turn::First, None, &Options::default())?;
/// let grid = words::line(&told, Terms::WinLose);
/// assert_eq!(grid.rows[0][2].text, "win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn line(told: &Told<'_>, terms: Terms) -> Grid {
    let mut columns = vec![("step", Lean::Right), ("vertex", Lean::Left)];
    let fields = told.steps.first().map_or(&[][..], |step| &step.fields);
    let number = |key: &str| matches!(key, "distance" | "credit" | "running" | "weight" | "value");
    columns.extend(fields.iter().map(|&(key, _)| match number(key) {
        true => (key, Lean::Right),
        false => (key, Lean::Left),
    }));
    if told.by_rules {
        columns.push(("move", Lean::Left));
    }
    let rows = told.steps.iter().enumerate().map(|(index, step)| {
        let mut row =
            vec![Text::new(grouped(index), Paint::Dim), Text::plain(quote::shown(&step.vertex))];
        row.extend(step.fields.iter().map(|&(key, cell)| match key {
            "owner" | "player" | "running" | "weight" => Text::plain(Text::cell(cell, terms).text),
            _ => Text::cell(cell, terms),
        }));
        if told.by_rules {
            let chosen = step.chosen.as_ref().map(|chosen| quote::shown(&chosen.name));
            row.push(Text::plain(chosen.unwrap_or_default()));
        }
        row
    });
    Grid { rows: rows.collect(), columns, below: Some(told.ending.clone()) }
}

/// An explanation as text: a paragraph a position, `*` before the move that is made.
#[must_use]
pub fn explanation(explained: &Explanation<'_>) -> String {
    let mut text = String::new();
    for position in &explained.positions {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &position.why;
        text.push('\n');
        // A move of a game has a name, and the position that it leads to; on a graph they are the same.
        let rows: Vec<[String; 2]> = position
            .moves
            .iter()
            .map(|told| match &told.chosen.to {
                Some(to) => [
                    quote::shown(&told.chosen.name).into_owned(),
                    format!("  to {}", quote::shown(to)),
                ],
                None => [String::new(), format!("to {}", quote::shown(&told.chosen.name))],
            })
            .collect();
        let width =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (first, second) = (width(0), width(1));
        for (told, [name, to]) in position.moves.iter().zip(&rows) {
            let mark = if told.best { '*' } else { ' ' };
            text += &format!("  {mark} {name:<first$}{to:<second$}  {}\n", told.effect);
        }
        if position.more > 0 {
            let more = counted(position.more as u64, "more move", "more moves");
            text += &format!("    … and {more}\n");
        }
    }
    if !explained.closing.is_empty() {
        text.push('\n');
        text += &explained.closing;
    }
    text
}

/// A vertex by its name.
pub(super) fn shown(arena: &Arena, vertex: Vertex) -> String {
    arena.names.printable(vertex).into_owned()
}
