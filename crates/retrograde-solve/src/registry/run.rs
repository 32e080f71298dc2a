//! From a question to the solver that answers it.

use std::time::Instant;

use retrograde_core::{Allowance, Control, Objective, Outcome, Posed, Question, Solution};

use super::unserved;
use crate::emerson_lei::{self, Limits};
use crate::{
    Options, Report, SolveError, Solved, asymmetric, buchi, energy, grundy, mean_payoff, outcome,
    parity, partizan, reachability, scc,
};

type Answered = Result<Solved<Solution>, SolveError>;

/// The same control with so many bytes.
pub(super) fn within<'a>(control: &Control<'a>, room: u64) -> Control<'a> {
    Control { memory: Some(Allowance::from_now(room)), ..*control }
}

/// Solves a question by whatever is best for it.
pub(super) fn auto(question: &Question<'_>, options: &Options<'_>) -> Answered {
    match (&question.posed, &question.objective) {
        (Posed::Outcome(_), _) => outcome(question, options, outcome::Method::Auto),
        (Posed::Graph(_), Objective::Grundy) => grundy(question, options, grundy::Method::Auto),
        (Posed::Graph(_), _) => asymmetric(question, options, asymmetric::Method::Auto),
        (Posed::Partizan(_), _) => partizan(question, options),
        (Posed::Targets(_), Objective::Buchi | Objective::Cobuchi) => buchi(question, options),
        (Posed::Targets(_), _) => reachability(question, options),
        (Posed::Parity(_), _) => parity(question, options, parity::Method::Auto),
        (Posed::Payoff(_), Objective::Energy) => energy(question, options),
        (Posed::Payoff(_), _) => mean_payoff(question, options, mean_payoff::Method::Auto),
        (Posed::Colors(_), _) => colors(question, options),
        _ => Err(unserved("auto", &question.objective)),
    }
}

/// What [`auto`] takes.
pub(super) fn estimate(question: &Question<'_>, options: &Options<'_>) -> u64 {
    match (&question.posed, &question.objective) {
        (Posed::Outcome(_), _) => outcome_bytes(question, options, outcome::Method::Auto),
        (Posed::Graph(graph), Objective::Grundy) => {
            grundy::estimate(graph, grundy::Method::Auto, &without_moves(options))
        }
        (Posed::Graph(graph), _) => asymmetric::estimate(graph, asymmetric::Method::Auto, options),
        (Posed::Partizan(game), _) => partizan::estimate(game, options),
        (Posed::Targets(game), Objective::Buchi | Objective::Cobuchi) => {
            buchi::estimate(game.arena.graph())
        }
        (Posed::Targets(game), _) => reachability::estimate(game.arena.graph(), options),
        (Posed::Parity(game), _) => parity::estimate(game, parity::Method::Auto),
        (Posed::Payoff(game), Objective::Energy) => energy::estimate(game.arena.graph(), options),
        (Posed::Payoff(game), _) => mean_payoff::estimate(game.arena.graph(), options),
        (Posed::Colors(game), _) => emerson_lei::estimate(game),
        _ => 0,
    }
}

/// An answer to the question, with how it came about.
fn answer(
    question: &Question<'_>,
    found: impl Into<retrograde_core::Answer>,
    report: Report,
) -> Solved<Solution> {
    Solved { solution: Solution::new(question.objective.clone(), found), report }
}

