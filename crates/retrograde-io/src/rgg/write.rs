//! Arenas that are in memory.

use std::io::{self, Write};

use retrograde_core::{Arena, Column, Control, Graph, Names, Outcome, Player, Side, Vertex};

use crate::condition;
use crate::rgg::layout::Kind;
use crate::rgg::sections::{Elements, SectionWriter};

/// Writes an arena, and its moves turned around, as an `.rgg` file.
///
/// ```
/// use retrograde_core::{Arena, Control};
/// use retrograde_io::{Format, read_arena, write_rgg};
/// let arena = Arena::sketch().vertex("a").owner(0).to("b").weight(-3).arena()?;
/// let mut file = Vec::new();
/// write_rgg(&arena, &mut file, &Control::ALONE)?;
/// assert_eq!(read_arena(&file[..], Format::Rgg, &Control::ALONE)?, arena);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `out` reports, an acceptance that cannot be written, and that it was stopped, which is an
/// [`io::Error`] with a [`Stopped`](retrograde_core::Stopped) in it.
///
/// # Complexity
/// O(V + E) time; `4 E + 4 V` bytes for the moves turned around.
pub fn write_rgg(arena: &Arena, out: &mut dyn Write, control: &Control<'_>) -> io::Result<()> {
    let acceptance = condition::writable(arena.acceptance.as_ref())?;
    let (graph, edges) = (&arena.graph, arena.graph.edge_count() as u64);
    let mut writer = SectionWriter::new(out, graph.vertex_count() as u64)?;
    write_rows(&mut writer, graph, [Kind::ForwardTargets, Kind::ForwardOffsets], control)?;
    let back = graph.transposed(control).map_err(io::Error::other)?;
    write_rows(&mut writer, &back, [Kind::ReverseTargets, Kind::ReverseOffsets], control)?;
    drop(back);
    if !arena.weights.is_empty() {
        let mut weights = Elements::new(&mut writer, Kind::Weights);
        let mut pace = control.pace();
        for edge in 0..graph.edge_count() {
            pace.steps(1).map_err(io::Error::other)?;
            weights.push(arena.weight(edge).to_le_bytes())?;
        }
        weights.end(edges)?;
        write_presence(&mut writer, Kind::HaveWeight, &arena.weights, graph.edge_count())?;
    }
    if !arena.players.is_empty() {
        let mut players = Elements::new(&mut writer, Kind::Players);
        let mut pace = control.pace();
        for edge in 0..graph.edge_count() {
            pace.steps(1).map_err(io::Error::other)?;
            players.push([player_code(arena.player(edge))])?;
        }
        players.end(edges)?;
    }
    write_said(&mut writer, arena, acceptance, control)?;
    writer.finish(edges)?;
    Ok(())
}

fn write_rows<W: Write>(
    writer: &mut SectionWriter<W>,
    graph: &Graph,
    [targets, offsets]: [Kind; 2],
    control: &Control<'_>,
) -> io::Result<()> {
    const AT_ONCE: usize = 1 << 20;
    let edges = graph.edge_count() as u64;
    writer.begin(targets);
    for part in graph.targets().chunks(AT_ONCE) {
        control.check().map_err(io::Error::other)?;
        write_numbers(writer, part)?;
    }
    writer.end(edges)?;
    let mut starts = Elements::new(writer, offsets);
    let mut pace = control.pace();
    for row in 0..=graph.vertex_count() {
        pace.steps(1).map_err(io::Error::other)?;
        let offset = graph.offsets().get(row);
        match offsets.width(edges) {
            4 => starts.push((offset as u32).to_le_bytes())?,
            _ => starts.push(offset.to_le_bytes())?,
        }
    }
    starts.end(edges)
}

/// Writes vertices on in the section that was begun.
pub(crate) fn write_numbers<W: Write>(
    writer: &mut SectionWriter<W>,
    numbers: &[Vertex],
) -> io::Result<()> {
    match cfg!(target_endian = "little") {
        true => writer.write(bytemuck::cast_slice(numbers)),
        false => {
            let turned: Vec<u32> = numbers.iter().map(|number| number.to_le()).collect();
            writer.write(bytemuck::cast_slice(&turned))
        }
    }
}

