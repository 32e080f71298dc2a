//! Choosing the links to draw against the flow, so that the others form no cycle.
//!
//! Only links inside a strongly connected component can be needed. There, two orders compete: that
//! of a depth-first search, which reads naturally from the first vertex on, and the greedy one of
//! Eades, Lin and Smyth (1993), *A fast and effective heuristic for the feedback arc set problem*.
//! Both are improved by moving single vertices, and the lighter set of links against it is kept.

use retrograde_core::{Pace, Stopped};

use super::Link;

/// For each link whether to turn it around.
pub(crate) fn reversed(
    count: usize,
    links: &[Link],
    pace: &mut Pace<'_>,
) -> Result<Vec<bool>, Stopped> {
    let graph = Adjacency::new(count, links);
    let finish = graph.reverse_postorder();
    let component = graph.strong_components();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &vertex in &finish {
        members[component[vertex]].push(vertex);
    }
    let mut place = vec![0; count];
    for members in members.into_iter().filter(|members| members.len() > 1) {
        pace.steps(links.len())?;
        let inside = |link: &Link| {
            component[link.from] == component[members[0]]
                && component[link.from] == component[link.to]
        };
        let within: Vec<usize> = (0..links.len()).filter(|&id| inside(&links[id])).collect();
        let mut natural = Order::new(members.clone(), links, &within);
        let mut greedy = Order::new(greedy_order(&members, links, &within, pace)?, links, &within);
        natural.improve(pace)?;
        greedy.improve(pace)?;
        let best = if greedy.cost() < natural.cost() { greedy } else { natural };
        for (index, &vertex) in best.order.iter().enumerate() {
            place[vertex] = index;
        }
    }
    let turned = |link: &Link| {
        component[link.from] == component[link.to] && place[link.from] > place[link.to]
    };
    Ok(links.iter().map(turned).collect())
}

struct Adjacency {
    successors: Vec<Vec<usize>>,
    sources: Vec<bool>,
}

impl Adjacency {
    fn new(count: usize, links: &[Link]) -> Self {
        let mut successors = vec![Vec::new(); count];
        let mut sources = vec![true; count];
        for link in links {
            successors[link.from].push(link.to);
            sources[link.to] = false;
        }
        Adjacency { successors, sources }
    }

    /// Depth-first search from the vertices nothing leads to, then from the rest in order.
    fn reverse_postorder(&self) -> Vec<usize> {
        let count = self.successors.len();
        let mut seen = vec![false; count];
        let mut order = Vec::with_capacity(count);
        let sources = (0..count).filter(|&vertex| self.sources[vertex]);
        for start in sources.chain(0..count) {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut stack = vec![(start, 0)];
            while let Some((vertex, next)) = stack.last_mut() {
                // Last successor first: in the reversed order the first one then comes first.
                let successors = &self.successors[*vertex];
                if let Some(&to) = successors.len().checked_sub(*next + 1).map(|at| &successors[at])
                {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, 0));
                    }
                } else {
                    order.push(*vertex);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Tarjan (1972), *Depth-first search and linear graph algorithms*, with its own stack.
    fn strong_components(&self) -> Vec<usize> {
        let count = self.successors.len();
        const UNSEEN: usize = usize::MAX;
        let mut index = vec![UNSEEN; count];
        let mut low = vec![0; count];
        let mut component = vec![UNSEEN; count];
        let (mut visited, mut found) = (0, 0);
        let mut open = Vec::new();
        for start in 0..count {
            if index[start] != UNSEEN {
                continue;
            }
            let mut stack = vec![(start, 0)];
            while let Some(&mut (vertex, ref mut next)) = stack.last_mut() {
                if *next == 0 {
                    index[vertex] = visited;
                    low[vertex] = visited;
                    visited += 1;
                    open.push(vertex);
                }
                if let Some(&to) = self.successors[vertex].get(*next) {
                    *next += 1;
                    if index[to] == UNSEEN {
                        stack.push((to, 0));
                    } else if component[to] == UNSEEN {
                        low[vertex] = low[vertex].min(index[to]);
                    }
                    continue;
                }
                stack.pop();
                if let Some(&(above, _)) = stack.last() {
                    low[above] = low[above].min(low[vertex]);
                }
                if low[vertex] == index[vertex] {
                    while let Some(member) = open.pop() {
                        component[member] = found;
                        if member == vertex {
                            break;
                        }
                    }
                    found += 1;
                }
            }
        }
        component
    }
}

/// Sinks to the end, sources to the front, otherwise whoever gives most more than it takes.
fn greedy_order(
    members: &[usize],
    links: &[Link],
    within: &[usize],
    pace: &mut Pace<'_>,
) -> Result<Vec<usize>, Stopped> {
    let size = members.iter().max().map_or(0, |&max| max + 1);
    let mut touching = vec![Vec::new(); size];
    let (mut out, mut into) = (vec![0i64; size], vec![0i64; size]);
    for &id in within {
        let link = &links[id];
        touching[link.from].push(id);
        touching[link.to].push(id);
        out[link.from] += link.weight;
        into[link.to] += link.weight;
    }
    let mut left: Vec<usize> = members.to_vec();
    let mut gone = vec![false; size];
    let (mut front, mut back) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        pace.steps(left.len())?;
        let sink = left.iter().position(|&vertex| out[vertex] == 0);
        let source = || left.iter().position(|&vertex| into[vertex] == 0);
        let giver = || {
            let surplus = |&at: &usize| out[left[at]] - into[left[at]];
            (0..left.len()).rev().max_by_key(surplus).unwrap_or(0)
        };
        let at = sink.or_else(source).unwrap_or_else(giver);
        let vertex = left.remove(at);
        gone[vertex] = true;
        if sink.is_some() {
            back.push(vertex)
        } else {
            front.push(vertex)
        }
        for &id in &touching[vertex] {
            let link = &links[id];
            if !gone[link.from] || !gone[link.to] {
                out[link.from] -= link.weight;
                into[link.to] -= link.weight;
            }
        }
    }
    back.reverse();
    front.extend(back);
    Ok(front)
}

