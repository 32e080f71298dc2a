//! Solutions as CSV or JSON: the first line names the vertices, the rest is the file. It is read as
//! a solution of every objective.

use retrograde_core::{Answer, ArenaBuilder, MealySolution, Names, Objective, Solution, Terms};
use retrograde_io::{ReadFault, SolutionRows, read_solution, write_csv, write_json};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some(newline) = bytes.iter().position(|&byte| byte == b'\n') else { return };
    let mut builder = ArenaBuilder::new();
    for name in String::from_utf8_lossy(&bytes[..newline]).split('|') {
        builder.vertex(name).expect("there are few");
    }
    let names = builder.finish().expect("there are no edges").names;
    let file = &bytes[newline + 1..];
    for objective in Objective::ALL {
        match read_solution(file, &names, &objective) {
            Ok(solution) => check(&names, &solution),
            Err(error) => {
                assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// A solution comes back from both formats, in whichever words; only JSON has machines.
fn check(names: &Names, solution: &Solution) {
    assert_eq!(solution.len(), names.len());
    let rows = SolutionRows { names, edges: 0, solution, start: Some(0) };
    // Only the objective `outcome` is read in other words.
    let all_terms = match &solution.answer {
        Answer::Outcome(_) => &[Terms::WinLose, Terms::Pn][..],
        _ => &[Terms::WinLose],
    };
    for &terms in all_terms {
        let (mut csv, mut json) = (Vec::new(), Vec::new());
        write_csv(&rows, terms, &mut csv).expect("a vector takes everything");
        write_json(&rows, terms, true, &mut json).expect("a vector takes everything");
        let again = |text: &[u8]| {
            read_solution(text, names, &solution.objective).expect("it was just written")
        };
        assert!(again(&json) == *solution, "{solution:?} came back as {:?}", again(&json));
        let mut expected = solution.clone();
        if let Answer::Machines(answer) = &mut expected.answer {
            let _ = answer.contradiction();
            *answer = MealySolution { machines: None, ..answer.clone() };
        }
        assert!(again(&csv) == expected, "{expected:?} came back as {:?}", again(&csv));
    }
}
