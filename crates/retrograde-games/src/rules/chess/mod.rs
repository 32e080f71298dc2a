//! Chess endings of up to five men.
//!
//! The attacks of pieces come from the crate cozy-chess, whose own legal moves are what the tests
//! compare ours with; ours are made for a handful of men, and can be taken back.

mod attacks;
mod ending;
mod fen;
mod fen_quick;
mod groups;
mod index;
mod kinds;
mod lone_pawn;
mod material;
mod moves;
mod numbers;
mod picture;
#[cfg(test)]
mod row_tests;
mod rows;
mod rows_out;
mod san;
mod sets;
#[cfg(test)]
mod slot_tests;
mod slots;
mod squares;
mod symmetry;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use cozy_chess::{Color, Move};
use retrograde_core::Outcome;

use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError, Part, Section, SlotMoves};
pub use ending::Ending;
use index::EndingIndex;
use kinds::Kinds;
use lone_pawn::LonePawn;
use material::Material;

/// Chess with up to five men, the kings among them, and without castling.
///
/// Whoever is checkmated loses and stalemate is a tie. Nothing else ends the game: neither the
/// fifty-move rule nor a lack of men who could mate, so that distances are those to checkmate.
///
/// The index has tiers for every material that captures and promotions lead to, smaller ones
/// first, so that the last ones are the ending that was asked for: one, or where there is a single pawn
/// one for each rank and distance from the edge that he may be on. Positions that differ by turning or
/// mirroring the board share a slot, and so do those that differ by exchanging the colours: those in
/// which White has more men, or better ones, stand for both. Each material is a [part](Game::parts): the
/// same in all endings that come to it. [`unmoves`](Game::unmoves) leaves out captures and promotions, which come
/// from other tiers.
///
/// ```
/// use retrograde_core::Outcome;
/// use retrograde_games::Game;
/// use retrograde_games::rules::Chess;
/// let game = Chess::new("KQvK")?;
/// let position = game.parse("k7/8/1K6/8/8/8/8/2Q5 w - -")?;
/// let mate = game.parse_move(&position, "Qc8#").unwrap();
/// let after = game.play(&position, &mate);
/// assert_eq!(game.show(&after), "k1Q5/8/1K6/8/8/8/8/8 b - - 0 1");
/// assert_eq!(game.verdict(&after), Some(Outcome::Lose));
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    material: Material,
    kinds: Kinds,
    tables: Vec<EndingIndex>,
    /// The first slot of each table, and the end of the last.
    firsts: Vec<u64>,
    end: u64,
    /// The first tier of each table, and after them how many there are.
    first_tiers: Vec<usize>,
}

impl Chess {
    /// The ending of White's men against Black's, such as `KQvKR`.
    ///
    /// # Errors
    /// Text that does not name a king and other men for each side, five in all at most.
    pub fn new(material: &str) -> Result<Self, ParseError> {
        let material = Material::parse(material)?;
        let (kinds, ids) = Kinds::new(&material);
        let mut tables: Vec<EndingIndex> = Vec::new();
        for id in ids {
            let first = tables.last().map_or(0, |table| table.slots().end);
            tables.push(EndingIndex::new(&kinds, id, first));
        }
        let firsts = tables.iter().map(|table| table.slots().start).collect();
        let end = tables.last().map_or(0, |table| table.slots().end);
        let mut first_tiers = vec![0];
        for table in &tables {
            first_tiers.push(first_tiers[first_tiers.len() - 1] + table.tiers().count());
        }
        Ok(Chess { material, kinds, tables, firsts, end, first_tiers })
    }

    /// The men of a position, written as in the name of an ending.
    ///
    /// ```
    /// use retrograde_games::Game;
    /// use retrograde_games::rules::Chess;
    /// let game = Chess::new("KQvKR")?;
    /// let position = game.parse("8/8/8/8/k7/8/1r6/K7 w - -")?;
    /// assert_eq!(game.material(&position), "KvKR");
    /// # Ok::<(), retrograde_games::ParseError>(())
    /// ```
    #[must_use]
    pub fn material(&self, position: &Ending) -> String {
        self.kinds.get(position.kind).material().to_string()
    }

