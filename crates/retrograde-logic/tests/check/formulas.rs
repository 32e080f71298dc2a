//! What is a formula, what is none, and how deep it may be.

use std::thread;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use retrograde_core::{Arena, Cancel, Column, Control, Graph, Labels, Names, Stopped};
use retrograde_logic::check::{CheckError, Formula, Logic, Options, check};

/// Texts that are refused, with the message and what the mark points at.
const REFUSED: &str = include_str!("../data/refused.txt");

#[test]
fn what_is_wrong_and_where() {
    let mut lines = REFUSED.lines().peekable();
    let mut seen = 0;
    while let Some(line) = lines.next() {
        let (logic, text) = line.split_once(' ').unwrap();
        let read = if logic == "ctl" { Formula::ctl(text) } else { Formula::parse(text) };
        let error = read.expect_err(text);
        let expected: Vec<&str> = (0..3).map(|_| lines.next().unwrap()).collect();
        let found = format!("  {error}\n{}", error.pointer());
        assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{text}");
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn alternation_is_told_by_what_depends_on_what() {
    for (text, depth) in [
        ("true", 0),
        ("<a>true", 0),
        ("<a*>true", 1),
        ("nu X. X", 1),
        ("mu X. [a]X && (nu Y. <b>Y)", 1),
        ("nu X. mu Y. <a>X || <b>Y", 2),
        ("mu X. nu Y. <a>X || <b>Y", 2),
        ("nu X. <a*>X", 2),
        ("[true*]<true*>X0", 0),
        ("nu X. [true*]<true*.a>X", 2),
        ("mu X. nu Y. mu Z. <a>X || <b>Y || <c>Z", 3),
        ("mu X. nu Y. mu Z. <a>X || <c>Z", 1),
        ("nu X. mu Y. nu Z. mu W. <a>X || <b>Y || <c>Z || <d>W", 4),
        ("nu X. (mu Y. <a>Y || <b>X) && (mu Z. nu V. <a>V && <c>Z)", 2),
        ("!nu X. mu Y. <a>X || <b>Y", 2),
    ] {
        match Formula::parse(text) {
            Ok(formula) => assert_eq!(formula.alternation_depth(), depth, "{text}"),
            Err(error) => assert!(text.contains("X0"), "{text}: {error}"),
        }
    }
}

/// A formula so many levels deep, and whether it holds where one transition leads back.
fn deep(levels: usize) -> Vec<(String, bool)> {
    let some = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(levels), close.repeat(levels))
    };
    vec![
        (some("(", "true", ")"), true),
        (some("!", "true", ""), levels.is_multiple_of(2)),
        (some("<a>", "true", ""), true),
        (some("[a]", "false", ""), false),
        (some("[a](<a>(", "true", "))"), true),
        (some("true && ", "true", ""), true),
        (some("", "true", " || true"), true),
        (some("false => ", "false", ""), true),
        (format!("<{}>true", some("(", "a", ")*")), true),
        (format!("[{}]false", some("(", "a", ")^+")), false),
        (format!("<{}>true", some("a.", "a", "")), true),
        (format!("<{}>true", some("!", "a", "")), levels.is_multiple_of(2)),
        ((0..levels).map(|n| format!("nu X{n}. ")).collect::<String>() + "<a>X0", true),
        ((0..levels).map(|n| format!("mu X{n}. <a>")).collect::<String>() + "X0", false),
    ]
}

#[test]
fn depth_is_no_danger() {
    let mut sketch = Arena::sketch();
    sketch.vertex(0).to(0).label("a");
    let model = sketch.arena().unwrap();
    for (text, holds) in deep(100_000) {
        let formula = Formula::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let checked = check(&model, &formula, &Options::default(), &Control::ALONE).unwrap();
        assert_eq!(checked.holds(0), Some(holds), "{}", &text[..40]);
    }
    let texts = ["AG ", "EF ", "!", "(", "A[true U ", "E[true R "];
    for text in texts {
        let close = match text {
            "(" => ")",
            _ if text.contains('[') => "]",
            _ => "",
        };
        let text = format!("{}true{}", text.repeat(100_000), close.repeat(100_000));
        let formula = Formula::ctl(&text).unwrap();
        let checked = check(&model, &formula, &Options::default(), &Control::ALONE).unwrap();
        assert!(checked.holds(0).is_some());
    }
    for text in ["(", "!", "<a>", "[a", "mu X. (", "<(", "A["] {
        assert!(Formula::parse(&text.repeat(100_000)).is_err());
        assert!(Formula::ctl(&text.repeat(100_000)).is_err());
    }
}

