//! Tests of writing solutions and reading them back: those of the objective `outcome` here, which
//! also go through everything that all objectives share; the
//! others in `objectives`, `payoffs`, `regions`, `machines`, `broken_machines` and `round_trips`.

mod broken_machines;
mod machines;
mod named;
mod objectives;
mod payoffs;
mod regions;
mod round_trips;

use proptest::prelude::*;
use retrograde_core::{Convention, Distance, OutcomeSolution, Strategy as Moves, Terms, Value};

use super::*;
use crate::cases::cases;
use crate::testing::{Trickle, arenas};

fn names(words: &[&str]) -> Names {
    let mut builder = retrograde_core::ArenaBuilder::new();
    for word in words {
        builder.vertex(word).unwrap();
    }
    builder.finish().unwrap().names
}

/// An answer to the question that it is the answer of, or to one of them.
fn of<A: Clone + Into<Answer>>(answer: &A) -> Solution {
    let answer = answer.clone().into();
    let objective = match &answer {
        Answer::Outcome(_) => Objective::OUTCOME,
        Answer::Asymmetric(_) => Objective::Asymmetric,
        Answer::Grundy(_) => Objective::Grundy,
        Answer::Partizan(_) | Answer::PartizanOutcomes(_) => {
            Objective::Partizan(Convention::Normal)
        }
        Answer::Energy(_) => Objective::Energy,
        Answer::MeanPayoff(_) => Objective::MeanPayoff,
        Answer::Machines(_) => Objective::Muller(None),
        _ => Objective::PARITY,
    };
    Solution { objective, answer }
}

fn solution(values: &[Value], moves: Option<&[Option<u32>]>) -> Solution {
    let moves = moves.map(|moves| moves.iter().copied().collect());
    of(&OutcomeSolution::new(values.iter().copied().collect(), moves))
}

fn read(text: &[u8], names: &Names) -> Result<Solution, ReadError> {
    read_both_ways(text, names, &Objective::OUTCOME)
}

/// Reads the text at once and in small steps, and insists that it makes no difference.
fn read_both_ways(
    text: &[u8],
    names: &Names,
    objective: &Objective,
) -> Result<Solution, ReadError> {
    let whole = read_solution(text, names, objective);
    for step in [1, 3] {
        match (&whole, &read_solution(Trickle::new(text, step), names, objective)) {
            (Ok(whole), Ok(stepped)) => assert_eq!(whole, stepped),
            (Err(whole), Err(stepped)) => assert_eq!(whole.to_string(), stepped.to_string()),
            (whole, stepped) => panic!("{whole:?} and {stepped:?}"),
        }
    }
    whole
}

fn csv(names: &Names, solution: &Solution) -> String {
    csv_in(names, solution, Terms::WinLose)
}

