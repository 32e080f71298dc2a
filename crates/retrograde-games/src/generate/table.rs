//! The one list of families. A new family is a builder and an entry here; words, sizes, checks,
//! the command line and the tests of all families follow.

use retrograde_core::Attribute;

use super::family::{Entry, Family};
use super::parameter::{Parameter, ParameterKind};
use super::random::{dag_edges, random_edges};
use super::{
    buchi, counters, friedmann, jurdzinski, ladders, random, random_arenas, regular, two_counters,
};

const PARITY: &[Attribute] = &[Attribute::Owner, Attribute::Priority];

const VERTICES: Parameter = count("vertices", "how many vertices");
const LEAVES: Parameter = count("leaves", "how many vertices besides the centre");
const MOVES: Parameter = Parameter {
    name: "moves",
    kind: ParameterKind::Mean,
    default: Some("5"),
    description: "average number of moves of a vertex that has any",
};
const SEED: Parameter = Parameter {
    name: "seed",
    kind: ParameterKind::Seed,
    default: Some("0"),
    description: "the same seed gives the same graph",
};

const fn count(name: &'static str, description: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Count, default: None, description }
}

const fn count_or(
    name: &'static str,
    default: &'static str,
    description: &'static str,
) -> Parameter {
    Parameter { name, kind: ParameterKind::Count, default: Some(default), description }
}

const fn share(name: &'static str, default: &'static str, description: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Share, default: Some(default), description }
}

