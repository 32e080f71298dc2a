//! The names of a batch, without a graph to add them to.

use super::{Batch, Says};

impl Batch {
    /// The names of all lines, two each, if all are lines of plain numbers.
    pub(crate) fn numbers(&self) -> Option<&[u64]> {
        self.lines.is_empty().then(|| self.edges.as_flattened())
    }

    /// What the lines of plain numbers weigh, if they do.
    pub(crate) fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// Appends the names of all lines and where each ends, of each edge which two names are its ends, and
    /// what those weigh that have a weight.
    pub(crate) fn write_names(
        &self,
        text: &mut String,
        stops: &mut Vec<usize>,
        ends: &mut Vec<u32>,
        weights: &mut Vec<i64>,
    ) {
        let mut digits = itoa::Buffer::new();
        for &number in self.edges.as_flattened() {
            text.push_str(digits.format(number));
            ends.push(stops.len() as u32);
            stops.push(text.len());
        }
        weights.extend_from_slice(&self.weights);
        let begin = text.len();
        text.push_str(&self.text);
        for line in &self.lines {
            stops.push(begin + line.from as usize);
            if line.says != Says::Vertex {
                stops.push(begin + line.to as usize);
            }
            if matches!(line.says, Says::Edge | Says::Weighted) {
                ends.extend([stops.len() as u32 - 2, stops.len() as u32 - 1]);
            }
        }
        weights.extend_from_slice(&self.word_weights);
    }
}
