//! Emerson–Lei games: the machines of both players win, whatever the opponent does.

pub(crate) mod anew;
pub(crate) mod formula;
mod product;
mod rounds;
mod rule;
mod subgame;
mod winners;

use retrograde_core::{
    Colors, Control, EmersonLeiGame, Mealy, MealySolution, Pace, Player, Stopped,
};

use formula::Formula;
use product::Product;

use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::Fault;
use crate::region_rule::RegionRule;
use crate::regions::Partial;
use crate::shape::check_lengths;

pub use rule::EmersonLeiRule;
pub(crate) use winners::check_winners;
pub use winners::verify_emerson_lei_winners;

/// Proves that `solution` holds for the Emerson–Lei game, or says where it does not.
///
/// # The rules
/// - There is a machine for each player, made for a game of as many vertices.
/// - Each machine is started in its first memory state at each vertex of its player's region, with
///   the opponent's moves all that there are. For every vertex and memory state that come up it has a
///   step. The step has a move exactly where the player moves, and along an edge.
/// - No vertex comes up that is given as won by the opponent, nor one where the player must move and
///   cannot.
/// - Among the pairs of a vertex and a memory state that come up, no strongly connected set has
///   colours that are good for the opponent.
/// - If moves are given beside the machines, they are those that the winners' machines make first.
///
/// Steps for what cannot come up are not looked at.
///
/// # Why these are enough
/// *Who keeps the rules wins.* A play in which a player keeps to the machine, from a vertex of the
/// player's region, goes through pairs that come up. If it ends, it ends where the opponent cannot
/// move. If it does not, the pairs that it sees infinitely often are strongly connected, and their
/// colours are those it sees infinitely often: they are the player's. So both players win their
/// regions, and no vertex can be won by both.
///
/// *Who wins keeps the rules.* Let the regions be the true ones and let the machines win from all of
/// them. A play never comes to a vertex that the opponent wins, for the opponent could win from there.
/// And if there were strongly connected pairs with the opponent's colours, the opponent could go to
/// them and round through all of them for ever.
///
/// So exactly the true regions with machines that win from everywhere are accepted. In a partial
/// solution each machine wins from where it is said to. On its way it may pass vertices that are given
/// no winner: there the machine knows how to go on in the memory state at hand.
///
/// # Complexity
/// With P pairs of a vertex and a memory state and M moves between them, O(V + (P + M) log S) time to
/// find them, with at most S memory states a vertex, and O(P + M) for each way of taking colours away
/// that has to be tried. These are few for Rabin, Streett and parity conditions; for others they can
/// be exponential in the number of colours, and in nothing else. About `56 P + 4 M` bytes, `4 P` for
/// each colour taken away, and 4 for each vertex and each step of a machine, for one machine after the
/// other.
///
/// Source: C. Baier et al., *Generic emptiness check for fun and profit* (2019).
///
/// # Errors
/// What is wrong with the lengths or the machines as a whole comes first, then the lowest vertex
/// without a winner. After that, first for player 0 and then for player 1: the [`Fault`] of the first
/// pair that breaks a rule by itself, in order of the moves that it takes to come up; then that of
/// the lowest vertex of pairs that lose; then the lowest vertex with another move than the machine
/// makes first.
///
/// # Panics
/// If the game has not one set of colours a vertex.
///
/// ```
/// use retrograde_core::{
///     Bitmap, Colors, EmersonLeiGame, Graph, Mealy, MealySolution, MealyStep, OwnedGraph, Player,
/// };
/// use retrograde_verify::{Partial, verify_emerson_lei};
///
/// // Player 0 moves from the middle to either end and has to see both again and again.
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 0)])?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
/// let colors = vec![Colors(0), Colors(0b01), Colors(0b10)];
/// let game = EmersonLeiGame { arena, colors, acceptance: "Inf(0)&Inf(1)".parse()? };
///
/// // The memory is the end to go to next; `after` is what it becomes after the first end.
/// let step = |vertex, memory, to, next| MealyStep { vertex, memory, to: Some(to), next };
/// let solution = |after| -> Result<_, Box<dyn std::error::Error>> {
///     let middle = [step(0, 0, 1, 0), step(0, 1, 2, 1)];
///     let ends = [step(1, 0, 0, after), step(2, 1, 0, 0), step(2, 0, 0, 0)];
///     let zero = Mealy::new(Player::Zero, 3, 2, 0, [&middle[..], &ends[..]].concat())?;
///     let one = Mealy::new(Player::One, 3, 1, 0, vec![])?;
///     let winners = [Some(Player::Zero); 3].into_iter().collect();
///     Ok(MealySolution::new(winners, Some([zero, one])))
/// };
/// assert_eq!(
///     verify_emerson_lei(&game, &solution(1)?, Partial::Refused)?.to_string(),
///     "3 vertices (3 won by player 0, 0 by player 1), 4 edges and 5 winning moves in 2 memory \
///      states and 5 pairs of a vertex and a state"
/// );
/// assert_eq!(
///     verify_emerson_lei(&game, &solution(0)?, Partial::Refused).unwrap_err().to_string(),
///     "vertex 0 can come up in memory state 0 of player 0's machine again and again, with just \
///      the colour 0 on the way: player 1 wins such a play"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_emerson_lei(
    game: &EmersonLeiGame<'_>,
    solution: &MealySolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, partial, &Control::ALONE))
}

