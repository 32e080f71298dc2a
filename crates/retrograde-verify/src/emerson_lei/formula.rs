//! Which colours a play has to give up before a condition can hold of it.

use std::cell::RefCell;

use retrograde_core::{Acceptance, Color, Colors, Join, Pace, Stopped, Term};

/// A formula with a place for what is known of each of its parts.
pub(crate) struct Formula {
    /// Every part after those that it is made of, and these right before it.
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    relevant: Colors,
}

#[derive(Clone, Copy)]
enum Node {
    Term(Term),
    /// Of two parts, whose nodes begin at `first`.
    Join {
        join: Join,
        left: usize,
        right: usize,
        first: usize,
    },
}

/// A part of the formula, to be satisfied by plays that see the colours `seen` infinitely often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    node: usize,
    seen: Colors,
}

/// A goal that needs the colours `without` to stay away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) goal: Goal,
    pub(crate) without: Colors,
}

/// What is known of a part of the formula for subsets of a set of colours.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// It holds of the set itself.
    now: bool,
    /// It may hold of a subset.
    possible: bool,
    /// It holds of every subset.
    always: bool,
    /// No subset with one of these satisfies it.
    forced: Colors,
    /// If it does not hold now, a subset that satisfies it lacks one of these, and there is one.
    blocking: Colors,
}

impl Formula {
    pub(crate) fn new(acceptance: &Acceptance) -> Self {
        let nodes = RefCell::new(Vec::with_capacity(acceptance.size()));
        let push = |node| {
            let mut nodes = nodes.borrow_mut();
            nodes.push(node);
            nodes.len() - 1
        };
        // The parts of a join come from the last to the first, so that the right one of two begins
        // before the left.
        let join = |join, (left, _): (usize, usize), (right, first): (usize, usize)| {
            (push(Node::Join { join, left, right, first }), first)
        };
        let term = |term| {
            let node = push(Node::Term(term));
            (node, node)
        };
        acceptance.fold(term, join);
        let nodes = nodes.into_inner();
        let facts = vec![Facts::default(); nodes.len()];
        Formula { nodes, facts, relevant: acceptance.colors() }
    }

    /// The whole formula, of any play.
    pub(crate) fn goal(&self) -> Goal {
        Goal { node: self.nodes.len() - 1, seen: Colors::EMPTY }
    }

    /// The colours that matter.
    pub(crate) fn relevant(&self) -> Colors {
        self.relevant
    }

