//! What the actions and propositions of a formula are in a model.

use std::borrow::Cow;

use retrograde_core::{Arena, Bitmap, Colors, Control, Pace, Stopped, Vertex};

use super::ask::Fact;
use super::pattern::{Seen, TAU};
use super::syntax::{Id, Node, Syntax};

/// Actions, by the numbers of the labels; the last is for edges without one.
#[derive(Clone, Debug)]
enum ActionSet {
    All,
    Some(Bitmap),
}

/// A model with what a formula asks about it.
#[derive(Clone, Debug)]
pub(crate) struct Model<'a> {
    pub(crate) arena: &'a Arena,
    actions: Vec<ActionSet>,
    propositions: Vec<Bitmap>,
    /// Propositions that hold nowhere and actions that no label is, as the formula has them.
    pub(crate) unknown: Vec<String>,
}

/// The names of the internal action where nobody says otherwise.
pub(crate) fn internal_names() -> Vec<String> {
    vec!["i".to_owned(), TAU.to_owned()]
}

impl<'a> Model<'a> {
    /// Looks up the sets of actions, which are nodes of the syntax, and the propositions.
    pub(crate) fn new(
        arena: &'a Arena,
        syntax: &Syntax,
        text: &str,
        sets: &[Id],
        internal: &[String],
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let mut pace = control.pace();
        let mut model =
            Model { arena, actions: Vec::new(), propositions: Vec::new(), unknown: Vec::new() };
        let labels = &arena.labels;
        let mut matched = vec![Bitmap::new(labels.len()); syntax.patterns.len()];
        for word in 0..labels.len() {
            pace.steps(1 + syntax.patterns.len())?;
            let label = Seen::new(&labels.text(word as u32), internal);
            for (pattern, matched) in syntax.patterns.iter().zip(&mut matched) {
                if pattern.matches(&label, internal) {
                    matched.set(word);
                }
            }
        }
        let mut told = vec![false; matched.len()];
        for (node, &(start, end)) in syntax.nodes.iter().zip(&syntax.spans) {
            if let Node::Actions(pattern) = *node
                && matched[pattern as usize].count_ones() == 0
                && !std::mem::replace(&mut told[pattern as usize], true)
            {
                model.unknown.push(text[start as usize..end as usize].to_owned());
            }
        }
        for &set in sets {
            model.actions.push(evaluate(syntax, set, &matched, labels.len(), &mut pace)?);
        }
        for proposition in &syntax.propositions {
            let holds = holds_where(arena, proposition, &mut pace)?;
            if holds.count_ones() == 0 {
                model.unknown.push(format!("'{proposition}'"));
            }
            model.propositions.push(holds);
        }
        Ok(model)
    }

    /// Whether the action of an edge is in a set.
    #[inline]
    pub(crate) fn has(&self, set: u32, edge: usize) -> bool {
        match &self.actions[set as usize] {
            ActionSet::All => true,
            ActionSet::Some(labels) => {
                let label = self.arena.labels.get(edge);
                labels.get(label.map_or(labels.len() - 1, |word| word as usize))
            }
        }
    }

    /// The edges of a state whose actions are in a set, with where they lead.
    #[inline]
    pub(crate) fn steps(&self, state: Vertex, set: u32) -> impl Iterator<Item = (usize, Vertex)> {
        let graph = &self.arena.graph;
        let range = graph.edge_range(state);
        range.filter(move |&edge| self.has(set, edge)).map(|edge| (edge, graph.targets()[edge]))
    }

    #[inline]
    pub(crate) fn knows(&self, fact: Fact, state: Vertex) -> bool {
        match fact {
            Fact::Constant(value) => value,
            Fact::Test { proposition, positive } => {
                self.propositions[proposition as usize].get(state as usize) == positive
            }
        }
    }
}

