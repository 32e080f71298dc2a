//! Mean-payoff games: moves that keep the value, and no cycle that is worse for who keeps to them.

use retrograde_core::{Control, MeanPayoffSolution, Pace, PayoffGame, Player, Strategy, Vertex};

use crate::bounds;
use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule};
use crate::fixed::{Fixed, NO_CLASS, best_edge};
use crate::payoff_rule::PayoffRule;
use crate::regions::Partial;
use crate::shape::{check_edge, check_lengths};
use crate::value_classes::{Said, ValueClasses};

/// Proves that `solution` holds for the mean-payoff game, or says where it does not.
///
/// # The rules
/// - Values are from the smallest to the largest weight, and their denominators are not larger than
///   the number of vertices.
/// - Everywhere the strategy has a move, along an edge and to a vertex of the same value. Among
///   parallel edges the mover takes the best.
/// - No move of player 0 leads to a larger value, and none of player 1 to a smaller one.
/// - Among the vertices of a value, with player 0's moves those of the strategy and player 1's all
///   that there are, no cycle has a smaller mean; and with the players changed over, no larger one.
///
/// # Why these are enough
/// *Who keeps to the moves gets the value.* While player 0 keeps to them, values never fall along a
/// play, so that they are the same from some move on; then the play closes only cycles whose mean is
/// that value or more, and so is the long-run average. The same holds for player 1, the other way
/// round. So each player is sure of the value, and none can be sure of more.
///
/// *Who gets the value keeps the rules.* Let the values be the true ones and the moves optimal from
/// everywhere. A move of player 0 to a larger value would make the value larger. A move of the
/// strategy to a smaller one would not get the value, and a cycle of a smaller mean would let player
/// 1 go round it for ever.
///
/// So exactly the true values with moves that are optimal from everywhere are accepted. A partial
/// solution without bounds is accepted if no play comes from a vertex with a value to one without, whoever moves: a
/// value that may be anything proves nothing. One with bounds is accepted if each player's moves prove
/// that player's: with player 0's moves those of the strategy and player 1's all that there are, no
/// move leads to a vertex of a smaller lower bound, or of none, and among the vertices of a bound no
/// cycle has a smaller mean; likewise for the upper bounds. A value counts for both. Without a strategy nothing is proved, and the solution
/// is refused.
///
/// # Complexity
/// O(V E) time at worst, and a few times V log V + E as a rule. At most `16 E + 130 V` bytes, or
/// `32 E + 150 V` where the largest weight, times the largest denominator and the number of vertices,
/// does not fit 64 bits.
///
/// # Errors
/// The [`Fault`] of the lowest vertex with a value that cannot be; after that of the lowest vertex
/// where a rule about its own moves is broken; and at last of a vertex on a cycle, first with player
/// 0's moves and then with player 1's. Lengths that do not match and a missing strategy come before
/// everything. [`PayoffRule::TooLarge`] if 2³¹ vertices or more are in reach of each other, and
/// weights and denominators are nearly as large as can be.
///
/// # Panics
/// If the game has not one weight an edge.
///
/// ```
/// use retrograde_core::{Column, Graph, MeanPayoffSolution, OwnedGraph, PayoffGame, Player, Ratio};
/// use retrograde_verify::{Partial, verify_mean_payoff};
///
/// // Player 0 goes round 0 → 1 → 0 for 3 every two moves, unless player 1, at 1, prefers 2.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 2)])?;
/// let owners: Column<Player> =
///     [(0, Player::Zero), (1, Player::One), (2, Player::Zero)].into_iter().collect();
/// let weights: Column<i64> = [(0, 3), (3, 2)].into_iter().collect();
/// let game = PayoffGame::new(OwnedGraph::new(&graph, &owners)?, &weights)?;
/// let solution = |value| MeanPayoffSolution {
///     values: [value, value, Some(Ratio::from(2))].into_iter().collect(),
///     strategy: Some([Some(1), Some(0), Some(2)].into_iter().collect()),
///     bounds: None,
/// };
/// assert_eq!(
///     verify_mean_payoff(&game, &solution(Ratio::new(3, 2)), Partial::Refused).unwrap().to_string(),
///     "3 vertices (2 values), 4 edges and 3 best moves"
/// );
/// assert_eq!(
///     verify_mean_payoff(&game, &solution(Ratio::new(5, 3)), Partial::Refused)
///         .unwrap_err()
///         .to_string(),
///     "vertex 0 is given the value 5/3, but with player 0's moves a play can come back to it in 2 \
///      moves, again and again, and the weights on the way add up to 3"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_mean_payoff(
    game: &PayoffGame<'_>,
    solution: &MeanPayoffSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, partial, &Control::ALONE))
}

