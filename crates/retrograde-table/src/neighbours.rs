//! Symbols by what their neighbours are: how a block is packed where that takes less room than zstd.
//!
//! In the index of a game on a board, slots that are a fixed step apart often differ by one man on the next
//! square, and are worth much the same. Each neighbour has an opinion on every bit of a symbol, learned
//! from the pairs before; the opinions are weighed by how good they were, and the bit is coded with the
//! chance that comes out. Whether there is a position at all is learned apart, from where there is none
//! around.
//!
//! Source: M. Mahoney, *Adaptive Weighing of Context Models for Lossless Data Compression*, 2005.

use std::ops::Range;

use crate::coder::{Chance, Coder, Decoder, Encoder, squash, stretch};

/// How many neighbours have an opinion.
const OPINIONS: usize = 5;

/// How far before a slot its neighbours are: for boards of eight by eight squares, and for others. A
/// block says which it has.
const STEPS: [[usize; OPINIONS]; 2] = [[1, 8, 64, 512, 4096], [1, 2, 3, 9, 27]];

/// How far the slots are that tell whether there is a position.
const AROUND: [usize; 11] = [1, 2, 8, 16, 7, 9, 64, 63, 65, 128, 512];

/// Bits of the number that says how often a symbol comes up.
const LEVEL_BITS: u32 = 5;

/// Few bytes for symbols, of which there are so many different ones, the hole included.
pub(crate) fn pack(cells: &[u8], symbols: usize) -> Vec<u8> {
    /// The first of so many parts tells which neighbours are best.
    const PARTS: usize = 8;
    let first = cells.len() / PARTS;
    let begin = |steps| {
        let (mut encoder, mut cells) = (Encoder::new(), cells.to_vec());
        let mut known = Known::new(&mut encoder, &cells, symbols);
        // All symbols are in the alphabet, so nothing is refused.
        let _ = known.code(&mut encoder, &mut cells, 0..first, steps);
        (encoder, known, cells)
    };
    let mut ways: Vec<_> = STEPS.iter().map(begin).collect();
    let best = (0..ways.len()).min_by_key(|&way| ways[way].0.len()).unwrap_or(0);
    let (mut encoder, mut known, mut cells) = ways.swap_remove(best);
    let rest = first..cells.len();
    let _ = known.code(&mut encoder, &mut cells, rest, &STEPS[best]);
    let mut bytes = vec![best as u8];
    bytes.extend(encoder.finish());
    bytes
}

/// The symbols, which are so many; `None` if those are not bytes that they are packed to.
pub(crate) fn unpack(bytes: &[u8], slots: usize, symbols: usize) -> Option<Vec<u8>> {
    let (&way, bytes) = bytes.split_first()?;
    let steps = STEPS.get(usize::from(way))?;
    let (mut decoder, mut cells) = (Decoder::new(bytes), vec![0; slots]);
    let mut known = Known::new(&mut decoder, &cells, symbols);
    known.code(&mut decoder, &mut cells, 0..slots, steps)?;
    decoder.is_over().then_some(cells)
}

/// What is known of a block while it is coded.
struct Known {
    model: Model,
    /// For each way in which there may be positions around a slot, the chance that it is a hole.
    holes: Vec<Chance>,
}

impl Known {
    /// At the beginning, after how often each symbol comes up was coded. Who reads gives zeros.
    fn new(coder: &mut impl Coder, cells: &[u8], symbols: usize) -> Self {
        let mut levels = levels_of(cells, symbols);
        code_levels(coder, &mut levels);
        let model = Model::new(Tree::new(&levels), symbols);
        Known { model, holes: vec![Chance::FRESH; 1 << AROUND.len()] }
    }

    /// Codes some symbols, one after the other; those before are coded. Who reads gives zeros, and finds the
    /// symbols in their place.
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        cells: &mut [u8],
        some: Range<usize>,
        steps: &[usize; OPINIONS],
    ) -> Option<()> {
        for at in some {
            let (before, rest) = cells.split_at_mut(at);
            let near = |step: usize| match at.checked_sub(step) {
                Some(place) => before[place],
                None => 0,
            };
            let mut neighbours = [0; OPINIONS];
            for (neighbour, &step) in neighbours.iter_mut().zip(steps) {
                *neighbour = near(step);
            }
            let around =
                AROUND.iter().fold(0, |all, &step| all << 1 | usize::from(near(step) == 0));
            let cell = &mut rest[0];
            *cell = match coder.learn(*cell == 0, &mut self.holes[around]) {
                true => 0,
                false => self.model.code(coder, *cell, neighbours)?,
            };
        }
        Some(())
    }
}

