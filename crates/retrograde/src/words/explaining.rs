//! Why a position is worth what it is, and what a move leads to, in words.

use retrograde_core::{
    Answer, Cell, Convention, EnergySolution, Grundy, GrundyValues, Objective, Outcome, Player,
    Posed, Terms, Value, Vertex,
};
use retrograde_solve::explain::Choice;
use retrograde_solve::line::{Place, Players, Turn};
use retrograde_table::Worth;

use super::telling::{mover, not_known, shown};
use super::{Text, grouped};

/// Why a place is worth what it is, given its moves.
pub(crate) fn why(players: &Players<'_>, place: Place, moves: &[Choice]) -> String {
    let name = shown(players.question().arena, place.vertex);
    if players.is_open(place.vertex) {
        return format!("{}.", capital(&not_known(&name)));
    }
    match &players.solution().answer {
        Answer::Outcome(outcomes) => {
            let worth = |vertex: Vertex| worth(players, outcomes.values.get(vertex), vertex);
            let replies: Vec<Worth> = moves.iter().map(|choice| worth(choice.to.vertex)).collect();
            let over = moves.is_empty().then(|| over(players, place));
            outcome_why(&name, worth(place.vertex), &replies, over)
        }
        Answer::Asymmetric(_) | Answer::Partizan(_) => by_turn(players, place, moves, &name),
        Answer::Grundy(values) => grundy(players, values, place, moves, &name),
        Answer::Energy(energy) => credit(energy, place, &name),
        Answer::MeanPayoff(means) => {
            let value = means.values.get(place.vertex).map_or(String::new(), grouped);
            let (owner, bound) = match place.turn {
                Some(Turn::Second) => (1, "less"),
                _ => (0, "more"),
            };
            format!("{name} is worth {value}: player {owner} moves there and can get no {bound}.")
        }
        _ => winner(players, place, moves, &name),
    }
}

/// What a move means for whoever makes it.
pub(crate) fn effect(players: &Players<'_>, place: Place, choice: &Choice) -> String {
    let to = choice.to.vertex;
    let weighs =
        choice.weight.map_or(String::new(), |weight| format!("weighs {}: ", grouped(weight)));
    if players.is_open(to) {
        return format!("{weighs}nothing is known there");
    }
    match &players.solution().answer {
        Answer::Outcome(outcomes) => outcome_effect(worth(players, outcomes.values.get(to), to)),
        Answer::Asymmetric(_) | Answer::Partizan(_) => {
            let other = mover(players, choice.to.turn);
            match value_at(players, choice.to) {
                (Outcome::Lose, distance) => format!("wins: {other} loses{distance}"),
                (Outcome::Draw, _) => "draws".to_owned(),
                (Outcome::Win, distance) => format!("loses: {other} wins{distance}"),
            }
        }
        Answer::Grundy(values) => match (values.get(to), values.get(place.vertex)) {
            (value @ Grundy::Finite(0), _) => format!("has the value {value}: alone it wins"),
            (value @ Grundy::Loopy(options), Grundy::Finite(own)) if options.contains(&own) => {
                let own = grouped(own);
                format!("has the value {value}, and a move back to the value {own}")
            }
            (value, _) => format!("has the value {}", value_text(value)),
        },
        Answer::Energy(energy) => match energy.credits.get(to) {
            None => format!("{weighs}no credit is enough there"),
            Some(there) => {
                let weight = i128::from(choice.weight.unwrap_or(0));
                let needed = i128::try_from(there).unwrap_or(i128::MAX).saturating_sub(weight);
                let [needed, there] = [grouped(needed.max(0)), grouped(there)];
                format!("{weighs}takes a credit of {needed}, {there} there")
            }
        },
        Answer::MeanPayoff(means) => {
            let value = means.values.get(to).map_or(String::new(), grouped);
            format!("{weighs}worth {value} there")
        }
        _ => {
            let winner = players.solution().winners().and_then(|winners| winners.get(to));
            winner.map_or(String::new(), |winner| format!("player {winner} wins there"))
        }
    }
}

fn worth(players: &Players<'_>, value: Value, vertex: Vertex) -> Worth {
    let Answer::Outcome(outcomes) = &players.solution().answer else { return Worth::Hole };
    Worth::of(value, outcomes.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize)))
}

