//! Reactive synthesis: from an automaton over inputs and outputs to a controller, or to an environment that
//! no controller can cope with.
//!
//! [`synthesise`] goes all the way. An [`Automaton`] becomes a parity game without a look at single
//! valuations: its labels become decision diagrams (`diagrams`), its condition priorities (`symbolic`), and
//! its inputs are grouped by what they leave to the controller (`game`). The winner's strategy is opened up
//! to all moves that a measure of progress allows (`freedom`), states that need not be told apart are joined
//! (`blocks`), and what is left is a `relation` between latches, inputs and outputs, out of which functions
//! are made with few gates (`extract`, `cover`, `improve`). [`machine`] turns a circuit into states again.

mod aig;
mod blocks;
mod build;
mod codes;
mod cover;
mod diagrams;
mod error;
mod extract;
mod freedom;
mod game;
mod hot;
mod improve;
mod machine;
mod order;
mod relation;
mod symbolic;

use std::fmt;

use retrograde_core::{Automaton, Circuit, Control, Player, Stopped};
use retrograde_solve::parity;

use blocks::Sides;
use build::Built;
use freedom::Freedom;
use game::{Game, Verdict as Solved};
use symbolic::Symbolic;

pub use error::{Overlap, SynthError};
pub use machine::machine;

/// What to do where several transitions can be taken at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nondeterminism {
    /// Refuse the specification.
    #[default]
    Refuse,
    /// Let the controller choose among them. It may lose where another automaton for the same runs is won,
    /// so that nothing is said then.
    Controller,
}

/// How to synthesise.
#[derive(Clone, Copy, Debug, Default)]
pub struct SynthOptions {
    /// What to do where several transitions can be taken at once.
    pub nondeterminism: Nondeterminism,
    /// Whether to spend time on fewer gates.
    pub minimise: bool,
}

/// Whether there is a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is one.
    Realizable,
    /// There is none: the environment can make every run end or be rejected.
    Unrealizable,
    /// Nobody knows: the controller loses where it has to choose among transitions as it goes.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Realizable => "REALIZABLE",
            Verdict::Unrealizable => "UNREALIZABLE",
            Verdict::Unknown => "UNKNOWN",
        })
    }
}

/// What came of a specification.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// Whether there is a controller.
    pub verdict: Verdict,
    /// The controller, or the environment's circuit against which there is none.
    pub circuit: Option<Circuit>,
    /// Why there is no circuit, or none that was looked at for as long as it should have been, if time or
    /// memory was up when the verdict was known.
    pub stopped: Option<Stopped>,
    /// Whether the controller had transitions to choose among that can be taken at once.
    pub overlaps: bool,
    /// States of the specification, as far as they can be told apart.
    pub states: usize,
    /// Vertices of the game.
    pub vertices: usize,
    /// States of the machine that became the circuit.
    pub machine: usize,
}

/// Finds a controller for a specification, or shows that there is none.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_logic::synth::{SynthOptions, Verdict, synthesise};
/// // The output has to be what the input is in the next step.
/// let text = r#"HOA: v1 Start: 0 AP: 2 "in" "out" controllable-AP: 1 Acceptance: 0 t --BODY--
///     State: 0 [1] 1 [!1] 2 State: 1 [0&1] 1 [0&!1] 2 State: 2 [!0&1] 1 [!0&!1] 2 --END--"#;
/// let automaton = retrograde_io::read_automaton(text.as_bytes(), &Control::ALONE)?;
/// let found = synthesise(&automaton, &SynthOptions::default(), &Control::ALONE)?;
/// assert_eq!(found.verdict, Verdict::Unrealizable);
/// // The environment's circuit has the input as its output, and needs to know what was claimed.
/// let circuit = found.circuit.unwrap();
/// assert_eq!((circuit.outputs()[0].name.as_str(), circuit.latches().len()), ("in", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Transitions that overlap, a condition or labels that are too much; it was stopped.
pub fn synthesise(
    automaton: &Automaton,
    options: &SynthOptions,
    control: &Control<'_>,
) -> Result<Synthesis, SynthError> {
    let may_overlap = options.nondeterminism == Nondeterminism::Controller;
    let mut symbolic = Symbolic::new(automaton, may_overlap, control)?;
    let game = Game::new(&mut symbolic, control)?;
    let solved = game.solve(parity::Method::Auto, control)?;
    let mut synthesis = Synthesis {
        verdict: match solved.winners[0] {
            Player::Zero => Verdict::Realizable,
            Player::One if symbolic.overlaps => Verdict::Unknown,
            Player::One => Verdict::Unrealizable,
        },
        circuit: None,
        stopped: None,
        overlaps: symbolic.overlaps,
        states: symbolic.edges.len(),
        vertices: game.vertices(),
        machine: 0,
    };
    if synthesis.verdict == Verdict::Unknown {
        return Ok(synthesis);
    }
    match construct(automaton, &mut symbolic, &game, &solved, options.minimise, control) {
        Ok((machine, built)) => {
            synthesis.machine = machine;
            (synthesis.circuit, synthesis.stopped) = (Some(built.circuit), built.stopped);
        }
        Err(SynthError::Stopped(why)) if why != Stopped::Cancelled => synthesis.stopped = Some(why),
        Err(error) => return Err(error),
    }
    Ok(synthesis)
}

/// The circuit of whoever wins, and how many states its machine has.
fn construct<'a>(
    automaton: &Automaton,
    symbolic: &mut Symbolic<'a>,
    game: &Game,
    solved: &Solved,
    minimise: bool,
    control: &Control<'a>,
) -> Result<(usize, Built), SynthError> {
    let freedom = Freedom::new(symbolic, game, solved, control)?;
    let sides = match freedom.winner {
        Player::Zero => Sides { own: symbolic.controllable, other: symbolic.uncontrollable },
        Player::One => Sides { own: symbolic.uncontrollable, other: symbolic.controllable },
    };
    let blocks = blocks::divide(&freedom, sides, &mut symbolic.diagrams, control)?;
    let built = build::build(automaton, &blocks, symbolic, minimise, control)?;
    Ok((blocks.rows.len(), built))
}
