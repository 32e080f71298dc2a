//! Which picture a solution gets, once it is known to be one of the arena.

use retrograde_core::{Answer, Arena, Attribute, Objective, Solution, Terms};

use super::Paint;
use super::asymmetric::AsymmetricPaint;
use super::energy::EnergyPaint;
use super::grundy::GrundyPaint;
use super::mean_payoff::MeanPayoffPaint;
use super::outcome::OutcomePaint;
use super::owned::{Owned, Payoffs};
use super::partizan::PartizanPaint;
use super::winners::{Condition, WinnersPaint};
use crate::error::DrawError;

/// What to show of a solution.
pub(crate) fn paint<'a>(
    arena: &'a Arena,
    solution: &'a Solution,
    terms: Terms,
) -> Result<Box<dyn Paint + 'a>, DrawError> {
    let vertices = arena.graph.vertex_count();
    if let Some(solved) = lengths(&solution.answer).into_iter().find(|&length| length != vertices) {
        return Err(DrawError::SolutionMismatch { vertices, solved });
    }
    if solution.objective.facts().needs.contains(&Attribute::Owner)
        && let Some(vertex) =
            arena.graph.vertices().find(|&v| arena.owners.get(v as usize).is_none())
    {
        return Err(DrawError::NoOwner { name: arena.names.get(vertex).into_owned() });
    }
    let owned = || Owned::new(arena, &solution.answer);
    Ok(match (&solution.objective, &solution.answer) {
        (Objective::Outcome(_), Answer::Outcome(solution)) => {
            Box::new(OutcomePaint { solution, terms })
        }
        (Objective::Asymmetric, Answer::Asymmetric(solution)) => {
            Box::new(AsymmetricPaint { solution })
        }
        (Objective::Grundy, Answer::Grundy(values)) => Box::new(GrundyPaint { values }),
        (Objective::Partizan(_), Answer::Partizan(solution)) => {
            Box::new(PartizanPaint::with_distances(solution, &arena.players))
        }
        (Objective::Partizan(_), Answer::PartizanOutcomes(outcomes)) => {
            Box::new(PartizanPaint::new(outcomes, &arena.players))
        }
        (Objective::Energy, Answer::Energy(solution)) => {
            Box::new(EnergyPaint { solution, payoffs: Payoffs::new(owned()) })
        }
        (Objective::MeanPayoff, Answer::MeanPayoff(solution)) => {
            Box::new(MeanPayoffPaint { solution, payoffs: Payoffs::new(owned()) })
        }
        (objective, answer @ (Answer::Regions(_) | Answer::Machines(_))) => {
            let condition = Condition::of(objective).ok_or_else(|| no_answer(objective))?;
            let remembers = matches!(answer, Answer::Machines(_));
            Box::new(WinnersPaint { owned: owned(), condition, remembers })
        }
        (objective, _) => return Err(no_answer(objective)),
    })
}

fn no_answer(objective: &Objective) -> DrawError {
    DrawError::NoAnswer { objective: objective.name() }
}

/// Of how many positions each part of an answer speaks.
fn lengths(answer: &Answer) -> Vec<usize> {
    let claims = answer.claims();
    let mut lengths = vec![claims.vertices()];
    lengths.extend(claims.strategies().into_iter().map(|moves| moves.len()));
    match answer {
        Answer::Asymmetric(solution) => lengths.push(solution.second.len()),
        Answer::Partizan(solution) => {
            lengths.push(solution.right_first.values.len());
            let sides = [&solution.left_first, &solution.right_first];
            let moves = sides.into_iter().filter_map(|side| side.strategy.as_ref());
            lengths.extend(moves.map(|moves| moves.len()));
        }
        Answer::PartizanOutcomes(outcomes) => lengths.push(outcomes.right_first.len()),
        Answer::Machines(solution) => {
            let machines = solution.machines.iter().flatten();
            lengths.extend(machines.map(|machine| machine.vertex_count()));
        }
        Answer::Energy(solution) => lengths.push(solution.credits.len()),
        _ => {}
    }
    lengths
}
