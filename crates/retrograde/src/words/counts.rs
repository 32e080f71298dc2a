//! How many positions are worth what.

use retrograde_core::{
    Answer, Arena, AsymmetricSolution, Bitmap, Cell, Grundy, GrundyValues, MeanPayoffSolution,
    Outcome, OutcomeSolution, PartizanClass, Player, Ratio, Solution, Terms, Vertex, Winners,
};

use super::{Grid, Lean, Paint, Text, counted, grouped};

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

/// How many positions of a solution are worth what.
///
/// ```
/// use retrograde::{Arena, Objective, Options, Terms, solve, words};
/// let arena = Arena::sketch().edges([("a", "b")]).arena()?;
/// let solution = solve(&arena, &Objective::OUTCOME, &Options::default())?.solution;
/// let grid = words::counts(&arena, &solution, Terms::WinLose);
/// assert_eq!(grid.rows[0][3].text, "1 move from a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn counts(arena: &Arena, solution: &Solution, terms: Terms) -> Grid {
    match &solution.answer {
        Answer::Outcome(solution) => of_outcomes(arena, solution, terms),
        Answer::Asymmetric(solution) => of_pairs(solution),
        Answer::Grundy(values) => of_grundy(arena, values, terms),
        Answer::Partizan(_) | Answer::PartizanOutcomes(_) => of_classes(solution),
        Answer::MeanPayoff(solution) => of_means(solution),
        Answer::Energy(energy) => {
            let largest = energy.credits.largest();
            let below = largest.map(|(vertex, credit)| {
                let (credit, name) = (grouped(credit), arena.names.printable(vertex));
                format!("largest credit needed: {credit}, at {name}")
            });
            Grid { below, ..of_winners(&energy.winners) }
        }
        _ => solution.winners().map_or_else(Grid::default, of_winners),
    }
}

pub(super) fn columns(
    first: &'static str,
    last: Option<&'static str>,
) -> Vec<(&'static str, Lean)> {
    let columns = [(first, Lean::Left), ("count", Lean::Right), ("share", Lean::Right)];
    columns.into_iter().chain(last.map(|last| (last, Lean::Left))).collect()
}

fn of_outcomes(arena: &Arena, solution: &OutcomeSolution, terms: Terms) -> Grid {
    let values = &solution.values;
    let row = |outcome| {
        let count = values.count(outcome);
        let longest = values.longest(outcome).map_or(String::new(), |(vertex, distance)| {
            let moves = counted(distance.0.into(), "move", "moves");
            format!("{moves} from {}", arena.names.printable(vertex))
        });
        vec![
            Text::outcome(outcome, terms),
            Text::count(count),
            Text::share(count, values.len()),
            Text::plain(longest),
        ]
    };
    let draws = values.count(Outcome::Draw);
    let below = match solution.ties.as_ref().map(Bitmap::count_ones) {
        Some(ties) if draws > 0 && ties == draws => {
            Some("all draws are ties: the rules end the game".to_owned())
        }
        Some(ties) if draws > 0 => Some(format!(
            "of the draws, {} are ties, which the rules end, and {} need not end",
            grouped(ties as u64),
            grouped((draws - ties) as u64)
        )),
        _ => None,
    };
    let rows = OUTCOMES.into_iter().map(row).collect();
    Grid { columns: columns("outcome", Some("longest")), rows, below }
}

fn of_pairs(solution: &AsymmetricSolution) -> Grid {
    let mut counts = [[0usize; 3]; 3];
    for (first, second) in solution.first.iter().zip(solution.second.iter()) {
        counts[first as usize][second as usize] += 1;
    }
    let row = |first: Outcome| {
        let cells = OUTCOMES.map(|second| Text::count(counts[first as usize][second as usize]));
        [Text::outcome(first, Terms::WinLose)].into_iter().chain(cells).collect()
    };
    let columns = vec![
        ("first \\ second", Lean::Left),
        ("win", Lean::Right),
        ("lose", Lean::Right),
        ("draw", Lean::Right),
    ];
    Grid { columns, rows: OUTCOMES.into_iter().map(row).collect(), below: None }
}

/// The small values first.
fn of_grundy(arena: &Arena, values: &GrundyValues, terms: Terms) -> Grid {
    const SHOWN: usize = 8;
    let mut finite: Vec<usize> = Vec::new();
    let (mut loopy_won, mut loopy_drawn) = (0, 0);
    for value in values.iter() {
        match value {
            Grundy::Finite(value) => {
                let value = value as usize;
                if value >= finite.len() {
                    finite.resize(value + 1, 0);
                }
                finite[value] += 1;
            }
            loopy if loopy.outcome() == Outcome::Win => loopy_won += 1,
            _ => loopy_drawn += 1,
        }
    }
    let row = |value: String, outcome: Outcome, count: usize| {
        vec![
            Text::new(value, Paint::Outcome(outcome)),
            Text::outcome(outcome, terms),
            Text::count(count),
            Text::share(count, values.len()),
        ]
    };
    let mut rows = Vec::new();
    let few = finite.len() <= SHOWN;
    let shown = if few { finite.len() } else { SHOWN - 1 };
    for (value, &count) in finite.iter().enumerate().take(shown) {
        let outcome = if value == 0 { Outcome::Lose } else { Outcome::Win };
        rows.push(row(value.to_string(), outcome, count));
    }
    if !few {
        let label = format!("{shown} to {}", grouped(finite.len() - 1));
        rows.push(row(label, Outcome::Win, finite[shown..].iter().sum()));
    }
    if loopy_won + loopy_drawn > 0 {
        rows.push(row("inf with 0".to_owned(), Outcome::Win, loopy_won));
        rows.push(row("inf without 0".to_owned(), Outcome::Draw, loopy_drawn));
    }
    let below = values.largest().filter(|_| !few).map(|(vertex, value)| {
        let (value, name) = (grouped(value), arena.names.printable(vertex));
        format!("the largest value is {value}, at {name}")
    });
    let mut columns = columns("grundy", None);
    columns.insert(1, ("alone", Lean::Left));
    Grid { columns, rows, below }
}