/// An order of one strong component's vertices, with the links that matter to it.
struct Order<'a> {
    order: Vec<usize>,
    place: Vec<usize>,
    links: &'a [Link],
    within: &'a [usize],
}

/// Beyond this, moving single vertices costs more than it is worth.
const IMPROVE_UP_TO: usize = 2000;
const IMPROVING_ROUNDS: usize = 4;

impl<'a> Order<'a> {
    fn new(order: Vec<usize>, links: &'a [Link], within: &'a [usize]) -> Self {
        let size = order.iter().max().map_or(0, |&max| max + 1);
        let mut place = vec![0; size];
        for (index, &vertex) in order.iter().enumerate() {
            place[vertex] = index;
        }
        Order { order, place, links, within }
    }

    /// The weight of the links against the order.
    fn cost(&self) -> i64 {
        let links = self.within.iter().map(|&id| &self.links[id]);
        links.filter(|link| self.place[link.from] > self.place[link.to]).map(|l| l.weight).sum()
    }

    /// Moves each vertex to where it turns the least weight around, while that helps.
    fn improve(&mut self, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        if self.order.len() > IMPROVE_UP_TO {
            return Ok(());
        }
        let mut touching = vec![Vec::new(); self.place.len()];
        for &id in self.within {
            touching[self.links[id].from].push(id);
            touching[self.links[id].to].push(id);
        }
        for _ in 0..IMPROVING_ROUNDS {
            let mut improved = false;
            for vertex in self.order.clone() {
                pace.steps(self.order.len())?;
                improved |= self.resettle(vertex, &touching[vertex]);
            }
            if !improved {
                break;
            }
        }
        Ok(())
    }

    fn resettle(&mut self, vertex: usize, touching: &[usize]) -> bool {
        // `gain[i]`: what passing the vertex at place `i` from left to right adds to the cost.
        let mut gain = vec![0i64; self.order.len()];
        for &id in touching {
            let link = &self.links[id];
            if link.from == vertex {
                gain[self.place[link.to]] += link.weight;
            } else {
                gain[self.place[link.from]] -= link.weight;
            }
        }
        let here = self.place[vertex];
        let (mut best, mut target) = (0, here);
        let mut cost = 0;
        for (at, gain) in gain.iter().enumerate().skip(here + 1) {
            cost += gain;
            if cost < best {
                (best, target) = (cost, at);
            }
        }
        cost = 0;
        for (at, gain) in gain[..here].iter().enumerate().rev() {
            cost -= gain;
            if cost < best {
                (best, target) = (cost, at);
            }
        }
        if target == here {
            return false;
        }
        if target > here {
            self.order[here..=target].rotate_left(1);
        } else {
            self.order[target..=here].rotate_right(1);
        }
        for at in here.min(target)..=here.max(target) {
            self.place[self.order[at]] = at;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    fn reversed(count: usize, links: &[Link]) -> Vec<bool> {
        super::reversed(count, links, &mut Control::ALONE.pace()).unwrap()
    }

    fn links(ends: &[(usize, usize)]) -> Vec<Link> {
        ends.iter().map(|&(from, to)| Link::new(from, to, 1)).collect()
    }

    #[test]
    fn a_cycle_is_broken_where_it_returns_to_its_first_vertex() {
        let turned = reversed(4, &links(&[(0, 1), (1, 2), (2, 0), (2, 3)]));
        assert_eq!(turned, [false, false, true, false]);
    }

    #[test]
    fn heavy_links_are_kept_forward() {
        let mut pair = links(&[(0, 1), (1, 0)]);
        pair[1].weight = 3;
        assert_eq!(reversed(2, &pair), [true, false]);
    }

    #[test]
    fn links_between_components_are_never_turned() {
        let turned = reversed(5, &links(&[(4, 3), (3, 2), (2, 3), (2, 1), (1, 0), (0, 1)]));
        assert!(!turned[0] && !turned[3]);
        assert_eq!(turned.iter().filter(|&&turned| turned).count(), 2);
    }
}
