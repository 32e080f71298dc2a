//! What a formula asks of one state, with as few positions in between as possible.
//!
//! Not every form becomes a position of the game. A form that is needed in one place only, belongs to
//! the player of the form around it and is no fixpoint is dissolved into that one: `p || <a>X` is one
//! position with a test and the transitions of `<a>X`.

use retrograde_core::{Control, Stopped};

use super::closure::{Closure, Form, FormId};
use super::ranks::Ranks;
use super::syntax::{Id, Node, Syntax};

/// A position of the game beside its state, by its place in [`Asks::asks`].
pub(crate) type AskId = u32;

/// Something that is known at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Constant(bool),
    Test { proposition: Id, positive: bool },
}

/// Where a transition leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Ask(AskId),
    Fact(Fact),
}

/// One thing that whoever moves can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Point at something that is known.
    Fact(Fact),
    /// Ask something else of the same state.
    Here(AskId),
    /// Take a transition whose action is in a set, by its place in [`Asks::actions`].
    Step { actions: u32, then: Then },
}

/// What is asked of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    /// Whether the player who doubts the formula moves.
    pub(crate) is_doubter: bool,
    pub(crate) priority: u32,
    /// The component of its form; see [`Ranks::component`].
    pub(crate) level: u32,
    pub(crate) form: FormId,
    /// Its choices begin here in [`Asks::choices`], and end where those of the next begin.
    first: u32,
}

/// All that a formula asks.
#[derive(Clone, Debug)]
pub(crate) struct Asks {
    asks: Vec<Ask>,
    choices: Vec<Choice>,
    /// The form that each choice comes from.
    forms: Vec<FormId>,
    /// Sets of actions: nodes of the syntax, no two of them written alike.
    pub(crate) actions: Vec<Id>,
    pub(crate) root: AskId,
    /// How many levels there are.
    pub(crate) levels: usize,
    /// Whether no cycle has both kinds of fixpoints, and which kind each level has.
    pub(crate) greatest: Option<Vec<bool>>,
}

impl Asks {
    pub(crate) fn new(
        syntax: &Syntax,
        closure: &Closure,
        ranks: &Ranks,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let mut builder = Builder {
            closure,
            uses: vec![0; closure.forms.len()],
            ask: vec![AskId::MAX; closure.forms.len()],
            queue: Vec::new(),
            actions: ActionSets { syntax, sets: Vec::new(), known: Default::default() },
        };
        builder.uses[closure.root as usize] = 1;
        for child in closure.forms.iter().flat_map(|form| form.children()) {
            builder.uses[child as usize] += 1;
        }
        let root = builder.ask(closure.root);
        let mut asks = Asks {
            asks: Vec::new(),
            choices: Vec::new(),
            forms: Vec::new(),
            actions: Vec::new(),
            root,
            levels: ranks.components,
            greatest: kinds(closure, ranks),
        };
        let mut pace = control.pace();
        let mut next = 0;
        while let Some(&form) = builder.queue.get(next) {
            next += 1;
            let first = asks.choices.len() as u32;
            // A fixpoint is what its body is, unless that is a position of its own.
            let (mut body, mut priority) = (form, 0);
            if let Form::Fix { body: inside, .. } = closure.forms[form as usize] {
                priority = ranks.of[form as usize];
                if builder.dissolves(inside) {
                    body = inside;
                }
            }
            let is_doubter = is_doubter(closure.forms[body as usize]).unwrap_or(false);
            let mut open = vec![body];
            let mut is_first = true;
            while let Some(part) = open.pop() {
                pace.steps(1)?;
                let inside = is_first
                    || (builder.dissolves(part)
                        && self::is_doubter(closure.forms[part as usize])
                            .is_none_or(|it| it == is_doubter));
                let choice = match closure.forms[part as usize] {
                    _ if !inside => Choice::Here(builder.ask(part)),
                    Form::Fix { body, .. } => Choice::Here(builder.ask(body)),
                    Form::And(one, two) | Form::Or(one, two) => {
                        open.extend([two, one]);
                        is_first = false;
                        continue;
                    }
                    Form::Modal { actions, then, .. } => {
                        let actions = builder.actions.number(actions);
                        let then = match fact(closure.forms[then as usize]) {
                            Some(fact) => Then::Fact(fact),
                            None => Then::Ask(builder.ask(then)),
                        };
                        Choice::Step { actions, then }
                    }
                    known => Choice::Fact(fact(known).expect("all others are known at once")),
                };
                is_first = false;
                asks.choices.push(choice);
                asks.forms.push(part);
            }
            let level = ranks.component[form as usize];
            asks.asks.push(Ask { is_doubter, priority, level, form, first });
        }
        asks.actions = builder.actions.sets;
        Ok(asks)
    }

