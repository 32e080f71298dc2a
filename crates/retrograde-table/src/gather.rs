//! A table of slots that somebody else has solved: workers on other machines, say.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use retrograde_io::{OutputFile, make_folder};

use crate::Index;
use crate::alphabet::Alphabet;
use crate::build;
use crate::checkpoint::Build;
use crate::dense::DenseError;
use crate::header::{self, Kind};
use crate::lock::Lock;
use crate::{BuildOptions, Table, TableError, Worth};

/// Whom the packed slots of a game are handed to, in order, some at a time.
pub type TakeSlots<'a> = &'a mut dyn FnMut(&[u16]) -> io::Result<()>;

/// Who hands over all slots of a game, once.
pub type Slots<'a> = &'a mut dyn FnMut(TakeSlots<'_>) -> io::Result<()>;

impl Table {
    /// Makes the table of a game in a folder of slots that somebody else has solved, packed as
    /// [`Worth::pack`] does it. They go through a file of two bytes a slot beside the table, and are
    /// taken at their word: [`verify`](crate::verify()) checks them.
    ///
    /// # Errors
    /// The game has no index, or not as many slots; a slot that means nothing; the folder has a table
    /// already or is in use; what `slots` or the system reports; it was stopped.
    pub fn gather(
        game: &dyn Index,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
        slots: Slots<'_>,
    ) -> Result<Table, TableError> {
        let count = game.slots().ok_or(DenseError::NoIndex)?;
        make_folder(folder).map_err(TableError::written("make"))?;
        let _lock = Lock::take(folder)?;
        let path = folder.join(Table::FILE);
        if path.exists() || build::has_begun(folder) {
            let there = io::Error::new(io::ErrorKind::AlreadyExists, "there is a table already");
            return Err(TableError::io(&path, "write")(there));
        }
        let beside = OutputFile::part_of(folder.join("slots"));
        let made = (|| {
            let failed = || TableError::io(&beside, "write");
            let used = spread(&beside, count, options, slots).map_err(failed())?;
            let alphabet = match options.kind {
                Kind::Outcome => Some(Alphabet::outcomes()),
                Kind::Distance => Alphabet::with_palette(used),
            };
            let alphabet = alphabet.ok_or_else(|| {
                let error = "there are slots that mean nothing".to_owned();
                failed()(io::Error::new(io::ErrorKind::InvalidData, error))
            })?;
            let build = Build {
                spec: spec.to_owned(),
                fingerprint: header::fingerprint(game),
                tiers: header::fingerprint_of_tiers(game),
                slots: count,
            };
            let file = Mutex::new(File::open(&beside).map_err(failed())?);
            let codes = |slots: Range<u64>| read(&file, slots).map(Cow::Owned);
            build::write(folder, &build, false, (alphabet, &codes), options)
        })();
        let removed = fs::remove_file(&beside);
        made?;
        removed.map_err(TableError::io(&beside, "remove"))?;
        Table::open(folder)
    }
}

/// Puts all slots into a file, and says which codes there are, the hole included, rising.
fn spread(
    path: &Path,
    count: u64,
    options: &BuildOptions<'_>,
    slots: Slots<'_>,
) -> io::Result<Vec<u16>> {
    let mut used = vec![false; 1 << 16];
    used[usize::from(Worth::Hole.pack())] = true;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut taken = 0;
    slots(&mut |some| {
        options.control.check().map_err(io::Error::other)?;
        taken += some.len() as u64;
        for &code in some {
            used[usize::from(code)] = true;
            out.write_all(&code.to_le_bytes())?;
        }
        Ok(())
    })?;
    out.flush()?;
    if taken != count {
        let text = format!("there are {taken} slots, and the game has {count}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok((0..=u16::MAX).filter(|&code| used[usize::from(code)]).collect())
}

/// The slots of a range.
fn read(file: &Mutex<File>, slots: Range<u64>) -> io::Result<Vec<u16>> {
    let mut bytes = vec![0; 2 * (slots.end - slots.start) as usize];
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(2 * slots.start))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
}

#[cfg(test)]
mod tests {
    use retrograde_games::rules::Quixo;

    use super::*;
    use crate::dense::{self, DenseOptions};

    #[test]
    fn slots_that_somebody_else_has_solved_make_the_same_table() {
        let game = Quixo::new(3).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let [built, gathered] = ["built", "gathered"].map(|name| folder.path().join(name));
        let options = BuildOptions::default();
        Table::build(&game, "quixo:3", &built, &options).unwrap();
        let solved = dense::solve(&game, &DenseOptions::default()).unwrap();
        let mut all = |take: TakeSlots<'_>| solved.packed().chunks(1000).try_for_each(take);
        Table::gather(&game, "quixo:3", &gathered, &options, &mut all).unwrap();
        let [built, gathered] =
            [&built, &gathered].map(|folder| fs::read(folder.join(Table::FILE)).unwrap());
        assert!(built == gathered);

        let few = folder.path().join("few");
        let mut some = |take: TakeSlots<'_>| take(&solved.packed()[1..]);
        let error = Table::gather(&game, "quixo:3", &few, &options, &mut some).unwrap_err();
        assert!(error.to_string().contains("there are 4598 slots"), "{error}");
        assert!(Table::open(&few).is_err());
    }
}
