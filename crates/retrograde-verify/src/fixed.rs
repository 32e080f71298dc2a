//! What a player is sure of who keeps to fixed moves: no cycle that is left is worse than a bound.

use retrograde_core::{Pace, PayoffGame, Player, Ratio, Stopped, Vertex};

use crate::components::{Components, Moves, next_seen};
use crate::error::VerifyError;
use crate::fault::{Fault, Rule};
use crate::payoff_rule::PayoffRule;
use crate::potential::{Cost, CostGraph};

/// The place in its row of the best edge from `vertex` to `to` for who moves there: the heaviest for
/// player 0, the lightest for player 1.
pub(crate) fn best_edge(game: &PayoffGame<'_>, vertex: Vertex, to: Vertex) -> Option<u32> {
    let graph = game.arena.graph();
    let weights = &game.weights[graph.edge_range(vertex)];
    let edges = (0u32..).zip(graph.successors(vertex).iter().zip(weights));
    let parallel = edges.filter(|edge| *edge.1.0 == to).map(|(place, edge)| (place, *edge.1));
    let best = match game.arena.owner(vertex) {
        Player::Zero => parallel.max_by_key(|edge| edge.1),
        Player::One => parallel.min_by_key(|edge| edge.1),
    };
    best.map(|(place, _)| place)
}

/// Vertices that a play does not stay at, or about which nothing is said.
pub(crate) const NO_CLASS: u32 = 0;

/// The part of a game in which plays stay for ever if `player` keeps to fixed moves: these, and all
/// moves of the opponent, as far as they lead to a vertex of the same class.
pub(crate) struct Fixed<'a> {
    pub(crate) game: &'a PayoffGame<'a>,
    pub(crate) player: Player,
    /// Where the player moves, the places of the fixed moves in their rows.
    pub(crate) places: &'a [u32],
    /// A number for each vertex, or [`NO_CLASS`].
    pub(crate) classes: &'a [u32],
}

/// Why it is not proved that the player is sure of the bound.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unproved {
    /// A cycle that is worse.
    Round { vertex: Vertex, moves: u64, sum: i128 },
    /// Sums of weights past 128 bits.
    TooLarge { vertex: Vertex, vertices: u64 },
    /// An edge that the potential does not cover. No input is known, nor should there be one, that
    /// leads here; but then the certificate is what counts, not how it was found.
    Edge { from: Vertex, to: Vertex },
    /// Nobody waited for it.
    Stopped(Stopped),
}

impl From<Stopped> for Unproved {
    fn from(stopped: Stopped) -> Self {
        Unproved::Stopped(stopped)
    }
}

impl Unproved {
    /// What to say of it; `lost` is the rule that a cycle breaks from its vertex, moves and sum.
    pub(crate) fn error(self, lost: impl FnOnce(Vertex, u64, i128) -> Rule) -> VerifyError {
        match self {
            Unproved::Round { vertex, moves, sum } => {
                Fault::at(vertex, lost(vertex, moves, sum)).into()
            }
            Unproved::TooLarge { vertex, vertices } => {
                Fault::at(vertex, PayoffRule::TooLarge { vertices }).into()
            }
            Unproved::Edge { from, to } => {
                Fault::at(from, PayoffRule::PotentialFalls { to }).into()
            }
            Unproved::Stopped(stopped) => stopped.into(),
        }
    }
}

/// The lightest and the heaviest weight of a game; 0 if there are none.
pub(crate) fn extremes(game: &PayoffGame<'_>, pace: &mut Pace<'_>) -> Result<(i64, i64), Stopped> {
    let first = game.weights.first().copied().unwrap_or(0);
    game.weights.iter().try_fold((first, first), |(least, most), &weight| {
        pace.steps(1)?;
        Ok((weight.min(least), weight.max(most)))
    })
}

/// Memory for the components, one after the other.
struct Scratch {
    /// The number of each vertex in its component.
    numbers: Vec<u32>,
    narrow: CostGraph<i64>,
    wide: CostGraph<i128>,
}

