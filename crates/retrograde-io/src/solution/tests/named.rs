//! Solutions of graphs whose moves have names, written and read back.

use std::sync::Arc;

use retrograde_core::{
    Mealy, MealyStep, NamedMove, NamedMoves, Naming, Player, RegionSolution, Vertex,
};

use super::machines::MULLER;
use super::*;

/// The vertices `a`, `b` and `c`, where a move forward is called `+` and the number of steps, in a
/// ring; each vertex stands for its capital, too, from which moves lead to capitals.
#[derive(Debug)]
struct Ring;

impl Naming for Ring {
    fn len(&self) -> usize {
        3
    }

    fn name(&self, vertex: Vertex) -> String {
        char::from(b'a' + vertex as u8).to_string()
    }

    fn find(&self, name: &str) -> Option<Vertex> {
        (0..3).find(|&vertex| self.name(vertex).eq_ignore_ascii_case(name))
    }

    fn moves(&self) -> Option<&dyn NamedMoves> {
        Some(self)
    }
}

impl NamedMoves for Ring {
    fn between(&self, from: Vertex, to: Vertex) -> Option<NamedMove> {
        let name = format!("+{}", (to + 3 - from) % 3);
        Some(NamedMove { name, to: self.name(to).to_uppercase() })
    }

    fn after(&self, from: &str, name: &str) -> Option<Vertex> {
        let steps: Vertex = name.strip_prefix('+')?.parse().ok()?;
        Some((self.find(from)? + steps) % 3)
    }
}

fn ring() -> Names {
    Names::computed(Arc::new(Ring))
}

/// The solution as CSV and as JSON.
fn texts(solution: &Solution) -> [String; 2] {
    let names = ring();
    let rows = SolutionRows { names: &names, edges: 3, solution, start: None };
    let (mut csv, mut json) = (Vec::new(), Vec::new());
    write_csv(&rows, Terms::WinLose, &mut csv).unwrap();
    write_json(&rows, Terms::WinLose, true, &mut json).unwrap();
    [csv, json].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn moves_have_their_names_and_the_positions_that_they_lead_to() {
    let winners = [Some(Player::Zero); 3].into_iter().collect();
    let moves = [Some(1), None, Some(1)].into_iter().collect();
    let answer = RegionSolution { winners, strategy: Some(moves) };
    let solution = Solution::new(Objective::Buchi, answer);
    let [csv, json] = texts(&solution);
    assert_eq!(csv, "vertex,winner,move,to\na,0,+1,B\nb,0,,\nc,0,+2,B\n");
    assert!(json.contains(r#"{"vertex": "c", "winner": 0, "move": "+2", "to": "B"}"#), "{json}");
    assert!(json.contains(r#"{"vertex": "b", "winner": 0, "move": null, "to": null}"#), "{json}");
    for text in [csv.as_str(), &json, "to,move,winner,vertex\nb,+1,0,A\n,,0,b\nB,+2,0,C\n"] {
        let read = read_solution(text.as_bytes(), &ring(), &Objective::Buchi).unwrap();
        assert_eq!(read, solution, "{text}");
    }
}

#[test]
fn machines_have_names_for_their_moves_too() {
    let step = |vertex, memory, to, next| MealyStep { vertex, memory, to, next };
    let steps = vec![step(0, 0, Some(2), 1), step(0, 1, Some(1), 0), step(1, 0, None, 0)];
    let machines = [
        Mealy::new(Player::Zero, 3, 2, 0, steps).unwrap(),
        Mealy::new(Player::One, 3, 1, 0, Vec::new()).unwrap(),
    ];
    let winners = [Some(Player::Zero); 3].into_iter().collect();
    let solution = Solution::new(MULLER, MealySolution::new(winners, Some(machines)));
    let [_, json] = texts(&solution);
    let line = r#"{"vertex": "a", "memory": 0, "move": "+2", "to": "C", "next": 1}"#;
    assert!(json.contains(line), "{json}");
    assert_eq!(read_solution(json.as_bytes(), &ring(), &MULLER).unwrap(), solution);
    for (right, wrong, said) in [
        (r#""move": "+2", "to": "C""#, r#""move": "+2", "to": "B""#, "'+2' does not lead to 'B'"),
        (r#""move": "+2", "to": "C""#, r#""move": "C""#, "which are missing"),
        (r#""move": "+2", "to": "C""#, r#""move": null, "to": "C""#, "both the move and the"),
    ] {
        let wrong = json.replace(&format!("0, {right}"), &format!("0, {wrong}"));
        let error = read_solution(wrong.as_bytes(), &ring(), &MULLER).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn columns_that_do_not_go_together_are_refused() {
    let read = |text: &str, objective: &Objective, names: &Names| {
        read_solution(text.as_bytes(), names, objective).unwrap_err().to_string()
    };
    let error = read("vertex,winner,to\na,0,b\n", &Objective::Buchi, &ring());
    assert!(error.contains("the column 'move' is missing"), "{error}");
    let error = read("vertex,winner,move\na,0,b\n", &Objective::Buchi, &ring());
    assert!(error.contains("in columns of their own ('to'), which are missing"), "{error}");
    let both = "vertex,first,second,first_move,second_move,first_to\na,win,win,+1,+1,b\n";
    let error = read(both, &Objective::Asymmetric, &ring());
    assert!(error.contains("which are missing"), "{error}");
    // A graph whose moves have no names takes where they lead, if it has that.
    let plain = names(&["a", "b", "c"]);
    let text = "vertex,winner,move,to\na,0,+1,b\nb,0,,\nc,0,+2,b\n";
    let solution = read_solution(text.as_bytes(), &plain, &Objective::Buchi).unwrap();
    assert_eq!(solution.moves(2).next(), Some(Some(1)));
    let error = read(&text.replace("+2,b", "+2,B"), &Objective::Buchi, &plain);
    assert!(error.contains("check the moves of a game given by rules against the game"), "{error}");
}
