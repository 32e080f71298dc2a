//! Reads the legend of a picture back and compares it with what the solution calls for.

use std::collections::{BTreeMap, BTreeSet};

use retrograde_core::{
    Answer, Arena, Grundy, Objective, Outcome, OutcomeSolution, PartizanClass, PartizanOutcomes,
    Side, Solution, Terms, Vertex,
};
use roxmltree::Document;

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

/// The texts of a legend, sorted.
pub(crate) fn legend(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let legend = document.descendants().find(|node| node.attribute("class") == Some("legend"));
    let mut texts: Vec<String> = legend
        .unwrap()
        .children()
        .filter(|node| node.has_tag_name("text"))
        .map(|text| text.text().unwrap().to_owned())
        .collect();
    texts.sort();
    texts
}

/// Checks the legend of a picture of a whole graph, and that every line is marked as it says.
///
/// # Panics
/// If an explanation is missing, wrong or explains what is not there; if a line has the wrong mark.
pub(crate) fn check_legend(picture: &str, arena: &Arena, solution: &Solution, terms: Terms) {
    let document = Document::parse(picture).unwrap();
    let mut expected = value_texts(arena, solution, terms);
    if arena.graph.vertices().any(|vertex| arena.graph.is_terminal(vertex)) {
        expected.push("no moves".to_owned());
    }
    let expected_marks = marks(arena, solution);
    let drawn: BTreeMap<String, BTreeSet<(String, String)>> = groups(&document);
    for &(class, text) in texts_of_classes(solution) {
        let should: BTreeSet<(String, String)> = expected_marks
            .iter()
            .filter(|(_, mark)| **mark == class)
            .map(|(ends, _)| ends.clone())
            .collect();
        assert_eq!(drawn.get(class).cloned().unwrap_or_default(), should, "{class} in {picture}");
        if !should.is_empty() && !matches!(class, "left" | "right") {
            expected.push(text.to_owned());
        }
    }
    let letters = |wanted: &str| {
        let labels = document.descendants().filter(|node| node.attribute("class") == Some("side"));
        let texts = labels.flat_map(|node| node.children()).filter_map(|child| child.text());
        texts.filter(|text| text.split(' ').next() == Some(wanted)).count()
    };
    for (side, letter, text) in
        [(Side::Left, "L", "only Left may move"), (Side::Right, "R", "only Right may move")]
    {
        let count = reserved(arena, solution).values().filter(|&&only| only == Some(side)).count();
        // One more stands in the legend.
        assert_eq!(letters(letter), count + usize::from(count > 0), "{letter} in {picture}");
        if count > 0 {
            expected.push(text.to_owned());
        }
    }
    expected.sort();
    let shown: Vec<String> = legend(picture).into_iter().map(without_meaning).collect();
    assert_eq!(shown, expected, "{picture}");
}

