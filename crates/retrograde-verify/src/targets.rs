//! Reachability, safety, Büchi and co-Büchi games.

use retrograde_core::{Control, Player, RegionSolution, TargetGame, Vertex};

use crate::checked::Checked;
use crate::cycles::Condition;
use crate::error::{VerifyError, unstopped};
use crate::fault::Fault;
use crate::region_rule::Round;
use crate::regions::{self, Explained, Partial};

/// Proves that `solution` holds for the game in which player 0 wants to reach a target, or says
/// where it does not.
///
/// # The rules
/// Reaching a target decides the play at once, so that player 0 wins at every target, even one where
/// player 0 cannot move, and neither moves nor the strategy are looked at there: solutions may have
/// a move at targets or none. Elsewhere:
/// - a player who must move and cannot does not win there;
/// - where the owner wins, the strategy has a move, along an edge and to a vertex that the same
///   player wins, and where the owner loses it has none;
/// - where the owner loses, every move leads to a vertex that the owner loses;
/// - in player 0's region, with player 0's moves those of the strategy and all of player 1's, every
///   cycle has a target on it.
///
/// # Why these are enough
/// A play in which the winner keeps to the strategy stays in the winner's region. In player 0's it
/// does not go on for ever without a target, for then it would go round a cycle without one; so it
/// reaches a target or ends where player 1 cannot move. In player 1's there is no target at all. So
/// both win their regions. Conversely, a strategy that wins from everywhere in the true regions
/// keeps the rules, as for [`verify_parity`](crate::verify_parity).
///
/// # Complexity
/// O(V + E) time, at most `33 V` bytes, and `12 V` more where there is a lost cycle.
///
/// # Errors
/// As for [`verify_parity`](crate::verify_parity).
///
/// # Panics
/// If the game has not one bit a vertex for its targets.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, RegionSolution, TargetGame};
/// use retrograde_verify::{Partial, verify_reachability};
///
/// // Player 0 can wait at 0 or move to the target 1.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(1);
/// let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, Bitmap::new(2)), targets };
/// let moving = |to| RegionSolution {
///     winners: [Some(Player::Zero); 2].into_iter().collect(),
///     strategy: Some([Some(to), None].into_iter().collect()),
/// };
/// assert!(verify_reachability(&game, &moving(1), Partial::Refused).is_ok());
/// assert_eq!(
///     verify_reachability(&game, &moving(0), Partial::Refused).unwrap_err().to_string(),
///     "vertex 0 is given as won by player 0, but with player 0's moves a play can come back to it \
///      in 1 move, again and again, and there is no target on the way"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_reachability(
    game: &TargetGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, Goal::Reachability, solution, partial, &Control::ALONE))
}

/// Proves that `solution` holds for the game in which player 0 wants never to be at a target, or
/// says where it does not.
///
/// This is the reachability game with the players changed over: reaching a target decides the play
/// for player 1, and in player 1's region every cycle has a target on it. The rest is as for
/// [`verify_reachability`].
///
/// # Errors
/// As for [`verify_parity`](crate::verify_parity).
///
/// # Panics
/// If the game has not one bit a vertex for its targets.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, RegionSolution, TargetGame};
/// use retrograde_verify::{Partial, verify_safety};
///
/// // Player 0 can stay at 0 for ever and need not move to 1.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(1);
/// let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, Bitmap::new(2)), targets };
/// let solution = RegionSolution {
///     winners: [Some(Player::Zero), Some(Player::One)].into_iter().collect(),
///     strategy: Some([Some(0), None].into_iter().collect()),
/// };
/// assert!(verify_safety(&game, &solution, Partial::Refused).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_safety(
    game: &TargetGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, Goal::Safety, solution, partial, &Control::ALONE))
}

