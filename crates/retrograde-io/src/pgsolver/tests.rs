//! Tests of reading and writing parity games, and their solutions as PGSolver writes them.

use proptest::prelude::*;
use retrograde_core::{
    Allowance, Answer, Column, Control, Graph, Names, Objective, RegionSolution,
};

use super::*;
use crate::cases::cases;
use crate::testing::{Trickle, read_both_ways, with_refutation};
use crate::{Format, read_arena, read_solution, write_arena, write_paritysol};

fn read_game(text: &str) -> Result<Arena, ReadError> {
    read_both_ways(text.as_bytes(), Format::Pgsolver)
}

/// One vertex: priority, owner, successors.
type Entry = (u32, bool, Vec<u32>);

fn game(entries: &[Entry]) -> Arena {
    let edges =
        (0..).zip(entries).flat_map(|(from, entry)| entry.2.iter().map(move |&to| (from, to)));
    let mut arena = Arena::from(Graph::from_edges(entries.len(), edges).unwrap());
    arena.priorities = entries.iter().map(|entry| entry.0).enumerate().collect();
    let owner = |entry: &Entry| if entry.1 { Player::One } else { Player::Zero };
    arena.owners = entries.iter().map(owner).enumerate().collect();
    arena
}

#[test]
fn every_form_of_an_entry_is_read() {
    let expected =
        game(&[(3, false, vec![1, 2]), (0, true, vec![]), (4294967295, true, vec![2, 0, 2])]);
    for text in [
        "parity 2;\n0 3 0 1,2;\n1 0 1;\n2 4294967295 1 2,0,2;\n",
        "parity 3;\n0 3 0 1,2;\n1 0 1;\n2 4294967295 1 2,0,2;",
        "parity 2; 2 4294967295 1 2,0,2; 0 3 0 1,2; 1 0 1;",
        "parity 2;\r\nstart 1;\r\n1 0 1 \"no way out\";\r\n0 3 0 1,2 \"two words; 3,4\";\r\n2 4294967295 1 2,0,2 \"\";\r\n",
        "0 3 0 1,2;1 0 1;2 4294967295 1 2,0,2;",
        "start 2;0 3 0 1,2;1 0 1;2 4294967295 1 2,0,2;",
        "\u{feff}# é\nparity /* one\ntwo ** */ 2 ; // more\n% and more\n0\t3\n0\n1 , 2\n\"é\"\n;\n1 0 1;2 4294967295 1 2,\n0,2 ; # end",
        "parity 02; 00 03 00 1,2; 1 0 1; 002 04294967295 1 2,0,02;",
    ] {
        assert_eq!(read_game(text).unwrap(), expected, "{text}");
    }
}