/// Why a position without moves is what it is.
fn over(players: &Players<'_>, place: Place) -> &'static str {
    let game = match &players.question().posed {
        Posed::Outcome(game) => *game,
        Posed::Partizan(game) => game.impartial(),
        _ => return "the game is over",
    };
    match (game.has_verdict(place.vertex), game.convention()) {
        (true, _) => "the game is over and its verdict says so",
        (false, Convention::Normal) => "there is no move, and whoever cannot move loses",
        (false, Convention::Misere) => {
            "there is no move, and in misère play whoever cannot move wins"
        }
    }
}

/// Why a position of a game of outcomes is what it is, given what its moves leave to the opponent;
/// `over` says why there are none.
pub(crate) fn outcome_why(
    name: &str,
    worth: Worth,
    replies: &[Worth],
    over: Option<&str>,
) -> String {
    let keeping = replies.iter().filter(|reply| reply.outcome() == Some(Outcome::Draw)).count();
    let reason = match (over, worth.outcome().unwrap_or_default(), replies.len()) {
        (Some(over), ..) => over.to_owned(),
        (_, Outcome::Win, 1) => "the only move leaves the opponent in a lost position".to_owned(),
        (_, Outcome::Win, _) => {
            "a move leaves the opponent in a lost position, and one is enough".to_owned()
        }
        (_, Outcome::Lose, 1) => "the only move leaves the opponent in a won position".to_owned(),
        (_, Outcome::Lose, _) => "every move leaves the opponent in a won position".to_owned(),
        (_, Outcome::Draw, 1) => "the only move keeps the draw".to_owned(),
        (_, Outcome::Draw, all) => format!("no move wins, and {keeping} of {all} keep the draw"),
    };
    format!("{name} is a {} for the player to move: {reason}.", noun(worth))
}

/// "win in 3", but a plain "loss" where the game is over.
fn noun(worth: Worth) -> String {
    let word = match worth {
        Worth::Win(_) => "win",
        Worth::Lose(_) => "loss",
        Worth::Tie => "tie",
        Worth::Draw | Worth::Hole => "draw",
    };
    match worth.distance() {
        Some(distance) if distance.0 > 0 => format!("{word} in {}", grouped(distance)),
        _ => word.to_owned(),
    }
}

/// What a move means for whoever makes it, by what it leaves to the opponent.
#[must_use]
pub fn outcome_effect(reply: Worth) -> String {
    let at_once = reply.distance().is_some_and(|distance| distance.0 == 0);
    let within =
        reply.distance().map_or(String::new(), |distance| format!(" in {}", grouped(distance)));
    match reply {
        Worth::Lose(_) if at_once => "wins at once: the opponent has lost".to_owned(),
        Worth::Lose(_) => format!("wins: the opponent loses{within}"),
        Worth::Win(_) if at_once => "loses at once: the opponent has won".to_owned(),
        Worth::Win(_) => format!("loses: the opponent wins{within}"),
        Worth::Tie => "ties".to_owned(),
        Worth::Draw | Worth::Hole => "draws".to_owned(),
    }
}

/// What a place is worth to whoever is to move, in games in which either may be: with " in 3", where
/// distances are known.
fn value_at(players: &Players<'_>, place: Place) -> (Outcome, String) {
    let first = place.turn != Some(Turn::Second);
    match &players.solution().answer {
        Answer::Asymmetric(both) => {
            let outcomes = if first { &both.first } else { &both.second };
            (outcomes.get(place.vertex), String::new())
        }
        Answer::Partizan(both) => {
            let side = if first { &both.left_first } else { &both.right_first };
            let value = side.values.get(place.vertex);
            let distance = value.distance().filter(|distance| distance.0 > 0);
            (
                value.outcome(),
                distance.map_or(String::new(), |moves| format!(" in {}", grouped(moves))),
            )
        }
        _ => (Outcome::Draw, String::new()),
    }
}

fn by_turn(players: &Players<'_>, place: Place, moves: &[Choice], name: &str) -> String {
    let [own, other] = [place.turn, place.turn.map(Turn::other)].map(|turn| mover(players, turn));
    let (outcome, distance) = value_at(players, place);
    let asymmetric = players.question().objective == Objective::Asymmetric;
    let keeps = |choice: &&Choice| value_at(players, choice.to).0 == Outcome::Draw;
    let reason = match (outcome, moves.len()) {
        (_, 0) if asymmetric => format!("no move is left, and {other} made the last one"),
        (_, 0) if !players.question().graph().is_terminal(place.vertex) => {
            format!("{own} has no move there, and {}", over(players, place))
        }
        (_, 0) => over(players, place).to_owned(),
        (Outcome::Win, _) => format!("a move leads to where {other} loses, and one is enough"),
        (Outcome::Lose, _) => format!("every move leads to where {other} wins"),
        (Outcome::Draw, 1) => "the only move keeps the draw".to_owned(),
        (Outcome::Draw, all) => {
            let keeping = moves.iter().filter(keeps).count();
            format!("no move wins, and {keeping} of {all} keep the draw")
        }
    };
    let noun = match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "loss",
        Outcome::Draw => "draw",
    };
    format!("{name} with {own} to move is a {noun}{distance} for {own}: {reason}.")
}

/// A Grundy value as people read it; in a set, commas part the members.
fn value_text(value: Grundy<'_>) -> String {
    Text::cell(Cell::Grundy(value), Terms::WinLose).text
}

/// The least number that is not among some.
fn mex(values: &[u32]) -> u32 {
    // They are in ascending order, each once.
    let gap = values.iter().zip(0..).find(|&(&value, place)| value != place);
    gap.map_or(values.len() as u32, |(_, place)| place)
}

