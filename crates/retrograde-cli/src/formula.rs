//! Formulas from the command line.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use clap::{Args, ValueEnum};
use retrograde::logic::check::{Formula, Logic, Options as Asked, Posed};
use retrograde::{Arena, Error};

use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::notes::Notes;

/// Formula files are small; one of this size is something else.
const LARGEST: u64 = 256 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LogicName {
    /// The modal mu-calculus with regular formulas, as in mCRL2's .mcf, without data
    #[default]
    Mu,
    /// Computation tree logic, over maximal paths
    Ctl,
}

/// How a formula is to be read, and of which states it is asked.
#[derive(Args, Debug)]
pub(crate) struct FormulaArguments {
    /// The language of the formula
    #[arg(long, value_enum, default_value_t)]
    logic: LogicName,

    /// What the internal action is called in the model [default: i and tau]
    #[arg(long, value_name = "NAME")]
    tau: Vec<String>,
}

impl FormulaArguments {
    /// Reads a formula: the one in a file of that name, from standard input for `-`, or the text itself.
    pub(crate) fn read(&self, text: &str) -> Result<Formula, Failure> {
        let logic = match self.logic {
            LogicName::Mu => Logic::Mu,
            LogicName::Ctl => Logic::Ctl,
        };
        let path = Path::new(text);
        let trouble = |error: &dyn std::fmt::Display| Failure::message(format!("{text}: {error}"));
        let found: Box<dyn Read> = match fs::metadata(path) {
            _ if text == "-" => Box::new(io::stdin()),
            Ok(about) if about.is_dir() => {
                return Err(trouble(&"this is a folder: give a file or the formula itself"));
            }
            Ok(_) => Box::new(File::open(path).map_err(|error| trouble(&error))?),
            Err(_) => {
                let is_meant =
                    matches!(path.extension().and_then(|it| it.to_str()), Some("mcf" | "ctl"));
                if is_meant && !text.contains(char::is_whitespace) {
                    return Err(trouble(&"there is no such file"));
                }
                return Ok(Formula::read(text, logic)?);
            }
        };
        let mut bytes = Vec::new();
        found.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| trouble(&error))?;
        if bytes.len() as u64 > LARGEST {
            return Err(trouble(&"this is larger than 256 MiB, and holds no formula"));
        }
        let read = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            trouble(&format!("line {line} is not text in UTF-8: save the formula as such"))
        })?;
        let read = read.strip_prefix('\u{feff}').unwrap_or(&read);
        Formula::read(read, logic).map_err(|error| {
            Error::Formula { label: Some(text.to_owned()), error: Box::new(error) }.into()
        })
    }

    /// What is asked of a model.
    pub(crate) fn asked(
        &self,
        model: &Arena,
        from: Option<&str>,
        all: bool,
    ) -> Result<Asked, Failure> {
        let from = from.map(|name| find_start(model, name)).transpose()?;
        let internal = self.tau.iter().map(|name| name.replace(char::is_whitespace, ""));
        Ok(Asked { from, all, internal: internal.collect() })
    }
}

/// Refuses a model and a formula that are both to come from standard input.
pub(crate) fn one_from_standard_input(
    model: &InputArguments,
    formula: &str,
) -> Result<(), Failure> {
    match model.input == "-" && formula == "-" {
        true => Err(Failure::message(
            "the model and the formula cannot both come from standard input: put one into a file",
        )),
        false => Ok(()),
    }
}

/// Says what of the formula is not in the model, which may be a slip.
pub(crate) fn say_unknown(posed: &Posed<'_>, notes: Notes) {
    const SAID: usize = 5;
    const SHOWN: usize = 200;
    for unknown in posed.unknown().iter().take(SAID) {
        let what = match unknown.starts_with('\'') {
            true => "holds at no state of the model",
            false => "is the action of no transition of the model",
        };
        let mut unknown = unknown.clone();
        if let Some((end, _)) = unknown.char_indices().nth(SHOWN) {
            unknown.truncate(end);
            unknown.push('…');
        }
        notes.say(format!("{unknown} {what}"));
    }
}