/// The most useful first.
pub(super) const FAMILIES: &[Family] = &[
    Family(&Entry {
        name: "random",
        description: "moves from everywhere to anywhere, with a share of terminals",
        parameters: &[
            VERTICES,
            MOVES,
            share("terminals", "0.1", "share of vertices without moves"),
            SEED,
        ],
        attributes: &[],
        size: |v| (v.wide("vertices"), random_edges(v, v.real("terminals"))),
        build: random::build_random,
    }),
    Family(&Entry {
        name: "dag",
        description: "random moves to higher numbers only, so that no play lasts for ever",
        parameters: &[VERTICES, MOVES, SEED],
        attributes: &[],
        size: |v| (v.wide("vertices"), dag_edges(v)),
        build: random::build_dag,
    }),
    Family(&Entry {
        name: "layered",
        description: "random moves from each layer to the next, some of them back",
        parameters: &[
            count("layers", "how many layers"),
            count("width", "vertices in a layer"),
            MOVES,
            share("back", "0", "share of moves that stay in the layer or go back"),
            SEED,
        ],
        attributes: &[],
        size: |v| (v.wide("layers") * v.wide("width"), random::layered_edges(v)),
        build: random::build_layered,
    }),
    Family(&Entry {
        name: "chain",
        description: "one path 0 → 1 → …: the longest possible distances",
        parameters: &[VERTICES],
        attributes: &[],
        size: |v| (v.wide("vertices"), v.wide("vertices") - 1),
        build: regular::build_chain,
    }),
    Family(&Entry {
        name: "cycle",
        description: "one cycle: nothing is ever decided",
        parameters: &[VERTICES],
        attributes: &[],
        size: |v| (v.wide("vertices"), v.wide("vertices")),
        build: regular::build_cycle,
    }),
    Family(&Entry {
        name: "grid",
        description: "a board on which a piece moves one step right or down",
        parameters: &[count("width", "columns of the board"), count("height", "rows of the board")],
        attributes: &[],
        size: |v| {
            let (width, height) = (v.wide("width"), v.wide("height"));
            (width * height, 2 * width * height - width - height)
        },
        build: regular::build_grid,
    }),
    Family(&Entry {
        name: "complete-dag",
        description: "a move from every vertex to every higher one",
        parameters: &[VERTICES],
        attributes: &[],
        size: |v| (v.wide("vertices"), v.wide("vertices") * (v.wide("vertices") - 1) / 2),
        build: regular::build_complete_dag,
    }),
    Family(&Entry {
        name: "star",
        description: "a centre with a move to each leaf: one vertex with very many moves",
        parameters: &[LEAVES],
        attributes: &[],
        size: |v| (v.wide("leaves") + 1, v.wide("leaves")),
        build: regular::build_star,
    }),
    Family(&Entry {
        name: "inward-star",
        description: "leaves with a move each to the centre: one vertex that all others wait for",
        parameters: &[LEAVES],
        attributes: &[],
        size: |v| (v.wide("leaves") + 1, v.wide("leaves")),
        build: regular::build_inward_star,
    }),
    Family(&Entry {
        name: "random-parity",
        description: "a move everywhere, with random owners and priorities",
        parameters: &[
            VERTICES,
            MOVES,
            count_or("priorities", "20", "how many different priorities, from 0 on"),
            SEED,
        ],
        attributes: PARITY,
        size: |v| (v.wide("vertices"), random_edges(v, 0.0)),
        build: random_arenas::build_random_parity,
    }),
    Family(&Entry {
        name: "random-payoff",
        description: "a move everywhere, with random owners and weights",
        parameters: &[
            VERTICES,
            MOVES,
            count_or("weight", "100", "the largest weight, also below zero"),
            SEED,
        ],
        attributes: &[Attribute::Owner, Attribute::Weight],
        size: |v| (v.wide("vertices"), random_edges(v, 0.0)),
        build: random_arenas::build_random_payoff,
    }),
    Family(&Entry {
        name: "buchi-chain",
        description: "targets that are lost one attractor after the other",
        parameters: &[count("links", "links of three vertices each")],
        attributes: &[Attribute::Owner, Attribute::Priority, Attribute::Target],
        size: |v| (3 * v.wide("links"), 5 * v.wide("links")),
        build: buchi::build_buchi_chain,
    }),
    Family(&Entry {
        name: "jurdzinski-grid",
        description: "a parity arena that is hard for small progress measures",
        parameters: &[
            count("depth", "levels of two priorities each"),
            count("width", "columns of each level"),
        ],
        attributes: PARITY,
        size: |v| {
            let (depth, width) = (v.wide("depth"), v.wide("width"));
            ((3 * depth + 2) * width, depth * (8 * width - 1) + 4 * width - 1)
        },
        build: jurdzinski::build_jurdzinski_grid,
    }),
    Family(&Entry {
        name: "recursive-ladder",
        description: "a parity arena that is hard for the recursive algorithm",
        parameters: &[count("levels", "levels of five vertices each")],
        attributes: PARITY,
        // Eleven a level, but for the level below the first and the two moves to one above the last.
        size: |v| (5 * v.wide("levels"), 11 * v.wide("levels") - 3),
        build: ladders::build_recursive_ladder,
    }),
    Family(&Entry {
        name: "model-checker-ladder",
        description: "a parity arena that is hard for solvers that explore plays",
        parameters: &[count("rungs", "double rungs of four vertices each")],
        attributes: PARITY,
        size: |v| (4 * v.wide("rungs"), 6 * v.wide("rungs")),
        build: ladders::build_model_checker_ladder,
    }),
    Family(&Entry {
        name: "clique",
        description: "a parity arena with a move from every vertex to every other",
        parameters: &[VERTICES],
        attributes: PARITY,
        size: |v| (v.wide("vertices"), (v.wide("vertices") * (v.wide("vertices") - 1)).max(1)),
        build: ladders::build_clique,
    }),
    Family(&Entry {
        name: "two-counters",
        description: "a parity arena that is hard for the solvers that work with attractors",
        parameters: &[count("bits", "bits of each counter")],
        attributes: PARITY,
        size: |v| {
            let bits = v.wide("bits");
            let selectors = bits * (bits - 1);
            (8 * bits + 3 * selectors, 10 * bits + 6 * selectors + bits * bits)
        },
        build: two_counters::build_two_counters,
    }),
    Family(&Entry {
        name: "friedmann-counter",
        description: "a parity arena that is hard for strategy improvement",
        parameters: &[count("bits", "bits of the counter")],
        attributes: PARITY,
        // Each bit's d leads to the lane so far and its k to all higher bits, the rest is linear.
        size: |v| {
            let bits = v.wide("bits");
            (10 * bits + 4, (3 * bits * bits + 41 * bits + 10) / 2)
        },
        build: friedmann::build_friedmann_counter,
    }),
    Family(&Entry {
        name: "core-counter",
        description: "a parity arena that is hard for all solvers that divide games recursively",
        parameters: &[count("pairs", "pairs of pieces, to which one piece is added")],
        attributes: PARITY,
        size: |v| (6 * v.wide("pairs") + 3, 12 * v.wide("pairs") + 4),
        build: counters::build_core_counter,
    }),
    Family(&Entry {
        name: "gazda-counter",
        description: "a parity arena that is hard for the recursive algorithm with components",
        parameters: &[count("pieces", "pieces of three vertices each")],
        attributes: PARITY,
        size: |v| (3 * v.wide("pieces"), 6 * v.wide("pieces") - 3),
        build: counters::build_gazda_counter,
    }),
    Family(&Entry {
        name: "region-counter",
        description: "a parity arena that is hard for priority promotion",
        parameters: &[count("groups", "groups of four vertices each")],
        attributes: PARITY,
        size: |v| (4 * v.wide("groups"), 8 * v.wide("groups")),
        build: counters::build_region_counter,
    }),
    Family(&Entry {
        name: "delayed-counter",
        description: "a parity arena that is hard for priority promotion with delays",
        parameters: &[count("pieces", "pieces of four vertices each")],
        attributes: PARITY,
        size: |v| (4 * v.wide("pieces"), 7 * v.wide("pieces") - 2),
        build: counters::build_delayed_counter,
    }),
    Family(&Entry {
        name: "distractions",
        description: "a parity arena that is hard for one-sided tangle learning",
        parameters: &[count("arms", "arms of five vertices each")],
        attributes: PARITY,
        size: |v| (5 * v.wide("arms") + 1, 8 * v.wide("arms") + 1),
        build: counters::build_distractions,
    }),
];
