//! How a solved vertex is shown in a picture: in one word, one letter and a short text.

use retrograde_core::{
    Answer, AnyValue, Arena, Grundy, Outcome, PartizanClass, Player, Side, Solution, Value, Vertex,
};

/// The kinds of vertices that pictures tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Won by the player to move.
    Win,
    /// Lost for the player to move.
    Lose,
    /// Drawn.
    Draw,
    /// Drawn, the rules ending the game.
    Tie,
    /// Won by player 0, or good for player 0.
    Zero,
    /// Won by player 1, or good for player 1.
    One,
    /// Good for neither.
    Even,
    /// Won by Left, whoever starts.
    Left,
    /// Won by Right, whoever starts.
    Right,
    /// Won by whoever starts.
    First,
    /// Won by whoever does not start.
    Second,
    /// Drawn by one side that starts, and not by the other.
    Mixed,
    /// Not known.
    Open,
}

impl Class {
    /// The name by which pages know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Win => "win",
            Class::Lose => "lose",
            Class::Draw => "draw",
            Class::Tie => "tie",
            Class::Zero => "zero",
            Class::One => "one",
            Class::Even => "even",
            Class::Left => "left",
            Class::Right => "right",
            Class::First => "first",
            Class::Second => "second",
            Class::Mixed => "mixed",
            Class::Open => "open",
        }
    }
}

impl Class {
    /// What kind of vertex it is in a solution.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn of(solution: &Solution, vertex: Vertex) -> Self {
        match solution.value(vertex) {
            AnyValue::Outcome(_) if is_tie(solution, vertex) => Class::Tie,
            AnyValue::Outcome(value) => value.outcome().into(),
            AnyValue::Asymmetric(first, second) if first == second => first.into(),
            AnyValue::Asymmetric(..) => Class::Mixed,
            AnyValue::Grundy(value) => value.outcome().into(),
            AnyValue::Partizan(left, right) => {
                class_of(PartizanClass::new(left.outcome(), right.outcome()))
            }
            AnyValue::Class(class) => class_of(class),
            AnyValue::Winner(Player::Zero) | AnyValue::Credit(Some(_)) => Class::Zero,
            AnyValue::Winner(Player::One) | AnyValue::Credit(None) => Class::One,
            AnyValue::Mean(mean) => match mean.numerator() {
                0 => Class::Even,
                1.. => Class::Zero,
                _ => Class::One,
            },
            _ => Class::Open,
        }
    }
}

impl From<Outcome> for Class {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Class::Win,
            Outcome::Lose => Class::Lose,
            Outcome::Draw => Class::Draw,
        }
    }
}

/// How a solved vertex is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What kind of vertex it is.
    pub class: Class,
    /// Where there are two values, the kinds for the first and for the second to move.
    pub both: Option<[Class; 2]>,
    /// A letter or two that say the same as the class.
    pub letter: &'static str,
    /// The figure that belongs to it; empty where there is none.
    pub badge: String,
    /// What it is worth, in words.
    pub words: String,
}

/// How a solved vertex is shown.
///
/// ```
/// use retrograde::{Arena, Objective, Options, solve, words};
/// let arena = Arena::sketch().edges([("a", "b")]).arena()?;
/// let solution = solve(&arena, &Objective::OUTCOME, &Options::default())?.solution;
/// let look = words::look(&solution, 0);
/// assert_eq!((look.class.name(), look.letter, &*look.badge), ("win", "W", "1"));
/// assert_eq!(look.words, "win in 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn look(solution: &Solution, vertex: Vertex) -> Look {
    let value = solution.value(vertex);
    let class = Class::of(solution, vertex);
    let (letter, badge) = match value {
        AnyValue::Outcome(_) if class == Class::Tie => ("T", String::new()),
        AnyValue::Outcome(value) => (outcome_letter(value.outcome()), distance(value)),
        AnyValue::Asymmetric(first, second) => (pair_letters(first, second), String::new()),
        AnyValue::Grundy(value) => {
            let badge = match value {
                Grundy::Finite(value) => value.to_string(),
                loopy => loopy.to_string().replacen("inf", "∞", 1),
            };
            (outcome_letter(value.outcome()), badge)
        }
        AnyValue::Partizan(left, right) => {
            let badge = match [distance(left), distance(right)] {
                [left, right] if left.is_empty() && right.is_empty() => String::new(),
                [left, right] => format!("{}·{}", dashed(&left), dashed(&right)),
            };
            (PartizanClass::new(left.outcome(), right.outcome()).as_str(), badge)
        }
        AnyValue::Class(class) => (class.as_str(), String::new()),
        AnyValue::Winner(Player::Zero) => ("0", String::new()),
        AnyValue::Winner(Player::One) | AnyValue::Credit(None) => ("1", String::new()),
        AnyValue::Credit(Some(credit)) => ("0", credit.to_string()),
        AnyValue::Mean(mean) => {
            let letter = match class {
                Class::Zero => "0",
                Class::One => "1",
                _ => "=",
            };
            (letter, mean.to_string())
        }
        _ => ("?", String::new()),
    };
    let both = match value {
        AnyValue::Asymmetric(first, second) => Some([first.into(), second.into()]),
        AnyValue::Partizan(left, right) => Some([left.outcome().into(), right.outcome().into()]),
        _ => None,
    };
    let words = if class == Class::Tie { "tie".to_owned() } else { value.to_string() };
    Look { class, both, letter, badge, words }
}