/// Writes what is said about vertices, and the acceptance.
pub(crate) fn write_said<W: Write>(
    writer: &mut SectionWriter<W>,
    arena: &Arena,
    acceptance: Option<String>,
    control: &Control<'_>,
) -> io::Result<()> {
    let vertices = arena.names.len();
    write_names(writer, &arena.names, control)?;
    let mut bytes = |kind, is_empty: bool, code: &dyn Fn(usize) -> u8| -> io::Result<()> {
        if is_empty {
            return Ok(());
        }
        let mut pace = control.pace();
        let mut codes = Elements::new(writer, kind);
        for vertex in 0..vertices {
            pace.steps(1).map_err(io::Error::other)?;
            codes.push([code(vertex)])?;
        }
        codes.end(0)
    };
    bytes(Kind::Verdicts, arena.verdicts.is_empty(), &|vertex| {
        verdict_code(arena.verdicts.get(vertex))
    })?;
    bytes(Kind::Owners, arena.owners.is_empty(), &|vertex| owner_code(arena.owners.get(vertex)))?;
    bytes(Kind::Targets, arena.targets.is_empty(), &|vertex| {
        target_code(arena.targets.get(vertex))
    })?;
    if !arena.priorities.is_empty() {
        let mut pace = control.pace();
        let mut numbers = Elements::new(writer, Kind::Priorities);
        for vertex in 0..vertices {
            pace.steps(1).map_err(io::Error::other)?;
            numbers.push(arena.priorities.get(vertex).unwrap_or(0).to_le_bytes())?;
        }
        numbers.end(0)?;
        write_presence(writer, Kind::HavePriority, &arena.priorities, vertices)?;
    }
    if !arena.colors.is_empty() {
        let mut pace = control.pace();
        let mut colors = Elements::new(writer, Kind::Colors);
        for vertex in 0..vertices {
            pace.steps(1).map_err(io::Error::other)?;
            colors.push(arena.colors.get(vertex).unwrap_or(0).to_le_bytes())?;
        }
        colors.end(0)?;
    }
    match acceptance {
        Some(text) => writer.section(Kind::Acceptance, text.as_bytes()),
        None => Ok(()),
    }
}

fn write_names<W: Write>(
    writer: &mut SectionWriter<W>,
    names: &Names,
    control: &Control<'_>,
) -> io::Result<()> {
    if names.is_sequence() {
        return Ok(());
    }
    let mut pace = control.pace();
    if !names.is_empty() && names.number(0).is_some() {
        let mut numbers = Elements::new(writer, Kind::NameNumbers);
        for vertex in 0..names.len() as Vertex {
            pace.steps(1).map_err(io::Error::other)?;
            let number = names.number(vertex).expect("all names are numbers or none is");
            numbers.push(number.to_le_bytes())?;
        }
        return numbers.end(0);
    }
    let mut ends = Elements::new(writer, Kind::NameEnds);
    let mut end = 0;
    for vertex in 0..names.len() as Vertex {
        pace.steps(1).map_err(io::Error::other)?;
        end += names.get(vertex).len() as u64;
        ends.push(end.to_le_bytes())?;
    }
    ends.end(0)?;
    writer.begin(Kind::NameText);
    let mut gathered = Vec::new();
    for vertex in 0..names.len() as Vertex {
        pace.steps(1).map_err(io::Error::other)?;
        gathered.extend_from_slice(names.get(vertex).as_bytes());
        if gathered.len() >= 1 << 16 {
            writer.write(&gathered)?;
            gathered.clear();
        }
    }
    writer.write(&gathered)?;
    writer.end(0)
}

/// One bit an entry that has a value, unless all have.
fn write_presence<W: Write, T: Copy + Default>(
    writer: &mut SectionWriter<W>,
    kind: Kind,
    column: &Column<T>,
    count: usize,
) -> io::Result<()> {
    if column.count() == count {
        return Ok(());
    }
    let mut words = Elements::new(writer, kind);
    for first in (0..count).step_by(64) {
        let bit = |place: usize| u64::from(column.get(first + place).is_some()) << place;
        words.push((0..64).map(bit).fold(0, |word, bit| word | bit).to_le_bytes())?;
    }
    words.end(0)
}

pub(crate) fn verdict_code(verdict: Option<Outcome>) -> u8 {
    match verdict {
        None => 0,
        Some(Outcome::Win) => 1,
        Some(Outcome::Lose) => 2,
        Some(Outcome::Draw) => 3,
    }
}

pub(crate) fn owner_code(owner: Option<Player>) -> u8 {
    owner.map_or(0, |owner| owner.number() + 1)
}

pub(crate) fn target_code(target: Option<bool>) -> u8 {
    target.map_or(0, |target| 1 + u8::from(target))
}

pub(crate) fn player_code(player: Option<Side>) -> u8 {
    match player {
        None => 0,
        Some(Side::Left) => 1,
        Some(Side::Right) => 2,
    }
}
