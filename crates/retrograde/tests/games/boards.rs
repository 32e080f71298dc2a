//! Board games without cycles against the known results in `data/games`.

use std::collections::{HashMap, HashSet};

use retrograde::games::Game;
use retrograde::games::catalogue::{Listed, NoFiles};
use retrograde::games::rules::Othello;
use retrograde::games::rules::othello::Discs;
use retrograde::{Outcome, Value, Vertex};

use crate::by_spec::{self, Work};
use crate::known::{Known, by_game, known};
use crate::solved::Solved;

/// Games that take too long for every day.
const LARGE: [&str; 2] = ["connect:5x4x4", "connect:6x4x4"];

fn solve<G: Game>(game: &G, more: &[G::Position], symmetry: bool) -> Solved<G::Position> {
    let mut roots = vec![game.start().unwrap()];
    roots.extend_from_slice(more);
    Solved::new(game, &roots, symmetry)
}

/// The number of ways to play, where moves only lead to positions that are found later.
fn games<P>(solved: &Solved<P>) -> u128 {
    let graph = &solved.explored.graph;
    let mut games = vec![1u128; graph.vertex_count()];
    for vertex in (0..graph.vertex_count() as Vertex).rev() {
        if !graph.is_terminal(vertex) {
            let next = graph.successors(vertex).iter();
            games[vertex as usize] = next.map(|&to| games[to as usize]).sum();
            assert!(graph.successors(vertex).iter().all(|&to| to > vertex));
        }
    }
    games[0]
}

/// All positions after so many plies, and in how many ways each is reached.
fn after<G: Game>(game: &G, plies: u32) -> HashMap<G::Position, u64> {
    let mut reached = HashMap::from([(game.start().unwrap(), 1)]);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut next: HashMap<G::Position, u64> = HashMap::new();
        for (position, ways) in reached {
            moves.clear();
            if game.verdict(&position).is_none() {
                game.moves(&position, &mut moves);
            }
            for chosen in &moves {
                *next.entry(game.play(&position, chosen)).or_default() += ways;
            }
        }
        reached = next;
    }
    reached
}

fn word(value: Value) -> &'static str {
    match value.outcome() {
        Outcome::Draw => "tie",
        other => other.as_str(),
    }
}

/// Answers the questions about a game.
struct Ask<'a>(&'a [&'a Known]);

impl Work for Ask<'_> {
    type Output = Vec<String>;

    fn on<G: Game>(self, game: &G) -> Vec<String> {
        let asked = |question: &str| self.0.iter().any(|known| known.question == question);
        let place = |question: &str| question.strip_prefix("at ").map(|at| game.parse(at).unwrap());
        let more: Vec<G::Position> =
            self.0.iter().filter_map(|known| place(&known.question)).collect();
        let counts = ["positions", "terminals", "games", "win", "lose", "tie"];
        let whole = counts.into_iter().any(asked);
        let form = |position: G::Position| if whole { position } else { game.canonical(&position) };
        let few = self.0.iter().all(|known| known.question.contains("after"));
        let solved = (!few).then(|| solve(game, &more, !whole));
        let small = asked("positions up to symmetry").then(|| self::solve(game, &more, true));
        let answer = |question: &str| -> String {
            let plies = question.strip_suffix(" plies").and_then(|question| {
                let (what, plies) = question.split_once(" after ")?;
                Some((what, after(game, plies.parse().unwrap())))
            });
            match plies {
                Some(("positions", reached)) => return reached.len().to_string(),
                Some(("games", reached)) => return reached.values().sum::<u64>().to_string(),
                _ => {}
            }
            let solved = solved.as_ref().unwrap();
            let Solved { explored, values, .. } = solved;
            if let Some(position) = place(question) {
                return values.get(explored.find(&form(position)).unwrap()).to_string();
            }
            match question {
                "positions" => explored.positions.len().to_string(),
                "terminals" => solved.terminals().to_string(),
                "positions up to symmetry" => {
                    small.as_ref().unwrap().explored.positions.len().to_string()
                }
                "terminals up to symmetry" => small.as_ref().unwrap().terminals().to_string(),
                "games" => games(solved).to_string(),
                "win" => values.count(Outcome::Win).to_string(),
                "lose" => values.count(Outcome::Lose).to_string(),
                "tie" => values.count(Outcome::Draw).to_string(),
                "start" => word(values.get(0)).to_owned(),
                "start distance" => values.get(0).distance().unwrap().to_string(),
                "longest" => {
                    let longest = |outcome| values.longest(outcome).map(|(_, distance)| distance);
                    longest(Outcome::Win).max(longest(Outcome::Lose)).unwrap().to_string()
                }
                other => panic!("nobody can answer '{other}'"),
            }
        };
        self.0.iter().map(|known| answer(&known.question)).collect()
    }
}

