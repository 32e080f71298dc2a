//! The list of all that is given whatever bytes there may be.

mod checkpoint;
mod circuit;
mod cluster_checkpoint;
mod formula;
mod paritysol;
mod position;
mod request;
mod rgg;
mod solution;
mod source;
mod spec;
mod specification;
mod table;

use retrograde_io::Format;

use crate::reader::check_reader;

/// Something that reads, with what must hold of what it makes of any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Also the name of the folder with its seeds, in `fuzz/seeds`.
    pub name: &'static str,
    /// Panics if a promise is broken.
    pub check: fn(&[u8]),
}

const fn target(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, check }
}

/// All of them.
///
/// ```
/// for target in retrograde_fuzz::TARGETS {
///     (target.check)(b"");
/// }
/// ```
pub const TARGETS: &[Target] = &[
    target("aut", |bytes| check_reader(Format::Aut, bytes)),
    target("checkpoint", checkpoint::target),
    target("circuit", circuit::target),
    target("cluster_checkpoint", cluster_checkpoint::target),
    target("dot", |bytes| check_reader(Format::Dot, bytes)),
    target("edges", |bytes| check_reader(Format::Edges, bytes)),
    target("formula", formula::target),
    target("graphml", |bytes| check_reader(Format::Graphml, bytes)),
    target("hoa", |bytes| check_reader(Format::Hoa, bytes)),
    target("json", |bytes| check_reader(Format::Json, bytes)),
    target("mtx", |bytes| check_reader(Format::Mtx, bytes)),
    target("npz", |bytes| check_reader(Format::Npz, bytes)),
    target("paritysol", paritysol::target),
    target("pgsolver", |bytes| check_reader(Format::Pgsolver, bytes)),
    target("position", position::target),
    target("request", request::target),
    target("rgg", rgg::target),
    target("solution", solution::target),
    target("source", source::target),
    target("spec", spec::target),
    target("specification", specification::target),
    target("table", table::target),
];
