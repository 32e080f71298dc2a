//! Winners of Emerson–Lei games without machines, compared with those found anew.

use retrograde_core::{Control, EmersonLeiGame, Player, RegionSolution, Strategy, Winners};

use super::anew::won_by_one;
use super::rule::EmersonLeiRule;
use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule};
use crate::region_rule::RegionRule;
use crate::regions::Partial;
use crate::shape::{check_edge, check_lengths};

/// Proves that the winners of `solution` are those of the Emerson–Lei game, or says where they are
/// not. Its strategy, if there is one, is taken for the first moves of strategies that remember.
///
/// # The rules
/// - The winners are those that solving the game anew gives, by a recursion on its colours that
///   builds no parity game and no Zielonka tree.
/// - If there is a strategy, it has a move where the owner wins, along an edge and to a vertex that
///   the same player wins. Where the owner loses it has none.
///
/// # What this proves and what not
/// Exactly the true winners are accepted; that rests on this solver and not on the solution, which
/// without the machines is no proof of itself. A first move that passes gives nothing away: after it
/// the player still wins. That is all that is said of the moves. To make the same move whenever the
/// vertex comes up need not win, and how to go on is not in the solution. [`verify_emerson_lei`]
/// checks the strategies themselves.
///
/// In a partial solution the winners and moves that there are must be right, and vertices without a
/// winner are passed over.
///
/// # Complexity
/// Exponential in the number of colours that the condition speaks of, and with d levels of them inside
/// each other up to O(V^d (V + E)) for each way of going down: this solves the game, and the machines
/// are checked much faster. `4 E + 21 V` bytes and up to `8 V` for each level.
///
/// # Errors
/// The [`Fault`] of the lowest vertex where a rule is broken. Lengths that do not match come before
/// everything.
///
/// # Panics
/// If the game has not one set of colours a vertex.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993); W. Zielonka, *Infinite
/// games on finitely coloured graphs with applications to automata on infinite trees* (1998).
///
/// ```
/// use retrograde_core::{Bitmap, Colors, EmersonLeiGame, Graph, OwnedGraph, Player, RegionSolution};
/// use retrograde_verify::{Partial, verify_emerson_lei_winners};
///
/// // Player 0 moves from the middle to either end and has to see both again and again.
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 0)])?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
/// let colors = vec![Colors(0), Colors(0b01), Colors(0b10)];
/// let game = EmersonLeiGame { arena, colors, acceptance: "Inf(0)&Inf(1)".parse()? };
/// let won_by = |player| RegionSolution {
///     winners: [Some(player); 3].into_iter().collect(),
///     strategy: Some([Some(2), Some(0), Some(0)].into_iter().collect()),
/// };
/// assert_eq!(
///     verify_emerson_lei_winners(&game, &won_by(Player::Zero), Partial::Refused)?.to_string(),
///     "3 vertices (3 won by player 0, 0 by player 1, as solving anew shows), \
///      4 edges and 3 first moves"
/// );
/// assert_eq!(
///     verify_emerson_lei_winners(&game, &won_by(Player::One), Partial::Refused)
///         .unwrap_err()
///         .to_string(),
///     "vertex 0 is given as won by player 1, \
///      but solving the game anew shows that player 0 wins there"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`verify_emerson_lei`]: crate::verify_emerson_lei
pub fn verify_emerson_lei_winners(
    game: &EmersonLeiGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    let strategy = solution.strategy.as_ref();
    unstopped(check_winners(game, &solution.winners, strategy, partial, &Control::ALONE))
}

/// As [`verify_emerson_lei_winners`], for work that may be stopped.
pub(crate) fn check_winners(
    game: &EmersonLeiGame<'_>,
    winners: &Winners,
    strategy: Option<&Strategy>,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let graph = game.arena.graph();
    assert_eq!(game.colors.len(), graph.vertex_count(), "the game has one set of colours a vertex");
    check_lengths(graph, winners.len(), strategy).map_err(Fault::whole)?;
    let ones = won_by_one(game, control)?;
    let mut pace = control.pace();
    let wins = |vertex: u32| if ones.get(vertex as usize) { Player::One } else { Player::Zero };
    let (mut won, mut edges, mut terminals, mut moves) = ([0; 2], 0, 0, 0);
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        let Some(claimed) = winners.get(vertex) else {
            match partial {
                Partial::Refused => {
                    return Err(Fault::at(vertex, RegionRule::WinnerUnknown).into());
                }
                Partial::Allowed => continue,
            }
        };
        if wins(vertex) != claimed {
            return Err(Fault::at(vertex, EmersonLeiRule::WinnerWrong { claimed }).into());
        }
        won[usize::from(claimed.number())] += 1;
        edges += u64::from(graph.out_degree(vertex));
        terminals += u64::from(graph.is_terminal(vertex));
        let Some(strategy) = strategy else { continue };
        let owner = game.arena.owner(vertex);
        match strategy.get(vertex) {
            Some(to) if owner != claimed && !graph.is_terminal(vertex) => {
                let rule = RegionRule::LoserMoves { loser: owner, to };
                return Err(Fault::at(vertex, rule).into());
            }
            None if owner != claimed => {}
            to => {
                let missing = || Rule::from(RegionRule::MoveMissing { winner: claimed });
                let successors = graph.successors(vertex).iter().copied();
                let to = check_edge(successors, to, missing);
                match to.map_err(|rule| Fault::at(vertex, rule))? {
                    Some(to) if wins(to) != claimed => {
                        let rule = EmersonLeiRule::FirstMoveLoses { winner: claimed, to };
                        return Err(Fault::at(vertex, rule).into());
                    }
                    Some(_) => moves += 1,
                    None => {}
                }
            }
        }
    }
    let [zero, one] = won;
    Ok(Checked {
        tally: Tally::Anew { zero, one },
        vertices: zero + one,
        edges,
        terminals,
        moves: strategy.map(|_| moves),
    })
}
