//! Bounds of mean payoffs: moves that never lead to a worse one, and no cycle that is worse either.

use retrograde_core::{
    MeanBounds, MeanPayoffSolution, Pace, PayoffGame, Player, Ratio, Strategy, Vertex,
};

use crate::checked::{Checked, Tally};
use crate::error::VerifyError;
use crate::fault::{Fault, Rule};
use crate::fixed::{Fixed, NO_CLASS, best_edge};
use crate::payoff_rule::PayoffRule;
use crate::regions::Partial;
use crate::shape::{check_edge, check_lengths};
use crate::value_classes::{Said, ValueClasses};

/// Proves the values and bounds of a solution by its moves, or says where they do not hold.
///
/// *Why that is enough.* While player 0 keeps to the moves, lower bounds never fall along a play, so
/// that they are the same from some move on, and then the play closes only cycles whose mean is that
/// bound or more. The same holds for player 1 and upper bounds. A vertex with a value has it for both
/// bounds, and then it is the value.
///
/// # Complexity
/// That of [`verify_mean_payoff`](crate::verify_mean_payoff).
pub(crate) fn check(
    game: &PayoffGame<'_>,
    solution: &MeanPayoffSolution,
    (bounds, strategy): (&MeanBounds, &Strategy),
    partial: Partial,
    pace: &mut Pace<'_>,
) -> Result<Checked, VerifyError> {
    let graph = game.arena.graph();
    for player in [Player::Zero, Player::One] {
        check_lengths(graph, bounds.of(player).len(), None).map_err(Fault::whole)?;
    }
    let (mut vertices, mut edges, mut bounded, mut moves) = (0, 0, 0, 0);
    for vertex in graph.vertices() {
        pace.steps(1)?;
        let said = [Player::Zero, Player::One].map(|player| solution.bound(player, vertex));
        if said == [None, None] && partial == Partial::Allowed {
            continue;
        }
        check_said(game, solution, bounds, partial, vertex)
            .map_err(|rule| Fault::at(vertex, rule))?;
        vertices += 1;
        edges += u64::from(graph.out_degree(vertex));
        bounded += u64::from(solution.values.get(vertex).is_none());
        let owner = usize::from(game.arena.owner(vertex) == Player::One);
        moves += u64::from(said[owner].is_some());
    }
    let value = |vertex| solution.values.get(vertex);
    let values = ValueClasses::new(game, Said::Value, value, pace)?.count();
    for player in [Player::Zero, Player::One] {
        let bound = |vertex| solution.bound(player, vertex);
        let classes = ValueClasses::new(game, Said::Bound(player), bound, pace)?;
        Bounds { game, strategy, player, classes }.check(pace)?;
    }
    let tally = Tally::MeanPayoff { values, bounded };
    Ok(Checked { tally, vertices, edges, terminals: 0, moves: Some(moves) })
}

/// What is said of a vertex goes together.
fn check_said(
    game: &PayoffGame<'_>,
    solution: &MeanPayoffSolution,
    bounds: &MeanBounds,
    partial: Partial,
    vertex: Vertex,
) -> Result<(), PayoffRule> {
    if game.arena.graph().is_terminal(vertex) {
        return Err(PayoffRule::NoMove);
    }
    let Some(value) = solution.values.get(vertex) else {
        return match partial {
            Partial::Refused => Err(PayoffRule::ValueUnknown),
            Partial::Allowed => Ok(()),
        };
    };
    for player in [Player::Zero, Player::One] {
        match bounds.of(player).get(vertex) {
            Some(bound) if bound != value => {
                return Err(PayoffRule::BoundBeside { value, player, bound });
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}

/// The bounds that one player is sure of.
struct Bounds<'a> {
    game: &'a PayoffGame<'a>,
    strategy: &'a Strategy,
    player: Player,
    classes: ValueClasses,
}

impl Bounds<'_> {
    fn check(&self, pace: &mut Pace<'_>) -> Result<(), VerifyError> {
        let graph = self.game.arena.graph();
        let mut places = vec![0; graph.vertex_count()];
        for vertex in graph.vertices() {
            pace.steps(1 + graph.out_degree(vertex) as usize)?;
            if self.classes.of(vertex) != NO_CLASS {
                let place = self.check_moves(vertex);
                places[vertex as usize] = place.map_err(|rule| Fault::at(vertex, rule))?;
            }
        }
        let (game, player, classes) = (self.game, self.player, self.classes.numbers());
        let lost = |vertex, moves, sum| {
            let bound = self.bound(vertex);
            PayoffRule::BoundRoundWorse { player, bound, moves, sum }.into()
        };
        Fixed { game, player, places: &places, classes }
            .prove(|class, _| self.classes.value(class), pace)
            .map_err(|unproved| unproved.error(lost))
    }

    /// The bound of a vertex that has one.
    fn bound(&self, vertex: Vertex) -> Ratio {
        self.classes.value(self.classes.of(vertex))
    }

    /// What can be seen from a vertex with a bound and its moves. Gives the place of the player's
    /// move.
    fn check_moves(&self, vertex: Vertex) -> Result<u32, Rule> {
        let successors = self.game.arena.graph().successors(vertex);
        let (player, bound) = (self.player, self.bound(vertex));
        if self.game.arena.owner(vertex) != player {
            for &to in successors {
                self.check_move(vertex, to)?;
            }
            return Ok(0);
        }
        let missing = || PayoffRule::BoundMoveMissing { player, bound }.into();
        let to = check_edge(successors.iter().copied(), self.strategy.get(vertex), missing)?;
        let place = to.and_then(|to| Some((to, best_edge(self.game, vertex, to)?)));
        let Some((to, place)) = place else { return Err(missing()) };
        self.check_move(vertex, to)?;
        Ok(place)
    }

    /// A move leads to no worse bound.
    fn check_move(&self, vertex: Vertex, to: Vertex) -> Result<(), Rule> {
        // Classes are numbered in the order of their bounds.
        let (here, there) = (self.classes.of(vertex), self.classes.of(to));
        let is_kept = match self.player {
            Player::Zero => there >= here,
            Player::One => there <= here,
        };
        if is_kept && there != NO_CLASS {
            return Ok(());
        }
        let (player, bound) = (self.player, self.bound(vertex));
        let mover = self.game.arena.owner(vertex);
        if there == NO_CLASS {
            return Err(PayoffRule::BoundUnproved { player, bound, mover, to }.into());
        }
        let reached = self.bound(to);
        Err(PayoffRule::BoundLost { player, bound, mover, to, reached }.into())
    }
}
