//! Machines as pictures in the DOT language.

use std::fmt;

use super::{Mealy, MealyStep};
use crate::graph::Vertex;
use crate::names::Names;
use crate::quote;

/// One machine as it is, or several, each in a frame of its own.
pub(super) struct Picture<'a> {
    pub(super) machines: &'a [Mealy],
    pub(super) names: &'a Names,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("digraph {\n  rankdir=LR;\n")?;
        if let [machine] = self.machines {
            self.machine(f, machine, "  ", "")?;
        } else {
            for machine in self.machines {
                let player = machine.player().number();
                writeln!(f, "  subgraph cluster_{player} {{\n    label=\"player {player}\";")?;
                self.machine(f, machine, "    ", &format!("player{player}_"))?;
                f.write_str("  }\n")?;
            }
        }
        f.write_str("}\n")
    }
}

impl Picture<'_> {
    fn machine(
        &self,
        f: &mut fmt::Formatter<'_>,
        machine: &Mealy,
        indent: &str,
        prefix: &str,
    ) -> fmt::Result {
        let Mealy { states, initial, steps, .. } = machine;
        writeln!(f, "{indent}{prefix}start [shape=point];")?;
        for state in 0..*states {
            writeln!(f, "{indent}{prefix}m{state} [label=\"{state}\", shape=circle];")?;
        }
        writeln!(f, "{indent}{prefix}start -> {prefix}m{initial};")?;
        let mut arrows: Vec<&MealyStep> = steps.iter().collect();
        arrows.sort_by_key(|step| (step.memory, step.next));
        for arrow in arrows.chunk_by(|a, b| (a.memory, a.next) == (b.memory, b.next)) {
            let MealyStep { memory, next, .. } = arrow[0];
            write!(f, "{indent}{prefix}m{memory} -> {prefix}m{next} [label=\"")?;
            for (index, step) in arrow.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { "\\n" })?;
                self.name(f, step.vertex)?;
                if let Some(to) = step.to {
                    f.write_str(" / ")?;
                    self.name(f, to)?;
                }
            }
            f.write_str("\"];\n")?;
        }
        Ok(())
    }

    /// A name inside a label, on one line.
    fn name(&self, f: &mut fmt::Formatter<'_>, vertex: Vertex) -> fmt::Result {
        f.write_str(&quote::dot_label(&self.names.get(vertex).replace(['\n', '\r'], " ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::ArenaBuilder;
    use crate::mealy::MealySolution;
    use crate::regions::Winners;
    use crate::value::Player;

    fn step(vertex: Vertex, memory: u32, to: Option<Vertex>, next: u32) -> MealyStep {
        MealyStep { vertex, memory, to, next }
    }

    #[test]
    fn names_in_pictures_are_escaped_and_arrows_gathered() {
        let mut builder = ArenaBuilder::new();
        builder.vertex("a\"\\").unwrap();
        builder.vertex("b\n").unwrap();
        let names = builder.finish().unwrap().names;
        let steps = vec![step(1, 0, None, 1), step(0, 0, Some(1), 1), step(0, 1, Some(0), 1)];
        let machine = Mealy::new(Player::Zero, 2, 2, 0, steps).unwrap();
        let text = machine.dot(&names).to_string();
        assert!(text.contains("  m0 -> m1 [label=\"a\\\"\\\\ / b \\nb \"];\n"), "{text}");
        assert!(text.contains("  m1 -> m1 [label=\"a\\\"\\\\ / a\\\"\\\\\"];\n"), "{text}");
    }

    #[test]
    fn two_machines_have_a_frame_each() {
        let machine = |player| Mealy::new(player, 1, 1, 0, vec![step(0, 0, None, 0)]).unwrap();
        let machines = Some([Player::Zero, Player::One].map(machine));
        let solution = MealySolution { winners: Winners::default(), machines, moves: None };
        let text = solution.dot(&Names::numbered(1)).to_string();
        for player in 0..2 {
            assert!(text.contains(&format!("subgraph cluster_{player} {{\n")), "{text}");
            assert!(text.contains(&format!("player{player}_m0 -> player{player}_m0 [")), "{text}");
        }
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
