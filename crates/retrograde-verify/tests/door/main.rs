//! Every objective through the one door.

mod cases;

use retrograde_core::{Answer, Cancel, Control, Question, Solution, Stopped};
use retrograde_verify::{Options, Partial, VerifyError, verify};

use cases::{Case, cases};

impl Case {
    fn verify(&self, solution: &Solution, options: &Options<'_>) -> Result<String, VerifyError> {
        let question = Question::new(&self.arena, &self.objective).unwrap();
        verify(&question, solution, options).map(|checked| checked.to_string())
    }
}

#[test]
fn right_solutions_hold_and_one_changed_cell_is_found() {
    let mut all = String::new();
    for case in cases() {
        let checked = case.verify(&case.right, &Options::default()).unwrap();
        let error = case.verify(&case.wrong, &Options::default()).unwrap_err();
        assert!(matches!(error, VerifyError::Fault(_)), "{}: {error}", case.objective);
        all += &format!("{}: {checked}; {error}\n", case.objective);
    }
    assert_eq!(all, include_str!("verdicts.txt"));
}

#[test]
fn nothing_is_said_of_a_solution_once_the_switch_is_thrown() {
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    for case in cases() {
        for solution in [&case.right, &case.wrong] {
            let stopped = case.verify(solution, &Options { control, ..Options::default() });
            assert_eq!(stopped, Err(Stopped::Cancelled.into()), "{}", case.objective);
        }
    }
}

#[test]
fn solutions_of_other_objectives_are_told_apart_by_name_and_by_kind() {
    for case in cases() {
        for other in cases() {
            let fits = case.objective.is_like(&other.objective);
            let verdict = case.verify(&other.right, &Options::default());
            let refused = matches!(verdict, Err(VerifyError::OtherObjective { .. }));
            assert_eq!(refused, !fits, "{} {}", case.objective, other.objective);

            // The right name on an answer of another kind.
            let kind = |answer: &Answer| match answer {
                Answer::PartizanOutcomes(_) => std::mem::discriminant(&cases()[3].right.answer),
                answer => std::mem::discriminant(answer),
            };
            if kind(&case.right.answer) != kind(&other.right.answer) {
                let posing = Solution { objective: case.objective.clone(), ..other.right };
                let error = case.verify(&posing, &Options::default()).unwrap_err();
                assert!(matches!(error, VerifyError::OtherObjective { .. }), "{error}");
            }
        }
    }
    let [outcome, .., parity] = &cases()[..10] else { panic!("outcome first, parity tenth") };
    assert_eq!(
        parity.verify(&outcome.right, &Options::default()).unwrap_err().to_string(),
        "this is a solution of outcome and the question is one of parity: check it by the objective \
         that it was solved for"
    );
}

#[test]
fn partial_solutions_pass_where_they_are_allowed() {
    let open = |winners: &retrograde_core::Winners| {
        let known = |vertex| winners.get(vertex).filter(|_| vertex == 2);
        (0..winners.len() as u32).map(known).collect()
    };
    for mut case in cases() {
        match &mut case.right.answer {
            Answer::Regions(claims) => claims.winners = open(&claims.winners),
            Answer::Machines(claims) => claims.winners = open(&claims.winners),
            _ => continue,
        }
        let given = |partial| Options { partial, ..Options::default() };
        let fault = case.verify(&case.right, &given(Partial::Refused)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "vertex 0 is given no winner: the solution is of a part of the game only"
        );
        assert!(case.verify(&case.right, &given(Partial::Allowed)).is_ok(), "{}", case.objective);
    }
}
