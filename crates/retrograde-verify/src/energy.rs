//! Energy games: credits that are enough, that are the least, and cycles that use up any credit.

use retrograde_core::{
    Control, EnergySolution, Pace, PayoffGame, Player, Ratio, Stopped, Strategy, Vertex,
};

use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule};
use crate::fixed::{Fixed, NO_CLASS, best_edge, extremes};
use crate::least::unused_credit;
use crate::payoff_rule::PayoffRule;
use crate::region_rule::{RegionRule, Round};
use crate::regions::Partial;
use crate::shape::{check_edge, check_lengths};

/// Proves that `solution` holds for the energy game, or says where it does not.
///
/// # The rules
/// - There is a credit exactly where player 0 wins, and it is not larger than what can be paid on
///   as many moves as there are other vertices.
/// - Where the owner wins, the strategy has a move, along an edge and to a vertex that the same
///   player wins. Where the owner loses it has none, and every move leads to a vertex that the owner
///   loses. Among parallel edges the mover takes the best.
/// - *Credits are enough.* A move to a vertex *needs* the credit of that vertex less the weight of
///   the move. Where player 0 wins, the strategy's move needs no more than the credit, and no move
///   of player 1 does.
/// - *Credits are the least.* Where a credit is not 0, no move of player 0 needs less, and some move
///   of player 1 needs all of it. By moves that need exactly the credit, player 1 can bring the play
///   to a vertex of credit 0: player 1 picks one of them, and whichever player 0 picks will do.
/// - *Player 1 wins the rest.* In player 1's region, with player 1's moves those of the strategy and
///   player 0's all that there are, the weights of every cycle add up to less than 0.
///
/// Without a strategy, all of this is checked but for moves, which credits prove to exist. Wins of
/// player 1 where player 1 moves are not proved then, and are refused.
///
/// # Why these are enough
/// *Who keeps the rules wins.* What is left to player 0 is never below the credit where the play is,
/// hence never below 0. With less than the credit at the start, it is always less: player 1 picks
/// moves that need exactly the credit, and those of player 0 need at least that. A move that needs
/// more makes the gap wider, which can happen only so often before nothing is left; and if none does
/// any more, the play comes to a vertex of credit 0 with less than that. Should player 0 move to
/// player 1's region instead, no play that stays there keeps anything: the cycles that it closes all
/// cost something.
///
/// *Who wins keeps the rules.* The least credits satisfy what is said of needs: they are what the
/// best move makes of those around them. If player 1 could not bring the play to a vertex of credit
/// 0 from some vertices, one less would be enough at each of them. And a cycle that does not use up
/// credit, in player 1's region, would let player 0 go round it for ever.
///
/// So exactly the true winners and credits with moves that make do with them are accepted. In a
/// partial solution each player wins what it says without leaving it, and credits are the least even
/// if none is needed at the vertices about which nothing is said.
///
/// # Complexity
/// O(V + E) time but for player 1's region, which takes O(V E) at worst and a few times V + E as a
/// rule. At most `21 E + 120 V` bytes, or `37 E + 140 V` where sums of weights, times the number
/// of vertices, do not fit 64 bits.
///
/// # Errors
/// The [`Fault`] of the lowest vertex with a credit that cannot be; after that of the lowest vertex
/// where a rule about its own moves is broken; after that of the lowest vertex whose credit player 0
/// is not made to use, and at last of a vertex on a cycle in player 1's region. Lengths that do not
/// match come before everything.
///
/// # Panics
/// If the game has not one weight an edge.
///
/// ```
/// use retrograde_core::{Column, EnergySolution, Graph, OwnedGraph, PayoffGame, Player};
/// use retrograde_verify::{Partial, verify_energy};
///
/// // Player 0 pays 3 to get from 0 to 1 and earns 1 there each time; at 2, player 1 wastes 1 a turn.
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 1), (2, 2)])?;
/// let owners: Column<Player> =
///     [(0, Player::Zero), (1, Player::Zero), (2, Player::One)].into_iter().collect();
/// let weights: Column<i64> = [(0, -3), (2, 1), (3, -1)].into_iter().collect();
/// let game = PayoffGame::new(OwnedGraph::new(&graph, &owners)?, &weights)?;
/// let solution = |credit| EnergySolution {
///     winners: [Some(Player::Zero), Some(Player::Zero), Some(Player::One)].into_iter().collect(),
///     credits: [Some(credit), Some(0), None].into_iter().collect(),
///     strategy: Some([Some(1), Some(1), Some(2)].into_iter().collect()),
/// };
/// assert_eq!(
///     verify_energy(&game, &solution(3), Partial::Refused).unwrap().to_string(),
///     "3 vertices (2 won by player 0 with credits up to 3, 1 by player 1), 4 edges and 3 winning \
///      moves"
/// );
/// assert_eq!(
///     verify_energy(&game, &solution(4), Partial::Refused).unwrap_err().to_string(),
///     "vertex 0 is given the credit 4, but 3 is enough: player 0 can move to vertex 1"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_energy(
    game: &PayoffGame<'_>,
    solution: &EnergySolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, partial, &Control::ALONE))
}

