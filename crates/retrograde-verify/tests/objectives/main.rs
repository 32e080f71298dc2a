//! The checkers of asymmetric, Grundy and partizan solutions against the definitions, against
//! changed solutions, and at scale.

mod asymmetric;
mod asymmetric_oracle;
mod grundy;
mod messages;
mod partizan;
mod partizan_oracle;
mod scale;
mod small;
