//! Why a formula holds or fails, step by step.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use retrograde_core::{Control, Player, Vertex};

use super::ask::{Choice, Fact, Then};
use super::closure::Form;
use super::evidence::Onward;
use super::{CheckError, Checked};

/// One way to the bottom of an answer: what the winner of the game does, against what the loser could
/// hope for. Prints as a few lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Whether the formula holds at the state asked about.
    pub holds: bool,
    /// The formula, on one line.
    pub formula: String,
    /// The way.
    pub steps: Vec<Step>,
    /// What it ends in.
    pub end: End,
    /// How many other parts of the formula come to the same there.
    pub beside: usize,
}

/// A state on the way, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the state.
    pub state: String,
    /// The part of the formula that holds there or fails.
    pub part: String,
    /// How many other ways there were for who chose, be it transitions or parts of the formula, of
    /// which none is better for them.
    pub others: usize,
    /// Whether it was chosen to show the point; otherwise it is one of those that had to be looked at.
    pub shown: bool,
    /// The action that leads on; none where the next step is about the same state.
    pub action: Option<String>,
}

/// What a way ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// A state without any transition.
    Deadlock {
        /// Its name.
        state: String,
        /// What asks for a transition, or for what comes after every one.
        part: String,
    },
    /// A state with transitions of other actions only.
    Missing {
        /// Its name.
        state: String,
        /// What asks for one.
        part: String,
    },
    /// Something that is known of a state.
    Fact {
        /// Its name.
        state: String,
        /// What is known.
        part: String,
        /// Whether it holds there.
        holds: bool,
    },
    /// It goes round forever, from the step of this number on.
    Cycle {
        /// The number of the step.
        from: usize,
        /// The part of the formula that comes up again and again and decides.
        part: String,
        /// Its priority in the game, the largest on the way round.
        priority: u32,
        /// Whether that is a greatest fixpoint, under which it may go on forever, or a least one.
        is_greatest: bool,
    },
    /// It was cut at the length asked for.
    Cut,
}