/// The labels that a set of actions has.
fn evaluate(
    syntax: &Syntax,
    set: Id,
    matched: &[Bitmap],
    labels: usize,
    pace: &mut Pace<'_>,
) -> Result<ActionSet, Stopped> {
    if *syntax.node(set) == Node::True {
        return Ok(ActionSet::All);
    }
    // Parts come before the whole: the nodes in order are a program for a stack.
    let mut order = Vec::new();
    let mut open = vec![set];
    while let Some(node) = open.pop() {
        order.push(node);
        match *syntax.node(node) {
            Node::Not(one) => open.push(one),
            Node::And(one, two) | Node::Or(one, two) | Node::Implies(one, two) => {
                open.extend([two, one]);
            }
            _ => {}
        }
    }
    let mut values: Vec<Bitmap> = Vec::new();
    for &node in order.iter().rev() {
        pace.steps(1 + labels / 64)?;
        let value = match *syntax.node(node) {
            Node::True => Bitmap::new(labels + 1).complement(),
            Node::Actions(pattern) => {
                let mut wider = matched[pattern as usize].clone();
                wider.grow(labels + 1);
                wider
            }
            Node::Not(_) => values.pop().expect("its part came before").complement(),
            Node::And(..) => join(&mut values, |one, two| one & two),
            Node::Or(..) => join(&mut values, |one, two| one | two),
            Node::Implies(..) => {
                let left = values.len() - 1;
                values[left] = std::mem::take(&mut values[left]).complement();
                join(&mut values, |one, two| one | two)
            }
            _ => Bitmap::new(labels + 1),
        };
        values.push(value);
    }
    Ok(ActionSet::Some(values.pop().expect("a set has at least one node")))
}

/// Joins the two values on top; the left one came last.
fn join(values: &mut Vec<Bitmap>, join: impl Fn(u64, u64) -> u64) -> Bitmap {
    let (mut one, two) = values.pop().zip(values.pop()).expect("both parts came before");
    for (one, two) in one.words_mut().iter_mut().zip(two.words()) {
        *one = join(*one, *two);
    }
    one
}

/// The states where `name=value` is said, or `name` is said to be true.
fn holds_where(arena: &Arena, proposition: &str, pace: &mut Pace<'_>) -> Result<Bitmap, Stopped> {
    let mut holds = Bitmap::new(arena.graph.vertex_count());
    let (name, value) = match proposition.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (proposition.trim(), None),
    };
    let is_meant = |said: &str| match value {
        Some(value) => value == said,
        None => matches!(said, "true" | "True"),
    };
    for (vertex, said) in attribute(arena, name) {
        pace.steps(1)?;
        if is_meant(&said) {
            holds.set(vertex);
        }
    }
    let words = arena.remarks.words();
    let names: Vec<bool> = (0..words.len() as u32).map(|word| words.get(word) == name).collect();
    let values: Vec<bool> =
        (0..words.len() as u32).map(|word| is_meant(&words.get(word))).collect();
    for (vertex, name, value) in arena.remarks.iter() {
        pace.steps(1)?;
        if names[name as usize] && values[value as usize] {
            holds.set(vertex as usize);
        }
    }
    Ok(holds)
}

/// What an attribute of that name says, as files write it.
fn attribute<'a>(
    arena: &'a Arena,
    name: &str,
) -> Box<dyn Iterator<Item = (usize, Cow<'static, str>)> + 'a> {
    let text = |(vertex, text): (usize, &'static str)| (vertex, Cow::Borrowed(text));
    match name {
        "owner" => {
            let owners = arena.owners.iter();
            Box::new(owners.map(|(vertex, owner)| (vertex, owner.number().to_string().into())))
        }
        "priority" => {
            let priorities = arena.priorities.iter();
            Box::new(priorities.map(|(vertex, number)| (vertex, number.to_string().into())))
        }
        "target" => {
            let said = |value| if value { "true" } else { "false" };
            Box::new(arena.targets.iter().map(move |(vertex, value)| text((vertex, said(value)))))
        }
        "verdict" => {
            Box::new(arena.verdicts.iter().map(move |(vertex, it)| text((vertex, it.as_str()))))
        }
        "colors" => Box::new(arena.colors.iter().map(|(vertex, colors)| {
            let numbers: Vec<String> =
                Colors(colors).iter().map(|color| color.number().to_string()).collect();
            (vertex, numbers.join(",").into())
        })),
        _ => Box::new(std::iter::empty()),
    }
}
