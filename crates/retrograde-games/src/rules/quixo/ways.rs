//! The ways to take a cube of Quixo and push it back in, and which of them have to do with a square.

/// What a push does to sets of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The square the cube is taken from, and the one where it is pushed in.
    pub(super) from: u32,
    pub(super) to: u32,
    /// The squares that do not change.
    keep: u32,
    /// The squares whose cubes move, before and after.
    before: u32,
    after: u32,
    /// How far they move, to higher numbers or to lower ones.
    up: u32,
    down: u32,
    /// The next square towards the end where the cube is pushed in, if a cube from there could be
    /// pushed in there, too.
    pub(super) near: u32,
    /// Whether the cube is taken from beside that end.
    pub(super) beside: bool,
}

impl Way {
    pub(super) fn new(size: u32, from: u32, to: u32) -> Self {
        let step = if from / size == to / size { 1 } else { size };
        let (low, high) = (from.min(to), from.max(to));
        let whole = (low..=high).step_by(step as usize).fold(0, |set, square| set | 1 << square);
        let (before, after) = (whole & !(1 << from), whole & !(1 << to));
        let (up, down) = if from > to { (step, 0) } else { (0, step) };
        let next = if from > to { from - step } else { from + step };
        let last = size - 1;
        let line = if step == 1 { from / size } else { from % size };
        let near = if next != to && (line == 0 || line == last) { 1 << next } else { 0 };
        let (from, beside) = (1 << from, next == to);
        Way { from, to: 1 << to, keep: !whole, before, after, up, down, near, beside }
    }

    /// Moves the cubes of a set, the one that is taken left out.
    #[inline(always)]
    pub(super) fn shift(self, cubes: u32) -> u32 {
        (cubes & self.keep) | ((cubes & self.before) << self.up >> self.down)
    }

    /// Moves them back.
    #[inline(always)]
    pub(super) fn shift_back(self, cubes: u32) -> u32 {
        (cubes & self.keep) | ((cubes & self.after) >> self.up << self.down)
    }
}

/// For sets of squares the ways to push that have to do with them, by the sets' first eight squares and
/// by the others. Ways are bits by their numbers, of which there are at most 32.
#[derive(Clone, Debug)]
pub(super) struct Ways([Vec<Touched>; 2]);

/// The ways that have to do with a set of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touched {
    /// Those that take a cube from there.
    pub(super) from: u32,
    /// Those for which the next cube towards the end would do as well, if it is from there.
    pub(super) near: u32,
    /// Those that push it in there.
    pub(super) to: u32,
    /// Those that push it in there from beside.
    pub(super) beside: u32,
}

impl Ways {
    pub(super) fn new(pushes: &[Way]) -> Self {
        let all = |is: &dyn Fn(&Way) -> bool| {
            pushes.iter().zip(0..).fold(0, |all, (way, nth)| all | u32::from(is(way)) << nth)
        };
        Ways([0, 8].map(|shift| {
            let touched = |set: u32| Touched {
                from: all(&|way| way.from & set << shift != 0),
                near: all(&|way| way.near & set << shift != 0),
                to: all(&|way| way.to & set << shift != 0),
                beside: all(&|way| way.beside && way.to & set << shift != 0),
            };
            (0..1 << 8).map(touched).collect()
        }))
    }

    #[inline]
    pub(super) fn of(&self, set: u16) -> Touched {
        let (a, b) = (self.0[0][usize::from(set & 0xff)], self.0[1][usize::from(set >> 8)]);
        Touched {
            from: a.from | b.from,
            near: a.near | b.near,
            to: a.to | b.to,
            beside: a.beside | b.beside,
        }
    }
}

/// The ways of a set, the first one first.
#[inline]
pub(super) fn each(pushes: &[Way], mut set: u32) -> impl Iterator<Item = &Way> {
    std::iter::from_fn(move || {
        let way = pushes.get(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(way)
    })
}
