//! Justifications looked at after every round, from the definition.

use proptest::prelude::*;
use retrograde_core::{Bitmap, Control, Graph, OwnedGraph, Player, TargetGame, Threads, Vertex};

use super::Repair;

impl Repair<'_> {
    /// Every justified vertex is a goal or above all that justifies it, which is justified; counts
    /// are right.
    pub(super) fn assert_sound(&self) {
        for vertex in self.graph.vertices().filter(|&v| self.inside.get(v as usize)) {
            let is_kept = |to: &&Vertex| match self.is_visitors(vertex) {
                true => self.inside.get(**to as usize),
                false => !self.justified.get(**to as usize),
            };
            let count = self.graph.successors(vertex).iter().filter(is_kept).count();
            assert_eq!(self.counts[vertex as usize] as usize, count, "count of {vertex}");
            if !self.justified.get(vertex as usize) || self.goals.get(vertex as usize) {
                continue;
            }
            let support = self.support(vertex);
            assert!(support.get(0).is_some(), "{vertex} is justified by nothing");
            for by in (0..).map_while(|place| support.get(place)) {
                assert!(self.justified.get(by as usize), "{vertex} is justified by {by}");
                let is_above = self.order.label(vertex) > self.order.label(by);
                assert!(is_above, "{vertex} is not above {by}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// Moves to near vertices only make for many rounds, few targets for long justifications.
    #[test]
    fn justifications_are_sound_after_every_round(
        (edges, ones, targets) in (10..120usize, 1..8u32).prop_flat_map(|(n, reach)| {
            let edges = proptest::collection::vec((0..n as u32, 0..=2 * reach), n..=3 * n);
            let last = n as u32 - 1;
            let near = move |&(from, by): &(u32, u32)| {
                (from, (from + by).saturating_sub(reach).min(last))
            };
            let edges = edges.prop_map(move |edges| {
                edges.iter().map(near).chain((0..=last).map(|v| (v, v.max(1) - 1))).collect()
            });
            let ones = proptest::collection::vec(0..6u8, n);
            (edges, ones, proptest::collection::vec(0..5u8, n))
        }),
    ) {
        let edges: Vec<(Vertex, Vertex)> = edges;
        let graph = Graph::from_edges(ones.len(), edges).unwrap();
        let bits = |from: &[u8]| {
            let mut bits = Bitmap::new(from.len());
            (0..from.len()).filter(|&v| from[v] == 0).for_each(|v| bits.set(v));
            bits
        };
        let arena = OwnedGraph::from_bitmap(&graph, bits(&ones));
        let game = TargetGame { arena, targets: bits(&targets) };
        let back = graph.transpose(Threads::ONE);
        let mut repair = Repair::new(&game, &back, Player::Zero, &Control::ALONE).unwrap();
        prop_assert_eq!(repair.run(), Ok(()));
    }
}
