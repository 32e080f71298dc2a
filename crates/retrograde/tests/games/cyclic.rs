//! Games with cycles against results from the literature, in `data/games`.

use std::path::Path;

use retrograde::games::catalogue::Files;
use retrograde::games::{Game, ParseError};
use retrograde::io::read_file;
use retrograde::{Control, Graph, Names, Outcome, Value};

use crate::by_spec::{self, Work};
use crate::known::{Known, by_game};
use crate::solved::Solved;

/// Graphs named from the root of the project.
struct FromRoot;

impl Files for FromRoot {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        match read_file(path, None, &Control::default()) {
            Ok(arena) => Ok((arena.graph, arena.names)),
            Err(error) => Err(ParseError::new(error.to_string())),
        }
    }
}

/// Answers all questions about a game.
struct Check<'a>(&'a str, &'a [Known]);

impl Work for Check<'_> {
    type Output = ();

    fn on<G: Game>(self, game: &G) {
        let Check(spec, known) = self;
        let start = game.start().unwrap();
        let named = |word: &str| Outcome::parse(word).unwrap();
        // Questions about other beginnings are about positions that play may not lead to.
        let others = known.iter().filter_map(|line| line.question.strip_prefix("from "));
        let mut roots = vec![start.clone()];
        roots.extend(others.map(|text| game.parse(text).unwrap()));
        let plain = Solved::new(game, &roots, false);
        // Where there is no symmetry, the same would come out again.
        let symmetric = plain.explored.positions.iter().any(|p| game.canonical(p) != *p);
        let classes = symmetric.then(|| Solved::new(game, &roots[..1], true));
        let classes = classes.as_ref().unwrap_or(&plain);
        let value = |position: &G::Position| {
            let value = plain.values.get(plain.explored.find(position).unwrap());
            let class = classes.explored.find(&game.canonical(position));
            if let Some(vertex) = class {
                assert_eq!(classes.values.get(vertex), value, "{spec}: symmetry changes nothing");
            }
            value
        };
        for Known { question, answer, .. } in known {
            let number = match question.as_str() {
                "positions" => plain.explored.positions.len(),
                "positions up to symmetry" => classes.explored.positions.len(),
                "terminals" => plain.terminals(),
                "terminals up to symmetry" => classes.terminals(),
                "win" | "lose" | "draw" => plain.values.outcomes().count(named(question)),
                "lose up to symmetry" => classes.values.outcomes().count(Outcome::Lose),
                "slots" => game.slots().unwrap() as usize,
                "start distance" => distance(value(&start)),
                // The cops and the robber choose their places first.
                "capture time" => (distance(value(&start)) - 1) / 2,
                _ => {
                    let position = match question.split_once(' ') {
                        None if question == "start" => start.clone(),
                        Some(("after", text)) => {
                            game.play(&start, &game.parse_move(&start, text).unwrap())
                        }
                        Some(("from", text)) => game.parse(text).unwrap(),
                        _ => panic!("{question}: no such question"),
                    };
                    assert_eq!(value(&position).outcome(), named(answer), "{spec}: {question}");
                    continue;
                }
            };
            assert_eq!(number.to_string(), *answer, "{spec}: {question}");
        }
    }
}

fn distance(value: Value) -> usize {
    value.distance().expect("a draw has no distance").0 as usize
}

fn check(name: &str) {
    for (spec, lines) in &by_game(&format!("{name}.csv")) {
        by_spec::with(spec, &FromRoot, Check(spec, lines)).unwrap();
    }
}

#[test]
fn pong_hau_ki() {
    check("pong-hau-ki");
}

#[test]
fn mu_torere() {
    check("mu-torere");
}

#[test]
fn three_mens_morris() {
    check("three-mens-morris");
}

#[test]
fn l_game() {
    check("l-game");
}

#[test]
fn fox_and_hounds() {
    check("fox-and-hounds");
}

#[test]
fn cops() {
    check("cops");
}