fn is_tie(solution: &Solution, vertex: Vertex) -> bool {
    let Answer::Outcome(outcomes) = &solution.answer else { return false };
    outcomes.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize))
}

fn distance(value: Value) -> String {
    value.distance().map_or(String::new(), |distance| distance.to_string())
}

fn dashed(distance: &str) -> &str {
    if distance.is_empty() { "–" } else { distance }
}

fn outcome_letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Lose => "L",
        Outcome::Draw => "D",
    }
}

fn pair_letters(first: Outcome, second: Outcome) -> &'static str {
    use Outcome::{Draw, Lose, Win};
    match (first, second) {
        (Win, Win) => "W·W",
        (Win, Lose) => "W·L",
        (Win, Draw) => "W·D",
        (Lose, Win) => "L·W",
        (Lose, Lose) => "L·L",
        (Lose, Draw) => "L·D",
        (Draw, Win) => "D·W",
        (Draw, Lose) => "D·L",
        (Draw, Draw) => "D·D",
    }
}

fn class_of(class: PartizanClass) -> Class {
    match class {
        PartizanClass::Next => Class::First,
        PartizanClass::Previous => Class::Second,
        PartizanClass::Left => Class::Left,
        PartizanClass::Right => Class::Right,
        PartizanClass::Draw => Class::Draw,
        _ => Class::Mixed,
    }
}

/// The edges that the strategies of a solution play at a vertex, by their places in
/// [`Graph::targets`](retrograde_core::Graph::targets): of parallel ones that which is meant.
///
/// # Panics
/// If there is no such vertex.
#[must_use]
pub fn chosen_edges(arena: &Arena, solution: &Solution, vertex: Vertex) -> Vec<usize> {
    let graph = &arena.graph;
    let mut chosen = Vec::new();
    // A move that only proves a bound is not one to make.
    if solution.value(vertex) == AnyValue::Unknown {
        return chosen;
    }
    for (turn, to) in solution.moves(vertex).enumerate() {
        let Some(to) = to else { continue };
        let side = if turn == 0 { Side::Left } else { Side::Right };
        let partizan = matches!(solution.answer, Answer::Partizan(_));
        let is_open =
            |edge: &usize| !partizan || arena.player(*edge).is_none_or(|player| player == side);
        let edges = graph.edge_range(vertex);
        let mut edges = edges.filter(|&edge| graph.targets()[edge] == to).filter(is_open);
        // Whoever moves takes the heaviest or the lightest; of equals the first.
        let best = match (&solution.answer, arena.owner(vertex)) {
            (Answer::Energy(_) | Answer::MeanPayoff(_), Some(Player::One)) => {
                edges.min_by_key(|&edge| arena.weight(edge))
            }
            (Answer::Energy(_) | Answer::MeanPayoff(_), _) => {
                edges.rev().max_by_key(|&edge| arena.weight(edge))
            }
            _ => edges.next(),
        };
        chosen.extend(best.filter(|edge| !chosen.contains(edge)));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use retrograde_core::Objective;

    use super::*;
    use crate::{Options, solve};

    fn looks(arena: &Arena, objective: Objective) -> Vec<(String, String)> {
        let solution = solve(arena, &objective, &Options::default()).unwrap().solution;
        let vertices = arena.graph.vertices();
        vertices
            .map(|v| look(&solution, v))
            .map(|look| (look.letter.to_owned(), look.badge))
            .collect()
    }

    #[test]
    fn every_kind_of_value_has_a_letter_and_a_figure() {
        let arena = Arena::sketch()
            .vertex("a")
            .owner(0)
            .priority(2)
            .to("b")
            .weight(1)
            .to("b")
            .weight(3)
            .vertex("b")
            .owner(1)
            .priority(1)
            .target()
            .to("a")
            .weight(0)
            .arena()
            .unwrap();
        for objective in Objective::ALL {
            let condition = match objective {
                Objective::Muller(_) => continue,
                objective => objective,
            };
            for (letter, _) in looks(&arena, condition.clone()) {
                assert!(!letter.is_empty(), "{condition}");
            }
        }
        let means = looks(&arena, Objective::MeanPayoff);
        assert_eq!(means[0], ("0".to_owned(), "3/2".to_owned()));
        let solution = solve(&arena, &Objective::MeanPayoff, &Options::default()).unwrap().solution;
        assert_eq!(chosen_edges(&arena, &solution, 0), [1], "the heavier of two");
    }

    #[test]
    fn loopy_values_show_their_options() {
        let arena = Arena::sketch().edges([("a", "a"), ("a", "t")]).arena().unwrap();
        assert_eq!(looks(&arena, Objective::Grundy)[0], ("W".to_owned(), "∞{0}".to_owned()));
    }
}
