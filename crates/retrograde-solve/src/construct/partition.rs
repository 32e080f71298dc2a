//! A partition as constructions need it: checked, and by members.

use retrograde_core::Vertex;

use super::ConstructError;
use crate::bisimulation::Partition;

impl Partition {
    /// The first member of each class, if this is a partition of so many vertices into classes
    /// that all have members. In what order they first appear does not matter.
    pub(super) fn first_members(&self, vertices: usize) -> Result<Vec<Vertex>, ConstructError> {
        let (given, count) = (self.class.len(), self.count);
        if given != vertices {
            return Err(ConstructError::PartitionLength { given, vertices });
        }
        // More classes than vertices cannot all have members: do not believe the number.
        let mut first = vec![None; count.min(vertices)];
        for (vertex, &class) in self.class.iter().enumerate() {
            match first.get_mut(class as usize) {
                Some(first) => _ = first.get_or_insert(vertex as Vertex),
                None => return Err(ConstructError::PartitionClass { class, count }),
            }
        }
        let empty = first.iter().position(Option::is_none);
        let empty = empty.or((count > vertices).then_some(vertices));
        match empty {
            Some(class) => Err(ConstructError::PartitionClass { class: class as u32, count }),
            None => Ok(first.into_iter().flatten().collect()),
        }
    }
}

/// The members of each class side by side.
pub(super) struct Members {
    starts: Vec<usize>,
    members: Vec<Vertex>,
}

impl Members {
    /// Sorts the vertices by their class, which is below `count`, keeping their order within one.
    pub(super) fn new(class: &[u32], count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        for &class in class {
            starts[class as usize + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let (mut next, mut members) = (starts.clone(), vec![0; class.len()]);
        for (vertex, &class) in class.iter().enumerate() {
            members[next[class as usize]] = vertex as Vertex;
            next[class as usize] += 1;
        }
        Members { starts, members }
    }

    /// The members of `class`, in vertex order.
    pub(super) fn of(&self, class: usize) -> &[Vertex] {
        &self.members[self.starts[class]..self.starts[class + 1]]
    }
}
