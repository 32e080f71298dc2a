//! A worker's part of a checkpoint.
//!
//! All numbers are in little endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `RGCKPT01` |
//! | 8 × 7 | fingerprint, size, number of the checkpoint, workers, worker, bytes of a cell, blocks |
//! | 4 × 4 | tier, stage, distance, flags (1 nothing stays in the tier, 2 there are ties) |
//! | 24 × blocks | its number (8), where it begins in the file (8), its bytes (4), their checksum (4) |
//! | 4 × (1 + rounds) | of Büchi games only: how many rounds have begun, and the level of each |
//! | 4 | checksum of all before |
//! | … | the blocks: cells; how many things are delayed (4); each with its place in the block, its round and what it is (0 claim, 1 lower, 2 lower when ties are told), 4 bytes each |

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use retrograde_link::{ClusterError, Watch};

use super::head::{Entry, Head, Table, spoilt};
use super::{Kept, Of};
use crate::cell::Cell;
use crate::cells::{Cells, each_width};
use crate::partition::Partition;
use crate::wave::{Delayed, State};

/// Which part of which checkpoint it is.
#[derive(Clone, Copy)]
pub(super) struct Whose<'a> {
    pub(super) of: Of,
    pub(super) number: u64,
    pub(super) partition: &'a Partition,
    pub(super) me: usize,
    pub(super) watch: Watch<'a>,
}

/// An error that says why a file was not written, or who stopped it.
pub(super) fn failure(path: &Path, error: io::Error) -> ClusterError {
    match error.downcast::<Interrupted>() {
        Ok(Interrupted(error)) => error,
        Err(why) => ClusterError::File { path: path.to_owned(), why },
    }
}

/// Somebody stopped it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Interrupted(ClusterError);

fn go_on(watch: Watch<'_>) -> io::Result<()> {
    watch.check().map_err(|error| io::Error::other(Interrupted(error)))
}

/// Writes a worker's part, under a name of its own until it is whole. Of one that cannot be written nothing
/// stays.
pub(super) fn write(
    path: &Path,
    whose: Whose<'_>,
    state: &State,
    begins: &[u32],
) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let written = write_to(&temporary, whose, state, begins);
    let named = written.and_then(|()| fs::rename(&temporary, path));
    named.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

