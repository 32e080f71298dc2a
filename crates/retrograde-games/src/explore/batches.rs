//! Rules that work on many positions at once: a graph that grows batch by batch.

use hashbrown::HashTable;
use retrograde_core::{Column, Control, Graph, GraphError, Offsets, Outcome, Vertex};

use super::ExploreError;

/// A graph that grows batch by batch, whose positions are whole numbers of 64 bits. Whoever knows the
/// rules is asked for the moves of many positions at once, in whatever language.
///
/// The starts come first, in their order, then the rest as a search breadth first meets them. Several
/// moves to the same position are one edge, in the place of the first.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_games::Batches;
/// // A pile from which one or two are taken.
/// let mut game = Batches::new(&[5])?;
/// while !game.ahead(100).is_empty() {
///     let batch = game.ahead(100).to_vec();
///     let moves = batch.iter().zip(0..).flat_map(|(&pile, place)| {
///         (1..=pile.min(2)).map(move |taken| (place, pile - taken))
///     });
///     let (movers, to): (Vec<u32>, Vec<u64>) = moves.unzip();
///     game.add(batch.len(), &movers, &to, |_| None, &Control::default())?;
/// }
/// let (graph, _verdicts, positions) = game.finish()?;
/// assert_eq!(positions, [5, 4, 3, 2, 1, 0]);
/// assert_eq!(graph.successors(0), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batches {
    positions: Vec<u64>,
    numbers: HashTable<(u64, Vertex)>,
    /// Where the rows end; there is one for each position whose moves are known.
    ends: Vec<u64>,
    targets: Vec<Vertex>,
    verdicts: Column<Outcome>,
    /// The row that a vertex was last a target in, and one more.
    marks: Vec<Vertex>,
}

impl Batches {
    /// Nothing but some positions where play begins.
    ///
    /// # Errors
    /// There are more than can be numbered.
    pub fn new(starts: &[u64]) -> Result<Self, ExploreError> {
        let mut batches = Batches::default();
        for &start in starts {
            batches.number(start)?;
        }
        Ok(batches)
    }

    /// The next positions whose moves are wanted, so many at most; none when all is known.
    #[must_use]
    pub fn ahead(&self, most: usize) -> &[u64] {
        let ahead = &self.positions[self.ends.len()..];
        &ahead[..most.min(ahead.len())]
    }

    /// All positions that have been found, in order.
    #[must_use]
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// What is known of the first `count` positions [ahead](Self::ahead): each move as the place of
    /// its mover among them and the position that it leads to, in any order of the movers, and where
    /// the game is over. Moves from where it is over do not count.
    ///
    /// # Errors
    /// A mover is none of them; there are more positions or more memory than allowed, or somebody
    /// stopped it. What has been found until then is of no use after that.
    ///
    /// # Panics
    /// If there are not so many positions ahead, or not as many movers as moves.
    pub fn add(
        &mut self,
        count: usize,
        movers: &[u32],
        to: &[u64],
        verdict: impl Fn(usize) -> Option<Outcome>,
        control: &Control<'_>,
    ) -> Result<(), ExploreError> {
        assert!(count <= self.positions.len() - self.ends.len(), "as many positions as are ahead");
        assert_eq!(movers.len(), to.len(), "a mover for each move");
        if let Some(&mover) = movers.iter().find(|&&mover| mover as usize >= count) {
            let (vertex, vertices) = (mover.into(), count as u64);
            return Err(GraphError::VertexOutOfRange { vertex, vertices }.into());
        }
        let sorted;
        let order: Option<&[u32]> = match movers.is_sorted() {
            true => None,
            false => {
                sorted = by_mover(count, movers);
                Some(&sorted)
            }
        };
        let mut pace = control.pace();
        let mut next = 0;
        for mover in 0..count {
            let row = self.ends.len() as Vertex;
            let outcome = verdict(mover);
            while next < movers.len() {
                let place = order.map_or(next, |order| order[next] as usize);
                if movers[place] as usize != mover {
                    break;
                }
                next += 1;
                if outcome.is_none() {
                    pace.steps(8)?;
                    let vertex = self.number(to[place])?;
                    let mark = &mut self.marks[vertex as usize];
                    if *mark != row + 1 {
                        *mark = row + 1;
                        self.targets.push(vertex);
                    }
                }
            }
            if let Some(outcome) = outcome {
                self.verdicts.set(row as usize, outcome);
            }
            self.ends.push(self.targets.len() as u64);
        }
        control.check_memory()?;
        Ok(())
    }

