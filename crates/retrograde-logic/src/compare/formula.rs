//! A formula that one state satisfies and another does not.
//!
//! Formulas grow out of smaller ones that are used again and again, so they are kept as a graph, and
//! written as text where that is not too long.

use hashbrown::HashMap;
use retrograde_core::{Control, Stopped};

use super::refine::Refinement;
use super::simulate::Refuted;
use super::systems::Systems;
use crate::check::{KEYWORDS, Seen, TAU};

/// A formula among [`Terms`].
pub(crate) type Term = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Not(Term),
    /// After some step with the action all of these hold.
    May {
        action: u32,
        then: Vec<Term>,
    },
    /// As `May`, after internal steps on which all of `along` hold.
    Until {
        along: Vec<Term>,
        action: u32,
        then: Vec<Term>,
    },
}

/// Formulas, each after its parts.
#[derive(Debug)]
pub(crate) struct Terms<'a> {
    systems: &'a Systems,
    forms: Vec<Form>,
    known: HashMap<Form, Term>,
    /// How long each is as text, about.
    length: Vec<u64>,
}

impl<'a> Terms<'a> {
    pub(crate) fn new(systems: &'a Systems) -> Self {
        Terms { systems, forms: Vec::new(), known: HashMap::new(), length: Vec::new() }
    }

    /// The opposite.
    pub(crate) fn not(&mut self, term: Term) -> Term {
        match self.forms[term as usize] {
            Form::Not(inside) => inside,
            _ => self.add(Form::Not(term)),
        }
    }

    /// After these actions, one after the other, something is possible.
    pub(crate) fn after(&mut self, actions: &[u32]) -> Option<Term> {
        let mut term = None;
        for &action in actions.iter().rev() {
            term = Some(self.add(Form::May { action, then: term.into_iter().collect() }));
        }
        term
    }

    fn add(&mut self, mut form: Form) -> Term {
        if let Form::May { then, .. } | Form::Until { then, .. } = &mut form {
            then.sort_unstable();
            then.dedup();
        }
        if let Form::Until { along, .. } = &mut form {
            along.sort_unstable();
            along.dedup();
        }
        if let Some(&term) = self.known.get(&form) {
            return term;
        }
        let sum = |terms: &[Term]| {
            terms
                .iter()
                .fold(0_u64, |sum, &term| sum.saturating_add(self.length[term as usize] + 4))
        };
        let action = |action: u32| self.action(action).map_or(0, |text| text.len() as u64);
        let length = match &form {
            Form::Not(term) => self.length[*term as usize].saturating_add(3),
            Form::May { action: name, then } => sum(then).saturating_add(8 + action(*name)),
            Form::Until { along, action: name, then } => {
                sum(along).saturating_add(sum(then)).saturating_add(40 + action(*name))
            }
        };
        let term = self.forms.len() as Term;
        self.forms.push(form.clone());
        self.known.insert(form, term);
        self.length.push(length);
        term
    }

    /// What holds at the states of one class and not at those of another; `branching` says how the
    /// classes came to be.
    pub(crate) fn part(
        &mut self,
        refinement: &Refinement,
        branching: bool,
        (one, two): (u32, u32),
        control: &Control<'_>,
    ) -> Result<Term, Stopped> {
        let mut pace = control.pace();
        let internal = self.systems.internal.filter(|_| branching);
        let mut done: HashMap<(u32, u32), Term> = HashMap::new();
        let mut open = vec![(one, two)];
        while let Some(&pair) = open.last() {
            pace.steps(16)?;
            if done.contains_key(&pair) {
                open.pop();
                continue;
            }
            let (left, right, within) = parted(refinement, pair);
            let [has, lacks] = [left, right].map(|node| &refinement.nodes[node as usize].signature);
            pace.steps(has.len() + lacks.len())?;
            let Some((action, to)) = fewest(has, lacks) else {
                // What the other one can do and this one cannot.
                let other = (right, left);
                match done.get(&other) {
                    Some(&term) => {
                        let term = self.not(term);
                        done.insert(pair, term);
                    }
                    None => open.push(other),
                }
                continue;
            };
            let mut then: Vec<(u32, u32)> =
                of_action(lacks, action).map(|other| (to, other)).collect();
            let mut along: Vec<(u32, u32)> = Vec::new();
            if let Some(internal) = internal {
                along.extend(of_action(lacks, internal).map(|other| (within, other)));
                if action == internal {
                    then.push((to, within));
                }
            }
            let missing = then.iter().chain(&along).filter(|pair| !done.contains_key(*pair));
            let before = open.len();
            open.extend(missing.copied().collect::<Vec<_>>());
            if open.len() > before {
                continue;
            }
            let [then, along] =
                [then, along].map(|pairs| pairs.iter().map(|pair| done[pair]).collect());
            let term = match internal {
                Some(_) => self.add(Form::Until { along, action, then }),
                None => self.add(Form::May { action, then }),
            };
            done.insert(pair, term);
        }
        Ok(done[&(one, two)])
    }