/// As [`verify_emerson_lei`], for work that may be stopped.
pub(crate) fn check(
    game: &EmersonLeiGame<'_>,
    solution: &MealySolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    let graph = game.arena.graph();
    assert_eq!(game.colors.len(), graph.vertex_count(), "the game has one set of colours a vertex");
    let winners = &solution.winners;
    check_lengths(graph, winners.len(), solution.moves.as_ref()).map_err(Fault::whole)?;
    let Some(machines) = &solution.machines else {
        return Err(Fault::whole(EmersonLeiRule::MachinesMissing).into());
    };
    for (player, machine) in [Player::Zero, Player::One].into_iter().zip(machines) {
        check_machine(game, player, machine).map_err(Fault::whole)?;
    }
    let (mut edges, mut terminals) = (0, 0);
    for vertex in graph.vertices() {
        pace.steps(1)?;
        match (winners.get(vertex), partial) {
            (Some(_), _) => {
                edges += u64::from(graph.out_degree(vertex));
                terminals += u64::from(graph.is_terminal(vertex));
            }
            (None, Partial::Allowed) => {}
            (None, Partial::Refused) => {
                return Err(Fault::at(vertex, RegionRule::WinnerUnknown).into());
            }
        }
    }
    let (mut states, mut pairs, mut moves) = (0, 0, 0);
    for (player, machine) in [Player::Zero, Player::One].into_iter().zip(machines) {
        let product = Product::explore(game, winners, machine, player, &mut pace)?;
        check_room(control, product.bytes())?;
        check_rounds(game, &product, player, &mut pace)?;
        check_first_moves(solution, &product, player, &mut pace)?;
        states += product.states(&mut pace)?;
        pairs += product.len() as u64;
        moves += product.moves();
    }
    let [zero, one] = [Player::Zero, Player::One].map(|player| winners.count(player) as u64);
    Ok(Checked {
        tally: Tally::Machines { zero, one, states, pairs },
        vertices: zero + one,
        edges,
        terminals,
        moves: Some(moves),
    })
}

/// Whether what has been taken fits, where nobody could know beforehand.
fn check_room(control: &Control<'_>, held: u64) -> Result<(), Stopped> {
    let allowed = control.room();
    if held > allowed { Err(Stopped::Memory { held, allowed }) } else { Ok(()) }
}

/// Whether the machine is one of `player` in this game at all.
fn check_machine(
    game: &EmersonLeiGame<'_>,
    player: Player,
    machine: &Mealy,
) -> Result<(), EmersonLeiRule> {
    let (found, vertices) = (machine.vertex_count(), game.arena.graph().vertex_count());
    if machine.player() != player {
        return Err(EmersonLeiRule::MachineOfOther { player });
    }
    if found != vertices {
        let (found, vertices) = (found as u64, vertices as u64);
        return Err(EmersonLeiRule::MachineVertices { player, found, vertices });
    }
    let steps = machine.steps().len();
    if steps >= u32::MAX as usize {
        return Err(EmersonLeiRule::MachineTooLarge { player, steps: steps as u64 });
    }
    Ok(())
}

/// Whether `player` wins the plays that never end.
fn check_rounds(
    game: &EmersonLeiGame<'_>,
    product: &Product<'_>,
    player: Player,
    pace: &mut Pace<'_>,
) -> Result<(), VerifyError> {
    let mut opposing = match player {
        Player::Zero => Formula::new(&game.acceptance.negated()),
        Player::One => Formula::new(&game.acceptance),
    };
    let mut colors: Vec<Colors> = Vec::with_capacity(product.len());
    for pair in 0..product.len() as u32 {
        pace.steps(1)?;
        colors.push(game.colors[product.step(pair).vertex as usize]);
    }
    let Some(pairs) = rounds::satisfying(product, &colors, &mut opposing, pace)? else {
        return Ok(());
    };
    let seen = pairs.iter().fold(Colors::EMPTY, |all, &pair| all.union(colors[pair as usize]));
    let lowest = pairs.iter().map(|&pair| product.step(pair)).min();
    let memory = lowest.map_or(0, |step| step.memory);
    let rule = EmersonLeiRule::RoundLost { player, memory, colors: seen }.into();
    Err(Fault { vertex: lowest.map(|step| step.vertex), turn: None, rule }.into())
}

/// Whether the moves given for the vertices of `player` are those that the machine makes first.
fn check_first_moves(
    solution: &MealySolution,
    product: &Product<'_>,
    player: Player,
    pace: &mut Pace<'_>,
) -> Result<(), VerifyError> {
    let Some(moves) = &solution.moves else { return Ok(()) };
    // The first pairs are those with which plays begin, a vertex each.
    for pair in 0..solution.winners.count(player) as u32 {
        pace.steps(1)?;
        let step = product.step(pair);
        let (given, made) = (moves.get(step.vertex), step.to);
        if given != made {
            let rule = EmersonLeiRule::FirstMoveOther { player, given, made };
            return Err(Fault::at(step.vertex, rule).into());
        }
    }
    Ok(())
}
