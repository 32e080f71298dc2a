//! From a question to the algorithm that answers it.

use std::time::Instant;

use retrograde_core::{Allowance, Answer, Control, Graph, Objective, Posed, Question, Solution};

use super::unserved;
use crate::emerson_lei::{self, Limits};
use crate::{
    Options, Report, SolveError, Solved, asymmetric, buchi, energy, grundy, mean_payoff, outcome,
    parity, partizan, reachability, scc,
};

/// All algorithms, by the games that they are for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Algorithm {
    Outcome(outcome::Method),
    Asymmetric(asymmetric::Method),
    Grundy(grundy::Method),
    Partizan,
    Reachability,
    Buchi,
    Parity(parity::Method),
    Energy,
    MeanPayoff(mean_payoff::Method),
    Colors,
}

impl Algorithm {
    /// The one that makes the best choice for a question.
    pub(super) fn auto(question: &Question<'_>) -> Self {
        match question.objective {
            Objective::Outcome(_) => Algorithm::Outcome(outcome::Method::Auto),
            Objective::Asymmetric => Algorithm::Asymmetric(asymmetric::Method::Auto),
            Objective::Grundy => Algorithm::Grundy(grundy::Method::Auto),
            Objective::Partizan(_) => Algorithm::Partizan,
            Objective::Reachability | Objective::Safety => Algorithm::Reachability,
            Objective::Buchi | Objective::Cobuchi => Algorithm::Buchi,
            Objective::Parity(_) => Algorithm::Parity(parity::Method::Auto),
            Objective::Energy => Algorithm::Energy,
            Objective::MeanPayoff => Algorithm::MeanPayoff(mean_payoff::Method::Auto),
            // Conditions on colours, whatever they are called.
            _ => Algorithm::Colors,
        }
    }

    /// Answers a question with it.
    pub(super) fn run(
        self,
        question: &Question<'_>,
        options: &Options<'_>,
    ) -> Result<Solved<Solution>, SolveError> {
        let objective = &question.objective;
        let answer = |found: Answer, report: Report| {
            Ok(Solved { solution: Solution::new(objective.clone(), found), report })
        };
        match (self, &question.posed) {
            (Algorithm::Outcome(method), Posed::Outcome(game)) => {
                let solved = outcome::solve(game, method, &without_moves(options))?;
                let (values, mut report) = (solved.solution.values, solved.report);
                let start = Instant::now();
                let solution = outcome::answer(game, values, options)?;
                report.choosing = start.elapsed();
                answer(solution.into(), report)
            }
            (Algorithm::Asymmetric(method), Posed::Graph(graph)) => {
                let solved = asymmetric::solve(graph, method, options)?;
                answer(solved.solution.into(), solved.report)
            }
            (Algorithm::Grundy(method), Posed::Graph(graph)) => {
                let counted = grundy::solve(graph, method, &without_moves(options))?;
                answer(counted.values.into(), counted.report)
            }
            (Algorithm::Partizan, Posed::Partizan(game)) => {
                let solved = partizan::solve(game, options)?;
                answer(solved.solution.into(), solved.report)
            }
            (Algorithm::Reachability, Posed::Targets(game)) => {
                let ranked = match objective {
                    Objective::Safety => reachability::safety(game, options)?,
                    _ => reachability::solve(game, options)?,
                };
                answer(ranked.solution.into(), ranked.report)
            }
            (Algorithm::Buchi, Posed::Targets(game)) => {
                let repaired = match objective {
                    Objective::Cobuchi => buchi::cobuchi(game, options)?,
                    _ => buchi::solve(game, options)?,
                };
                answer(repaired.solution.into(), repaired.report)
            }
            (Algorithm::Parity(method), Posed::Parity(game)) => {
                let divided = parity::solve(game, method, options)?;
                let report = Report { how: objective.wanted().into(), ..divided.report };
                answer(divided.solution.into(), report)
            }
            (Algorithm::Energy, Posed::Payoff(game)) => {
                let solved = energy::solve(game, options)?;
                answer(solved.solution.into(), solved.report)
            }
            (Algorithm::MeanPayoff(method), Posed::Payoff(game)) => {
                let solved = mean_payoff::solve(game, method, options)?;
                answer(solved.solution.into(), solved.report)
            }
            (Algorithm::Colors, Posed::Colors(game)) => {
                let limits = Limits::in_room(options.control.room());
                let unfolded = emerson_lei::solve(game, &limits, options)?;
                answer(unfolded.solution.into(), unfolded.report)
            }
            _ => Err(unserved("auto", objective)),
        }
    }

    /// Bytes that this takes beside the graph and its attributes.
    pub(super) fn estimate(self, question: &Question<'_>, options: &Options<'_>) -> u64 {
        let graph = question.graph();
        match (self, &question.posed) {
            (Algorithm::Outcome(method), _) => outcome_bytes(question, options, method),
            (Algorithm::Asymmetric(method), _) => asymmetric::estimate(graph, method, options),
            (Algorithm::Grundy(method), _) => {
                grundy::estimate(graph, method, &without_moves(options))
            }
            (Algorithm::Partizan, Posed::Partizan(game)) => partizan::estimate(game, options),
            (Algorithm::Reachability, _) => reachability::estimate(graph, options),
            (Algorithm::Buchi, _) => buchi::estimate(graph),
            (Algorithm::Parity(method), Posed::Parity(game)) => parity::estimate(game, method),
            (Algorithm::Energy, _) => energy::estimate(graph, options),
            (Algorithm::MeanPayoff(_), _) => mean_payoff::estimate(graph, options),
            (Algorithm::Colors, Posed::Colors(game)) => emerson_lei::estimate(game),
            _ => 0,
        }
    }
}

/// The same control with so many bytes.
pub(super) fn within<'a>(control: &Control<'a>, room: u64) -> Control<'a> {
    Control { memory: Some(Allowance::from_now(room)), ..*control }
}

fn outcome_bytes(question: &Question<'_>, options: &Options<'_>, method: outcome::Method) -> u64 {
    let graph = question.graph();
    let solving = match method {
        outcome::Method::Components => components_bytes(graph, options),
        _ => outcome::estimate(graph, method, options),
    };
    match &question.posed {
        Posed::Outcome(game) if outcome::can_tie(game) => {}
        _ => return solving,
    }
    let answer = outcome::label_bytes(graph) + outcome::moves_bytes(graph, options);
    solving.max(answer + outcome::ties_bytes(graph))
}

/// What going component by component takes. How large they are shows only once they are found,
/// which takes 13 bytes a vertex: where these do not fit, that is the answer.
fn components_bytes(graph: &Graph, options: &Options<'_>) -> u64 {
    let least = graph.vertex_count() as u64 * 13;
    if least > options.control.room() {
        return least;
    }
    match scc::components(graph, &options.control) {
        Ok(components) => outcome::components::estimate(graph, &components).max(least),
        Err(_) => outcome::estimate(graph, outcome::Method::Components, options),
    }
}

/// Without the counters of Grundy values, which no answer has.
fn without_moves<'a>(options: &Options<'a>) -> Options<'a> {
    Options { values_only: true, ..*options }
}
