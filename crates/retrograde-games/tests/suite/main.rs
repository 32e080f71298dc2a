//! Games, their indices and their generators against their rules, in one program.

#[path = "../by_spec/mod.rs"]
mod by_spec;
#[path = "../naive/mod.rs"]
mod naive;
#[path = "../plain/mod.rs"]
mod plain;

mod boards;
mod cyclic;
mod dobutsu_shogi;
mod explore;
mod generate;
mod kit;
mod quixo;
mod refused;
mod specs;
mod teeko;
mod worst_cases;