/// As [`verify_mean_payoff`], for work that may be stopped.
pub(crate) fn check(
    game: &PayoffGame<'_>,
    solution: &MeanPayoffSolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    let graph = game.arena.graph();
    assert_eq!(game.weights.len(), graph.edge_count(), "the game has one weight an edge");
    let strategy = solution.strategy.as_ref();
    check_lengths(graph, solution.values.len(), strategy).map_err(Fault::whole)?;
    let Some(strategy) = strategy else {
        return Err(Fault::whole(PayoffRule::StrategyMissing).into());
    };
    if let Some(bounds) = &solution.bounds {
        return bounds::check(game, solution, (bounds, strategy), partial, &mut pace);
    }
    let classes =
        ValueClasses::new(game, Said::Value, |vertex| solution.values.get(vertex), &mut pace)?;
    let claims = MeanClaims { game, strategy, classes };
    let (mut vertices, mut edges) = (0, 0);
    let mut places = vec![0; graph.vertex_count()];
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        if claims.classes.of(vertex) == NO_CLASS {
            match partial {
                Partial::Refused => {
                    return Err(Fault::at(vertex, PayoffRule::ValueUnknown).into());
                }
                Partial::Allowed => continue,
            }
        }
        let place = claims.check_moves(vertex);
        places[vertex as usize] = place.map_err(|rule| Fault::at(vertex, rule))?;
        vertices += 1;
        edges += u64::from(graph.out_degree(vertex));
    }
    for player in [Player::Zero, Player::One] {
        claims.check_rounds(player, &places, &mut pace)?;
    }
    Ok(Checked {
        tally: Tally::MeanPayoff { values: claims.classes.count(), bounded: 0 },
        vertices,
        edges,
        terminals: 0,
        moves: Some(vertices),
    })
}

struct MeanClaims<'a> {
    game: &'a PayoffGame<'a>,
    strategy: &'a Strategy,
    classes: ValueClasses,
}

impl MeanClaims<'_> {
    /// What can be seen from a vertex with a value and its moves. Gives the place of the best move.
    fn check_moves(&self, vertex: Vertex) -> Result<u32, Rule> {
        let successors = self.game.arena.graph().successors(vertex);
        let class = self.classes.of(vertex);
        let value = self.classes.value(class);
        let mover = self.game.arena.owner(vertex);
        if successors.is_empty() {
            return Err(PayoffRule::NoMove.into());
        }
        for &to in successors {
            // Classes are numbered in the order of their values.
            let there = self.classes.of(to);
            if there == NO_CLASS {
                return Err(PayoffRule::ValueUnproved { value, mover, to }.into());
            }
            let is_better = match mover {
                Player::Zero => there > class,
                Player::One => there < class,
            };
            if is_better {
                let reached = self.classes.value(there);
                return Err(PayoffRule::BetterMove { value, mover, to, reached }.into());
            }
        }
        let missing = || PayoffRule::MoveMissing { value }.into();
        let to = check_edge(successors.iter().copied(), self.strategy.get(vertex), missing)?;
        let place = to.and_then(|to| Some((to, best_edge(self.game, vertex, to)?)));
        let Some((to, place)) = place else { return Err(missing()) };
        let there = self.classes.of(to);
        if there != class {
            let reached = self.classes.value(there);
            return Err(PayoffRule::MoveLosesValue { value, to, reached }.into());
        }
        Ok(place)
    }

    /// With `player`'s moves fixed, no cycle is worse for the player than the value of its vertices.
    fn check_rounds(
        &self,
        player: Player,
        places: &[u32],
        pace: &mut Pace<'_>,
    ) -> Result<(), VerifyError> {
        let fixed = Fixed { game: self.game, player, places, classes: self.classes.numbers() };
        let lost = |vertex, moves, sum| {
            let value = self.classes.value(self.classes.of(vertex));
            PayoffRule::RoundWorse { value, player, moves, sum }.into()
        };
        fixed
            .prove(|class, _| self.classes.value(class), pace)
            .map_err(|unproved| unproved.error(lost))
    }
}
