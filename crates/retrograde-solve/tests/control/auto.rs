//! What `auto` picks, against what the entries of the registry say that it picks.

use std::time::Instant;

use retrograde_core::{Arena, Control, Graph, Objective, Outcome, Player, Question, Solution};
use retrograde_solve::registry::{self, Auto};
use retrograde_solve::{Options, Report, Solved};

use crate::samples::{dressed, objectives, random_graph, verify};

fn solve(arena: &Arena, objective: &Objective, options: &Options<'_>) -> Solved<Solution> {
    let question = Question::new(arena, objective).unwrap();
    let solved = registry::solve(&question, options).unwrap();
    verify(&question, &solved.solution);
    solved
}

/// The entry that ran.
fn ran(objective: &Objective, report: &Report) -> Auto {
    registry::find(objective, report.solver).expect("a solver of the objective").auto
}

/// A way down without a cycle, but for moves that payoffs need at the end.
fn down(vertices: u32) -> Graph {
    Graph::from_edges(vertices as usize, (1..vertices).flat_map(|v| [(v, v - 1), (v, v / 2)]))
        .unwrap()
}

#[test]
fn the_entries_tell_what_auto_does() {
    let with_cycles = dressed(random_graph(300, 3, 3), 8, 4);
    let without = dressed(down(300), 8, 5);
    for objective in objectives() {
        for (arena, is_acyclic) in [(&with_cycles, false), (&without, true)] {
            if Question::new(arena, &objective).is_err() {
                continue;
            }
            let solved = solve(arena, &objective, &Options::default());
            assert!(solved.solution.is_complete());
            let expected: Vec<Auto> = registry::of(&objective)
                .map(|solver| solver.auto)
                .filter(|auto| match auto {
                    Auto::Always | Auto::First => true,
                    Auto::Turn(place) => *place == 1,
                    Auto::Acyclic => is_acyclic,
                    Auto::Cyclic => !is_acyclic,
                    _ => false,
                })
                .collect();
            assert_eq!(expected, [ran(&objective, &solved.report)], "{objective}");
        }
    }
}

/// Links of two priorities, of which each is lost only once the one before is.
#[test]
fn games_of_two_priorities_are_solved_as_the_entry_says() {
    let links = 20_000u32;
    let moves = |v: u32| match (v / 2, v % 2) {
        (0, 0) => vec![0],
        (_, 0) => vec![v + 1, v],
        (_, _) => vec![v - 1, v.saturating_sub(3)],
    };
    let edges = (0..links * 2).flat_map(|v| moves(v).into_iter().map(move |to| (v, to)));
    let mut arena = dressed(Graph::from_edges(links as usize * 2, edges).unwrap(), 2, 1);
    for vertex in 0..arena.graph.vertex_count() {
        arena.owners.set(vertex, if vertex % 2 == 0 { Player::Zero } else { Player::One });
        arena.priorities.set(vertex, vertex as u32 % 2 + 1);
    }
    let objective = Objective::PARITY;
    let solved = solve(&arena, &objective, &Options::default());
    assert_eq!(ran(&objective, &solved.report), Auto::TwoPriorities);
    let entry = registry::find(&objective, solved.report.solver).unwrap();
    assert_eq!(entry.judge(&arena, false), (true, "two priorities decide"));
    arena.priorities.set(0, 0);
    assert_eq!(
        entry.judge(&arena, false),
        (true, "solves the components that have two priorities")
    );
}

#[test]
fn another_takes_over_where_the_first_takes_too_long() {
    let arena = dressed(random_graph(3_000, 3, 6), 8, 7);
    let deadline = Some(Instant::now());
    let options = Options::with(Control { deadline, ..Control::default() });
    let solved = solve(&arena, &Objective::MeanPayoff, &options);
    assert_eq!(ran(&Objective::MeanPayoff, &solved.report), Auto::TakesOver);
}

#[test]
fn ties_are_found_where_a_verdict_can_make_them() {
    let mut arena = Arena::from(Graph::from_edges(3, [(0, 1), (2, 2), (2, 1)]).unwrap());
    let [plain, tied] = [false, true].map(|has_verdict| {
        if has_verdict {
            arena.verdicts.set(1, Outcome::Draw);
        }
        let question = Question::new(&arena, &Objective::OUTCOME).unwrap();
        let names = ["acyclic", "retrograde", "components"];
        let bytes = names.map(|name| {
            let solver = registry::find(&Objective::OUTCOME, name).unwrap();
            solver.estimate(&question, &Options::default())
        });
        let solved = registry::solve(&question, &Options::default()).unwrap();
        (solved.solution.summary(Default::default()).len(), bytes)
    });
    assert_eq!((plain.0, tied.0), (4, 5));
    assert!(plain.1.iter().zip(&tied.1).all(|(plain, tied)| plain <= tied));
    assert!(plain.1[0] < tied.1[0]);
}

#[test]
fn how_it_was_done_is_said_in_a_line() {
    let arena = dressed(random_graph(300, 3, 3), 8, 4);
    let how = |objective: &Objective, name: &str| {
        let question = Question::new(&arena, objective).unwrap();
        let solved = match registry::find(objective, name) {
            Some(solver) => solver.run(&question, &Options::default()),
            None => registry::solve(&question, &Options::default()),
        };
        solved.unwrap().report.how.into_owned()
    };
    let outcome = Objective::OUTCOME;
    assert_eq!(how(&outcome, "auto"), "with cycles: solved by retrograde analysis");
    assert_eq!(how(&outcome, "retrograde"), "solved by retrograde analysis");
    assert_eq!(how(&outcome, "components"), "solved component by component, last ones first");
    assert_eq!(
        how(&Objective::Asymmetric, "nmbig-lin"),
        "player 0 wants to end the game, player 1 to play forever: solved label by label"
    );
    assert_eq!(
        how(&Objective::Grundy, "auto"),
        "with cycles: generalised Grundy values, one value at a time"
    );
    let min = Objective::Parity(retrograde_core::Extremum::Min);
    assert_eq!(how(&min, "tangle"), min.wanted());
    let muller = objectives().find(|it| matches!(it, Objective::Muller(_))).unwrap();
    let line = how(&muller, "auto");
    assert!(
        line.starts_with("player 0 wants Inf(0)&Fin(1) | Inf(2)&Inf(3) of the colours"),
        "{line}"
    );
    assert!(line.ends_with(" vertices") && line.contains(": solved as a parity game of "));
}
