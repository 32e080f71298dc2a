//! Graphs to begin with: those in the repository's examples.

use retrograde::io::{Format, read_arena};
use retrograde::{Control, Options};

use crate::api::{Preset, Question};
use crate::graphs;
use crate::refusal::Refusal;

/// A file among the examples, and what is asked about it.
struct Example {
    group: &'static str,
    title: &'static str,
    file: &'static str,
    text: &'static str,
    objective: &'static str,
}

/// Names a file of the examples and holds what is in it.
macro_rules! example {
    ($group:expr, $title:expr, $file:literal, $objective:expr) => {
        Example {
            group: $group,
            title: $title,
            file: $file,
            text: include_str!(concat!("../../../../examples/", $file)),
            objective: $objective,
        }
    };
}

const CYCLES: &str = "Win, lose, draw";
const ASYMMETRIC: &str = "One wants to end, one to go on";
const VALUES: &str = "Grundy values";
const SIDES: &str = "Left and Right";
const INFINITE: &str = "Infinite plays";
const PAYOFFS: &str = "Payoffs";

const EXAMPLES: [Example; 32] = [
    example!(CYCLES, "A cycle and an end", "cycle-and-terminal.txt", "outcome"),
    example!(CYCLES, "A way out", "escape.txt", "outcome"),
    example!(CYCLES, "A forced chain", "forced-chain.txt", "outcome"),
    example!(CYCLES, "Back and forth", "two-cycle.txt", "outcome"),
    example!(CYCLES, "A triangle with a tail", "triangle-with-tail.txt", "outcome"),
    example!(CYCLES, "Only passing", "self-loop.txt", "outcome"),
    example!(CYCLES, "Pass or win", "self-loop-beside-loss.txt", "outcome"),
    example!(CYCLES, "Pass or lose", "self-loop-beside-win.txt", "outcome"),
    example!(CYCLES, "Verdicts", "verdicts.dot", "outcome"),
    example!(CYCLES, "Take 1 or 2", "subtraction-1-2.txt", "outcome"),
    example!(CYCLES, "Take 1, 2 or 3", "subtraction-1-2-3.txt", "outcome"),
    example!(ASYMMETRIC, "Win, win", "asymmetric/win-win.txt", "asymmetric"),
    example!(ASYMMETRIC, "Win, draw", "asymmetric/win-draw.txt", "asymmetric"),
    example!(ASYMMETRIC, "Lose, win", "asymmetric/lose-win.txt", "asymmetric"),
    example!(ASYMMETRIC, "Lose, lose", "asymmetric/lose-lose.txt", "asymmetric"),
    example!(ASYMMETRIC, "Lose, draw", "asymmetric/lose-draw.txt", "asymmetric"),
    example!(ASYMMETRIC, "Draw, win", "asymmetric/draw-win.txt", "asymmetric"),
    example!(ASYMMETRIC, "Draw, lose", "asymmetric/draw-lose.txt", "asymmetric"),
    example!(ASYMMETRIC, "Draw, draw", "asymmetric/draw-draw.txt", "asymmetric"),
    example!(VALUES, "Take 1, 2 or 3", "subtraction-1-2-3.txt", "grundy"),
    example!(VALUES, "A triangle with a tail", "triangle-with-tail.txt", "grundy"),
    example!(VALUES, "Wythoff's game", "grundy/wythoff-5.txt", "grundy"),
    example!(SIDES, "The smallest games", "partizan/small-games.dot", "partizan"),
    example!(INFINITE, "A crossing: reachability", "infinite/crossing.dot", "reachability"),
    example!(INFINITE, "A crossing: safety", "infinite/crossing.dot", "safety"),
    example!(INFINITE, "A crossing: Büchi", "infinite/crossing.dot", "buchi"),
    example!(INFINITE, "A detour: Büchi in two rounds", "infinite/detour.dot", "buchi"),
    example!(INFINITE, "A crossing: parity", "infinite/crossing.dot", "parity"),
    example!(INFINITE, "A choice: parity", "infinite/choice.pg", "parity"),
    example!(INFINITE, "A patrol: memory needed", "infinite/patrol.dot", "muller"),
    example!(PAYOFFS, "A courier: mean payoff", "infinite/courier.dot", "mean-payoff"),
    example!(PAYOFFS, "A courier: energy", "infinite/courier.dot", "energy"),
];

/// All of them, with places to draw them at.
pub(super) fn all(options: &Options<'_>) -> Result<Vec<Preset>, Refusal> {
    let control = options.control(0);
    EXAMPLES.iter().map(|example| example.preset(&control)).collect()
}

impl Example {
    fn preset(&self, control: &Control<'_>) -> Result<Preset, Refusal> {
        let format = Format::from_path(self.file.as_ref()).unwrap_or(Format::Edges);
        let arena = read_arena(self.text.as_bytes(), format, control)?;
        let name = self.file.rsplit('/').next().unwrap_or_default();
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Ok(Preset {
            id: format!("{name}-{}", self.objective),
            group: self.group.to_owned(),
            title: self.title.to_owned(),
            text: comment(self.text),
            question: Question::named(self.objective),
            graph: graphs::whole(&arena, control)?,
        })
    }
}

/// What a file says of itself on its first lines.
fn comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#').or(line.strip_prefix("//")));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::answering::find;
    use crate::graphs::{DRAWN, arena};

    #[test]
    fn every_preset_has_an_id_of_its_own_and_can_be_solved() {
        let presets = all(&Options::default()).unwrap();
        let ids: HashSet<&str> = presets.iter().map(|preset| &*preset.id).collect();
        assert_eq!(ids.len(), presets.len());
        for preset in &presets {
            let sent = arena(&preset.graph, DRAWN).unwrap();
            let found = find(&sent.arena, &preset.question, &Options::default());
            assert!(found.unwrap().verified, "{}", preset.id);
            assert!(preset.graph.vertices.iter().all(|vertex| vertex.x.is_some()), "{}", preset.id);
        }
        let eight = presets.iter().filter(|preset| preset.group == ASYMMETRIC).count();
        assert_eq!(eight, 8);
    }
}
