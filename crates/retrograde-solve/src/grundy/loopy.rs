//! Generalised Grundy values: one backward wave for each finite value.
//!
//! Stage m gives the value m to every unsettled vertex that has no option of value m and of whose
//! options each one that is unsettled or loopy has an option of value m; such an option is
//! **answered**. It does so as long as there is one, then makes the unsettled vertices without an
//! option of value m loopy. Stage 0 is retrograde analysis: a vertex of value 0 is lost, an answered
//! one is won, and the count of options not yet answered is the count of moves not yet refuted.
//!
//! What survives stage m has options of all values up to m. So a vertex takes part in no more stages
//! than it has moves, and going through the list of unsettled vertices once a stage is cheap.

use retrograde_core::{Control, Graph, Grundy, GrundyValues, Pace, Progress, Stopped, Vertex, sys};

use super::Counters;
use crate::Options;
use crate::degrees::for_each_degree;

/// How many vertices of a list to ask for ahead of their use.
const AHEAD: usize = 8;

/// How many predecessors of a vertex to ask for ahead of their use.
const PREDECESSORS_AHEAD: usize = 16;

/// How many edges ahead a value is asked for where vertices are taken by number.
const EDGES_AHEAD: usize = 48;

/// Settled vertices between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// The value and, unless left out, the counter of every vertex. `back` is the graph with every edge
/// turned around.
pub(super) fn run(
    graph: &Graph,
    back: Graph,
    options: &Options<'_>,
) -> Result<(GrundyValues, Option<Counters>), Stopped> {
    let control = &options.control;
    let mut stages = Stages::new(graph, &back, control)?;
    let mut stage = 0;
    while !stages.open.is_empty() {
        stages.run(stage)?;
        stage += 1;
    }
    let Stages { table: States { states, moves, .. }, .. } = stages;
    drop(back);
    let counters = (!options.values_only).then(|| {
        states
            .iter()
            .zip(&moves)
            .map(|(state, moves)| state.value().map(|_| moves.counter()))
            .collect()
    });
    drop(moves);
    Ok((collect(graph, states, control)?, counters))
}

/// What is known of a vertex, in four bytes: its value; or, while it is unsettled or once it is
/// loopy, the last stage in which it was answered, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u32);

impl State {
    const OPEN: u32 = 1 << 31;
    const LOOPY: u32 = 1 << 30;
    const UNSETTLED: State = State(State::OPEN);

    /// The stage is below 2³⁰: an unsettled vertex at stage n takes n (n + 1) / 2 moves below it.
    fn settled(stage: u32) -> Self {
        debug_assert!(stage < State::LOOPY);
        State(stage)
    }

    fn value(self) -> Option<u32> {
        (self.0 & (State::OPEN | State::LOOPY) == 0).then_some(self.0)
    }

    /// Whether this is a value of 64 or more.
    fn is_large_value(self) -> bool {
        (64..State::LOOPY).contains(&self.0)
    }

    fn is_open(self) -> bool {
        self.0 & State::OPEN != 0
    }

    fn is_answered(self, stage: u32) -> bool {
        self.0 & (State::LOOPY - 1) == stage + 1
    }

    fn answered(self, stage: u32) -> Self {
        State(self.0 & (State::OPEN | State::LOOPY) | (stage + 1))
    }

    fn loopy(self) -> Self {
        State(State::LOOPY | self.0 & (State::LOOPY - 1))
    }
}

/// The moves of an unsettled vertex.
#[derive(Clone, Copy, Default)]
struct Moves {
    /// Those to vertices that have no finite value. Once the vertex has one itself, its counter.
    left: u32,
    /// Of these, the ones not answered in this stage.
    unanswered: u32,
}

impl Moves {
    fn counter(self) -> u32 {
        self.left
    }
}

/// What the wave reads and writes at every predecessor.
struct States {
    states: Vec<State>,
    moves: Vec<Moves>,
    /// How many vertices have a finite value.
    finite: u32,
}

impl States {
    fn prefetch(&self, vertex: Vertex) {
        sys::prefetch(&self.states, vertex as usize);
        sys::prefetch(&self.moves, vertex as usize);
    }

    fn settle(&mut self, vertex: Vertex, stage: u32) {
        self.states[vertex as usize] = State::settled(stage);
        self.moves[vertex as usize].left = self.finite;
        self.finite += 1;
    }

    /// Notes that `vertex` has an option of value `stage`; whether that is news in this stage and
    /// its predecessors should hear of it.
    fn answer(&mut self, vertex: Vertex, stage: u32) -> bool {
        let state = self.states[vertex as usize];
        if state.value().is_some() {
            return false;
        }
        if state.is_open() {
            self.moves[vertex as usize].left -= 1;
        }
        self.states[vertex as usize] = state.answered(stage);
        !state.is_answered(stage)
    }

    /// Notes that an option of `vertex` was answered; whether that settles it.
    fn lower(&mut self, vertex: Vertex, stage: u32) -> bool {
        let state = self.states[vertex as usize];
        if !state.is_open() || state.is_answered(stage) {
            return false;
        }
        let moves = &mut self.moves[vertex as usize];
        moves.unanswered -= 1;
        if moves.unanswered == 0 {
            self.settle(vertex, stage);
            return true;
        }
        false
    }
}

/// Everything settled so far, and the lists that the stages use again and again.
struct Stages<'a> {
    back: &'a Graph,
    control: &'a Control<'a>,
    pace: Pace<'a>,
    table: States,
    /// The unsettled vertices as of the last stage.
    open: Vec<Vertex>,
    /// Vertices settled last.
    settled: Vec<Vertex>,
    /// Vertices answered last.
    answered: Vec<Vertex>,
    loopy: u64,
    report_at: u64,
}