#[test]
fn faults_are_named_where_they_stand() {
    for (text, message) in cases(include_str!("../../tests/faults/pgsolver.txt")) {
        assert_eq!(read_game(&text).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn memory_follows_what_is_there() {
    let control = Control { memory: Some(Allowance::from_now(1 << 20)), ..Control::ALONE };
    let small = "parity 4000000000;\n4000000000 0 0 3999999999;\n";
    let error = read_arena(small.as_bytes(), Format::Pgsolver, &control).unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 1: vertex 0 has no entry"), "{error}");
    for start in [0, 1] {
        let entries = (0..100_000).map(|id| format!("{} 1 1 0,1,2,3;", (id + start) % 100_000));
        let text = entries.collect::<String>();
        let error = read_arena(text.as_bytes(), Format::Pgsolver, &control).unwrap_err();
        assert!(matches!(
            error.fault,
            ReadFault::Graph(retrograde_core::GraphError::OutOfMemory { .. })
        ));
        let arena = read_arena(text.as_bytes(), Format::Pgsolver, &Control::ALONE).unwrap();
        assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (100_000, 400_000));
    }
}

/// Everything on one line, far longer than any buffer, with tokens across every boundary.
#[test]
fn lines_and_tokens_may_be_of_any_length() {
    let successors: Vec<u32> = (0..100_000).map(|n| n % 3).collect();
    let long = successors.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let (name, zeros) = ("é".repeat(300_000), "0".repeat(300_000));
    let text = format!(
        "parity {zeros}3;2 {zeros} 1 {long} \"{name}\";/*{name}*/1 1 0 {long};0 5 0;%{name}"
    );
    let expected =
        game(&[(5, false, vec![]), (1, false, successors.clone()), (0, true, successors)]);
    for step in [usize::MAX, 4096, 1000] {
        let arena =
            read_arena(Trickle::new(text.as_bytes(), step), Format::Pgsolver, &Control::ALONE);
        assert_eq!(arena.unwrap(), expected);
    }
    let error = read_game(&format!("0 0 0 0 \"{name}\" x;")).unwrap_err();
    assert_eq!(error.place, Some(Place::new(1, 8 + 1 + 300_000 + 1 + 1 + 1)));
}

#[test]
fn names_are_written_for_people() {
    let mut builder = retrograde_core::ArenaBuilder::new();
    for name in ["a b", "say \"x\"", "ä"] {
        let vertex = builder.vertex(name).unwrap();
        builder.set_owner(vertex, Player::Zero).unwrap();
        builder.set_priority(vertex, vertex).unwrap();
    }
    builder.edge(0, 2).unwrap();
    let mut text = Vec::new();
    write_arena(&builder.finish().unwrap(), Format::Pgsolver, &mut text).unwrap();
    let expected = "parity 2;\n0 0 0 2 \"a b\";\n1 1 0;\n2 2 0 \"ä\";\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
    assert!(read_game(expected).unwrap().names.is_sequence());
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    (1..9_usize).prop_flat_map(|count| {
        let successors = proptest::collection::vec(0..count as u32, 0..5);
        proptest::collection::vec((any::<u32>(), any::<bool>(), successors), count)
    })
}

/// How the pieces of a file are put together.
#[derive(Clone, Debug)]
struct Style {
    order: Vec<usize>,
    header: Option<bool>,
    start: bool,
    blanks: Vec<&'static str>,
    names: Vec<&'static str>,
}

fn style(count: usize) -> impl Strategy<Value = Style> {
    const BLANKS: &[&str] = &[" ", "\n", "\r\n", "\t", "  ", " /* , \" ; */ ", " # 1\n", "//\n"];
    const NAMES: &[&str] = &["", "\"\"", "\"a\"", "\"two words, 3;\"", "\"é # %\""];
    (
        Just((0..count).collect::<Vec<_>>()).prop_shuffle(),
        any::<Option<bool>>(),
        any::<bool>(),
        proptest::collection::vec(prop::sample::select(BLANKS), 1..20),
        proptest::collection::vec(prop::sample::select(NAMES), 1..5),
    )
        .prop_map(|(order, header, start, blanks, names)| Style {
            order,
            header,
            start,
            blanks,
            names,
        })
}

fn in_style(entries: &[Entry], style: &Style) -> String {
    let mut blanks = style.blanks.iter().cycle();
    let mut words: Vec<String> = Vec::new();
    if let Some(highest) = style.header {
        words.extend([
            "parity".into(),
            (entries.len() - usize::from(highest)).to_string(),
            ";".into(),
        ]);
    }
    if style.start {
        words.extend(["start".into(), "0".into(), ";".into()]);
    }
    for (index, &vertex) in style.order.iter().enumerate() {
        let (priority, owner, successors) = &entries[vertex];
        words.extend([vertex.to_string(), priority.to_string(), u8::from(*owner).to_string()]);
        for (index, successor) in successors.iter().enumerate() {
            words.extend((index > 0).then(|| ",".into()));
            words.push(successor.to_string());
        }
        words.push(style.names[index % style.names.len()].into());
        words.push(";".into());
    }
    words.iter().flat_map(|word| [word, *blanks.next().unwrap()]).collect()
}

proptest! {
    #[test]
    fn games_come_back_in_every_style(
        (entries, style) in entries().prop_flat_map(|all| (style(all.len()), Just(all))).prop_map(|(s, e)| (e, s))
    ) {
        let expected = game(&entries);
        prop_assert_eq!(&read_game(&in_style(&entries, &style)).unwrap(), &expected);
        let mut text = Vec::new();
        write_arena(&expected, Format::Pgsolver, &mut text).unwrap();
        prop_assert_eq!(read_both_ways(&text, Format::Pgsolver).unwrap(), expected);
    }

    #[test]
    fn no_bytes_make_the_readers_panic(
        start in prop::sample::select(&["", "parity 3;", "paritysol 3;"][..]),
        pieces in proptest::collection::vec(
            prop_oneof![
                prop::sample::select(&[
                    "0 ", "1 ", "2 ", "3", "4294967295", "99999999999999999999999", ",", ";", ";\n",
                    "\"", "\n", "/*", "*/", "//", "#", "start", "parity", "0 0 0 0;", "1 1 1 2,3;", "é",
                ][..]).prop_map(|word| word.as_bytes().to_vec()),
                any::<u8>().prop_map(|byte| vec![byte]),
            ],
            0..40,
        )
    ) {
        let text = [start.as_bytes().to_vec(), pieces.concat()].concat();
        if let Ok(arena) = read_both_ways(&text, Format::Pgsolver) {
            prop_assert!(Format::Pgsolver.cannot_hold(&arena).is_empty());
        }
        let _ = solution_both_ways(&text, 4);
    }

    #[test]
    fn solutions_come_back(
        all in proptest::collection::vec((any::<Option<bool>>(), any::<Option<u8>>()), 1..9),
    ) {
        let count = all.len() as u32;
        let winner = |won: Option<bool>| won.map(|one| if one { Player::One } else { Player::Zero });
        // Only a vertex with a winner has a move to be written.
        let to = |won: Option<bool>, to: Option<u8>| won.and(to).map(|to| u32::from(to) % count);
        let solution = RegionSolution {
            winners: all.iter().map(|&(won, _)| winner(won)).collect(),
            strategy: Some(all.iter().map(|&(won, step)| to(won, step)).collect()),
        };
        let mut text = Vec::new();
        write_paritysol(&solution, &mut text).unwrap();
        prop_assert_eq!(solution_both_ways(&text, all.len()).unwrap(), solution);
    }
}

fn solution_both_ways(text: &[u8], vertices: usize) -> Result<RegionSolution, ReadError> {
    let names = Names::numbered(vertices);
    let whole = read_solution(text, &names, &Objective::PARITY);
    match (&whole, read_solution(Trickle::new(text, 1), &names, &Objective::PARITY)) {
        (Ok(whole), Ok(stepped)) => assert_eq!(*whole, stepped),
        (Err(whole), Err(stepped)) => assert_eq!(whole.to_string(), stepped.to_string()),
        (whole, stepped) => panic!("{whole:?} and {stepped:?}"),
    }
    match whole?.answer {
        Answer::Regions(solution) => Ok(solution),
        other => panic!("{other:?}"),
    }
}

#[test]
fn solutions_say_what_is_wrong_and_where() {
    for (text, message) in cases(include_str!("../../tests/faults/paritysol.txt")) {
        let error = solution_both_ways(text.as_bytes(), 3).unwrap_err();
        assert_eq!(with_refutation(&error), message, "{text:?}");
    }
    let loose = "\u{feff} paritysol 2 ;\r\n2 1 0; # last first\n0 1 ; /* 1 is not known */";
    let solution = solution_both_ways(loose.as_bytes(), 3).unwrap();
    let expected = RegionSolution {
        winners: [Some(Player::One), None, Some(Player::One)].into_iter().collect(),
        strategy: Some([None, None, Some(0)].into_iter().collect()),
    };
    assert_eq!(solution, expected);
    // Oink counts the entries.
    let counted = solution_both_ways(b"paritysol 1;\n2 1 0;\n", 3).unwrap();
    assert_eq!(counted.winners, [None, None, Some(Player::One)].into_iter().collect());
    let error =
        read_solution(loose.as_bytes(), &Names::numbered(3), &Objective::Buchi).unwrap_err();
    assert!(error.to_string().starts_with("this is a solution of objective 'parity'"), "{error}");
}

/// A column that has a value everywhere stays one when entries are put in order.
#[test]
fn attributes_follow_their_vertices() {
    let arena = read_game("2 7 1 0;0 5 0 1;1 6 1 2;").unwrap();
    let priorities: Column<u32> = [(0, 5), (1, 6), (2, 7)].into_iter().collect();
    assert_eq!(arena.priorities, priorities);
    assert_eq!(arena.owners.get(0), Some(Player::Zero));
    assert_eq!(arena.graph.targets(), [1, 2, 0]);
}