    /// What holds at the first of a pair of states and not at the second, which cannot do all that the
    /// first can.
    pub(crate) fn refute(
        &mut self,
        refuted: &Refuted,
        control: &Control<'_>,
    ) -> Result<Term, Stopped> {
        let mut pace = control.pace();
        let mut done: Vec<Option<Term>> = vec![None; refuted.len()];
        let mut open = vec![Refuted::START];
        while let Some(&pair) = open.last() {
            let (action, replies) = refuted.attack(pair);
            pace.steps(8 + replies.len())?;
            let before = open.len();
            open.extend(replies.iter().filter(|&&reply| done[reply as usize].is_none()));
            if done[pair as usize].is_some() {
                open.truncate(before - 1);
            } else if open.len() == before {
                let then = replies.iter().filter_map(|&reply| done[reply as usize]).collect();
                done[pair as usize] = Some(self.add(Form::May { action, then }));
                open.pop();
            }
        }
        Ok(done[Refuted::START as usize].unwrap_or_default())
    }

    /// An action as a formula has it; `None` where no formula can.
    fn action(&self, action: u32) -> Option<String> {
        match &self.systems.actions[action as usize] {
            Some(action) => written(action),
            None => {
                // Steps without a label are those with none of the labels there are.
                let others: Option<Vec<String>> =
                    self.systems.actions.iter().flatten().map(written).collect();
                let others = others?;
                Some(match others.is_empty() {
                    true => "true".to_owned(),
                    false => format!("!({})", others.join(" || ")),
                })
            }
        }
    }

    /// How many bytes the text of a formula has, about.
    pub(crate) fn length(&self, term: Term) -> u64 {
        self.length[term as usize]
    }

    /// The text of a formula, if it has at most so many bytes and its actions can be written.
    pub(crate) fn write(&self, term: Term, most: u64) -> Option<String> {
        enum Piece<'t> {
            Term(Term),
            /// All of these.
            All(&'t [Term]),
            Text(String),
        }
        if self.length[term as usize] > most {
            return None;
        }
        let (mut text, mut variables) = (String::new(), 0);
        let mut open = vec![Piece::Term(term)];
        while let Some(piece) = open.pop() {
            let say = |text: &str| Piece::Text(text.to_owned());
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::All([]) => text.push_str("true"),
                Piece::All([one]) => open.push(Piece::Term(*one)),
                Piece::All([first, rest @ ..]) => {
                    open.push(say(")"));
                    for &term in rest.iter().rev() {
                        open.extend([Piece::Term(term), say(" && ")]);
                    }
                    open.extend([Piece::Term(*first), say("(")]);
                }
                Piece::Term(term) => match &self.forms[term as usize] {
                    Form::Not(inside) => open.extend([Piece::Term(*inside), say("!")]),
                    Form::May { action, then } => {
                        let action = self.action(*action)?;
                        open.extend([Piece::All(then), Piece::Text(format!("<{action}>"))]);
                    }
                    Form::Until { along, action, then } => {
                        let action = self.action(*action)?;
                        variables += 1;
                        let end = format!(" || <tau>X{variables}))");
                        open.extend([Piece::Text(end), Piece::All(then)]);
                        open.push(Piece::Text(format!("<{action}>")));
                        if along.is_empty() {
                            open.push(Piece::Text(format!("(mu X{variables}. (")));
                        } else {
                            open.extend([say(" && ("), Piece::All(along)]);
                            open.push(Piece::Text(format!("(mu X{variables}. ")));
                        }
                    }
                },
            }
        }
        Some(text)
    }
}

/// The classes that two nodes were in when they were parted, and the class that was parted.
fn parted(refinement: &Refinement, (mut one, mut two): (u32, u32)) -> (u32, u32, u32) {
    let node = |at: u32| &refinement.nodes[at as usize];
    loop {
        let (left, right) = (node(one), node(two));
        if left.round == right.round && left.parent == right.parent {
            return (one, two, left.parent);
        }
        if left.round >= right.round {
            one = left.parent;
        }
        if right.round >= left.round {
            two = right.parent;
        }
    }
}

/// Of what one can do and the other cannot, what leaves the fewest classes of the other to exclude.
fn fewest(has: &[(u32, u32)], lacks: &[(u32, u32)]) -> Option<(u32, u32)> {
    let missing = has.iter().filter(|step| lacks.binary_search(step).is_err());
    missing.copied().min_by_key(|&(action, to)| (of_action(lacks, action).count(), action, to))
}

fn of_action(signature: &[(u32, u32)], action: u32) -> impl Iterator<Item = u32> + '_ {
    let from = signature.partition_point(|step| step.0 < action);
    signature[from..].iter().take_while(move |step| step.0 == action).map(|step| step.1)
}

/// A label in a formula: its name where that is one, and in quotes otherwise.
fn written(action: &Seen) -> Option<String> {
    let text = action.to_string();
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEYWORDS.contains(&&text[..])
        && text != TAU;
    if is_name || *action == Seen::Internal {
        return Some(text);
    }
    (!text.contains(['"', '\n'])).then(|| format!("\"{text}\""))
}
