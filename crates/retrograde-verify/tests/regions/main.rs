//! The checkers of winning regions against the definitions, against changed solutions, and at scale.

mod exhaustive;
mod messages;
mod mutation;
mod oracle;
mod rounds;
mod scale;
