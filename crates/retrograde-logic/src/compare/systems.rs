//! Two transition systems side by side, their actions numbered together.

use hashbrown::HashMap;
use retrograde_core::{Arena, Control, Graph, Vertex};
use retrograde_solve::scc;

use super::CompareError;
use crate::check::Seen;

/// Two systems as one, with where each of them begins.
#[derive(Clone, Debug)]
pub(crate) struct Systems {
    offsets: Vec<usize>,
    /// Action and target, in order, each once.
    steps: Vec<(u32, Vertex)>,
    before_offsets: Vec<usize>,
    /// Who has a step to a state; several times if there are several.
    before: Vec<Vertex>,
    pub(crate) starts: [Vertex; 2],
    /// The actions as formulas see them; `None` for steps without a label.
    pub(crate) actions: Vec<Option<Seen>>,
    /// The internal action, if there is one.
    pub(crate) internal: Option<u32>,
}

impl Systems {
    /// The two systems; steps whose labels are called so are internal.
    pub(crate) fn new(
        models: [&Arena; 2],
        internal: &[String],
        control: &Control<'_>,
    ) -> Result<Self, CompareError> {
        let counts = models.map(|model| model.graph.vertex_count());
        let all = counts[0] + counts[1];
        if u32::try_from(all).is_err() {
            return Err(CompareError::TooLarge);
        }
        let mut starts = [0; 2];
        for (at, model) in models.into_iter().enumerate() {
            let start = model.start.unwrap_or(0);
            if start as usize >= counts[at] {
                return Err(CompareError::Empty { second: at == 1 });
            }
            starts[at] = start + if at == 1 { counts[0] as u32 } else { 0 };
        }
        let mut pace = control.pace();
        let mut numbers: HashMap<Option<Seen>, u32> = HashMap::new();
        let mut steps = Vec::new();
        for (at, model) in models.into_iter().enumerate() {
            let first = if at == 1 { counts[0] as u32 } else { 0 };
            let labels = &model.labels;
            let mut number = |text: Option<Seen>| {
                let next = numbers.len() as u32;
                *numbers.entry(text).or_insert(next)
            };
            let mut of_words = Vec::with_capacity(labels.len());
            for word in 0..labels.len() {
                pace.steps(1)?;
                of_words.push(number(Some(Seen::new(&labels.text(word as u32), internal))));
            }
            for state in 0..counts[at] as u32 {
                for edge in model.graph.edge_range(state) {
                    pace.steps(1)?;
                    let action = match labels.get(edge) {
                        Some(word) => of_words[word as usize],
                        None => number(None),
                    };
                    steps.push((state + first, action, model.graph.targets()[edge] + first));
                }
            }
        }
        let internal = numbers.get(&Some(Seen::Internal)).copied();
        let mut actions = vec![None; numbers.len()];
        for (text, number) in numbers {
            actions[number as usize] = text;
        }
        Systems::assemble(all, steps, starts, actions, internal, control)
    }

    fn assemble(
        states: usize,
        mut all: Vec<(Vertex, u32, Vertex)>,
        starts: [Vertex; 2],
        actions: Vec<Option<Seen>>,
        internal: Option<u32>,
        control: &Control<'_>,
    ) -> Result<Self, CompareError> {
        control.check_memory()?;
        all.sort_unstable();
        all.dedup();
        let (mut offsets, mut before_offsets) = (vec![0; states + 1], vec![0; states + 1]);
        let mut pace = control.pace();
        for &(from, _, to) in &all {
            pace.steps(1)?;
            offsets[from as usize + 1] += 1;
            before_offsets[to as usize + 1] += 1;
        }
        for state in 0..states {
            offsets[state + 1] += offsets[state];
            before_offsets[state + 1] += before_offsets[state];
        }
        let (mut next, mut before) = (before_offsets.clone(), vec![0; all.len()]);
        for &(from, _, to) in &all {
            pace.steps(1)?;
            before[next[to as usize]] = from;
            next[to as usize] += 1;
        }
        let steps = all.into_iter().map(|(_, action, to)| (action, to)).collect();
        Ok(Systems { offsets, steps, before_offsets, before, starts, actions, internal })
    }

    /// The same with states put together that lead to each other by internal steps, and the states
    /// numbered so that internal steps lead to lower numbers.
    pub(crate) fn without_internal_cycles(
        self,
        control: &Control<'_>,
    ) -> Result<Self, CompareError> {
        let states = self.len();
        let mut pace = control.pace();
        let mut edges = Vec::new();
        for state in 0..states as u32 {
            pace.steps(1 + self.steps(state).len())?;
            let internal = self.steps(state).iter().filter(|step| Some(step.0) == self.internal);
            edges.extend(internal.map(|&(_, to)| (state, to)));
        }
        let graph = Graph::from_edges(states, edges).map_err(|_| CompareError::TooLarge)?;
        let components = scc::components(&graph, control)?;
        let mut all = Vec::with_capacity(self.steps.len());
        for state in 0..states as u32 {
            pace.steps(1 + self.steps(state).len())?;
            let from = components.of(state);
            for &(action, to) in self.steps(state) {
                let to = components.of(to);
                if Some(action) != self.internal || from != to {
                    all.push((from, action, to));
                }
            }
        }
        let starts = self.starts.map(|start| components.of(start));
        Systems::assemble(components.count(), all, starts, self.actions, self.internal, control)
    }

    /// How many states there are in both.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The steps of a state.
    pub(crate) fn steps(&self, state: Vertex) -> &[(u32, Vertex)] {
        &self.steps[self.offsets[state as usize]..self.offsets[state as usize + 1]]
    }

    /// The states with a step to this one.
    pub(crate) fn before(&self, state: Vertex) -> &[Vertex] {
        &self.before[self.before_offsets[state as usize]..self.before_offsets[state as usize + 1]]
    }
}
