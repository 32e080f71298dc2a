//! Solutions of the objectives besides `outcome`, and what happens when objectives are mixed up.

use retrograde_core::{
    AsymmetricSolution, Grundy, GrundyValues, Outcome, Outcomes, PartizanClass, PartizanOutcomes,
    Strategies,
};

use super::*;
use crate::ReadFault;

const PARTIZAN: Objective = Objective::Partizan(Convention::Normal);

pub(super) const ALL: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

pub(super) fn outcomes(of: &[Outcome]) -> Outcomes {
    of.iter().copied().collect()
}

fn grundy(of: &[Grundy<'_>]) -> GrundyValues {
    let mut values = GrundyValues::default();
    of.iter().for_each(|&value| values.push(value));
    values
}

/// What is said of a text that is no solution, and whether that refutes it.
pub(super) fn complaint(text: &str, names: &Names, objective: &Objective) -> (String, bool) {
    let error = read_both_ways(text.as_bytes(), names, objective).unwrap_err();
    let refuted = matches!(&error.fault, ReadFault::Solution(fault) if fault.is_refutation());
    (error.to_string(), refuted)
}

#[test]
fn asymmetric_solutions_have_two_outcomes_and_two_moves() {
    let names = names(&["a,b", "t"]);
    let mut solution = AsymmetricSolution {
        first: outcomes(&[Outcome::Win, Outcome::Draw]),
        second: outcomes(&[Outcome::Draw, Outcome::Lose]),
        strategies: Some(Strategies {
            first: [Some(1), None].into_iter().collect(),
            second: [Some(0), None].into_iter().collect(),
        }),
    };
    let expected =
        "vertex,first,second,first_move,second_move\n\"a,b\",win,draw,t,\"a,b\"\nt,draw,lose,,\n";
    assert_eq!(csv(&names, &of(&solution)), expected);
    let expected = r#"{
  "objective": "asymmetric",
  "vertices": 2,
  "edges": 3,
  "summary": {"first": {"win": 1, "lose": 0, "draw": 1}, "second": {"win": 0, "lose": 1, "draw": 1}, "start": {"first": "draw", "second": "lose"}},
  "rows": [
    {"vertex": "a,b", "first": "win", "second": "draw", "first_move": "t", "second_move": "a,b"},
    {"vertex": "t", "first": "draw", "second": "lose", "first_move": null, "second_move": null}
  ]
}
"#;
    assert_eq!(json(&names, &of(&solution), Some(1), true), expected);
    solution.strategies = None;
    assert_eq!(csv(&names, &of(&solution)), "vertex,first,second\n\"a,b\",win,draw\nt,draw,lose\n");
}