/// About how often each symbol comes up: the number of bits of how often it does. The hole does not
/// count.
fn levels_of(cells: &[u8], symbols: usize) -> Vec<u8> {
    let mut counts = vec![0u32; symbols];
    for &cell in cells {
        counts[usize::from(cell)] += 1;
    }
    counts[0] = 0;
    counts.iter().map(|count| (u32::BITS - count.leading_zeros()) as u8).collect()
}

/// Codes them: each is likely to be as that of the symbol before.
fn code_levels(coder: &mut impl Coder, levels: &mut [u8]) {
    let mut chances = vec![[Chance::FRESH; 1 << LEVEL_BITS]; 1 << LEVEL_BITS];
    let mut before = 0;
    for level in levels.iter_mut().skip(1) {
        let mut node = 1;
        for bit in (0..LEVEL_BITS).rev() {
            let bit = coder.learn(*level >> bit & 1 == 1, &mut chances[before][node]);
            node = node << 1 | usize::from(bit);
        }
        before = node - (1 << LEVEL_BITS);
        *level = before as u8;
    }
}

/// The questions that lead to a symbol: whether it is this one or a later one. Those that come up often
/// take few.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    root: Option<Next>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first symbol on the side of a 1.
    middle: u8,
    next: [Next; 2],
}

#[derive(Clone, Copy, Debug)]
enum Next {
    Node(u8),
    Symbol(u8),
}

impl Tree {
    /// Each question halves what is left as well as it can, with two to the power of the level for how
    /// often a symbol comes up. One whose level is 0 does not.
    fn new(levels: &[u8]) -> Self {
        let symbols: Vec<(u8, u64)> = (0..=u8::MAX)
            .zip(levels)
            .filter(|&(_, &level)| level > 0)
            .map(|(symbol, &level)| (symbol, 1 << level))
            .collect();
        let mut tree = Tree { nodes: Vec::new(), root: None };
        let mut open = vec![(&symbols[..], None)];
        while let Some((some, parent)) = open.pop() {
            let next = match some {
                [] => return tree,
                [(symbol, _)] => Next::Symbol(*symbol),
                _ => {
                    let (left, right) = some.split_at(middle(some));
                    let node = tree.nodes.len();
                    let next = [Next::Symbol(0); 2];
                    tree.nodes.push(Node { middle: right[0].0, next });
                    open.extend([(right, Some((node, 1))), (left, Some((node, 0)))]);
                    // There are at most as many nodes as symbols besides one and the hole.
                    Next::Node(node as u8)
                }
            };
            match parent {
                Some((node, side)) => tree.nodes[node].next[side] = next,
                None => tree.root = Some(next),
            }
        }
        tree
    }
}

/// How many of some symbols come before the middle: one at least, and for as long as the middle of a
/// symbol comes before that of all.
fn middle(symbols: &[(u8, u64)]) -> usize {
    let all: u64 = symbols.iter().map(|(_, weight)| weight).sum();
    let mut before = symbols[0].1;
    let more = symbols[1..symbols.len() - 1].iter().take_while(|(_, weight)| {
        let counts = 2 * before + weight <= all;
        before += weight;
        counts
    });
    1 + more.count()
}

/// What has been learned of the symbols of a block.
struct Model {
    tree: Tree,
    /// For each opinion, symbol of a neighbour and node, the chance of a 1.
    chances: Vec<Chance>,
    /// Where the chances of an opinion begin.
    each: usize,
    /// How much opinions count, in 65536 parts: for how far down the tree it is, and for how often the
    /// first one has learned.
    weights: [[[i32; OPINIONS]; 4]; 16],
}

impl Model {
    /// What an opinion counts before anything is known about it: three tenths.
    const WEIGHT: i32 = 65536 * 3 / 10;

    /// How fast weights change.
    const RATE: i32 = 20;

    /// No opinion counts for more than eight, nor against.
    const MOST: i32 = 8 * 65536;

    fn new(tree: Tree, symbols: usize) -> Self {
        let each = symbols * tree.nodes.len();
        let chances = vec![Chance::FRESH; OPINIONS * each];
        Model { tree, chances, each, weights: [[[Self::WEIGHT; OPINIONS]; 4]; 16] }
    }

