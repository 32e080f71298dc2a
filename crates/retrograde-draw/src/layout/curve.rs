//! A link's line: straight and curved steps from its tail to the tip of its arrow.

use super::geometry::Point;

/// One piece of a line, from where the piece before it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(Point, Point, Point),
}

impl Step {
    pub(crate) fn end(&self) -> Point {
        match *self {
            Step::Line(end) | Step::Cubic(_, _, end) => end,
        }
    }
}

/// A line that ends where its arrowhead begins.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) start: Point,
    pub(crate) steps: Vec<Step>,
    /// The tip of the arrow, on the border of the target.
    pub(crate) tip: Point,
    /// The unit vector the arrow points in.
    pub(crate) heading: Point,
}

impl Curve {
    /// A point about halfway along, for a label.
    pub(crate) fn middle(&self) -> Point {
        let at = self.steps.len() / 2;
        let before = at.checked_sub(1).map_or(self.start, |before| self.steps[before].end());
        match self.steps.get(at) {
            None => self.start,
            Some(Step::Line(end)) => Point::new((before.x + end.x) / 2.0, (before.y + end.y) / 2.0),
            Some(Step::Cubic(one, two, end)) => Point::new(
                (before.x + 3.0 * (one.x + two.x) + end.x) / 8.0,
                (before.y + 3.0 * (one.y + two.y) + end.y) / 8.0,
            ),
        }
    }

    /// The same curve elsewhere.
    pub(crate) fn shifted(mut self, x: f64, y: f64) -> Self {
        let shift = |point: &mut Point| *point = Point::new(point.x + x, point.y + y);
        shift(&mut self.start);
        shift(&mut self.tip);
        for step in &mut self.steps {
            match step {
                Step::Line(end) => shift(end),
                Step::Cubic(one, two, end) => [one, two, end].into_iter().for_each(shift),
            }
        }
        self
    }
}

/// Collects steps, leaving out those that lead nowhere and joining straight ones in a row.
#[derive(Debug)]
pub(crate) struct Pen {
    start: Point,
    steps: Vec<Step>,
}

const SAME: f64 = 1e-6;

impl Pen {
    pub(crate) fn new(start: Point) -> Self {
        Pen { start, steps: Vec::new() }
    }

    fn position(&self) -> Point {
        self.steps.last().map_or(self.start, Step::end)
    }

    /// A straight step along one of the axes.
    pub(crate) fn line(&mut self, to: Point) {
        let from = self.position();
        if (from.x - to.x).abs() < SAME && (from.y - to.y).abs() < SAME {
            return;
        }
        let before = self.steps.len().checked_sub(2).map_or(self.start, |at| self.steps[at].end());
        if let Some(Step::Line(end)) = self.steps.last_mut() {
            let straight = |a: f64, b: f64, c: f64| (a - b).abs() < SAME && (b - c).abs() < SAME;
            if straight(before.x, end.x, to.x) || straight(before.y, end.y, to.y) {
                *end = to;
                return;
            }
        }
        self.steps.push(Step::Line(to));
    }

    pub(crate) fn cubic(&mut self, one: Point, two: Point, to: Point) {
        self.steps.push(Step::Cubic(one, two, to));
    }

    /// The steps from the start.
    pub(crate) fn forward(self) -> (Point, Vec<Step>) {
        (self.start, self.steps)
    }

    /// The steps from the end back to the start.
    pub(crate) fn backward(self) -> (Point, Vec<Step>) {
        let start = self.position();
        let ends = self.steps.iter().rev().skip(1).map(Step::end).chain([self.start]);
        let steps = self.steps.iter().rev().zip(ends).map(|(step, end)| match *step {
            Step::Line(_) => Step::Line(end),
            Step::Cubic(one, two, _) => Step::Cubic(two, one, end),
        });
        (start, steps.collect())
    }
}
