//! The words for outcomes.

use clap::{Args, ValueEnum};
use retrograde::{Objective, Terms};

use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Words {
    /// win, lose and draw, for the player to move
    WinLose,
    /// P where the previous player wins, N where the next one does, and tie
    Pn,
}

#[derive(Args, Debug)]
pub(crate) struct TermsArguments {
    /// What outcomes are called
    #[arg(long, value_enum, value_name = "WORDS", default_value_t = Words::WinLose)]
    terms: Words,
}

impl TermsArguments {
    pub(crate) fn terms(&self) -> Terms {
        match self.terms {
            Words::WinLose => Terms::WinLose,
            Words::Pn => Terms::Pn,
        }
    }

    /// P and N are outcomes.
    pub(crate) fn check(&self, objective: &Objective) -> Result<(), Failure> {
        if self.terms == Words::Pn && !objective.is_like(&Objective::OUTCOME) {
            return Err(Failure::message(format!(
                "--terms pn names outcomes: it goes with --objective outcome, not with {}",
                objective.name()
            )));
        }
        Ok(())
    }
}
