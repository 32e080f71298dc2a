//! Other graphs of a graph, and games of one kind as games of another.

use retrograde_core::{
    Arena, Attribute, Control, Extremum, Objective, Posed, Question, Ratio, Vertex,
};
use retrograde_solve::bisimulation;
use retrograde_solve::construct::{self, ConstructError, Size};
use retrograde_solve::emerson_lei::{EmersonLeiError, Limits};
use retrograde_solve::reduce::{self, Image, Players, ReduceError, Reduced};

use super::noting::Note;
use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;

/// What to make of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Construction {
    /// Every position twice, once for each player to move.
    Alternating,
    /// The tree of all plays from a position, cut after so many moves.
    Unravel {
        /// Where play starts.
        from: Vertex,
        /// How many moves to follow.
        depth: u32,
    },
    /// As few positions as possible with the same play from each.
    Quotient,
    /// What play can reach from some positions.
    Reachable {
        /// Those positions.
        from: Vec<Vertex>,
    },
    /// One vertex for each strongly connected component.
    Condensation,
    /// A game about another objective with the same winners, or as the notes say.
    Objective {
        /// What it is about now.
        from: Objective,
        /// What it shall be about.
        to: Objective,
        /// From a mean payoff: player 0 wins where the value is at least this.
        threshold: Option<Ratio>,
    },
}

/// What was made of a game.
#[derive(Clone, Debug)]
pub struct Made {
    /// The new graph.
    pub arena: Arena,
    /// Which vertex of it each vertex has become, or where its winner is told; `None` where vertices
    /// have become several or are what they were.
    pub image: Option<Vec<Vertex>>,
    /// How answers about the new one are answers about the old one, and what was lost.
    pub notes: Vec<Note>,
}

/// Makes another graph of a graph. Nothing grows past `size` vertices or edges.
///
/// ```
/// use retrograde::{Arena, Construction, Options, make};
/// let arena = Arena::sketch().edges([("a", "c"), ("b", "c")]).arena()?;
/// let smaller = make(arena, &Construction::Quotient, 1000, &Options::default())?;
/// assert_eq!(smaller.arena.graph.vertex_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It would become larger than allowed, does not fit in memory, or there is no such construction.
pub fn make(
    arena: Arena,
    construction: &Construction,
    size: u64,
    options: &Options<'_>,
) -> Result<Made, Error> {
    let (vertices, edges) = (arena.graph.vertex_count() as u64, arena.graph.edge_count() as u64);
    let control = options.control(arena.heap_bytes());
    let before = arena.graph.vertex_count();
    match construction {
        Construction::Alternating => {
            if 2 * vertices.max(edges) > size {
                return Err(Error::Construct(ConstructError::TooLarge {
                    construction: construct::Construction::Alternating,
                    vertices: Size::Exactly(u128::from(2 * vertices)),
                    edges: Size::Exactly(u128::from(2 * edges)),
                    limit: size,
                }));
            }
            let item = 24 + longest_name(&arena) + attributes(&arena);
            let needed = 2 * (vertices * item + edges * (8 + attributes(&arena)));
            check_room(&arena, needed, options)?;
            Ok(Made::plain(construct::alternating(&arena, &control)?.arena))
        }
        Construction::Unravel { from, depth } => {
            let limit = Limit::new(size, &[&arena], options);
            let made = construct::unravel(&arena, *from, *depth, limit.size, &control);
            let made = made.map_err(|error| limit.explain(error.into()))?;
            let cut = (made.cut > 0).then_some(Note::Cut { positions: made.cut, depth: *depth });
            Ok(Made { arena: made.arena, image: None, notes: cut.into_iter().collect() })
        }
        Construction::Quotient => {
            // Edges for both sides count twice, and every weight may be different.
            let sides = if arena.players.is_empty() { 1 } else { 2 };
            let labels = if arena.weights.is_empty() { 0 } else { 100 };
            let edge = if arena.attributes().is_empty() { 12 } else { 40 + labels };
            let needed = sides * edge * edges + 72 * vertices + arena.heap_bytes();
            check_room(&arena, needed, options)?;
            let partition = bisimulation::coarsest(&arena, &control)?;
            let made = construct::quotient(&arena, &partition, &control)?;
            let after = made.arena.graph.vertex_count();
            let notes = vec![Note::Classes { after, before }];
            Ok(Made { arena: made.arena, image: Some(partition.class), notes })
        }
        Construction::Reachable { from } => {
            let names = vertices * (8 + longest_name(&arena));
            check_room(&arena, arena.heap_bytes() + 16 * vertices + names, options)?;
            let made = construct::reachable(&arena, from, &control)?;
            let after = made.arena.graph.vertex_count();
            let notes = vec![Note::Reached { after, before }];
            Ok(Made { arena: made.arena, image: None, notes })
        }
        Construction::Condensation => {
            let names = vertices * (8 + longest_name(&arena));
            check_room(&arena, arena.heap_bytes() + 40 * vertices + names, options)?;
            let lost = arena.attributes();
            let lost = (!lost.is_empty()).then_some(Note::NotOfComponents(lost));
            let made = construct::condensation(&arena, &control)?;
            let after = made.arena.graph.vertex_count();
            let notes = lost.into_iter().chain([Note::Components { after, before }]).collect();
            Ok(Made { arena: made.arena, image: Some(made.component), notes })
        }
        Construction::Objective { from, to, threshold } => {
            let limit = Limit::new(size, &[&arena], options);
            let needed = 2 * vertices * (32 + longest_name(&arena)) + 24 * edges;
            check_room(&arena, needed, options)?;
            reduced(arena, from, to, *threshold, limit.size, &control)
                .map_err(|error| limit.explain(error))
        }
    }
}