impl Fixed<'_> {
    /// Proves that every cycle has a mean of at least `bound(class, size)` if the player is player
    /// 0, and at most that if it is player 1, where `size` is how many vertices can be on it.
    ///
    /// Each strongly connected component is looked at on its own: there is a potential for the
    /// amounts by which weights differ from the bound, and it is checked edge by edge.
    ///
    /// # Complexity
    /// That of [`CostGraph`] for each component and linear for the rest; `40 V` bytes and those of
    /// the largest component.
    pub(crate) fn prove(
        &self,
        bound: impl Fn(u32, u32) -> Ratio,
        pace: &mut Pace<'_>,
    ) -> Result<(), Unproved> {
        let mut components = Components::default();
        components.find(self, pace)?;
        let (ends, members) = components.members(|vertex| self.contains(vertex), pace)?;
        let (least, most) = extremes(self.game, pace)?;
        let largest = u128::from(least.unsigned_abs().max(most.unsigned_abs()));
        let mut scratch = Scratch {
            numbers: vec![0; self.classes.len()],
            narrow: CostGraph::default(),
            wide: CostGraph::default(),
        };
        let mut start = 0;
        for end in ends {
            let members = &members[start as usize..end as usize];
            start = end;
            let [first, ..] = members else { continue };
            let size = members.len() as u32;
            pace.steps(1)?;
            if size == 1 && !components.on_cycle(self, *first) {
                continue;
            }
            let bound = bound(self.classes[*first as usize], size);
            let cost = u128::from(bound.denominator()) * largest + bound.numerator().unsigned_abs();
            match cost.checked_mul(u128::from(size)) {
                Some(sum) if sum <= i64::MAX as u128 => {
                    let Scratch { numbers, narrow, .. } = &mut scratch;
                    self.prove_component(&components, members, bound, numbers, narrow, pace)?;
                }
                Some(sum) if sum <= i128::MAX as u128 => {
                    let Scratch { numbers, wide, .. } = &mut scratch;
                    self.prove_component(&components, members, bound, numbers, wide, pace)?;
                }
                Some(_) | None => {
                    return Err(Unproved::TooLarge { vertex: *first, vertices: u64::from(size) });
                }
            }
        }
        Ok(())
    }

    fn prove_component<T: Cost>(
        &self,
        components: &Components,
        members: &[Vertex],
        bound: Ratio,
        numbers: &mut [u32],
        graph: &mut CostGraph<T>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Unproved> {
        for (&vertex, place) in members.iter().zip(0..) {
            pace.steps(1)?;
            numbers[vertex as usize] = place;
        }
        let targets = self.game.arena.graph().targets();
        graph.clear();
        for &from in members {
            let edges = self.edges(from);
            pace.steps(1 + edges.len())?;
            for edge in edges {
                let to = targets[edge];
                if self.stays(from, to) && components.of(from) == components.of(to) {
                    graph.push_edge(numbers[to as usize], T::of(self.cost(edge, bound)));
                }
            }
            graph.end_vertex();
        }
        if let Some(cycle) = graph.search(pace)? {
            let cycle = cycle.into_iter().map(|place| members[place as usize]).collect();
            return Err(self.round(cycle, bound, pace)?);
        }
        match graph.refuted(pace)? {
            Some((from, to)) => {
                let (from, to) = (members[from as usize], members[to as usize]);
                Err(Unproved::Edge { from, to })
            }
            None => Ok(()),
        }
    }

    /// How much better than the bound an edge is for the player, times the bound's denominator.
    #[inline]
    fn cost(&self, edge: usize, bound: Ratio) -> i128 {
        let weight = i128::from(self.game.weights[edge]) * i128::from(bound.denominator());
        match self.player {
            Player::Zero => weight - bound.numerator(),
            Player::One => bound.numerator() - weight,
        }
    }

    /// The cycle from its lowest vertex, by the edges that are worst for the player.
    fn round(
        &self,
        mut cycle: Vec<Vertex>,
        bound: Ratio,
        pace: &mut Pace<'_>,
    ) -> Result<Unproved, Stopped> {
        let lowest = (0..cycle.len()).min_by_key(|&place| cycle[place]).unwrap_or(0);
        cycle.rotate_left(lowest);
        let targets = self.game.arena.graph().targets();
        let next = cycle.iter().cycle().skip(1);
        let mut sum = 0;
        for (&from, &to) in cycle.iter().zip(next) {
            pace.steps(1 + self.edges(from).len())?;
            let edges = self.edges(from).filter(|&edge| targets[edge] == to);
            let worst = edges.min_by_key(|&edge| self.cost(edge, bound));
            sum += worst.map_or(0, |edge| i128::from(self.game.weights[edge]));
        }
        Ok(Unproved::Round { vertex: cycle[0], moves: cycle.len() as u64, sum })
    }

    /// The moves that are left at `vertex`, by their places in all edges.
    #[inline]
    fn edges(&self, vertex: Vertex) -> std::ops::Range<usize> {
        let row = self.game.arena.graph().edge_range(vertex);
        if self.game.arena.owner(vertex) != self.player {
            return row;
        }
        let edge = row.start + self.places[vertex as usize] as usize;
        edge..edge + 1
    }

    #[inline]
    fn stays(&self, from: Vertex, to: Vertex) -> bool {
        self.classes[from as usize] == self.classes[to as usize]
    }
}

impl Moves for Fixed<'_> {
    fn vertices(&self) -> usize {
        self.classes.len()
    }

    fn contains(&self, vertex: Vertex) -> bool {
        self.classes[vertex as usize] != NO_CLASS
    }

    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
        let row = &self.game.arena.graph().targets()[self.edges(vertex)];
        next_seen(row, at, |to| self.stays(vertex, to))
    }
}