    /// Codes a symbol that has these neighbours; `None` where there can be none.
    #[inline(always)]
    fn code(&mut self, coder: &mut impl Coder, symbol: u8, near: [u8; OPINIONS]) -> Option<u8> {
        let Model { tree, chances, each, weights } = self;
        let mut first = [0; OPINIONS];
        for (opinion, (first, near)) in first.iter_mut().zip(near).enumerate() {
            *first = opinion * *each + usize::from(near) * tree.nodes.len();
        }
        let (mut next, mut depth) = (tree.root?, 0);
        loop {
            let node = match next {
                Next::Symbol(symbol) => return Some(symbol),
                Next::Node(node) => usize::from(node),
            };
            let Node { middle, next: sides } = tree.nodes[node];
            let mut opinions = [0; OPINIONS];
            for (own, first) in opinions.iter_mut().zip(first) {
                *own = stretch(chances[first + node].of_4096());
            }
            let known = chances[first[0] + node].times().min(3) as usize;
            let weights = &mut weights[depth.min(15)][known];
            let sum: i32 =
                opinions.iter().zip(&*weights).map(|(own, weight)| (own * weight) >> 8).sum();
            let chance = squash(sum >> 8);
            let bit = coder.code(symbol >= middle, chance as u32);
            let missed = ((i32::from(bit) << 12) - chance) * Self::RATE;
            for ((own, weight), first) in opinions.iter().zip(weights).zip(first) {
                let change = (own * missed + 0x8000) >> 16;
                *weight = (*weight + change).clamp(-Self::MOST, Self::MOST);
                chances[first + node].learn(bit);
            }
            next = sides[usize::from(bit)];
            depth += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn symbols_come_back(
            cells in prop::collection::vec(prop_oneof![Just(0u8), 0u8..6, any::<u8>()], 0..3000),
        ) {
            let symbols = 1 + usize::from(cells.iter().copied().max().unwrap_or(0));
            for symbols in [symbols, 256] {
                let bytes = pack(&cells, symbols);
                let back = unpack(&bytes, cells.len(), symbols);
                prop_assert_eq!(back.as_ref(), Some(&cells));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            slots in 0usize..400,
            symbols in 1usize..=256,
        ) {
            if let Some(cells) = unpack(&bytes, slots, symbols) {
                prop_assert_eq!(cells.len(), slots);
                prop_assert!(cells.iter().all(|&cell| usize::from(cell) < symbols));
            }
        }
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_refused() {
        let cells: Vec<u8> = (0..2000u32).map(|slot| (slot * slot / 7 % 11) as u8).collect();
        let bytes = pack(&cells, 11);
        assert_eq!(unpack(&bytes, cells.len(), 11), Some(cells.clone()));
        for length in 0..bytes.len() {
            let read = unpack(&bytes[..length], cells.len(), 11);
            assert!(read.is_none_or(|read| read != cells), "cut at {length}");
        }
        let longer = [&bytes[..], &[0; 9]].concat();
        assert_eq!(unpack(&longer, cells.len(), 11), None);
    }

    #[test]
    fn questions_end_at_the_symbols_that_come_up() {
        let mut levels = vec![0; 256];
        assert!(Tree::new(&levels).root.is_none());
        levels[7] = 3;
        assert!(matches!(Tree::new(&levels).root, Some(Next::Symbol(7))));
        levels = vec![31; 256];
        levels[0] = 0;
        let tree = Tree::new(&levels);
        assert_eq!(tree.nodes.len(), 254);
        for wanted in 1..=u8::MAX {
            let (mut next, mut questions) = (tree.root.unwrap(), 0);
            while let Next::Node(node) = next {
                let Node { middle, next: sides } = tree.nodes[usize::from(node)];
                next = sides[usize::from(wanted >= middle)];
                questions += 1;
            }
            assert!(matches!(next, Next::Symbol(symbol) if symbol == wanted) && questions <= 8);
        }
    }

    #[test]
    fn what_follows_its_neighbours_takes_less_than_with_zstd() {
        // A board on which two men stand, how far they are apart, and now and then one more.
        let far = |a: usize, b: usize| (a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8)) as u8;
        let chance =
            |slot: usize| (slot as u32).wrapping_mul(0x9e37_79b9).rotate_left(9).is_multiple_of(3);
        let cells: Vec<u8> =
            (0..4096).map(|slot| 1 + far(slot / 64, slot % 64) + u8::from(chance(slot))).collect();
        let packed = pack(&cells, 10).len();
        let zstd = zstd::bulk::compress(&cells, 19).unwrap().len();
        assert!(packed < zstd, "{packed} and {zstd}");
    }
}