/// Proves that `solution` holds for the game in which player 0 wants to be at targets again and
/// again, or says where it does not.
///
/// The rules are those of [`verify_parity`](crate::verify_parity) with priority 2 at targets and 1
/// elsewhere: in player 0's region every cycle has a target on it, in player 1's region none has.
///
/// # Complexity
/// O(V + E) time, at most `33 V` bytes, and `12 V` more where there is a lost cycle.
///
/// # Errors
/// As for [`verify_parity`](crate::verify_parity).
///
/// # Panics
/// If the game has not one bit a vertex for its targets.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, RegionSolution, TargetGame};
/// use retrograde_verify::{Partial, verify_buchi};
///
/// // Player 0 can go back and forth between 0 and the target 1.
/// let graph = Graph::from_edges(2, [(0, 1), (1, 0)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(1);
/// let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, Bitmap::new(2)), targets };
/// let solution = RegionSolution {
///     winners: [Some(Player::Zero); 2].into_iter().collect(),
///     strategy: Some([Some(1), Some(0)].into_iter().collect()),
/// };
/// assert!(verify_buchi(&game, &solution, Partial::Refused).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_buchi(
    game: &TargetGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, Goal::Buchi, solution, partial, &Control::ALONE))
}

/// Proves that `solution` holds for the game in which player 0 wants to be at targets only finitely
/// often, or says where it does not.
///
/// The rules are those of [`verify_parity`](crate::verify_parity) with priority 1 at targets and 0
/// elsewhere: in player 0's region no cycle has a target on it, in player 1's region every cycle
/// has.
///
/// # Complexity
/// O(V + E) time, at most `33 V` bytes, and `12 V` more where there is a lost cycle.
///
/// # Errors
/// As for [`verify_parity`](crate::verify_parity).
///
/// # Panics
/// If the game has not one bit a vertex for its targets.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, RegionSolution, TargetGame};
/// use retrograde_verify::{Partial, verify_cobuchi};
///
/// // From the target 0 player 0 can only go to 1 and stay there.
/// let graph = Graph::from_edges(2, [(0, 1), (1, 1)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(0);
/// let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, Bitmap::new(2)), targets };
/// let solution = RegionSolution {
///     winners: [Some(Player::Zero); 2].into_iter().collect(),
///     strategy: Some([Some(1), Some(1)].into_iter().collect()),
/// };
/// assert!(verify_cobuchi(&game, &solution, Partial::Refused).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_cobuchi(
    game: &TargetGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, Goal::Cobuchi, solution, partial, &Control::ALONE))
}

/// What player 0 wants of the targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To be at one, once.
    Reachability,
    /// Never to be at one.
    Safety,
    /// To be at some again and again.
    Buchi,
    /// To be at some only finitely often.
    Cobuchi,
}

struct Targets<'a> {
    game: &'a TargetGame<'a>,
    goal: Goal,
}

/// As the public functions, for work that may be stopped.
pub(crate) fn check(
    game: &TargetGame<'_>,
    goal: Goal,
    solution: &RegionSolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let vertices = game.arena.graph().vertex_count();
    assert_eq!(game.targets.len(), vertices, "the game has one target bit a vertex");
    regions::check(&game.arena, &Targets { game, goal }, solution, partial, control)
}

impl Targets<'_> {
    fn is_target(&self, vertex: Vertex) -> bool {
        self.game.targets.get(vertex as usize)
    }
}

impl Condition for Targets<'_> {
    fn class(&self, vertex: Vertex) -> u32 {
        let target = u32::from(self.is_target(vertex));
        match self.goal {
            Goal::Reachability => 1,
            Goal::Safety => 0,
            Goal::Buchi => 1 + target,
            Goal::Cobuchi => target,
        }
    }

    fn decided(&self, vertex: Vertex) -> Option<Player> {
        match self.goal {
            Goal::Reachability => self.is_target(vertex).then_some(Player::Zero),
            Goal::Safety => self.is_target(vertex).then_some(Player::One),
            Goal::Buchi | Goal::Cobuchi => None,
        }
    }
}

impl Explained for Targets<'_> {
    fn round(&self, cycle: &[Vertex]) -> Round {
        if cycle.iter().any(|&vertex| self.is_target(vertex)) {
            Round::ThroughTarget
        } else {
            Round::WithoutTarget
        }
    }
}
