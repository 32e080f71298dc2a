//! Tests that any game can call: do its rules and its powers agree with each other?

mod fault;
mod index;
mod pictures;
mod slots;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use fault::KitFault;

use crate::Game;
use crate::generate::Rng;
use index::Tiers;

/// How much to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KitOptions {
    /// What makes the random plays what they are.
    pub seed: u64,
    /// How many plays; every position on the way is checked.
    pub plays: u32,
    /// The most moves of a play.
    pub moves: u32,
    /// How many slots of the index to check: all if there are no more, otherwise random ones.
    pub slots: u64,
}

impl Default for KitOptions {
    fn default() -> Self {
        KitOptions { seed: 1, plays: 20, moves: 60, slots: 2000 }
    }
}

/// What was checked, so that a test can see that its game was met in all its aspects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Different positions.
    pub positions: u64,
    /// Moves from them.
    pub moves: u64,
    /// Positions where the game is over.
    pub over: u64,
    /// Positions that are not canonical.
    pub turned: u64,
    /// Slots of the index, holes included.
    pub slots: u64,
    /// Un-moves from the positions.
    pub unmoves: u64,
    /// Positions whose board was set up anew.
    pub boards: u64,
    /// Moves that can be pointed at on the board.
    pub touched: u64,
}

/// Checks on random plays and random slots that a game's methods say the same.
///
/// - What is shown is read back, positions and moves alike, and no two moves look the same.
/// - Moves are appended, can be played, and come to an end where there is a verdict.
/// - The canonical form of a canonical form is itself; a position and its canonical form have the
///   same verdict and lead to the same positions, but for symmetry.
/// - The index finds every position that can be met, and finds it again under its slot.
/// - The tiers are all slots, each once, and no move leads to a later tier, or to one that its own is
///   not said to lead to.
/// - The positions before one are those with a move to it, as far as its tier goes.
/// - A board that is set up as its picture has it is the same position, and all places are there.
/// - Moves from slot to slot are those from position to position.
///
/// A game that panics has a fault, too.
///
/// ```
/// use retrograde_games::kit::{self, KitOptions};
/// use retrograde_games::rules::Mnk;
/// let report = kit::check(&Mnk::new(3, 3, 3).unwrap(), &KitOptions::default())?;
/// assert!(report.positions > 100 && report.over >= 10);
/// # Ok::<(), kit::KitFault>(())
/// ```
///
/// # Errors
/// The first fault, with the positions where it shows.
///
/// # Complexity
/// For each position the moves of all positions before it, and the un-moves of all after it.
pub fn check<G: Game>(game: &G, options: &KitOptions) -> Result<Report, KitFault> {
    let mut checker = Checker {
        game,
        tiers: guarded(|| "its tiers".to_owned(), || Tiers::new(game))?,
        unmoves: None,
        seen: HashSet::new(),
        report: Report::default(),
    };
    let mut rng = Rng::from_seed(options.seed);
    let slots = game.slots().unwrap_or(0);
    for slot in 0..options.slots.min(slots) {
        let slot = if slots <= options.slots { slot } else { rng.below(slots) };
        guarded(|| format!("slot {slot}"), || checker.slot(slot))?;
    }
    for _ in 0..options.plays {
        let root = guarded(|| "a slot".to_owned(), || Ok(root(game, slots, &mut rng)))?;
        let Some(mut position) = root else { break };
        for _ in 0..options.moves {
            let mut next = checker.position(&position)?;
            if next.is_empty() {
                break;
            }
            position = next.swap_remove(rng.below(next.len() as u64) as usize);
        }
    }
    if checker.report.positions == 0 { Err(KitFault::Nothing) } else { Ok(checker.report) }
}

/// Does something that a game may panic at; `place` says where that was.
fn guarded<R>(
    place: impl Fn() -> String,
    look: impl FnOnce() -> Result<R, KitFault>,
) -> Result<R, KitFault> {
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = message.unwrap_or("no message").to_owned();
        Err(KitFault::Panic { position: place(), message })
    })
}

/// Where a play begins.
fn root<G: Game>(game: &G, slots: u64, rng: &mut Rng) -> Option<G::Position> {
    // An index with less than one position in so many slots is not one to be walked at random.
    const TRIES: u32 = 10_000;
    game.start().or_else(|| (0..TRIES).find_map(|_| game.unrank(rng.below(slots.max(1)))))
}

/// A game under test.
struct Checker<'a, G: Game> {
    game: &'a G,
    tiers: Tiers,
    /// Whether the game has un-moves, once it has been asked.
    unmoves: Option<bool>,
    seen: HashSet<G::Position>,
    report: Report,
}

