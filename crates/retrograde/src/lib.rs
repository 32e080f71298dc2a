//! Retrograde solves two-player games on finite graphs exactly: who wins from every position, how
//! fast, by which move, and with a proof that anyone can check.
//!
//! # The picture
//!
//! A game is a directed graph. Two players push a token along its edges in turn; a vertex without
//! moves ends the game. In **normal play** whoever cannot move loses, in **misère play** whoever
//! cannot move wins, and a vertex without moves may carry a verdict of its own.
//!
//! From the player to move's point of view every position is won, lost or drawn:
//!
//! - it is **won** if some move leads to a position that is lost for the opponent;
//! - it is **lost** if every move leads to a position that is won for the opponent;
//! - whatever is never forced by these two rules is **drawn**: both sides can play on forever.
//!
//! One move is enough to win and all of them are needed to lose. That is the whole algorithm:
//! count the moves of each position that are not yet refuted, and work backwards from the ends.
//! Nobody looks for cycles in order to find draws.
//!
//! # One door
//!
//! A question is an [`Objective`], an answer is a [`Solution`]. [`solve`](solve()) knows which solver
//! to run, how much memory that takes and when to stop; [`verify`](verify()) checks an answer without
//! trusting who made it.
//!
//! Who wins, and how fast:
//!
//! ```
//! use retrograde::{Arena, Objective, Options, solve, verify};
//!
//! let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
//! let solution = solve(&arena, &Objective::OUTCOME, &Options::default())?.solution;
//! assert_eq!(solution.value(arena.vertex("b").unwrap()).to_string(), "lose in 2");
//! verify(&arena, &solution, &Options::default())?; // shares no code with the solvers
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whether player 0 can make the largest priority seen infinitely often even:
//!
//! ```
//! # use retrograde::{Arena, Objective, Options, Player, solve};
//! let arena = Arena::sketch()
//!     .vertex("a").owner(Player::Zero).priority(2).to("a").to("b")
//!     .vertex("b").owner(Player::One).priority(1).to("a")
//!     .arena()?;
//! let solution = solve(&arena, &Objective::PARITY, &Options::default())?.solution;
//! assert_eq!(solution.winners().unwrap().count(Player::Zero), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The long-run average that both players can hold the other to:
//!
//! ```
//! # use retrograde::{Arena, Objective, Options, Player, solve};
//! let arena = Arena::sketch()
//!     .vertex("a").owner(Player::Zero).to("a").weight(1).to("b").weight(3)
//!     .vertex("b").owner(Player::One).to("a").weight(0)
//!     .arena()?;
//! let solution = solve(&arena, &Objective::MeanPayoff, &Options::default())?.solution;
//! assert_eq!(solution.value(0).to_string(), "3/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | door | does |
//! | --- | --- |
//! | [`open`](open()) | finds a graph file, a stream or a game given by rules, once |
//! | [`solve`](solve()), [`Input::solve`] | answers a question about every position |
//! | [`verify`](verify()), [`verify_table`] | proves an answer, or says where it does not hold |
//! | [`estimate`](estimate()), [`Shape`] | says beforehand what solving takes and what a graph is like |
//! | [`line`](line()), [`explain`](explain()) | best play from a position, and why it is worth what it is, for every objective |
//! | [`trace`](trace()) | an algorithm at work, event by event, for teaching |
//! | [`played`] | a graph as a game to play |
//! | [`sum`](sum()) | several games side by side |
//! | [`overview`], [`neighbourhood`] | a large graph in blocks, and what is around a vertex |
//! | [`synthesise`], [`verify_circuit`] | a controller from a specification, and whether a circuit keeps to it |
//! | [`make`](make()), [`product`] | other graphs of a graph; games of one kind as games of another |
//! | [`check`](check()), [`verify_formula`] | whether formulas hold on a transition system, with evidence |
//! | [`compare`](compare()) | whether two transition systems are the same, and what tells them apart |
//! | [`words`], [`notes`] | answers in words and tables; what somebody may not have meant |
//!
//! [`Options`] holds for all of them: threads, a limit on memory, a time limit, a [`Cancel`] switch,
//! progress. Whatever is stopped ends soon and leaves nothing half-written; the bench `stopping` prints how
//! soon.
//! There is one [`Error`], with its facts as fields; [`Error::remedies`] says what may help, and [`notes`]
//! what somebody may not have meant, both for whoever shows them to put into words.
//!
//! # Distances
//!
//! The winner hurries and the loser stalls: a won position's distance is one more than the
//! *smallest* among the lost positions it can move to, a lost position's one more than the
//! *largest* among its moves. A position without moves has distance 0, a draw has none. Distances
//! count the moves of either player.
//!
//! In files of a game given by rules, `move` is the move as players write it and `to` the position that
//! it leads to; of any other graph, `move` is the vertex moved to. [`Names::moves`] knows which it is.
//!
//! The best move is the fastest win, else one that keeps the draw (by endless play if there is a way,
//! by a tie otherwise), else the slowest loss. Among equals it is the first in the order of the edges,
//! which for a game given by rules is the order in which the rules list the moves: solutions, lines,
//! explanations, tables and games to play all choose it, whichever engine solved them.
//!
//! # What can be asked
//!
//! [`Objective::ALL`] has one of each kind, and [`Objective::facts`] tells what it needs of an arena,
//! whose view its values take and which columns its answers have. Where vertices have owners, plays
//! may go on forever and a condition on the whole play decides.
//!
//! ```
//! use retrograde::{Objective, View};
//! let mut lines = Vec::new();
//! for objective in Objective::ALL {
//!     let facts = objective.facts();
//!     lines.push(format!("{}: {} ({})", facts.name, facts.summary, facts.header()));
//! }
//! assert!(lines[2].starts_with("grundy: Sprague-Grundy values"));
//! assert_eq!(Objective::Buchi.facts().view, View::Owners);
//! ```
//!
//! Grundy values make sums easy, however many cycles the games have:
//!
//! ```
//! use retrograde::{Arena, Options, Outcome, Summand, sum};
//!
//! // A heap of up to three counters, and a game in which one may wait before taking the only one.
//! let heap = Arena::sketch().edges([(3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0)]).arena()?;
//! let wait = Arena::sketch().edges([(1, 1), (1, 0)]).arena()?;
//! let three = Summand { arena: &heap, vertex: heap.vertex("3").unwrap() };
//! let waiting = Summand { arena: &wait, vertex: wait.vertex("1").unwrap() };
//!
//! // Two heaps of three and the game of waiting: take the waiting game's counter and win.
//! let (total, values) = sum(&[three, three, waiting], &Options::default())?;
//! assert_eq!((total.outcome, total.best.unwrap().component), (Outcome::Win, 2));
//! assert_eq!(values[2].to_string(), "inf{0}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games given by rules
//!
//! [`games::Game`] is how rules are written down, and [`table::Catalogue`] names those that are.
//! A game is explored from its start, or solved over a dense index without storing moves; what came
//! of either, or of a table on disk, is a [`table::SolvedGame`].
//!
//! ```
//! use retrograde::{Options, open};
//!
//! let mut nim = open("nim:1,2,3")?;
//! let start = nim.rules().unwrap().start().unwrap();
//! let game = nim.solve_game(&start, &Options::default())?;
//! assert_eq!(game.worth(&start)?.unwrap().to_string(), "lose in 6");
//! assert_eq!(game.moves(&start)?.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The example `own_game` takes a game of one's own from its rules to a line, a picture, a table,
//! probes and play: `cargo run --release --example own_game`.
//!
//! # Past memory, onto a card, across machines
//!
//! [`Options::engine`] says where to solve. [`Engine::Disk`] leaves the edges of a graph, or the tiers of
//! a game, on disk; [`Engine::Gpu`] and [`Engine::Cluster`] are in builds with the features `gpu` and
//! `cluster` of this crate, and say plainly where they cannot be used. [`needs`](needs()) tells what each
//! would take. The answers are the same.
//!
//! A file is opened and asked, so that its edges are never in memory:
//!
//! ```
//! use retrograde::{Answered, Engine, Objective, Options, Wanted, open};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("game.txt");
//! # std::fs::write(&path, "a b\nb a\na t\n")?;
//! let options = Options { engine: Engine::Disk, ..Options::default() };
//! let answered = open(&path)?.solve(&Objective::OUTCOME, Wanted::Moves, &options)?;
//! let Answered::Stored(solved) = answered else { panic!("the graph stays on disk") };
//! assert_eq!(solved.solution.value(0).to_string(), "win in 1");
//! assert_eq!(solved.best_move(0, &options)?, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Closer to the metal
//!
//! The doors are made of rooms that can be entered one by one. Every solver is a function over a
//! typed game, and [`solve::registry`] lists them with their cost and their source:
//!
//! ```
//! use retrograde::solve::{self, parity};
//! use retrograde::{Bitmap, Graph, OwnedGraph, ParityGame, Player};
//!
//! let graph = Graph::from_edges(2, [(0, 0), (0, 1), (1, 0)])?;
//! let game = ParityGame::max(OwnedGraph::from_bitmap(&graph, Bitmap::new(2)), vec![1, 2]);
//! let solved = parity::solve(&game, parity::Method::Tangle, &solve::Options::default())?;
//! assert_eq!(solved.solution.winners.count(Player::Zero), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve::trace`] has the algorithms that tell what they do, for reading and watching.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this one | the doors; graphs, arenas, questions and answers |
//! | [`io`] | reading and writing graphs and solutions |
//! | [`logic`] | formulas on transition systems, specifications over inputs and outputs |
//! | [`mod@solve`] | the solvers, one file per algorithm |
//! | [`mod@verify`] | the independent checker |
//! | [`games`] | rules of games, generators of graphs |
//! | [`table`] | solved games, and tables of them on disk |
//! | [`draw`] | pictures of solved graphs |
#![forbid(unsafe_code)]