impl Checked<'_> {
    /// Why a state that was asked about satisfies the formula or does not, in at most so many steps.
    ///
    /// ```
    /// use retrograde_core::{Arena, Control};
    /// use retrograde_logic::check::{Formula, Options, check};
    /// let mut sketch = Arena::sketch();
    /// sketch.vertex("s").to("t").label("a").vertex("t").to("u").label("b");
    /// let (model, formula) = (sketch.arena()?, Formula::parse("nu X. <true>true && [true]X")?);
    /// let checked = check(&model, &formula, &Options::default(), &Control::default())?;
    /// let why = checked.why(0, 100, &Control::default())?.unwrap();
    /// assert_eq!(why.to_string(), "\
    /// nu X. <true>true && [true]X fails at s:
    ///   s -a-> t  for [true]X
    ///   t -b-> u  for [true]X
    /// u is a deadlock: <true>true fails there
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It was stopped.
    pub fn why(
        &self,
        state: Vertex,
        limit: usize,
        control: &Control<'_>,
    ) -> Result<Option<Why>, CheckError> {
        let Some(holds) = self.holds(state) else { return Ok(None) };
        let winner = if holds { Player::Zero } else { Player::One };
        let game = self.game();
        let (posed, mut pace) = (&self.posed, control.pace());
        let mut position = if game.roots() == 1 { 0 } else { state };
        let mut seen: HashMap<Vertex, usize> = HashMap::new();
        let mut path: Vec<Vertex> = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        let mut beside = 0;
        let end = loop {
            if let Some(&from) = seen.get(&position) {
                let round = path[from..].iter().copied();
                // Among equals it is the outermost fixpoint.
                let weight = |&it: &Vertex| {
                    let form = posed.asks.get(game.ask(it)).form;
                    let it_is = posed.formula.closure().forms[form as usize];
                    (game.priority(it), matches!(it_is, Form::Fix { .. }), Reverse(form))
                };
                let top = round.max_by_key(weight).unwrap_or(position);
                let form = posed.asks.get(game.ask(top)).form;
                let priority = game.priority(top);
                let is_greatest = priority.is_multiple_of(2);
                let part = posed.formula.part(form);
                break End::Cycle { from, part, priority, is_greatest };
            }
            if steps.len() == limit {
                break End::Cut;
            }
            pace.steps(16)?;
            seen.insert(position, path.len());
            path.push(position);
            let moves = game.graph().successors(position);
            let is_winner = self.mover(position) == winner;
            let chosen = match is_winner {
                true => self.solution.strategy.as_ref().and_then(|it| it.get(position)),
                false => self.hope(moves),
            };
            let Some(to) = chosen else {
                if !is_winner {
                    beside = posed.asks.choices(game.ask(position)).count().saturating_sub(1);
                }
                break self.bottom(position, is_winner, &mut steps);
            };
            let (onward, form) = self.onward(position, to);
            let action = match onward {
                Onward::Here => None,
                Onward::Edge(edge) => Some(self.action(edge)),
            };
            steps.push(Step {
                state: self.name(game.state(position)),
                part: posed.formula.part(form),
                others: moves.len() - 1,
                shown: is_winner,
                action,
            });
            position = to;
        };
        let formula = posed.formula.line(usize::MAX);
        Ok(Some(Why { holds, formula, steps, end, beside }))
    }

    fn name(&self, state: Vertex) -> String {
        self.posed.model().names.printable(state).into_owned()
    }

    fn action(&self, edge: usize) -> String {
        let labels = &self.posed.model().labels;
        labels.get(edge).map_or(String::new(), |word| labels.text(word).into_owned())
    }

    /// What who loses anyway tries: something that goes on, if there is.
    fn hope(&self, moves: &[Vertex]) -> Option<Vertex> {
        let graph = self.game().graph();
        let goes_on = moves.iter().copied().find(|&to| !graph.is_terminal(to));
        goes_on.or_else(|| moves.first().copied())
    }

    /// What a position without moves comes down to.
    fn bottom(&self, position: Vertex, is_winner: bool, steps: &mut Vec<Step>) -> End {
        let (game, posed) = (self.game(), &self.posed);
        let state = game.state(position);
        let graph = &posed.model().graph;
        let fact = |state: Vertex, form| {
            let holds = self.solution.winners.get(position) == Some(Player::Zero);
            End::Fact { state: self.name(state), part: posed.formula.part(form), holds }
        };
        if let (true, Some((edge, form))) = (is_winner, self.deciding(position)) {
            let Some(edge) = edge else { return fact(state, form) };
            steps.push(Step {
                state: self.name(state),
                part: posed.formula.part(form),
                others: 0,
                shown: true,
                action: Some(self.action(edge)),
            });
            let after = match posed.formula.closure().forms[form as usize] {
                Form::Modal { then, .. } => then,
                _ => form,
            };
            return fact(graph.targets()[edge], after);
        }
        // Who had to move has nothing left: the last thing that they could have hoped for.
        let ask = game.ask(position);
        let mut known = None;
        for (choice, form) in posed.asks.choices(ask) {
            match choice {
                Choice::Step { actions, then } => {
                    let name = self.name(state);
                    let part = posed.formula.part(form);
                    if graph.is_terminal(state) {
                        return End::Deadlock { state: name, part };
                    }
                    if posed.model.steps(state, actions).next().is_none() {
                        return End::Missing { state: name, part };
                    }
                    if let Then::Fact(_) = then {
                        known = known.or(Some(form));
                    }
                }
                Choice::Fact(Fact::Test { .. }) => known = Some(form),
                _ => known = known.or(Some(form)),
            }
        }
        fact(state, known.unwrap_or(posed.asks.get(ask).form))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = |holds: bool| if holds { "holds" } else { "fails" };
        let end = match &self.end {
            End::Deadlock { state, .. } | End::Missing { state, .. } | End::Fact { state, .. } => {
                Some(state)
            }
            _ => None,
        };
        let first = self.steps.first().map(|step| &step.state).or(end);
        let at = first.map_or(String::new(), |state| format!(" at {state}"));
        const HEADING: usize = 100;
        let cut = self.formula.char_indices().nth(HEADING);
        let (formula, more) = match cut {
            Some((end, _)) => (&self.formula[..end], "…"),
            None => (&self.formula[..], ""),
        };
        writeln!(f, "{formula}{more} {}{at}:", verb(self.holds))?;
        for (index, step) in self.steps.iter().enumerate() {
            let next = self.steps.get(index + 1).map(|step| &step.state).or(end);
            let back = match self.end {
                End::Cycle { from, .. } => self.steps.get(from).map(|step| &step.state),
                _ => None,
            };
            let Step { state, part, others, shown, action } = step;
            let way = match action {
                Some(action) => {
                    let to = next.or(back).map_or("…", String::as_str);
                    match action.is_empty() {
                        true => format!("{state} --> {to}"),
                        false => format!("{state} -{action}-> {to}"),
                    }
                }
                // That another part of the formula is looked at needs no line of its own, unless there
                // were several.
                None if *shown || *others == 0 => continue,
                None => state.clone(),
            };
            let note = match (shown, others) {
                (false, 1) => ", as the other way is no better",
                (false, 2..) => ", as the other ways are no better",
                _ => "",
            };
            writeln!(f, "  {way}  for {part}{note}")?;
        }
        let beside = match self.beside {
            0 => String::new(),
            1 => ", and so does the other part".to_owned(),
            more => format!(", and so do {more} other parts"),
        };
        match &self.end {
            End::Deadlock { state, part } => {
                writeln!(f, "{state} is a deadlock: {part} {} there{beside}", verb(self.holds))
            }
            End::Missing { state, part } => writeln!(
                f,
                "{state} has no transition with such an action: {part} {} there{beside}",
                verb(self.holds)
            ),
            End::Fact { state, part, holds } => {
                writeln!(f, "{part} {} at {state}{beside}", verb(*holds))
            }
            End::Cycle { from, part, priority, is_greatest } => {
                let state = self.steps.get(*from).map_or("", |step| &step.state);
                let why = match is_greatest {
                    true => "a greatest fixpoint, which may go on forever",
                    false => "a least fixpoint, which must come to an end",
                };
                writeln!(
                    f,
                    "and so on forever from {state}: {part} comes up again and again, with priority {priority}: {why}"
                )
            }
            End::Cut => writeln!(f, "and so on"),
        }
    }
}