impl<G: Game> Checker<'_, G> {
    /// Checks a position unless that was done before; gives back what its moves lead to.
    fn position(&mut self, position: &G::Position) -> Result<Vec<G::Position>, KitFault> {
        let known = self.seen.contains(position);
        let game = self.game;
        let place = || {
            let shown = catch_unwind(AssertUnwindSafe(|| game.show(position)));
            shown.unwrap_or_else(|_| format!("{position:?}"))
        };
        let looked = guarded(place, || match known {
            true => Ok(self.moves(position).iter().map(|m| self.game.play(position, m)).collect()),
            false => self.look(position),
        });
        self.seen.insert(position.clone());
        looked
    }

    fn look(&mut self, position: &G::Position) -> Result<Vec<G::Position>, KitFault> {
        self.text(position)?;
        let moves = self.moves(position);
        self.check_moves(position, &moves)?;
        let next: Vec<_> = moves.iter().map(|m| self.game.play(position, m)).collect();
        for (after, chosen) in next.iter().zip(&moves) {
            self.text(after)?;
            if self.game.verdict(after).is_some() {
                self.nothing_to_play(after, self.game.show_move(position, chosen))?;
            }
        }
        self.picture(position, &moves)?;
        self.symmetry(position, &next)?;
        self.index(position, &next)?;
        self.unmoves(position, &next)?;
        self.slot_moves(position, &next)?;
        self.report.positions += 1;
        self.report.moves += moves.len() as u64;
        self.report.over += u64::from(moves.is_empty());
        Ok(next)
    }

    /// The legal moves: none where the rules end the game.
    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.game.verdict(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        moves
    }

    fn text(&self, position: &G::Position) -> Result<(), KitFault> {
        let shown = self.game.show(position);
        match self.game.parse(&shown) {
            Ok(read) if read == *position => Ok(()),
            Ok(read) => Err(KitFault::Misread { shown, read: self.game.show(&read) }),
            Err(error) => Err(KitFault::Unreadable { shown, message: error.to_string() }),
        }
    }

    fn check_moves(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), KitFault> {
        let shown = || self.game.show(position);
        if self.game.verdict(position).is_none() {
            let mut twice = moves.to_vec();
            self.game.moves(position, &mut twice);
            if twice.len() != 2 * moves.len()
                || twice.chunks(moves.len().max(1)).any(|m| m != moves)
            {
                return Err(KitFault::NotAppended { position: shown() });
            }
        }
        let mut texts = HashSet::new();
        for chosen in moves {
            let text = self.game.show_move(position, chosen);
            if self.game.parse_move(position, &text).as_ref() != Some(chosen) {
                // Where two look the same, the first of them is found under either's name.
                return Err(match texts.contains(&text) {
                    true => KitFault::MovesAlike { position: shown(), text },
                    false => KitFault::MoveMisread { position: shown(), text },
                });
            }
            if !texts.insert(text.clone()) {
                return Err(KitFault::MovesAlike { position: shown(), text });
            }
        }
        Ok(())
    }

    /// Where the game is over, the move that ended it cannot be read as one more.
    fn nothing_to_play(&self, over: &G::Position, text: String) -> Result<(), KitFault> {
        match self.game.parse_move(over, &text) {
            Some(_) => Err(KitFault::MoveAfterEnd { position: self.game.show(over), text }),
            None => Ok(()),
        }
    }

    fn symmetry(&mut self, position: &G::Position, next: &[G::Position]) -> Result<(), KitFault> {
        let (game, show) = (self.game, |position: &G::Position| self.game.show(position));
        let canonical = game.canonical(position);
        let again = game.canonical(&canonical);
        if again != canonical {
            let (canonical, again) = (show(&canonical), show(&again));
            return Err(KitFault::CanonicalDiffers { position: show(position), canonical, again });
        }
        if canonical == *position {
            return Ok(());
        }
        self.report.turned += 1;
        if game.verdict(position) != game.verdict(&canonical) {
            let canonical = show(&canonical);
            return Err(KitFault::SymmetryVerdict { position: show(position), canonical });
        }
        let here: HashSet<_> = next.iter().map(|next| game.canonical(next)).collect();
        let moves = self.moves(&canonical);
        let there: HashSet<_> =
            moves.iter().map(|m| game.canonical(&game.play(&canonical, m))).collect();
        match here.symmetric_difference(&there).next() {
            Some(only) => Err(KitFault::SymmetryMoves {
                position: show(position),
                canonical: show(&canonical),
                only: show(only),
            }),
            None => Ok(()),
        }
    }

    fn unmoves(&mut self, position: &G::Position, next: &[G::Position]) -> Result<(), KitFault> {
        let (game, canonical) = (self.game, self.game.canonical(position));
        let mut before = Vec::new();
        let has = self.ask_unmoves(position, &mut before)?;
        if !has {
            return Ok(());
        }
        self.report.unmoves += before.len() as u64;
        for earlier in before {
            let leads_here = |m: &G::Move| game.canonical(&game.play(&earlier, m)) == canonical;
            if !self.moves(&earlier).iter().any(leads_here) {
                let earlier = game.show(&earlier);
                return Err(KitFault::UnmoveWrong { position: game.show(position), earlier });
            }
            self.ranked(&earlier)?;
        }
        for next in next {
            if !self.tiers.are_one(game, position, next) {
                continue;
            }
            let mut before = Vec::new();
            self.ask_unmoves(next, &mut before)?;
            if before.iter().all(|earlier| game.canonical(earlier) != canonical) {
                let next = game.show(next);
                return Err(KitFault::UnmoveMissing { position: game.show(position), next });
            }
        }
        Ok(())
    }

    fn ask_unmoves(
        &mut self,
        position: &G::Position,
        before: &mut Vec<G::Position>,
    ) -> Result<bool, KitFault> {
        let has = self.game.unmoves(position, before);
        if *self.unmoves.get_or_insert(has) != has || (!has && !before.is_empty()) {
            return Err(KitFault::UnmovesSometimes { position: self.game.show(position) });
        }
        Ok(has)
    }
}
