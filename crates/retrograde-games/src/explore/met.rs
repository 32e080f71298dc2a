//! The positions met so far: all of the search that depends on the game.
//!
//! Everything else is compiled once and not for every game, so this is small, and asked about a whole
//! piece or shard at a time.

use std::any::Any;
use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use super::piece::{Piece, Record};
use super::shard::{Shard, split};
use crate::Game;

/// A piece with more moves than this does without the rest of its parents.
const MOST_MOVES: usize = 1 << 15;

/// The positions of a search, whatever they are. The children of a piece belong to the positions that
/// [began](Met::begin) it.
pub(super) trait Met: Send + Sync {
    /// How many positions there are.
    fn count(&self) -> usize;
    /// Bytes of so many positions.
    fn bytes_of(&self, positions: usize) -> u64;
    /// Bytes held on the heap.
    fn heap_bytes(&self) -> u64;
    /// An empty list of children.
    fn begin(&self) -> Box<dyn Any + Send + Sync>;
    /// Makes the roots the children of a piece without parents; none where they alone take more than
    /// `allowed` bytes.
    fn roots(&self, piece: &mut Piece, allowed: u64) -> bool;
    /// Makes all moves of the parents, or of the first of them where they are too many.
    fn generate(&self, piece: &mut Piece);
    /// [Looks up](Shard::look_up) the children of all pieces that belong to a shard.
    fn look_up(&self, shard: &mut Shard, pieces: &[Piece]);
    /// Keeps of the children only those that are new.
    fn keep_fresh(&self, piece: &mut Piece);
    /// Makes [room](super::search::lengthen) for more positions.
    fn lengthen(&mut self, more: usize, held: u64, allowed: u64) -> bool;
    /// Takes over the children of a piece.
    fn append(&mut self, piece: &mut Piece);
}

/// The positions of a game.
pub(super) struct Positions<'a, G: Game> {
    pub(super) list: Vec<G::Position>,
    pub(super) hasher: DefaultHashBuilder,
    game: &'a G,
    roots: &'a [G::Position],
    symmetry: bool,
}

impl<'a, G: Game> Positions<'a, G> {
    pub(super) fn new(game: &'a G, roots: &'a [G::Position], symmetry: bool) -> Self {
        let hasher = DefaultHashBuilder::default();
        Positions { list: Vec::new(), hasher, game, roots, symmetry }
    }

    fn push(&self, child: G::Position, children: &mut Vec<G::Position>, piece: &mut Piece) {
        let child = if self.symmetry { self.game.canonical(&child) } else { child };
        let (shard, tag) = split(self.hasher.hash_one(&child), piece.records.len());
        piece.records[shard].push(Record { place: children.len() as u32, word: tag });
        children.push(child);
    }

    /// Works on the children of a piece and the piece beside them.
    fn with_children(piece: &mut Piece, work: impl FnOnce(&mut Vec<G::Position>, &mut Piece)) {
        let mut children = std::mem::take(Self::children_mut(piece));
        work(&mut children, piece);
        piece.count = children.len();
        *Self::children_mut(piece) = children;
    }

    fn children_mut(piece: &mut Piece) -> &mut Vec<G::Position> {
        piece.children.downcast_mut().expect("the children are positions of this game")
    }
}

impl<G: Game> Met for Positions<'_, G> {
    fn count(&self) -> usize {
        self.list.len()
    }

    fn bytes_of(&self, positions: usize) -> u64 {
        positions as u64 * size_of::<G::Position>() as u64
    }

    fn heap_bytes(&self) -> u64 {
        self.bytes_of(self.list.capacity())
    }

    fn begin(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(Vec::<G::Position>::new())
    }

    fn roots(&self, piece: &mut Piece, allowed: u64) -> bool {
        if self.bytes_of(self.roots.len()) > allowed {
            return false;
        }
        Self::with_children(piece, |children, piece| {
            for root in self.roots {
                self.push(root.clone(), children, piece);
            }
        });
        true
    }

    fn generate(&self, piece: &mut Piece) {
        piece.clear();
        let mut moves = Vec::new();
        Self::with_children(piece, |children, piece| {
            children.clear();
            for vertex in piece.parents.clone() {
                if children.len() > MOST_MOVES {
                    piece.parents.end = vertex;
                    break;
                }
                let parent = &self.list[vertex];
                if let Some(verdict) = self.game.verdict(parent) {
                    piece.verdicts.push((vertex, verdict));
                } else {
                    moves.clear();
                    self.game.moves(parent, &mut moves);
                    for chosen in &moves {
                        self.push(self.game.play(parent, chosen), children, piece);
                    }
                }
                piece.ends.push(children.len() as u32);
            }
        });
    }

    fn look_up(&self, shard: &mut Shard, pieces: &[Piece]) {
        let mut children: Vec<&[G::Position]> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let list: Option<&Vec<G::Position>> = piece.children.downcast_ref();
            children.push(list.expect("the children are positions of this game"));
        }
        shard.look_up(&self.list, &children);
    }

    fn keep_fresh(&self, piece: &mut Piece) {
        Self::with_children(piece, |children, piece| {
            let mut place = 0;
            children.retain(|_| {
                place += 1;
                piece.is_fresh(place - 1)
            });
        });
    }

    fn lengthen(&mut self, more: usize, held: u64, allowed: u64) -> bool {
        super::search::lengthen(&mut self.list, more, held, allowed)
    }

    fn append(&mut self, piece: &mut Piece) {
        self.list.append(Self::children_mut(piece));
        piece.count = 0;
    }
}
