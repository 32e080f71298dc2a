//! From a specification to a parity game, and who wins it.

use std::collections::HashMap;

use retrograde_core::{
    Bitmap, Control, Graph, OwnedGraph, ParityGame, Player, RegionSolution, Stopped,
};
use retrograde_solve::{Options, parity};

use super::diagrams::{Bdd, Diagrams, VariableSet};
use super::error::SynthError;
use super::symbolic::{Edge, Symbolic};

/// Inputs that leave the controller the same choice.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Which inputs.
    pub(crate) inputs: Bdd,
    /// The edges, by their places in the row of the state, of which each is open to the controller. None
    /// are where the run ends.
    pub(crate) edges: Vec<u32>,
    /// The vertex of the game where the controller chooses.
    pub(crate) vertex: u32,
}

/// The game: at a state the environment chooses a class of inputs, then the controller an edge. Vertices are
/// the states, then those on the way to states that edges of several priorities lead to, then the choices of
/// the controller. A state that is reached with one priority only has that priority itself.
pub(crate) struct Game {
    /// The classes of each state.
    pub(crate) classes: Vec<Vec<Class>>,
    graph: Graph,
    /// Where the environment moves.
    ones: Bitmap,
    priorities: Vec<u32>,
    /// The vertex that an edge to a state leads to, by its priority.
    arrivals: HashMap<(u32, u32), u32>,
}

/// A solved game, by states.
pub(crate) struct Verdict {
    /// Who wins from each state.
    pub(crate) winners: Vec<Player>,
    solution: RegionSolution,
}

impl Game {
    /// Makes the game without looking at single valuations.
    pub(crate) fn new(
        symbolic: &mut Symbolic<'_>,
        control: &Control<'_>,
    ) -> Result<Self, SynthError> {
        let mut pace = control.pace();
        let states = symbolic.edges.len();
        let all = symbolic.edges.iter().flatten().map(|edge| (edge.to, edge.priority));
        let mut order: Vec<(u32, u32)> = all.collect();
        order.sort_unstable();
        order.dedup();
        let mut priorities = vec![0; states];
        let mut arrivals: HashMap<(u32, u32), u32> = HashMap::new();
        let mut edges = Vec::new();
        for same in order.chunk_by(|one, other| one.0 == other.0) {
            if let &[(state, priority)] = same {
                priorities[state as usize] = priority;
                arrivals.insert((state, priority), state);
                continue;
            }
            for &(state, priority) in same {
                let vertex = priorities.len() as u32;
                arrivals.insert((state, priority), vertex);
                priorities.push(priority);
                edges.push((vertex, state));
            }
        }
        let first_choice = priorities.len() as u32;
        let mut choices: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut targets: Vec<Vec<u32>> = Vec::new();
        let mut classes = Vec::with_capacity(symbolic.edges.len());
        for row in &symbolic.edges {
            let mut found = split(row, symbolic.controllable, &mut symbolic.diagrams)?;
            for class in &mut found {
                pace.steps(1 + class.edges.len())?;
                let edge = |&place: &u32| row[place as usize];
                let mut to: Vec<u32> = class
                    .edges
                    .iter()
                    .map(|place| arrivals[&(edge(place).to, edge(place).priority)])
                    .collect();
                to.sort_unstable();
                to.dedup();
                class.vertex = *choices.entry(to).or_insert_with_key(|to| {
                    targets.push(to.clone());
                    first_choice + targets.len() as u32 - 1
                });
            }
            classes.push(found);
        }
        for (state, classes) in (0..).zip(&classes) {
            pace.steps(1 + classes.len())?;
            edges.extend(classes.iter().map(|class: &Class| (state, class.vertex)));
        }
        for (vertex, to) in (first_choice..).zip(&targets) {
            pace.steps(1 + to.len())?;
            edges.extend(to.iter().map(|&to| (vertex, to)));
        }
        let count = first_choice as usize + targets.len();
        let mut ones = Bitmap::new(count);
        (0..first_choice as usize).for_each(|vertex| ones.set(vertex));
        priorities.resize(count, 0);
        let graph = Graph::from_edges(count, edges)?;
        Ok(Game { classes, graph, ones, priorities, arrivals })
    }

    /// How many vertices it has.
    pub(crate) fn vertices(&self) -> usize {
        self.graph.vertex_count()
    }

    /// Finds who wins from each state, and how.
    pub(crate) fn solve(
        &self,
        method: parity::Method,
        control: &Control<'_>,
    ) -> Result<Verdict, Stopped> {
        let arena = OwnedGraph::from_bitmap(&self.graph, self.ones.clone());
        let game = ParityGame::max(arena, self.priorities.clone());
        let solved = parity::solve(&game, method, &Options::with(*control))?;
        if let Some(why) = solved.report.stopped {
            return Err(why);
        }
        let winner = |state: u32| solved.solution.winners.get(state).unwrap_or(Player::One);
        let winners = (0..self.classes.len() as u32).map(winner).collect();
        Ok(Verdict { winners, solution: solved.solution })
    }

    /// The edge that the controller's strategy takes after inputs of a class, by its place in the row.
    pub(crate) fn chosen_edge(
        &self,
        verdict: &Verdict,
        row: &[Edge],
        class: &Class,
    ) -> Option<u32> {
        let to = verdict.solution.strategy.as_ref()?.get(class.vertex)?;
        class.edges.iter().copied().find(|&place| {
            let edge = row[place as usize];
            self.arrivals.get(&(edge.to, edge.priority)) == Some(&to)
        })
    }

    /// The class of inputs that the environment's strategy chooses at a state.
    pub(crate) fn chosen_class(&self, verdict: &Verdict, state: u32) -> Option<usize> {
        let to = verdict.solution.strategy.as_ref()?.get(state)?;
        self.classes[state as usize].iter().position(|class| class.vertex == to)
    }
}

/// Divides the inputs by the edges that they leave open.
fn split(
    row: &[Edge],
    controllable: VariableSet,
    diagrams: &mut Diagrams<'_>,
) -> Result<Vec<Class>, Stopped> {
    let whole = Class { inputs: Bdd::TRUE, edges: Vec::new(), vertex: 0 };
    let mut classes = vec![whole];
    for (place, edge) in (0..).zip(row) {
        let open = diagrams.exists(edge.guard, controllable)?;
        for at in 0..classes.len() {
            let with = diagrams.and(classes[at].inputs, open)?;
            if with == Bdd::FALSE {
                continue;
            }
            let without = diagrams.minus(classes[at].inputs, open)?;
            if without != Bdd::FALSE {
                let edges = classes[at].edges.clone();
                classes.push(Class { inputs: without, edges, vertex: 0 });
            }
            classes[at].inputs = with;
            classes[at].edges.push(place);
        }
    }
    Ok(classes)
}
