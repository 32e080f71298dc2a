//! Whether plays in which the winners keep to their moves can go round and round and be lost, found out
//! without having the moves in memory.
//!
//! What has no move left to what remains is taken away, with moves read backwards. Where the winner wants
//! targets, the moves away from them are looked at alone, and nothing may remain. Where the winner wants
//! none, what cannot reach a target is taken away, too.
//!
//! In which order that was done is the proof: with moves as they are given, not backwards, no move leads to
//! what was taken away later, and where there must be progress none to what was taken away together with it.
//! So nothing rests on whoever turned the moves around.

use std::io;

use retrograde_core::{
    Bitmap, Control, Pace, Player, Progress, RegionSolution, RowError, RowSource, RowVisit,
    Strategy, Vertex,
};

use crate::error::VerifyError;
use crate::fault::Fault;
use crate::region_rule::{RegionRule, Round};
use crate::streamed::RowsError;
use crate::streamed_regions::TargetRows;
use crate::targets::Goal;

/// Rows between two that are wanted are read along if there are no more than so many.
const GAP: Vertex = 64;

/// Turns between two looks at the memory that is taken.
const LOOK_EVERY: u32 = 64;

/// What remains of a game in which winners keep to their moves.
pub(crate) struct Peeling<'a> {
    game: &'a TargetRows<'a>,
    solution: &'a RegionSolution,
    strategy: &'a Strategy,
    /// For each vertex that remains, how many of its moves lead to others that do; for one that is gone, when
    /// it was taken away.
    left: Vec<u32>,
    gone: Bitmap,
    taken: u64,
    turn: u32,
}

impl<'a> Peeling<'a> {
    /// Before the moves of all vertices are [counted](Self::count).
    pub(crate) fn new(
        game: &'a TargetRows<'a>,
        solution: &'a RegionSolution,
        strategy: &'a Strategy,
    ) -> Self {
        let vertices = game.forward.vertex_count();
        let (left, gone) = (vec![0; vertices], Bitmap::new(vertices));
        Peeling { game, solution, strategy, left, gone, taken: 0, turn: 0 }
    }

    /// The player who wants to be at targets.
    fn visitor(&self) -> Player {
        match self.game.goal {
            Goal::Reachability | Goal::Buchi => Player::Zero,
            Goal::Safety | Goal::Cobuchi => Player::One,
        }
    }

    /// Whether a vertex is looked at: where the visitor wins, all but targets; elsewhere all if targets
    /// count again and again, and none if reaching one decides.
    fn plays(&self, vertex: Vertex) -> bool {
        match self.solution.winners.get(vertex) {
            Some(winner) if winner == self.visitor() => !self.game.is_target(vertex),
            Some(_) => matches!(self.game.goal, Goal::Buchi | Goal::Cobuchi),
            None => false,
        }
    }

    fn remains(&self, vertex: Vertex) -> bool {
        self.plays(vertex) && !self.gone.get(vertex as usize)
    }

    /// Whether a play goes along a move: the winner keeps to the strategy.
    fn is_move(&self, from: Vertex, to: Vertex) -> bool {
        let winner = self.solution.winners.get(from);
        winner != Some(self.game.owner(from)) || self.strategy.get(from) == Some(to)
    }

    /// Counts some moves of a vertex.
    pub(crate) fn count(&mut self, vertex: Vertex, row: &[Vertex]) {
        if self.plays(vertex) {
            let counts = |to: &&Vertex| self.is_move(vertex, **to) && self.plays(**to);
            let count = row.iter().filter(counts).count() as u32;
            self.left[vertex as usize] = self.left[vertex as usize].saturating_add(count);
        }
    }