fn csv_in(names: &Names, solution: &Solution, terms: Terms) -> String {
    let mut text = Vec::new();
    let rows = SolutionRows { names, edges: 3, solution, start: None };
    write_csv(&rows, terms, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn json(names: &Names, solution: &Solution, start: Option<u32>, listed: bool) -> String {
    json_in(names, solution, start, listed, Terms::WinLose)
}

fn json_in(
    names: &Names,
    solution: &Solution,
    start: Option<u32>,
    listed: bool,
    terms: Terms,
) -> String {
    let mut text = Vec::new();
    let rows = SolutionRows { names, edges: 3, solution, start };
    write_json(&rows, terms, listed, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Writes a solution in both formats and insists that it comes back as `expected`.
fn comes_back(
    names: &Names,
    solution: &Solution,
    expected: &Solution,
) -> Result<(), TestCaseError> {
    let objective = &solution.objective;
    let text = csv(names, solution);
    prop_assert_eq!(&read_both_ways(text.as_bytes(), names, objective).unwrap(), expected);
    let text = json(names, solution, None, true);
    prop_assert_eq!(&read_both_ways(text.as_bytes(), names, objective).unwrap(), expected);
    let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows = parsed["rows"].as_array().unwrap();
    prop_assert_eq!(rows.len(), names.len());
    for (vertex, row) in rows.iter().enumerate() {
        prop_assert_eq!(row["vertex"].as_str().unwrap(), names.get(vertex as u32));
    }
    Ok(())
}

const WIN_1: Value = Value::Win(Distance(1));
const LOSE_0: Value = Value::Lose(Distance(0));

#[test]
fn csv_quotes_what_it_must() {
    let names = names(&["a,b", "say \"x\"", "", "two\nlines", "plain name"]);
    let solution = solution(
        &[WIN_1, LOSE_0, Value::Draw, Value::Draw, WIN_1],
        Some(&[Some(1), None, Some(2), Some(2), Some(1)]),
    );
    let text = csv(&names, &solution);
    let expected = "vertex,outcome,distance,move\n\
        \"a,b\",win,1,\"say \"\"x\"\"\"\n\
        \"say \"\"x\"\"\",lose,0,\n\
        \"\",draw,,\"\"\n\
        \"two\nlines\",draw,,\"\"\n\
        plain name,win,1,\"say \"\"x\"\"\"\n";
    assert_eq!(text, expected);
    assert_eq!(read(expected.as_bytes(), &names).unwrap(), solution);
}

#[test]
fn json_is_one_row_a_line() {
    let names = names(&["a\"\\\u{1}", "t"]);
    let solution = solution(&[WIN_1, LOSE_0], Some(&[Some(1), None]));
    let text = json(&names, &solution, Some(0), true);
    let expected = r#"{
  "objective": "outcome",
  "vertices": 2,
  "edges": 3,
  "summary": {"win": 1, "lose": 1, "draw": 0, "longest": 1, "start": {"outcome": "win", "distance": 1}},
  "rows": [
    {"vertex": "a\"\\\u0001", "outcome": "win", "distance": 1, "move": "t"},
    {"vertex": "t", "outcome": "lose", "distance": 0, "move": null}
  ]
}
"#;
    assert_eq!(text, expected);
    assert_eq!(read(expected.as_bytes(), &names).unwrap(), solution);
}

#[test]
fn outcomes_can_be_called_p_and_n() {
    let names = names(&["a", "t", "d"]);
    let solution = solution(&[WIN_1, LOSE_0, Value::Draw], None);
    let text = csv_in(&names, &solution, Terms::Pn);
    assert_eq!(text, "vertex,outcome,distance\na,N,1\nt,P,0\nd,draw,\n");
    let text = json_in(&names, &solution, Some(2), false, Terms::Pn);
    let summary = r#""summary": {"N": 1, "P": 1, "draw": 1, "longest": 1, "start": {"outcome": "draw", "distance": null}}"#;
    assert!(text.contains(summary), "{text}");
    let mixed = "vertex,outcome,distance\na,win,1\nt,P,0\nd,tie,\n";
    assert_eq!(read(mixed.as_bytes(), &names).unwrap(), solution);
    let error = read(b"vertex,outcome,distance\na,p,1\n", &names).unwrap_err();
    let expected = "line 2, column 3: the outcome 'p' is none of 'win', 'lose' and 'draw'";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn ties_that_were_counted_are_in_the_summary() {
    let mut answer = OutcomeSolution::new([Value::Draw, Value::Draw].into_iter().collect(), None);
    answer.ties = Some(retrograde_core::Bitmap::new(2));
    answer.ties.as_mut().unwrap().set(1);
    let text = json(&Names::numbered(2), &of(&answer), None, false);
    assert!(text.contains(r#""draw": 2, "longest": null, "ties": 1}"#), "{text}");
}

#[test]
fn a_summary_has_no_rows_and_no_longest_among_draws() {
    let names = names(&["a"]);
    let text = json(&names, &solution(&[Value::Draw], None), None, false);
    let expected = "{\n  \"objective\": \"outcome\",\n  \"vertices\": 1,\n  \"edges\": 3,\n  \"summary\": {\"win\": 0, \"lose\": 0, \"draw\": 1, \"longest\": null}\n}\n";
    assert_eq!(text, expected);
    assert_eq!(
        read(expected.as_bytes(), &names).unwrap_err().to_string(),
        "the solution has no 'rows', only a summary"
    );
}

#[test]
fn rows_and_columns_come_in_any_order() {
    let names = names(&["a", "t", "7"]);
    let expected = solution(&[WIN_1, LOSE_0, Value::Draw], None);
    for text in [
        "vertex,outcome,distance\nt,lose,0\n7,draw,\na,win,1\n",
        "\u{feff}distance,vertex,outcome\r\n,7,draw\r\n\r\n1,a,win\r\n0,\"t\",lose",
        r#" {"rows": [{"vertex": 7, "outcome": "draw", "distance": null, "note": [1, {"x": "]"}]},
            {"distance": 0, "outcome": "lose", "vertex": "\u0074"},
            {"vertex": "a", "outcome": "win", "distance": 1}], "extra": {}}"#,
    ] {
        assert_eq!(read(text.as_bytes(), &names).unwrap(), expected, "{text}");
    }
}

#[test]
fn malformed_csv_says_where_and_why() {
    let names = names(&["a", "é", "t"]);
    let header = "vertex,outcome,distance,move\n";
    for (rows, message) in cases(include_str!("../../tests/faults/csv.txt")) {
        let text = format!("{header}{rows}");
        assert_eq!(read(text.as_bytes(), &names).unwrap_err().to_string(), message, "{rows:?}");
    }
    for (row, message) in [
        (
            &b"a\xff,win,1,t\n"[..],
            "line 2, column 1: 'a\\xff' is not UTF-8: save the file as UTF-8",
        ),
        (b"\xc3,\xa9,1,t\n", "line 2, column 1: '\\xc3' is not UTF-8: save the file as UTF-8"),
        (b"\"a\n\xc3b\",x\n", "line 3, column 1: '\\xc3b' is not UTF-8: save the file as UTF-8"),
    ] {
        let text = [header.as_bytes(), row].concat();
        assert_eq!(read(&text, &names).unwrap_err().to_string(), message);
    }
}

#[test]
fn wrong_headers_say_what_is_expected() {
    let names = names(&["a"]);
    for (text, message) in [
        (
            "",
            "the file is empty: a solution begins with 'vertex,outcome,distance,move', or '{' for JSON",
        ),
        (
            " \n",
            "line 1, column 1: a solution of objective 'outcome' has no column ' ': its header is 'vertex,outcome,distance,move'",
        ),
        (
            "vertex,colour,move\n",
            "line 1, column 8: a solution of objective 'outcome' has no column 'colour': its header is 'vertex,outcome,distance,move'",
        ),
        (
            "vertex,outcome,move,move\n",
            "line 1, column 21: a second column 'move': keep one of them",
        ),
        (
            "outcome,distance\n",
            "line 1, column 1: the column 'vertex' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
        (
            "vertex,distance\n",
            "line 1, column 1: the column 'outcome' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
        (
            "vertex,outcome,move\na,win,\n",
            "line 1, column 1: the column 'distance' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
    ] {
        assert_eq!(read(text.as_bytes(), &names).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn malformed_json_says_where_and_why() {
    let names = names(&["a", "é"]);
    for (text, message) in cases(include_str!("../../tests/faults/json-solution.txt")) {
        assert_eq!(read(text.as_bytes(), &names).unwrap_err().to_string(), message, "{text}");
    }
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    let error = read_solution(deep.as_bytes(), &names, &Objective::OUTCOME).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 100007: expected a value, found the end of the file"
    );
    let long = format!("{{\"rows\": [{{\"vertex\": \"{}\"}}]}}", "n".repeat(70_000));
    let error = read(long.as_bytes(), &names).unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 22: 'nnn"), "{error}");
    assert!(error.ends_with("…' is longer than 64 KiB"), "{error}");
}

#[test]
fn a_quote_left_open_stops_before_it_eats_everything() {
    let mut text = b"vertex,outcome,distance,move\n\"a".to_vec();
    text.resize(2 * LONGEST, b'x');
    let error = read_solution(&text[..], &names(&["a"]), &Objective::OUTCOME).unwrap_err();
    assert_eq!(error.to_string(), "line 2: a row longer than 16 MiB: is a quote left open?");
}

prop_compose! {
    fn solved()(
        arena in prop_oneof![
            arenas("[a-z,\"\n\r é]{0,3}".boxed()),
            arenas("[0-9]{1,3}".boxed()),
            arenas("[\\PC\u{0}-\u{1f}]{0,4}".boxed()),
        ]
    )(
        values in proptest::collection::vec((0..3u8, any::<u32>()), arena.graph.vertex_count()),
        moves in proptest::option::of(proptest::collection::vec(
            proptest::option::of(0..arena.graph.vertex_count() as u32),
            arena.graph.vertex_count(),
        )),
        names in Just(arena.names),
    ) -> (Names, Solution) {
        let values = values.into_iter().map(|(kind, distance)| match kind {
            0 => Value::Win(Distance(distance)),
            1 => Value::Lose(Distance(distance)),
            _ => Value::Draw,
        });
        let moves: Option<Moves> = moves.map(|moves| moves.into_iter().collect());
        (names, of(&OutcomeSolution::new(values.collect(), moves)))
    }
}

proptest! {
    #[test]
    fn solutions_come_back_as_they_went((names, solution) in solved()) {
        comes_back(&names, &solution, &solution)?;
        for text in [
            csv_in(&names, &solution, Terms::Pn),
            json_in(&names, &solution, None, true, Terms::Pn),
        ] {
            prop_assert_eq!(&read(text.as_bytes(), &names).unwrap(), &solution);
        }
    }
}