#[test]
fn grundy_values_are_numbers_or_sets() {
    let names = Names::numbered(5);
    let values = grundy(&[
        Grundy::Finite(0),
        Grundy::Finite(3),
        Grundy::Loopy(&[]),
        Grundy::Loopy(&[0]),
        Grundy::Loopy(&[0, 2]),
    ]);
    let expected = "vertex,grundy\n0,0\n1,3\n2,inf{}\n3,inf{0}\n4,\"inf{0,2}\"\n";
    assert_eq!(csv(&names, &of(&values)), expected);
    let expected = r#"{
  "objective": "grundy",
  "vertices": 5,
  "edges": 3,
  "summary": {"finite": 2, "loopy": 3, "largest": 3, "win": 3, "lose": 1, "draw": 1},
  "rows": [
    {"vertex": "0", "grundy": 0},
    {"vertex": "1", "grundy": 3},
    {"vertex": "2", "grundy": "inf{}"},
    {"vertex": "3", "grundy": "inf{0}"},
    {"vertex": "4", "grundy": "inf{0,2}"}
  ]
}
"#;
    assert_eq!(json(&names, &of(&values), None, true), expected);
    let shuffled = "vertex,grundy\n4,\"inf{0,2}\"\n3,inf{0}\n0,0\n2,inf{}\n1,3\n";
    assert_eq!(
        read_both_ways(shuffled.as_bytes(), &names, &Objective::Grundy).unwrap(),
        of(&values)
    );
    let loopy = json(&names, &of(&grundy(&[Grundy::Loopy(&[])])), None, false);
    assert!(loopy.contains(r#""largest": null"#), "{loopy}");
}

#[test]
fn partizan_solutions_have_a_class() {
    let pairs: Vec<_> = ALL.iter().flat_map(|&left| ALL.map(|right| (left, right))).collect();
    let names = Names::numbered(9);
    let solution = PartizanOutcomes {
        left_first: pairs.iter().map(|pair| pair.0).collect(),
        right_first: pairs.iter().map(|pair| pair.1).collect(),
    };
    let expected = "vertex,left_first,right_first,class\n\
        0,win,win,N\n1,win,lose,L\n2,win,draw,LD\n\
        3,lose,win,R\n4,lose,lose,P\n5,lose,draw,RD\n\
        6,draw,win,DR\n7,draw,lose,DL\n8,draw,draw,D\n";
    assert_eq!(csv(&names, &of(&solution)), expected);
    for vertex in 0..9 {
        let only = |all: &Outcomes| outcomes(&[all.get(vertex)]);
        let one = PartizanOutcomes {
            left_first: only(&solution.left_first),
            right_first: only(&solution.right_first),
        };
        let text = json(&Names::numbered(1), &of(&one), Some(0), false);
        let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
        for class in PartizanClass::ALL {
            let count = u64::from(class == solution.class(vertex));
            assert_eq!(parsed["summary"][class.as_str()], count, "{text}");
        }
        assert_eq!(parsed["summary"]["start"]["class"], solution.class(vertex).as_str());
    }
}

#[test]
fn wrong_values_are_named_where_they_stand() {
    let names = names(&["a", "t"]);
    for (rows, message, refutes) in [
        (
            "a,x",
            "line 2, column 3: the value 'x' is neither a number such as '3' nor a set in ascending order such as 'inf{0,2}'",
            false,
        ),
        (
            "a,",
            "line 2, column 3: vertex 'a' has nothing in the column 'grundy', which every vertex needs",
            false,
        ),
        (
            "a,2",
            "line 2, column 3: the value of vertex 'a' has '2' in it: with 2 vertices no value is above 1",
            true,
        ),
        (
            "a,\"inf{0,4294967296}\"",
            "line 2, column 3: the value of vertex 'a' has '4294967296' in it: with 2 vertices no value is above 1",
            true,
        ),
        ("t,0", "line 3: vertex 'a' has no row", true),
    ] {
        let text = format!("vertex,grundy\n{rows}\n");
        assert_eq!(complaint(&text, &names, &Objective::Grundy), (message.to_owned(), refutes));
    }
    for word in [
        "-1",
        "+1",
        "01",
        "1.0",
        " 1",
        "inf",
        "inf{",
        "inf{0",
        "inf{00}",
        "inf{1,0}",
        "inf{0,0}",
        "inf{,}",
        "inf{0,}",
        "inf{ }",
        "INF{}",
        "inf{}}",
        "inf{inf{}}",
    ] {
        let text = format!("vertex,grundy\na,\"{word}\"\n");
        let (message, refutes) = complaint(&text, &names, &Objective::Grundy);
        assert!(message.contains(&format!("the value '{word}' is neither a number")), "{message}");
        assert!(!refutes, "{message}");
    }
    for (row, message, refutes) in [
        (
            "a,win,won,,",
            "line 2, column 7: the outcome 'won' is none of 'win', 'lose' and 'draw'",
            false,
        ),
        (
            "a,N,win,,",
            "line 2, column 3: the outcome 'N' is none of 'win', 'lose' and 'draw'",
            false,
        ),
        (
            "a,win,,,",
            "line 2, column 7: vertex 'a' has nothing in the column 'second', which every vertex needs",
            false,
        ),
        (
            "a,win,win,t,x",
            "line 2, column 13: the move at 'a' leads to 'x', a vertex that the graph does not have",
            true,
        ),
    ] {
        let text = format!("{}\n{row}\n", Objective::Asymmetric.facts().header());
        assert_eq!(complaint(&text, &names, &Objective::Asymmetric), (message.to_owned(), refutes));
    }
    for (row, message, refutes) in [
        (
            "a,win,win,X",
            "line 2, column 11: the class 'X' is none of N, P, L, R, D, LD, DL, DR, RD",
            false,
        ),
        (
            "a,win,draw,DL",
            "line 2, column 12: vertex 'a' has the class 'DL', but the two outcomes in its row make it 'LD'",
            true,
        ),
    ] {
        let text = format!("{}\n{row}\n", PARTIZAN.facts().header());
        assert_eq!(complaint(&text, &names, &PARTIZAN), (message.to_owned(), refutes));
    }
}

#[test]
fn a_value_that_the_graph_has_vertices_for_is_read() {
    let names = Names::numbered(3);
    let text = "vertex,grundy\n0,2\n1,\"inf{0,1,2}\"\n2,0\n";
    let expected = grundy(&[Grundy::Finite(2), Grundy::Loopy(&[0, 1, 2]), Grundy::Finite(0)]);
    assert_eq!(read_both_ways(text.as_bytes(), &names, &Objective::Grundy).unwrap(), of(&expected));
}

#[test]
fn moves_come_all_together_or_not_at_all() {
    let names = names(&["a"]);
    let hint = "is missing: a solution of objective 'asymmetric' has the columns 'vertex,first,second,first_move,second_move'; only the moves may be left out, all of them together";
    for (text, message) in [
        (
            "vertex,first,second,first_move\na,win,win,\n",
            format!("line 1, column 1: the column 'second_move' {hint}"),
        ),
        (
            "{\"rows\": [{\"vertex\": \"a\", \"first\": \"win\", \"second\": \"win\", \"second_move\": null}]}",
            format!("line 1, column 80: the column 'first_move' {hint}"),
        ),
        ("vertex,first\na,win\n", format!("line 1, column 1: the column 'second' {hint}")),
    ] {
        assert_eq!(complaint(text, &names, &Objective::Asymmetric), (message, false), "{text}");
    }
    let message = "line 1, column 1: the column 'class' is missing: a solution of objective 'partizan' has the columns 'vertex,left_first,right_first,class'";
    let (found, _) = complaint("vertex,left_first,right_first\n", &names, &PARTIZAN);
    assert_eq!(found, message);
}

#[test]
fn solutions_of_other_objectives_are_recognised() {
    let names = names(&["a"]);
    for objective in Objective::ALL {
        let facts = objective.facts();
        for other in Objective::ALL.map(|other| other.facts()) {
            if other.header() == facts.header() {
                continue;
            }
            let says = |objective: &str| {
                format!(
                    "this is a solution of objective '{objective}'; one of '{}' is expected here",
                    facts.name
                )
            };
            let is_region = other.header() == Objective::PARITY.facts().header();
            let by_header = is_region.then_some("parity, or another with a winner");
            let values = format!("vertex,{}", other.values.join(","));
            for header in [values, other.header()] {
                let (found, refutes) = complaint(&format!("{header}\n"), &names, &objective);
                let message = says(by_header.unwrap_or(other.name));
                assert_eq!(found, format!("line 1, column 1: {message}"));
                assert!(!refutes);
            }
            let text = format!("{{\"objective\": \"{}\"}}", other.name);
            let message = format!("line 1, column 15: {}", says(other.name));
            assert_eq!(complaint(&text, &names, &objective).0, message);
        }
        for text in ["", "vertex,colour,move\n"] {
            let (found, refutes) = complaint(text, &names, &objective);
            assert!(found.contains(&facts.header()) && !refutes, "{found}");
        }
    }
}
