//! The graphs in the folders of `examples/` against the answers from the literature beside them.

use std::fs;
use std::path::PathBuf;

use retrograde::io::{ReadOptions, read_file};
use retrograde::solve::{asymmetric, grundy, partizan};
use retrograde::verify::{verify_asymmetric, verify_grundy, verify_partizan};
use retrograde::{Arena, Convention, PartizanGame, Vertex};

/// The answers of a folder, `answers` fields of each row beside the graph and the vertex, in the
/// order of the graphs.
fn answers(folder: &str, header: &str) -> Vec<(Arena, Vertex, Vec<String>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder);
    let text = fs::read_to_string(folder.join("known-answers.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(header));
    let count = header.split(',').count() - 3;
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let arena = read_file(folder.join(fields[0]), None, &ReadOptions::default()).unwrap();
        let vertex = arena.names.find(fields[1]).unwrap();
        (arena, vertex, fields[2..2 + count].iter().map(|&field| field.to_owned()).collect())
    };
    lines.map(row).collect()
}

#[test]
fn asymmetric_pairs() {
    let answers = answers("asymmetric", "graph,vertex,first,second,source");
    assert_eq!(answers.len(), 25);
    for (arena, vertex, expected) in answers {
        for method in [asymmetric::Method::Waves, asymmetric::Method::Nmbig] {
            let options = asymmetric::Options { method, ..Default::default() };
            let solution = asymmetric::solve(&arena.graph, &options).unwrap().solution;
            verify_asymmetric(&arena.graph, &solution).unwrap();
            let found = [solution.first.get(vertex), solution.second.get(vertex)];
            assert_eq!(found.map(|value| value.to_string()).as_slice(), expected);
        }
    }
}

#[test]
fn grundy_values() {
    let answers = answers("grundy", "graph,vertex,grundy,source");
    assert_eq!(answers.len(), 13 + 22 + 5 + 36);
    for (arena, vertex, expected) in answers {
        for method in [grundy::Method::Auto, grundy::Method::Loopy] {
            let options = grundy::Options { method, ..Default::default() };
            let values = grundy::solve(&arena.graph, &options).unwrap().values;
            verify_grundy(&arena.graph, &values).unwrap();
            assert_eq!([values.get(vertex).to_string()].as_slice(), expected);
        }
    }
}

#[test]
fn partizan_classes() {
    let answers = answers("partizan", "graph,vertex,class,source");
    assert_eq!(answers.len(), 11);
    for (arena, vertex, expected) in answers {
        let Arena { graph, players, verdicts, .. } = &arena;
        let game = PartizanGame::new(graph, players, verdicts, Convention::Normal).unwrap();
        let solution = partizan::solve(&game, &partizan::Options::default()).unwrap().solution;
        verify_partizan(&game, &solution).unwrap();
        assert_eq!([solution.class(vertex).to_string()].as_slice(), expected);
    }
}
