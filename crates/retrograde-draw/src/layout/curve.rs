//! A link's line: straight and curved steps from its tail to the tip of its arrow.

use super::geometry::Point;

/// The distance between two samples of a line, and the most pieces a step is cut into for them.
const SPACING: f64 = 5.0;
const MOST_PIECES: f64 = 400.0;

/// One piece of a line, from where the piece before it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(Point, Point, Point),
}

impl Step {
    /// The point at `share` of the way, as the curve's parameter counts, from `start`.
    fn point(&self, start: Point, share: f64) -> Point {
        let mix =
            |a: Point, b: Point| Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
        match *self {
            Step::Line(end) => mix(start, end),
            Step::Cubic(one, two, end) => {
                let (a, b, c) = (mix(start, one), mix(one, two), mix(two, end));
                mix(mix(a, b), mix(b, c))
            }
        }
    }

    /// At least its length, from `start`.
    fn reach(&self, start: Point) -> f64 {
        let apart = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
        match *self {
            Step::Line(end) => apart(start, end),
            Step::Cubic(one, two, end) => apart(start, one) + apart(one, two) + apart(two, end),
        }
    }

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
    /// Points of the line, close together, each with its distance from the start along the line.
    pub(crate) fn samples(&self) -> Vec<(f64, Point)> {
        let mut samples = vec![(0.0, self.start)];
        let (mut along, mut last, mut from) = (0.0, self.start, self.start);
        for step in &self.steps {
            let pieces = (step.reach(from) / SPACING).ceil().clamp(1.0, MOST_PIECES) as usize;
            for piece in 1..=pieces {
                let point = step.point(from, piece as f64 / pieces as f64);
                along += (point.x - last.x).hypot(point.y - last.y);
                samples.push((along, point));
                last = point;
            }
            from = step.end();
        }
        samples
    }

    /// How long the line is, roughly.
    pub(crate) fn length(&self) -> f64 {
        self.samples().last().map_or(0.0, |&(along, _)| along)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_follow_the_line_closely() {
        let end = Point::new(100.0, 30.0);
        let bend = Step::Cubic(Point::new(60.0, 0.0), Point::new(60.0, 30.0), end);
        let steps = vec![Step::Line(Point::new(20.0, 0.0)), bend];
        let heading = Point::new(1.0, 0.0);
        let curve = Curve { start: Point::default(), steps, tip: end, heading };
        let samples = curve.samples();
        assert_eq!((samples[0], samples[samples.len() - 1].1), ((0.0, Point::default()), end));
        assert!(samples.iter().any(|&(along, point)| along == 20.0 && point.x == 20.0));
        for pair in samples.windows(2) {
            let step = (pair[1].1.x - pair[0].1.x).hypot(pair[1].1.y - pair[0].1.y);
            assert!(step > 0.0 && step < 2.0 * SPACING, "{step}");
            assert!((pair[1].0 - pair[0].0 - step).abs() < 1e-9);
        }
        let nowhere = Curve { steps: Vec::new(), ..curve };
        assert_eq!(nowhere.samples(), [(0.0, Point::default())]);
    }
}
