//! Dōbutsu shōgi: lion, giraffe, elephant and chick on a board of three by four.

mod animals;
mod index;
mod slots;
mod text;

use std::ops::Range;

use retrograde_core::Outcome;

use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Setup, Touch};
use crate::{Game, ParseError, SlotMoves};
pub use animals::{Animal, Animals};
use animals::{FAR, HANDS, HOME, REACH, squares};

/// Animals step to squares beside and take what stands there, and what is taken comes back as one's
/// own; who catches the lion, or brings one's own safely to the far row, wins.
///
/// Positions are seen by the player to move, who sits below and has the capital letters; after each
/// move the board is turned around. Whoever can catch the lion does: no other moves are offered
/// then. There is no rule about repetition, so endless play is a draw. Positions that are mirror
/// images of each other share a slot of the index, and so do all those in which the lion is caught.
///
/// ```
/// use retrograde_core::Outcome;
/// use retrograde_games::rules::DobutsuShogi;
/// use retrograde_games::Game;
/// let game = DobutsuShogi;
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "gle/.c./.C./ELG -");
/// let mut moves = Vec::new();
/// game.moves(&start, &mut moves);
/// let moves: Vec<String> = moves.iter().map(|chosen| game.show_move(&start, chosen)).collect();
/// assert_eq!(moves, ["b4-a3", "b4-c3", "c4-c3", "b3-b2"]);
/// let chick = game.parse_move(&start, "b3-b2").unwrap();
/// assert_eq!(game.show(&game.play(&start, &chick)), "gle/.../.c./ELG c");
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
///
/// Source: T. Tanaka, An analysis of a board game "Doubutsu Shogi", IPSJ SIG Technical Report
/// 2009-GI-22, 2009.
#[derive(Clone, Copy, Debug, Default)]
pub struct DobutsuShogi;

/// What a player does; squares are counted from the player's left, the nearest row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DobutsuMove {
    /// An animal steps, and takes what is there.
    Step {
        /// The square it leaves.
        from: u8,
        /// The square it gets to.
        to: u8,
    },
    /// An animal in hand comes back.
    Drop {
        /// Which one: a giraffe, an elephant or a chick.
        animal: Animal,
        /// The empty square it gets.
        to: u8,
    },
}

/// The squares from which one's own animals catch the other lion.
fn catchers(animals: Animals) -> u16 {
    let lion = animals.of(Animal::Lion) & !animals.own();
    if lion == 0 {
        return 0;
    }
    let lion = lion.trailing_zeros() as usize;
    let kinds = Animal::ALL.iter();
    let from = kinds.fold(0, |all, &kind| all | animals.of(kind) & REACH[kind as usize].from[lion]);
    from & animals.own()
}

impl Game for DobutsuShogi {
    type Position = Animals;
    type Move = DobutsuMove;

    fn start(&self) -> Option<Animals> {
        Some(Animals::START)
    }

    fn verdict(&self, animals: &Animals) -> Option<Outcome> {
        let other_lion = animals.of(Animal::Lion) & !animals.own();
        let lost = animals.is_caught() || (other_lion & HOME != 0 && catchers(*animals) == 0);
        lost.then_some(Outcome::Lose)
    }

    fn moves(&self, animals: &Animals, moves: &mut Vec<DobutsuMove>) {
        let own = animals.own();
        let catchers = catchers(*animals);
        if catchers != 0 {
            let lion = animals.of(Animal::Lion) & !own;
            let to = lion.trailing_zeros() as u8;
            moves.extend(squares(catchers).map(|from| DobutsuMove::Step { from, to }));
            return;
        }
        for animal in Animal::ALL {
            for from in squares(animals.of(animal) & own) {
                let targets = REACH[animal as usize].to[from as usize] & !own;
                moves.extend(squares(targets).map(|to| DobutsuMove::Step { from, to }));
            }
        }
        for animal in HANDS {
            if animals.in_own_hand(animal) > 0 {
                let drops = squares(animals.empty());
                moves.extend(drops.map(|to| DobutsuMove::Drop { animal, to }));
            }
        }
    }

    fn play(&self, animals: &Animals, chosen: &DobutsuMove) -> Animals {
        let after = match *chosen {
            DobutsuMove::Step { from, to } => {
                let animal = animals.at(from).unwrap_or(Animal::Lion);
                let arrives = match animal {
                    Animal::Chick if 1 << to & FAR != 0 => Animal::Hen,
                    _ => animal,
                };
                animals.without(from).taking(to).with_own(arrives, to)
            }
            DobutsuMove::Drop { animal, to } => animals.out_of_hand(animal).with_own(animal, to),
        };
        after.turned()
    }

    fn show(&self, animals: &Animals) -> String {
        text::show(*animals)
    }

    fn parse(&self, text: &str) -> Result<Animals, ParseError> {
        text::parse(text)
    }

