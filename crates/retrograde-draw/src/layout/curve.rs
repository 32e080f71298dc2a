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

    /// Points of the line, close together, each with its distance from the start along the line.
    fn samples(&self) -> Vec<(f64, Point)> {
        const PIECES: usize = 12;
        let mut samples = vec![(0.0, self.start)];
        let (mut along, mut last, mut from) = (0.0, self.start, self.start);
        for step in &self.steps {
            for piece in 1..=PIECES {
                let point = step.point(from, piece as f64 / PIECES as f64);
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

    /// The middle and other points of the line, farther and farther from it, for a label that
    /// should not lie on others.
    pub(crate) fn about_the_middle(&self) -> impl Iterator<Item = Point> {
        let samples = self.samples();
        let length = self.length();
        let at = move |share: f64| {
            let place = samples.partition_point(|&(along, _)| along < length * share);
            samples[place.min(samples.len() - 1)].1
        };
        let shares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
        [self.middle()].into_iter().chain(shares.into_iter().map(at))
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
    fn places_for_a_label_start_in_the_middle_and_stay_on_the_line() {
        let end = Point::new(100.0, 0.0);
        let steps = vec![Step::Line(Point::new(20.0, 0.0)), Step::Line(end)];
        let heading = Point::new(1.0, 0.0);
        let curve = Curve { start: Point::default(), steps, tip: end, heading };
        let places: Vec<f64> = curve.about_the_middle().map(|point| point.x).collect();
        assert_eq!((places[0], curve.length()), (curve.middle().x, 100.0));
        for (place, wanted) in places[1..].iter().zip([50.0, 42.0, 58.0, 34.0, 66.0, 26.0, 74.0]) {
            assert!((place - wanted).abs() < 8.0, "{place} instead of {wanted}");
        }
        let nowhere = Curve { steps: Vec::new(), ..curve };
        assert!(nowhere.about_the_middle().all(|point| point == Point::default()));
    }
}