    /// The graph, what is said where the game is over, and the positions.
    ///
    /// # Errors
    /// The graph cannot be stored.
    pub fn finish(self) -> Result<(Graph, Column<Outcome>, Vec<u64>), ExploreError> {
        let Batches { positions, ends, targets, verdicts, .. } = self;
        let mut offsets = Offsets::zeroed(positions.len(), targets.len() as u64);
        match &mut offsets {
            Offsets::Narrow(narrow) => {
                let mut narrow = narrow.to_mut();
                let rows = narrow.iter_mut().skip(1).zip(&ends);
                rows.for_each(|(offset, &end)| *offset = end as u32);
            }
            Offsets::Wide(wide) => {
                let mut wide = wide.to_mut();
                wide.iter_mut().skip(1).zip(&ends).for_each(|(offset, &end)| *offset = end);
            }
        }
        Ok((Graph::from_parts(offsets, targets)?, verdicts, positions))
    }

    /// The number of a position, a new one if it is met for the first time.
    #[inline]
    fn number(&mut self, position: u64) -> Result<Vertex, ExploreError> {
        let found = self.numbers.find(hash(position), |&(other, _)| other == position);
        if let Some(&(_, vertex)) = found {
            return Ok(vertex);
        }
        let vertex = self.positions.len() as Vertex;
        if vertex == Vertex::MAX {
            return Err(GraphError::TooManyVertices.into());
        }
        let rehash = |&(position, _): &(u64, Vertex)| hash(position);
        self.numbers.insert_unique(hash(position), (position, vertex), rehash);
        self.positions.push(position);
        self.marks.push(0);
        Ok(vertex)
    }
}

/// The places of moves, those of each mover together and in their order.
fn by_mover(count: usize, movers: &[u32]) -> Vec<u32> {
    let mut begins = vec![0u32; count + 1];
    movers.iter().for_each(|&mover| begins[mover as usize + 1] += 1);
    for mover in 0..count {
        begins[mover + 1] += begins[mover];
    }
    let mut order = vec![0; movers.len()];
    for (&mover, place) in movers.iter().zip(0..) {
        let begin = &mut begins[mover as usize];
        order[*begin as usize] = place;
        *begin += 1;
    }
    order
}

/// All bits of a position take part in all bits of its hash.
#[inline]
fn hash(position: u64) -> u64 {
    let product = u128::from(position ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game on numbers below 50, whose moves come in the order that `shuffle` makes of them.
    fn solved(batch: usize, shuffle: impl Fn(&mut Vec<(u32, u64)>)) -> (Graph, Vec<u64>) {
        let mut game = Batches::new(&[49, 7, 49]).unwrap();
        while !game.ahead(batch).is_empty() {
            let some = game.ahead(batch).to_vec();
            let mut moves = Vec::new();
            for (place, &n) in some.iter().enumerate() {
                let to = [n / 2, n / 3, n / 2, (n * 7 + 3) % 50];
                moves.extend(to.map(|to| (place as u32, to)));
            }
            shuffle(&mut moves);
            let (movers, to): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
            let verdict = |place: usize| (some[place] == 0).then_some(Outcome::Draw);
            game.add(some.len(), &movers, &to, verdict, &Control::ALONE).unwrap();
        }
        let (graph, verdicts, positions) = game.finish().unwrap();
        let zero = positions.iter().position(|&n| n == 0).unwrap();
        assert_eq!(verdicts.iter().collect::<Vec<_>>(), [(zero, Outcome::Draw)]);
        assert!(graph.is_terminal(zero as Vertex));
        (graph, positions)
    }

    #[test]
    fn batches_of_any_size_make_the_same_graph() {
        let (graph, positions) = solved(1, |_| ());
        assert_eq!(positions[..2], [49, 7]);
        for (vertex, &n) in positions.iter().enumerate().filter(|&(_, &n)| n != 0) {
            let to: Vec<u64> =
                graph.successors(vertex as Vertex).iter().map(|&v| positions[v as usize]).collect();
            let mut wanted = Vec::new();
            for to in [n / 2, n / 3, (n * 7 + 3) % 50] {
                if !wanted.contains(&to) {
                    wanted.push(to);
                }
            }
            assert_eq!(to, wanted);
        }
        for batch in [2, 3, 10, 1000] {
            assert_eq!(solved(batch, |_| ()), (graph.clone(), positions.clone()));
            // Movers in any order, each with its moves in theirs.
            let turned = |moves: &mut Vec<(u32, u64)>| {
                moves.sort_by_key(|&(mover, _)| (std::cmp::Reverse(mover % 3), mover));
            };
            assert_eq!(solved(batch, turned), (graph.clone(), positions.clone()));
        }
    }

    #[test]
    fn a_mover_that_is_not_there_is_refused() {
        let mut game = Batches::new(&[1]).unwrap();
        let error = game.add(1, &[0, 1], &[2, 3], |_| None, &Control::ALONE).unwrap_err();
        assert_eq!(error, GraphError::VertexOutOfRange { vertex: 1, vertices: 1 }.into());
    }
}