    /// Takes away all that can be, or finds a cycle that is lost.
    pub(crate) fn run(&mut self, control: &Control<'_>) -> Result<(), RowsError> {
        let vertices = self.left.len() as Vertex;
        let mut pace = control.pace();
        let mut free = Vec::new();
        for vertex in 0..vertices {
            pace.steps(1).map_err(VerifyError::from)?;
            if self.plays(vertex) && self.left[vertex as usize] == 0 {
                free.push(vertex);
            }
        }
        loop {
            self.take(free, control)?;
            let reaching = self.reaching(control, None)?;
            free = Vec::new();
            let mut lost = None;
            for vertex in 0..vertices {
                pace.steps(1).map_err(VerifyError::from)?;
                if !self.remains(vertex) {
                    continue;
                }
                if self.solution.winners.get(vertex) == Some(self.visitor()) {
                    // A play can stay for ever where there is no target.
                    return Err(self.round_without(vertex, control)?);
                }
                match reaching.get(vertex as usize) {
                    true => lost = lost.or(Some(vertex)),
                    false => free.push(vertex),
                }
            }
            match (free.is_empty(), lost) {
                (true, None) => return self.check_order(control),
                (true, Some(vertex)) => return Err(self.round_through(vertex, control)?),
                (false, _) => {}
            }
        }
    }

    /// Takes vertices away, and what has no move left after that.
    fn take(&mut self, mut free: Vec<Vertex>, control: &Control<'_>) -> Result<(), RowsError> {
        let reverse = self.game.reverse;
        let mut pace = control.pace();
        for &vertex in &free {
            self.gone.set(vertex as usize);
        }
        while !free.is_empty() {
            self.taken += free.len() as u64;
            self.turn += 1;
            if self.turn.is_multiple_of(LOOK_EVERY) {
                control.check_memory().map_err(VerifyError::from)?;
            }
            free.iter().for_each(|&vertex| self.left[vertex as usize] = self.turn);
            let vertices = self.left.len() as u64;
            control.tell(Progress::new("verifying", vertices + self.taken, 2 * vertices));
            let mut next = Vec::new();
            each_row(reverse, &free, &mut |vertex, row| {
                pace.steps(1 + row.len())?;
                for &from in row {
                    if self.remains(from) && self.is_move(from, vertex) {
                        let left = &mut self.left[from as usize];
                        // Of moves that are the same the winner has chosen one.
                        *left = left.saturating_sub(1);
                        if *left == 0 {
                            self.gone.set(from as usize);
                            next.push(from);
                        }
                    }
                }
                Ok(())
            })?;
            next.sort_unstable();
            free = next;
        }
        Ok(())
    }

    /// Whether the order in which vertices were taken away is one in which no play goes back.
    fn check_order(&self, control: &Control<'_>) -> Result<(), RowsError> {
        let mut pace = control.pace();
        self.game.forward.read_rows(0..self.left.len(), &mut |vertex, row| {
            pace.steps(1 + row.len())?;
            if !self.plays(vertex) {
                return Ok(());
            }
            let strictly = self.game.is_target(vertex)
                || self.solution.winners.get(vertex) == Some(self.visitor());
            let when = self.left[vertex as usize];
            let goes_back = |&&to: &&Vertex| {
                let then = self.left[to as usize];
                let back = if strictly { then >= when } else { then > when };
                back && self.is_move(vertex, to) && self.plays(to)
            };
            if row.iter().any(|to| goes_back(&to)) { Err(turned().into()) } else { Ok(()) }
        })?;
        Ok(())
    }

