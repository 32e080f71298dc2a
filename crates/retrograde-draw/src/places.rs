//! Where the positions of a graph go, for whoever draws them.

use retrograde_core::{Control, Stopped};

use crate::layout::{Link, Node, Size, lay_out};
use crate::node::{LEAST_WIDTH, NAME_SIZE};
use crate::options::Direction;
use crate::palette::NODE_HEIGHT;
use crate::text::{self, shortened};

/// A name is never given more room than this many characters take.
const MOST_LETTERS: usize = 20;

/// The centre of every position, `x` to the right and `y` downwards, laid out in ranks as in
/// [`svg`](crate::svg()): with room for names in letters of 14 pixels in nodes 44 pixels high.
///
/// ```
/// use retrograde_core::Control;
/// let places = retrograde_draw::places(&["a", "b"], &[(0, 1), (1, 1)], &Control::default())?;
/// assert!(places[0] != places[1]);
/// # Ok::<(), retrograde_core::Stopped>(())
/// ```
///
/// # Errors
/// It was stopped.
///
/// # Panics
/// If an end of a move is no position.
///
/// # Complexity
/// As for [`svg`](crate::svg()).
pub fn places(
    names: &[impl AsRef<str>],
    moves: &[(usize, usize)],
    control: &Control<'_>,
) -> Result<Vec<(f64, f64)>, Stopped> {
    let mut pace = control.pace();
    let mut nodes: Vec<Node> = Vec::with_capacity(names.len());
    for name in names {
        let label = shortened(name.as_ref(), MOST_LETTERS);
        pace.steps(1 + label.len())?;
        let width = text::width(&label, NAME_SIZE) + NODE_HEIGHT / 2.0;
        let (width, height) = (width.max(LEAST_WIDTH), NODE_HEIGHT);
        nodes.push(Node { width, height, corner: height / 2.0, looped: None });
    }
    let mut links = Vec::new();
    // Parallel moves are one line, which matters as much as they do together.
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    for same in sorted.chunk_by(|one, other| one == other) {
        pace.steps(same.len())?;
        let (from, to) = same[0];
        match from == to {
            true => nodes[from].looped = Some(Size::default()),
            false => links.push(Link::new(from, to, 1)),
        }
    }
    let picture = lay_out(&nodes, &links, Direction::Auto, &mut pace)?;
    Ok(picture.nodes.iter().map(|spot| (spot.centre.x, spot.centre.y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_positions_share_a_place() {
        let names: Vec<String> = (0..40).map(|number| format!("position {number}")).collect();
        let moves: Vec<(usize, usize)> = (0..40)
            .flat_map(|from| [(from, (from * 7 + 1) % 40), (from, from), (from, 3)])
            .collect();
        let found = places(&names, &moves, &Control::default()).unwrap();
        for (one, a) in found.iter().enumerate() {
            for b in &found[one + 1..] {
                let apart =
                    (a.0 - b.0).abs() > LEAST_WIDTH / 2.0 || (a.1 - b.1).abs() > NODE_HEIGHT / 2.0;
                assert!(apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn nothing_has_no_places() {
        assert!(places(&[""; 0], &[], &Control::default()).unwrap().is_empty());
    }
}
