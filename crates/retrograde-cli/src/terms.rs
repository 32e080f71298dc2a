//! The words for outcomes.

use clap::{Args, ValueEnum};
use retrograde::Terms;

use crate::failure::Failure;
use crate::objective::Objective;

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

    /// P and N say who wins when both sides have the same moves and aims.
    pub(crate) fn check(&self, objective: Objective) -> Result<(), Failure> {
        match (self.terms, objective) {
            (Words::Pn, Objective::Asymmetric | Objective::Partizan) => {
                Err(Failure::message(format!(
                    "--terms pn names the outcomes of games that are the same for both sides: it \
                     goes with --objective outcome or grundy, not with {}",
                    objective.name()
                )))
            }
            _ => Ok(()),
        }
    }
}
