//! The graphs in `examples/` and its folders against the answers beside them.

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use retrograde::io::{Format, read_file};
use retrograde::solve::outcome::trace::{Trace, replay};
use retrograde::solve::registry;
use retrograde::{
    Arena, Control, Convention, Error, Objective, Options, OutcomeGame, OutcomeSolution, Solution,
    Threads, solve, verify,
};

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The solutions of every solver, on one thread and on two, all of them checked.
fn solutions(arena: &Arena, objective: &Objective) -> Vec<Solution> {
    let mut solutions = Vec::new();
    let named = registry::of(objective).map(|solver| Some(solver.name));
    for solver in [None].into_iter().chain(named) {
        for threads in [1, 2].map(|threads| Threads::new(threads).unwrap()) {
            let options = Options { solver, threads, ..Options::default() };
            match solve(arena, objective, &options) {
                Ok(solved) => {
                    verify(arena, &solved.solution, &options).unwrap();
                    solutions.push(solved.solution);
                }
                Err(Error::Cyclic { .. }) => assert_eq!(solver, Some("acyclic")),
                Err(other) => panic!("{other}"),
            }
        }
    }
    if let &Objective::Outcome(convention) = objective {
        let game = OutcomeGame::of(arena, convention).unwrap();
        let values = replay(arena.graph.vertex_count(), Trace::new(&game));
        solutions.push(Solution::new(objective.clone(), OutcomeSolution::new(values, None)));
    }
    solutions
}

/// Compares with the answers of a folder, whose columns are called as in solutions. Gives back the
/// graphs, and how many answers there are to each.
fn check<const N: usize>(
    folder: &str,
    header: [&str; N],
    objective: &Objective,
) -> BTreeMap<String, (Arena, usize)> {
    let folder = examples().join(folder);
    let rows = common::rows(&folder.join("known-answers.csv"), header);
    let mut graphs: BTreeMap<String, (Arena, Vec<Solution>, usize)> = BTreeMap::new();
    for row in &rows {
        let (arena, solutions, count) = graphs.entry(row[0].clone()).or_insert_with(|| {
            let arena = read_file(folder.join(&row[0]), None, &Control::default()).unwrap();
            let solutions = solutions(&arena, objective);
            (arena, solutions, 0)
        });
        *count += 1;
        let vertex = arena.vertex(&row[1]).unwrap();
        let expected: Vec<(&str, &str)> =
            header.into_iter().zip(row.iter().map(String::as_str)).skip(2).collect();
        for solution in solutions {
            let columns = objective.facts().values.iter().zip(solution.cells(vertex));
            let cells: BTreeMap<&str, String> =
                columns.map(|(&column, cell)| (column, cell.to_string())).collect();
            for &(column, answer) in expected.iter().filter(|(column, _)| *column != "source") {
                assert_eq!(cells[column], answer, "{row:?}, {column}");
            }
        }
    }
    graphs.into_iter().map(|(name, (arena, _, count))| (name, (arena, count))).collect()
}

/// How many answers a folder has.
fn rows(graphs: &BTreeMap<String, (Arena, usize)>) -> usize {
    graphs.values().map(|(_, count)| count).sum()
}

#[test]
fn outcomes() {
    let header = ["graph", "vertex", "outcome", "distance"];
    let graphs = check("", header, &Objective::OUTCOME);
    assert!(graphs.len() >= 11);
    for (graph, (arena, count)) in &graphs {
        assert_eq!(arena.graph.vertex_count(), *count, "{graph}: every vertex has an answer");
    }
    for entry in fs::read_dir(examples()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_graph = Format::from_path(name.as_ref()).is_some();
        assert!(!is_graph || graphs.contains_key(&name), "{name} has no known answer");
    }
}

#[test]
fn asymmetric_pairs() {
    let header = ["graph", "vertex", "first", "second", "source"];
    assert_eq!(rows(&check("asymmetric", header, &Objective::Asymmetric)), 25);
}

#[test]
fn grundy_values() {
    let header = ["graph", "vertex", "grundy", "source"];
    assert_eq!(rows(&check("grundy", header, &Objective::Grundy)), 13 + 22 + 5 + 36);
}

#[test]
fn partizan_classes() {
    let header = ["graph", "vertex", "class", "source"];
    let objective = Objective::Partizan(Convention::Normal);
    assert_eq!(rows(&check("partizan", header, &objective)), 11);
}