    /// What remains and can reach a target, and in how many moves if somebody wants to know.
    fn reaching(
        &self,
        control: &Control<'_>,
        mut moves: Option<&mut Vec<u32>>,
    ) -> Result<Bitmap, RowsError> {
        let mut found = Bitmap::new(self.left.len());
        let mut pace = control.pace();
        let mut front = Vec::new();
        for vertex in self.game.targets.ones().map(|vertex| vertex as Vertex) {
            pace.steps(1).map_err(VerifyError::from)?;
            if self.remains(vertex) {
                found.set(vertex as usize);
                front.push(vertex);
            }
        }
        let mut distance = 0;
        while !front.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            each_row(self.game.reverse, &front, &mut |vertex, row| {
                pace.steps(1 + row.len())?;
                for &from in row {
                    let is_new = self.remains(from) && !found.get(from as usize);
                    if is_new && self.is_move(from, vertex) {
                        found.set(from as usize);
                        if let Some(moves) = &mut moves {
                            moves[from as usize] = distance;
                        }
                        next.push(from);
                    }
                }
                Ok(())
            })?;
            next.sort_unstable();
            front = next;
        }
        Ok(found)
    }

    /// The first move of a play from a vertex that goes where somebody wants it.
    fn next(
        &self,
        vertex: Vertex,
        wanted: impl Fn(Vertex) -> bool,
        pace: &mut Pace<'_>,
    ) -> Result<Vertex, RowsError> {
        let mut to = None;
        let row = vertex as usize..vertex as usize + 1;
        self.game.forward.read_rows(row, &mut |_, row| {
            pace.steps(1 + row.len())?;
            let fits = |&to: &Vertex| self.is_move(vertex, to) && self.remains(to) && wanted(to);
            to = to.or_else(|| row.iter().copied().find(fits));
            Ok(())
        })?;
        // Everything that remains has a move to something that does.
        to.ok_or_else(|| turned().into())
    }

    /// A cycle without a target that can be reached from a vertex.
    fn round_without(&self, from: Vertex, control: &Control<'_>) -> Result<RowsError, RowsError> {
        let mut pace = control.pace();
        let mut seen: Vec<u32> = vec![0; self.left.len()];
        let (mut vertex, mut step) = (from, 1);
        while seen[vertex as usize] == 0 {
            (seen[vertex as usize], step) = (step, step + 1);
            vertex = self.next(vertex, |_| true, &mut pace)?;
        }
        let first = seen[vertex as usize];
        let mut lowest = vertex;
        for (other, _) in (0..vertex).zip(&seen).filter(|&(_, &step)| step >= first) {
            lowest = lowest.min(other);
        }
        Ok(lost(lowest, self.visitor(), step - first, Round::WithoutTarget))
    }

    /// A cycle through a target that can be reached from a vertex, from where a target always can.
    fn round_through(&self, from: Vertex, control: &Control<'_>) -> Result<RowsError, RowsError> {
        let mut pace = control.pace();
        let mut distances: Vec<u32> = vec![0; self.left.len()];
        self.reaching(control, Some(&mut distances))?;
        let mut seen: Vec<u32> = vec![0; self.left.len()];
        let (mut vertex, mut step) = (from, 1);
        // From target to target, by the shortest way, until one comes up again.
        loop {
            let distance = distances[vertex as usize];
            if distance == 0 {
                let before = std::mem::replace(&mut seen[vertex as usize], step);
                if before > 0 {
                    let winner = self.visitor().opponent();
                    return Ok(lost(vertex, winner, step - before, Round::ThroughTarget));
                }
            }
            let nearer = |to: Vertex| distance == 0 || distances[to as usize] < distance;
            vertex = self.next(vertex, nearer, &mut pace)?;
            step += 1;
        }
    }
}

/// What is wrong where moves read backwards are not those read forwards.
fn turned() -> io::Error {
    let text = "the moves turned around are not those of the graph: make the file again";
    io::Error::new(io::ErrorKind::InvalidData, text)
}

fn lost(vertex: Vertex, winner: Player, moves: u32, round: Round) -> RowsError {
    let rule = RegionRule::RoundLost { winner, moves: moves.into(), round };
    VerifyError::from(Fault::at(vertex, rule)).into()
}

/// Calls `visit` with the rows of these vertices, which are in order, those close together in one go.
fn each_row(
    rows: &dyn RowSource,
    vertices: &[Vertex],
    visit: RowVisit<'_>,
) -> Result<(), RowError> {
    for close in vertices.chunk_by(|&one, &next| next - one <= GAP) {
        let (Some(&first), Some(&last)) = (close.first(), close.last()) else { continue };
        let mut wanted = close;
        rows.read_rows(first as usize..last as usize + 1, &mut |vertex, row| {
            while let [next, rest @ ..] = wanted
                && *next < vertex
            {
                wanted = rest;
            }
            if wanted.first() == Some(&vertex) { visit(vertex, row) } else { Ok(()) }
        })?;
    }
    Ok(())
}
