//! What there is to choose from at a position, the most interesting first.

use std::collections::HashSet;

use retrograde_core::{Answer, Grundy, Pace, Player, Ratio, Stopped, Value, Vertex};

use crate::line::{Place, Players, Turn};

/// A move that somebody could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where play is after it.
    pub to: Place,
    /// What it weighs, where weights count.
    pub weight: Option<i64>,
    /// Whether it is the one that is made.
    pub best: bool,
}

/// The moves of whoever is to move at a place, parallel ones once: first the one that is made, then
/// from the best to the worst for the mover as far as their values tell, then in the order of the edges.
///
/// ```
/// use retrograde_core::{Arena, Control, Objective, Question};
/// use retrograde_solve::explain::choices;
/// use retrograde_solve::line::Players;
/// use retrograde_solve::{Options, registry};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let question = Question::new(&arena, &Objective::OUTCOME)?;
/// let solution = registry::solve(&question, &Options::default())?.solution;
/// let players = Players::new(&question, &solution, &Options::default())?;
/// let start = players.start(0, Default::default());
/// let found = choices(&players, start, &mut Control::ALONE.pace())?;
/// assert_eq!(arena.name(found[0].to.vertex), "t");
/// assert!(found[0].best && !found[1].best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn choices(
    players: &Players<'_>,
    place: Place,
    pace: &mut Pace<'_>,
) -> Result<Vec<Choice>, Stopped> {
    let chosen = players.chosen(place);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for to in players.moves(place) {
        pace.steps(4)?;
        if seen.insert(to) {
            let weight = players.weight(place.vertex, to);
            let choice = Choice { to: players.after(place, to), weight, best: chosen == Some(to) };
            found.push((interest(players, place, &choice), choice));
        }
    }
    found.sort_by_key(|&(interest, _)| interest);
    Ok(found.into_iter().map(|(_, choice)| choice).collect())
}

/// What comes first when moves are sorted by it: the move that is made, and then a class, a number and
/// a fraction, whatever the answers have.
type Interest = (bool, u8, i128, Ratio);

fn interest(players: &Players<'_>, place: Place, choice: &Choice) -> Interest {
    let to = choice.to.vertex;
    let none = Ratio::from(0);
    let ((class, number), ratio) = match &players.solution().answer {
        Answer::Outcome(outcomes) => (of_reply(outcomes.values.get(to)), none),
        Answer::Partizan(both) => {
            let reply = match choice.to.turn {
                Some(Turn::Second) => both.right_first.values.get(to),
                _ => both.left_first.values.get(to),
            };
            (of_reply(reply), none)
        }
        // Losses of the opponent come first.
        Answer::Asymmetric(both) => match choice.to.turn {
            Some(Turn::Second) => ((both.second.get(to) as u8, 0), none),
            _ => ((both.first.get(to) as u8, 0), none),
        },
        Answer::Grundy(values) => match values.get(to) {
            Grundy::Finite(value) => ((0, i128::from(value)), none),
            Grundy::Loopy(_) => ((1, 0), none),
        },
        Answer::Energy(energy) => {
            // What is needed before the move: little is good for player 0.
            let needed = energy.credits.get(to).and_then(|credit| i128::try_from(credit).ok());
            let needed = needed.map(|credit| credit - i128::from(choice.weight.unwrap_or(0)));
            let sign = if is_zero(place) { 1 } else { -1 };
            ((class_of(players, place, to), needed.map_or(0, |needed| sign * needed)), none)
        }
        Answer::MeanPayoff(means) => match means.values.get(to) {
            None => ((1, 0), none),
            Some(value) if is_zero(place) => {
                let turned = Ratio::new(-value.numerator(), value.denominator());
                ((0, 0), turned.unwrap_or(none))
            }
            Some(value) => ((0, 0), value),
        },
        _ => ((class_of(players, place, to), 0), none),
    };
    (!choice.best, class, number, ratio)
}

/// Quick losses of the opponent first, then draws, then wins as slow as possible.
fn of_reply(reply: Value) -> (u8, i128) {
    match reply {
        Value::Lose(distance) => (0, i128::from(distance.0)),
        Value::Draw => (1, 0),
        Value::Win(distance) => (2, -i128::from(distance.0)),
    }
}

/// Where the mover wins first, then where nobody knows.
fn class_of(players: &Players<'_>, place: Place, to: Vertex) -> u8 {
    let winner = players.solution().winners().and_then(|winners| winners.get(to));
    match winner.map(|winner| place.turn.map(Turn::player) == Some(winner)) {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    }
}

fn is_zero(place: Place) -> bool {
    place.turn.map(Turn::player) == Some(Player::Zero)
}
