//! Winning regions for people.

use std::io::{self, Write};

use retrograde::io::RegionObjective;
use retrograde::{Arena, Player, RegionSolution, Vertex};

use super::cells::{PLAIN, count_cell, move_cell, share_cell};
use crate::style;
use crate::table::{self, Cell, Lean};

/// Who wins an objective of infinite plays, and how that was found.
pub(crate) struct Regions {
    pub(crate) objective: RegionObjective,
    pub(crate) solution: RegionSolution,
    pub(crate) how: &'static str,
}

/// How many positions each player wins.
pub(super) fn counts(out: &mut dyn Write, regions: &Regions) -> io::Result<()> {
    let winners = &regions.solution.winners;
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
    let owner = arena.owners.get(vertex as usize);
    let winner = regions.solution.winners.get(vertex);
    let number = |player: Option<Player>| player.map_or(String::new(), |player| player.to_string());
    vec![
        (number(owner), PLAIN),
        (number(winner), paint(winner)),
        move_cell(arena, regions.solution.strategy.as_ref(), vertex),
    ]
}

fn paint(player: Option<Player>) -> anstyle::Style {
    match player {
        Some(Player::Zero) => style::outcome(retrograde::Outcome::Win),
        Some(Player::One) => style::outcome(retrograde::Outcome::Lose),
        None => style::DIM,
    }
}