/// As [`verify_energy`], for work that may be stopped.
pub(crate) fn check(
    game: &PayoffGame<'_>,
    solution: &EnergySolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    let graph = game.arena.graph();
    assert_eq!(game.weights.len(), graph.edge_count(), "the game has one weight an edge");
    for length in [solution.winners.len(), solution.credits.len()] {
        check_lengths(graph, length, solution.strategy.as_ref()).map_err(Fault::whole)?;
    }
    let claims = CreditClaims { game, solution };
    let most = claims.most_credit(&mut pace)?;
    let mut largest = None;
    for vertex in graph.vertices() {
        pace.steps(1)?;
        let credit = claims.check_credit(vertex, most, partial);
        largest = largest.max(credit.map_err(|rule| Fault::at(vertex, rule))?);
    }
    let (mut won, mut edges, mut moves) = ([0; 2], 0, 0);
    let mut places = vec![0; graph.vertex_count()];
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        let at = |rule| Fault::at(vertex, rule);
        let Some(winner) = claims.winner(vertex) else { continue };
        won[usize::from(winner.number())] += 1;
        edges += u64::from(graph.out_degree(vertex));
        if let Some(place) = claims.check_moves(vertex, winner).map_err(at)? {
            places[vertex as usize] = place;
            moves += 1;
        }
    }
    if let Some(vertex) = unused_credit(&claims, &mut pace)? {
        let credit = claims.credit(vertex).unsigned_abs();
        return Err(Fault::at(vertex, PayoffRule::CreditUnused { credit }).into());
    }
    claims.check_rounds(&places, &mut pace)?;
    let [zero, one] = won;
    Ok(Checked {
        tally: Tally::Energy { zero, one, credit: largest },
        vertices: zero + one,
        edges,
        terminals: 0,
        moves: solution.strategy.as_ref().map(|_| moves),
    })
}

/// A game and what is said about it.
pub(crate) struct CreditClaims<'a> {
    pub(crate) game: &'a PayoffGame<'a>,
    solution: &'a EnergySolution,
}

