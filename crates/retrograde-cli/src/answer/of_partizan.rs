//! Partizan classes for people.

use std::io::{self, Write};

use retrograde::solve::partizan;
use retrograde::{Arena, PartizanClass};

use super::cells::{PLAIN, count_cell, share_cell};
use crate::style;
use crate::table::{self, Lean};

/// How many positions are in each class; those with draws only where there are any.
pub(super) fn counts(
    out: &mut dyn Write,
    arena: &Arena,
    solved: &partizan::Solved,
) -> io::Result<()> {
    let mut counts = [0usize; PartizanClass::ALL.len()];
    for vertex in arena.graph.vertices() {
        counts[solved.solution.class(vertex) as usize] += 1;
    }
    let rows: Vec<_> = PartizanClass::ALL
        .into_iter()
        .filter(|&class| !has_draws(class) || counts[class as usize] > 0)
        .map(|class| {
            let count = counts[class as usize];
            vec![
                (class.to_string(), style::HEADING),
                count_cell(count),
                share_cell(count, arena.graph.vertex_count()),
                (meaning(class).to_owned(), PLAIN),
            ]
        })
        .collect();
    let headings = [
        ("class", Lean::Left),
        ("count", Lean::Right),
        ("share", Lean::Right),
        ("who wins", Lean::Left),
    ];
    table::write(out, &headings, &rows)
}

fn has_draws(class: PartizanClass) -> bool {
    !matches!(
        class,
        PartizanClass::Next | PartizanClass::Previous | PartizanClass::Left | PartizanClass::Right
    )
}

fn meaning(class: PartizanClass) -> &'static str {
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
