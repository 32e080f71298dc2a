//! Reading the machines of a JSON solution.

use std::collections::HashSet;

use retrograde_core::{Mealy, MealyError, MealyStep, Player, Vertex};

use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;
use crate::quote::quote;

use super::draft::{Field, Fields};
use super::fault::SolutionFault;
use super::gather::Moved;
use super::lookup::Lookup;
use super::slots::{Slots, expect};

/// Reads the list of machines at hand.
pub(super) fn read(walk: &mut Walk<'_>, lookup: &Lookup<'_>) -> Result<[Mealy; 2], ReadError> {
    let mut reader = Reader {
        walk,
        lookup,
        machine: Slots::new("machine", ["player", "states", "initial"]),
        step: Slots::new("step", ["vertex", "memory", "move", "next", "to"]),
    };
    expect(reader.walk, Token::OpenArray, "a list of machines")?;
    let mut machines = [None, None];
    let mut first = reader.walk.enter()?;
    while reader.walk.next_element(&mut first)? {
        let machine = reader.machine()?;
        let player = machine.player().number();
        if machines[usize::from(player)].replace(machine).is_some() {
            let message = format!("a second machine of player {player}: keep one of them");
            return Err(ReadError::syntax(reader.machine.place(0), message));
        }
    }
    match machines {
        [Some(zero), Some(one)] => Ok([zero, one]),
        [zero, _] => {
            let player = u8::from(zero.is_some());
            let message = format!("the machine of player {player} is missing: each player has one");
            Err(ReadError::syntax(reader.walk.key_place, message))
        }
    }
}

struct Reader<'r, 'a> {
    walk: &'r mut Walk<'a>,
    lookup: &'r Lookup<'r>,
    /// What is said of the machine at hand besides its steps.
    machine: Slots,
    /// What is said of the step at hand.
    step: Slots,
}

impl Reader<'_, '_> {
    fn machine(&mut self) -> Result<Mealy, ReadError> {
        expect(self.walk, Token::OpenObject, "a machine, an object")?;
        self.machine.clear(self.walk.lexer.place);
        let mut steps = None;
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            if self.walk.key != "steps" {
                self.machine.take(self.walk)?;
            } else if steps.is_some() {
                let message = "a second list of 'steps': keep one of them";
                return Err(ReadError::syntax(self.walk.key_place, message));
            } else {
                steps = Some(self.steps()?);
            }
        }
        let player = match self.machine.needed(0)? {
            "0" => Player::Zero,
            "1" => Player::One,
            word => {
                let message = format!("the 'player' of a machine is 0 or 1, not {}", quote(word));
                return Err(ReadError::syntax(self.machine.place(0), message));
            }
        };
        let (states, initial) = (self.machine.number(1)?, self.machine.number(2)?);
        let Some(steps) = steps else {
            let message = "the machine has no 'steps'";
            return Err(ReadError::syntax(self.machine.begin(), message));
        };
        // Only now is it certain how many states there are.
        let highest = steps.highest.into_iter().chain([(initial, self.machine.place(2))]);
        for (state, place) in highest {
            if state >= states {
                let error = MealyError::NoState { state, states };
                return Err(SolutionFault::Machine { player, error }.at(place));
            }
        }
        let vertices = self.lookup.names().len();
        Mealy::new(player, vertices, states, initial, steps.all)
            .map_err(|error| SolutionFault::Machine { player, error }.at(self.machine.begin()))
    }

    fn steps(&mut self) -> Result<Steps, ReadError> {
        expect(self.walk, Token::OpenArray, "a list of steps")?;
        let mut steps = Steps::default();
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            self.step(&mut steps)?;
        }
        Ok(steps)
    }

    fn step(&mut self, steps: &mut Steps) -> Result<(), ReadError> {
        expect(self.walk, Token::OpenObject, "a step, an object")?;
        self.step.clear(self.walk.lexer.place);
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            self.step.take(self.walk)?;
        }
        let step = &self.step;
        let name = step.needed(0)?;
        // Steps mostly come by vertex, so that this one is often about the vertex of the last.
        let guess = steps.all.last().map_or(0, |last| last.vertex as usize);
        let Some(vertex) = self.lookup.find(name, guess) else {
            return Err(SolutionFault::UnknownVertex { name: name.to_owned() }.at(step.place(0)));
        };
        if step.field(2) == Field::Absent {
            let message = "the step has no 'move': it is null where the opponent moves";
            return Err(ReadError::syntax(step.begin(), message));
        }
        let to = Moved { lookup: self.lookup, name, guess }.to(step, 2, 4)?;
        let (memory, next) = (step.number(1)?, step.number(3)?);
        if !steps.is_new(vertex, memory) {
            let vertex = name.to_owned();
            return Err(SolutionFault::TwoSteps { vertex, memory }.at(step.place(0)));
        }
        steps.note(memory, step.place(1));
        steps.note(next, step.place(3));
        steps.all.push(MealyStep { vertex, memory, to, next });
        Ok(())
    }
}

/// The steps of a machine so far. A step takes less memory than its text.
#[derive(Default)]
struct Steps {
    all: Vec<MealyStep>,
    /// The vertices and states of all of them, once they have not come in ascending order: until
    /// then no two can be the same.
    seen: Option<HashSet<(Vertex, u32)>>,
    /// The highest state, and where it first stands.
    highest: Option<(u32, Place)>,
}

impl Steps {
    /// Whether there is no step yet for that vertex and state.
    fn is_new(&mut self, vertex: Vertex, memory: u32) -> bool {
        let place = |step: &MealyStep| (step.vertex, step.memory);
        let ascending = self.all.last().is_none_or(|last| place(last) < (vertex, memory));
        if ascending && self.seen.is_none() {
            return true;
        }
        let seen = self.seen.get_or_insert_with(|| self.all.iter().map(place).collect());
        seen.insert((vertex, memory))
    }

    /// Takes notice of a state.
    fn note(&mut self, state: u32, place: Place) {
        if self.highest.is_none_or(|(highest, _)| state > highest) {
            self.highest = Some((state, place));
        }
    }
}
