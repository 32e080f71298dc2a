//! Few states of memory: what the winner needs to tell apart.

use std::collections::HashMap;

use retrograde_core::{Control, Player, Stopped};

use super::diagrams::{Bdd, Diagrams, VariableSet};
use super::freedom::{Freedom, Moves};

/// What the winner may do in a block of states, whichever of them the run is in: valuations, with the block
/// that all of the states then lead into.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// By block.
    pub(crate) steps: Vec<(u32, Bdd)>,
    /// Valuations after which the block does not matter.
    pub(crate) ends: Bdd,
}

/// Blocks of states that the winner need not tell apart, numbered from 0, where the start is.
pub(crate) struct Blocks {
    pub(crate) winner: Player,
    pub(crate) rows: Vec<Row>,
}

/// How many pairs of blocks are tried.
const MOST_TRIES: usize = 60_000;

/// Who sets what.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    /// What the winner sets.
    pub(crate) own: VariableSet,
    /// What the other player sets.
    pub(crate) other: VariableSet,
}

/// Divides the states into few blocks.
///
/// First, states that the winner can do without are left out; then blocks are joined as long as some choice
/// of moves does for all states in them: joining two takes freedom from themselves alone, since whoever leads
/// to one or the other need not care any more which it is. This is the reduction of incompletely specified
/// machines, one pair after the other.
pub(crate) fn divide(
    freedom: &Freedom,
    sides: Sides,
    diagrams: &mut Diagrams<'_>,
    control: &Control<'_>,
) -> Result<Blocks, Stopped> {
    let mut search = Search::new(freedom, sides, control)?;
    search.leave_out(diagrams, control)?;
    search.join(diagrams, control)?;
    search.leave_out(diagrams, control)?;
    search.finish(diagrams)
}

struct Search<'f> {
    freedom: &'f Freedom,
    sides: Sides,
    /// The states of each block; none where it is left out.
    members: Vec<Vec<u32>>,
    /// The block of each state that is in one.
    block: HashMap<u32, u32>,
    /// Blocks from which a move may lead to a block.
    before: Vec<Vec<u32>>,
}

impl<'f> Search<'f> {
    /// A block for each state that the winner may get to.
    fn new(freedom: &'f Freedom, sides: Sides, control: &Control<'_>) -> Result<Self, Stopped> {
        let mut pace = control.pace();
        let mut block = HashMap::from([(0, 0)]);
        let mut found = vec![0_u32];
        let mut before: Vec<Vec<u32>> = vec![Vec::new()];
        let mut at = 0;
        while let Some(&state) = found.get(at) {
            for &(_, to) in moves(freedom, state).map_or(&[][..], |moves| &moves.steps) {
                pace.steps(1)?;
                let number = *block.entry(to).or_insert_with(|| {
                    found.push(to);
                    before.push(Vec::new());
                    found.len() as u32 - 1
                });
                before[number as usize].push(at as u32);
            }
            at += 1;
        }
        let members = found.into_iter().map(|state| vec![state]).collect();
        Ok(Search { freedom, sides, members, block, before })
    }

    /// The moves of a block, as it is now.
    fn row(&self, members: &[u32], diagrams: &mut Diagrams<'_>) -> Result<Row, Stopped> {
        let mut row = Row { steps: Vec::new(), ends: Bdd::TRUE };
        let mut allowed = Bdd::TRUE;
        for (place, &state) in members.iter().enumerate() {
            let Some(moves) = moves(self.freedom, state) else { continue };
            allowed = diagrams.and(allowed, moves.allowed)?;
            let mut own: Vec<(u32, Bdd)> = Vec::new();
            for &(guard, to) in &moves.steps {
                let Some(&to) = self.block.get(&to) else { continue };
                match own.iter_mut().find(|(block, _)| *block == to) {
                    Some(step) => step.1 = diagrams.or(step.1, guard)?,
                    None => own.push((to, guard)),
                }
            }
            if place > 0 {
                // Where all before have ended, the block does not matter to them.
                for (to, _) in &own {
                    if row.steps.iter().all(|(other, _)| other != to) {
                        row.steps.push((*to, row.ends));
                    }
                }
                for step in &mut row.steps {
                    let mine = own.iter().find(|(block, _)| *block == step.0);
                    let mine = mine.map_or(Bdd::FALSE, |it| it.1);
                    let mine = diagrams.or(mine, moves.ends)?;
                    step.1 = diagrams.and(step.1, mine)?;
                }
            } else {
                for (_, guard) in &mut own {
                    *guard = diagrams.or(*guard, moves.ends)?;
                }
                row.steps = own;
            }
            row.ends = diagrams.and(row.ends, moves.ends)?;
            row.steps.retain(|step| step.1 != Bdd::FALSE);
        }
        for step in &mut row.steps {
            step.1 = diagrams.and(step.1, allowed)?;
        }
        row.ends = diagrams.and(row.ends, allowed)?;
        row.steps.retain(|step| step.1 != Bdd::FALSE);
        Ok(row)
    }

