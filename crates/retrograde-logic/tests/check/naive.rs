//! The meaning of formulas, word by word, on sets of at most 32 states.

use std::fmt;

use retrograde_core::{Arena, ArenaBuilder, Control, Objective, RegionSolution, Solution};
use retrograde_logic::check::{Checked, End, Formula, Options, check};

/// A formula, to be written down and to be evaluated.
#[derive(Clone, Debug)]
pub(crate) enum F {
    True,
    False,
    Proposition(u8),
    Variable(u8),
    Not(Box<F>),
    And(Box<F>, Box<F>),
    Or(Box<F>, Box<F>),
    Implies(Box<F>, Box<F>),
    Diamond(R, Box<F>),
    Box(R, Box<F>),
    Mu(u8, Box<F>),
    Nu(u8, Box<F>),
}

/// A path.
#[derive(Clone, Debug)]
pub(crate) enum R {
    Actions(A),
    Sequence(Box<R>, Box<R>),
    Choice(Box<R>, Box<R>),
    Star(Box<R>),
    Plus(Box<R>),
}

/// A set of the actions `a`, `b` and `tau`.
#[derive(Clone, Debug)]
pub(crate) enum A {
    True,
    False,
    Name(u8),
    Not(Box<A>),
    And(Box<A>, Box<A>),
    Or(Box<A>, Box<A>),
}

pub(crate) const ACTIONS: [&str; 3] = ["a", "b(1)", "tau"];

impl fmt::Display for F {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            F::True => write!(f, "true"),
            F::False => write!(f, "false"),
            F::Proposition(0) => write!(f, "'p'"),
            F::Proposition(_) => write!(f, "'owner=1'"),
            F::Variable(name) => write!(f, "X{name}"),
            F::Not(inside) => write!(f, "!({inside})"),
            F::And(one, two) => write!(f, "(({one}) && ({two}))"),
            F::Or(one, two) => write!(f, "(({one}) || ({two}))"),
            F::Implies(one, two) => write!(f, "(({one}) => ({two}))"),
            F::Diamond(path, then) => write!(f, "<{path}>({then})"),
            F::Box(path, then) => write!(f, "[{path}]({then})"),
            F::Mu(name, body) => write!(f, "(mu X{name}. {body})"),
            F::Nu(name, body) => write!(f, "(nu X{name}. {body})"),
        }
    }
}

impl fmt::Display for R {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            R::Actions(actions) => write!(f, "{actions}"),
            R::Sequence(one, two) => write!(f, "({one} . {two})"),
            R::Choice(one, two) => write!(f, "({one} + {two})"),
            R::Star(path) => write!(f, "({path})*"),
            R::Plus(path) => write!(f, "({path})^+"),
        }
    }
}

impl fmt::Display for A {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            A::True => write!(f, "true"),
            A::False => write!(f, "false"),
            A::Name(1) => write!(f, "b(*)"),
            A::Name(name) => write!(f, "{}", ACTIONS[usize::from(*name)]),
            A::Not(inside) => write!(f, "!({inside})"),
            A::And(one, two) => write!(f, "(({one}) && ({two}))"),
            A::Or(one, two) => write!(f, "(({one}) || ({two}))"),
        }
    }
}

/// A small labelled transition system.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) states: u32,
    pub(crate) transitions: Vec<(u32, u8, u32)>,
    /// Where the propositions hold.
    pub(crate) propositions: [u32; 2],
}

impl System {
    fn all(&self) -> u32 {
        ((1_u64 << self.states) - 1) as u32
    }

    pub(crate) fn arena(&self) -> Arena {
        let mut builder = ArenaBuilder::new();
        for state in 0..self.states {
            let vertex = builder.numbered_vertex(state.into()).unwrap();
            if self.propositions[0] >> state & 1 == 1 {
                let (name, value) = (builder.word("p").unwrap(), builder.word("true").unwrap());
                builder.remark(vertex, name, value).unwrap();
            }
            let owner = self.propositions[1] >> state & 1;
            builder.set_owner(vertex, (owner as i32).try_into().unwrap()).unwrap();
        }
        for &(from, action, to) in &self.transitions {
            let label = builder.label(ACTIONS[usize::from(action)]).unwrap();
            builder.edge(from, to).unwrap();
            builder.set_last_label(label);
        }
        builder.finish().unwrap()
    }

    fn has(actions: &A, action: u8) -> bool {
        match actions {
            A::True => true,
            A::False => false,
            A::Name(name) => *name == action,
            A::Not(inside) => !Self::has(inside, action),
            A::And(one, two) => Self::has(one, action) && Self::has(two, action),
            A::Or(one, two) => Self::has(one, action) || Self::has(two, action),
        }
    }

    /// The states from which a path leads into a set.
    fn before(&self, path: &R, set: u32) -> u32 {
        match path {
            R::Actions(actions) => {
                let steps = self.transitions.iter();
                let into = steps
                    .filter(|&&(_, action, to)| Self::has(actions, action) && set >> to & 1 == 1);
                into.fold(0, |before, &(from, ..)| before | 1 << from)
            }
            R::Sequence(one, two) => self.before(one, self.before(two, set)),
            R::Choice(one, two) => self.before(one, set) | self.before(two, set),
            R::Star(path) => {
                let mut reached = set;
                loop {
                    let more = reached | self.before(path, reached);
                    if more == reached {
                        return reached;
                    }
                    reached = more;
                }
            }
            R::Plus(path) => self.before(path, self.before(&R::Star(path.clone()), set)),
        }
    }

