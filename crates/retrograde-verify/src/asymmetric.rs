//! The asymmetric game: values for both movers, and strategies followed against every reply.

use std::ops::Range;

use retrograde_core::{
    AsymmetricSolution, Control, Graph, Outcome, Outcomes, Pace, Player, Strategies, Strategy,
    Vertex,
};

use crate::asymmetric_pass::{self, Look};
use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule, Turn};
use crate::founded::{Forced, Mover, Support, unfounded};
use crate::parts::each_part;
use crate::returning::Answered;
use crate::rows::each_row;
use crate::shape::{check_edge, check_lengths};
use crate::unranked::{UnrankedRule, check_outcome, check_terminal};

/// Proves that `solution` holds for the asymmetric game on `graph`, or says where it does not.
///
/// # The rules
/// *Local.* At a vertex without moves player 0 to move has a draw and player 1 to move has lost.
/// Elsewhere the mover has the best of the opponent's values, inverted.
///
/// *Strategies.* A strategy has a move wherever there is one, and only along edges. From a win or a
/// draw it leads to the inverse value; from a loss it may lead anywhere. And if player 0 keeps to
/// the strategy, no play from a vertex that is not lost for player 0 comes back to the same vertex
/// with the same player to move.
///
/// *Without strategies* every claim that player 0 can end the game must be founded: at a vertex
/// without moves it is; with player 0 to move, one move must lead to a founded claim of the inverse
/// value; with player 1 to move, all moves must lead to founded claims.
///
/// # Why these are enough
/// Let A be the vertices, together with who is to move, that the solution gives as not lost for
/// player 0, and W those it gives as won for player 0.
///
/// *Player 0 gets no less.* A player 0 who keeps moving to the inverse value stays in W from W and
/// in A from A, for by the local rules player 1 has no move out of either. The play ends: with a
/// strategy because it never comes back, and the graph is finite; without one because player 0 can
/// move to a claim founded earlier, and player 1 has no others to move to. In W it ends with player
/// 1 unable to move, since without moves player 0 to move is given a draw. So from W player 0 wins,
/// and from A does not lose.
///
/// *Player 0 gets no more.* Outside A nobody is without moves, player 0 has no move into A and
/// player 1 one that stays outside: play goes on for ever. Outside W player 1, if to move, has
/// moves, one of them to a vertex outside W, and player 0 has no move into W: nobody is ever at a
/// vertex without moves with player 1 to move, which is what a win for player 0 would need. These
/// are the moves that player 1's strategy must make, and it needs no more than that: player 1 has
/// nothing against a play without end.
///
/// So exactly one pair of values a vertex passes, and with it exactly those strategies that move
/// wherever they can and achieve the values from everywhere.
///
/// Source of the game: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007).
///
/// # Complexity
/// O(V + E) time. With strategies about `8 V` bytes, and often much less; without, about
/// `4 E + 20 V` bytes.
///
/// # Errors
/// The [`Fault`] of the lowest vertex where a local rule is broken, player 0 to move before player
/// 1, values before moves; lengths that do not match come before everything, plays without end and
/// unfounded claims after it.
///
/// ```
/// use retrograde_core::{AsymmetricSolution, Graph, Outcome};
/// use retrograde_verify::verify_asymmetric;
///
/// // A token that can only stay where it is.
/// let graph = Graph::from_edges(1, [(0, 0)])?;
/// let given = |first: Outcome, second: Outcome| AsymmetricSolution {
///     first: [first].into_iter().collect(),
///     second: [second].into_iter().collect(),
///     strategies: None,
/// };
/// assert!(verify_asymmetric(&graph, &given(Outcome::Lose, Outcome::Win)).is_ok());
/// let fault = verify_asymmetric(&graph, &given(Outcome::Draw, Outcome::Draw)).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "with player 0 to move, vertex 0 is given as draw, \
///      but that rests on claims that go round in a circle: nothing forces it"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_asymmetric(graph: &Graph, solution: &AsymmetricSolution) -> Result<Checked, Fault> {
    unstopped(check(graph, solution, &Control::ALONE))
}

