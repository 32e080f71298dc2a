//! The checker of outcomes against the definition, against changed solutions, and at scale.

mod exhaustive;
mod messages;
mod mutation;
mod oracle;
mod scale;
