//! What is known about a game with an index before anything is solved.

use std::io::{self, Write};

use retrograde::memory::Bytes;
use retrograde::table::{Forecast, Kind, Manner, Plan, PlannedTier};
use retrograde::words::{Grid, Lean, Text, counted, grouped, lasting};
use retrograde::{Input, Needs, Options, Threads, index_needs};
use serde_json::{Value, json};

use super::{Info, engines_json, write_engines};
use crate::failure::Failure;
use crate::input::demand_rules;
use crate::{grid, style};

/// Tiers that the text lists: of more, those with most slots.
const TIERS_SHOWN: usize = 50;

/// Everything that is shown.
struct Facts {
    plan: Plan,
    needs: Vec<Needs>,
    forecast: Forecast,
    threads: Threads,
    unmoves: bool,
    start: Option<String>,
    available: Option<u64>,
    /// Whether 'solve' must be told to use the index.
    explored_by_default: bool,
}

impl Info {
    /// Tells about the index of a game.
    pub(super) fn run_index(&self, input: &Input, options: &Options<'_>) -> Result<(), Failure> {
        let (label, rules) = (input.label(), demand_rules(input, "info --engine")?);
        let control = options.control(0);
        let plan = rules.plan().map_err(retrograde::Error::from)?;
        let facts = Facts {
            needs: index_needs(&plan, options),
            plan,
            forecast: rules.forecast(&control).map_err(retrograde::Error::from)?,
            threads: control.threads,
            unmoves: rules.has_unmoves(),
            start: rules.start().map(|start| rules.show(&start)),
            available: self.input.common.memory().room(0),
            explored_by_default: !rules.listing().is_some_and(|listing| listing.dense)
                && rules.start().is_some(),
        };
        self.shown.show(|out| facts.write_text(out, label), |out| facts.write_json(out, label))
    }
}

impl Facts {
    /// How a table of a kind would be built here; `None` if it cannot be.
    fn manner(&self, kind: Kind) -> Option<Manner> {
        self.plan.manner(kind, self.available.unwrap_or(u64::MAX)).ok()
    }

    fn write_text(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let Facts { plan, forecast, .. } = self;
        let tiers = counted(plan.tiers.len() as u64, "tier", "tiers");
        let back = match self.unmoves {
            true => "with un-moves: each position is looked at a few times",
            false => "without un-moves: open positions are looked at in every wave",
        };
        let mut memory = format!("{} to solve it over its index", Bytes(plan.in_memory));
        if let Some(available) = self.available {
            memory.push_str(&format!("; {} available", Bytes(available)));
        }
        let [distances, outcomes] = [Kind::Distance, Kind::Outcome].map(|kind| plan.by_tiers(kind));
        let by_tiers = format!(
            "{} for a table tier by tier, with the tiers that are done on disk, {} at least; {} for \
             outcomes only, {} at least",
            Bytes(distances.memory),
            Bytes(distances.least),
            Bytes(outcomes.memory),
            Bytes(outcomes.least),
        );
        let time = format!(
            "{}{} for a table on {}, as {} looked at just now would have it",
            if forecast.at_least { "at least " } else { "" },
            lasting(forecast.time),
            counted(self.threads.get() as u64, "thread", "threads"),
            counted(forecast.looked_at, "slot", "slots"),
        );
        style::write_line(out, "", label)?;
        let index = format!("{} slots in {tiers}, {back}", grouped(plan.slots));
        style::write_line(out, "  index       ", &index)?;
        style::write_line(out, "  start       ", self.start.as_deref().unwrap_or("none"))?;
        style::write_line(out, "  memory      ", &memory)?;
        style::write_line(out, "              ", &by_tiers)?;
        style::write_line(out, "  time        ", &time)?;
        writeln!(out)?;
        write_engines(out, &self.needs)?;
        writeln!(out)?;
        if plan.tiers.len() > 1 {
            grid::write(out, &self.grid())?;
            writeln!(out)?;
        }
        let build = format!("'retrograde table build {label} -o DIR");
        let text = match (self.manner(Kind::Distance), self.manner(Kind::Outcome)) {
            (Some(Manner::InMemory), _) => {
                let engine = if self.explored_by_default { " --engine dense" } else { "" };
                format!(
                    "Nothing was solved. 'retrograde solve {label}{engine}' solves it, and {build}' \
                     keeps the answer."
                )
            }
            (Some(_), _) => format!("Nothing was solved. {build}' solves it tier by tier."),
            (None, Some(_)) => format!(
                "That is more than there is. {build} --outcome-only' solves it tier by tier, without \
                 distances."
            ),
            (None, None) => "That is more than there is: it cannot be solved here.".to_owned(),
        };
        style::write_line(out, "", &text)
    }

    /// The tiers, in the order of solving.
    fn grid(&self) -> Grid {
        let tiers = &self.plan.tiers;
        let mut places: Vec<usize> = (0..tiers.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(tiers[place].slots));
        places.truncate(TIERS_SHOWN);
        places.sort_unstable();
        let names = tiers.iter().any(|tier| tier.name.is_some());
        let mut columns = vec![("tier", Lean::Right)];
        columns.extend(names.then_some(("name", Lean::Left)));
        columns.extend(
            ["slots", "in memory", "with what it leads to", "outcomes only"]
                .map(|name| (name, Lean::Right)),
        );
        let row = |place: usize| {
            let tier = &tiers[place];
            let mut row = vec![Text::plain((place + 1).to_string())];
            row.extend(names.then(|| Text::plain(tier.name.clone().unwrap_or_default())));
            let bytes = [
                2 * tier.slots,
                with_led_to(tier, Kind::Distance),
                with_led_to(tier, Kind::Outcome),
            ];
            row.push(Text::plain(grouped(tier.slots)));
            row.extend(bytes.map(|bytes| Text::plain(Bytes(bytes).to_string())));
            row
        };
        let left_out = tiers.len() - places.len();
        let below = (left_out > 0)
            .then(|| format!("and {}", counted(left_out as u64, "smaller tier", "smaller tiers")));
        Grid { columns, rows: places.into_iter().map(row).collect(), below }
    }

    fn write_json(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let Facts { plan, forecast, .. } = self;
        let by_tiers = |kind| {
            let need = plan.by_tiers(kind);
            json!({ "memory": need.memory, "least": need.least })
        };
        let tier = |tier: &PlannedTier| {
            json!({
                "name": tier.name,
                "slots": tier.slots,
                "cyclic": tier.cyclic,
                "leads_to": tier.leads_to,
                "in_memory": 2 * tier.slots,
                "distances": with_led_to(tier, Kind::Distance),
                "outcomes": with_led_to(tier, Kind::Outcome),
            })
        };
        let object = json!({
            "game": label,
            "slots": plan.slots,
            "tiers": plan.tiers.len(),
            "unmoves": self.unmoves,
            "start": self.start,
            "memory": { "solver": plan.in_memory, "available": self.available },
            "by_tiers": {
                "distances": by_tiers(Kind::Distance),
                "outcomes": by_tiers(Kind::Outcome),
                "tiers": plan.tiers.iter().map(tier).collect::<Vec<Value>>(),
            },
            "engines": engines_json(&self.needs),
            "time": {
                "seconds": forecast.time.as_secs_f64(),
                "at_least": forecast.at_least,
                "threads": self.threads.get(),
                "looked_at": forecast.looked_at,
            },
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
    }
}

/// The bytes of memory that a tier takes while it is solved, with what it leads to.
fn with_led_to(tier: &PlannedTier, kind: Kind) -> u64 {
    tier.at_hand().saturating_add(tier.led_to(kind))
}