/// As [`verify_asymmetric`], for work that may be stopped.
pub(crate) fn check(
    graph: &Graph,
    solution: &AsymmetricSolution,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let strategies = solution.strategies.as_ref();
    for mover in Mover::BOTH {
        let values = outcomes(solution, mover);
        let strategy = strategies.map(|strategies| strategy(strategies, mover));
        check_lengths(graph, values.len(), strategy)
            .map_err(|rule| Fault::whole(rule).with(turn(mover)))?;
    }
    let terminals = check_all(graph, solution, control)?;
    match strategies {
        Some(strategies) => {
            let (second, answers) = (&solution.second, &strategies.first);
            let found = Answered { graph, second, answers }.returning(control)?;
            if let Some((vertex, moves)) = found {
                let claimed = solution.second.get(vertex);
                let rule = UnrankedRule::PlayReturns { claimed, moves };
                return Err(Fault::at(vertex, rule).with(turn(Mover::Second)).into());
            }
        }
        None => {
            if let Some((vertex, mover)) =
                unfounded(&Ending { graph, solution }, &mut control.pace())?
            {
                let claimed = outcomes(solution, mover).get(vertex);
                let rule = UnrankedRule::Unfounded { claimed };
                return Err(Fault::at(vertex, rule).with(turn(mover)).into());
            }
        }
    }
    let vertices = graph.vertex_count() as u64;
    Ok(Checked {
        tally: Tally::Asymmetric,
        vertices,
        edges: graph.edge_count() as u64,
        terminals,
        moves: strategies.map(|_| 2 * (vertices - terminals)),
    })
}

/// Looks at all vertices; how many have no moves. What is not borne out at a glance is looked at again.
fn check_all(
    graph: &Graph,
    solution: &AsymmetricSolution,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    let bytes = &asymmetric_pass::outcomes(solution, control)?;
    let glance = Look { graph, strategies: solution.strategies.as_ref(), bytes };
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let mut terminals = 0;
        let gather = |to: Vertex| bytes[to as usize];
        each_row(graph, part, 0, pace, gather, |vertex, found| {
            let is_terminal = graph.is_terminal(vertex);
            terminals += u64::from(is_terminal);
            if let Some(found) = found
                && !is_terminal
                && glance.bears_out(vertex, found)
            {
                return Ok(());
            }
            for mover in Mover::BOTH {
                check_vertex(graph, solution, vertex, mover)
                    .map_err(|rule| Fault::at(vertex, rule).with(turn(mover)))?;
            }
            Ok(())
        })?;
        Ok([terminals])
    };
    let [terminals] = each_part(graph.vertex_count(), control, check)?;
    Ok(terminals)
}

fn outcomes(solution: &AsymmetricSolution, mover: Mover) -> &Outcomes {
    match mover {
        Mover::First => &solution.first,
        Mover::Second => &solution.second,
    }
}

fn strategy(strategies: &Strategies, mover: Mover) -> &Strategy {
    match mover {
        Mover::First => &strategies.first,
        Mover::Second => &strategies.second,
    }
}

fn turn(mover: Mover) -> Turn {
    Turn::Player(match mover {
        Mover::First => Player::Zero,
        Mover::Second => Player::One,
    })
}

/// What can be seen from the vertex and its moves.
fn check_vertex(
    graph: &Graph,
    solution: &AsymmetricSolution,
    vertex: Vertex,
    mover: Mover,
) -> Result<(), Rule> {
    let there = outcomes(solution, mover.other());
    let outcome = outcomes(solution, mover).get(vertex);
    let moves = || graph.successors(vertex).iter().copied();
    if graph.is_terminal(vertex) {
        let expected = match mover {
            Mover::First => Outcome::Draw,
            Mover::Second => Outcome::Lose,
        };
        check_terminal(expected, outcome)?;
    } else {
        check_outcome(there, outcome, moves())?;
    }
    let Some(strategies) = &solution.strategies else { return Ok(()) };
    let missing = || UnrankedRule::MoveMissing { outcome }.into();
    match check_edge(moves(), strategy(strategies, mover).get(vertex), missing)? {
        Some(to) if outcome != Outcome::Lose && there.get(to) != outcome.for_opponent() => {
            Err(UnrankedRule::MoveLosesValue { outcome, to, reached: there.get(to) }.into())
        }
        Some(_) | None => Ok(()),
    }
}

