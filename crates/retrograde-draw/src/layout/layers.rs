//! The proper layering: links longer than one rank pass each rank between through a lane.

use retrograde_core::{Pace, Stopped};

use super::Link;

/// Items (nodes first, then lanes) in rows, linked only between neighbouring rows.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    /// How many of the items are nodes.
    pub(crate) nodes: usize,
    /// The items of each row, in order.
    pub(crate) rows: Vec<Vec<usize>>,
    /// Where each item stands in its row.
    pub(crate) place: Vec<usize>,
    /// The neighbours of each item in the row above, one for each link; in order of place once
    /// the rows are in their final order.
    pub(crate) up: Vec<Vec<usize>>,
    /// The neighbours of each item in the row below, likewise.
    pub(crate) down: Vec<Vec<usize>>,
    /// For each link the items it passes, from its upper end to its lower one.
    pub(crate) chains: Vec<Vec<usize>>,
}

impl Layers {
    /// The layering of `links`, all of which go to higher ranks.
    pub(crate) fn new(
        links: &[Link],
        ranks: &[usize],
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let nodes = ranks.len();
        let rows = ranks.iter().max().map_or(0, |&max| max + 1);
        let mut layers = Layers {
            nodes,
            rows: vec![Vec::new(); rows],
            place: vec![0; nodes],
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            chains: Vec::with_capacity(links.len()),
        };
        for (node, &rank) in ranks.iter().enumerate() {
            layers.rows[rank].push(node);
        }
        for link in links {
            pace.steps(1 + ranks[link.to] - ranks[link.from])?;
            let mut chain = vec![link.from];
            for row in ranks[link.from] + 1..ranks[link.to] {
                let lane = layers.place.len();
                layers.place.push(0);
                layers.up.push(Vec::new());
                layers.down.push(Vec::new());
                layers.rows[row].push(lane);
                chain.push(lane);
            }
            chain.push(link.to);
            for pair in chain.windows(2) {
                layers.down[pair[0]].push(pair[1]);
                layers.up[pair[1]].push(pair[0]);
            }
            layers.chains.push(chain);
        }
        for row in 0..rows {
            layers.number_row(row);
        }
        Ok(layers)
    }

    pub(crate) fn items(&self) -> usize {
        self.place.len()
    }

    /// Whether `item` is a passing link, not a node.
    pub(crate) fn is_lane(&self, item: usize) -> bool {
        item >= self.nodes
    }

    /// The row of each item.
    pub(crate) fn row_of(&self) -> Vec<usize> {
        let mut row_of = vec![0; self.items()];
        for (row, items) in self.rows.iter().enumerate() {
            for &item in items {
                row_of[item] = row;
            }
        }
        row_of
    }

    /// Ends the ordering of rows: numbers the lanes row by row, as the steps that follow visit
    /// them, and sorts all neighbours by place.
    pub(crate) fn settle(&mut self) {
        let lanes = self.rows.iter().flatten().filter(|&&item| self.is_lane(item));
        let old: Vec<usize> = (0..self.nodes).chain(lanes.copied()).collect();
        let mut new = vec![0; old.len()];
        for (number, &item) in old.iter().enumerate() {
            new[item] = number;
        }
        for items in self.rows.iter_mut().chain(&mut self.chains) {
            items.iter_mut().for_each(|item| *item = new[*item]);
        }
        for row in 0..self.rows.len() {
            self.number_row(row);
        }
        for neighbours in [&mut self.up, &mut self.down] {
            let settled = old.iter().map(|&item| {
                let mut others: Vec<usize> =
                    neighbours[item].iter().map(|&other| new[other]).collect();
                others.sort_by_key(|&other| self.place[other]);
                others
            });
            *neighbours = settled.collect();
        }
    }

    /// Notes the places of a row's items after they were reordered.
    pub(crate) fn number_row(&mut self, row: usize) {
        for (place, &item) in self.rows[row].iter().enumerate() {
            self.place[item] = place;
        }
    }
}
