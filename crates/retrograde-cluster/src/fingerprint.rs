//! A number that tells an input from others, so that processes and checkpoints of other work are noticed.

use retrograde_core::RowSource;
use retrograde_link::{ClusterError, Watch};

use crate::rule::{Rule, Said};

/// Rows of which every edge counts; of larger inputs rows here and there.
const ROWS: usize = 1 << 16;

/// Mixes numbers into one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) fn new(size: u64, edges: u64) -> Self {
        let mut print = Fingerprint(0x5247_4331);
        print.add(&[size, edges]);
        print
    }

    pub(crate) fn add(&mut self, words: &[u64]) {
        for &word in words {
            // The constants are D. E. Knuth's for MMIX, with a shift to mix the high bits in.
            let mixed = (self.0 ^ word).wrapping_mul(6_364_136_223_846_793_005);
            self.0 = (mixed ^ mixed >> 29).wrapping_add(1_442_695_040_888_963_407);
        }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.add(&[bytes.len() as u64, crc32fast::hash(bytes).into()]);
    }

    /// Mixes in what a rule would say of some of so many vertices if they had no moves.
    pub(crate) fn rule(&mut self, rule: Rule<'_>, size: u64) -> Result<(), ClusterError> {
        /// Vertices that are looked at together, and how often that is done.
        const RUN: u64 = 1 << 6;
        self.add(&[rule.number()]);
        let mut said = Said::default();
        for first in (0..size).step_by((size / RUN).max(RUN) as usize) {
            let vertices = first..size.min(first + RUN);
            rule.read(vertices.clone(), &mut said)?;
            vertices.zip(0..).for_each(|(_, index)| self.add(&[said.number(index, true)]));
        }
        Ok(())
    }

    /// Mixes in rows of a graph and what a rule says of their vertices: all of a small one, of a large
    /// one some in each part.
    pub(crate) fn rows(
        &mut self,
        rows: &dyn RowSource,
        rule: Rule<'_>,
        watch: Watch<'_>,
    ) -> Result<(), ClusterError> {
        /// Rows that are read together.
        const RUN: usize = 64;
        let count = rows.vertex_count();
        self.rule(rule, count as u64)?;
        let mut said = Said::default();
        let runs = count.div_ceil(RUN);
        let step = runs.div_ceil(ROWS / RUN).max(1);
        for run in (0..runs).step_by(step) {
            watch.check()?;
            let range = run * RUN..count.min((run + 1) * RUN);
            rule.read(range.start as u64..range.end as u64, &mut said)?;
            rows.read_rows(range.clone(), &mut |vertex, row| {
                let index = vertex as usize - range.start;
                self.add(&[row.len() as u64, said.number(index, row.is_empty())]);
                row.iter().for_each(|&to| self.add(&[to.into()]));
                Ok(())
            })?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}
