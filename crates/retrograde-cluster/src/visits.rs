//! Büchi and co-Büchi games: one player, the visitor, wants to see goals again and again.
//!
//! By the classical rounds: the other player, the spoiler, wins where the visitor cannot force a goal even
//! once, and from wherever that can be forced in turn; all of it is taken out, and the rest looked at again.
//! A goal is a target from where one can go on, or a vertex where the spoiler must move and cannot. Both
//! are attractors, and both are found by the wave.
//!
//! Checkpoints are kept between any two rounds of messages, of the cells at hand alone. While a goal is forced
//! these have what was taken out, too, and how many moves of the rest lead there is told once more by whoever
//! goes on; while the spoiler forces, the others are made anew for the next round in any case.
//!
//! Source: R. McNaughton, *Infinite games played on finite graphs* (1993).

use retrograde_link::{ClusterError, Tally};

use crate::cell::{Cell, Kind};
use crate::cells::{Cells, number_at};
use crate::checkpoint::Keeper;
use crate::solve::Halt;
use crate::source::{Ending, Look};
use crate::wave::{Mark, Stage, State, Wave, pieces};

/// How vertices begin, for the one player and for the other.
struct Begin {
    /// With goals, and how many moves of others must lead to where a goal is forced.
    forcing: Cells,
    /// With how many moves must lead to where the spoiler wins.
    spoiling: Cells,
}

impl Wave<'_, '_> {
    /// Solves it, from wherever it stands. In the end what is lost for the visitor has the level at which it
    /// was taken out, and what is won the number of moves in which the next goal is forced; and `begins` are
    /// the levels, rising, of what could not be forced to a goal in the round at hand. Says how many rounds of
    /// messages there were.
    pub(crate) fn visit(&mut self, mut keeper: Option<&mut Keeper<'_>>) -> Result<u64, Halt> {
        let Begin { forcing: begin, spoiling } = self.look_for_goals()?;
        // What is not at hand: what is taken while a goal is forced, and the other way round.
        let mut other = State::new(spoiling, Ending::Visited);
        other.places = self.state.places.clone();
        match self.state.mark.stage {
            Stage::Spoil => {}
            Stage::Force => self.take_again(&mut other)?,
            _ => {
                self.begins.push(0);
                self.force(&begin, &other.cells)?;
            }
        }
        let mut rounds = 0;
        loop {
            rounds += self.rounds(keeper.as_deref_mut())?;
            if self.state.mark.stage == Stage::Spoil {
                // Nothing was taken at the level after the last, so that what begins there is told apart.
                self.begins.push(self.state.mark.distance + 1);
                std::mem::swap(&mut self.state, &mut other);
                self.force(&begin, &other.cells)?;
                continue;
            }
            let stuck = self.open()?;
            let count = Tally { counts: [stuck.len() as u64, 0, 0], ..Tally::default() };
            if self.link.meet(count)?.counts[0] == 0 {
                keeper.map_or(Ok(()), |keeper| keeper.between(self, true))?;
                // Nothing begins at the level of the round at hand.
                self.begins.pop();
                return Ok(rounds);
            }
            std::mem::swap(&mut self.state, &mut other);
            self.state.mark.stage = Stage::Spoil;
            self.state.begin_at(self.begins.last().copied().unwrap_or(0), stuck);
        }
    }

    /// Begins a round: all is as in the beginning, but for what is taken, which is lost.
    fn force(&mut self, begin: &Cells, taken: &Cells) -> Result<(), ClusterError> {
        let mut left = begin.clone();
        self.each(taken, Kind::Won, |place, number| left.set(place, Kind::Lost, number))?;
        self.state.cells = left;
        self.state.mark = Mark { stage: Stage::Force, ..Mark::default() };
        self.state.find_front(self.link.watch)
    }

    /// Takes out what the cells at hand say was, and tells those before it. Nothing follows: all that does was
    /// taken as well.
    fn take_again(&mut self, taken: &mut State) -> Result<(), ClusterError> {
        let mut places = Vec::new();
        self.each(&self.state.cells, Kind::Lost, |place, number| places.push((place, number)))?;
        taken.begin_again(places);
        std::mem::swap(&mut self.state, taken);
        self.round(0)?;
        std::mem::swap(&mut self.state, taken);
        Ok(())
    }

    /// Looks at all own vertices.
    fn look_for_goals(&mut self) -> Result<Begin, ClusterError> {
        let (me, partition) = (self.link.me(), self.partition);
        let room = partition.room(me);
        let mut begin = Begin { forcing: Cells::new(room), spoiling: Cells::new(room) };
        for (block, place) in partition.blocks_of(me) {
            self.link.step()?;
            self.part.look(partition.block(block), place, &mut |offset, looks| {
                for (place, look) in (place + offset..).zip(looks) {
                    let &Look::Visit { own, goal, moves } = look else { continue };
                    match goal {
                        true => begin.forcing.set(place, Kind::Won, number_at(0)),
                        // One move is enough for who moves there, and without one nothing ever happens.
                        false => begin.forcing.set(place, Kind::Open, if own { 1 } else { moves }),
                    }
                    begin.spoiling.set(place, Kind::Open, if own { moves } else { 1 });
                }
                Ok(())
            })?;
        }
        Ok(begin)
    }

    /// The places of what is open.
    fn open(&self) -> Result<Vec<u32>, ClusterError> {
        let mut open = Vec::new();
        for some in pieces(&self.state.places) {
            self.link.watch.check()?;
            let is_open = |&place: &u32| self.state.cells.get(place).is_some_and(Cell::is_open);
            open.extend((some.start as u32..some.end as u32).filter(is_open));
        }
        Ok(open)
    }

    /// Calls `visit(place, number)` for all cells of a kind with a number beside it.
    fn each(
        &self,
        cells: &Cells,
        kind: Kind,
        mut visit: impl FnMut(u32, u32),
    ) -> Result<(), ClusterError> {
        for some in pieces(&self.state.places) {
            self.link.watch.check()?;
            for place in some.start as u32..some.end as u32 {
                match cells.get(place).map(Cell::parts) {
                    Some((there, number @ 1..)) if there == kind => visit(place, number),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
