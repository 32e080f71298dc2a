//! The teaching graphs against the answers in `examples/known-answers.csv`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use retrograde::io::{ReadOptions, read_file};
use retrograde::solve::outcome::trace::{Trace, replay};
use retrograde::solve::outcome::{self, Method, Options, SolveError};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, Distance, Outcome, OutcomeGame, Threads, Value};

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// For each graph, the value of each named vertex.
fn answers() -> BTreeMap<String, BTreeMap<String, Value>> {
    let text = fs::read_to_string(examples().join("known-answers.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("graph,vertex,outcome,distance"));
    let mut answers: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    for line in lines {
        let [graph, vertex, outcome, distance] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}");
        };
        let outcome = Outcome::parse(outcome).unwrap();
        let value = match outcome {
            Outcome::Draw => Value::Draw,
            _ => Value::new(outcome, Distance(distance.parse().unwrap())),
        };
        answers.entry(graph.to_owned()).or_default().insert(vertex.to_owned(), value);
    }
    answers
}

#[test]
fn every_solver_gives_the_known_answers() {
    let answers = answers();
    assert!(answers.len() >= 11);
    for (graph, expected) in answers {
        let arena = read_file(examples().join(&graph), None, &ReadOptions::default()).unwrap();
        let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal).unwrap();
        assert_eq!(
            arena.graph.vertex_count(),
            expected.len(),
            "{graph}: every vertex has an answer"
        );
        let mut found = vec![replay(expected.len(), Trace::new(&game))];
        for method in [Method::Auto, Method::Retrograde, Method::Acyclic, Method::Components] {
            for threads in [1, 2] {
                let threads = Threads::new(threads).unwrap();
                let options = Options { method, threads, ..Options::default() };
                match outcome::solve(&game, &options) {
                    Ok(solved) => {
                        verify_outcome(&game, &solved.solution).unwrap();
                        found.push(solved.solution.values);
                    }
                    Err(SolveError::Cyclic { .. }) => assert_eq!(method, Method::Acyclic),
                    Err(other) => panic!("{other}"),
                }
            }
        }
        for values in found {
            for (name, &value) in &expected {
                let vertex = arena.names.find(name).unwrap();
                assert_eq!(values.get(vertex), value, "{graph}, vertex {name}");
            }
        }
    }
}

#[test]
fn every_graph_in_the_folder_has_answers() {
    let answers = answers();
    for entry in fs::read_dir(examples()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_graph = retrograde::io::Format::from_path(name.as_ref()).is_some();
        assert!(!is_graph || answers.contains_key(&name), "{name} has no known answer");
    }
}
