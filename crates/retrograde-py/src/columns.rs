//! What a solution says of all vertices, as arrays.

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use retrograde::{
    Answer, Bitmap, Outcome, OutcomeSolution, Outcomes, Player, Solution, Strategy, Vertex,
};

/// The arrays that a solution has, values first.
pub(crate) fn names(solution: &Solution) -> Vec<&'static str> {
    let (values, moves): (&[_], &[_]) = match &solution.answer {
        Answer::Outcome(outcomes) if outcomes.ties.is_some() => {
            (&["outcome", "distance", "tie"], &["move"])
        }
        Answer::Outcome(_) => (&["outcome", "distance"], &["move"]),
        Answer::Asymmetric(_) => (&["first", "second"], &["first_move", "second_move"]),
        Answer::Grundy(_) => (&["grundy", "outcome"], &[]),
        Answer::Partizan(_) => (
            &["left_first", "right_first", "class_", "left_distance", "right_distance"],
            &["left_move", "right_move"],
        ),
        Answer::PartizanOutcomes(_) => (&["left_first", "right_first", "class_"], &[]),
        Answer::Energy(_) => (&["winner", "credit"], &["move"]),
        Answer::MeanPayoff(_) => (&["value", "numerator", "denominator"], &["move"]),
        _ => (&["winner"], &["move"]),
    };
    let moves = if strategies(solution).is_empty() { &[][..] } else { moves };
    values.iter().chain(moves).copied().collect()
}

/// The moves, one strategy for each column of them.
fn strategies(solution: &Solution) -> Vec<&Strategy> {
    match &solution.answer {
        Answer::Partizan(both) => [&both.left_first, &both.right_first]
            .into_iter()
            .filter_map(|side| side.strategy.as_ref())
            .collect(),
        answer => answer.claims().strategies(),
    }
}

/// The array of that name; `None` if there is none.
pub(crate) fn array(
    py: Python<'_>,
    solution: &Solution,
    name: &str,
) -> PyResult<Option<Py<PyAny>>> {
    let moves = |place: usize| {
        let strategy = strategies(solution).get(place).copied();
        strategy.map(|strategy| {
            signed(py, strategy.len(), |vertex| strategy.get(vertex).map(u64::from))
        })
    };
    let found = match (&solution.answer, name) {
        (Answer::Outcome(it), "outcome") => Some(outcomes(py, it.values.outcomes())),
        (Answer::Outcome(it), "distance") => Some(distances(py, it)),
        (Answer::Outcome(it), "tie") => it.ties.as_ref().map(|ties| flags(py, ties)),
        (Answer::Asymmetric(it), "first") => Some(outcomes(py, &it.first)),
        (Answer::Asymmetric(it), "second") => Some(outcomes(py, &it.second)),
        (Answer::Grundy(it), "grundy") => {
            Some(signed(py, it.len(), |vertex| it.finite(vertex).map(u64::from)))
        }
        (Answer::Grundy(it), "outcome") => {
            let value = |vertex| code(it.get(vertex).outcome());
            Some(made(py, it.len(), value))
        }
        (Answer::Partizan(it), "left_first") => Some(outcomes(py, it.left_first.values.outcomes())),
        (Answer::Partizan(it), "right_first") => {
            Some(outcomes(py, it.right_first.values.outcomes()))
        }
        (Answer::Partizan(it), "left_distance") => Some(distances(py, &it.left_first)),
        (Answer::Partizan(it), "right_distance") => Some(distances(py, &it.right_first)),
        (Answer::PartizanOutcomes(it), "left_first") => Some(outcomes(py, &it.left_first)),
        (Answer::PartizanOutcomes(it), "right_first") => Some(outcomes(py, &it.right_first)),
        (Answer::Partizan(it), "class_") => {
            Some(objects(py, solution.len(), |vertex| it.class(vertex).as_str().into_py_any(py)))
        }
        (Answer::PartizanOutcomes(it), "class_") => {
            Some(objects(py, solution.len(), |vertex| it.class(vertex).as_str().into_py_any(py)))
        }
        (_, "winner") => solution.winners().map(|winners| {
            let code =
                |vertex| winners.get(vertex).map_or(-1, |player: Player| player.number() as i8);
            made(py, winners.len(), code)
        }),
        (Answer::Energy(it), "credit") => {
            let wide = it.credits.largest().is_some_and(|(_, most)| most > i64::MAX as u128);
            Some(match wide {
                true => objects(py, it.credits.len(), |vertex| match it.credits.get(vertex) {
                    Some(credit) => credit.into_py_any(py),
                    None => (-1).into_py_any(py),
                }),
                false => {
                    let credit = |vertex| it.credits.get(vertex).map_or(-1, |credit| credit as i64);
                    made(py, it.credits.len(), credit)
                }
            })
        }
        (Answer::MeanPayoff(it), "value") => {
            let value = |vertex| {
                let value = it.values.get(vertex);
                value.map_or(f64::NAN, |it| it.numerator() as f64 / f64::from(it.denominator()))
            };
            Some(made(py, it.values.len(), value))
        }
        (Answer::MeanPayoff(it), "numerator") => {
            let whole: Option<Vec<i64>> = it
                .values
                .iter()
                .map(|value| i64::try_from(value.map_or(0, |value| value.numerator())).ok())
                .collect();
            Some(match whole {
                Some(numbers) => as_array(py, numbers),
                None => objects(py, it.values.len(), |vertex| {
                    it.values.get(vertex).map_or(0, |value| value.numerator()).into_py_any(py)
                }),
            })
        }
        (Answer::MeanPayoff(it), "denominator") => {
            let below =
                |vertex| it.values.get(vertex).map_or(0, |value| i64::from(value.denominator()));
            Some(made(py, it.values.len(), below))
        }
        (_, "move" | "first_move" | "left_move") => moves(0),
        (_, "second_move" | "right_move") => moves(1),
        _ => None,
    };
    found.transpose()
}

