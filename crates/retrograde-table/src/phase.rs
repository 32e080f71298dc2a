//! What long work says that it is doing, in [`Progress::phase`](retrograde_core::Progress::phase).

/// A build goes on from a checkpoint. Told once, with how far that was.
pub const RESUMED: &str = "going on from a checkpoint";
/// A game is being solved over its index.
pub const SOLVING: &str = "solving";
/// What a build has done so far is on disk.
pub const KEPT: &str = "keeping a checkpoint";
/// A table is being compressed and written, slot by slot.
pub const WRITING: &str = "writing";
/// The sums of a table are compared, byte by byte.
pub const CHECKING: &str = "checking the file";
/// A table is being unpacked into memory, slot by slot.
pub const READING: &str = "reading";
/// A table is being compared with the rules, slot by slot, as often as it takes.
pub const VERIFYING: &str = "verifying";
/// What there is in a table is being counted, slot by slot.
pub const COUNTING: &str = "counting";
/// A table is being exported, slot by slot.
pub const EXPORTING: &str = "exporting";
