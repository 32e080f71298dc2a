//! Where things are in a file, byte for byte: `docs/rgg-format.md` in code.

use std::io;
use std::ops::Range;

use crate::NAME_LIMIT;

pub(crate) const MAGIC: [u8; 8] = *b"\x89RGG\r\n\x1a\n";
const END: [u8; 8] = *b"\nRGGend\n";
const VERSION: u32 = 1;

/// The bytes before the first section, and those after everything.
pub(crate) const HEADER: usize = 64;
const FOOTER: usize = 64;

/// Sections begin at multiples of this, and are padded with zeros to the next.
pub(crate) const ALIGN: u64 = 64;

/// Bytes that one checksum is of.
pub(crate) const PIECE: u64 = 1 << 16;

/// Bytes that a section takes in the directory.
const ENTRY: usize = 24;

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    ForwardTargets = 1,
    ForwardOffsets = 2,
    ReverseTargets = 3,
    ReverseOffsets = 4,
    NameNumbers = 16,
    NameEnds = 17,
    NameText = 18,
    Verdicts = 32,
    Owners = 33,
    Targets = 34,
    Priorities = 35,
    HavePriority = 36,
    Colors = 37,
    Weights = 48,
    HaveWeight = 49,
    Players = 50,
    Acceptance = 64,
}

impl Kind {
    const ALL: [Kind; 17] = [
        Kind::ForwardTargets,
        Kind::ForwardOffsets,
        Kind::ReverseTargets,
        Kind::ReverseOffsets,
        Kind::NameNumbers,
        Kind::NameEnds,
        Kind::NameText,
        Kind::Verdicts,
        Kind::Owners,
        Kind::Targets,
        Kind::Priorities,
        Kind::HavePriority,
        Kind::Colors,
        Kind::Weights,
        Kind::HaveWeight,
        Kind::Players,
        Kind::Acceptance,
    ];

    /// What it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::ForwardTargets => "moves",
            Kind::ForwardOffsets => "offsets of the moves",
            Kind::ReverseTargets => "moves turned around",
            Kind::ReverseOffsets => "offsets of the moves turned around",
            Kind::NameNumbers | Kind::NameEnds | Kind::NameText => "names",
            Kind::Verdicts => "verdicts",
            Kind::Owners => "owners",
            Kind::Targets => "targets",
            Kind::Priorities | Kind::HavePriority => "priorities",
            Kind::Colors => "colors",
            Kind::Weights | Kind::HaveWeight => "weights",
            Kind::Players => "players",
            Kind::Acceptance => "acceptance",
        }
    }

    /// Bytes an element takes where `edges` are counted.
    pub(crate) fn width(self, edges: u64) -> u32 {
        match self {
            Kind::ForwardOffsets | Kind::ReverseOffsets => {
                if edges <= u64::from(u32::MAX) {
                    4
                } else {
                    8
                }
            }
            Kind::ForwardTargets | Kind::ReverseTargets | Kind::Priorities => 4,
            Kind::NameNumbers
            | Kind::NameEnds
            | Kind::HavePriority
            | Kind::Colors
            | Kind::Weights
            | Kind::HaveWeight => 8,
            Kind::NameText
            | Kind::Verdicts
            | Kind::Owners
            | Kind::Targets
            | Kind::Players
            | Kind::Acceptance => 1,
        }
    }

    /// How many elements it has; `None` for text of any length.
    fn elements(self, vertices: u64, edges: u64) -> Option<u64> {
        match self {
            Kind::ForwardOffsets | Kind::ReverseOffsets => Some(vertices + 1),
            Kind::ForwardTargets | Kind::ReverseTargets | Kind::Weights | Kind::Players => {
                Some(edges)
            }
            Kind::NameNumbers
            | Kind::NameEnds
            | Kind::Verdicts
            | Kind::Owners
            | Kind::Targets
            | Kind::Priorities
            | Kind::Colors => Some(vertices),
            Kind::HavePriority => Some(vertices.div_ceil(64)),
            Kind::HaveWeight => Some(edges.div_ceil(64)),
            Kind::NameText | Kind::Acceptance => None,
        }
    }
}

/// One section.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) kind: Kind,
    /// Bytes an element takes.
    pub(crate) width: u32,
    /// Where it begins in the file.
    pub(crate) offset: u64,
    /// How many bytes it has, without what pads them.
    pub(crate) length: u64,
    /// The number of the checksum of its first piece.
    pub(crate) first_sum: u64,
}