    /// The table that has a tier.
    fn table_of_tier(&self, tier: usize) -> Option<usize> {
        let after = self.first_tiers.partition_point(|&first| first <= tier);
        after.checked_sub(1).filter(|&table| table < self.tables.len())
    }

    fn can_move(&self, position: &Ending) -> bool {
        let kind = self.kinds.get(position.kind);
        moves::legal_moves(kind, position, |_| ControlFlow::Break(())).is_break()
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Game for Chess {
    type Position = Ending;
    type Move = Move;

    fn start(&self) -> Option<Ending> {
        None
    }

    fn verdict(&self, position: &Ending) -> Option<Outcome> {
        if self.can_move(position) {
            return None;
        }
        let mated = position.in_check(self.kinds.get(position.kind));
        Some(if mated { Outcome::Lose } else { Outcome::Draw })
    }

    fn moves(&self, position: &Ending, moves: &mut Vec<Move>) {
        let _ = moves::legal_moves(self.kinds.get(position.kind), position, |chosen| {
            moves.push(chosen);
            ControlFlow::Continue(())
        });
    }

    fn play(&self, position: &Ending, chosen: &Move) -> Ending {
        moves::play(&self.kinds, position, *chosen)
    }

    fn show(&self, position: &Ending) -> String {
        let mut text = String::with_capacity(fen::LENGTH);
        self.show_to(position, &mut text);
        text
    }

    fn show_to(&self, position: &Ending, text: &mut String) {
        fen::show(&self.kinds, position, text);
    }

    fn parse(&self, text: &str) -> Result<Ending, ParseError> {
        fen::parse(&self.kinds, &self.material, text)
    }

    fn show_move(&self, position: &Ending, chosen: &Move) -> String {
        let mut text = String::with_capacity(san::LENGTH);
        self.show_move_to(position, chosen, &mut text);
        text
    }

    fn show_move_to(&self, position: &Ending, chosen: &Move, text: &mut String) {
        san::show(&self.kinds, position, *chosen, text);
    }

    fn parse_move(&self, position: &Ending, text: &str) -> Option<Move> {
        san::parse(&self.kinds, position, text)
    }

    fn board(&self, position: &Ending) -> String {
        fen::board(&self.kinds, position)
    }

    fn picture(&self, position: &Ending, _: bool) -> Board {
        picture::of(&self.kinds, &self.material, position)
    }

    fn touches(&self, _: &Ending, chosen: &Move, _: bool) -> Vec<Touch> {
        crate::picture::step(picture::place(chosen.from), picture::place(chosen.to))
    }

    fn position_from(&self, setup: &Setup) -> Result<Ending, ParseError> {
        self.parse(&picture::fen(setup)?)
    }

    fn mover(&self, position: &Ending) -> Option<&'static str> {
        Some(color_name(position.turn))
    }

    fn canonical(&self, position: &Ending) -> Ending {
        self.unrank(self.rank(position)).unwrap_or(*position)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.end)
    }

    fn rank(&self, position: &Ending) -> u64 {
        self.tables[self.kinds.get(position.kind).table].rank(&self.kinds, position)
    }

    fn reply_slots(&self, position: &Ending, moves: &[Move], slots: &mut Vec<u64>) {
        self.slots_after(position, moves, slots);
    }