#[test]
fn ctl_is_over_maximal_paths() {
    // 0 goes to 1 and to 2, 1 stays, 2 is the end; p at 1 and 2, q at 2.
    let mut sketch = Arena::sketch();
    sketch.vertex(0).to(1).to(2).vertex(1).remark("p", "true").to(1);
    sketch.vertex(2).remark("p", "true").remark("q", "yes");
    let model = sketch.arena().unwrap();
    for (text, expected) in [
        ("p", [false, true, true]),
        ("'q=yes'", [false, false, true]),
        ("EX p", [true, true, false]),
        ("AX p", [true, true, true]),
        ("AX false", [false, false, true]),
        ("EF 'q=yes'", [true, false, true]),
        ("AF 'q=yes'", [false, false, true]),
        ("AF p", [true, true, true]),
        ("EG p", [false, true, true]),
        ("AG p", [false, true, true]),
        ("AG (p || EX p)", [true, true, true]),
        ("A[!p U p]", [true, true, true]),
        ("E[true U 'q=yes']", [true, false, true]),
        ("A[p W 'q=yes']", [false, true, true]),
        ("E[p U 'q=yes']", [false, false, true]),
        ("E[p W false]", [false, true, true]),
        ("A['q=yes' R p]", [false, true, true]),
        ("E['q=yes' R p]", [false, true, true]),
        ("AG EF (AX false)", [false, false, true]),
        ("p => EX p && AF p", [true, true, false]),
    ] {
        let formula = Formula::ctl(text).unwrap_or_else(|error| panic!("{error}"));
        let options = Options { all: true, ..Options::default() };
        let checked = check(&model, &formula, &options, &Control::ALONE).unwrap();
        let found: Vec<bool> = checked.answers().map(|(_, holds)| holds).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// Words that formulas are made of, and some that they are not.
const WORDS: [&str; 40] = [
    "mu X. ",
    "nu X. ",
    "mu Y. ",
    "nu Y. ",
    "X",
    "Y",
    "X ",
    "'p'",
    "'owner=0'",
    "true",
    "false",
    "&&",
    "||",
    "=>",
    "!",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    "<a>",
    "[b(*)]",
    "<true*>",
    "a",
    "tau",
    "b(1)",
    ".",
    "+",
    "*",
    "^+",
    "|",
    "\"a\"",
    "AG ",
    "E[",
    " U ",
    "EX ",
    "%\n",
    "'",
    "ä",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn any_words_are_a_formula_or_an_error_that_points(words in vec(select(&WORDS[..]), 0..12)) {
        let text = words.concat();
        let mut sketch = Arena::sketch();
        sketch.vertex(0).owner(0).to(1).label("a").to(0).label("i");
        sketch.vertex(1).owner(1).remark("p", "true").to(0).label("b(1)");
        let model = sketch.arena().unwrap();
        for logic in Logic::ALL {
            match Formula::read(&text, logic) {
                Ok(formula) => {
                    let checked = check(&model, &formula, &Options::default(), &Control::ALONE);
                    prop_assert!(checked.unwrap().holds(0).is_some());
                }
                Err(error) => {
                    let pointer = error.pointer();
                    prop_assert!(pointer.ends_with('^') && pointer.lines().count() == 2);
                    prop_assert!(error.line >= 1 && error.column >= 1);
                }
            }
        }
    }
}

#[test]
fn who_is_told_to_stop_stops_soon() {
    let states = 400_000;
    let edges = (0..states as u32).flat_map(|state| {
        let to = |factor: u32| (state.wrapping_mul(factor).wrapping_add(7)) % states as u32;
        [(state, to(2_654_435)), (state, to(40_503)), (state, to(9_176_741))]
    });
    let graph = Graph::from_edges(states, edges).unwrap();
    let words = Names::written(2, |word, text| text.push(['a', 'b'][word as usize]));
    let labels: Vec<u32> = (0..graph.edge_count() as u32).map(|edge| edge / 5 % 2).collect();
    let model = Arena { labels: Labels::new(words, Column::from(labels)), ..Arena::from(graph) };
    let options = Options { all: true, ..Options::default() };
    for text in ["[true*]<true*.a>true", "nu X. mu Y. nu Z. <a>X || <b>Y && [b]Z", "<b>true"] {
        let formula = Formula::parse(text).unwrap();
        for after in [0, 3, 20, 60] {
            let cancel = Cancel::new();
            let control = Control { cancel: Some(&cancel), ..Control::ALONE };
            let (answer, late) = thread::scope(|scope| {
                let told = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(after));
                    cancel.cancel();
                    Instant::now()
                });
                let answer = check(&model, &formula, &options, &control).map(drop);
                let done = Instant::now();
                (answer, done.saturating_duration_since(told.join().unwrap()))
            });
            match answer {
                Ok(()) => {}
                Err(error) => assert_eq!(error, CheckError::Stopped(Stopped::Cancelled)),
            }
            assert!(late < Duration::from_millis(500), "{late:?} late for {text}");
        }
    }
}