impl Section {
    /// With what pads it.
    pub(crate) fn padded(&self) -> u64 {
        padded(self.length)
    }

    pub(crate) fn pieces(&self) -> u64 {
        self.padded().div_ceil(PIECE)
    }

    /// The bytes of a piece, counted from the beginning of the section.
    pub(crate) fn piece(&self, number: u64) -> Range<u64> {
        number * PIECE..self.padded().min((number + 1) * PIECE)
    }
}

pub(crate) fn padded(length: u64) -> u64 {
    length.next_multiple_of(ALIGN)
}

/// What is where, and the checksum of every piece.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub(crate) vertices: u64,
    pub(crate) edges: u64,
    pub(crate) sections: Vec<Section>,
    pub(crate) sums: Vec<u32>,
    /// Two files of which this is the same hold the same.
    pub(crate) fingerprint: u64,
    /// How long the file is.
    pub(crate) length: u64,
}

/// The bytes at the beginning of every file.
pub(crate) fn header() -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    let sum = crc32fast::hash(&header[..HEADER - 4]);
    header[HEADER - 4..].copy_from_slice(&sum.to_le_bytes());
    header
}

impl Directory {
    /// The bytes after the last section, which ends at `offset`.
    pub(crate) fn tail(&self, offset: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for section in &self.sections {
            bytes.extend((section.kind as u32).to_le_bytes());
            bytes.extend(section.width.to_le_bytes());
            bytes.extend(section.offset.to_le_bytes());
            bytes.extend(section.length.to_le_bytes());
        }
        bytes.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        let (sum, length) = (crc32fast::hash(&bytes), bytes.len() as u64);
        let whole = offset + length + FOOTER as u64;
        let footer = bytes.len();
        for number in [offset, length, self.vertices, self.edges, whole] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.sections.len() as u32, VERSION, sum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes[footer..]).to_le_bytes());
        bytes.extend(END);
        bytes
    }

    /// Reads and checks all that is not in a section, of a file of `length` bytes.
    ///
    /// # Errors
    /// What `read` reports, and whatever is wrong.
    pub(crate) fn read(
        length: u64,
        read: impl Fn(u64, &mut [u8]) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut start = [0; HEADER];
        let known = (length as usize).min(HEADER);
        read(0, &mut start[..known])?;
        if start[..8] != MAGIC {
            return Err(damaged("this is no rgg file: those begin with the bytes 89 52 47 47"));
        }
        if length < (HEADER + FOOTER) as u64 {
            return Err(damaged(CUT));
        }
        let version = u32_at(&start, 8);
        if version != VERSION {
            return Err(other_version(version));
        }
        if start != header() {
            return Err(damaged("the first bytes are damaged: make or copy the file again"));
        }
        let mut end = [0; FOOTER];
        let footer = length - FOOTER as u64;
        read(footer, &mut end)?;
        if end[FOOTER - 8..] != END {
            return Err(damaged(CUT));
        }
        if u32_at(&end, 52) != crc32fast::hash(&end[..52]) {
            return Err(damaged("the last bytes are damaged: make or copy the file again"));
        }
        let [offset, size, vertices, edges, whole] = [0, 8, 16, 24, 32].map(|at| u64_at(&end, at));
        let (count, sum) = (u32_at(&end, 40) as usize, u32_at(&end, 48));
        if u32_at(&end, 44) != VERSION {
            return Err(other_version(u32_at(&end, 44)));
        }
        if whole != length {
            return Err(damaged(CUT));
        }
        if vertices > u64::from(u32::MAX) {
            return Err(damaged(format!(
                "there are {vertices} vertices, more than can be numbered"
            )));
        }
        // A place in the file for every edge, so that sums with them do not overflow.
        if edges > length / 4 {
            return Err(nonsense(&format!("it has {edges} moves, for which there is no place")));
        }
        if count > Kind::ALL.len() {
            return Err(nonsense(&format!("it has {count} sections, more than there are kinds")));
        }
        if offset.checked_add(size) != Some(footer) || size < (count * ENTRY) as u64 {
            return Err(nonsense("it does not fill the place between sections and end"));
        }
        let mut bytes = vec![0; count * ENTRY];
        read(offset, &mut bytes)?;
        let sections = sections(&bytes, offset, vertices, edges)?;
        let pieces: u64 = sections.iter().map(Section::pieces).sum();
        if size != bytes.len() as u64 + pieces * 4 {
            return Err(nonsense("it has another number of checksums than of pieces"));
        }
        // No more than what the sections take in the file, of which it is a small part.
        bytes.resize(size as usize, 0);
        read(offset + (count * ENTRY) as u64, &mut bytes[count * ENTRY..])?;
        if crc32fast::hash(&bytes) != sum {
            return Err(damaged("the directory is damaged: make or copy the file again"));
        }
        let sums = bytes[count * ENTRY..].chunks_exact(4).map(|sum| u32_at(sum, 0)).collect();
        let fingerprint = u64::from(sum) << 32 | u64::from(u32_at(&end, 52));
        Ok(Directory { vertices, edges, sections, sums, fingerprint, length })
    }

    /// The section of a kind, if there is one.
    pub(crate) fn find(&self, kind: Kind) -> Option<&Section> {
        self.sections.iter().find(|section| section.kind == kind)
    }
}