/// The claims that player 0 can end the game.
struct Ending<'a> {
    graph: &'a Graph,
    solution: &'a AsymmetricSolution,
}

impl Forced for Ending<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn shares_moves(&self) -> bool {
        true
    }

    fn may_move(&self, _edge: usize, _mover: Mover) -> bool {
        true
    }

    fn outcome(&self, vertex: Vertex, mover: Mover) -> Outcome {
        outcomes(self.solution, mover).get(vertex)
    }

    fn support(&self, outcome: Outcome, mover: Mover) -> Support {
        match (mover, outcome) {
            (Mover::First, Outcome::Lose) | (Mover::Second, Outcome::Win) => Support::Unneeded,
            (Mover::First, Outcome::Win | Outcome::Draw) => Support::One,
            (Mover::Second, Outcome::Lose | Outcome::Draw) => Support::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::MEDIUM;

    /// Rows of all lengths up to 20, and what stands past their ends.
    #[test]
    fn what_is_seen_at_a_glance_is_what_the_rules_say() {
        const VERTICES: u32 = 40;
        let mut state = 1u64;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        let outcome = |number: u32| [Outcome::Lose, Outcome::Draw, Outcome::Win][number as usize];
        let mut seen = [0; 2];
        for round in 0..2000 {
            let edges = (0..VERTICES).flat_map(|from| (0..from % 21).map(move |_| from));
            let edges: Vec<_> = edges.map(|from| (from, draw(VERTICES))).collect();
            let graph = Graph::from_edges(VERTICES as usize, edges).unwrap();
            // Mostly won, so that some rows have no vertex that is lost.
            let mut outcomes = || -> Vec<Outcome> {
                (0..VERTICES).map(|_| outcome(2 - draw(40) / 38 * draw(3))).collect()
            };
            let [mut first, mut second] = [outcomes(), outcomes()];
            for vertex in graph.vertices().filter(|&vertex| !graph.is_terminal(vertex)) {
                let best = |there: &[Outcome]| {
                    let reached = graph.successors(vertex).iter().map(|&to| there[to as usize]);
                    reached.min().unwrap_or_default().for_opponent()
                };
                if round % 5 != 0 {
                    let (one, other) = (best(&second), best(&first));
                    (first[vertex as usize], second[vertex as usize]) = (one, other);
                }
            }
            let mut strategy = || -> Strategy {
                let choose = |vertex: u32| match draw(8) {
                    0 => None,
                    1 => Some(draw(VERTICES + 2)),
                    _ => Some(*graph.successors(vertex).get(draw(20) as usize % 3)?),
                };
                (0..VERTICES).map(choose).collect()
            };
            let strategies = Strategies { first: strategy(), second: strategy() };
            let solution = AsymmetricSolution {
                first: first.into_iter().collect(),
                second: second.into_iter().collect(),
                strategies: (round % 3 != 0).then_some(strategies),
            };
            let bytes = &asymmetric_pass::outcomes(&solution, &Control::ALONE).unwrap();
            let strategies = solution.strategies.as_ref();
            let glance = Look { graph: &graph, strategies, bytes };
            for vertex in graph.vertices().filter(|&vertex| !graph.is_terminal(vertex)) {
                let moves = graph.successors(vertex).iter();
                let mut found: Vec<u8> = moves.map(|&to| bytes[to as usize]).collect();
                found.resize(found.len() + MEDIUM, u8::MAX);
                let holds = Mover::BOTH
                    .into_iter()
                    .all(|mover| check_vertex(&graph, &solution, vertex, mover).is_ok());
                assert_eq!(
                    glance.bears_out(vertex, &found),
                    holds,
                    "{graph:?} {solution:?} {vertex}"
                );
                seen[usize::from(holds)] += 1;
            }
        }
        assert!(seen.iter().all(|&seen| seen > 5000), "{seen:?}");
    }
}