    /// The states that satisfy a formula.
    pub(crate) fn satisfying(&self, formula: &F, variables: &mut [u32; 32]) -> u32 {
        let mut of = |formula: &F| self.satisfying(formula, variables);
        match formula {
            F::True => self.all(),
            F::False => 0,
            F::Proposition(number) => self.propositions[usize::from(*number)] & self.all(),
            F::Variable(name) => variables[usize::from(*name)],
            F::Not(inside) => self.all() & !of(inside),
            F::And(one, two) => of(one) & of(two),
            F::Or(one, two) => of(one) | of(two),
            F::Implies(one, two) => (self.all() & !of(one)) | of(two),
            F::Diamond(path, then) => self.before(path, of(then)),
            F::Box(path, then) => self.all() & !self.before(path, self.all() & !of(then)),
            F::Mu(name, body) | F::Nu(name, body) => {
                let start = if matches!(formula, F::Mu(..)) { 0 } else { self.all() };
                variables[usize::from(*name)] = start;
                loop {
                    let next = self.satisfying(body, variables);
                    if next == variables[usize::from(*name)] {
                        return next;
                    }
                    variables[usize::from(*name)] = next;
                }
            }
        }
    }
}

/// Checks all states, has the checker of games look at it, and compares with the definition.
pub(crate) fn agrees(system: &System, formula: &F) {
    let model = system.arena();
    let text = formula.to_string();
    let parsed = Formula::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected = system.satisfying(formula, &mut [0; 32]);
    let options = Options { all: true, ..Options::default() };
    let checked = check(&model, &parsed, &options, &Control::ALONE).unwrap();
    verified(&checked);
    for state in 0..system.states {
        let holds = expected >> state & 1 == 1;
        assert_eq!(checked.holds(state), Some(holds), "state {state} of {system:?}: {text}");
        let options = Options { from: Some(state), ..Options::default() };
        let one = check(&model, &parsed, &options, &Control::ALONE).unwrap();
        assert_eq!(one.holds(state), Some(holds), "state {state} alone of {system:?}: {text}");
        evident(&one, state, &parsed);
        reasoned(&model, &one, state);
    }
}

/// Has the checker of games look at a solution, which shares nothing with the solvers.
pub(crate) fn verified(checked: &Checked<'_>) {
    let arena = checked.game().arena();
    let question = retrograde_core::Question::new(&arena, &Objective::PARITY).unwrap();
    let RegionSolution { winners, strategy } = checked.solution.clone();
    let solution = Solution::new(Objective::PARITY, RegionSolution { winners, strategy });
    retrograde_verify::verify(&question, &solution, &Default::default()).unwrap();
}

/// The formula has the same truth on the evidence alone, and there is a way to the bottom of it.
fn evident(checked: &Checked<'_>, state: u32, formula: &Formula) {
    let evidence = checked.evidence(state, &Control::ALONE).unwrap().unwrap();
    let whole = checked.posed().model();
    let start = evidence.model.start.unwrap_or(0);
    assert_eq!(evidence.origin[start as usize], state);
    let again = check(&evidence.model, formula, &Options::default(), &Control::ALONE).unwrap();
    assert_eq!(again.holds(start), Some(evidence.holds), "{formula} on {:?}", evidence.model);
    assert_eq!(evidence.serves.len(), evidence.model.graph.edge_count());
    assert!(evidence.serves.iter().all(|parts| !parts.is_empty()));
    for from in evidence.model.graph.vertices() {
        for edge in evidence.model.graph.edge_range(from) {
            let to = evidence.origin[evidence.model.graph.targets()[edge] as usize];
            let label = |arena: &Arena, edge| {
                arena.labels.get(edge).map(|it| arena.labels.text(it).into_owned())
            };
            let mut same = whole.graph.edge_range(evidence.origin[from as usize]);
            let wanted = label(&evidence.model, edge);
            assert!(same.any(|it| whole.graph.targets()[it] == to && label(whole, it) == wanted));
        }
    }
    let mut dot = Vec::new();
    evidence.write_dot(&mut dot).unwrap();
    let read =
        retrograde_io::read_arena(&dot[..], retrograde_io::Format::Dot, &Control::ALONE).unwrap();
    let again = check(&read, formula, &Options::default(), &Control::ALONE).unwrap();
    assert_eq!(again.holds(0), Some(evidence.holds));
    let why = checked.why(state, 1000, &Control::ALONE).unwrap().unwrap();
    assert_eq!(why.holds, evidence.holds);
    assert_ne!(why.end, retrograde_logic::check::End::Cut);
    assert!(!why.to_string().is_empty());
}

/// What is said on the way to the bottom of an answer is so, as far as it can be asked by itself: no
/// fixpoint, and no path that may be half gone.
fn reasoned(model: &Arena, checked: &Checked<'_>, state: u32) {
    let why = checked.why(state, usize::MAX, &Control::ALONE).unwrap().unwrap();
    assert_eq!(Some(why.holds), checked.holds(state));
    let holds = |part: &str, state: &str| {
        let whole = !part.contains(['.', '+', '*', '…']);
        let formula = Formula::parse(part).ok().filter(|_| whole)?;
        let options = Options { from: Some(state.parse().unwrap()), ..Options::default() };
        let checked = check(model, &formula, &options, &Control::ALONE).unwrap();
        checked.holds(options.from.unwrap())
    };
    let at = why.steps.iter().map(|step| (&step.part, &step.state, why.holds));
    let end = match &why.end {
        End::Deadlock { state, part } | End::Missing { state, part } => {
            Some((part, state, why.holds))
        }
        End::Fact { state, part, holds } => Some((part, state, *holds)),
        _ => None,
    };
    for (part, state, said) in at.chain(end) {
        if let Some(holds) = holds(part, state) {
            assert_eq!(holds, said, "{part} at {state}:\n{why}");
        }
    }
}