fn write_to(path: &Path, whose: Whose<'_>, state: &State, begins: &[u32]) -> io::Result<()> {
    let Whose { of, number, partition, me, watch } = whose;
    let mut delayed = flat(&state.delayed);
    delayed.sort_unstable();
    let blocks: Vec<(u64, u32)> = partition.blocks_of(me).collect();
    let width = match state.cells {
        Cells::Narrow(_) => 2,
        Cells::Wide(_) => 4,
    };
    let (workers, worker) = (partition.workers() as u64, me as u64);
    let count = blocks.len() as u64;
    let head = Head { of, number, workers, worker, width, blocks: count, mark: state.mark };
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut begin = Table::bytes(state.mark.stage, blocks.len(), begins.len());
    file.seek(SeekFrom::Start(begin))?;
    let mut entries = Vec::with_capacity(blocks.len());
    let (mut bytes, mut rest) = (Vec::new(), &delayed[..]);
    for &(block, place) in &blocks {
        go_on(watch)?;
        let vertices = partition.block(block);
        let end = place as usize + (vertices.end - vertices.start) as usize;
        bytes.clear();
        each_width!(&state.cells, cells => Cell::write(&cells[place as usize..end], &mut bytes));
        let (here, after) = rest.split_at(rest.partition_point(|item| (item.0 as usize) < end));
        rest = after;
        bytes.extend((here.len() as u32).to_le_bytes());
        for &(at, round, kind) in here {
            [at - place, round, kind].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        let (length, sum) = (bytes.len() as u32, crc32fast::hash(&bytes));
        entries.push(Entry { block, begin, length, sum });
        begin += bytes.len() as u64;
        file.write_all(&bytes)?;
    }
    let table = Table { head, entries, begins: begins.to_vec() };
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&table.to_bytes())?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

/// What is delayed, a thing at a time: its number, its round and what it is.
fn flat(delayed: &Delayed) -> Vec<(u32, u32, u32)> {
    let maps = [(&delayed.claims, 0), (&delayed.lowers, 1)];
    let listed = maps.into_iter().flat_map(|(map, kind)| {
        let places =
            map.iter().flat_map(|(&round, places)| places.iter().map(move |&at| (at, round)));
        places.map(move |(at, round)| (at, round, kind))
    });
    listed.chain(delayed.ties.iter().map(|&at| (at, 0, 2))).collect()
}

/// A block of a part: its cells as they are in the file, and what is delayed, each thing with its place in
/// the block, its round and what it is.
type Block = (Vec<u8>, Vec<[u32; 3]>);

/// Reads a block of so many cells of so many bytes each.
fn read_block(
    file: &mut (impl Read + Seek),
    entry: Entry,
    cells: u64,
    width: u64,
) -> io::Result<Block> {
    let cell_bytes = (cells * width) as usize;
    let mut bytes = vec![0; entry.length as usize];
    file.seek(SeekFrom::Start(entry.begin))?;
    file.read_exact(&mut bytes)?;
    if crc32fast::hash(&bytes) != entry.sum {
        return Err(spoilt("the checksum of a block is wrong"));
    }
    let wrong = || spoilt("a block is not as long as it should be");
    let (_, rest) = bytes.split_at_checked(cell_bytes).ok_or_else(wrong)?;
    let (words, odd) = rest.as_chunks::<4>();
    let (count, words) = words.split_first().ok_or_else(wrong)?;
    let (items, loose) = words.as_chunks::<3>();
    if !odd.is_empty()
        || !loose.is_empty()
        || items.len() as u64 != u64::from(u32::from_le_bytes(*count))
    {
        return Err(wrong());
    }
    let items: Vec<[u32; 3]> = items.iter().map(|item| item.map(u32::from_le_bytes)).collect();
    let sound = |&[at, round, kind]: &[u32; 3]| {
        u64::from(at) < cells && matches!((kind, round), (0 | 1, 1..0x4000_0000) | (2, 0))
    };
    if !items.iter().all(sound) {
        return Err(spoilt("a block has what makes no sense"));
    }
    bytes.truncate(cell_bytes);
    Ok((bytes, items))
}

/// Reads the blocks of a worker from the parts of a checkpoint that so many workers wrote.
pub(super) fn read(
    parts: impl Fn(usize) -> PathBuf,
    workers: usize,
    whose: Whose<'_>,
) -> io::Result<Kept> {
    let Whose { of, number, partition, me, watch } = whose;
    let wrote = Partition::new(of.size, workers).ok_or_else(|| spoilt("too few workers"))?;
    let mut cells = Cells::new(partition.room(me));
    let (mut delayed, mut said) = (Delayed::default(), None);
    let mut missing = partition.blocks_of(me).count();
    for worker in 0..workers {
        go_on(watch)?;
        if workers == partition.workers() && worker != me {
            continue;
        }
        let mut file = File::open(parts(worker))?;
        let Table { head, entries, begins } = Table::read(&mut file)?;
        let same = head.of == of && head.number == number;
        if !same || head.workers != workers as u64 || head.worker != worker as u64 {
            return Err(spoilt("it is of another checkpoint"));
        }
        let (mark, levels) = said.get_or_insert_with(|| (head.mark, begins.clone()));
        if *mark != head.mark || *levels != begins {
            return Err(spoilt("the parts are not of the same round"));
        }
        let theirs = wrote.blocks_of(worker).map(|(block, _)| block);
        if !theirs.eq(entries.iter().map(|entry| entry.block)) {
            return Err(spoilt("it has other blocks than it should"));
        }
        for entry in entries.into_iter().filter(|entry| partition.owner(entry.block) == me) {
            go_on(watch)?;
            let vertices = partition.block(entry.block);
            let count = vertices.end - vertices.start;
            let (bytes, items) = read_block(&mut file, entry, count, head.width)?;
            let (_, place) = partition.place(vertices.start);
            fill(&mut cells, place as usize, &bytes, head.width);
            for [at, round, kind] in items {
                let list = match kind {
                    0 => delayed.claims.entry(round).or_default(),
                    1 => delayed.lowers.entry(round).or_default(),
                    _ => &mut delayed.ties,
                };
                list.push(place + at);
            }
            missing -= 1;
        }
    }
    match (said, missing) {
        (Some((mark, begins)), 0) => Ok(Kept { number, mark, cells, delayed, begins }),
        _ => Err(spoilt("blocks are missing")),
    }
}

/// Writes cells from a file to where they belong.
fn fill(cells: &mut Cells, place: usize, bytes: &[u8], width: u64) {
    if width == 4 {
        let mut block = Vec::new();
        <u32 as Cell>::read(bytes, &mut block);
        cells.fit(block.iter().map(|cell| cell.parts().1).max().unwrap_or(0));
        for (index, cell) in block.into_iter().enumerate() {
            let (kind, number) = cell.parts();
            cells.set((place + index) as u32, kind, number);
        }
    } else {
        let mut block = Vec::new();
        <u16 as Cell>::read(bytes, &mut block);
        match cells {
            Cells::Narrow(cells) => cells[place..place + block.len()].copy_from_slice(&block),
            Cells::Wide(cells) => {
                for (cell, narrow) in cells[place..].iter_mut().zip(block) {
                    let (kind, number) = narrow.parts();
                    *cell = <u32 as Cell>::new(kind, number);
                }
            }
        }
    }
}

/// Reads all of a part, whatever it is, for whoever wants to know whether it can be read.
///
/// # Errors
/// It is no part of a checkpoint, or it is spoilt.
pub fn inspect(mut file: impl Read + Seek) -> io::Result<()> {
    let Table { head, entries, .. } = Table::read(&mut file)?;
    let workers = usize::try_from(head.workers).map_err(|_| spoilt("too many workers"))?;
    let wrote = Partition::new(head.of.size, workers).ok_or_else(|| spoilt("too few workers"))?;
    for entry in entries {
        if entry.block >= wrote.blocks() {
            return Err(spoilt("it has other blocks than it should"));
        }
        let vertices = wrote.block(entry.block);
        read_block(&mut file, entry, vertices.end - vertices.start, head.width)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use retrograde_core::Control;
    use retrograde_link::Fate;

    use super::*;
    use crate::cell::Kind;
    use crate::source::Ending;
    use crate::wave::{Mark, Stage};

    const OF: Of = Of { fingerprint: 77, size: 3000 };

    /// A worker's state with something of everything.
    fn state(room: usize) -> State {
        let mut state = State::new(Cells::new(room), Ending::Lost);
        for place in 0..room as u32 {
            let kind = [Kind::Won, Kind::Lost, Kind::Open, Kind::Tied][place as usize % 4];
            state.cells.set(place, kind, 1 + place % 5);
        }
        state.mark = Mark { tier: 1, stage: Stage::Waves, distance: 9, quiet: false, ties: true };
        state.delayed.claims.insert(12, vec![5, 700]);
        state.delayed.lowers.insert(11, vec![6, 2]);
        state.delayed.ties = vec![8, 900];
        state
    }

    #[test]
    fn what_some_workers_wrote_others_read() {
        let folder = tempfile::tempdir().unwrap();
        let parts = |worker: usize| folder.path().join(worker.to_string());
        let (fate, control) = (Fate::default(), Control::default());
        let watch = Watch { control, fate: &fate };
        let whole = Partition::new(OF.size, 1).unwrap();
        let before = state(whole.room(0));
        let wrote = Whose { of: OF, number: 4, partition: &whole, me: 0, watch };
        write(&parts(0), wrote, &before, &[]).unwrap();
        let three = Partition::new(OF.size, 3).unwrap();
        let mut delayed = Vec::new();
        for me in 0..3 {
            let reads = Whose { partition: &three, me, ..wrote };
            let Kept { mark, cells, delayed: late, .. } = read(parts, 1, reads).unwrap();
            assert_eq!(mark, before.mark);
            for vertex in (0..OF.size).filter(|&vertex| three.place(vertex).0 == me) {
                let (there, here) = (three.place(vertex).1, whole.place(vertex).1);
                assert_eq!(cells.get(there), before.cells.get(here));
            }
            let vertex = |place| whole.place(three.vertex(me, place)).1;
            delayed
                .extend(flat(&late).into_iter().map(|(at, round, kind)| (vertex(at), round, kind)));
        }
        let mut expected = flat(&before.delayed);
        delayed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(delayed, expected);
        let reads = Whose { partition: &three, ..wrote };
        let of = Of { fingerprint: 78, ..OF };
        assert!(read(parts, 1, Whose { of, ..reads }).is_err());
        assert!(read(parts, 1, Whose { number: 5, ..reads }).is_err());
        assert!(read(parts, 2, reads).is_err());
        // Levels are there if and only if the game is of the kind that has them.
        for (stage, begins) in
            [(Stage::Waves, &[][..]), (Stage::Force, &[0]), (Stage::Spoil, &[0, 9])]
        {
            let mut before = state(whole.room(0));
            before.mark.stage = stage;
            write(&parts(0), wrote, &before, begins).unwrap();
            let kept = read(parts, 1, reads).unwrap();
            assert_eq!((kept.mark, &kept.begins[..]), (before.mark, begins));
        }
        for begins in [&[][..], &[3, 3], &[1 << 29]] {
            let mut before = state(whole.room(0));
            before.mark.stage = Stage::Spoil;
            write(&parts(0), wrote, &before, begins).unwrap();
            assert!(read(parts, 1, reads).is_err(), "{begins:?}");
        }
    }

    #[test]
    fn bytes_that_were_changed_or_cut_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let (fate, control) = (Fate::default(), Control::default());
        let watch = Watch { control, fate: &fate };
        let of = Of { size: 20, ..OF };
        let whole = Partition::new(of.size, 1).unwrap();
        for (stage, begins) in [(Stage::Waves, &[][..]), (Stage::Spoil, &[0, 4, 9])] {
            let mut state = state(whole.room(0));
            (state.delayed, state.mark.stage) = (Delayed::default(), stage);
            let whose = Whose { of, number: 0, partition: &whole, me: 0, watch };
            write(&path, whose, &state, begins).unwrap();
            let bytes = fs::read(&path).unwrap();
            inspect(Cursor::new(&bytes)).unwrap();
            for place in 0..bytes.len() {
                for bit in 0..8 {
                    let mut hostile = bytes.clone();
                    hostile[place] ^= 1 << bit;
                    assert!(inspect(Cursor::new(&hostile)).is_err(), "{place}");
                }
                assert!(inspect(Cursor::new(&bytes[..place])).is_err(), "{place}");
            }
        }
    }
}
