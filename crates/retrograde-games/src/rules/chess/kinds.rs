//! The kinds of material that a game comes to, with the way from one to the next.

use std::ops::Range;

use cozy_chess::{Color, Piece, Square};

use super::ending::Ending;
use super::material::{MOST, Man, Material, PROMOTIONS};
use super::squares::Squares;

/// Which of a game's kinds of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KindId(u8);

/// One kind of material of a game.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    material: Material,
    /// Its table, which it shares with the kind of the other colours.
    pub(super) table: usize,
    /// The kind with the colours the other way round.
    pub(super) flip: KindId,
    /// What is left when a man is taken, for each who can be.
    without: [Option<KindId>; MOST],
    /// What there is when a pawn is promoted.
    promoted: [[Option<KindId>; PROMOTIONS.len()]; MOST],
    /// Where the first man of each [order](Man::order) is in the list, if there is one.
    first_of: [u8; Man::DIFFERENT],
    /// Whether some men are alike, so that they have to be kept in order.
    pub(super) alike: bool,
    pub(super) pawns: bool,
    /// Whether a pawn can be taken in passing.
    pub(super) passing: bool,
    /// Whether there is just one pawn, whose moves lead to other tiers.
    pub(super) lone_pawn: bool,
}

impl Kind {
    pub(super) fn material(&self) -> &Material {
        &self.material
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.material.len()
    }

    #[inline]
    pub(super) fn man(&self, man: usize) -> Man {
        self.material.man(man)
    }

    /// Where the men of a colour are, the king first.
    #[inline]
    pub(super) fn side(&self, color: Color) -> Range<usize> {
        self.material.side(color)
    }

    /// The same as a set of bits.
    #[inline]
    pub(super) fn side_bits(&self, color: Color) -> u32 {
        let Range { start, end } = self.side(color);
        (1 << end) - (1 << start)
    }

    /// Puts men that are alike in the order of their squares.
    #[inline]
    pub(super) fn settle(&self, squares: &mut Squares) {
        if !self.alike {
            return;
        }
        let men = self.material.men();
        for last in 1..men.len() {
            let mut man = last;
            while man > 0 && men[man - 1] == men[man] && squares.get(man - 1) > squares.get(man) {
                squares.swap(man - 1, man);
                man -= 1;
            }
        }
    }
}

/// All kinds of material of a game, each with both ways to colour it.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    kinds: Vec<Kind>,
    /// The [keys](Material::key) of their material.
    keys: Vec<u64>,
}

impl Kinds {
    /// The kinds that play can come to, and the material of each table in an order that no move
    /// leads upwards.
    ///
    /// A kind and the same with the colours changed are one table, whatever play comes to it.
    pub(super) fn new(root: &Material) -> (Self, Vec<KindId>) {
        let mut tables: Vec<Material> = Vec::new();
        for material in root.and_later().iter().map(Material::upright) {
            if !tables.contains(&material) {
                tables.push(material);
            }
        }
        let mut materials: Vec<(Material, usize)> = Vec::new();
        for (table, &material) in tables.iter().enumerate() {
            materials.push((material, table));
            if material.flip() != material {
                materials.push((material.flip(), table));
            }
        }
        let find = |wanted: Option<Material>| {
            let at = materials.iter().position(|(material, _)| Some(*material) == wanted)?;
            Some(KindId(u8::try_from(at).expect("no ending has 256 kinds of material")))
        };
        let kind = |&(material, table): &(Material, usize)| Kind {
            material,
            table,
            flip: find(Some(material.flip())).expect("both ways to colour it are there"),
            without: std::array::from_fn(|man| {
                if man < material.len() { find(material.without(man)) } else { None }
            }),
            promoted: std::array::from_fn(|man| {
                PROMOTIONS.map(|piece| {
                    if man < material.len() { find(material.promoted(man, piece)) } else { None }
                })
            }),
            first_of: std::array::from_fn(|order| {
                material.men().iter().filter(|man| usize::from(man.order()) < order).count() as u8
            }),
            alike: material.men().windows(2).any(|pair| pair[0] == pair[1]),
            pawns: material.pawns(Color::White) + material.pawns(Color::Black) > 0,
            lone_pawn: material.pawns(Color::White) + material.pawns(Color::Black) == 1,
            passing: material.pawns(Color::White) > 0 && material.pawns(Color::Black) > 0,
        };
        let ids = tables.iter().filter_map(|&material| find(Some(material))).collect();
        let keys = materials.iter().map(|(material, _)| material.key()).collect();
        (Kinds { kinds: materials.iter().map(kind).collect(), keys }, ids)
    }

