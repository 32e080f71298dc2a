//! Reads pictures of games with two owners back: looks, marks, weights and the legend.

use std::collections::{BTreeMap, BTreeSet};

use retrograde_core::{Answer, Arena, Attribute, Objective, Player, Ratio, Solution, Vertex};
use roxmltree::{Document, Node};

use super::legend::legend;

type Ends = (String, String);

/// Checks everything a picture of a whole graph says about owners and their moves.
///
/// # Panics
/// If a node or a line has the wrong look, a weight is missing, or an explanation is.
pub(crate) fn check_owned_legend(picture: &str, arena: &Arena, solution: &Solution) {
    let document = Document::parse(picture).unwrap();
    let favours: Vec<&str> = arena.graph.vertices().map(|v| favour(solution, v)).collect();
    let mut expected = vec![heading(solution).to_owned()];
    for (class, text) in favour_texts(solution) {
        let count = favours.iter().filter(|&&favour| favour == class).count();
        if count > 0 {
            expected.push(format!("{text} ({count})"));
        }
    }
    let is_node = |class: &str| class.starts_with("node ");
    let nodes: BTreeMap<&str, Node<'_, '_>> = document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(is_node))
        .map(|node| {
            let title = node.first_element_child().and_then(|title| title.text()).unwrap();
            (title.rsplit_once(": ").unwrap().0, node)
        })
        .collect();
    let targets = solution.objective.facts().looks_at(Attribute::Target);
    let mut rings = false;
    for vertex in arena.graph.vertices() {
        let owner = arena.owners.get(vertex as usize).unwrap();
        let name = arena.names.get(vertex);
        let node = nodes[&*name];
        let class = format!("node {} owner-{owner}", favours[vertex as usize]);
        assert_eq!(node.attribute("class"), Some(class.as_str()), "{name}");
        let outline = node.children().find(|c| c.attribute("class") == Some("outline")).unwrap();
        let corner: f64 = outline.attribute("rx").unwrap().parse().unwrap();
        assert_eq!(corner > 20.0, owner == Player::Zero, "{name} has the shape of its owner");
        let ring = node.children().any(|child| child.attribute("class") == Some("ring"));
        let should = match targets {
            true => arena.targets.get(vertex as usize) == Some(true),
            false => arena.graph.is_terminal(vertex),
        };
        assert_eq!(ring, should, "the border of {name}");
        rings |= ring;
        let text = format!("player {owner} moves");
        if !expected.contains(&text) {
            expected.push(text);
        }
    }
    if rings {
        expected.push(if targets { "target" } else { "no moves" }.to_owned());
    }
    check_lines(&document, arena, solution, &favours, &mut expected);
    if solution.objective == Objective::Energy && favours.contains(&"for-1") {
        expected.push("∞: no credit suffices".to_owned());
    }
    expected.sort();
    assert_eq!(legend(picture), expected, "{picture}");
}

fn heading(solution: &Solution) -> &'static str {
    match solution.objective {
        Objective::Reachability | Objective::Safety => "Who wins:",
        Objective::Buchi | Objective::Cobuchi => "Who wins:",
        Objective::Parity(_) => "Priority below the name; who wins:",
        Objective::Muller(_) | Objective::Rabin(_) | Objective::Streett(_) => {
            "Colours below the name; who wins:"
        }
        Objective::Energy => "Least initial credit below the name; who wins:",
        Objective::MeanPayoff => "Mean payoff below the name:",
        _ => panic!("a kind without a check"),
    }
}

fn favour_texts(solution: &Solution) -> [(&'static str, &'static str); 4] {
    let last = ("unknown", "unknown");
    match solution.objective {
        Objective::MeanPayoff => [
            ("for-0", "positive, for player 0"),
            ("for-1", "negative, for player 1"),
            ("for-nobody", "zero"),
            last,
        ],
        _ => [("for-0", "player 0 wins"), ("for-1", "player 1 wins"), ("for-nobody", ""), last],
    }
}

