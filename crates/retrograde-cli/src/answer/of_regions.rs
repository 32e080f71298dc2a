//! Winning regions for people.

use std::io::{self, Write};

use retrograde::io::RegionObjective;
use retrograde::{Arena, MealySolution, Player, RegionSolution, Vertex, Winners};

use super::cells::{PLAIN, count_cell, move_cell, share_cell};
use crate::style;
use crate::table::{self, Cell, Lean};

/// Who wins an objective of infinite plays, and how that was found.
pub(crate) struct Regions {
    pub(crate) objective: RegionObjective,
    pub(crate) solution: RegionSolution,
    pub(crate) how: String,
    /// The strategies with memory that the moves above are the first of, where there are any.
    pub(crate) machines: Option<MealySolution>,
}

/// How many positions each player wins.
pub(super) fn counts(out: &mut dyn Write, winners: &Winners) -> io::Result<()> {
    let known: Vec<_> = [Player::Zero, Player::One]
        .into_iter()
        .map(|player| (Some(player), winners.count(player)))
        .collect();
    let rest = winners.len() - known.iter().map(|(_, count)| count).sum::<usize>();
    let unknown = (rest > 0).then_some((None, rest));
    let rows: Vec<_> = known
        .into_iter()
        .chain(unknown)
        .map(|(player, count)| {
            let name = player.map_or("not known".to_owned(), |player| player.to_string());
            vec![(name, paint(player)), count_cell(count), share_cell(count, winners.len())]
        })
        .collect();
    let headings = [("winner", Lean::Left), ("count", Lean::Right), ("share", Lean::Right)];
    table::write(out, &headings, &rows)
}

pub(super) const HEADINGS: &[(&str, Lean)] =
    &[("vertex", Lean::Left), ("owner", Lean::Left), ("winner", Lean::Left), ("move", Lean::Left)];

/// What the row of `vertex` says beside its name.
pub(super) fn row(arena: &Arena, regions: &Regions, vertex: Vertex) -> Vec<Cell> {
    vec![
        owner_cell(arena, vertex),
        winner_cell(regions.solution.winners.get(vertex)),
        move_cell(arena, regions.solution.strategy.as_ref(), vertex),
    ]
}

pub(super) fn owner_cell(arena: &Arena, vertex: Vertex) -> Cell {
    let owner = arena.owners.get(vertex as usize);
    (owner.map_or(String::new(), |player| player.to_string()), PLAIN)
}

pub(super) fn winner_cell(winner: Option<Player>) -> Cell {
    (winner.map_or(String::new(), |player| player.to_string()), paint(winner))
}

pub(super) fn paint(player: Option<Player>) -> anstyle::Style {
    match player {
        Some(Player::Zero) => style::outcome(retrograde::Outcome::Win),
        Some(Player::One) => style::outcome(retrograde::Outcome::Lose),
        None => style::DIM,
    }
}
