//! A game without its type says what the game says, and its two engines agree.

use std::collections::HashSet;

use retrograde_core::{Convention, OutcomeGame, Threads, Value, Vertex};
use retrograde_games::catalogue::{ENTRIES, NoFiles};
use retrograde_games::rules::Quixo;
use retrograde_games::{ExploreError, ExploreOptions, Game};
use retrograde_solve::outcome;
use retrograde_table::dense::DenseOptions;
use retrograde_table::{BuildOptions, Roots, Rulebook, ScanOptions, Slot, Table};
use retrograde_verify::verify_outcome;

/// Games with an index, small enough to be solved in both ways.
const INDEXED: &[&str] = &[
    "nim:3,4,5",
    "tic-tac-toe",
    "connect:3x3x3",
    "hexapawn:3x3",
    "breakthrough:2x4",
    "pong-hau-ki",
    "mu-torere",
    "three-mens-morris",
    "three-mens-morris:flying",
    "l-game",
    "quixo:3",
];

fn rules(spec: &str) -> Rulebook {
    Rulebook::from_spec(spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn over_the_index_both_engines_agree() {
    let mut compared = 0;
    for &spec in INDEXED {
        let rules = rules(spec);
        if rules.slots().is_none() {
            continue;
        }
        compared += 1;
        let table = rules.solve(&DenseOptions::default()).unwrap();
        let arena = rules.explore(Roots::Index, &ExploreOptions::default()).unwrap();
        let graph = &arena.graph;
        let game = OutcomeGame::new(graph, &arena.verdicts, Convention::Normal).unwrap();
        let solved = outcome::solve(&game, &outcome::Options::default()).unwrap().solution;
        verify_outcome(&game, &solved).unwrap();
        let ties = outcome::ties(graph, &solved.values, Threads::ONE);
        let rows: Vec<_> = (0..table.len()).filter_map(|slot| rules.row(&table, slot)).collect();
        assert_eq!(rows.len(), graph.vertex_count(), "{spec}: positions");
        assert_eq!(rules.edges(Threads::all()), graph.edge_count() as u64, "{spec}: edges");
        assert_eq!(rules.edges(Threads::ONE), graph.edge_count() as u64, "{spec}: edges");
        for (vertex, row) in (0..).zip(&rows) {
            assert_eq!(arena.names.get(vertex), row.position, "{spec}: order of positions");
            let worth = match solved.values.get(vertex) {
                Value::Win(distance) => Slot::Win(distance),
                Value::Lose(distance) => Slot::Lose(distance),
                Value::Draw if ties.get(vertex as usize) => Slot::Tie,
                Value::Draw => Slot::Draw,
            };
            assert_eq!(row.slot, worth, "{spec}: {}", row.position);
            let to =
                row.to.as_ref().map(|to| arena.names.find(to).expect("a move leads somewhere"));
            assert_eq!(to.is_none(), graph.is_terminal(vertex), "{spec}: {}", row.position);
            if let Some(to) = to {
                assert!(graph.successors(vertex).contains(&to), "{spec}: {}", row.position);
                let after = solved.values.get(to);
                let expected = match row.slot {
                    Slot::Win(_) => matches!(after, Value::Lose(_)),
                    Slot::Lose(_) => matches!(after, Value::Win(_)),
                    _ => after == Value::Draw,
                };
                assert!(expected, "{spec}: {} to {after:?}", row.position);
            }
        }
    }
    assert!(compared >= 6, "only {compared} of the games have an index");
}

#[test]
fn every_game_of_the_catalogue_can_be_held() {
    for entry in ENTRIES {
        // Its example needs a file.
        if entry.name == "cops" {
            continue;
        }
        let rules = rules(entry.example);
        assert_eq!(rules.entry().map(|entry| entry.name), Some(entry.name));
        let start =
            rules.start().or_else(|| (0..rules.slots()?).find_map(|slot| rules.unrank(slot)));
        let start = start.unwrap_or_else(|| panic!("{} has a position", entry.example));
        assert_eq!(rules.parse(&rules.show(&start)).as_ref(), Ok(&start), "{}", entry.example);
        assert!(!rules.board(&start).is_empty());
        let choices = rules.choices(&start);
        let texts: HashSet<&str> = choices.iter().map(|choice| &*choice.text).collect();
        assert_eq!(texts.len(), choices.len(), "{}: moves look alike", entry.example);
        for choice in &choices {
            assert_eq!(rules.parse_move(&start, &choice.text).as_ref(), Some(choice));
        }
        assert_eq!(rules.parse_move(&start, "no such move"), None);
    }
}

#[test]
fn positions_are_equal_and_hashed_as_the_game_says() {
    let rules = rules("tic-tac-toe");
    let start = rules.start().unwrap();
    let mut seen = HashSet::from([start.clone()]);
    for choice in rules.choices(&start) {
        assert_ne!(choice.to, start);
        assert!(seen.insert(choice.to));
    }
    assert_eq!(seen.len(), 10);
    assert!(!seen.insert(rules.parse(&rules.show(&start)).unwrap()));
    // Of another game, even a position that looks the same is another.
    let other = Rulebook::of(Quixo::new(3).unwrap());
    assert_ne!(other.start().unwrap(), start);
}

#[test]
fn a_table_is_asked_through_the_rulebook_as_through_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, game) = (rules("quixo:3"), Quixo::new(3).unwrap());
    let table = rules.build("quixo:3", folder.path(), &BuildOptions::default()).unwrap();
    rules.check_table(&table).unwrap();
    let verified = rules.verify(&table, &ScanOptions::default()).unwrap();
    assert_eq!(verified.positions + verified.holes, table.slots());
    let start = rules.start().unwrap();
    let by_rules = rules.replies(&table, &start).unwrap();
    let by_game = table.moves(&game, &game.start().unwrap()).unwrap();
    assert_eq!(by_rules.len(), by_game.len());
    for (reply, step) in by_rules.iter().zip(&by_game) {
        assert_eq!(reply.choice.text, game.show_move(&game.start().unwrap(), &step.chosen));
        assert_eq!(reply.entry, step.entry);
    }
    let mut csv = Vec::new();
    rules.export_csv(&table, &mut csv).unwrap();
    let mut expected = Vec::new();
    table.export_csv(&game, &mut expected).unwrap();
    assert_eq!(csv, expected);

    let other = Rulebook::from_spec("quixo:4", &NoFiles).unwrap();
    assert!(other.probe(&table, &other.start().unwrap()).is_err());
    assert!(other.check_table(&Table::open(folder.path()).unwrap()).is_err());
}

#[test]
fn what_cannot_fit_is_refused_before_it_is_explored() {
    let options = ExploreOptions { memory: 1 << 20, ..ExploreOptions::default() };
    let error = rules("quixo:4").explore(Roots::Index, &options).unwrap_err();
    assert!(matches!(error, ExploreError::Hopeless { needed, .. } if needed > 1 << 20), "{error}");
    // Too large an index to look at every slot of.
    let options = ExploreOptions { memory: 1 << 33, ..ExploreOptions::default() };
    let error = rules("quixo:5").explore(Roots::Index, &options).unwrap_err();
    assert!(matches!(error, ExploreError::Hopeless { .. }), "{error}");
}

#[test]
fn exploring_from_positions_knows_them_by_name() {
    let rules = rules("hexapawn:3x3");
    let from = rules.parse("bbb/.w./w.w:b").unwrap();
    let arena = rules.explore(Roots::From(&[from]), &ExploreOptions::default()).unwrap();
    assert_eq!(arena.names.find("bbb/.w./w.w:b"), Some(0 as Vertex));
    assert_eq!(arena.names.find("bbb/.../www:w"), None);
}