/// The sections, which lie one after the other from the header to `end`.
fn sections(bytes: &[u8], end: u64, vertices: u64, edges: u64) -> io::Result<Vec<Section>> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut next, mut first_sum) = (HEADER as u64, 0);
    for entry in bytes.chunks_exact(ENTRY) {
        let number = u32_at(entry, 0);
        let Some(kind) = Kind::ALL.into_iter().find(|&kind| kind as u32 == number) else {
            return Err(damaged(format!(
                "there is a section of kind {number}, which this version does not know"
            )));
        };
        let (width, offset, length) = (u32_at(entry, 4), u64_at(entry, 8), u64_at(entry, 16));
        let expected = kind.elements(vertices, edges);
        let fits = match expected {
            Some(elements) => elements.checked_mul(width.into()) == Some(length),
            None => kind != Kind::Acceptance || length <= NAME_LIMIT as u64,
        };
        let is_new = sections.iter().all(|section| section.kind != kind);
        let within = end.checked_sub(offset).is_some_and(|room| length <= room);
        let wrong = [
            (!is_new, "are there twice"),
            (offset != next || !within, "are not at their place"),
            (width != kind.width(edges), "are of another width"),
            (!fits, "are not as many as belong there"),
        ];
        if let Some((_, what)) = wrong.into_iter().find(|&(is_wrong, _)| is_wrong) {
            return Err(nonsense(&format!("the {} {what}", kind.name())));
        }
        let section = Section { kind, width, offset, length, first_sum };
        next = offset + section.padded();
        first_sum += section.pieces();
        sections.push(section);
    }
    let has = |kind| sections.iter().any(|section| section.kind == kind);
    let needed =
        [Kind::ForwardTargets, Kind::ForwardOffsets, Kind::ReverseTargets, Kind::ReverseOffsets];
    let goes_with = |part, whole| has(whole) || !has(part);
    if let Some(kind) = needed.into_iter().find(|&kind| !has(kind)) {
        return Err(nonsense(&format!("the {} are missing", kind.name())));
    }
    let fits = has(Kind::NameEnds) == has(Kind::NameText)
        && !(has(Kind::NameEnds) && has(Kind::NameNumbers))
        && goes_with(Kind::HavePriority, Kind::Priorities)
        && goes_with(Kind::HaveWeight, Kind::Weights);
    if !fits {
        return Err(nonsense("it has sections that do not go together"));
    }
    if next != end {
        return Err(nonsense("the sections do not fill the place before it"));
    }
    Ok(sections)
}

const CUT: &str = "the file is not whole: make or copy it again";

/// What the directory says cannot be.
fn nonsense(why: &str) -> io::Error {
    damaged(format!("the directory makes no sense, since {why}: make the file again"))
}

fn other_version(version: u32) -> io::Error {
    damaged(format!("this is version {version} of the format, and only version {VERSION} is read"))
}

/// What is wrong with the bytes of an `.rgg` file, whoever brought them. It comes in an [`io::Error`], also out
/// of writing what is read meanwhile: then it is not what is written that is at fault.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Damage(String);

impl Damage {
    /// The damage that an error tells of, if that is what it does.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

pub(crate) fn damaged(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Damage(message.into()))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
