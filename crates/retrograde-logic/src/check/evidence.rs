//! The part of a model that shows why a formula holds or fails.

use std::borrow::Cow;
use std::io::{self, Write};

use retrograde_core::{
    Arena, Bitmap, Colors, Column, Control, Graph, Labels, Names, Offsets, Player, Vertex, quote,
};

use super::ask::{Choice, Then};
use super::closure::FormId;
use super::{CheckError, Checked};

/// The states and transitions that the winner needs in order to prove their point: all that the loser
/// may try, and what the winner answers. The formula has the same truth on this part alone.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Whether the formula holds at the state asked about.
    pub holds: bool,
    /// The part, with names, labels, attributes and remarks; it starts where the question was.
    pub model: Arena,
    /// The number in the whole model of each state.
    pub origin: Vec<Vertex>,
    /// The parts of the formula that each transition serves, by its place in
    /// [`Graph::targets`]; in the order of the formula.
    pub serves: Vec<Vec<String>>,
}

/// How a position of the game goes on.
pub(crate) enum Onward {
    /// By a choice of the formula alone.
    Here,
    /// Along a transition.
    Edge(usize),
}

impl Checked<'_> {
    /// What proves the answer for a state that was asked about.
    ///
    /// ```
    /// use retrograde_core::{Arena, Control};
    /// use retrograde_logic::check::{Formula, Options, check};
    /// let mut sketch = Arena::sketch();
    /// sketch.vertex(0).to(1).label("a").to(2).label("b").vertex(2).to(2).label("c");
    /// let (model, formula) = (sketch.arena()?, Formula::parse("<true*>[true]false")?);
    /// let checked = check(&model, &formula, &Options::default(), &Control::default())?;
    /// let evidence = checked.evidence(0, &Control::default())?.unwrap();
    /// assert_eq!((evidence.holds, evidence.origin), (true, vec![0, 1]));
    /// assert_eq!(evidence.serves[0], ["<true*>[true]false"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It was stopped.
    ///
    /// # Complexity
    /// O(V + E) for the game, of which it looks at what the winner's moves lead to.
    pub fn evidence(
        &self,
        state: Vertex,
        control: &Control<'_>,
    ) -> Result<Option<Evidence>, CheckError> {
        let Some(holds) = self.holds(state) else { return Ok(None) };
        let Some(moves) = &self.solution.strategy else { return Ok(None) };
        let game = self.game();
        let winner = if holds { Player::Zero } else { Player::One };
        let root = if game.roots() == 1 { 0 } else { state };
        let mut pace = control.pace();
        let mut seen = Bitmap::new(game.positions());
        seen.set(root as usize);
        let mut open = vec![root];
        let mut used: Vec<(usize, FormId)> = Vec::new();
        while let Some(position) = open.pop() {
            let successors = game.graph().successors(position);
            let chosen = moves.get(position).filter(|_| self.mover(position) == winner);
            let degree = self.posed.model().graph.edge_range(game.state(position)).len();
            pace.steps(1 + successors.len() + degree)?;
            self.edges(position, winner, chosen, &mut used);
            let next = match &chosen {
                Some(to) => std::slice::from_ref(to),
                None => successors,
            };
            for &to in next {
                if !seen.get(to as usize) {
                    seen.set(to as usize);
                    open.push(to);
                }
            }
        }
        let visited = seen.ones().map(|position| game.state(position as Vertex));
        let mut states: Vec<Vertex> = visited.collect();
        used.sort_unstable();
        used.dedup();
        self.part(holds, state, &mut states, &used, control).map(Some)
    }

    /// Who makes the choice at a position, also where it is known at once.
    pub(crate) fn mover(&self, position: Vertex) -> Player {
        let ask = self.posed.asks.get(self.game().ask(position));
        if ask.is_doubter { Player::One } else { Player::Zero }
    }

    /// The transitions that a position needs: the one that the winner takes, or all that the loser has.
    fn edges(
        &self,
        position: Vertex,
        winner: Player,
        chosen: Option<Vertex>,
        used: &mut Vec<(usize, FormId)>,
    ) {
        if self.mover(position) == winner {
            let (onward, form) = match chosen {
                Some(to) => self.onward(position, to),
                None => match self.deciding(position) {
                    Some((edge, form)) => (edge.map_or(Onward::Here, Onward::Edge), form),
                    None => return,
                },
            };
            if let Onward::Edge(edge) = onward {
                used.push((edge, form));
            }
            return;
        }
        let state = self.game().state(position);
        for (choice, form) in self.posed.asks.choices(self.game().ask(position)) {
            if let Choice::Step { actions, .. } = choice {
                let steps = self.posed.model.steps(state, actions);
                used.extend(steps.map(|(edge, _)| (edge, form)));
            }
        }
    }

    /// How the move from a position to another is made, and for which form.
    pub(crate) fn onward(&self, position: Vertex, to: Vertex) -> (Onward, FormId) {
        let game = self.game();
        let (state, target) = (game.state(position), game.state(to));
        for (choice, form) in self.posed.asks.choices(game.ask(position)) {
            match choice {
                Choice::Here(ask) if ask == game.ask(to) && state == target => {
                    return (Onward::Here, form);
                }
                Choice::Step { actions, then: Then::Ask(ask) } if ask == game.ask(to) => {
                    let mut steps = self.posed.model.steps(state, actions);
                    if let Some((edge, _)) = steps.find(|&(_, to)| to == target) {
                        return (Onward::Edge(edge), form);
                    }
                }
                _ => {}
            }
        }
        (Onward::Here, self.posed.asks.get(game.ask(position)).form)
    }

    /// What decides a position at once in favour of who moves there: a fact, here or after a transition.
    pub(crate) fn deciding(&self, position: Vertex) -> Option<(Option<usize>, FormId)> {
        let game = self.game();
        let (state, ask) = (game.state(position), game.ask(position));
        let is_doubter = self.posed.asks.get(ask).is_doubter;
        let model = &self.posed.model;
        self.posed.asks.choices(ask).find_map(|(choice, form)| match choice {
            Choice::Fact(fact) => (model.knows(fact, state) != is_doubter).then_some((None, form)),
            Choice::Step { actions, then: Then::Fact(fact) } => {
                let mut steps = model.steps(state, actions);
                let found = steps.find(|&(_, to)| model.knows(fact, to) != is_doubter);
                found.map(|(edge, _)| (Some(edge), form))
            }
            _ => None,
        })
    }

    /// The part of the model with these states and transitions.
    fn part(
        &self,
        holds: bool,
        start: Vertex,
        states: &mut Vec<Vertex>,
        used: &[(usize, FormId)],
        control: &Control<'_>,
    ) -> Result<Evidence, CheckError> {
        let whole = self.posed.model();
        let graph = &whole.graph;
        states.extend(used.iter().map(|&(edge, _)| graph.targets()[edge]));
        states.sort_unstable();
        states.dedup();
        let place =
            |state: Vertex| states.binary_search(&state).expect("it was put there") as Vertex;
        let mut pace = control.pace();
        let (mut targets, mut labels) = (Vec::new(), Column::default());
        let mut serves: Vec<Vec<String>> = Vec::new();
        let mut offsets = Offsets::zeroed(states.len(), used.len() as u64);
        let mut rest = used.iter().peekable();
        for (row, &state) in states.iter().enumerate() {
            let end = graph.edge_range(state).end;
            let mut last = None;
            while let Some(&(edge, form)) = rest.next_if(|&&(edge, _)| edge < end) {
                pace.steps(8)?;
                if last != Some(edge) {
                    if let Some(label) = whole.labels.get(edge) {
                        labels.set(targets.len(), label);
                    }
                    targets.push(place(graph.targets()[edge]));
                    serves.push(Vec::new());
                    last = Some(edge);
                }
                let part = self.posed.formula.part(form);
                let of_edge = serves.last_mut().expect("one was pushed");
                if !of_edge.contains(&part) {
                    of_edge.push(part);
                }
            }
            offsets.set(row + 1, targets.len() as u64);
        }
        let names = &whole.names;
        let carried = |vertex: Vertex, text: &mut String| {
            text.push_str(&names.get(states[vertex as usize]));
        };
        let start = place(start);
        let model = Arena {
            names: Names::written(states.len(), carried),
            graph: Graph::from_parts(offsets, targets).expect("rows in order"),
            labels: Labels::new(whole.labels.words().clone(), labels),
            remarks: whole.remarks.carried(states),
            owners: of(&whole.owners, states),
            priorities: of(&whole.priorities, states),
            targets: of(&whole.targets, states),
            colors: of(&whole.colors, states),
            verdicts: of(&whole.verdicts, states),
            start: Some(start).filter(|&start| start != 0),
            ..Arena::default()
        };
        Ok(Evidence { holds, model, origin: std::mem::take(states), serves })
    }
}

