//! Games of one kind as games of another, as options ask for them.

use retrograde::solve::emerson_lei::Limits;
use retrograde::solve::reduce::{self, Deciding, Image, Players, ReduceError, Reduced};
use retrograde::{Arena, Convention, Ratio, Vertex};

use crate::failure::Failure;
use crate::input::InputArguments;
use crate::notes::Notes;
use crate::objective::{GameArguments, Objective};

/// What came of a reduction: the new game, and where each vertex of the old one is in it.
pub(crate) struct Made {
    pub(crate) arena: Arena,
    /// By vertex; as it was where there is none.
    pub(crate) image: Option<Vec<Vertex>>,
}

/// Turns a game about `from` into one about `to`, by way of a parity game where there is no direct
/// way, and says how the answers correspond.
pub(crate) fn reduce(
    input: &InputArguments,
    game: &GameArguments,
    (from, to): (Objective, Objective),
    threshold: Option<Ratio>,
    limit: u64,
    arena: Arena,
) -> Result<Made, Failure> {
    let notes = input.notes();
    if from == Objective::Outcome {
        return outcome(&notes, game.convention(), to, &arena);
    }
    let reduced = match (from, to) {
        _ if from == to => {
            return Err(Failure::message(format!(
                "the game is about {} already: say what it is about now with --objective",
                to.name()
            )));
        }
        (Objective::Reachability, Objective::Safety)
        | (Objective::Safety, Objective::Reachability)
        | (Objective::Buchi, Objective::Cobuchi)
        | (Objective::Cobuchi, Objective::Buchi) => reduce::exchange_players(arena)?,
        (Objective::Reachability, Objective::Parity) => reduce::reachability_to_parity(arena)?,
        (Objective::Safety, Objective::Parity) => reduce::safety_to_parity(arena)?,
        (Objective::Buchi, Objective::Parity) => reduce::buchi_to_parity(arena)?,
        (Objective::Cobuchi, Objective::Parity) => reduce::cobuchi_to_parity(arena)?,
        (Objective::Muller | Objective::Rabin | Objective::Streett, Objective::Parity) => {
            let acceptance = game.emerson_lei_game(from, &arena)?.acceptance;
            let limits = Limits { game: limit, ..Limits::default() };
            reduce::emerson_lei_to_parity(&arena, &acceptance, &limits)?
        }
        (Objective::Parity, Objective::MeanPayoff | Objective::Energy) => {
            reduce::parity_to_payoff(arena, deciding(game))?
        }
        (Objective::Parity, Objective::Safety) => {
            reduce::parity_to_safety(&arena, deciding(game), limit)
                .map_err(|error| allow_more(error, limit))?
        }
        (Objective::MeanPayoff, Objective::Energy) => {
            reduce::mean_payoff_to_energy(arena, threshold.unwrap_or(Ratio::from(0)))?
        }
        (_, Objective::MeanPayoff | Objective::Energy | Objective::Safety)
            if from != Objective::MeanPayoff && from.of_regions().is_some() =>
        {
            return by_parity(input, game, (from, to), limit, arena);
        }
        _ => {
            return Err(Failure::message(format!(
                "there is no way from {} to {}: 'retrograde convert --help' lists those there are",
                from.name(),
                to.name()
            )));
        }
    };
    if threshold.is_none() && from == Objective::MeanPayoff {
        notes.say("player 0 wins where the value is at least 0; --threshold asks for another");
    }
    Ok(tell(&notes, to, reduced))
}

/// An outcome becomes two games, one for each player to move first.
fn outcome(
    notes: &Notes,
    convention: Convention,
    to: Objective,
    arena: &Arena,
) -> Result<Made, Failure> {
    let reduced = match to {
        Objective::Parity => reduce::outcome_to_parity(arena, convention)?,
        Objective::Reachability => reduce::outcome_to_reachability(arena, convention)?,
        _ => {
            return Err(Failure::message(format!(
                "an outcome becomes parity or reachability, not {}: convert to parity first, or say \
                 with --objective what the game is about",
                to.name()
            )));
        }
    };
    notes.say(
        "a vertex v is won where player 0 wins v/0, lost where player 0 wins v/1, and drawn elsewhere",
    );
    Ok(Made { arena: reduced.arena, image: None })
}

/// In two steps.
fn by_parity(
    input: &InputArguments,
    game: &GameArguments,
    (from, to): (Objective, Objective),
    limit: u64,
    arena: Arena,
) -> Result<Made, Failure> {
    let vertices = arena.graph.vertex_count();
    let first = reduce(input, game, (from, Objective::Parity), None, limit, arena)?;
    // The priorities made on the way are decided by the largest.
    let second = match to {
        Objective::Safety => reduce::parity_to_safety(&first.arena, Deciding::Largest, limit)
            .map_err(|error| allow_more(error, limit))?,
        _ => reduce::parity_to_payoff(first.arena, Deciding::Largest)?,
    };
    let second = tell(&input.notes(), to, second);
    let image = (first.image.is_some() || second.image.is_some()).then(|| {
        let at = |image: &Option<Vec<Vertex>>, vertex: Vertex| match image {
            Some(image) => image[vertex as usize],
            None => vertex,
        };
        (0..vertices as Vertex).map(|vertex| at(&second.image, at(&first.image, vertex))).collect()
    });
    Ok(Made { arena: second.arena, image })
}

/// Says how the winners correspond, where that is not plain.
fn tell(notes: &Notes, to: Objective, reduced: Reduced) -> Made {
    if reduced.players == Players::Exchanged {
        notes.say(
            "the players have changed places: whoever wins a vertex now, the other won it before",
        );
    }
    if to == Objective::MeanPayoff {
        notes.say("player 0 wins a vertex where its value is at least 0");
    }
    let image = match reduced.image {
        Image::Same => None,
        Image::At(places) => {
            notes.say("vertices have several copies: --map FILE says which one tells the winner");
            Some(places)
        }
    };
    Made { arena: reduced.arena, image }
}

fn deciding(game: &GameArguments) -> Deciding {
    if game.is_min() { Deciding::Smallest } else { Deciding::Largest }
}

/// Says which option allows more.
fn allow_more(error: ReduceError, limit: u64) -> Failure {
    match error {
        ReduceError::Counters { .. } => Failure::message(format!(
            "{error}; --max-size N allows N instead of {limit}, and --to energy stays small"
        )),
        error => error.into(),
    }
}
