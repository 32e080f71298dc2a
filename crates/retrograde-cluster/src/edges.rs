//! A list of edges as text, of which every worker reads a part.

use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use retrograde_core::{Control, Vertex};
use retrograde_link::{Cluster, ClusterError, Link, Tally, Watch};

use crate::answer::Answer;
use crate::estimate::{check, estimate_list};
use crate::fingerprint::Fingerprint;
use crate::list::{Line, Reader, open};
use crate::local::Gathering;
use crate::options::Options;
use crate::output::Style;
use crate::partition::Partition;
use crate::rule::Rule;
use crate::run::{identity, run};
use crate::source::{Ending, Part, Source};

/// Lines between two looks whether to go on.
const TOGETHER: usize = 1 << 12;

/// A list of edges as text: `u v` or `u v weight` a line, a line of one number declares a vertex, `#`
/// starts a comment. Vertices are the numbers that it has; other numbers up to the largest are
/// [holes](crate::Known::Hole), which have no rows. Every worker reads a part of the file and sends the edges
/// to whom they belong. [`merge::list`](crate::merge::list) puts rows in the order of the list.
#[derive(Clone, Copy, Debug)]
pub struct EdgeList<'a> {
    /// The file, which all processes see.
    pub path: &'a Path,
    /// What is asked.
    pub rule: Rule<'a>,
}

impl EdgeList<'_> {
    /// Solves it, with all other processes: the share of this one.
    ///
    /// # Errors
    /// It was stopped; a name is not a number, or there is none; processes did not find each other, were
    /// started for other work, or one is gone; a file failed.
    pub fn solve(&self, options: &Options, control: &Control<'_>) -> Result<Answer, ClusterError> {
        run(self, options, control)
    }

    /// The first vertex of the list, if there is one.
    ///
    /// # Errors
    /// The file cannot be read, or what is there first is not a number; it was stopped.
    pub fn first(&self, control: &Control<'_>) -> Result<Option<Vertex>, ClusterError> {
        let mut reader = Reader::open(self.path, 0, 1)?;
        let mut pace = control.pace();
        while let Some(line) = reader.next()? {
            pace.steps(1)?;
            if let Some(line) = line {
                return Ok(Some(line.first()));
            }
        }
        Ok(None)
    }

    /// Calls `visit` for each line of this worker's part of the file that says something.
    fn read(
        &self,
        link: &mut Link<'_>,
        workers: usize,
        visit: &mut dyn FnMut(&mut Link<'_>, Line) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let mut reader = Reader::open(self.path, link.me(), workers)?;
        for number in 0_usize.. {
            if number.is_multiple_of(TOGETHER) {
                link.step()?;
            }
            match reader.next()? {
                None => break,
                Some(None) => {}
                Some(Some(line)) => visit(link, line)?,
            }
        }
        Ok(())
    }

    /// The number that tells this input and this question from others: shares of the answer have it, and
    /// [`merge`](crate::merge) asks for it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn identity(&self, control: &Control<'_>) -> Result<u64, ClusterError> {
        identity(self, control)
    }
}

impl Source for EdgeList<'_> {
    fn size(&self) -> Option<u64> {
        None
    }

    fn measure(&self, link: &mut Link<'_>, cluster: &Cluster) -> Result<u64, ClusterError> {
        let (together, workers) = (cluster.workers(), cluster.workers() * cluster.processes());
        let (mut largest, mut edges) = (None, 0);
        self.read(link, workers, &mut |_, line| {
            largest = largest.max(Some(u64::from(line.largest())));
            edges += u64::from(matches!(line, Line::Edge(..)));
            Ok(())
        })?;
        let size = link.most(largest)?.map_or(0, |largest| largest + 1);
        let sum = link.meet(Tally { counts: [edges, 0, 0], ..Tally::default() })?;
        if size == 0 {
            let path = self.path.display();
            return Err(ClusterError::Input(format!("{path}: there is no vertex in it")));
        }
        let needed = estimate_list(size, sum.counts[0], together, workers);
        check(needed, cluster, &link.watch.control)?;
        Ok(size)
    }

    fn ending(&self) -> Ending {
        self.rule.ending()
    }

    fn style(&self) -> Style<'_> {
        Style::Rows(self.rule)
    }

    fn fingerprint(&self, _: Watch<'_>) -> Result<u64, ClusterError> {
        /// Bytes of a file that are looked at, from both ends.
        const ENDS: u64 = 1 << 20;
        let failed = || ClusterError::file(self.path);
        let (mut file, length) = open(self.path)?;
        let mut print = Fingerprint::new(length, 0);
        print.rule(self.rule, 1)?;
        for begin in [0, length.saturating_sub(ENDS)] {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(begin)).map_err(failed())?;
            let mut end = io::Read::take(&mut file, ENDS);
            io::Read::read_to_end(&mut end, &mut bytes).map_err(failed())?;
            print.bytes(&bytes);
        }
        Ok(print.finish())
    }

    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<Box<dyn Part + 'a>, ClusterError> {
        let mut gathering = Gathering::new(partition, link.me(), true);
        let mut lines = 0_usize;
        self.read(link, partition.workers(), &mut |link, line| {
            match line {
                Line::Edge(from, to) => gathering.edge(from, to)?,
                Line::Vertex(vertex) => gathering.vertex(vertex),
            }
            lines += 1;
            if lines.is_multiple_of(TOGETHER) { gathering.dispatch(link) } else { Ok(()) }
        })?;
        Ok(Box::new(gathering.finish(self.rule, None, link)?))
    }
}
