//! One process a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use retrograde_io::WriteError;

use crate::error::DiskError;

/// The right to keep checkpoints in a folder. The system takes it back when the process ends, however it
/// ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// The file stays in the folder: if it were removed, two processes could each lock their own.
    const NAME: &str = "lock";

    pub(super) fn take(folder: &Path) -> Result<Self, DiskError> {
        let path = folder.join(Lock::NAME);
        let failed = |error: io::Error| WriteError { file: path.clone(), fault: error.into() };
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(DiskError::Busy { folder: folder.to_owned() }),
            // Some file systems that machines share have no locks, and are used all the same.
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                Err(failed(error).into())
            }
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { _file: file }),
        }
    }
}