    /// How many positions there are for each state.
    pub(crate) fn len(&self) -> usize {
        self.asks.len()
    }

    pub(crate) fn get(&self, ask: AskId) -> Ask {
        self.asks[ask as usize]
    }

    /// The choices of a position, with the forms that they come from.
    pub(crate) fn choices(&self, ask: AskId) -> impl Iterator<Item = (Choice, FormId)> {
        let end =
            self.asks.get(ask as usize + 1).map_or(self.choices.len(), |it| it.first as usize);
        let range = self.asks[ask as usize].first as usize..end;
        self.choices[range.clone()].iter().copied().zip(self.forms[range].iter().copied())
    }
}

/// Which kind of fixpoints each component has, if none has both.
fn kinds(closure: &Closure, ranks: &Ranks) -> Option<Vec<bool>> {
    let mut kinds = vec![None; ranks.components];
    for (form, &component) in closure.forms.iter().zip(&ranks.component) {
        if let Form::Fix { is_nu, .. } = *form
            && kinds[component as usize].replace(is_nu).is_some_and(|before| before != is_nu)
        {
            return None;
        }
    }
    Some(kinds.into_iter().map(|kind| kind.unwrap_or(false)).collect())
}

/// Who moves at a form; `None` where nobody does.
fn is_doubter(form: Form) -> Option<bool> {
    match form {
        Form::And(..) | Form::Modal { is_box: true, .. } => Some(true),
        Form::Or(..) | Form::Modal { is_box: false, .. } => Some(false),
        _ => None,
    }
}

fn fact(form: Form) -> Option<Fact> {
    match form {
        Form::True => Some(Fact::Constant(true)),
        Form::False => Some(Fact::Constant(false)),
        Form::Test { proposition, positive } => Some(Fact::Test { proposition, positive }),
        _ => None,
    }
}

struct Builder<'a> {
    closure: &'a Closure,
    /// In how many places each form is needed.
    uses: Vec<u32>,
    ask: Vec<AskId>,
    queue: Vec<FormId>,
    actions: ActionSets<'a>,
}

impl Builder<'_> {
    fn ask(&mut self, form: FormId) -> AskId {
        let known = &mut self.ask[form as usize];
        if *known == AskId::MAX {
            *known = self.queue.len() as AskId;
            self.queue.push(form);
        }
        *known
    }

    /// Whether a form needs no position of its own, if its player moves anyway.
    fn dissolves(&self, form: FormId) -> bool {
        let it = self.closure.forms[form as usize];
        fact(it).is_some()
            || self.uses[form as usize] == 1
                && self.ask[form as usize] == AskId::MAX
                && !matches!(it, Form::Fix { .. })
    }
}

/// Numbers for sets of actions, the same for those that are written alike.
struct ActionSets<'a> {
    syntax: &'a Syntax,
    sets: Vec<Id>,
    known: std::collections::HashMap<Vec<Node>, u32>,
}

impl ActionSets<'_> {
    /// Sets that are larger are not compared.
    const COMPARED: usize = 16;

    fn number(&mut self, set: Id) -> u32 {
        let next = self.sets.len() as u32;
        let number = match self.shape(set) {
            Some(shape) => *self.known.entry(shape).or_insert(next),
            None => next,
        };
        if number == next {
            self.sets.push(set);
        }
        number
    }

    /// The nodes of a set, with their parts by their places in this list.
    fn shape(&self, set: Id) -> Option<Vec<Node>> {
        let (mut shape, mut open) = (Vec::new(), vec![set]);
        while let Some(node) = open.pop() {
            if shape.len() == Self::COMPARED {
                return None;
            }
            let mut later = |part: Id| {
                open.push(part);
                0
            };
            shape.push(match *self.syntax.node(node) {
                Node::Not(one) => Node::Not(later(one)),
                Node::And(one, two) => Node::And(later(one), later(two)),
                Node::Or(one, two) => Node::Or(later(one), later(two)),
                Node::Implies(one, two) => Node::Implies(later(one), later(two)),
                ref other => other.clone(),
            });
        }
        Some(shape)
    }
}
