//! Places for the vertices of a small graph without directions.

/// How far neighbours are from each other, so that there is room between them.
const APART: f32 = 1.8;

/// Rounds in which everybody moves a little; more of them change nothing that one could see.
const ROUNDS: usize = 150;

/// How far from the left and from the top the vertices of a graph are drawn: every two of them as far from each other as the way between them is long, as
/// nearly as that can be done.
///
/// Source: E. R. Gansner, Y. Koren and S. North, Graph drawing by stress majorization, 2004.
///
/// # Complexity
/// Some hundred times the square of the number of vertices.
pub(crate) fn spread<'a>(count: usize, near: impl Fn(usize) -> &'a [u16]) -> Vec<(f32, f32)> {
    let ways = ways(count, near);
    // Where it ends depends on where it begins: on a circle, or in rows as many graphs are numbered.
    let on_circle = |vertex: usize| {
        let angle = vertex as f32 / count as f32 * std::f32::consts::TAU;
        // Unlike angles, so that no two vertices of a symmetric graph stay in the same place.
        let radius = (count as f32).sqrt() * (1.0 + 0.05 * (vertex % 7) as f32);
        (radius * angle.sin(), -radius * angle.cos())
    };
    let wide = (count as f32).sqrt().ceil().max(1.0) as usize;
    let in_rows = |vertex: usize| ((vertex % wide) as f32, (vertex / wide) as f32);
    let begins: [Vec<(f32, f32)>; 2] =
        [(0..count).map(on_circle).collect(), (0..count).map(in_rows).collect()];
    let ends = begins.map(|begin| settled(begin, &ways));
    let [one, other] = ends.each_ref().map(|end| stress(end, &ways));
    let [on_circle, in_rows] = ends;
    let at = if other < one { in_rows } else { on_circle };
    let least = |of: fn(&(f32, f32)) -> f32| at.iter().map(of).fold(f32::INFINITY, f32::min);
    let (left, top) = (least(|place| place.0), least(|place| place.1));
    at.iter().map(|(x, y)| (APART * (x - left), APART * (y - top))).collect()
}

/// Where the vertices are after all have moved a little towards where the others want them.
fn settled(mut at: Vec<(f32, f32)>, ways: &[f32]) -> Vec<(f32, f32)> {
    let count = at.len();
    for _ in 0..ROUNDS {
        let moved = (0..count).map(|one| {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for other in (0..count).filter(|&other| other != one) {
                let way = ways[one * count + other];
                let weight = 1.0 / (way * way);
                let (right, down) = (at[one].0 - at[other].0, at[one].1 - at[other].1);
                let apart = right.hypot(down).max(1e-3);
                x += weight * (at[other].0 + way * right / apart);
                y += weight * (at[other].1 + way * down / apart);
                weights += weight;
            }
            if weights > 0.0 { (x / weights, y / weights) } else { (0.0, 0.0) }
        });
        at = moved.collect();
    }
    at
}

/// How far the vertices are from being as far from each other as the ways are long.
fn stress(at: &[(f32, f32)], ways: &[f32]) -> f32 {
    let count = at.len();
    let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
    let of_pair = |(one, other): (usize, usize)| {
        let apart = (at[one].0 - at[other].0).hypot(at[one].1 - at[other].1);
        (apart / ways[one * count + other] - 1.0).powi(2)
    };
    pairs.map(of_pair).sum()
}

/// How long the way from each vertex to each other is; a little longer than any, where there is none.
fn ways<'a>(count: usize, near: impl Fn(usize) -> &'a [u16]) -> Vec<f32> {
    let mut ways = vec![f32::INFINITY; count * count];
    let mut longest = 1.0f32;
    for from in 0..count {
        let row = &mut ways[from * count..][..count];
        row[from] = 0.0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            next += 1;
            for &other in near(vertex) {
                let other = usize::from(other);
                if row[other].is_infinite() {
                    row[other] = row[vertex] + 1.0;
                    longest = longest.max(row[other]);
                    queue.push(other);
                }
            }
        }
    }
    ways.iter_mut().filter(|way| way.is_infinite()).for_each(|way| *way = longest + 1.0);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_about_one_apart_and_others_further() {
        // A square of four by four.
        let near: Vec<Vec<u16>> = (0..16u16)
            .map(|v| {
                let (x, y) = (v % 4, v / 4);
                let next = |o: &u16| (o % 4).abs_diff(x) + (o / 4).abs_diff(y) == 1;
                (0..16).filter(next).collect()
            })
            .collect();
        let at = spread(16, |v| &near[v]);
        for (one, near) in near.iter().enumerate() {
            for other in (0..16).filter(|&other| other != one) {
                let apart = (at[one].0 - at[other].0).hypot(at[one].1 - at[other].1);
                let neighbours = near.contains(&(other as u16));
                let range = if neighbours { 0.5..1.5 } else { 0.8..9.0 };
                let apart = apart / APART;
                assert!(range.contains(&apart), "{one} and {other} are {apart} apart");
            }
        }
    }

    #[test]
    fn single_vertices_and_parts_have_places() {
        let none: &[u16] = &[];
        assert_eq!(spread(1, |_| none), [(0.0, 0.0)]);
        let apart = spread(3, |_| none);
        assert!(apart.iter().all(|place| place.0.is_finite() && place.1.is_finite()));
        assert_ne!(apart[0], apart[1]);
    }
}
