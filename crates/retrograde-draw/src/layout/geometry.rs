//! Points, node shapes and the two axes of a layered layout.

/// A place in the picture; `y` grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// The point `distance` away in `direction`, a unit vector.
    pub(crate) fn toward(self, direction: Point, distance: f64) -> Point {
        Point::new(self.x + direction.x * distance, self.y + direction.y * distance)
    }

    /// The direction turned by a quarter.
    pub(crate) fn turned(self) -> Point {
        Point::new(self.y, self.x)
    }
}

/// How much room something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The outline of a node: a rectangle with rounded corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) corner: f64,
    /// The size of what is written at the self-loop beside it, if it has one.
    pub(crate) looped: Option<Size>,
}

impl Node {
    /// How far the border is from the centre in `direction` (along an axis), for a line that
    /// passes the centre at a distance of `offset`.
    pub(crate) fn border(&self, direction: Point, offset: f64) -> f64 {
        let (reach, breadth) = if direction.x == 0.0 {
            (self.height / 2.0, self.width / 2.0)
        } else {
            (self.width / 2.0, self.height / 2.0)
        };
        let into_corner = (offset.abs() - (breadth - self.corner)).clamp(0.0, self.corner);
        reach - self.corner + (self.corner.powi(2) - into_corner.powi(2)).sqrt()
    }
}

/// Where a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) centre: Point,
    /// The unit vector to the side that was kept free for a self-loop.
    pub(crate) loop_side: Point,
}

/// Which way play flows on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    Down,
    Right,
}

impl Axes {
    /// The size of a node across the flow.
    pub(crate) fn cross(self, node: &Node) -> f64 {
        match self {
            Axes::Down => node.width,
            Axes::Right => node.height,
        }
    }

    /// The size of a node along the flow.
    pub(crate) fn along(self, node: &Node) -> f64 {
        match self {
            Axes::Down => node.height,
            Axes::Right => node.width,
        }
    }

    /// How far a label reaches along the flow.
    pub(crate) fn along_label(self, label: Size) -> f64 {
        match self {
            Axes::Down => label.height,
            Axes::Right => label.width,
        }
    }

    /// The room beside a node that its self-loop takes, with what is written there.
    pub(crate) fn loop_room(self, node: &Node) -> f64 {
        let label = |label: Size| match self {
            Axes::Down => label.width,
            Axes::Right => label.height,
        };
        node.looped.map_or(0.0, |size| LOOP_ROOM + label(size))
    }

    pub(crate) fn point(self, along: f64, cross: f64) -> Point {
        match self {
            Axes::Down => Point::new(cross, along),
            Axes::Right => Point::new(along, cross),
        }
    }

    /// How far along the flow and across it a point lies.
    pub(crate) fn coordinates(self, point: Point) -> (f64, f64) {
        match self {
            Axes::Down => (point.y, point.x),
            Axes::Right => (point.x, point.y),
        }
    }
}

/// Room beside a node for its self-loop, without what is written there.
pub(crate) const LOOP_ROOM: f64 = 26.0;
/// Clear space between two nodes of a rank.
pub(crate) const NODE_GAP: f64 = 24.0;
/// Clear space between a node and a link that passes it.
pub(crate) const LANE_GAP: f64 = 15.0;
/// Clear space between two links that pass a rank side by side.
pub(crate) const LANE: f64 = 11.0;
/// Clear space between two ranks, before long slanted links ask for more.
pub(crate) const RANK_GAP: f64 = 42.0;

/// How large a picture appears on a slide of 16:9: the scale at which it just fits.
pub(crate) fn fit(width: f64, height: f64) -> f64 {
    (16.0 / width.max(1.0)).min(9.0 / height.max(1.0))
}
