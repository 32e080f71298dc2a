//! In every file of a game given by rules, `move` is a move that the rules allow at that position, and
//! `to` the position that it really leads to; and such files are read again.

#[allow(dead_code, reason = "of what the tests share, the fields of a line")]
use crate::common;

use retrograde::io::{Rows, SolutionRows, read_solution, write_csv, write_json};
use retrograde::table::{BuildOptions, Rules};
use retrograde::words::GameRows;
use retrograde::{
    Engine, Error, Objective, Opening, Options, Outcome, QuestionError, Scope, Terms, Wanted, open,
    solve, verify,
};

/// A small one of every kind in the catalogue.
const GAMES: &[&str] = &[
    "breakthrough:2x4",
    "chess:KQvK",
    "chomp:3x3",
    "connect:3x3x3",
    "cops:1:../../examples/cops/c4.txt",
    "dawsons-kayles:7",
    "hexapawn:3x3",
    "kayles:7",
    "l-game",
    "mnk:2x3x2",
    "mu-torere",
    "nim:3,4,5",
    "octal:0.137:9",
    "othello:4x4",
    "pong-hau-ki",
    "quixo:3",
    "subtraction:1,3,4:21",
    "three-mens-morris",
    "three-mens-morris:flying",
    "tic-tac-toe",
    "wythoff:3,5",
];

/// Games that are too large to be solved here; a look at their names will do.
const LARGE: &[&str] = &["dobutsu-shogi", "five-field-kono", "fox-and-hounds", "teeko"];

#[test]
fn no_game_of_the_catalogue_is_left_out() {
    for entry in Opening::default().catalogue.entries() {
        let is_it = |spec: &&&str| spec.split(':').next() == Some(entry.name);
        assert!(GAMES.iter().chain(LARGE).any(|spec| is_it(&spec)), "{}", entry.name);
    }
}