    fn unrank(&self, slot: u64) -> Option<Ending> {
        self.table_of(slot)?.unrank(&self.kinds, slot)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.tables.iter().flat_map(EndingIndex::tiers).collect()
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        let Some(own) = self.table_of_tier(tier) else { return Vec::new() };
        let table = &self.tables[own];
        let pawn = table.numbers.lone_pawn();
        let within = (tier - self.first_tiers[own]) as u32;
        let mut tables =
            self.kinds.after(table.kind, pawn.is_none_or(|_| LonePawn::promotes(within)));
        tables.sort_unstable();
        tables.dedup();
        // A capture may leave the pawn wherever he is.
        let tiers = |&table: &usize| self.first_tiers[table]..self.first_tiers[table + 1];
        let others = tables.iter().filter(|&&table| table != own).map(tiers);
        let steps = pawn.map(|_| LonePawn::steps(within)).into_iter().flatten();
        let steps = steps.map(|step| self.first_tiers[own] + step as usize);
        let mut led_to: Vec<Range<usize>> = others.collect();
        led_to.extend(steps.chain([tier]).map(|tier| tier..tier + 1));
        led_to.sort_unstable_by_key(|tiers| tiers.start);
        led_to
    }

    /// Who is promoted has moved, so that it is the other player's turn.
    fn leads_to_part(&self, tier: usize, other: usize) -> Option<Range<u64>> {
        let (own, other) = (self.table_of_tier(tier)?, self.table_of_tier(other)?);
        let (own, other) = (&self.tables[own], &self.tables[other]);
        let pawn = own.numbers.lone_pawn()?;
        let promoted = self.kinds.promotions(own.kind, pawn.man);
        let id = promoted
            .into_iter()
            .find(|&id| id == other.kind || self.kinds.get(id).flip == other.kind)?;
        let turn = if id == other.kind { !pawn.color } else { pawn.color };
        let mut slots = other.by_mover().into_iter().find(|(mover, _)| *mover == Some(turn))?.1;
        slots.retain(|some| !some.is_empty());
        match &slots[..] {
            [slots] => Some(slots.clone()),
            _ => None,
        }
    }

    fn sections(&self) -> Vec<Section> {
        let sections = self.tables.iter().flat_map(|table| {
            let name = self.kinds.get(table.kind).material().to_string();
            table.by_mover().into_iter().map(move |(mover, slots)| {
                let mover = mover.map(color_name);
                Section { name: name.clone(), mover, slots }
            })
        });
        sections.collect()
    }

    fn tier_name(&self, position: &Ending) -> Option<String> {
        let position = self.canonical(position);
        let kind = self.kinds.get(position.kind);
        let name = kind.material().to_string();
        let Some(pawn) = self.tables[kind.table].numbers.lone_pawn() else { return Some(name) };
        let square = position.squares.get(pawn.man);
        let mirrored = square.flip_file();
        let (left, right) = (square.min(mirrored), square.max(mirrored));
        Some(format!("{name}, {left} or {right}"))
    }

    fn parts(&self) -> Vec<Part> {
        let part = |table: &EndingIndex| {
            let name = self.kinds.get(table.kind).material().to_string();
            Part { name, slots: table.slots() }
        };
        self.tables.iter().map(part).collect()
    }

    fn part(&self, name: &str) -> Option<Self> {
        Chess::new(name).ok()
    }

    fn unmoves(&self, position: &Ending, before: &mut Vec<Ending>) -> bool {
        moves::unmoves(&self.kinds, position, |earlier| before.push(earlier));
        true
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        Some(self)
    }
}

impl Listed for Chess {
    const LISTING: Listing = Listing {
        name: "chess",
        title: "Chess endings",
        aliases: &[],
        parameters: ":MENvMEN",
        example: "chess:KQvKR",
        summary: "chess endings of up to five men",
        rules: "Chess endings of up to five men, White's first, with pawns, promotion and en passant \
                but without castling. Checkmate wins and stalemate is a tie; there is no fifty-move \
                rule, and play begins wherever one likes.",
        known: "The longest checkmates take the winner 10 moves for KQvK, 16 for KRvK, 28 for KPvK, 33 for KBNvK \
                and 35 for KQvKR (E. V. Nalimov, G. McC. Haworth and E. A. Heinz, Space-efficient \
                indexing of chess endgame tables, 2000)",
        impartial: false,
        dense: true,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        Chess::new(parameters)
    }
}