/// The disjunctive sum of several games, written out as one graph.
///
/// # Errors
/// It would become larger than `size`, or than memory allows.
pub fn product(games: &[&Arena], size: u64, options: &Options<'_>) -> Result<Made, Error> {
    let without = [
        Attribute::Owner,
        Attribute::Priority,
        Attribute::Target,
        Attribute::Colors,
        Attribute::Acceptance,
    ];
    let has = |attribute: &Attribute| games.iter().any(|game| game.has(*attribute));
    let lost: Vec<Attribute> = without.into_iter().filter(has).collect();
    let lost = (!lost.is_empty()).then_some(Note::NotOfSums(lost));
    let control = options.control(games.iter().map(|game| game.heap_bytes()).sum());
    let limit = Limit::new(size, games, options);
    let made = construct::product(games, limit.size, &control);
    let made = made.map_err(|error| limit.explain(error.into()))?;
    Ok(Made { arena: made.arena, image: None, notes: lost.into_iter().collect() })
}

impl Made {
    fn plain(arena: Arena) -> Self {
        Made { arena, image: None, notes: Vec::new() }
    }

    /// With what there is to say about how the winners correspond.
    fn of(reduced: Reduced, to: &Objective) -> Self {
        let mut notes = Vec::new();
        if reduced.players == Players::Exchanged {
            notes.push(Note::Exchanged);
        }
        if *to == Objective::MeanPayoff {
            notes.push(Note::WonFromZero);
        }
        let image = match reduced.image {
            Image::Same => None,
            Image::At(places) => {
                notes.push(Note::Copies);
                Some(places)
            }
        };
        Made { arena: reduced.arena, image, notes }
    }
}

/// Turns a game about `from` into one about `to`, by way of a parity game where there is no direct
/// way.
fn reduced(
    arena: Arena,
    from: &Objective,
    to: &Objective,
    threshold: Option<Ratio>,
    limit: u64,
    control: &Control<'_>,
) -> Result<Made, Error> {
    use Objective::{
        Buchi, Cobuchi, Energy, MeanPayoff, Muller, Outcome, Parity, Rabin, Reachability, Safety,
        Streett,
    };
    let direct = match (from, to) {
        (Outcome(convention), Parity(_)) => {
            return Ok(from_outcome(
                reduce::outcome_to_parity(&arena, *convention, control)?.arena,
            ));
        }
        (Outcome(convention), Reachability) => {
            return Ok(from_outcome(
                reduce::outcome_to_reachability(&arena, *convention, control)?.arena,
            ));
        }
        (Reachability, Safety) | (Safety, Reachability) | (Buchi, Cobuchi) | (Cobuchi, Buchi) => {
            reduce::exchange_players(arena, control)?
        }
        (Reachability, Parity(_)) => reduce::reachability_to_parity(arena, control)?,
        (Safety, Parity(_)) => reduce::safety_to_parity(arena, control)?,
        (Buchi, Parity(_)) => reduce::buchi_to_parity(arena, control)?,
        (Cobuchi, Parity(_)) => reduce::cobuchi_to_parity(arena, control)?,
        (Muller(_) | Rabin(_) | Streett(_), Parity(_)) => {
            let Posed::Colors(game) = Question::new(&arena, from)?.posed else {
                unreachable!("the question is about colours")
            };
            let limits = Limits { game: limit, ..Limits::default() };
            reduce::emerson_lei_to_parity(&arena, &game.acceptance, &limits, control)?
        }
        (Parity(extremum), MeanPayoff | Energy) => {
            reduce::parity_to_payoff(arena, *extremum, control)?
        }
        (Parity(extremum), Safety) => reduce::parity_to_safety(&arena, *extremum, limit, control)?,
        (MeanPayoff, Energy) => {
            let made =
                reduce::mean_payoff_to_energy(arena, threshold.unwrap_or(Ratio::from(0)), control)?;
            let mut made = Made::of(made, to);
            if threshold.is_none() {
                made.notes.insert(0, Note::NoThreshold);
            }
            return Ok(made);
        }
        (
            Reachability | Safety | Buchi | Cobuchi | Muller(_) | Rabin(_) | Streett(_),
            MeanPayoff | Energy | Safety,
        ) if from != to => return by_parity(arena, from, to, limit, control),
        _ => return Err(Error::NoReduction { from: from.name(), to: to.name() }),
    };
    Ok(Made::of(direct, to))
}

