//! Reading in a hurry and reading with care come to the same.

use proptest::prelude::*;
use retrograde_core::ArenaBuilder;

use super::*;
use crate::testing::with_refutation;

/// Rows one after the other, all of them with care.
fn with_care(text: &[u8], names: &Names, objective: &Objective) -> Result<Answer, ReadError> {
    let facts = objective.facts();
    let mut input = text;
    let mut rows = CsvRows::new(&mut input, 1);
    let mut cells = Cells::default();
    if !rows.next(&mut cells)? {
        return Err(ReadFault::Solution(SolutionFault::Empty { facts }).into());
    }
    let (columns, count) = (header(&cells, facts)?, cells.len());
    let lookup = Lookup::new(names);
    let mut table = Table { gather: Gather::new(&lookup, objective), columns: &columns, count };
    let line = table.read(rows)?;
    table.gather.finish().map_err(|fault| fault.at(Place::line(line)))
}

fn compare(text: &str, names: &Names, objective: &Objective) -> bool {
    let careful = with_care(text.as_bytes(), names, objective);
    for (threads, size) in [(1, PIECE), (1, 1), (1, 20), (2, 7), (2, 40), (3, 13), (3, 90)] {
        let threads = Threads::new(threads).unwrap();
        let hurried = read_in_pieces(&mut text.as_bytes(), names, objective, threads, size);
        match (&careful, &hurried) {
            (Ok(careful), Ok(hurried)) => assert_eq!(careful, hurried, "{size}: {text:?}"),
            (Err(careful), Err(hurried)) => {
                let [careful, hurried] = [careful, hurried].map(with_refutation);
                assert_eq!(careful, hurried, "{size}: {text:?}");
            }
            _ => panic!("{size}: {careful:?} and {hurried:?} of {text:?}"),
        }
    }
    careful.is_ok()
}

fn named(words: &[&str]) -> Names {
    let mut builder = ArenaBuilder::new();
    for word in words {
        builder.vertex(word).unwrap();
    }
    builder.finish().unwrap().names
}

/// The fields after the vertex, good or not.
fn values(objective: &Objective) -> BoxedStrategy<&'static str> {
    let of: &[&str] = match objective {
        Objective::Outcome(_) => {
            &["win,3,1", "lose,0,", "draw,,2", "P,12,0", "N,1,x", "draw,4,", "win,,1", "won,1,1"]
        }
        Objective::Grundy => &["0", "1", "2", "inf{}", "\"inf{0,2}\"", "inf{1}", "70", "01"],
        Objective::Energy => {
            &["0,3,1", "1,,", "0,340282366920938463463374607431768211454,2", "1,2,"]
        }
        Objective::MeanPayoff => &["1/2,1", "-3,0", "0,", "2/4,1"],
        Objective::Asymmetric => &["win,lose,1,", "draw,draw,0,2", "lose,win,,1", "win,,1,1"],
        _ => &["0,1", "1,", ",", "0,2", "2,1", "1,\"2\""],
    };
    prop::sample::select(of).boxed()
}

fn header_of(objective: &Objective) -> &'static str {
    match objective {
        Objective::Outcome(_) => "vertex,outcome,distance,move",
        Objective::Grundy => "vertex,grundy",
        Objective::Energy => "vertex,winner,credit,move",
        Objective::MeanPayoff => "vertex,value,move",
        Objective::Asymmetric => "vertex,first,second,first_move,second_move",
        _ => "vertex,winner,move",
    }
}

const OBJECTIVES: [Objective; 6] = [
    Objective::OUTCOME,
    Objective::Grundy,
    Objective::Energy,
    Objective::MeanPayoff,
    Objective::Asymmetric,
    Objective::PARITY,
];

/// Rows of some vertices, mostly good ones in order, and how each ends.
fn rows(objective: usize) -> BoxedStrategy<Vec<(usize, &'static str, &'static str)>> {
    let of = &OBJECTIVES[objective];
    let good = values(of).prop_filter("one of the first three", move |value| {
        !["won", "70", "01", "x", "2/4", "1,2,", "win,,1", "2,1", "draw,4"]
            .iter()
            .any(|bad| value.contains(bad))
    });
    let end = prop_oneof![20 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n"), 1 => Just("")];
    let value = prop_oneof![30 => good, 1 => values(of)];
    prop::collection::vec((0..12_usize, value, end), 12).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn in_a_hurry_as_with_care(
        (objective, rows) in (0..OBJECTIVES.len()).prop_flat_map(|o| (Just(o), rows(o))),
        shuffled in prop::bool::weighted(0.2),
        names in 0..4_usize,
        count in 9..13_usize,
    ) {
        let words = match names {
            0 => ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
            1 => ["7", "1", "2", "30", "4", "5", "6", "0", "8", "9", "10", "11"],
            2 => ["0", "1", "2", "three", "4", "05", "6", "é", "8", "9", "10", "11"],
            _ => ["0", "1", "2", "a,b", "4", "5", "6", "seven", "8 ", "9", "q\"", "new\nline"],
        };
        let objective = &OBJECTIVES[objective];
        let mut text = format!("{}\n", header_of(objective));
        for (index, (vertex, value, end)) in rows.iter().enumerate().take(count) {
            let word = words[if shuffled { *vertex } else { index }];
            let word = match word.contains([',', '"', '\n']) {
                true => format!("\"{}\"", word.replace('"', "\"\"")),
                false => word.to_owned(),
            };
            text.push_str(&format!("{word},{value}{end}"));
        }
        compare(&text, &named(&words[..count.min(12)]), objective);
    }

    #[test]
    fn any_bytes_come_to_the_same(text in "(0|1|2|,|\"|\n|\r|win|draw|é){0,40}") {
        let text = format!("vertex,outcome,distance\n{text}");
        compare(&text, &Names::numbered(3), &Objective::OUTCOME);
    }
}

#[test]
fn good_files_of_all_kinds() {
    for (objective, rows) in [
        (Objective::OUTCOME, "0,win,1,1\n1,lose,0,\n2,draw,,2\n"),
        (Objective::Grundy, "0,0\n1,\"inf{0,2}\"\n2,2\n"),
        (Objective::Energy, "0,0,340282366920938463463374607431768211454,1\n1,1,,\n2,0,3,0\n"),
        (Objective::MeanPayoff, "0,1/2,1\n1,-3,0\n2,0,2\n"),
        (Objective::Asymmetric, "0,win,lose,1,\n1,draw,draw,0,2\n2,lose,win,,1\n"),
        (Objective::PARITY, "0,0,1\n1,1,\n2,,\n"),
    ] {
        let text = format!("{}\n{rows}", header_of(&objective));
        assert!(compare(&text, &Names::numbered(3), &objective), "{text}");
        assert!(compare(text.trim_end(), &Names::numbered(3), &objective), "{text}");
    }
}
