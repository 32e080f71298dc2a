//! Ranks: every link goes at least one rank down, and links are short in total.
//!
//! The network simplex of Gansner, Koutsofios, North and Vo (1993), *A technique for drawing
//! directed graphs*, section 2. Cut values come from subtree sums of each vertex's balance (links
//! out minus links in, by weight): inside a subtree links cancel, so the sum is what leaves it.

use retrograde_core::{Pace, Stopped};

use super::Link;

/// The rank of each vertex of a connected acyclic graph, from 0.
pub(crate) fn assign(
    count: usize,
    links: &[Link],
    pace: &mut Pace<'_>,
) -> Result<Vec<usize>, Stopped> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut simplex = Simplex::new(count, links);
    simplex.grow_tight_tree(pace)?;
    // Degenerate exchanges could go round for ever; a bound far above the usual need ends them.
    for _ in 0..4 * count + 50 {
        pace.steps(count + links.len())?;
        if !simplex.improve() {
            break;
        }
    }
    let lowest = simplex.rank.iter().copied().min().unwrap_or(0);
    let mut ranks: Vec<usize> = simplex.rank.iter().map(|rank| (rank - lowest) as usize).collect();
    balance(&mut ranks, links);
    Ok(ranks)
}

struct Simplex<'a> {
    links: &'a [Link],
    touching: Vec<Vec<usize>>,
    balance: Vec<i64>,
    rank: Vec<i64>,
    in_tree: Vec<bool>,
}

/// The spanning tree seen from vertex 0.
struct Rooted {
    /// Parents before children.
    order: Vec<usize>,
    /// The tree link to the parent, except for the root.
    up: Vec<Option<usize>>,
    /// The position in `order`, and how many vertices the subtree has, in depth-first order.
    start: Vec<usize>,
    size: Vec<usize>,
}

impl Rooted {
    fn contains(&self, top: usize, vertex: usize) -> bool {
        (self.start[top]..self.start[top] + self.size[top]).contains(&self.start[vertex])
    }
}

impl<'a> Simplex<'a> {
    fn new(count: usize, links: &'a [Link]) -> Self {
        let mut touching = vec![Vec::new(); count];
        let mut balance = vec![0; count];
        for (id, link) in links.iter().enumerate() {
            touching[link.from].push(id);
            touching[link.to].push(id);
            balance[link.from] += link.weight;
            balance[link.to] -= link.weight;
        }
        let rank = longest_paths(count, links);
        Simplex { links, touching, balance, rank, in_tree: vec![false; links.len()] }
    }

    fn slack(&self, id: usize) -> i64 {
        let link = &self.links[id];
        self.rank[link.to] - self.rank[link.from] - 1
    }

    /// Grows a spanning tree of links of length 1, pulling it up to the nearest vertex outside
    /// whenever it gets stuck.
    fn grow_tight_tree(&mut self, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        let count = self.rank.len();
        let mut inside = vec![false; count];
        let mut members = vec![0];
        inside[0] = true;
        let mut next = 0;
        loop {
            pace.steps(count + self.links.len())?;
            while next < members.len() {
                for &id in &self.touching[members[next]] {
                    let link = &self.links[id];
                    let outer = if inside[link.from] { link.to } else { link.from };
                    if !inside[outer] && self.slack(id) == 0 {
                        self.in_tree[id] = true;
                        inside[outer] = true;
                        members.push(outer);
                    }
                }
                next += 1;
            }
            let leaving = (0..self.links.len())
                .filter(|&id| inside[self.links[id].from] != inside[self.links[id].to]);
            let Some(id) = leaving.min_by_key(|&id| self.slack(id)) else { return Ok(()) };
            let slack = self.slack(id);
            let shift = if inside[self.links[id].from] { slack } else { -slack };
            for &vertex in &members {
                self.rank[vertex] += shift;
            }
            next = 0;
        }
    }

    fn rooted(&self) -> Rooted {
        let count = self.rank.len();
        let mut up = vec![None; count];
        let mut start = vec![usize::MAX; count];
        let mut order = Vec::with_capacity(count);
        let mut stack = vec![0];
        while let Some(vertex) = stack.pop() {
            start[vertex] = order.len();
            order.push(vertex);
            for &id in self.touching[vertex].iter().filter(|&&id| self.in_tree[id]) {
                if up[vertex] != Some(id) {
                    let child = self.other_end(id, vertex);
                    up[child] = Some(id);
                    stack.push(child);
                }
            }
        }
        let mut size = vec![1; count];
        for &vertex in order.iter().rev() {
            if let Some(id) = up[vertex] {
                size[self.other_end(id, vertex)] += size[vertex];
            }
        }
        Rooted { order, up, start, size }
    }

    fn other_end(&self, id: usize, vertex: usize) -> usize {
        let link = &self.links[id];
        if link.from == vertex { link.to } else { link.from }
    }

