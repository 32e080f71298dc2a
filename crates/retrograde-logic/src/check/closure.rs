//! Formulas as games see them: negations only at propositions, paths and variables gone.
//!
//! A formula becomes a graph of forms, in which a variable is an edge back to its fixpoint. Paths become
//! fixpoints: `<R*>φ` is `mu X. (φ || <R>X)`, `[R*]φ` is `nu X. (φ && [R]X)`, `R^+` is `R.R*`, and `.`
//! and `+` are one modality after the other and one beside the other. Each part of the formula is there
//! once, so that the graph is as large as the text.

use super::error::FormulaError;
use super::syntax::{Id, Node, Syntax};

/// A form, by its place in [`Closure::forms`].
pub(crate) type FormId = u32;

/// What a state is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    True,
    False,
    /// Whether a proposition holds, or does not.
    Test {
        proposition: Id,
        positive: bool,
    },
    And(FormId, FormId),
    Or(FormId, FormId),
    /// After all, or some, transitions with actions of a set, which is a node of the syntax.
    Modal {
        is_box: bool,
        actions: Id,
        then: FormId,
    },
    Fix {
        is_nu: bool,
        body: FormId,
    },
    /// Another form; only while the graph is made.
    Same(FormId),
}

impl Form {
    /// The forms that it leads to.
    pub(crate) fn children(self) -> impl Iterator<Item = FormId> {
        let (one, two) = match self {
            Form::And(one, two) | Form::Or(one, two) => (Some(one), Some(two)),
            Form::Modal { then: one, .. } | Form::Fix { body: one, .. } | Form::Same(one) => {
                (Some(one), None)
            }
            Form::True | Form::False | Form::Test { .. } => (None, None),
        };
        one.into_iter().chain(two)
    }
}

/// The graph of a formula.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closure {
    pub(crate) forms: Vec<Form>,
    /// The part of the formula that each form comes from.
    pub(crate) origin: Vec<Origin>,
    pub(crate) root: FormId,
}

/// A part of the formula, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) node: Id,
    pub(crate) negated: bool,
}

/// A fixpoint that variables refer to.
#[derive(Clone, Copy, Default)]
struct Binder {
    form: FormId,
    negated: bool,
    is_used: bool,
}

/// Something that is still to be put in its place.
enum Task {
    /// A formula, perhaps negated.
    Formula { node: Id, negated: bool, place: FormId },
    /// A path, after which comes a form that is known.
    Path { node: Id, is_box: bool, then: FormId, place: FormId, origin: Origin },
}

