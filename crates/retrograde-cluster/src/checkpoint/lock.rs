//! One cluster a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use retrograde_link::ClusterError;

/// The right to keep checkpoints in a folder. The system takes it back when the process ends, however it
/// ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// The file stays in the folder: if it were removed, two processes could each lock their own.
    const NAME: &str = "lock";

    pub(super) fn take(folder: &Path) -> Result<Self, ClusterError> {
        let path = folder.join(Lock::NAME);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(ClusterError::file(&path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ClusterError::Busy { folder: folder.to_owned() }),
            // Some file systems that machines share have no locks, and are used all the same.
            Err(TryLockError::Error(why)) if why.kind() != ErrorKind::Unsupported => {
                Err(ClusterError::File { path, why })
            }
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { _file: file }),
        }
    }
}