/// What the legend says of values.
fn value_texts(arena: &Arena, solution: &Solution, terms: Terms) -> Vec<String> {
    match &solution.answer {
        Answer::Outcome(solution) => {
            let all = (0..arena.graph.vertex_count()).map(|v| solution.values.outcome(v as Vertex));
            let all: Vec<Outcome> = all.collect();
            let count = |outcome| all.iter().filter(|&&o| o == outcome).count();
            let names = match terms {
                Terms::WinLose => ["win", "lose", "draw"],
                Terms::Pn => ["N: the next player", "P: the previous player", "draw"],
            };
            let mut texts: Vec<String> = OUTCOMES
                .into_iter()
                .zip(names)
                .map(|(outcome, name)| format!("{name} ({})", count(outcome)))
                .collect();
            texts.push(match terms {
                Terms::WinLose => "For the player to move:".to_owned(),
                Terms::Pn => "Who wins:".to_owned(),
            });
            if count(Outcome::Draw) < all.len() {
                texts.push("number: moves to the end".to_owned());
            }
            texts
        }
        Answer::Grundy(values) => {
            let mut texts = vec!["Grundy value below the name; for the player to move:".to_owned()];
            for outcome in OUTCOMES {
                let count = values.iter().filter(|value| value.outcome() == outcome).count();
                if count > 0 {
                    texts.push(format!("{outcome} ({count})"));
                }
            }
            if values.iter().any(|value| matches!(value, Grundy::Loopy(_))) {
                texts.push("inf{…}: loopy, with the finite values it can move to".to_owned());
            }
            texts
        }
        Answer::Asymmetric(solution) => {
            let heading = "For the player to move (left: player 0, right: player 1):";
            let pairs = solution.first.iter().zip(solution.second.iter()).collect::<Vec<_>>();
            two_values(heading, &pairs)
        }
        Answer::Partizan(solution) => {
            let outcomes = PartizanOutcomes::from(solution.clone());
            let mut texts = value_texts_of_partizan(&outcomes);
            let values =
                solution.left_first.values.iter().chain(solution.right_first.values.iter());
            if values.into_iter().any(|value| value.distance().is_some()) {
                texts.push("number: moves to the end".to_owned());
            }
            texts
        }
        Answer::PartizanOutcomes(outcomes) => value_texts_of_partizan(outcomes),
        _ => panic!("a kind without a check"),
    }
}

fn value_texts_of_partizan(outcomes: &PartizanOutcomes) -> Vec<String> {
    let heading = "For the side to move (left: Left, right: Right):";
    let pairs: Vec<_> = outcomes.left_first.iter().zip(outcomes.right_first.iter()).collect();
    let mut texts = two_values(heading, &pairs);
    for class in PartizanClass::ALL {
        let same = |pair: &&(_, _)| PartizanClass::new(pair.0, pair.1) == class;
        match pairs.iter().filter(same).count() {
            0 => {}
            count => texts.push(format!("class {class}: … ({count})")),
        }
    }
    texts
}

/// `class N: whoever starts wins (3)` without the words, as `class N: … (3)`.
fn without_meaning(text: String) -> String {
    match (text.split_once(": "), text.rsplit_once(" (")) {
        (Some((class, meaning)), Some((_, count))) if class.starts_with("class ") => {
            assert!(meaning.len() > 8, "{text} explains nothing");
            format!("{class}: … ({count}")
        }
        _ => text,
    }
}

fn two_values(heading: &str, pairs: &[(Outcome, Outcome)]) -> Vec<String> {
    let mut texts = vec![heading.to_owned()];
    for outcome in OUTCOMES {
        let left = pairs.iter().filter(|pair| pair.0 == outcome).count();
        let right = pairs.iter().filter(|pair| pair.1 == outcome).count();
        if left + right > 0 {
            texts.push(format!("{outcome} ({left} | {right})"));
        }
    }
    texts
}

/// The classes of lines and what the legend says of them.
fn texts_of_classes(solution: &Solution) -> &'static [(&'static str, &'static str)] {
    match &solution.answer {
        Answer::Outcome(_) => &[("best", "best move"), ("other", "other move")],
        Answer::Grundy(_) => &[("best", "winning move"), ("other", "other move")],
        Answer::Asymmetric(_) => &[
            ("first", "player 0's move"),
            ("second", "player 1's move"),
            ("both", "move of both"),
            ("other", "other move"),
        ],
        Answer::Partizan(_) | Answer::PartizanOutcomes(_) => &[
            ("first", "Left's best move"),
            ("second", "Right's best move"),
            ("both", "best move of both"),
            ("left", ""),
            ("right", ""),
            ("other", "other move"),
        ],
        _ => panic!("a kind without a check"),
    }
}

/// The ends of all lines, by the class of the group they are in.
fn groups(document: &Document<'_>) -> BTreeMap<String, BTreeSet<(String, String)>> {
    let mut found: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for step in document.descendants().filter(|node| node.attribute("class") == Some("move")) {
        let class = step.parent().unwrap().attribute("class").unwrap();
        let title = step.children().find(|child| child.has_tag_name("title")).unwrap();
        let (from, to) = title.text().unwrap().split_once(" → ").unwrap();
        found.entry(class.to_owned()).or_default().insert((from.to_owned(), to.to_owned()));
    }
    found
}

