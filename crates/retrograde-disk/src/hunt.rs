//! Reachability and safety: one player wants a target to be reached, the other wants it never to be.

use retrograde_core::{Bitmap, Control, Distance, Distances, GraphError, Player, Vertex, Winners};
use retrograde_io::RggFile;

use crate::checkpoint::Asked;
use crate::error::DiskError;
use crate::options::Options;
use crate::outcome::Estimate;
use crate::seed::{Begin, degrees, seed};
use crate::wave::{self, Effect, Rule, State, Turn};

/// Where the player wins who wants a target, and how soon.
#[derive(Clone, Debug)]
pub struct Hunted {
    /// Who wants a target to be reached: player 0 in reachability, player 1 in safety.
    pub hunter: Player,
    /// Where the hunter wins. Elsewhere the other player does.
    pub region: Bitmap,
    /// The ranks where the hunter wins; anything elsewhere. [`rank`](Self::rank) tells the two apart.
    pub ranks: Distances,
    /// The vertices of the hunter.
    pub(crate) own: Bitmap,
}

impl Hunted {
    /// How many moves it takes, under best play, until the hunter has won: until a target is reached or the
    /// other player cannot move. `None` where the hunter does not win.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn rank(&self, vertex: Vertex) -> Option<Distance> {
        let vertex = vertex as usize;
        self.region.get(vertex).then(|| Distance(self.ranks.get(vertex)))
    }

    /// Who wins where.
    #[must_use]
    pub fn winners(&self) -> Winners {
        let (region, others) = (self.region.clone(), self.region.clone().complement());
        match self.hunter {
            Player::Zero => Winners::from_regions(region, others),
            Player::One => Winners::from_regions(others, region),
        }
    }
}

/// A player needs one move to what is attracted, the other must have no other.
pub(crate) struct Attract {
    /// The vertices of the player.
    pub(crate) own: Bitmap,
}

impl Rule for Attract {
    const TURNS: &'static [Turn] = &[Turn::All];

    #[inline(always)]
    fn effect(&self, _: Turn, from: Vertex) -> Effect {
        if self.own.get(from as usize) { Effect::Claim } else { Effect::Lower }
    }
}

/// Who wins when player 0 wants to reach a target, with ranks, of a graph that stays on disk: as the solver in
/// memory says. Targets decide at once, and a player who cannot move loses.
///
/// ```
/// use retrograde_core::{Arena, Control, Distance};
/// use retrograde_disk::{Options, reachability};
/// use retrograde_io::{RggFile, write_rgg};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).to("b").to("a")
///     .vertex("b").owner(1).to("t")
///     .vertex("t").owner(1).target().to("t")
///     .arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let hunted = reachability(&RggFile::from_bytes(bytes)?, &Options::default())?;
/// assert_eq!(hunted.rank(0), Some(Distance(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A vertex without an owner, and as for [`outcome`](crate::outcome()).
///
/// # Complexity
/// O(V + E) time; [`estimate_hunt`] says how much memory.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993).
pub fn reachability(file: &RggFile, options: &Options<'_>) -> Result<Hunted, DiskError> {
    hunt(file, Player::Zero, options).map_err(|error| error.in_file(file.path()))
}

/// Who wins when player 0 must avoid the targets forever, with the ranks of player 1, who wants them reached.
///
/// # Errors
/// As for [`reachability`].
///
/// # Complexity
/// As [`reachability`].
pub fn safety(file: &RggFile, options: &Options<'_>) -> Result<Hunted, DiskError> {
    hunt(file, Player::One, options).map_err(|error| error.in_file(file.path()))
}

/// What [`reachability`] and [`safety`] take: as [`estimate`](crate::estimate), and one bit more of each vertex.
#[must_use]
pub fn estimate_hunt(file: &RggFile, options: &Options<'_>) -> Estimate {
    takes(file.vertex_count() as u64, options.control.threads.get())
}

pub(crate) fn takes(vertices: u64, threads: usize) -> Estimate {
    let Estimate { least, most } = Estimate::of(vertices, threads);
    let bits = vertices / 8 + 8;
    Estimate { least: least + bits, most: most + bits }
}

fn hunt(file: &RggFile, hunter: Player, options: &Options<'_>) -> Result<Hunted, DiskError> {
    let control = &options.control;
    wave::check_room(estimate_hunt(file, options).least, control)?;
    let own = owned_by(file, hunter, control)?;
    let rule = Attract { own };
    let asked = match hunter {
        Player::Zero => Asked::Reachability,
        Player::One => Asked::Safety,
    };
    let state = wave::resumed(file, &rule, asked, options, || begin(file, &rule, options))?;
    let State { marks, settled: region, .. } = state;
    Ok(Hunted { hunter, region, ranks: marks.into_distances(), own: rule.own })
}

/// The vertices of a player. All have an owner.
pub(crate) fn owned_by(
    file: &RggFile,
    player: Player,
    control: &Control<'_>,
) -> Result<Bitmap, DiskError> {
    const AT_ONCE: usize = 1 << 20;
    let vertices = file.vertex_count();
    let (mut own, mut next) = (Bitmap::new(vertices), 0);
    let mut missing: Option<Vertex> = None;
    for first in (0..vertices).step_by(AT_ONCE) {
        control.check()?;
        file.owners(first..vertices.min(first + AT_ONCE), |vertex, owner| {
            if vertex as usize != next {
                missing = missing.or(Some(next as Vertex));
            }
            next = vertex as usize + 1;
            if owner == player {
                own.set(vertex as usize);
            }
        })?;
    }
    if next != vertices {
        missing = missing.or(Some(next as Vertex));
    }
    if let Some(vertex) = missing {
        return Err(GraphError::Missing { attribute: "owner", vertex }.into());
    }
    Ok(own)
}

/// Targets are won at once, and so is where the other player cannot move.
fn begin(file: &RggFile, rule: &Attract, options: &Options<'_>) -> Result<State, DiskError> {
    seed(file, &options.control, |range, begin| {
        let mut targets = Vec::new();
        file.targets(range.clone(), |vertex| targets.push(vertex))?;
        let mut targets = targets.into_iter().peekable();
        degrees(file, range, |vertex, degree| {
            let is_target = targets.next_if_eq(&vertex).is_some();
            let is_stuck = degree == 0 && !rule.own.get(vertex as usize);
            begin(
                vertex,
                match is_target || is_stuck {
                    true => Begin::Counted,
                    false => Begin::Open(degree),
                },
            );
        })
    })
}
