//! Tests of writing solutions and reading them back: those of the objective `outcome` here, which
//! also go through everything that all objectives share; the
//! others in `objectives`, `payoffs`, `regions`, `machines`, `broken_machines` and `round_trips`.

mod broken_machines;
mod machines;
mod objectives;
mod payoffs;
mod regions;
mod round_trips;

use proptest::prelude::*;
use retrograde_core::{Convention, Distance, OutcomeSolution, Strategy as Moves, Terms, Value};

use super::*;
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
    assert_eq!(text, "vertex,outcome,distance\na,N,1\nt,P,0\nd,tie,\n");
    let text = json_in(&names, &solution, Some(2), false, Terms::Pn);
    let summary = r#""summary": {"N": 1, "P": 1, "tie": 1, "longest": 1, "start": {"outcome": "tie", "distance": null}}"#;
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
        "the solution has no 'rows', only a summary: write it without --summary"
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
    for (rows, message) in [
        ("a,win,1,t\né,win,1,t\n", "line 4: vertex 't' has no row"),
        ("", "line 2: 3 vertices have no row, the first of them 'a'"),
        ("x,win,1,t\n", "line 2, column 1: the graph has no vertex 'x'"),
        (
            "a,win,1,t\na,win,1,t\n",
            "line 3, column 1: a second row for vertex 'a': keep one of them",
        ),
        (
            "a,,1,t\n",
            "line 2, column 3: vertex 'a' has nothing in the column 'outcome', which every vertex needs",
        ),
        ("é,won,1,t\n", "line 2, column 3: the outcome 'won' is none of 'win', 'lose' and 'draw'"),
        (
            "é,win,-1,t\n",
            "line 2, column 7: the distance '-1' is not a number of moves from 0 to 4294967295",
        ),
        (
            "é,win,+1,t\n",
            "line 2, column 7: the distance '+1' is not a number of moves from 0 to 4294967295",
        ),
        (
            "é,win,4294967296,t\n",
            "line 2, column 7: the distance '4294967296' is not a number of moves from 0 to 4294967295",
        ),
        (
            "a,win,,t\n",
            "line 2, column 7: vertex 'a' has no distance: a win or a loss has one, and the checker needs it",
        ),
        (
            "a,draw,2,t\n",
            "line 2, column 8: vertex 'a' is a draw and has a distance: leave it empty",
        ),
        (
            "a,win,1,x\n",
            "line 2, column 9: the move at 'a' leads to 'x', a vertex that the graph does not have",
        ),
        ("a,win,1\n", "line 2, column 8: the row has 3 fields and the header 4"),
        ("a,win,1,t,5\n", "line 2, column 11: the row has 5 fields and the header 4"),
        ("a,win,1,\"t\n", "line 2, column 9: this quote is never closed"),
        (
            "\"a\" ,win,1,t\n",
            "line 2, column 4: after a closing quote comes a comma or the end of the line",
        ),
        (
            "a,w\"i\"n,1,t\n",
            "line 2, column 4: a quote inside a field: put the whole field in quotes and double those inside",
        ),
        ("\"a\nb\",win,1,t\n", "line 2, column 1: the graph has no vertex 'a\\nb'"),
        ("a,\"w\nx\",1,\"x\n", "line 3, column 6: this quote is never closed"),
    ] {
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
    for (text, message) in [
        ("{", "line 1, column 2: expected a key in quotes, found the end of the file"),
        ("{}", "the solution has no 'rows', only a summary: write it without --summary"),
        (
            "{\"objective\": \"parity\"}",
            "line 1, column 15: this is a solution of objective 'parity'; one of 'outcome' is expected here, which --objective can change",
        ),
        (
            "{\"vertices\": 5}",
            "line 1, column 14: the solution is of a graph of '5' vertices, and this one has 2",
        ),
        ("{\"vertices\": \"5\"}", "line 1, column 14: expected a number, found '5'"),
        ("{\"x\": 1 \"y\": 2}", "line 1, column 9: expected ',' or '}', found 'y'"),
        ("{\"x\": 1,}", "line 1, column 8: a ',' before '}' is one too many: remove it"),
        ("{\"x\": [}", "line 1, column 8: expected a value, found '}'"),
        ("{\"x\": }", "line 1, column 7: expected a value, found '}'"),
        ("{\"x\" 1}", "line 1, column 6: expected ':' after 'x', found '1'"),
        ("{\"x\": hello}", "line 1, column 7: unexpected 'hello': strings stand in double quotes"),
        ("{\"x\": @}", "line 1, column 7: unexpected '@'"),
        ("{\"x\": \"\\q\"}", "line 1, column 8: unknown escape '\\q': write a backslash as '\\\\'"),
        ("{\"x\": \"\\u12g4\"}", "line 1, column 8: '\\u' needs four hexadecimal digits"),
        (
            "{\"x\": \"\\ud800\"}",
            "line 1, column 8: '\\ud800' is half a character: the other half must follow",
        ),
        (
            "{\"x\": \"\\udc00\"}",
            "line 1, column 8: '\\udc00' is half a character: the other half must follow",
        ),
        (
            "{\"x\": \"a\nb\"}",
            "line 1, column 9: a line break or control character inside a string: write it as an escape such as '\\n', or close the string with '\"'",
        ),
        ("{\"x\": \"é", "line 1, column 7: the string that starts here never ends: add '\"'"),
        ("{\"rows\": {}}", "line 1, column 10: expected a list of rows, found an object"),
        ("{\"rows\": [1]}", "line 1, column 11: expected a row, an object, found '1'"),
        (
            "{\"rows\": [], \"rows\": []}",
            "line 1, column 14: a second list of 'rows': keep one of them",
        ),
        ("{\"rows\": []}", "line 1, column 11: 2 vertices have no row, the first of them 'a'"),
        ("{\"rows\": []} x", "line 1, column 14: unexpected 'x': strings stand in double quotes"),
        ("{\"rows\": []} {}", "line 1, column 14: expected the end of the file, found an object"),
        (
            "{\"rows\": [\n{\"vertex\": \"é\", \"outcome\": \"won\", \"distance\": 1}]}",
            "line 2, column 28: the outcome 'won' is none of 'win', 'lose' and 'draw'",
        ),
        (
            "{\"rows\": [\n{\"vertex\": \"é\", \"outcome\": \"win\", \"distance\": 1.5}]}",
            "line 2, column 47: the distance '1.5' is not a number of moves from 0 to 4294967295",
        ),
        (
            "{\"rows\": [\n{\"vertex\": \"x\", \"outcome\": \"win\", \"distance\": 1}]}",
            "line 2, column 12: the graph has no vertex 'x'",
        ),
        (
            "{\"rows\": [\n{\"vertex\": \"a\", \"outcome\": \"win\"}]}",
            "line 2, column 1: the column 'distance' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
        (
            "{\"rows\": [{\"vertex\": \"a\", \"outcome\": null, \"distance\": 1}]}",
            "line 1, column 38: vertex 'a' has nothing in the column 'outcome', which every vertex needs",
        ),
        (
            "{\"rows\": [{\"vertex\": null, \"outcome\": \"draw\", \"distance\": null}]}",
            "line 1, column 11: the column 'vertex' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
        (
            "{\"rows\": [{\"vertex\": \"a\", \"vertex\": \"a\"}]}",
            "line 1, column 27: a second 'vertex' in this row",
        ),
        (
            "{\"rows\": [{\"vertex\": [], \"distance\": 1}]}",
            "line 1, column 22: expected a string, a number or null, found a list",
        ),
        (
            "{\"rows\": [{\"distance\": 1}]}",
            "line 1, column 11: the column 'vertex' is missing: a solution of objective 'outcome' has the columns 'vertex,outcome,distance,move'; only the move may be left out",
        ),
    ] {
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