/// An outcome as a number: good for the player to move where it is positive.
fn code(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Lose => -1,
    }
}

fn outcomes(py: Python<'_>, outcomes: &Outcomes) -> PyResult<Py<PyAny>> {
    made(py, outcomes.len(), |vertex| code(outcomes.get(vertex)))
}

fn distances(py: Python<'_>, solution: &OutcomeSolution) -> PyResult<Py<PyAny>> {
    let values = &solution.values;
    signed(py, values.len(), |vertex| {
        values.get(vertex).distance().map(|distance| u64::from(distance.0))
    })
}

fn flags(py: Python<'_>, flags: &Bitmap) -> PyResult<Py<PyAny>> {
    made(py, flags.len(), |vertex| flags.get(vertex as usize))
}

/// An array of numbers, each for a vertex.
fn made<T: Element + Send>(
    py: Python<'_>,
    count: usize,
    value: impl Fn(Vertex) -> T + Sync,
) -> PyResult<Py<PyAny>> {
    let list: Vec<T> = py.detach(|| (0..count as Vertex).map(&value).collect());
    as_array(py, list)
}

/// An array of numbers with -1 where there is none; of 32 bits unless one does not fit.
fn signed(
    py: Python<'_>,
    count: usize,
    value: impl Fn(Vertex) -> Option<u64> + Sync,
) -> PyResult<Py<PyAny>> {
    let narrow: Option<Vec<i32>> = py.detach(|| {
        let number = |vertex| value(vertex).map_or(Some(-1), |number| i32::try_from(number).ok());
        (0..count as Vertex).map(number).collect()
    });
    match narrow {
        Some(numbers) => as_array(py, numbers),
        None => made(py, count, |vertex| value(vertex).map_or(-1, |number| number as i64)),
    }
}

fn as_array<T: Element>(py: Python<'_>, list: Vec<T>) -> PyResult<Py<PyAny>> {
    list.into_pyarray(py).into_py_any(py)
}

/// An array of Python objects.
fn objects(
    py: Python<'_>,
    count: usize,
    value: impl Fn(Vertex) -> PyResult<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let list: Vec<Py<PyAny>> = (0..count as Vertex).map(value).collect::<PyResult<_>>()?;
    PyArray1::from_vec(py, list).into_py_any(py)
}
