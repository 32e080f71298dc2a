//! What is known about a game with an index before anything is solved.

use std::io::{self, Write};

use retrograde::memory::{self, Bytes};
use retrograde::table::{Rulebook, dense};
use serde_json::json;

use super::Info;
use crate::failure::Failure;
use crate::output::Show;
use crate::table::{counted, grouped};

/// Everything that is shown.
struct Facts {
    slots: u64,
    tiers: usize,
    unmoves: bool,
    start: Option<String>,
    /// Bytes to solve it.
    memory: u64,
    available: Option<u64>,
}

impl Info {
    /// Tells about the index of a game.
    pub(super) fn run_index(&self, rules: &Rulebook) -> Result<(), Failure> {
        let slots = rules.slots().unwrap_or(0);
        let facts = Facts {
            slots,
            tiers: rules.tiers(),
            unmoves: rules.has_unmoves(),
            start: rules.start().map(|start| rules.show(&start)),
            memory: dense::estimate(slots),
            available: memory::available(),
        };
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| facts.write_text(out, &self.input.label())),
            Show::Json => self.output.write_plain(|out| facts.write_json(out, &self.input.label())),
        }
    }
}

impl Facts {
    fn write_text(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let tiers = counted(self.tiers, "tier", "tiers");
        let back = match self.unmoves {
            true => "with un-moves: each position is looked at a few times",
            false => "without un-moves: open positions are looked at in every wave",
        };
        let mut memory = format!("{} to solve it over its index", Bytes(self.memory));
        if let Some(available) = self.available {
            memory.push_str(&format!("; {} available", Bytes(available)));
        }
        writeln!(out, "{label}")?;
        writeln!(out, "  index       {} slots in {tiers}, {back}", grouped(self.slots))?;
        writeln!(out, "  start       {}", self.start.as_deref().unwrap_or("none"))?;
        writeln!(out, "  memory      {memory}")?;
        writeln!(
            out,
            "\nNothing was solved or explored. 'retrograde solve {label}' solves it, 'retrograde table \
             build {label} -o DIR' keeps the answer, and --engine explored tells about the graph of its \
             positions."
        )
    }

    fn write_json(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let object = json!({
            "game": label,
            "slots": self.slots,
            "tiers": self.tiers,
            "unmoves": self.unmoves,
            "start": self.start,
            "memory": { "solver": self.memory, "available": self.available },
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
    }
}