pub(super) fn outcome(
    question: &Question<'_>,
    options: &Options<'_>,
    method: outcome::Method,
) -> Answered {
    let Posed::Outcome(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let Solved { mut solution, mut report } = outcome::solve(game, method, options)?;
    if can_tie(question) {
        let start = Instant::now();
        let ties = outcome::ties(game.graph(), &solution.values, &options.control)?;
        solution.ties = Some(ties);
        report.choosing += start.elapsed();
    }
    Ok(answer(question, solution, report))
}

/// Whether the rules can end a game without a winner.
fn can_tie(question: &Question<'_>) -> bool {
    question.arena.verdicts.iter().any(|(_, verdict)| verdict == Outcome::Draw)
}

pub(super) fn outcome_bytes(
    question: &Question<'_>,
    options: &Options<'_>,
    method: outcome::Method,
) -> u64 {
    let graph = question.graph();
    let solving = match method {
        outcome::Method::Components => components_bytes(question, options),
        _ => outcome::estimate(graph, method, options),
    };
    if !can_tie(question) {
        return solving;
    }
    let answer = outcome::label_bytes(graph) + outcome::moves_bytes(graph, options);
    solving.max(answer + outcome::ties_bytes(graph))
}

/// What going component by component takes. How large they are shows only once they are found,
/// which takes 13 bytes a vertex: where these do not fit, that is the answer.
fn components_bytes(question: &Question<'_>, options: &Options<'_>) -> u64 {
    let graph = question.graph();
    let least = graph.vertex_count() as u64 * 13;
    if least > options.control.room() {
        return least;
    }
    match scc::components(graph, &options.control) {
        Ok(components) => outcome::components::estimate(graph, &components).max(least),
        Err(_) => outcome::estimate(graph, outcome::Method::Components, options),
    }
}

pub(super) fn asymmetric(
    question: &Question<'_>,
    options: &Options<'_>,
    method: asymmetric::Method,
) -> Answered {
    let solved = asymmetric::solve(question.graph(), method, options)?;
    Ok(answer(question, solved.solution, solved.report))
}

pub(super) fn grundy(
    question: &Question<'_>,
    options: &Options<'_>,
    method: grundy::Method,
) -> Answered {
    let counted = grundy::solve(question.graph(), method, &without_moves(options))?;
    Ok(answer(question, counted.values, counted.report))
}

/// Without the counters of Grundy values, which no answer has.
pub(super) fn without_moves<'a>(options: &Options<'a>) -> Options<'a> {
    Options { values_only: true, ..*options }
}

pub(super) fn partizan(question: &Question<'_>, options: &Options<'_>) -> Answered {
    let Posed::Partizan(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let solved = partizan::solve(game, options)?;
    Ok(answer(question, solved.solution, solved.report))
}

pub(super) fn reachability(question: &Question<'_>, options: &Options<'_>) -> Answered {
    let Posed::Targets(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let ranked = match question.objective {
        Objective::Safety => reachability::safety(game, options)?,
        _ => reachability::solve(game, options)?,
    };
    Ok(answer(question, ranked.solution, ranked.report))
}

pub(super) fn buchi(question: &Question<'_>, options: &Options<'_>) -> Answered {
    let Posed::Targets(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let repaired = match question.objective {
        Objective::Cobuchi => buchi::cobuchi(game, options)?,
        _ => buchi::solve(game, options)?,
    };
    Ok(answer(question, repaired.solution, repaired.report))
}

pub(super) fn parity(
    question: &Question<'_>,
    options: &Options<'_>,
    method: parity::Method,
) -> Answered {
    let Posed::Parity(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let divided = parity::solve(game, method, options)?;
    let report = Report { how: question.objective.wanted().into(), ..divided.report };
    Ok(answer(question, divided.solution, report))
}

pub(super) fn parity_bytes(question: &Question<'_>, method: parity::Method) -> u64 {
    match &question.posed {
        Posed::Parity(game) => parity::estimate(game, method),
        _ => 0,
    }
}

pub(super) fn energy(question: &Question<'_>, options: &Options<'_>) -> Answered {
    let Posed::Payoff(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let solved = energy::solve(game, options)?;
    Ok(answer(question, solved.solution, solved.report))
}

pub(super) fn mean_payoff(
    question: &Question<'_>,
    options: &Options<'_>,
    method: mean_payoff::Method,
) -> Answered {
    let Posed::Payoff(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let solved = mean_payoff::solve(game, method, options)?;
    Ok(answer(question, solved.solution, solved.report))
}

pub(super) fn colors(question: &Question<'_>, options: &Options<'_>) -> Answered {
    let Posed::Colors(game) = &question.posed else {
        return Err(unserved("auto", &question.objective));
    };
    let limits = Limits::in_room(options.control.room());
    let unfolded = emerson_lei::solve(game, &limits, options).map_err(|error| match error {
        emerson_lei::EmersonLeiError::Stopped(why) => SolveError::Stopped(why),
        error => error.into(),
    })?;
    Ok(answer(question, unfolded.solution, unfolded.report))
}