    /// Whether `colors` satisfy `goal`. If not, `parts` gets goals such that every subset of `colors`
    /// that satisfies `goal` satisfies one of them, without the colours that go with it; and what
    /// satisfies one of them satisfies `goal`. Each takes away at least one of `colors`.
    ///
    /// A disjunction is taken apart. A colour without which alone the formula can hold is taken
    /// away. Where there is no such colour, one of those in the way is either taken away or known to
    /// be seen from then on, which decides the parts of the formula that want it gone.
    ///
    /// # Complexity
    /// At most as often as there are colours, each part of the formula is looked at together with
    /// what it is made of. Conditions that are plain in some way, such as those of Rabin, Streett and
    /// parity, are looked at once.
    ///
    /// Source: C. Baier, F. Blahoudek, A. Duret-Lutz, J. Klein, D. Müller and J. Strejček, *Generic
    /// emptiness check for fun and profit* (2019).
    pub(crate) fn holds(
        &mut self,
        goal: Goal,
        colors: Colors,
        parts: &mut Vec<Part>,
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stopped> {
        parts.clear();
        let mut open = vec![goal];
        let mut walk = Vec::new();
        while let Some(Goal { node, seen }) = open.pop() {
            pace.steps(self.nodes.len())?;
            self.look(node, colors, seen);
            walk.push(node);
            while let Some(node) = walk.pop() {
                let facts = self.facts[node];
                if facts.now {
                    return Ok(true);
                }
                if !facts.possible {
                    continue;
                }
                let goal = Goal { node, seen };
                if !facts.forced.is_empty() {
                    parts.push(Part { goal, without: facts.forced });
                    continue;
                }
                let Node::Join { join, left, right, .. } = self.nodes[node] else { continue };
                match join {
                    Join::Or => walk.extend([right, left]),
                    Join::And if self.facts[left].always => walk.push(right),
                    Join::And if self.facts[right].always => walk.push(left),
                    Join::And => {
                        if let Some(color) = facts.blocking.iter().next() {
                            parts.push(Part { goal, without: Colors::EMPTY.with(color) });
                            open.push(Goal { node, seen: seen.with(color) });
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Finds what is known of `node` and all that it is made of.
    fn look(&mut self, node: usize, colors: Colors, seen: Colors) {
        let first = match self.nodes[node] {
            Node::Term(_) => node,
            Node::Join { first, .. } => first,
        };
        for place in first..=node {
            self.facts[place] = match self.nodes[place] {
                Node::Term(term) => Facts::of_term(term, colors, seen),
                Node::Join { join: Join::And, left, right, .. } => {
                    self.facts[left].and(self.facts[right])
                }
                Node::Join { join: Join::Or, left, right, .. } => {
                    self.facts[left].or(self.facts[right])
                }
            };
        }
    }
}

impl Facts {
    const TRUE: Facts = Facts {
        now: true,
        possible: true,
        always: true,
        forced: Colors::EMPTY,
        blocking: Colors::EMPTY,
    };
    const FALSE: Facts = Facts { now: false, possible: false, always: false, ..Facts::TRUE };

    fn of_term(term: Term, colors: Colors, seen: Colors) -> Self {
        let away = |color: Color| Colors::EMPTY.with(color);
        match term {
            Term::True => Facts::TRUE,
            Term::Inf(color) if colors.contains(color) => Facts { always: false, ..Facts::TRUE },
            Term::Fin(color) if seen.contains(color) => Facts::FALSE,
            Term::Fin(color) if colors.contains(color) => {
                Facts { possible: true, forced: away(color), blocking: away(color), ..Facts::FALSE }
            }
            Term::Fin(_) => Facts::TRUE,
            Term::False | Term::Inf(_) => Facts::FALSE,
        }
    }

    fn and(self, other: Self) -> Self {
        Facts {
            now: self.now & other.now,
            possible: self.possible & other.possible,
            always: self.always & other.always,
            forced: self.forced.union(other.forced),
            blocking: if self.now { other.blocking } else { self.blocking },
        }
    }

    fn or(self, other: Self) -> Self {
        match (self.possible, other.possible) {
            (true, false) => self,
            (false, _) => other,
            (true, true) => Facts {
                now: self.now | other.now,
                possible: true,
                always: self.always | other.always,
                forced: self.forced.intersection(other.forced),
                blocking: self.blocking.union(other.blocking),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    fn holds(formula: &mut Formula, goal: Goal, colors: Colors, parts: &mut Vec<Part>) -> bool {
        formula.holds(goal, colors, parts, &mut Control::ALONE.pace()).unwrap()
    }

    /// Whether a subset of `colors` satisfies the goal, by the parts alone.
    fn satisfiable(formula: &mut Formula, goal: Goal, colors: Colors, sets: &mut Vec<Colors>) {
        let mut parts = Vec::new();
        if holds(formula, goal, colors, &mut parts) {
            sets.push(colors);
            // What is below is found by looking there.
            for color in colors.iter() {
                satisfiable(formula, goal, colors.without(color), sets);
            }
            return;
        }
        for part in parts {
            assert!(!part.without.intersection(colors).is_empty());
            let rest = Colors(colors.0 & !part.without.0);
            satisfiable(formula, part.goal, rest, sets);
        }
    }

    fn all_sets_are_found(acceptance: &Acceptance, within: Colors) {
        let mut formula = Formula::new(acceptance);
        let (goal, mut sets) = (formula.goal(), Vec::new());
        satisfiable(&mut formula, goal, within, &mut sets);
        for set in (0..=within.0).map(Colors).filter(|set| set.is_subset(within)) {
            let found = sets.contains(&set);
            assert_eq!(found, acceptance.accepts(set), "{acceptance}: {set:?} in {within:?}");
        }
    }

    #[test]
    fn every_condition_over_three_colours() {
        for code in 0..256_u32 {
            let sets: Vec<_> = (0..8).filter(|set| code >> set & 1 == 1).map(Colors).collect();
            let muller = Acceptance::muller(Colors::first(3), &sets);
            for within in (0..8).map(Colors) {
                all_sets_are_found(&muller, within);
                all_sets_are_found(&muller.negated(), within);
            }
        }
    }

    #[test]
    fn formulas_of_every_kind() {
        for text in [
            "t",
            "f",
            "Inf(0)&Fin(1) | Inf(2)",
            "(Fin(0) | Inf(1))&(Fin(2) | Inf(3))",
            "(Fin(0) | Fin(1))&(Fin(2) | Fin(3))",
            "(Fin(0)&Inf(1) | Fin(2)&(Inf(3) | Fin(1)))&(Inf(0) | Fin(3)&Inf(2))",
            "(Fin(0)&Inf(1) | t&Fin(0))&(f | Fin(3) | Inf(0)&Fin(2))",
            "(Fin(0) | Fin(1))&(Inf(0) | Inf(1))&(Fin(2) | Inf(0))&(Inf(2) | Fin(1) | Fin(3))",
        ] {
            let acceptance: Acceptance = text.parse().unwrap();
            all_sets_are_found(&acceptance, Colors::first(4));
            all_sets_are_found(&acceptance.negated(), Colors::first(4));
        }
    }

    #[test]
    fn plain_conditions_are_taken_apart_without_guessing() {
        let pairs = retrograde_core::Pair::numbered(32);
        let mut parts = Vec::new();
        let mut formula = Formula::new(&Acceptance::rabin(&pairs));
        let goal = formula.goal();
        assert!(!holds(&mut formula, goal, Colors(u64::MAX), &mut parts));
        assert_eq!(parts.len(), 32);
        // Without the second colour of any pair, all of the first ones have to go.
        let mut formula = Formula::new(&Acceptance::streett(&pairs));
        let (goal, first) = (formula.goal(), Colors(0x5555_5555_5555_5555));
        assert!(!holds(&mut formula, goal, first, &mut parts));
        assert_eq!(parts, [Part { goal, without: first }]);
    }
}