fn of<T: Copy + Default>(column: &Column<T>, states: &[Vertex]) -> Column<T> {
    column.permuted(states.iter().enumerate().map(|(new, &old)| (new, old as usize)))
}

impl Evidence {
    /// Writes the part as DOT, with what each transition serves. Read again, it has the same states,
    /// actions and propositions; the start is its first vertex.
    ///
    /// # Errors
    /// What `out` reports; a name or label that DOT has no way to write.
    pub fn write_dot(&self, out: &mut dyn Write) -> io::Result<()> {
        let arena = &self.model;
        let text = |text: &str| {
            quote::dot(text).ok_or_else(|| {
                let message = format!("DOT cannot hold the text {text:?}");
                io::Error::new(io::ErrorKind::InvalidInput, message)
            })
        };
        writeln!(out, "digraph {{")?;
        let start = arena.start.unwrap_or(0);
        let others = arena.graph.vertices().filter(|&vertex| vertex != start);
        for vertex in std::iter::once(start).chain(others) {
            write!(out, "  {} [", text(&arena.name(vertex))?)?;
            if vertex == start {
                write!(out, "peripheries=2")?;
            }
            let mut comma = if vertex == start { ", " } else { "" };
            for (name, value) in said(arena, vertex) {
                write!(out, "{comma}{}={}", text(&name)?, text(&value)?)?;
                comma = ", ";
            }
            writeln!(out, "];")?;
        }
        for from in arena.graph.vertices() {
            for edge in arena.graph.edge_range(from) {
                let to = arena.graph.targets()[edge];
                write!(out, "  {} -> {} [", text(&arena.name(from))?, text(&arena.name(to))?)?;
                if let Some(label) = arena.labels.get(edge) {
                    write!(out, "label={}, ", text(&arena.labels.text(label))?)?;
                }
                let serves = self.serves[edge].join(" ; ").replace('\\', "/");
                writeln!(out, "serves={}];", text(&serves)?)?;
            }
        }
        writeln!(out, "}}")
    }
}

/// What is said of a state, as files write it.
fn said(arena: &Arena, vertex: Vertex) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    let mut said: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    if let Some(owner) = arena.owner(vertex) {
        said.push(("owner".into(), owner.number().to_string().into()));
    }
    if let Some(priority) = arena.priority(vertex) {
        said.push(("priority".into(), priority.to_string().into()));
    }
    if let Some(target) = arena.targets.get(vertex as usize) {
        said.push(("target".into(), target.to_string().into()));
    }
    if let Some(verdict) = arena.verdict(vertex) {
        said.push(("verdict".into(), verdict.as_str().into()));
    }
    if let Some(colors) = arena.colors.get(vertex as usize) {
        let numbers = Colors(colors).iter().map(|color| color.number().to_string());
        said.push(("colors".into(), numbers.collect::<Vec<_>>().join(",").into()));
    }
    said.extend(arena.remarks.of(vertex));
    said
}