/// Classes with draws only where there are any.
fn of_classes(solution: &Solution) -> Grid {
    let mut counts = [0usize; PartizanClass::ALL.len()];
    for vertex in 0..solution.len() as Vertex {
        if let Some(Cell::Class(class)) = solution.cells(vertex).last() {
            counts[class as usize] += 1;
        }
    }
    let all = PartizanClass::ALL.into_iter().zip(counts);
    let rows = all
        .filter(|&(class, count)| class <= PartizanClass::Right || count > 0)
        .map(|(class, count)| {
            vec![
                Text::new(class.as_str(), Paint::Strong),
                Text::count(count),
                Text::share(count, solution.len()),
                Text::plain(who_wins(class)),
            ]
        })
        .collect();
    Grid { columns: columns("class", Some("who wins")), rows, below: None }
}

fn who_wins(class: PartizanClass) -> &'static str {
    match class {
        PartizanClass::Next => "whoever starts",
        PartizanClass::Previous => "whoever does not start",
        PartizanClass::Left => "Left",
        PartizanClass::Right => "Right",
        PartizanClass::Draw => "nobody",
        PartizanClass::LeftDraw => "Left by starting, otherwise nobody",
        PartizanClass::DrawLeft => "Left if Right starts, otherwise nobody",
        PartizanClass::DrawRight => "Right by starting, otherwise nobody",
        PartizanClass::RightDraw => "Right if Left starts, otherwise nobody",
    }
}

fn of_winners(winners: &Winners) -> Grid {
    let known = [Player::Zero, Player::One].map(|player| {
        let outcome = if player == Player::Zero { Outcome::Win } else { Outcome::Lose };
        (Text::new(player.to_string(), Paint::Outcome(outcome)), winners.count(player))
    });
    let unknown = (winners.unknown() > 0).then(|| (not_known(), winners.unknown()));
    let row = |(name, count)| vec![name, Text::count(count), Text::share(count, winners.len())];
    let rows = known.into_iter().chain(unknown).map(row).collect();
    Grid { columns: columns("winner", None), rows, below: None }
}

fn not_known() -> Text {
    Text::new("not known", Paint::Dim)
}

fn of_means(solution: &MeanPayoffSolution) -> Grid {
    /// Lines of the table of values.
    const SHOWN: usize = 12;
    let mut values: Vec<Ratio> = solution.values.iter().flatten().collect();
    let (total, known) = (solution.values.len(), values.len());
    values.sort_unstable();
    let runs: Vec<&[Ratio]> = values.chunk_by(|a, b| a == b).rev().collect();
    let row = |name: Text, count: usize| vec![name, Text::count(count), Text::share(count, total)];
    let mut rows: Vec<_> = runs
        .iter()
        .take(SHOWN)
        .map(|run| row(Text::cell(Some(run[0]).into(), Terms::WinLose), run.len()))
        .collect();
    if runs.len() > SHOWN {
        let shown: usize = runs[..SHOWN].iter().map(|run| run.len()).sum();
        let name = format!("{} more values, down to {}", runs.len() - SHOWN, values[0]);
        rows.push(row(Text::plain(name), known - shown));
    }
    if known < total {
        rows.push(row(not_known(), total - known));
    }
    let below = solution.bounds.is_some().then(|| apart(solution));
    Grid { columns: columns("value", None), rows, below }
}

/// How far bounds leave values open, where they are not known.
fn apart(solution: &MeanPayoffSolution) -> String {
    let number = |ratio: Ratio| ratio.numerator() as f64 / f64::from(ratio.denominator());
    let (mut count, mut sum, mut widest) = (0u64, 0.0, 0.0f64);
    for vertex in (0..solution.values.len() as Vertex).filter(|&v| solution.values.get(v).is_none())
    {
        let [low, high] = [Player::Zero, Player::One].map(|player| solution.bound(player, vertex));
        let (Some(low), Some(high)) = (low, high) else {
            return "where the value is not known there are bounds".to_owned();
        };
        let width = number(high) - number(low);
        (count, sum, widest) = (count + 1, sum + width, widest.max(width));
    }
    let mean = sum / count.max(1) as f64;
    format!(
        "where the value is not known there are bounds, {mean:.2} apart on average and at most \
         {widest:.2}"
    )
}
