//! Solutions of parity games as PGSolver writes them: `paritysol N;`, then
//! `identifier winner move;` for each vertex, the move only where the winner moves.

use std::io::{self, Read, Write};

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Vertex, Winners};

use crate::SolutionFault;
use crate::error::ReadError;
use crate::text_out::TextOut;

use super::scan::{Number, Scanner};
use super::shown;

/// Writes who wins where as a `paritysol` file. Vertices are called by their numbers, as
/// [`Format::Pgsolver`](crate::Format::Pgsolver) does; those without a known winner are left out.
///
/// # Errors
/// What `out` reports.
///
/// ```
/// use retrograde_core::{Player, RegionSolution};
/// let winners = [Some(Player::One), Some(Player::One), None].into_iter().collect();
/// let strategy = Some([None, Some(0), None].into_iter().collect());
/// let mut text = Vec::new();
/// retrograde_io::write_paritysol(&RegionSolution { winners, strategy }, &mut text)?;
/// assert_eq!(text, b"paritysol 2;\n0 1;\n1 1 0;\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_paritysol(solution: &RegionSolution, out: &mut dyn Write) -> io::Result<()> {
    let mut text = TextOut::new(out);
    text.text("paritysol ");
    text.number(solution.winners.len().saturating_sub(1));
    text.text(";");
    text.end_line()?;
    for (vertex, winner) in (0..).zip(solution.winners.iter()) {
        let Some(winner) = winner else { continue };
        text.number(vertex);
        text.text(if winner == Player::Zero { " 0" } else { " 1" });
        if let Some(to) = solution.strategy.as_ref().and_then(|strategy| strategy.get(vertex)) {
            text.text(" ");
            text.number(to);
        }
        text.text(";");
        text.end_line()?;
    }
    text.finish()
}

/// Reads a `paritysol` file of a game of so many vertices.
pub(crate) fn read(input: &mut dyn Read, vertices: usize) -> Result<RegionSolution, ReadError> {
    let mut scan = Scanner::new(input)?;
    scan.skip_blanks()?;
    let (place, found) = (scan.place(), scan.describe()?);
    if scan.word()? != b"paritysol" {
        let message = format!("expected 'paritysol', found {found}");
        return Err(ReadError::syntax(place, message));
    }
    let mut reader = SolutionReader {
        scan,
        zero: Bitmap::new(vertices),
        one: Bitmap::new(vertices),
        strategy: Strategy::empty(vertices),
    };
    let announced = reader.header()?;
    // PGSolver writes the highest identifier there, Oink how many entries there are: all vertices,
    // or fewer where it did not solve them all.
    let other_size = || {
        let fault = SolutionFault::OtherSize { vertices: shown(announced), expected: vertices };
        fault.at(announced.place)
    };
    if announced.value > vertices as u64 {
        return Err(other_size());
    }
    let mut entries = 0;
    while reader.scan.peek()?.is_some() {
        reader.entry(vertices)?;
        reader.scan.skip_blanks()?;
        entries += 1;
    }
    if announced.value + 1 < vertices as u64 && announced.value != entries {
        return Err(other_size());
    }
    Ok(RegionSolution {
        winners: Winners::from_regions(reader.zero, reader.one),
        // The format has moves: where none is given, nobody who wins has to move.
        strategy: Some(reader.strategy),
    })
}

struct SolutionReader<'a> {
    scan: Scanner<'a>,
    zero: Bitmap,
    one: Bitmap,
    strategy: Strategy,
}

impl SolutionReader<'_> {
    /// Reads the first line and gives its number.
    fn header(&mut self) -> Result<Number, ReadError> {
        self.scan.skip_blanks()?;
        let number = self.needed("the number of vertices")?;
        self.end("paritysol 3;")?;
        self.scan.skip_blanks()?;
        Ok(number)
    }

    fn entry(&mut self, vertices: usize) -> Result<(), ReadError> {
        let identifier = self.needed("a vertex's number")?;
        let name = || shown(identifier);
        let Some(vertex) = within(identifier, vertices) else {
            return Err(SolutionFault::UnknownVertex { name: name() }.at(identifier.place));
        };
        if self.zero.get(vertex as usize) || self.one.get(vertex as usize) {
            return Err(SolutionFault::Repeated { name: name() }.at(identifier.place));
        }
        self.scan.skip_blanks()?;
        let winner = self.needed("the winner, 0 or 1")?;
        match winner.value {
            0 => self.zero.set(vertex as usize),
            1 => self.one.set(vertex as usize),
            _ => {
                return Err(SolutionFault::BadWinner { word: shown(winner) }.at(winner.place));
            }
        }
        self.scan.skip_blanks()?;
        if let Some(target) = self.scan.number()? {
            let Some(to) = within(target, vertices) else {
                let fault = SolutionFault::UnknownMove { vertex: name(), to: shown(target) };
                return Err(fault.at(target.place));
            };
            self.strategy.set(vertex, Some(to));
        }
        self.end("0 1 2;")
    }

    fn needed(&mut self, what: &str) -> Result<Number, ReadError> {
        match self.scan.number()? {
            Some(number) => Ok(number),
            None => {
                let found = self.scan.describe()?;
                let message = format!(
                    "expected {what}, found {found}: an entry is 'identifier winner move;'"
                );
                Err(self.scan.fault(message))
            }
        }
    }

    fn end(&mut self, example: &str) -> Result<(), ReadError> {
        self.scan.skip_blanks()?;
        if self.scan.take(b';')? {
            return Ok(());
        }
        let found = self.scan.describe()?;
        Err(self.scan.fault(format!("expected ';' as in '{example}', found {found}")))
    }
}

fn within(number: Number, vertices: usize) -> Option<Vertex> {
    Vertex::try_from(number.value).ok().filter(|&vertex| (vertex as usize) < vertices)
}