/// An outcome becomes two games, one for each player to move first.
fn from_outcome(arena: Arena) -> Made {
    Made { arena, image: None, notes: vec![Note::Twofold] }
}

/// In two steps.
fn by_parity(
    arena: Arena,
    from: &Objective,
    to: &Objective,
    limit: u64,
    control: &Control<'_>,
) -> Result<Made, Error> {
    let vertices = arena.graph.vertex_count();
    let first = reduced(arena, from, &Objective::PARITY, None, limit, control)?;
    // The priorities made on the way are decided by the largest.
    let second = match to {
        Objective::Safety => reduce::parity_to_safety(&first.arena, Extremum::Max, limit, control)?,
        _ => reduce::parity_to_payoff(first.arena, Extremum::Max, control)?,
    };
    let second = Made::of(second, to);
    let image = (first.image.is_some() || second.image.is_some()).then(|| {
        let at = |image: &Option<Vec<Vertex>>, vertex: Vertex| match image {
            Some(image) => image[vertex as usize],
            None => vertex,
        };
        (0..vertices as Vertex).map(|vertex| at(&second.image, at(&first.image, vertex))).collect()
    });
    let notes = [first.notes, second.notes].concat();
    Ok(Made { arena: second.arena, image, notes })
}

/// How large a construction may become: what is asked for, and what memory holds beside the games.
#[derive(Clone, Copy)]
struct Limit {
    /// The most vertices, and the most edges.
    size: u64,
    /// The bytes there are, where these are what it comes from.
    room: Option<u64>,
}

impl Limit {
    /// A name in what is made is as long as one of each game together.
    fn new(asked: u64, games: &[&Arena], options: &Options<'_>) -> Self {
        let item: u64 =
            32 + games.iter().map(|game| longest_name(game) + attributes(game)).sum::<u64>();
        let room = options.room(games.iter().map(|game| game.heap_bytes()).sum());
        match room.filter(|room| room / item < asked) {
            Some(room) => Limit { size: room / item, room: Some(room) },
            None => Limit { size: asked, room: None },
        }
    }

    /// The error, which speaks of memory where that is what sets the limit.
    fn explain(self, error: Error) -> Error {
        let Some(room) = self.room else { return error };
        let (vertices, edges) = match &error {
            Error::Construct(ConstructError::TooLarge { vertices, edges, limit, .. })
            | Error::Reduce(ReduceError::Counters { vertices, edges, limit, .. })
                if *limit == self.size =>
            {
                (*vertices, *edges)
            }
            Error::Reduce(ReduceError::EmersonLei(EmersonLeiError::GameTooLarge {
                vertices,
                edges,
                limit,
                ..
            })) if *limit == self.size => {
                (Size::Exactly((*vertices).into()), Size::Exactly((*edges).into()))
            }
            _ => return error,
        };
        match vertices.count() > u128::from(Vertex::MAX) {
            true => error,
            false => Error::MadeMemory { vertices, edges, room },
        }
    }
}

/// The bytes of the longest name.
fn longest_name(arena: &Arena) -> u64 {
    // Numbers are written without being stored.
    arena.graph.vertices().map(|vertex| arena.names.get(vertex).len()).max().unwrap_or(0) as u64
}

/// Bytes of the attributes that a vertex and an edge carry along.
fn attributes(arena: &Arena) -> u64 {
    12 * arena.attributes().len() as u64
}
