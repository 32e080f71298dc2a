//! What is said about the graph as a whole.

use retrograde_core::{Acceptance, Arena};

use crate::NAME_LIMIT;
use crate::condition;
use crate::dot::lexer::Lexer;
use crate::error::{Place, ReadError};

/// Where an attribute of a graph stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Graph,
    Subgraph,
}

/// The attributes of the graph so far.
#[derive(Debug, Default)]
pub(crate) struct GraphMarks {
    /// `None` inside takes it back, as an empty string does in Graphviz.
    acceptance: Option<Option<Acceptance>>,
}

impl GraphMarks {
    /// Takes an attribute whose value is at hand; `place` is where its name is.
    ///
    /// # Errors
    /// A value that makes no sense, or another than before.
    pub(crate) fn tell(
        &mut self,
        lexer: &Lexer<'_>,
        name: &str,
        place: Place,
        scope: Scope,
    ) -> Result<(), ReadError> {
        if name != "acceptance" {
            return Ok(());
        }
        if scope == Scope::Subgraph {
            let message = "acceptance is about the whole graph: write it outside of the subgraph";
            return Err(ReadError::syntax(place, message));
        }
        if lexer.is_too_long() {
            let limit = NAME_LIMIT >> 10;
            let message = format!("the value of acceptance is longer than {limit} KiB: shorten it");
            return Err(lexer.fault(message));
        }
        let text = lexer.text();
        let value = (!text.is_empty()).then(|| condition::parse(text));
        let value = value.transpose().map_err(|message| lexer.fault(message))?;
        match &self.acceptance {
            Some(before) if *before != value => {
                let words = |value: &Option<Acceptance>| {
                    let text = value.as_ref().map(ToString::to_string);
                    crate::quote::quote(&text.unwrap_or_default())
                };
                let (before, now) = (words(before), words(&value));
                let message =
                    format!("the graph has acceptance {before} and now {now}: keep one of them");
                Err(ReadError::syntax(place, message))
            }
            _ => {
                self.acceptance = Some(value);
                Ok(())
            }
        }
    }

    /// Hands everything to the arena.
    pub(crate) fn settle(self, arena: &mut Arena) {
        arena.acceptance = self.acceptance.flatten();
    }
}
