//! The one door: a question and a solution, whatever was asked.

use retrograde_core::{Answer, Control, Objective, Posed, Question, Solution};

use crate::checked::Checked;
use crate::error::VerifyError;
use crate::regions::Partial;
use crate::targets::{self, Goal};
use crate::{asymmetric, emerson_lei, energy, grundy, mean_payoff, outcome, parity, partizan};

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Who may stop it, and what it may take.
    pub control: Control<'a>,
    /// Whether the solution may leave vertices open.
    pub partial: Partial,
}

/// Proves that `solution` answers `question`, or says where it does not.
///
/// What is checked and why that is enough, the functions for each kind of solution say, which the
/// [table](crate) of the crate names. Colours without machines are solved anew, as
/// [`verify_emerson_lei_winners`](crate::verify_emerson_lei_winners) does.
///
/// # Errors
/// [`VerifyError::Fault`] where it does not hold, [`VerifyError::OtherObjective`] if it is of another
/// kind than the question asks for, [`VerifyError::Stopped`] if the control said so before the end.
///
/// ```
/// use retrograde_core::{Arena, Distance, Graph, Objective, OutcomeSolution, Question, Solution, Value};
/// use retrograde_verify::{Options, VerifyError, verify};
///
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let question = Question::new(&arena, &Objective::OUTCOME)?;
/// let claimed = |values: [Value; 2]| {
///     Solution::new(Objective::OUTCOME, OutcomeSolution::new(values.into_iter().collect(), None))
/// };
/// let right = claimed([Value::Win(Distance(1)), Value::Lose(Distance(0))]);
/// let checked = verify(&question, &right, &Options::default())?;
/// assert_eq!(checked.to_string(), "2 vertices and 1 edge");
///
/// let wrong = claimed([Value::Draw, Value::Lose(Distance(0))]);
/// let error = verify(&question, &wrong, &Options::default()).unwrap_err();
/// assert!(matches!(&error, VerifyError::Fault(fault) if fault.vertex == Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    question: &Question<'_>,
    solution: &Solution,
    options: &Options<'_>,
) -> Result<Checked, VerifyError> {
    let Options { control, partial } = options;
    let (asked, answered) = (&question.objective, &solution.objective);
    if !asked.is_like(answered) {
        let (asked, answered) = (asked.name(), answered.name());
        return Err(VerifyError::OtherObjective { asked, answered });
    }
    // Small games are done before anybody looks for the second time.
    control.check()?;
    match (&question.posed, &solution.answer) {
        (Posed::Outcome(game), Answer::Outcome(claims)) => outcome::check(game, claims, control),
        (Posed::Graph(graph), Answer::Asymmetric(claims)) if *asked == Objective::Asymmetric => {
            asymmetric::check(graph, claims, control)
        }
        (Posed::Graph(graph), Answer::Grundy(values)) if *asked == Objective::Grundy => {
            grundy::check(graph, values, control)
        }
        (Posed::Partizan(game), Answer::Partizan(claims)) => partizan::check(game, claims, control),
        (Posed::Partizan(game), Answer::PartizanOutcomes(claims)) => {
            partizan::check_outcomes(game, &claims.left_first, &claims.right_first, control)
        }
        (Posed::Targets(game), Answer::Regions(claims)) => {
            let goal = match asked {
                Objective::Reachability => Goal::Reachability,
                Objective::Safety => Goal::Safety,
                Objective::Buchi => Goal::Buchi,
                _ => Goal::Cobuchi,
            };
            targets::check(game, goal, claims, *partial, control)
        }
        (Posed::Parity(game), Answer::Regions(claims)) => {
            parity::check(game, claims, *partial, control)
        }
        (Posed::Payoff(game), Answer::Energy(claims)) if *asked == Objective::Energy => {
            energy::check(game, claims, *partial, control)
        }
        (Posed::Payoff(game), Answer::MeanPayoff(claims)) if *asked == Objective::MeanPayoff => {
            mean_payoff::check(game, claims, *partial, control)
        }
        (Posed::Colors(game), Answer::Machines(claims)) if claims.machines.is_some() => {
            emerson_lei::check(game, claims, *partial, control)
        }
        (Posed::Colors(game), Answer::Machines(claims)) => {
            let moves = claims.moves.as_ref();
            emerson_lei::check_winners(game, &claims.winners, moves, *partial, control)
        }
        (_, answer) => {
            Err(VerifyError::OtherObjective { asked: asked.name(), answered: kind(answer) })
        }
    }
}

/// What an answer consists of.
fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer::Outcome(_) => "outcome",
        Answer::Asymmetric(_) => "asymmetric",
        Answer::Grundy(_) => "grundy",
        Answer::Partizan(_) | Answer::PartizanOutcomes(_) => "partizan",
        Answer::Regions(_) => "winning regions",
        Answer::Machines(_) => "winning regions with machines",
        Answer::Energy(_) => "energy",
        Answer::MeanPayoff(_) => "mean-payoff",
        _ => "another kind",
    }
}
