//! Everything that the winner may do and still win.

use retrograde_core::{Control, Graph, GraphError, Player, Stopped};
use retrograde_solve::scc;

use super::diagrams::{Bdd, Diagrams};
use super::error::SynthError;
use super::game::{Game, Verdict};
use super::symbolic::{Edge, Symbolic};

/// What the winner may do in one state.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// Valuations that the winner may let happen, whatever comes after them: those it may choose, of which
    /// the rest of the moves is the part that goes on.
    pub(crate) allowed: Bdd,
    /// Valuations after which nothing matters any more: the run has ended where that is what the winner
    /// wants, or is in a state from which every run is won.
    pub(crate) ends: Bdd,
    /// Valuations, and the state after them.
    pub(crate) steps: Vec<(Bdd, u32)>,
}

/// What the winner may do in each state that it wins from. Whoever keeps to it wins, whichever of the moves
/// that are left are made and however they change from one visit to the next.
pub(crate) struct Freedom {
    pub(crate) winner: Player,
    /// `None` for states that the other player wins.
    pub(crate) moves: Vec<Option<Moves>>,
}

/// With more priorities that the winner must not see forever, nothing is added to its strategy.
const MOST_BAD: usize = 24;
/// Rounds of adding moves.
const ROUNDS: usize = 8;

impl Freedom {
    /// Starts from a strategy that wins and adds moves as long as a measure of progress allows.
    ///
    /// For each priority that is bad for the winner, the measure of a state is how often it can come up
    /// before a larger one does. A move is fine if it makes no measure larger that its priority leaves
    /// standing, those of larger priorities first, and if its own priority is bad makes one smaller. Any
    /// numbers would do: along a cycle on which a bad priority is the largest they would have to become
    /// smaller forever.
    ///
    /// Source: M. Jurdziński, *Small progress measures for solving parity games* (2000); of strategies that
    /// leave moves open, J. Bernet, D. Janin and I. Walukiewicz, *Permissive strategies: from parity games to
    /// safety games* (2002).
    pub(crate) fn new(
        symbolic: &mut Symbolic<'_>,
        game: &Game,
        verdict: &Verdict,
        control: &Control<'_>,
    ) -> Result<Self, SynthError> {
        let winner = verdict.winners[0];
        let mut open = Open::of_strategy(symbolic, game, verdict, winner);
        let mut bad: Vec<u32> = symbolic.edges.iter().flatten().map(|edge| edge.priority).collect();
        bad.sort_unstable();
        bad.dedup();
        bad.retain(|&priority| is_bad(priority, winner));
        if bad.len() <= MOST_BAD {
            for _ in 0..ROUNDS {
                let measures = open.measures(&symbolic.edges, &bad, control)?;
                if !open.add(symbolic, game, verdict, winner, &bad, &measures) {
                    break;
                }
            }
        }
        let diagrams = &mut symbolic.diagrams;
        let mut moves = Vec::with_capacity(open.edges.len());
        for (state, row) in symbolic.edges.iter().enumerate() {
            let won = verdict.winners[state] == winner;
            moves.push(match won {
                false => None,
                true => Some(open.moves(state, row, game, winner, diagrams)?),
            });
        }
        let mut freedom = Freedom { winner, moves };
        freedom.settle(diagrams, control)?;
        Ok(freedom)
    }