    /// Exchanges one tree link whose cut value is negative; `false` when there is none.
    fn improve(&mut self) -> bool {
        let tree = self.rooted();
        let mut leaving_weight = self.balance.clone();
        let mut worst: Option<(i64, usize)> = None;
        for &vertex in tree.order.iter().rev() {
            let Some(id) = tree.up[vertex] else { continue };
            let weight = leaving_weight[vertex];
            leaving_weight[self.other_end(id, vertex)] += weight;
            let cut = if self.links[id].from == vertex { weight } else { -weight };
            if cut < worst.map_or(0, |(cut, _)| cut) {
                worst = Some((cut, vertex));
            }
        }
        let Some((_, below)) = worst else { return false };
        let Some(leave) = tree.up[below] else { return false };
        // The link that replaces it crosses the cut the other way.
        let tail_inside = self.links[leave].from == below;
        let crossing = (0..self.links.len()).filter(|&id| {
            let link = &self.links[id];
            let (from, to) = (tree.contains(below, link.from), tree.contains(below, link.to));
            from != to && to == tail_inside
        });
        let Some(enter) = crossing.min_by_key(|&id| self.slack(id)) else { return false };
        let slack = self.slack(enter);
        let shift = if tail_inside { -slack } else { slack };
        for vertex in 0..self.rank.len() {
            if tree.contains(below, vertex) {
                self.rank[vertex] += shift;
            }
        }
        self.in_tree[leave] = false;
        self.in_tree[enter] = true;
        true
    }
}

/// Ranks by the longest path from the vertices nothing leads to.
fn longest_paths(count: usize, links: &[Link]) -> Vec<i64> {
    let mut successors = vec![Vec::new(); count];
    let mut waiting = vec![0usize; count];
    for link in links {
        successors[link.from].push(link.to);
        waiting[link.to] += 1;
    }
    let mut rank = vec![0i64; count];
    let mut ready: Vec<usize> = (0..count).filter(|&vertex| waiting[vertex] == 0).collect();
    while let Some(vertex) = ready.pop() {
        for &to in &successors[vertex] {
            rank[to] = rank[to].max(rank[vertex] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    rank
}

/// Moves vertices that pull equally both ways to the least crowded rank open to them.
fn balance(ranks: &mut [usize], links: &[Link]) {
    let rows = ranks.iter().max().map_or(0, |&max| max + 1);
    let mut crowd = vec![0usize; rows];
    for &rank in ranks.iter() {
        crowd[rank] += 1;
    }
    let count = ranks.len();
    let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    let mut pull = vec![0i64; count];
    for link in links {
        below[link.from].push(link.to);
        above[link.to].push(link.from);
        pull[link.from] -= link.weight;
        pull[link.to] += link.weight;
    }
    for vertex in 0..count {
        let (Some(first), Some(last)) = (
            above[vertex].iter().map(|&other| ranks[other] + 1).max(),
            below[vertex].iter().map(|&other| ranks[other] - 1).min(),
        ) else {
            continue;
        };
        if pull[vertex] != 0 || first >= last {
            continue;
        }
        let here = ranks[vertex];
        if let Some(rank) = (first..=last).min_by_key(|&rank| crowd[rank])
            && crowd[rank] + 1 < crowd[here]
        {
            crowd[here] -= 1;
            crowd[rank] += 1;
            ranks[vertex] = rank;
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    fn assign(count: usize, links: &[Link]) -> Vec<usize> {
        super::assign(count, links, &mut Control::ALONE.pace()).unwrap()
    }

    fn links(ends: &[(usize, usize)]) -> Vec<Link> {
        ends.iter().map(|&(from, to)| Link::new(from, to, 1)).collect()
    }

    fn length(ranks: &[usize], links: &[Link]) -> i64 {
        links.iter().map(|l| l.weight * (ranks[l.to] as i64 - ranks[l.from] as i64)).sum()
    }

    #[test]
    fn a_late_source_is_pulled_down_to_its_target() {
        let links = links(&[(0, 1), (1, 2), (2, 3), (4, 3)]);
        assert_eq!(assign(5, &links), [0, 1, 2, 3, 2]);
    }

    /// The best total length by trying all ranks, for small graphs.
    #[test]
    fn total_length_is_least() {
        let mut state = 7u64;
        for _ in 0..200 {
            let mut edges = vec![(0, 1), (1, 2), (1, 3), (3, 4)];
            for _ in 0..4 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let (a, b) = ((state >> 33) as usize % 5, (state >> 43) as usize % 5);
                if a != b {
                    edges.push((a.min(b), a.max(b)));
                }
            }
            let links = links(&edges);
            let ranks = assign(5, &links);
            assert!(links.iter().all(|link| ranks[link.from] < ranks[link.to]));
            let mut least = i64::MAX;
            for code in 0..5usize.pow(5) {
                let ranks: Vec<usize> = (0..5).map(|i| code / 5usize.pow(i) % 5).collect();
                if links.iter().all(|link| ranks[link.from] < ranks[link.to]) {
                    least = least.min(length(&ranks, &links));
                }
            }
            assert_eq!(length(&ranks, &links), least, "{edges:?}");
        }
    }
}
