//! A table by parts that people count apart: endings of chess, numbers of men on the board.

use retrograde_core::{Distance, Outcome};
use retrograde_table::{Counts, SolvedGame};

use super::{Grid, Lean, Paint, Text, counted, grouped};
use crate::error::Error;
use crate::options::Options;

/// What there is in a part of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionFigures {
    /// What its positions have in common.
    pub name: String,
    /// The player to move in all of them, as people call them.
    pub mover: Option<&'static str>,
    /// How many slots are worth what.
    pub counts: Counts,
    /// The first of the positions whose win takes longest, and how long.
    pub longest: Option<(String, Distance)>,
}

/// What there is in each part of a game's table; nothing where the game does not tell parts apart.
///
/// # Errors
/// The game is not one from a table, or that cannot be read; the work was stopped.
///
/// ```
/// use retrograde::table::{BuildOptions, Table};
/// use retrograde::{Options, open, words};
/// # let folder = tempfile::tempdir().unwrap();
/// # let folder = folder.path();
/// let game = open("chess:KRvK")?.build(folder, &BuildOptions::default(), &Options::default())?;
/// let sections = words::section_figures(&game, &Options::default())?;
/// let white = sections.iter().find(|section| section.mover == Some("White")).unwrap();
/// assert_eq!((white.name.as_str(), white.longest.as_ref().unwrap().1.0), ("KRvK", 31));
/// # Ok::<(), retrograde::Error>(())
/// ```
pub fn section_figures(
    game: &SolvedGame,
    options: &Options<'_>,
) -> Result<Vec<SectionFigures>, Error> {
    let (rules, table) = (game.rules(), game.table().ok_or(Error::NotATable)?);
    let sections = rules.sections();
    if sections.len() < 2 {
        return Ok(Vec::new());
    }
    let stats = table.section_stats(&sections, &options.control(0))?;
    let figures = sections.into_iter().zip(stats).map(|(section, stats)| {
        let longest = stats
            .longest_win
            .and_then(|(slot, distance)| Some((rules.show(&rules.unrank(slot)?), distance)));
        let (name, mover) = (section.name, section.mover);
        SectionFigures { name, mover, counts: stats.counts, longest }
    });
    Ok(figures.collect())
}

/// The parts of a table, a row each; ties, where there are any, are among the draws.
#[must_use]
pub fn sections(figures: &[SectionFigures]) -> Grid {
    let movers = figures.iter().any(|section| section.mover.is_some());
    let ties = figures.iter().any(|section| section.counts.tie > 0);
    let row = |section: &SectionFigures| {
        let counts = &section.counts;
        let count = |outcome, count| Text::new(grouped(count), Paint::Outcome(outcome));
        let longest = section.longest.as_ref().map_or(String::new(), |(position, distance)| {
            format!("{} from {position}", counted(distance.0.into(), "move", "moves"))
        });
        let mut row = vec![Text::plain(&section.name)];
        row.extend(movers.then(|| Text::plain(section.mover.unwrap_or("either"))));
        row.extend([
            count(Outcome::Win, counts.win),
            count(Outcome::Lose, counts.lose),
            count(Outcome::Draw, counts.draw + counts.tie),
        ]);
        row.extend(ties.then(|| count(Outcome::Draw, counts.tie)));
        row.push(Text::plain(longest));
        row
    };
    let mut columns = vec![("part", Lean::Left)];
    columns.extend(movers.then_some(("to move", Lean::Left)));
    columns.extend(["win", "lose", "draw"].map(|word| (word, Lean::Right)));
    columns.extend(ties.then_some(("ties", Lean::Right)));
    columns.push(("longest win", Lean::Left));
    Grid { columns, rows: figures.iter().map(row).collect(), below: None }
}