impl CreditClaims<'_> {
    #[inline]
    pub(crate) fn winner(&self, vertex: Vertex) -> Option<Player> {
        self.solution.winners.get(vertex)
    }

    /// The credit of `vertex`, which has been found to be no larger than what can be paid on all
    /// moves together. It is 0 where there is none.
    #[inline]
    pub(crate) fn credit(&self, vertex: Vertex) -> i128 {
        self.solution.credits.get(vertex).unwrap_or(0) as i128
    }

    /// What the move along `edge` to `to` needs.
    #[inline]
    pub(crate) fn need(&self, edge: usize, to: Vertex) -> i128 {
        self.credit(to) - i128::from(self.game.weights[edge])
    }

    /// The moves of `vertex`: their places in all edges, and where they lead.
    #[inline]
    pub(crate) fn moves(&self, vertex: Vertex) -> impl Iterator<Item = (usize, Vertex)> + '_ {
        let graph = self.game.arena.graph();
        graph.edge_range(vertex).zip(graph.successors(vertex).iter().copied())
    }

    /// What can be paid before a vertex comes up again, and one move must still be made.
    fn most_credit(&self, pace: &mut Pace<'_>) -> Result<u128, Stopped> {
        let lightest = extremes(self.game, pace)?.0.min(0);
        let others = self.game.arena.graph().vertex_count().saturating_sub(1);
        Ok(u128::from(lightest.unsigned_abs()) * others as u128)
    }

    /// The credit of `vertex`, which is one that can be.
    fn check_credit(
        &self,
        vertex: Vertex,
        most: u128,
        partial: Partial,
    ) -> Result<Option<u128>, Rule> {
        let credit = self.solution.credits.get(vertex);
        match (self.winner(vertex), credit) {
            (None, None) if partial == Partial::Refused => Err(RegionRule::WinnerUnknown.into()),
            (Some(Player::Zero), None) => Err(PayoffRule::CreditMissing.into()),
            (Some(Player::Zero), Some(credit)) if credit > most => {
                Err(PayoffRule::CreditImpossible { credit, most }.into())
            }
            (winner @ (None | Some(Player::One)), Some(credit)) => {
                Err(PayoffRule::CreditGiven { credit, winner }.into())
            }
            (Some(Player::Zero), Some(_)) | (None | Some(Player::One), None) => Ok(credit),
        }
    }

    /// What can be seen from the vertex and its moves. Gives the place of the winning move, if there
    /// is one and the solution has a strategy.
    fn check_moves(&self, vertex: Vertex, winner: Player) -> Result<Option<u32>, Rule> {
        if self.game.arena.graph().is_terminal(vertex) {
            return Err(PayoffRule::NoMove.into());
        }
        let owner = self.game.arena.owner(vertex);
        let strategy = self.solution.strategy.as_ref();
        if owner != winner {
            let reached = |to| self.winner(to);
            if let Some((_, to)) = self.moves(vertex).find(|&(_, to)| reached(to) != Some(winner)) {
                return Err(RegionRule::Escape { winner, to, reached: reached(to) }.into());
            }
            if winner == Player::Zero {
                self.check_replies(vertex)?;
            }
            return match strategy.and_then(|strategy| strategy.get(vertex)) {
                Some(to) => Err(RegionRule::LoserMoves { loser: owner, to }.into()),
                None => Ok(None),
            };
        }
        let place = match (strategy, winner) {
            (Some(strategy), _) => self.winning_move(strategy, vertex, winner)?,
            (None, Player::Zero) => None,
            (None, Player::One) => return Err(PayoffRule::WinUnproved.into()),
        };
        if winner == Player::Zero {
            self.check_choice(vertex, place)?;
        }
        Ok(place)
    }

    /// The place of the strategy's move, which is along an edge and stays in the region.
    fn winning_move(
        &self,
        strategy: &Strategy,
        vertex: Vertex,
        winner: Player,
    ) -> Result<Option<u32>, Rule> {
        let successors = self.game.arena.graph().successors(vertex).iter().copied();
        let missing = || RegionRule::MoveMissing { winner }.into();
        let Some(to) = check_edge(successors, strategy.get(vertex), missing)? else {
            return Ok(None);
        };
        let reached = self.winner(to);
        if reached != Some(winner) {
            return Err(RegionRule::MoveLeavesRegion { winner, to, reached }.into());
        }
        Ok(best_edge(self.game, vertex, to))
    }

    /// Where player 0 wins and player 1 moves.
    fn check_replies(&self, vertex: Vertex) -> Result<(), Rule> {
        let needs = self.moves(vertex).map(|(edge, to)| (self.need(edge, to), edge, to));
        // Of several moves that need the most, the first.
        let dearest = needs.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((need, edge, to)) = dearest else { return Ok(()) };
        if need > self.credit(vertex) {
            return Err(self.short(vertex, edge, to));
        }
        self.check_spare(vertex, need, to)
    }

    /// Where player 0 wins and moves, to the move at `place` or, without a strategy, any.
    fn check_choice(&self, vertex: Vertex, place: Option<u32>) -> Result<(), Rule> {
        let needs = || self.moves(vertex).map(|(edge, to)| (self.need(edge, to), edge, to));
        let won = needs().filter(|&(_, _, to)| self.winner(to) == Some(Player::Zero));
        let cheapest = won.reduce(|best, next| if next.0 < best.0 { next } else { best });
        let chosen = match place {
            Some(place) => needs().nth(place as usize),
            None => cheapest,
        };
        let (Some((need, edge, to)), Some(cheapest)) = (chosen, cheapest) else {
            return Err(PayoffRule::NoMoveWithin.into());
        };
        if need > self.credit(vertex) {
            return Err(self.short(vertex, edge, to));
        }
        self.check_spare(vertex, cheapest.0, cheapest.2)?;
        // For all that is known, no credit at all is needed where there is no winner.
        let credit = self.credit(vertex);
        let unknown = needs().filter(|&(_, _, to)| self.winner(to).is_none());
        match unknown.filter(|&(need, _, _)| need.max(0) < credit).min_by_key(|unknown| unknown.0) {
            Some((_, _, to)) => {
                Err(PayoffRule::CreditUnproved { credit: credit.unsigned_abs(), to }.into())
            }
            None => Ok(()),
        }
    }

    fn short(&self, vertex: Vertex, edge: usize, to: Vertex) -> Rule {
        PayoffRule::CreditShort {
            credit: self.credit(vertex).unsigned_abs(),
            mover: self.game.arena.owner(vertex),
            to,
            weight: self.game.weights[edge],
            needed: self.credit(to).unsigned_abs(),
        }
        .into()
    }

    /// The best move of the owner, which leads to `to`, needs all of the credit.
    fn check_spare(&self, vertex: Vertex, need: i128, to: Vertex) -> Result<(), Rule> {
        let (credit, enough) = (self.credit(vertex).unsigned_abs(), need.max(0).unsigned_abs());
        if enough < credit {
            let mover = self.game.arena.owner(vertex);
            return Err(PayoffRule::CreditSpare { credit, mover, to, enough }.into());
        }
        Ok(())
    }

    /// In player 1's region, every cycle uses up credit.
    fn check_rounds(&self, places: &[u32], pace: &mut Pace<'_>) -> Result<(), VerifyError> {
        let region = self.solution.winners.region(Player::One);
        if region.ones().next().is_none() {
            return Ok(());
        }
        let class = |vertex| if region.get(vertex) { NO_CLASS + 1 } else { NO_CLASS };
        let classes: Vec<u32> = (0..places.len()).map(class).collect();
        let fixed = Fixed { game: self.game, player: Player::One, places, classes: &classes };
        // Whole numbers that add up to less than 0 on at most that many moves: this is their mean,
        // or less.
        let bound = |_, size: u32| Ratio::new(-1, size).unwrap_or(Ratio::from(-1));
        let lost = |_, moves, sum| {
            RegionRule::RoundLost { winner: Player::One, moves, round: Round::Sum(sum) }.into()
        };
        fixed.prove(bound, pace).map_err(|unproved| unproved.error(lost))
    }
}