fn grundy(
    players: &Players<'_>,
    values: &GrundyValues,
    place: Place,
    moves: &[Choice],
    name: &str,
) -> String {
    let mut finite: Vec<u32> =
        moves.iter().filter_map(|choice| values.finite(choice.to.vertex)).collect();
    finite.sort_unstable();
    finite.dedup();
    let least = mex(&finite);
    let value = values.get(place.vertex);
    let listed = list(&finite);
    let begin = format!("{name} has the Grundy value {}", value_text(value));
    let options = |choice: &Choice| match values.get(choice.to.vertex) {
        Grundy::Loopy(options) => Some((choice.to.vertex, options)),
        Grundy::Finite(_) => None,
    };
    let mut loopy = moves.iter().filter_map(options);
    match value {
        Grundy::Finite(_) if moves.is_empty() => format!("{begin}: there is no move."),
        Grundy::Finite(_) => {
            let back = match loopy.next() {
                Some(_) => format!(", and after a move to a loopy one there is a move to {least}"),
                None => String::new(),
            };
            format!("{begin}, the mex of {listed}: the least number to which no move leads{back}.")
        }
        Grundy::Loopy(_) => {
            let escape = loopy.find(|(_, options)| !options.contains(&least));
            let escape = escape.map_or(String::new(), |(vertex, _)| {
                let to = shown(players.question().arena, vertex);
                format!(", but after the move to {to} none leads to {least}")
            });
            let alone = match value.outcome() {
                Outcome::Win => "won by the move to 0",
                _ => "a draw",
            };
            format!(
                "{begin}: play need not end. The mex of {listed} would be {least}{escape}. Alone it is \
                 {alone}."
            )
        }
    }
}

/// "{0,2}", cut where it is long.
fn list(values: &[u32]) -> String {
    const SHOWN: usize = 12;
    let mut words: Vec<String> = values.iter().take(SHOWN).map(u32::to_string).collect();
    if let Some(last) = values.last().filter(|_| values.len() > SHOWN) {
        words.push(format!("…,{last}"));
    }
    format!("{{{}}}", words.join(","))
}

fn credit(energy: &EnergySolution, place: Place, name: &str) -> String {
    let zero = place.turn != Some(Turn::Second);
    match (energy.credits.get(place.vertex), zero) {
        (Some(credit), true) => format!(
            "{name} is won by player 0 with a credit of {} and no less: player 0 moves there, and the \
             cheapest move takes so much.",
            grouped(credit)
        ),
        (Some(credit), false) => format!(
            "{name} is won by player 0 with a credit of {} and no less: player 1 moves there, and the \
             dearest move takes so much.",
            grouped(credit)
        ),
        (None, true) => format!(
            "{name} is won by player 1 against any credit: player 0 moves there, and every move leads \
             to where no credit is enough."
        ),
        (None, false) => format!(
            "{name} is won by player 1 against any credit: player 1 moves there and can stay where no \
             credit is enough."
        ),
    }
}

fn winner(players: &Players<'_>, place: Place, moves: &[Choice], name: &str) -> String {
    let winners = players.solution().winners();
    let Some(winner) = winners.and_then(|winners| winners.get(place.vertex)) else {
        return format!("{}.", capital(&not_known(name)));
    };
    let owner = place.turn.map_or(Player::Zero, Turn::player);
    let wins = |choice: &&Choice| {
        winners.and_then(|winners| winners.get(choice.to.vertex)) == Some(winner)
    };
    let reason = match (players.is_decided(place.vertex), moves.len(), owner == winner) {
        (true, ..) => "it is a target, which decides the play".to_owned(),
        (_, 0, _) => format!("player {owner} must move there and cannot"),
        (_, 1, true) => {
            format!(
                "player {owner} moves there, and the only move stays where player {winner} wins"
            )
        }
        (_, all, true) => format!(
            "player {owner} moves there, and {} of {all} moves stay where player {winner} wins",
            moves.iter().filter(wins).count()
        ),
        (_, 1, false) => {
            format!(
                "player {owner} moves there, and the only move leads to where player {winner} wins"
            )
        }
        (_, _, false) => {
            format!(
                "player {owner} moves there, and every move leads to where player {winner} wins"
            )
        }
    };
    format!("{name} is won by player {winner}: {reason}.")
}

/// A sentence begins with a capital.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_that_is_missing() {
        assert_eq!(mex(&[]), 0);
        assert_eq!(mex(&[1, 2]), 0);
        assert_eq!(mex(&[0, 1, 3]), 2);
        assert_eq!(mex(&[0, 1]), 2);
        assert_eq!(list(&[0, 2]), "{0,2}");
        let many: Vec<u32> = (0..20).collect();
        assert_eq!(list(&many), "{0,1,2,3,4,5,6,7,8,9,10,11,…,19}");
    }
}