    /// Whether the winner always has a move in a block of these states.
    fn works(&self, members: &[u32], diagrams: &mut Diagrams<'_>) -> Result<bool, Stopped> {
        let row = self.row(members, diagrams)?;
        let mut any = row.ends;
        for (_, guard) in row.steps {
            any = diagrams.or(any, guard)?;
        }
        match self.freedom.winner {
            // Whatever the environment sets first, there is an answer.
            Player::Zero => Ok(diagrams.exists(any, self.sides.own)? == Bdd::TRUE),
            // What the environment sets first is good for all answers.
            Player::One => {
                let not = diagrams.not(any)?;
                let answered = diagrams.exists(not, self.sides.other)?;
                Ok(answered != Bdd::TRUE)
            }
        }
    }

    /// Leaves out blocks that no other needs.
    fn leave_out(
        &mut self,
        diagrams: &mut Diagrams<'_>,
        control: &Control<'_>,
    ) -> Result<(), Stopped> {
        for at in (1..self.members.len()).rev() {
            control.check()?;
            if self.members[at].is_empty() {
                continue;
            }
            let states = std::mem::take(&mut self.members[at]);
            for state in &states {
                self.block.remove(state);
            }
            let mut before = std::mem::take(&mut self.before[at]);
            before.sort_unstable();
            before.dedup();
            let mut is_free = true;
            for &other in &before {
                let members = &self.members[other as usize];
                if !members.is_empty() && !self.works(members, diagrams)? {
                    is_free = false;
                    break;
                }
            }
            self.before[at] = before;
            if !is_free {
                for &state in &states {
                    self.block.insert(state, at as u32);
                }
                self.members[at] = states;
            }
        }
        Ok(())
    }

    /// Joins blocks, pair by pair.
    fn join(&mut self, diagrams: &mut Diagrams<'_>, control: &Control<'_>) -> Result<(), Stopped> {
        let mut tries = 0;
        loop {
            let mut joined = false;
            for second in 1..self.members.len() {
                for first in 0..second {
                    if self.members[second].is_empty() {
                        break;
                    }
                    if self.members[first].is_empty() {
                        continue;
                    }
                    control.check()?;
                    tries += 1;
                    if tries > MOST_TRIES {
                        return Ok(());
                    }
                    joined |= self.try_join(first, second, diagrams)?;
                }
            }
            if !joined {
                return Ok(());
            }
        }
    }

    fn try_join(
        &mut self,
        first: usize,
        second: usize,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<bool, Stopped> {
        let mut both = self.members[first].clone();
        both.extend(&self.members[second]);
        for state in &self.members[second] {
            self.block.insert(*state, first as u32);
        }
        let works = self.works(&both, diagrams)?;
        if works {
            self.members[first] = both;
            self.members[second].clear();
            let before = std::mem::take(&mut self.before[second]);
            self.before[first].extend(before);
            for row in &mut self.before {
                for from in row {
                    if *from == second as u32 {
                        *from = first as u32;
                    }
                }
            }
        } else {
            for state in &self.members[second] {
                self.block.insert(*state, second as u32);
            }
        }
        Ok(works)
    }

    /// The blocks that are left and can be met, numbered anew.
    fn finish(self, diagrams: &mut Diagrams<'_>) -> Result<Blocks, Stopped> {
        let mut numbers = HashMap::from([(0_u32, 0_u32)]);
        let mut found = vec![0_u32];
        let mut rows = Vec::new();
        while let Some(&at) = found.get(rows.len()) {
            let mut row = self.row(&self.members[at as usize], diagrams)?;
            for step in &mut row.steps {
                step.0 = *numbers.entry(step.0).or_insert_with(|| {
                    found.push(step.0);
                    found.len() as u32 - 1
                });
            }
            rows.push(row);
        }
        Ok(Blocks { winner: self.freedom.winner, rows })
    }
}

fn moves(freedom: &Freedom, state: u32) -> Option<&Moves> {
    freedom.moves[state as usize].as_ref()
}
