//! The checkers of Emerson–Lei games against the definition, against changed machines, and at scale.

mod exhaustive;
mod messages;
mod mutation;
mod oracle;
mod records;
mod scale;
