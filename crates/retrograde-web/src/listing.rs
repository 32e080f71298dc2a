//! Objectives as pages list them.

use retrograde::solve::registry;
use retrograde::{Attribute, Facts, Objective, View};

use crate::api::ObjectiveListed;

impl ObjectiveListed {
    /// What pages are told of an objective.
    #[must_use]
    pub fn of(objective: &Objective) -> Self {
        let facts: &Facts = objective.facts();
        let names =
            |attributes: &[Attribute]| attributes.iter().map(|it| it.name().to_owned()).collect();
        let options = [
            ("misere", objective.convention().is_some()),
            ("min", objective.is_like(&Objective::PARITY)),
            ("acceptance", objective.has_colors()),
        ];
        let options =
            options.into_iter().filter(|(_, goes)| *goes).map(|(name, _)| name.to_owned());
        let solvers =
            registry::solvers().iter().filter(|solver| solver.serves.contains(&facts.name));
        ObjectiveListed {
            name: facts.name.to_owned(),
            title: title(objective).to_owned(),
            summary: facts.summary.to_owned(),
            needs: names(facts.needs),
            reads: names(facts.reads),
            columns: facts.columns().map(str::to_owned).collect(),
            traced: facts.traced,
            solvers: solvers.map(|solver| solver.name.to_owned()).collect(),
            options: options.collect(),
            two_valued: facts.view == View::EitherMover,
        }
    }
}

/// What an objective is called by people.
fn title(objective: &Objective) -> &'static str {
    match objective {
        Objective::Outcome(_) => "Win, lose or draw",
        Objective::Asymmetric => "One wants to end, one to go on",
        Objective::Grundy => "Sprague–Grundy values",
        Objective::Partizan(_) => "Left and Right",
        Objective::Reachability => "Reachability",
        Objective::Safety => "Safety",
        Objective::Buchi => "Büchi",
        Objective::Cobuchi => "Co-Büchi",
        Objective::Parity(_) => "Parity",
        Objective::Energy => "Energy",
        Objective::MeanPayoff => "Mean payoff",
        Objective::Muller(_) => "Muller",
        Objective::Rabin(_) => "Rabin",
        Objective::Streett(_) => "Streett",
        other => other.name(),
    }
}
