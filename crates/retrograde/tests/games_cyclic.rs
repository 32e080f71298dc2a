//! Games with cycles against results from the literature, in `data/games`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use retrograde::games::catalogue::{AnyGame, Files, Visitor};
use retrograde::games::{ExploreOptions, Explored, Game, ParseError, explore};
use retrograde::io::{ReadOptions, read_file};
use retrograde::solve::outcome::{self, Options};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, Distance, Graph, Names, Outcome, OutcomeGame, Value, Values};

/// Graphs named from the root of the project.
struct FromRoot;

impl Files for FromRoot {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        match read_file(path, None, &ReadOptions::default()) {
            Ok(arena) => Ok((arena.graph, arena.names)),
            Err(error) => Err(ParseError::new(error.to_string())),
        }
    }
}

/// One line of a data file.
struct Known {
    question: String,
    answer: String,
}

/// What is known, by game.
fn known(name: &str) -> BTreeMap<String, Vec<Known>> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let text = fs::read_to_string(data.join(name).with_extension("csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("game,question,answer,source"));
    let mut known: BTreeMap<String, Vec<Known>> = BTreeMap::new();
    for line in lines {
        let [game, question, answer, source] = line.splitn(4, ',').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}");
        };
        assert!(source.len() > 10 && source.starts_with('"') && source.ends_with('"'), "{line}");
        let line = Known { question: question.to_owned(), answer: answer.to_owned() };
        known.entry(game.to_owned()).or_default().push(line);
    }
    known
}

/// An explored game with its values, which the verifier has checked.
struct Solved<P> {
    explored: Explored<P>,
    values: Values,
}

impl<P> Solved<P> {
    fn new<G: Game<Position = P>>(game: &G, roots: &[P], symmetry: bool) -> Self {
        let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
        let explored = explore(game, roots, &options).unwrap();
        let question =
            OutcomeGame::new(&explored.graph, &explored.verdicts, Convention::Normal).unwrap();
        let solved = outcome::solve(&question, &Options::default()).unwrap();
        verify_outcome(&question, &solved.solution).unwrap();
        Solved { values: solved.solution.values, explored }
    }

    fn terminals(&self) -> usize {
        let graph = &self.explored.graph;
        graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count()
    }
}

/// Answers all questions about a game.
struct Check<'a>(&'a str, &'a [Known]);

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
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
        for Known { question, answer } in known {
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
    match value {
        Value::Win(Distance(plies)) | Value::Lose(Distance(plies)) => plies as usize,
        Value::Draw => panic!("a draw has no distance"),
    }
}

fn check(name: &str) {
    let known = known(name);
    assert!(!known.is_empty());
    for (spec, lines) in &known {
        AnyGame::from_spec(spec, &FromRoot).unwrap().visit(Check(spec, lines));
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
