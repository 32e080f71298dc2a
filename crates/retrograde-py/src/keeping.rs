//! Solutions as bytes, for `pickle`: as files have them, with vertices by their numbers, and what files
//! have no place for beside it.

use std::io;

use retrograde::io::{ReadError, SolutionRows, Source, write_csv, write_json};
use retrograde::{
    Answer, Bitmap, Control, Names, Objective, OutcomeSolution, PartizanSolution, Solution, Terms,
};

/// The texts that say what a solution says.
pub(crate) fn written(solution: &Solution) -> io::Result<Vec<Vec<u8>>> {
    match &solution.answer {
        // A file of a partizan game has no distances and no moves: each side is a game of its own.
        Answer::Partizan(both) => {
            let sides = [&both.left_first, &both.right_first];
            let alone = |side: &OutcomeSolution| Solution::new(Objective::OUTCOME, side.clone());
            sides.into_iter().map(|side| text(&alone(side))).collect()
        }
        _ => Ok(vec![text(solution)?]),
    }
}

/// The vertices that are ties, where somebody looked.
pub(crate) fn ties(solution: &Solution) -> Option<Vec<usize>> {
    match &solution.answer {
        Answer::Outcome(outcomes) => Some(outcomes.ties.as_ref()?.ones().collect()),
        _ => None,
    }
}

fn text(solution: &Solution) -> io::Result<Vec<u8>> {
    let names = Names::numbered(solution.len());
    let rows = SolutionRows { names: &names, edges: 0, solution, start: None };
    let mut text = Vec::new();
    match solution.machines() {
        Some(_) => write_json(&rows, Terms::WinLose, true, &mut text)?,
        None => write_csv(&rows, Terms::WinLose, &mut text)?,
    }
    Ok(text)
}

/// The solution of so many vertices that was written.
pub(crate) fn read(
    texts: &[&[u8]],
    ties: Option<Vec<usize>>,
    count: usize,
    objective: Objective,
    control: &Control<'_>,
) -> Result<Solution, ReadError> {
    let names = Names::numbered(count);
    let read = |text: &[u8], objective: &Objective| {
        Source::stream(text).watched(*control).read_solution(&names, objective)
    };
    if let ([left, right], Objective::Partizan(_)) = (texts, &objective) {
        let sides = [read(left, &Objective::OUTCOME)?, read(right, &Objective::OUTCOME)?];
        if let [Answer::Outcome(left_first), Answer::Outcome(right_first)] =
            sides.map(|side| side.answer)
        {
            return Ok(Solution::new(objective, PartizanSolution { left_first, right_first }));
        }
    }
    let mut solution = read(texts.first().copied().unwrap_or_default(), &objective)?;
    if let (Answer::Outcome(outcomes), Some(ties)) = (&mut solution.answer, ties) {
        let mut map = Bitmap::new(count);
        ties.into_iter().filter(|&tie| tie < count).for_each(|tie| map.set(tie));
        outcomes.ties = Some(map);
    }
    Ok(solution)
}