impl<'a> Stages<'a> {
    fn new(graph: &Graph, back: &'a Graph, control: &'a Control<'a>) -> Result<Self, Stopped> {
        let vertices = graph.vertex_count();
        let mut states = vec![State::UNSETTLED; vertices];
        sys::prefer_huge_pages(&mut states);
        let mut moves: Vec<Moves> = sys::zeroed(vertices);
        for_each_degree(graph, &mut control.pace(), |vertex, degree| {
            moves[vertex as usize].left = degree;
        })?;
        Ok(Stages {
            back,
            control,
            pace: control.pace(),
            table: States { states, moves, finite: 0 },
            open: graph.vertices().collect(),
            // No list ever holds a vertex twice, so that none outgrows this.
            settled: Vec::with_capacity(vertices),
            answered: Vec::with_capacity(vertices),
            loopy: 0,
            report_at: 0,
        })
    }

    fn run(&mut self, stage: u32) -> Result<(), Stopped> {
        self.settled.clear();
        let pace = &mut self.pace;
        for &vertex in &self.open {
            pace.steps(2)?;
            let moves = &mut self.table.moves[vertex as usize];
            moves.unanswered = moves.left;
            if moves.left == 0 {
                self.table.settle(vertex, stage);
                self.settled.push(vertex);
            }
        }
        while !self.settled.is_empty() {
            self.answered.clear();
            each_predecessor(self.back, &self.settled, &mut self.table, pace, |table, vertex| {
                if table.answer(vertex, stage) {
                    self.answered.push(vertex);
                }
            })?;
            self.settled.clear();
            each_predecessor(self.back, &self.answered, &mut self.table, pace, |table, vertex| {
                if table.lower(vertex, stage) {
                    self.settled.push(vertex);
                }
            })?;
            report(self.control, &mut self.report_at, &self.table, self.loopy);
        }
        let states = &mut self.table.states;
        self.open.retain(|&vertex| {
            let state = &mut states[vertex as usize];
            let stays = state.is_open() && state.is_answered(stage);
            if state.is_open() && !stays {
                *state = state.loopy();
                self.loopy += 1;
            }
            stays
        });
        report(self.control, &mut self.report_at, &self.table, self.loopy);
        Ok(())
    }
}

/// Says how many vertices have a value, now and then.
fn report(control: &Control<'_>, report_at: &mut u64, table: &States, loopy: u64) {
    let settled = u64::from(table.finite) + loopy;
    if settled >= *report_at {
        control.tell(Progress::new("labelling", settled, table.states.len() as u64));
        *report_at = settled + REPORT_EVERY;
    }
}

/// Calls `visit` for each predecessor of each vertex of `list`, as often as there are moves.
#[inline(always)]
fn each_predecessor(
    back: &Graph,
    list: &[Vertex],
    table: &mut States,
    pace: &mut Pace<'_>,
    mut visit: impl FnMut(&mut States, Vertex),
) -> Result<(), Stopped> {
    for (index, &vertex) in list.iter().enumerate() {
        if let Some(&far) = list.get(index + 3 * AHEAD) {
            back.prefetch_offset(far);
        }
        if let Some(&nearer) = list.get(index + 2 * AHEAD) {
            back.prefetch_row(nearer, AHEAD);
        }
        if let Some(&near) = list.get(index + AHEAD) {
            let row = back.successors(near).iter().take(PREDECESSORS_AHEAD);
            row.for_each(|&predecessor| table.prefetch(predecessor));
        }
        let row = back.successors(vertex);
        pace.steps(1 + row.len())?;
        for (place, &predecessor) in row.iter().enumerate() {
            if let Some(&far) = row.get(place + PREDECESSORS_AHEAD) {
                table.prefetch(far);
            }
            visit(table, predecessor);
        }
    }
    Ok(())
}

/// The values, with the sets of options of loopy vertices read off the graph.
fn collect(
    graph: &Graph,
    states: Vec<State>,
    control: &Control<'_>,
) -> Result<GrundyValues, Stopped> {
    let mut pace = control.pace();
    if states.iter().all(|state| state.value().is_some()) {
        return Ok(GrundyValues::from_finite(states.into_iter().map(|state| state.0).collect()));
    }
    let targets = graph.targets();
    let mut values = GrundyValues::default();
    let mut options = Vec::new();
    for vertex in graph.vertices() {
        let row = graph.edge_range(vertex);
        pace.steps(1 + row.len())?;
        let mut small = 0u64;
        let mut any_large = false;
        for edge in row.clone() {
            if let Some(&far) = targets.get(edge + EDGES_AHEAD) {
                sys::prefetch(&states, far as usize);
            }
            // Which options are finite cannot be predicted, so there is no branch.
            let state = states[targets[edge] as usize];
            small |= 1u64.checked_shl(state.0).unwrap_or(0);
            any_large |= state.is_large_value();
        }
        if let Some(value) = states[vertex as usize].value() {
            values.push(Grundy::Finite(value));
            continue;
        }
        options.clear();
        while small != 0 {
            options.push(small.trailing_zeros());
            small &= small - 1;
        }
        if any_large {
            let values = targets[row].iter().map(|&to| states[to as usize]);
            options.extend(values.filter(|state| state.is_large_value()).map(|state| state.0));
            options.sort_unstable();
            options.dedup();
        }
        values.push(Grundy::Loopy(&options));
    }
    Ok(values)
}
