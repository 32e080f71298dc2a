//! Whoever is told to stop stops: at once when cancelled, with what is proven when time is up. And
//! what nobody asked for by name is solved as the registry says.

mod auto;
mod samples;
mod timing;

use std::time::{Duration, Instant};

use retrograde_core::{Allowance, Arena, Cancel, Control, Objective, Question, Stopped};
use retrograde_solve::{Options, SolveError, registry};
use samples::{dressed, objectives, random_graph, verify};

fn sample(vertices: u32) -> Arena {
    dressed(random_graph(vertices, 3, 1), 12, 2)
}

#[test]
fn every_solver_notices_that_it_was_cancelled_before_it_began() {
    let cancel = Cancel::new();
    cancel.cancel();
    let options = Options::with(Control { cancel: Some(&cancel), ..Control::default() });
    // Small enough that no loop would look for itself, and large enough that every one does.
    for vertices in [3, 60_000] {
        let arena = sample(vertices);
        for objective in objectives() {
            let question = Question::new(&arena, &objective).unwrap();
            let cancelled = SolveError::Stopped(Stopped::Cancelled);
            for solver in registry::of(&objective) {
                let error = solver.run(&question, &options).unwrap_err();
                assert_eq!(error, cancelled, "{} by {}", objective, solver.name);
            }
            assert_eq!(registry::solve(&question, &options).unwrap_err(), cancelled);
        }
    }
}

#[test]
fn at_the_deadline_partial_answers_are_proven_and_others_are_errors() {
    let arena = sample(60_000);
    for objective in objectives() {
        let question = Question::new(&arena, &objective).unwrap();
        for solver in registry::of(&objective) {
            for micros in [0, 300, 3_000, 20_000] {
                let deadline = Some(Instant::now() + Duration::from_micros(micros));
                let options = Options::with(Control { deadline, ..Control::default() });
                let what = format!("{objective} by {}", solver.name);
                match solver.run(&question, &options) {
                    Ok(solved) => {
                        let is_complete = solved.solution.is_complete();
                        let expected =
                            (!is_complete && !solved.report.gave_up).then_some(Stopped::Deadline);
                        assert_eq!(solved.report.stopped, expected, "{what}");
                        assert!(is_complete || objective.facts().partial, "{what}");
                        assert!(micros > 0 || !is_complete, "{what}");
                        verify(&question, &solved.solution);
                    }
                    Err(SolveError::Cyclic { .. }) => assert_eq!(solver.name, "acyclic"),
                    Err(error) => {
                        assert_eq!(error, SolveError::Stopped(Stopped::Deadline), "{what}");
                        assert!(!objective.facts().partial, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn conditions_on_colours_that_do_not_fit_say_what_would() {
    let arena = sample(2_000);
    let objective = objectives().find(|it| matches!(it, Objective::Muller(_))).unwrap();
    let question = Question::new(&arena, &objective).unwrap();
    let memory = Some(Allowance::from_now(1 << 16));
    let options = Options::with(Control { memory, ..Control::default() });
    assert!(registry::estimate(&question, &options) > 1 << 16);
    let error = registry::solve(&question, &options).unwrap_err().to_string();
    let memory = "; that is what 64.0 KiB of memory holds";
    assert!(error.starts_with("the parity game, with ") && error.ends_with(memory), "{error}");
}

#[test]
fn a_solver_says_what_it_does_not_solve() {
    let arena = sample(3);
    let question = Question::new(&arena, &Objective::Grundy).unwrap();
    let climb = registry::find(&Objective::Energy, "climb").unwrap();
    assert_eq!(
        climb.run(&question, &Options::default()).unwrap_err().to_string(),
        "'climb' does not solve grundy: choose auto, acyclic, loopy"
    );
}