    #[inline]
    pub(super) fn get(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    /// The tables that moves lead to from a kind of material, some of them more than once: its own, and
    /// those of what is left after a capture, a promotion if there can be one, or both in one move.
    pub(super) fn after(&self, id: KindId, promotes: bool) -> Vec<usize> {
        let kind = self.get(id);
        let promoted = |kind: &Kind| {
            let kinds = kind.promoted.as_flattened().iter().flatten().filter(|_| promotes);
            kinds.map(|&id| self.get(id).table).collect()
        };
        let mut tables: Vec<usize> = promoted(kind);
        tables.push(kind.table);
        for &id in kind.without.iter().flatten() {
            let left = self.get(id);
            tables.push(left.table);
            tables.extend::<Vec<usize>>(promoted(left));
        }
        tables
    }

    /// What a pawn's promotions make of a kind of material.
    pub(super) fn promotions(&self, id: KindId, pawn: usize) -> Vec<KindId> {
        self.get(id).promoted[pawn].iter().flatten().copied().collect()
    }

    /// The position of these men on these squares, if play can come to their material.
    pub(super) fn place(&self, men: &[(Man, Square)], turn: Color) -> Option<Ending> {
        let key = Material::new(men.iter().map(|&(man, _)| man))?.key();
        self.place_by_key(key, men.iter().map(|&(man, square)| (man.order(), square)), turn)
    }

    /// The same for men who are given by their [order](Man::order), with the [key](Material::key) of their
    /// material.
    pub(super) fn place_by_key(
        &self,
        key: u64,
        men: impl Iterator<Item = (u8, Square)>,
        turn: Color,
    ) -> Option<Ending> {
        // The last ones have most men.
        let at = self.keys.iter().rposition(|&other| other == key)?;
        let kind = &self.kinds[at];
        let mut next = kind.first_of;
        let mut squares = Squares::NONE;
        for (man, square) in men {
            let place = &mut next[usize::from(man)];
            squares.set(usize::from(*place), square);
            *place += 1;
        }
        kind.settle(&mut squares);
        Some(Ending { kind: KindId(at as u8), turn, en_passant: None, squares })
    }

    /// The same position with the colours changed and the board turned upside down.
    pub(super) fn flip(&self, ending: &Ending) -> Ending {
        let kind = self.get(ending.kind);
        let mut squares = Squares::NONE;
        let both = kind.side(Color::Black).chain(kind.side(Color::White));
        for (at, man) in both.enumerate() {
            squares.set(at, ending.squares.get(man).flip_rank());
        }
        self.get(kind.flip).settle(&mut squares);
        Ending { kind: kind.flip, turn: !ending.turn, en_passant: ending.en_passant, squares }
    }

    /// Takes a man off the board.
    pub(super) fn take(&self, ending: &mut Ending, man: usize) {
        let kind = self.get(ending.kind);
        ending.kind = kind.without[man].expect("kings are not taken");
        ending.squares.remove(man);
    }

    /// Changes a pawn into another piece.
    pub(super) fn promote(&self, ending: &mut Ending, pawn: usize, piece: Piece) {
        let kind = self.get(ending.kind);
        let which = PROMOTIONS.iter().position(|&other| other == piece);
        let id = which.and_then(|which| kind.promoted[pawn][which]);
        let after = id.expect("pawns become queens, rooks, bishops or knights");
        let color = kind.man(pawn).color;
        // Better pieces stand before pawns: the new one moves up to the last of its kind.
        let piece_order = Man { color, piece }.order();
        let mut at = pawn;
        while kind.man(at - 1).order() > piece_order {
            ending.squares.swap(at - 1, at);
            at -= 1;
        }
        ending.kind = after;
        self.get(after).settle(&mut ending.squares);
    }
}