mod doors;
mod engines;
mod error;
mod options;
pub mod words;

pub use retrograde_core::*;

#[cfg(feature = "cluster")]
pub use retrograde_cluster as cluster;
pub use retrograde_disk as disk;
pub use retrograde_draw as draw;
pub use retrograde_games as games;
pub use retrograde_io as io;
pub use retrograde_logic as logic;
pub use retrograde_solve as solve;
pub use retrograde_table as table;
pub use retrograde_verify as verify;

pub use doors::{
    Answered, Asked, Block, Components, Construction, CountComponents, Detail, Estimate, Explained,
    ExplainedMove, Explanation, Fields, Input, Made, Neighbourhood, Note, Opening, Outline,
    Overview, Scope, Shape, Solved, StoredGraph, StoredSolved, Summand, System, Told, ToldMove,
    ToldStep, Trace, TraceEvent, Wanted, check_solver, estimate, explain, explain_game,
    find_vertex, line, line_game, machine, make, neighbourhood, notes, open, overview, played,
    product, read_circuit, read_specification, solve, solved_game, sum, synthesise, trace, verify,
    verify_circuit, verify_circuit_of, verify_stored, verify_table,
};
pub use doors::{EvidenceFormat, FORMULA_GAME, check, compare, pose, state, verify_formula};
#[cfg(feature = "cluster")]
pub use doors::{Shared, Sharing};
pub use engines::{Engine, Needs, index_needs, needs};
pub use error::{Error, Remedy};
pub use options::{MemoryLimit, Options};
pub use retrograde_solve::line::{End, Recurs, Turn};

/// The README's code, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