    fn show_move(&self, _: &Animals, chosen: &DobutsuMove) -> String {
        match *chosen {
            DobutsuMove::Step { from, to } => {
                format!("{}-{}", text::square(from), text::square(to))
            }
            DobutsuMove::Drop { animal, to } => {
                format!("{}*{}", animal.letter(), text::square(to))
            }
        }
    }

    fn board(&self, animals: &Animals) -> String {
        text::board(*animals)
    }

    fn picture(&self, animals: &Animals, second: bool) -> Board {
        text::picture(*animals, second)
    }

    fn touches(&self, _: &Animals, chosen: &DobutsuMove, second: bool) -> Vec<Touch> {
        match *chosen {
            DobutsuMove::Step { from, to } => {
                picture::step(text::place(from, second), text::place(to, second))
            }
            DobutsuMove::Drop { animal, to } => {
                picture::step(text::hand_place(animal, second), text::place(to, second))
            }
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Animals, ParseError> {
        text::set_up(setup)
    }

    fn canonical(&self, animals: &Animals) -> Animals {
        index::canonical(*animals)
    }

    fn slots(&self) -> Option<u64> {
        Some(index::SLOTS)
    }

    fn rank(&self, animals: &Animals) -> u64 {
        index::rank(*animals)
    }

    fn unrank(&self, slot: u64) -> Option<Animals> {
        index::unrank(slot)
    }

    /// The caught lion first, which nobody gets away from.
    fn tiers(&self) -> Vec<Range<u64>> {
        vec![0..1, 1..index::SLOTS]
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // Play ends where the lion is caught.
        (tier > 0).then_some(0..2).into_iter().collect()
    }

    fn unmoves(&self, animals: &Animals, before: &mut Vec<Animals>) -> bool {
        if !animals.is_caught() {
            unmoves(animals.turned(), &mut |earlier| before.push(earlier));
        }
        true
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        Some(self)
    }
}

/// Shows what was there before the player whose view it is moved.
///
/// This player could not catch the lion then, and had not lost: so the other lion was not on the
/// home row, and nothing but the animal that moved may be beside it in a way that catches it. Nor had
/// the player won: a lion on the far row has just got there.
#[inline]
fn unmoves(after: Animals, before: &mut impl FnMut(Animals)) {
    let own = after.own();
    let lion = after.of(Animal::Lion) & !own;
    if lion & HOME != 0 {
        return;
    }
    let catchers = catchers(after);
    if catchers & catchers.wrapping_sub(1) != 0 {
        return;
    }
    let mut moved = if catchers != 0 { catchers } else { own };
    let own_lion = after.of(Animal::Lion) & own;
    if own_lion & FAR != 0 {
        moved &= own_lion;
    }
    let (lion, empty) = (lion.trailing_zeros() as usize, after.empty());
    for animal in Animal::ALL {
        for to in squares(after.of(animal) & moved) {
            let gone = after.without(to);
            if HANDS.contains(&animal) {
                before(gone.into_hand(animal));
            }
            let mut step_back = |was: Animal| {
                let reach = &REACH[was as usize];
                let mut from = reach.from[to as usize] & empty & !reach.from[lion];
                if was == Animal::Lion {
                    from &= !FAR;
                }
                for from in squares(from) {
                    untake(gone.with_own(was, from), to, before);
                }
            };
            match animal {
                // A chick gets to the far row only out of the hand: stepping there makes it a hen.
                Animal::Chick if 1 << to & FAR != 0 => {}
                Animal::Hen if 1 << to & FAR != 0 => {
                    step_back(Animal::Hen);
                    step_back(Animal::Chick);
                }
                _ => step_back(animal),
            }
        }
    }
}

/// Shows everything that may have stood on an empty square before it was taken, nothing first.
#[inline]
fn untake(stepped: Animals, square: u8, before: &mut impl FnMut(Animals)) {
    before(stepped);
    for animal in HANDS {
        if stepped.in_own_hand(animal) > 0 {
            let given = stepped.out_of_hand(animal);
            before(given.with_other(animal, square));
            if animal == Animal::Chick {
                before(given.with_other(Animal::Hen, square));
            }
        }
    }
}

impl Listed for DobutsuShogi {
    const LISTING: Listing = Listing {
        name: "dobutsu-shogi",
        title: "Dōbutsu shōgi",
        aliases: &[],
        parameters: "",
        example: "dobutsu-shogi",
        summary: "catch the lion: shogi on a board of three by four",
        rules: "Lion (a step anywhere), giraffe (straight), elephant (slanting) and chick (forward; \
                a hen, that steps like a gold general, once it has stepped to the far row) take what \
                they step on, and it can be dropped on any empty square instead of a step. Who \
                catches the lion wins, and so does whose lion gets to the far row and cannot be \
                caught there at once; endless play is a draw.",
        known: "the second player wins in 78 moves (T. Tanaka, An analysis of a board game \
                \"Doubutsu Shogi\", 2009)",
        impartial: false,
        dense: true,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(DobutsuShogi),
            _ => Err(ParseError::new(format!(
                "dobutsu-shogi takes no parameters: leave out ':{parameters}'"
            ))),
        }
    }
}