impl Closure {
    /// The graph of what is written in `text`.
    ///
    /// # Errors
    /// A variable below an odd number of negations.
    pub(crate) fn new(syntax: &Syntax, text: &str) -> Result<Self, FormulaError> {
        let mut closure = Closure::default();
        let mut binders = vec![Binder::default(); syntax.variables.len()];
        closure.root = closure.new_form(Origin { node: syntax.root, negated: false });
        let mut tasks =
            vec![Task::Formula { node: syntax.root, negated: false, place: closure.root }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Formula { node, negated, place } => {
                    closure.formula(
                        syntax,
                        text,
                        node,
                        negated,
                        place,
                        &mut binders,
                        &mut tasks,
                    )?;
                }
                Task::Path { node, is_box, then, place, origin } => {
                    closure.path(syntax, node, is_box, then, place, origin, &mut tasks);
                }
            }
        }
        // A fixpoint whose variable stands nowhere is what is inside of it.
        for binder in binders.iter().filter(|binder| !binder.is_used) {
            if let Form::Fix { body, .. } = closure.forms[binder.form as usize] {
                closure.forms[binder.form as usize] = Form::Same(body);
            }
        }
        closure.tidy();
        Ok(closure)
    }

    fn new_form(&mut self, origin: Origin) -> FormId {
        self.forms.push(Form::True);
        self.origin.push(origin);
        (self.forms.len() - 1) as FormId
    }

    #[allow(clippy::too_many_arguments, reason = "one loop with its state")]
    fn formula(
        &mut self,
        syntax: &Syntax,
        text: &str,
        mut node: Id,
        mut negated: bool,
        place: FormId,
        binders: &mut [Binder],
        tasks: &mut Vec<Task>,
    ) -> Result<(), FormulaError> {
        while let Node::Not(inside) = *syntax.node(node) {
            (node, negated) = (inside, !negated);
        }
        let origin = Origin { node, negated };
        self.origin[place as usize] = origin;
        let mut later = |closure: &mut Self, node: Id, negated: bool| {
            let place = closure.new_form(Origin { node, negated });
            tasks.push(Task::Formula { node, negated, place });
            place
        };
        let form = match *syntax.node(node) {
            Node::True => constant(!negated),
            Node::False => constant(negated),
            Node::Proposition(proposition) => Form::Test { proposition, positive: !negated },
            Node::And(left, right) => {
                let (left, right) = (later(self, left, negated), later(self, right, negated));
                if negated { Form::Or(left, right) } else { Form::And(left, right) }
            }
            Node::Or(left, right) => {
                let (left, right) = (later(self, left, negated), later(self, right, negated));
                if negated { Form::And(left, right) } else { Form::Or(left, right) }
            }
            Node::Implies(left, right) => {
                let (left, right) = (later(self, left, !negated), later(self, right, negated));
                if negated { Form::And(left, right) } else { Form::Or(left, right) }
            }
            Node::Modal { is_box, path, then } => {
                let then = later(self, then, negated);
                let is_box = is_box != negated;
                tasks.push(Task::Path { node: path, is_box, then, place, origin });
                return Ok(());
            }
            Node::Fix { is_nu, number, body } => {
                binders[number as usize] = Binder { form: place, negated, is_used: false };
                let body = later(self, body, negated);
                Form::Fix { is_nu: is_nu != negated, body }
            }
            Node::Variable(number) => {
                let binder = &mut binders[number as usize];
                binder.is_used = true;
                if binder.negated != negated {
                    let name = &syntax.variables[number as usize];
                    let (start, end) = syntax.span(node);
                    let message = format!(
                        "'{name}' stands below an odd number of negations inside its fixpoint, which then has no meaning: '!' and the left side of '=>' count"
                    );
                    return Err(FormulaError::new(text, start as usize, end as usize, message));
                }
                Form::Same(binder.form)
            }
            _ => unreachable!("paths are only in modalities"),
        };
        self.forms[place as usize] = form;
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "one loop with its state")]
    fn path(
        &mut self,
        syntax: &Syntax,
        node: Id,
        is_box: bool,
        then: FormId,
        place: FormId,
        origin: Origin,
        tasks: &mut Vec<Task>,
    ) {
        self.origin[place as usize] = origin;
        let mut later = |node: Id, then: FormId, place: FormId| {
            tasks.push(Task::Path { node, is_box, then, place, origin });
        };
        let both = |one, two| if is_box { Form::And(one, two) } else { Form::Or(one, two) };
        self.forms[place as usize] = match *syntax.node(node) {
            Node::Empty => Form::Same(then),
            Node::Sequence(first, second) => {
                let between = self.new_form(origin);
                later(second, then, between);
                return later(first, between, place);
            }
            Node::Choice(one, two) => {
                let (left, right) = (self.new_form(origin), self.new_form(origin));
                later(one, then, left);
                later(two, then, right);
                both(left, right)
            }
            Node::Star(path) => {
                let (body, again) = (self.new_form(origin), self.new_form(origin));
                self.forms[body as usize] = both(then, again);
                later(path, place, again);
                Form::Fix { is_nu: is_box, body }
            }
            Node::Plus(path) => {
                let (more, body) = (self.new_form(origin), self.new_form(origin));
                self.forms[more as usize] = Form::Fix { is_nu: is_box, body };
                self.forms[body as usize] = both(then, place);
                return later(path, more, place);
            }
            _ => Form::Modal { is_box, actions: node, then },
        };
    }

    /// Puts what others stand for in their place, and drops what nothing leads to.
    fn tidy(&mut self) {
        let mut number = vec![FormId::MAX; self.forms.len()];
        let (mut forms, mut origin) = (Vec::new(), Vec::new());
        let resolve = |all: &[Form], mut form: FormId| {
            while let Form::Same(other) = all[form as usize] {
                form = other;
            }
            form
        };
        let root = resolve(&self.forms, self.root);
        // The order stays, in which a fixpoint comes before those inside of it.
        let mut waiting = vec![root];
        number[root as usize] = 0;
        let mut order = vec![root];
        while let Some(form) = waiting.pop() {
            for child in self.forms[form as usize].children() {
                let child = resolve(&self.forms, child);
                if number[child as usize] == FormId::MAX {
                    number[child as usize] = 0;
                    order.push(child);
                    waiting.push(child);
                }
            }
        }
        order.sort_unstable();
        for (new, &old) in (0..).zip(&order) {
            number[old as usize] = new;
        }
        let place = |form: FormId| number[resolve(&self.forms, form) as usize];
        for &old in &order {
            forms.push(match self.forms[old as usize] {
                Form::And(one, two) => Form::And(place(one), place(two)),
                Form::Or(one, two) => Form::Or(place(one), place(two)),
                Form::Modal { is_box, actions, then } => {
                    Form::Modal { is_box, actions, then: place(then) }
                }
                Form::Fix { is_nu, body } => Form::Fix { is_nu, body: place(body) },
                form => form,
            });
            origin.push(self.origin[old as usize]);
        }
        self.root = place(root);
        (self.forms, self.origin) = (forms, origin);
    }
}

fn constant(value: bool) -> Form {
    if value { Form::True } else { Form::False }
}