type Ends = (String, String);

fn ends(arena: &Arena, from: Vertex, to: Vertex) -> Ends {
    (arena.names.get(from).into_owned(), arena.names.get(to).into_owned())
}

/// For each line, the side that alone may move along it.
fn reserved(arena: &Arena, solution: &Solution) -> BTreeMap<Ends, Option<Side>> {
    let mut sides: BTreeMap<Ends, BTreeSet<Option<Side>>> = BTreeMap::new();
    if matches!(solution.objective, Objective::Partizan(_)) {
        for (edge, (from, to)) in arena.graph.edges().enumerate() {
            sides.entry(ends(arena, from, to)).or_default().insert(arena.players.get(edge));
        }
    }
    let only = |sides: BTreeSet<Option<Side>>| match sides.into_iter().collect::<Vec<_>>()[..] {
        [Some(side)] => Some(side),
        _ => None,
    };
    sides.into_iter().map(|(ends, sides)| (ends, only(sides))).collect()
}

/// The class each line should have.
fn marks(arena: &Arena, solution: &Solution) -> BTreeMap<Ends, &'static str> {
    let reserved = reserved(arena, solution);
    let mut players: BTreeMap<Ends, [bool; 2]> = BTreeMap::new();
    let mut best: BTreeMap<Ends, &'static str> = BTreeMap::new();
    for (edge, (from, to)) in arena.graph.edges().enumerate() {
        let ends = ends(arena, from, to);
        let held = match &solution.answer {
            Answer::Outcome(solution) => {
                let is = keeps(solution, solution, from, to);
                best.insert(ends, if is { "best" } else { "other" });
                continue;
            }
            Answer::Grundy(values) => {
                let zero = |vertex| values.get(vertex) == Grundy::Finite(0);
                best.insert(ends, if zero(to) && !zero(from) { "best" } else { "other" });
                continue;
            }
            Answer::Asymmetric(solution) => {
                let both = solution.strategies.as_ref();
                [both.map(|both| &both.first), both.map(|both| &both.second)]
                    .map(|moves| moves.is_some_and(|moves| moves.get(from) == Some(to)))
            }
            Answer::Partizan(solution) => {
                let (left, right) = (&solution.left_first, &solution.right_first);
                let only = arena.players.get(edge);
                [
                    only != Some(Side::Right) && keeps(left, right, from, to),
                    only != Some(Side::Left) && keeps(right, left, from, to),
                ]
            }
            Answer::PartizanOutcomes(_) => [false, false],
            _ => panic!("a kind without a check"),
        };
        let known = players.entry(ends).or_default();
        *known = [known[0] || held[0], known[1] || held[1]];
    }
    for (ends, held) in players {
        let class = match (held, reserved.get(&ends).copied().flatten()) {
            ([true, true], _) => "both",
            ([true, false], _) => "first",
            ([false, true], _) => "second",
            (_, Some(Side::Left)) => "left",
            (_, Some(Side::Right)) => "right",
            (_, None) => "other",
        };
        best.insert(ends, class);
    }
    best
}

/// Whether a move keeps the outcome and the distance, or is the one the solution names.
fn keeps(mover: &OutcomeSolution, replier: &OutcomeSolution, from: Vertex, to: Vertex) -> bool {
    let (before, after) = (mover.values.get(from), replier.values.get(to));
    let same = before.outcome() == after.outcome().for_opponent();
    let next = match (before.distance(), after.distance()) {
        (Some(before), Some(after)) => before.0 == after.0.wrapping_add(1) && before.0 > 0,
        (before, after) => before == after,
    };
    same && next || mover.strategy.as_ref().is_some_and(|moves| moves.get(from) == Some(to))
}
