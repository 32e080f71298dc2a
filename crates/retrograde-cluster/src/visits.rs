//! Büchi and co-Büchi games: one player, the visitor, wants to see goals again and again.
//!
//! By the classical rounds: the other player, the spoiler, wins where the visitor cannot force a goal even
//! once, and from wherever that can be forced in turn; all of it is taken out, and the rest looked at again.
//! A goal is a target from where one can go on, or a vertex where the spoiler must move and cannot. Both
//! are attractors, and both are found by the wave.
//!
//! Source: R. McNaughton, *Infinite games played on finite graphs* (1993).

use crate::cell::{Cell, Kind};
use crate::cells::{Cells, number_at};
use crate::error::ClusterError;
use crate::link::Tally;
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
    /// Solves it. In the end what is lost for the visitor has the level at which it was taken out, and what
    /// is won the number of moves in which the next goal is forced; and `begins` are the levels, rising, of
    /// what could not be forced to a goal in the round at hand. Says how many rounds of messages there were.
    pub(crate) fn visit(&mut self) -> Result<u64, ClusterError> {
        let Begin { forcing: begin, spoiling } = self.look_for_goals()?;
        let waves = Mark { stage: Stage::Waves, ..Mark::default() };
        let mut taken = State::new(spoiling, Ending::Visited);
        (taken.places, taken.mark) = (self.state.places.clone(), waves);
        let mut rounds = 0;
        loop {
            self.state.cells = self.left(&begin, &taken.cells)?;
            self.state.mark = waves;
            self.state.find_front(self.link.watch)?;
            rounds += self.rounds(None)?;
            let stuck = self.open()?;
            let count = Tally { counts: [stuck.len() as u64, 0, 0], ..Tally::default() };
            if self.link.meet(count)?.counts[0] == 0 {
                self.lose(&taken.cells)?;
                return Ok(rounds);
            }
            // Nothing was taken at the level after the last, so that what begins there is told apart.
            let level = if self.begins.is_empty() { 0 } else { taken.mark.distance + 1 };
            self.begins.push(level);
            taken.begin_at(level, stuck);
            std::mem::swap(&mut self.state, &mut taken);
            rounds += self.rounds(None)?;
            std::mem::swap(&mut self.state, &mut taken);
        }
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

    /// The cells of a round: as in the beginning, without what is taken.
    fn left(&self, begin: &Cells, taken: &Cells) -> Result<Cells, ClusterError> {
        let mut left = begin.clone();
        self.each_taken(taken, |place, _| left.set(place, Kind::Won, 0))?;
        Ok(left)
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

    /// What is taken is lost.
    fn lose(&mut self, taken: &Cells) -> Result<(), ClusterError> {
        let mut cells = std::mem::replace(&mut self.state.cells, Cells::new(0));
        self.each_taken(taken, |place, number| cells.set(place, Kind::Lost, number))?;
        self.state.cells = cells;
        Ok(())
    }

    /// Calls `visit(place, number)` for all that is taken.
    fn each_taken(
        &self,
        taken: &Cells,
        mut visit: impl FnMut(u32, u32),
    ) -> Result<(), ClusterError> {
        for some in pieces(&self.state.places) {
            self.link.watch.check()?;
            for place in some.start as u32..some.end as u32 {
                if let Some((Kind::Won, number @ 1..)) = taken.get(place).map(Cell::parts) {
                    visit(place, number);
                }
            }
        }
        Ok(())
    }
}