    /// Finds the states from which every run is won, and ends the moves to them.
    fn settle(
        &mut self,
        diagrams: &mut Diagrams<'_>,
        control: &Control<'_>,
    ) -> Result<(), Stopped> {
        let mut pace = control.pace();
        let mut settled: Vec<bool> = self.moves.iter().map(Option::is_some).collect();
        loop {
            let mut changed = false;
            for (state, moves) in self.moves.iter().enumerate() {
                let Some(moves) = moves.as_ref().filter(|_| settled[state]) else { continue };
                let mut all = moves.ends;
                for &(guard, to) in &moves.steps {
                    pace.steps(1)?;
                    if settled[to as usize] {
                        all = diagrams.or(all, guard)?;
                    }
                }
                if diagrams.and(all, moves.allowed)? != Bdd::TRUE {
                    settled[state] = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for moves in self.moves.iter_mut().flatten() {
            for &(guard, to) in &moves.steps {
                if settled[to as usize] {
                    moves.ends = diagrams.or(moves.ends, guard)?;
                }
            }
            moves.steps.retain(|&(_, to)| !settled[to as usize]);
        }
        Ok(())
    }
}

fn is_bad(priority: u32, winner: Player) -> bool {
    (priority % 2 == 1) == (winner == Player::Zero)
}

/// Which edges, and of the environment which classes, are open so far.
struct Open {
    edges: Vec<Vec<bool>>,
    classes: Vec<Vec<bool>>,
}

impl Open {
    fn of_strategy(
        symbolic: &Symbolic<'_>,
        game: &Game,
        verdict: &Verdict,
        winner: Player,
    ) -> Self {
        let mut edges: Vec<Vec<bool>> =
            symbolic.edges.iter().map(|row| vec![false; row.len()]).collect();
        let mut classes: Vec<Vec<bool>> =
            game.classes.iter().map(|all| vec![false; all.len()]).collect();
        for (state, row) in symbolic.edges.iter().enumerate() {
            if verdict.winners[state] != winner {
                continue;
            }
            if winner == Player::Zero {
                for class in &game.classes[state] {
                    if let Some(place) = game.chosen_edge(verdict, row, class) {
                        edges[state][place as usize] = true;
                    }
                }
            } else if let Some(place) = game.chosen_class(verdict, state as u32) {
                classes[state][place] = true;
                for &edge in &game.classes[state][place].edges {
                    edges[state][edge as usize] = true;
                }
            }
        }
        Open { edges, classes }
    }

    /// For each bad priority, how often it can come up from each state before a larger one.
    fn measures(
        &self,
        rows: &[Vec<Edge>],
        bad: &[u32],
        control: &Control<'_>,
    ) -> Result<Vec<Vec<u32>>, SynthError> {
        bad.iter().map(|&priority| self.measure(rows, priority, control)).collect()
    }

    fn measure(
        &self,
        rows: &[Vec<Edge>],
        bad: u32,
        control: &Control<'_>,
    ) -> Result<Vec<u32>, SynthError> {
        let mut below: Vec<(u32, Edge)> = Vec::new();
        for (state, row) in rows.iter().enumerate() {
            let open = self.open_edges(state, row).filter(|edge| edge.priority <= bad);
            below.extend(open.map(|edge| (state as u32, edge)));
        }
        let graph: Result<Graph, GraphError> =
            Graph::from_edges(rows.len(), below.iter().map(|(from, edge)| (*from, edge.to)));
        let components = scc::components(&graph?, control)?;
        // Edges lead to components of lower numbers.
        let mut order: Vec<(u32, u32, bool)> = below
            .iter()
            .map(|&(from, edge)| {
                (components.of(from), components.of(edge.to), edge.priority == bad)
            })
            .filter(|&(from, to, is_bad)| from != to || is_bad)
            .collect();
        order.sort_unstable();
        let mut longest = vec![0_u32; components.count()];
        for (from, to, is_bad) in order {
            let through = longest[to as usize] + u32::from(is_bad);
            longest[from as usize] = longest[from as usize].max(through);
        }
        Ok((0..rows.len() as u32).map(|state| longest[components.of(state) as usize]).collect())
    }

    fn open_edges<'e>(
        &'e self,
        state: usize,
        row: &'e [Edge],
    ) -> impl Iterator<Item = Edge> + Clone + 'e {
        row.iter().zip(&self.edges[state]).filter(|(_, open)| **open).map(|(edge, _)| *edge)
    }

    /// Opens what the measures allow; says whether there was more.
    fn add(
        &mut self,
        symbolic: &Symbolic<'_>,
        game: &Game,
        verdict: &Verdict,
        winner: Player,
        bad: &[u32],
        measures: &[Vec<u32>],
    ) -> bool {
        let is_fine = |state: usize, edge: &Edge| {
            if verdict.winners[edge.to as usize] != winner {
                return false;
            }
            for (place, &priority) in bad.iter().enumerate().rev() {
                if priority < edge.priority {
                    break;
                }
                let [from, to] = [state, edge.to as usize].map(|at| measures[place][at]);
                if from != to {
                    return from > to;
                }
            }
            !is_bad(edge.priority, winner)
        };
        let mut more = false;
        for (state, row) in symbolic.edges.iter().enumerate() {
            if verdict.winners[state] != winner {
                continue;
            }
            if winner == Player::Zero {
                for (place, edge) in row.iter().enumerate() {
                    if !self.edges[state][place] && is_fine(state, edge) {
                        self.edges[state][place] = true;
                        more = true;
                    }
                }
                continue;
            }
            for (place, class) in game.classes[state].iter().enumerate() {
                let all = class.edges.iter().all(|&edge| is_fine(state, &row[edge as usize]));
                if !self.classes[state][place] && all {
                    self.classes[state][place] = true;
                    more = true;
                    for &edge in &class.edges {
                        self.edges[state][edge as usize] = true;
                    }
                }
            }
        }
        more
    }

    fn moves(
        &self,
        state: usize,
        row: &[Edge],
        game: &Game,
        winner: Player,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Moves, Stopped> {
        let mut moves = Moves { allowed: Bdd::TRUE, ends: Bdd::FALSE, steps: Vec::new() };
        for edge in self.open_edges(state, row) {
            match moves.steps.iter_mut().find(|(_, to)| *to == edge.to) {
                Some(step) => step.0 = diagrams.or(step.0, edge.guard)?,
                None => moves.steps.push((edge.guard, edge.to)),
            }
        }
        if winner == Player::One {
            moves.allowed = Bdd::FALSE;
            for (class, _) in
                game.classes[state].iter().zip(&self.classes[state]).filter(|it| *it.1)
            {
                moves.allowed = diagrams.or(moves.allowed, class.inputs)?;
            }
            let mut goes_on = Bdd::FALSE;
            for edge in row {
                goes_on = diagrams.or(goes_on, edge.guard)?;
            }
            moves.ends = diagrams.not(goes_on)?;
        }
        Ok(moves)
    }
}