fn check(game: &str, known: &[Known]) {
    // By how much is not the same question as who wins: it has a test of its own.
    let known: Vec<&Known> = known.iter().filter(|known| known.question != "score").collect();
    let answers = by_spec::with(game, &NoFiles, Ask(&known)).unwrap();
    assert_eq!(answers.len(), known.len());
    for (Known { question, answer, .. }, found) in known.into_iter().zip(answers) {
        assert_eq!(&found, answer, "{game}: {question}");
    }
}

fn check_file(file: &str) {
    for (game, questions) in by_game(file) {
        if !LARGE.contains(&game.as_str()) {
            check(&game, &questions);
        }
    }
}

#[test]
fn rows_of_stones_end_as_known() {
    check_file("mnk.csv");
}

#[test]
fn stones_in_columns_end_as_known() {
    check_file("connect.csv");
}

#[test]
#[ignore = "takes 5 s"]
fn stones_in_five_columns_end_as_known() {
    check("connect:5x4x4", &by_game("connect.csv")["connect:5x4x4"]);
}

#[test]
#[ignore = "takes 1 min and 2 GB"]
fn stones_in_six_columns_end_as_known() {
    check("connect:6x4x4", &by_game("connect.csv")["connect:6x4x4"]);
}

#[test]
fn pawns_end_as_known() {
    check_file("hexapawn.csv");
    check_file("breakthrough.csv");
}

#[test]
fn discs_end_as_known() {
    check_file("othello.csv");
}

#[test]
fn discs_are_ahead_by_as_many_as_known() {
    for Known { game, question, answer } in known("othello.csv") {
        if question == "score" {
            let parameters = game.strip_prefix("othello:").expect("no other game has a score");
            let othello = Othello::from_parameters(parameters, &NoFiles).unwrap();
            assert_eq!(score(&othello).to_string(), answer, "{game}");
        }
    }
}

/// The lead of the first player under best play of both for discs rather than for the win.
fn score(game: &Othello) -> i32 {
    let Solved { explored, .. } = solve(game, &[], false);
    // With the most discs last, then passes after what they lead to, every move leads to a position
    // that is done: nobody passes twice.
    let discs = |position: &Discs| (position.black | position.white).count_ones();
    let mut order: Vec<Vertex> = explored.graph.vertices().collect();
    let passes = |vertex: Vertex| {
        let position = &explored.positions[vertex as usize];
        explored
            .graph
            .successors(vertex)
            .iter()
            .any(|&to| discs(&explored.positions[to as usize]) == discs(position))
    };
    order.sort_by_key(|&vertex| {
        (std::cmp::Reverse(discs(&explored.positions[vertex as usize])), passes(vertex))
    });
    let mut best: Vec<Option<i32>> = vec![None; order.len()];
    for &vertex in &order {
        let next = explored.graph.successors(vertex).iter();
        let lead = next.map(|&to| -best[to as usize].expect("what comes after is done")).max();
        best[vertex as usize] =
            Some(lead.unwrap_or_else(|| game.lead(&explored.positions[vertex as usize])));
    }
    best[0].unwrap()
}

/// Solves a game with and without symmetry.
struct Fold;

impl Work for Fold {
    type Output = ();

    fn on<G: Game>(self, game: &G) {
        let (all, folded) = (solve(game, &[], false), solve(game, &[], true));
        let mut used = HashSet::new();
        for (vertex, position) in all.explored.positions.iter().enumerate() {
            let class = folded.explored.find(&game.canonical(position)).unwrap();
            used.insert(class);
            assert_eq!(all.values.get(vertex as Vertex), folded.values.get(class));
        }
        assert_eq!(used.len(), folded.explored.positions.len());
        assert!(used.len() < all.explored.positions.len());
    }
}

#[test]
fn symmetry_changes_no_value() {
    for spec in [
        "tic-tac-toe",
        "mnk:4x3x3",
        "connect:4x4x4",
        "connect:4x3x3",
        "hexapawn:4x4",
        "breakthrough:3x4",
        "othello:4x4",
    ] {
        by_spec::with(spec, &NoFiles, Fold).unwrap();
    }
}
