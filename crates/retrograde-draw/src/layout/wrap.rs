//! Folding a long thin drawing into several bands, like a river in meanders.
//!
//! A line of play sixty moves long would be a strip nobody can read. It is cut between ranks few
//! links pass, and every second band is turned by half a circle, so that a link over the cut is a
//! plain U-turn and no new crossing arises.

use std::ops::Range;

use super::geometry::{Axes, Point, fit};

/// What a rank takes up before folding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// From where to where along the flow.
    pub(crate) along: (f64, f64),
    /// From where to where across it.
    pub(crate) cross: (f64, f64),
    /// How many links go on to the next rank.
    pub(crate) links_below: usize,
}

/// Ranks that stay together, and where they go.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    pub(crate) rows: Range<usize>,
    pub(crate) flipped: bool,
    along: (f64, f64),
    cross: (f64, f64),
    /// The length of the longest band.
    length: f64,
    /// Where the band begins across the flow.
    offset: f64,
}

/// Clear space between bands.
const BAND_GAP: f64 = 48.0;
/// Cuts through more links than this would be hard to follow around the turn.
const MOST_LINKS_CUT: usize = 8;
/// How much larger the picture must become.
const WORTHWHILE: f64 = 1.4;
const MOST_BANDS: usize = 24;

impl Band {
    /// Where a point before folding comes to lie.
    pub(crate) fn map(&self, axes: Axes, along: f64, cross: f64) -> Point {
        let (mut along, mut cross) = (along - self.along.0, cross - self.cross.0);
        if self.flipped {
            along = self.length - along;
            cross = self.breadth() - cross;
        }
        axes.point(along, cross + self.offset)
    }

    /// `1` if play flows in the direction of the axis, `-1` in a flipped band.
    pub(crate) fn sign(&self) -> f64 {
        if self.flipped { -1.0 } else { 1.0 }
    }

    /// The axis coordinate of the side on which links leave for the next band.
    pub(crate) fn turning_side(&self) -> f64 {
        if self.flipped { 0.0 } else { self.length }
    }

    fn breadth(&self) -> f64 {
        self.cross.1 - self.cross.0
    }

    /// How far the band reaches across the flow, in the folded picture.
    pub(crate) fn end(&self) -> f64 {
        self.offset + self.breadth()
    }

    pub(crate) fn length(&self) -> f64 {
        self.length
    }
}

/// How far a U-turn between lines `2 * radius` apart sticks out: less than half a circle if wide.
pub(crate) fn bulge(radius: f64) -> f64 {
    radius.min(26.0 + radius * 0.45)
}

/// The bands `rows` are best shown in; one unless folding helps a lot.
pub(crate) fn fold(rows: &[Row], axes: Axes) -> Vec<Band> {
    let whole = 0..rows.len();
    let mut best = bands(rows, std::slice::from_ref(&whole));
    // Flowing back upwards would be confusing: only drawings to the right are folded.
    if axes == Axes::Down {
        return best;
    }
    let mut best_fit = size_fit(&best, axes) * WORTHWHILE;
    for pieces in 2..=MOST_BANDS.min(rows.len() / 3) {
        let Some(cut) = cut(rows, pieces) else { continue };
        let folded = bands(rows, &cut);
        let folded_fit = size_fit(&folded, axes);
        if folded_fit > best_fit {
            (best, best_fit) = (folded, folded_fit);
        }
    }
    best
}

fn size_fit(bands: &[Band], axes: Axes) -> f64 {
    let turns = bands
        .windows(2)
        .map(|pair| bulge((pair[0].breadth() + BAND_GAP + pair[1].breadth()) / 2.0));
    let turn_room = turns.fold(0.0, f64::max) * bands.len().saturating_sub(1).min(2) as f64;
    let along = bands.first().map_or(0.0, |band| band.length) + turn_room;
    let size = axes.point(along, bands.last().map_or(0.0, Band::end));
    fit(size.x, size.y)
}

/// Cuts the rows into about equal pieces, near each equal cut where the fewest links pass.
fn cut(rows: &[Row], pieces: usize) -> Option<Vec<Range<usize>>> {
    let (first, last) = (rows.first()?.along.0, rows.last()?.along.1);
    let piece = (last - first) / pieces as f64;
    let mut ranges = Vec::with_capacity(pieces);
    let mut start = 0;
    for number in 1..pieces {
        let ideal = first + piece * number as f64;
        let distance = |row: usize| (rows[row].along.1 - ideal).abs();
        let near = (start..rows.len() - 1).filter(|&row| distance(row) < piece * 0.3);
        let row = near.min_by(|&a, &b| {
            let by_links = rows[a].links_below.cmp(&rows[b].links_below);
            by_links.then(distance(a).total_cmp(&distance(b)))
        })?;
        if rows[row].links_below > MOST_LINKS_CUT {
            return None;
        }
        ranges.push(start..row + 1);
        start = row + 1;
    }
    ranges.push(start..rows.len());
    Some(ranges)
}

fn bands(rows: &[Row], ranges: &[Range<usize>]) -> Vec<Band> {
    let mut bands = Vec::with_capacity(ranges.len());
    let mut offset = 0.0;
    for (number, range) in ranges.iter().enumerate() {
        let inside = &rows[range.clone()];
        let along = (
            inside.first().map_or(0.0, |row| row.along.0),
            inside.last().map_or(0.0, |row| row.along.1),
        );
        let low = inside.iter().map(|row| row.cross.0).fold(f64::INFINITY, f64::min);
        let high = inside.iter().map(|row| row.cross.1).fold(f64::NEG_INFINITY, f64::max);
        let cross = if inside.is_empty() { (0.0, 0.0) } else { (low, high) };
        let flipped = number % 2 == 1;
        let band = Band { rows: range.clone(), flipped, along, cross, length: 0.0, offset };
        offset = band.end() + BAND_GAP;
        bands.push(band);
    }
    let length = bands.iter().map(|band| band.along.1 - band.along.0).fold(0.0, f64::max);
    bands.iter_mut().for_each(|band| band.length = length);
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(length: usize) -> Vec<Row> {
        let start = |row: usize| row as f64 * 100.0;
        let row = |row| Row {
            along: (start(row), start(row) + 60.0),
            cross: (0.0, 40.0),
            links_below: 1,
        };
        (0..length).map(row).collect()
    }

    #[test]
    fn a_long_chain_is_folded_and_a_short_one_is_not() {
        assert_eq!(fold(&chain(5), Axes::Right).len(), 1);
        let folded = fold(&chain(60), Axes::Right);
        assert!((4..9).contains(&folded.len()), "{}", folded.len());
        assert_eq!(folded.iter().map(|band| band.rows.len()).sum::<usize>(), 60);
        assert_eq!(fold(&chain(60), Axes::Down).len(), 1);
    }

    #[test]
    fn rows_with_many_links_between_them_stay_together() {
        let mut rows = chain(60);
        rows.iter_mut().for_each(|row| row.links_below = MOST_LINKS_CUT + 1);
        assert_eq!(fold(&rows, Axes::Right).len(), 1);
    }
}
