//! What is known about a game with an index before anything is solved.

use std::io::{self, Write};

use retrograde::memory::Bytes;
use retrograde::table::{Rules, dense};
use retrograde::words::{counted, grouped};
use serde_json::json;

use super::Info;
use crate::failure::Failure;
use crate::style;

/// Everything that is shown.
struct Facts {
    slots: u64,
    tiers: usize,
    unmoves: bool,
    start: Option<String>,
    /// Bytes to solve it.
    memory: u64,
    available: Option<u64>,
    /// Whether 'solve' must be told to use the index.
    explored_by_default: bool,
}

impl Info {
    /// Tells about the index of a game.
    pub(super) fn run_index(&self, label: &str, rules: &Rules) -> Result<(), Failure> {
        let slots = rules.slots().unwrap_or(0);
        let facts = Facts {
            slots,
            tiers: rules.tiers(),
            unmoves: rules.has_unmoves(),
            start: rules.start().map(|start| rules.show(&start)),
            memory: dense::estimate(slots),
            available: self.input.common.memory().room(0),
            explored_by_default: !rules.listing().is_some_and(|listing| listing.dense)
                && rules.start().is_some(),
        };
        self.shown.show(|out| facts.write_text(out, label), |out| facts.write_json(out, label))
    }
}

impl Facts {
    fn write_text(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let tiers = counted(self.tiers as u64, "tier", "tiers");
        let back = match self.unmoves {
            true => "with un-moves: each position is looked at a few times",
            false => "without un-moves: open positions are looked at in every wave",
        };
        let mut memory = format!("{} to solve it over its index", Bytes(self.memory));
        if let Some(available) = self.available {
            memory.push_str(&format!("; {} available", Bytes(available)));
        }
        style::write_line(out, "", label)?;
        let index = format!("{} slots in {tiers}, {back}", grouped(self.slots));
        style::write_line(out, "  index       ", &index)?;
        style::write_line(out, "  start       ", self.start.as_deref().unwrap_or("none"))?;
        style::write_line(out, "  memory      ", &memory)?;
        if self.available.is_some_and(|available| self.memory > available) {
            return writeln!(out, "\nThat is more than there is: it cannot be solved here.");
        }
        let engine = if self.explored_by_default { " --engine dense" } else { "" };
        writeln!(out)?;
        let text = format!(
            "Nothing was solved. 'retrograde solve {label}{engine}' solves it, and 'retrograde table \
             build {label} -o DIR' keeps the answer."
        );
        style::write_line(out, "", &text)
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