fn csv(rows: &dyn Rows) -> String {
    let mut text = Vec::new();
    write_csv(rows, Terms::WinLose, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn json(rows: &dyn Rows) -> String {
    let mut text = Vec::new();
    write_json(rows, Terms::WinLose, true, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Plays the move of a row, and says whether there is one.
fn replay(rules: &Rules, position: &str, chosen: &str, to: &str) -> bool {
    let at = rules.parse(position).unwrap();
    assert_eq!(rules.show(&at), position);
    let choices = rules.choices(&at);
    if choices.is_empty() || chosen.is_empty() {
        assert_eq!((chosen, to), ("", ""), "{position}");
        return false;
    }
    let choice = choices.iter().find(|choice| choice.text == chosen);
    let choice = choice.unwrap_or_else(|| panic!("{position}: no move is called {chosen}"));
    assert_eq!(rules.show(&choice.to), to, "{position}: {chosen}");
    true
}

/// Plays every move of a file, of which there must be as many as the columns of moves.
fn replay_all(spec: &str, rules: &Rules, csv: &str, header: &[&str]) {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(&*header.join(",")), "{spec}");
    let column = |name: &str| header.iter().position(|column| *column == name);
    let pairs = [("move", "to"), ("first_move", "first_to"), ("second_move", "second_to")];
    let pairs: Vec<_> =
        pairs.iter().filter_map(|(name, to)| Some((column(name)?, column(to)?))).collect();
    let mut played = 0;
    for line in lines {
        let fields = common::fields(line);
        for &(chosen, to) in &pairs {
            played += u64::from(replay(rules, &fields[0], &fields[chosen], &fields[to]));
        }
    }
    assert!(played > 0, "{spec}");
}

const OUTCOME: &[&str] = &["vertex", "outcome", "distance", "move", "to"];

#[test]
fn every_move_of_an_explored_game_can_be_played() {
    const ASYMMETRIC: &[&str] =
        &["vertex", "first", "second", "first_move", "second_move", "first_to", "second_to"];
    for &spec in GAMES {
        let mut input = open(spec).unwrap();
        let options = Options::default();
        let (arena, rules) = (input.arena(&options).unwrap(), input.rules().unwrap());
        for (objective, header) in
            [(Objective::OUTCOME, OUTCOME), (Objective::Asymmetric, ASYMMETRIC)]
        {
            let solution = match solve(&arena, &objective, &options) {
                // What the rules say about the end is not for all objectives.
                Err(Error::Question(QuestionError::Verdict { .. })) => continue,
                solved => solved.unwrap().solution,
            };
            let (edges, start) = (arena.graph.edge_count() as u64, input.start(&arena));
            let rows = SolutionRows { names: &arena.names, edges, solution: &solution, start };
            let csv = csv(&rows);
            replay_all(spec, rules, &csv, header);
            for text in [csv, json(&rows)] {
                let read = read_solution(text.as_bytes(), &arena.names, &objective).unwrap();
                assert!(read.moves(0).eq(solution.moves(0)), "{spec}");
                let checked = verify(&arena, &read, &options).unwrap();
                assert!(checked.moves.is_some(), "{spec}");
            }
        }
    }
}

#[test]
fn every_move_of_an_index_and_of_a_table_can_be_played_and_is_the_same() {
    let options = Options { engine: Engine::Dense, ..Options::default() };
    let mut indexed = 0;
    for &spec in GAMES {
        let mut input = open(spec).unwrap();
        if input.rules().unwrap().slots().is_none() {
            continue;
        }
        indexed += 1;
        let folder = tempfile::tempdir().unwrap();
        let build = BuildOptions::default();
        let stored = input.build(folder.path(), &build, &options).unwrap();
        let solved = input.solve_index(&options).unwrap();
        let arena = input.arena_of(Scope::Index, &options).unwrap();
        let rules = input.rules().unwrap();
        let rows = GameRows::new(&solved, true, &options).unwrap();
        let text = csv(&rows);
        assert_eq!(text, csv(&GameRows::new(&stored, true, &options).unwrap()), "{spec}");
        replay_all(spec, rules, &text, OUTCOME);
        for text in [&text, &json(&rows)] {
            let read = read_solution(text.as_bytes(), &arena.names, &Objective::OUTCOME).unwrap();
            assert!(verify(&arena, &read, &options).unwrap().moves.is_some(), "{spec}");
        }
        // The same columns with the slot before them and another name for the position.
        let mut export = Vec::new();
        let table = stored.table().unwrap();
        rules.export_csv(table, &mut export, &options.control(0)).unwrap();
        let export = String::from_utf8(export).unwrap();
        let without_slot = |line: &str| line.split_once(',').unwrap().1.to_owned();
        let mut export = export.lines().map(without_slot);
        assert_eq!(export.next().unwrap(), "position,outcome,distance,move,to");
        assert!(export.eq(text.lines().skip(1)), "{spec}");
    }
    assert!(indexed >= 9, "{indexed}");
}

#[test]
fn a_tie_is_a_draw_and_json_says_that_it_is_one() {
    for engine in [Engine::Explored, Engine::Dense] {
        let options = Options { engine, ..Options::default() };
        let mut input = open("tic-tac-toe").unwrap();
        let (csv, json) = match input.engine(&Objective::OUTCOME, Wanted::Moves, &options).unwrap()
        {
            Engine::Dense => {
                let solved = input.solve_index(&options).unwrap();
                let rows = GameRows::new(&solved, true, &options).unwrap();
                (csv(&rows), json(&rows))
            }
            _ => {
                let arena = input.arena(&options).unwrap();
                let solved = solve(&arena, &Objective::OUTCOME, &options).unwrap();
                let (edges, start) = (arena.graph.edge_count() as u64, input.start(&arena));
                let solution = &solved.solution;
                let rows = SolutionRows { names: &arena.names, edges, solution, start };
                (csv(&rows), json(&rows))
            }
        };
        let words = csv.lines().skip(1).map(|line| common::fields(line)[1].clone());
        let words: Vec<String> = words.collect();
        assert!(words.iter().all(|word| Outcome::parse(word).is_some()));
        let draws = words.iter().filter(|word| *word == "draw").count();
        // All draws are ties; the one of the start is told in the summary as well.
        assert!(draws > 0);
        assert_eq!(json.matches("\"tie\": true").count(), draws + 1);
        assert!(
            json.contains("\"start\": {\"outcome\": \"draw\", \"distance\": null, \"tie\": true}")
        );
        assert!(!json.contains("\"tie\"}") && !json.contains("\"tie\","));
    }
}

#[test]
fn what_does_not_fit_together_is_refused_and_says_why() {
    let mut input = open("nim:1,2").unwrap();
    let options = Options::default();
    let arena = input.arena(&options).unwrap();
    let solution = solve(&arena, &Objective::OUTCOME, &options).unwrap().solution;
    let edges = arena.graph.edge_count() as u64;
    let rows = SolutionRows { names: &arena.names, edges, solution: &solution, start: None };
    let (right, objective) = (csv(&rows), Objective::OUTCOME);
    let read = |text: &str| match read_solution(text.as_bytes(), &arena.names, &objective) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(read(&right), "read");
    // As it was before moves were called by their names.
    let old: String = right
        .lines()
        .map(|line| match common::fields(line).as_slice() {
            [name, outcome, distance, _, to] if name != "vertex" => {
                format!("\"{name}\",{outcome},{distance},\"{to}\"\n")
            }
            _ => "vertex,outcome,distance,move\n".to_owned(),
        })
        .collect();
    assert!(
        read(&old).contains("in columns of their own ('to'), which are missing"),
        "{}",
        read(&old)
    );
    let line = right.lines().find(|line| line.contains("\"0,1\",win")).unwrap();
    let chosen = &common::fields(line)[3];
    for (wrong, said) in [
        (right.replace(line, &line.replace("\"0,0\"", "\"1,2\"")), "does not lead to '1,2'"),
        (right.replace(line, &line.replace("\"0,0\"", "\"7,7\"")), "leads to '7,7', a vertex that"),
        (right.replace(line, &line.replace("\"0,0\"", "")), "both the move and the position"),
        (right.replace(line, &line.replace(chosen, "")), "both the move and the position"),
        (right.replace(line, &line.replace(chosen, "pass")), "the move 'pass' does not lead to"),
    ] {
        assert!(read(&wrong).contains(said), "{wrong}{}", read(&wrong));
    }
    // A graph file with the same positions has no names for moves, and takes the positions.
    let names = retrograde::Names::written(arena.names.len(), |vertex, text| {
        text.push_str(&arena.names.get(vertex));
    });
    let other = read_solution(right.as_bytes(), &names, &objective).unwrap();
    assert_eq!(other.best_move(0), solution.best_move(0));
}