/// The class that a position's node should have.
fn favour(solution: &Solution, vertex: Vertex) -> &'static str {
    match (&solution.answer, solution.winners()) {
        (_, Some(winners)) => match winners.get(vertex) {
            Some(Player::Zero) => "for-0",
            Some(Player::One) => "for-1",
            None => "unknown",
        },
        (Answer::MeanPayoff(solution), _) => match solution.values.get(vertex) {
            Some(value) if value > Ratio::from(0) => "for-0",
            Some(value) if value < Ratio::from(0) => "for-1",
            Some(_) => "for-nobody",
            None => "unknown",
        },
        _ => panic!("a kind without a check"),
    }
}

/// The first move that an answer names.
fn first_move(solution: &Solution, vertex: Vertex) -> Option<Vertex> {
    let Answer::Machines(solution) = &solution.answer else { return solution.best_move(vertex) };
    let winner = solution.winners.get(vertex)?;
    let machine = &solution.machines.as_ref()?[usize::from(winner.number())];
    let mut steps = machine.steps().iter();
    steps.find(|step| (step.vertex, step.memory) == (vertex, machine.initial()))?.to
}

fn check_lines(
    document: &Document<'_>,
    arena: &Arena,
    solution: &Solution,
    favours: &[&str],
    expected: &mut Vec<String>,
) {
    let weighted = solution.objective.facts().looks_at(Attribute::Weight);
    let mut lines: BTreeMap<Ends, (&'static str, Vec<i64>)> = BTreeMap::new();
    for (edge, (from, to)) in arena.graph.edges().enumerate() {
        let ends = [from, to].map(|vertex| arena.names.get(vertex).into_owned()).into();
        let class = match favours[from as usize] {
            _ if first_move(solution, from) != Some(to) => "other",
            "for-0" => "play-0",
            "for-1" => "play-1",
            "for-nobody" => "play",
            _ => "play-unknown",
        };
        let line = lines.entry(ends).or_insert((class, Vec::new()));
        line.1.push(arena.weights.get(edge).unwrap_or(0));
    }
    let mut drawn: BTreeMap<Ends, String> = BTreeMap::new();
    for step in document.descendants().filter(|node| node.attribute("class") == Some("move")) {
        let class = step.parent().unwrap().attribute("class").unwrap().to_owned();
        let title = step.first_element_child().unwrap().text().unwrap();
        let (from, to) = title.split_once(" → ").unwrap();
        drawn.insert((from.to_owned(), to.to_owned()), class);
    }
    let should: BTreeMap<Ends, String> =
        lines.iter().map(|(ends, (class, _))| (ends.clone(), (*class).to_owned())).collect();
    assert_eq!(drawn, should);

    let mut texts: Vec<String> =
        lines.values().filter_map(|(_, weights)| label_text(weights, weighted)).collect();
    let mut written: Vec<String> = document
        .descendants()
        .filter(|node| matches!(node.attribute("class"), Some("weight" | "count" | "side")))
        .map(|label| label.last_element_child().unwrap().text().unwrap().to_owned())
        .collect();
    texts.sort();
    written.sort();
    assert_eq!(written, texts);

    let classes: BTreeSet<&str> = lines.values().map(|(class, _)| *class).collect();
    if classes.contains("other") {
        expected.push("other move".to_owned());
    }
    if classes.iter().any(|class| *class != "other") {
        let text = match solution.answer {
            Answer::MeanPayoff(_) => "best move",
            Answer::Machines(_) => "winner's first move",
            _ => "winning move",
        };
        expected.push(text.to_owned());
    }
    if weighted && !lines.is_empty() {
        expected.push("number on a line: weight of the move".to_owned());
    }
}

fn label_text(weights: &[i64], weighted: bool) -> Option<String> {
    let (least, most) = (weights.iter().min()?, weights.iter().max()?);
    match (weights.len(), weighted) {
        (1, false) => None,
        (count, false) => Some(format!("×{count}")),
        (1, true) => Some(least.to_string()),
        (count, true) if least == most => Some(format!("{least} ×{count}")),
        (2, true) => Some(format!("{least}, {most}")),
        (count, true) => Some(format!("{least} to {most} ×{count}")),
    }
}
