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
//! # A first game
//!
//! ```
//! use retrograde::io::{Format, ReadOptions, read_arena};
//! use retrograde::solve::outcome::{self, Options};
//! use retrograde::verify::verify_outcome;
//! use retrograde::{Convention, Distance, OutcomeGame, Value};
//!
//! // a and b lead to each other, but from a one can also escape to t, where no move is left.
//! let arena = read_arena(&b"a b\nb a\na t\n"[..], Format::Edges, &ReadOptions::default())?;
//! let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal)?;
//! let solved = outcome::solve(&game, &Options::default())?;
//!
//! let [a, b] = ["a", "b"].map(|name| arena.names.find(name).unwrap());
//! assert_eq!(solved.solution.values.get(a), Value::Win(Distance(1)));
//! assert_eq!(solved.solution.values.get(b), Value::Lose(Distance(2)));
//!
//! // A solution is a proof: the verifier shares no code with the solver.
//! verify_outcome(&game, &solved.solution)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Distances
//!
//! The winner hurries and the loser stalls: a won position's distance is one more than the
//! *smallest* among the lost positions it can move to, a lost position's one more than the
//! *largest* among its moves. A position without moves has distance 0, a draw has none.
//!
//! # Other questions about the same graph
//!
//! | question | module | solution | checked by |
//! | --- | --- | --- | --- |
//! | who wins, how fast | [`solve::outcome`] | [`OutcomeSolution`] | [`verify_outcome`](verify::verify_outcome) |
//! | one side wants to end the game, the other to play forever | [`solve::asymmetric`] | [`AsymmetricSolution`] | [`verify_asymmetric`](verify::verify_asymmetric) |
//! | what a position is worth beside others | [`solve::grundy`] | [`GrundyValues`] | [`verify_grundy`](verify::verify_grundy) |
//! | some moves belong to one side | [`solve::partizan`] | [`PartizanSolution`] | [`verify_partizan`](verify::verify_partizan) |
//!
//! Grundy values make sums easy, however many cycles the games have: [`solve::sum`] looks at nothing
//! but the positions at hand and their options.
//!
//! ```
//! use retrograde::solve::{grundy, sum};
//! use retrograde::{Graph, Grundy, Outcome};
//!
//! // A heap of up to three counters, and a game in which one may wait before taking the only one.
//! let heap = Graph::from_edges(4, [(3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0)])?;
//! let wait = Graph::from_edges(2, [(1, 1), (1, 0)])?;
//! let [heaps, waits] = [&heap, &wait].map(|graph| grundy::solve(graph, &Default::default()));
//! let (heaps, waits) = (heaps?, waits?);
//! assert_eq!(waits.values.get(1), Grundy::Loopy(&[0]));
//!
//! // Two heaps of three and the game of waiting: take the waiting game's counter and win.
//! let three = sum::Component::new(&heap, &heaps, 3)?;
//! let total = sum::solve(&[three, three, sum::Component::new(&wait, &waits, 1)?]);
//! assert_eq!(total.outcome, Outcome::Win);
//! assert_eq!(total.best, Some(sum::Move { component: 2, to: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve::construct`] makes other graphs of a graph: the alternating graph, the tree of plays, the
//! quotient by [`solve::bisimulation`], sums written out.
//!
//! # Plays that never end
//!
//! Where vertices have owners ([`OwnedGraph`]), a condition on the whole play decides who wins:
//!
//! | condition | game | module | checked by |
//! | --- | --- | --- | --- |
//! | reach or avoid targets | [`TargetGame`] | [`solve::reachability`] | [`verify_reachability`](verify::verify_reachability), [`verify_safety`](verify::verify_safety) |
//! | targets infinitely often, or not | [`TargetGame`] | [`solve::buchi`] | [`verify_buchi`](verify::verify_buchi), [`verify_cobuchi`](verify::verify_cobuchi) |
//! | parity | [`ParityGame`] | [`solve::parity`] | [`verify_parity`](verify::verify_parity) |
//! | energy, mean payoff | [`PayoffGame`] | [`solve::energy`], [`solve::mean_payoff`] | [`verify_energy`](verify::verify_energy), [`verify_mean_payoff`](verify::verify_mean_payoff) |
//! | Emerson–Lei, with Rabin, Streett, Muller | [`EmersonLeiGame`] | [`solve::emerson_lei`] | [`verify_emerson_lei`](verify::verify_emerson_lei) |
//!
//! ```
//! use retrograde::io::{Format, ReadOptions, read_arena};
//! use retrograde::solve::parity::{self, Options};
//! use retrograde::verify::{Partial, verify_parity};
//! use retrograde::{OwnedGraph, ParityGame, Player};
//!
//! let text = b"parity 1;\n0 2 0 0,1;\n1 1 1 0;\n";
//! let arena = read_arena(&text[..], Format::Pgsolver, &ReadOptions::default())?;
//! let priorities = ParityGame::priorities(&arena.graph, &arena.priorities)?;
//! let game = ParityGame::max(OwnedGraph::new(&arena.graph, &arena.owners)?, priorities);
//! let solution = parity::solve(&game, &Options::default()).solution;
//! assert_eq!(solution.winners.count(Player::Zero), 2);
//! verify_parity(&game, &solution, Partial::Refused)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve::reduce`] turns games about one condition into games about another, with the same winners.
//!
//! # Games given by rules
//!
//! [`games::Game`] is how rules are written down; [`games::catalogue`] has some that are.
//! [`games::explore`](games::explore()) makes a graph of what play can meet, and [`table::dense`] solves a
//! game over its index without one.
//!
//! ```
//! use std::sync::Arc;
//! use retrograde::games::rules::Nim;
//! use retrograde::games::{ExploreOptions, Game, explore};
//! use retrograde::solve::outcome::{self, Options};
//! use retrograde::{Convention, Outcome, OutcomeGame};
//!
//! let game = Nim::new(&[1, 2, 3]).unwrap();
//! let explored = explore(&game, &[game.start().unwrap()], &ExploreOptions::default())?;
//! let (arena, start) = explored.into_arena(Arc::new(game));
//! let played = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal)?;
//! let values = outcome::solve(&played, &Options::default())?.solution.values;
//! assert_eq!(values.outcome(start.unwrap()), Outcome::Lose);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Watching it work
//!
//! [`solve::outcome::trace`] runs the same analysis one event at a time.
//!
//! ```
//! use retrograde::solve::outcome::trace::{Event, Trace};
//! use retrograde::{Column, Convention, Graph, OutcomeGame, Outcome};
//!
//! let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
//! let verdicts = Column::default();
//! let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
//! let settled: Vec<u32> = Trace::new(&game)
//!     .filter_map(|event| match event {
//!         Event::Seeded { vertex, .. } | Event::Settled { vertex, .. } => Some(vertex),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(settled, [2, 1, 0]);
//! # Ok::<(), retrograde::GraphError>(())
//! ```
//!
//! # Where things are
//!
//! | module | what it holds |
//! | --- | --- |
//! | this one | graphs, arenas, names, values: the types everything else speaks in |
//! | [`io`] | reading and writing graphs and solutions |
//! | [`solve`] | the solvers, lines of play, explanations |
//! | [`verify`] | the independent checker |
//! | [`games`] | rules of games, the catalogue, generators of graphs |
//! | [`table`] | games solved over an index, and tables of them on disk |
//! | [`draw`] | pictures of solved graphs |
#![forbid(unsafe_code)]

pub use retrograde_core::*;

pub use retrograde_draw as draw;
pub use retrograde_games as games;
pub use retrograde_io as io;
pub use retrograde_solve as solve;
pub use retrograde_table as table;
pub use retrograde_verify as verify;

/// The README's code, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
