//! Figures and lines of solved games.

use retrograde::table::{Counts, Position, Rules, SolvedGame, Worth};
use retrograde::{Detail, Distance, End, Options, Terms, explain_game, words};

use super::look::worth;
use crate::api::{
    Bar, Explanation, GameLine, GameLineStep, GameStats, Longest, Loop, SectionListed, WorthCounts,
};
use crate::refusal::Refusal;
use crate::telling;

/// The longest line that is told.
const LONGEST: usize = 1000;

/// The figures of a solved game.
///
/// # Errors
/// A table cannot be read, or it was stopped.
pub fn stats(game: &SolvedGame, options: &Options<'_>) -> Result<GameStats, Refusal> {
    let overview = game.overview(&options.control(0))?;
    let figures = words::game_figures(game, Terms::default(), options)?;
    let [wins, losses] = game.histogram(&options.control(0))?;
    let at = |of: &[u64], distance: usize| of.get(distance).copied().unwrap_or(0);
    let bars = (0..wins.len().max(losses.len())).map(|distance| Bar {
        distance: distance as u32,
        win: at(&wins, distance),
        lose: at(&losses, distance),
    });
    let longest = |longest: &Option<(Position, Distance)>, of: fn(Option<Distance>) -> Worth| {
        let (position, distance) = longest.as_ref()?;
        let position = game.rules().show(position);
        Some(Longest { position, value: worth(of(Some(*distance))) })
    };
    let sections = match game.table() {
        Some(_) => words::section_figures(game, options)?,
        None => Vec::new(),
    };
    let section = |section: words::SectionFigures| SectionListed {
        name: section.name,
        mover: section.mover.map(str::to_owned),
        counts: counts(&section.counts),
        longest: section.longest.map(|(position, distance)| Longest {
            position,
            value: worth(Worth::Win(Some(distance))),
        }),
    };
    let how = match game.arena() {
        Some(_) => "explored from its start and solved, distances in moves".to_owned(),
        None => figures.how,
    };
    Ok(GameStats {
        size: figures.size,
        how,
        counts: counts(&overview.counts),
        histogram: bars.collect(),
        longest: [
            longest(&overview.longest_win, Worth::Win),
            longest(&overview.longest_loss, Worth::Lose),
        ]
        .into_iter()
        .flatten()
        .collect(),
        sections: sections.into_iter().map(section).collect(),
    })
}

fn counts(counts: &Counts) -> WorthCounts {
    WorthCounts { win: counts.win, lose: counts.lose, tie: counts.tie, draw: counts.draw }
}

/// Best play by both from a position.
///
/// # Errors
/// The position cannot come up; a table cannot be read; it was stopped.
pub fn line(
    game: &SolvedGame,
    from: &Position,
    second: bool,
    options: &Options<'_>,
) -> Result<GameLine, Refusal> {
    let told = retrograde::line_game(game, from, Some(LONGEST), options)?;
    let mut second = second;
    let mut steps = Vec::new();
    let control = options.control(0);
    for step in &told.steps {
        control.check()?;
        let position = game.rules().parse(&step.vertex).ok();
        let touched = match (&position, &step.chosen) {
            (Some(position), Some(chosen)) => touched(game.rules(), position, second, &chosen.name),
            _ => Vec::new(),
        };
        let value = position.map(|position| game.worth(&position)).transpose()?.flatten();
        steps.push(GameLineStep {
            position: step.vertex.clone(),
            second,
            value: value.map(worth),
            chosen: step.chosen.as_ref().map(|chosen| chosen.name.clone()),
            touched,
        });
        second = !second;
    }
    let round = match told.end {
        End::Repeats(back) => {
            Some(Loop { start: back as u32, length: (steps.len() - back) as u32 })
        }
        _ => None,
    };
    Ok(GameLine { steps, round, ending: told.ending, cut: told.end == End::Cut })
}

/// The places that a move touches, by what it is called.
fn touched(rules: &Rules, position: &Position, second: bool, name: &str) -> Vec<u32> {
    let place = rules.choices(position).iter().position(|choice| choice.text == name);
    let touches = place.and_then(|place| rules.touches(position, second).into_iter().nth(place));
    let first = touches.and_then(|touches| touches.into_iter().next());
    first.unwrap_or_default().into_iter().flatten().collect()
}

/// Why a position is worth what it is.
///
/// # Errors
/// As for [`line`].
pub fn explain(
    game: &SolvedGame,
    from: &Position,
    options: &Options<'_>,
) -> Result<Explanation, Refusal> {
    Ok(telling::explanation(&explain_game(game, from, Detail::default(), options)?))
}
