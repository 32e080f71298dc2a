//! The winners of an Emerson–Lei game, found without any help.

use retrograde_core::{Bitmap, Colors, Control, EmersonLeiGame, Pace, Player, Stopped, Vertex};

use super::check_room;
use super::formula::{Formula, Part};
use super::subgame::Subgame;

/// The vertices that player 1 wins.
///
/// One of the players wins if all colours of the game come up again and again. The opponent needs
/// some of them to stay away. For each set of colours that leaves the opponent a chance, the game is
/// solved where the player cannot force the others to come up. Where the opponent wins there, the
/// opponent wins, and so from wherever such a vertex can be forced; all that is taken away, and the
/// rest is begun anew. Once the opponent wins nowhere, the player wins what is left: by forcing, for
/// one set after the other, a colour outside of it, and by winning where that cannot be done.
///
/// # Complexity
/// With d levels of colours inside each other and at most b sets below each, O((b V)^d (V + E)) time,
/// which is exponential in the number of colours. `4 E + 21 V` bytes and up to `8 V` for each level.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993); W. Zielonka, *Infinite
/// games on finitely coloured graphs with applications to automata on infinite trees* (1998).
pub(crate) fn won_by_one(
    game: &EmersonLeiGame<'_>,
    control: &Control<'_>,
) -> Result<Bitmap, Stopped> {
    let pace = &mut control.pace();
    let relevant = game.acceptance.colors();
    let mut rules = Rules {
        colors: game.colors.iter().map(|set| set.intersection(relevant)).collect(),
        formulas: [Formula::new(&game.acceptance), Formula::new(&game.acceptance.negated())],
        parts: Vec::new(),
    };
    let mut subgame = Subgame::new(&game.arena, pace)?;
    let mut ones = Bitmap::new(game.colors.len());
    for loser in [Player::Zero, Player::One] {
        let stuck = |&v: &Vertex| game.arena.graph().is_terminal(v) && game.arena.owner(v) == loser;
        let stuck: Vec<_> = game.arena.graph().vertices().filter(stuck).collect();
        let decided = subgame.leave(loser.opponent(), stuck, pace)?;
        award(&mut ones, loser.opponent(), decided);
    }
    let rest: Vec<_> = game.arena.graph().vertices().filter(|&v| subgame.contains(v)).collect();
    let mut frames = vec![rules.frame(rest, pace)?];
    while let Some(frame) = frames.last_mut() {
        if let Some(&allowed) = frame.allowed.get(frame.next) {
            let colors = &rules.colors;
            let others = frame.members.iter().copied();
            let others = others.filter(|&v| !colors[v as usize].is_subset(allowed)).collect();
            pace.steps(frame.members.len())?;
            subgame.leave(frame.player, others, pace)?;
            let inside = |&v: &Vertex| subgame.contains(v);
            let below: Vec<_> = frame.members.iter().copied().filter(inside).collect();
            subgame.enter(&below);
            let below = rules.frame(below, pace)?;
            frames.push(below);
            check_room(control, frames.iter().map(Frame::bytes).sum())?;
            continue;
        }
        award(&mut ones, frame.player, &frame.members);
        let Some(below) = frames.pop() else { break };
        let Some(frame) = frames.last_mut() else { break };
        pace.steps(frame.members.len())?;
        subgame.back_to(&frame.members);
        let opponent = frame.player.opponent();
        let is_lost = |&v: &Vertex| ones.get(v as usize) == (opponent == Player::One);
        let lost: Vec<_> = below.region.into_iter().filter(is_lost).collect();
        if lost.is_empty() {
            frame.next += 1;
            continue;
        }
        award(&mut ones, opponent, subgame.leave(opponent, lost, pace)?);
        frame.members.retain(|&v| subgame.contains(v));
        rules.begin(frame, pace)?;
    }
    Ok(ones)
}

fn award(ones: &mut Bitmap, winner: Player, vertices: &[Vertex]) {
    for &vertex in vertices {
        match winner {
            Player::Zero => ones.clear(vertex as usize),
            Player::One => ones.set(vertex as usize),
        }
    }
}

/// A part of the game that is being solved, inside that of the frame before.
struct Frame {
    /// All of its vertices.
    region: Vec<Vertex>,
    /// Those that the opponent of `player` is not known to win.
    members: Vec<Vertex>,
    /// Who wins if all colours of the members come up again and again.
    player: Player,
    /// Sets of colours such that the opponent wins no play that keeps leaving each of them.
    allowed: Vec<Colors>,
    /// The opponent wins nowhere by staying in one of those before this.
    next: usize,
}

impl Frame {
    fn bytes(&self) -> u64 {
        let vertices = self.region.capacity() + self.members.capacity();
        4 * vertices as u64 + 8 * self.allowed.capacity() as u64
    }
}

/// What is won by whom.
struct Rules {
    colors: Vec<Colors>,
    /// What player 0 wants and what player 1 wants.
    formulas: [Formula; 2],
    parts: Vec<Part>,
}

impl Rules {
    fn frame(&mut self, region: Vec<Vertex>, pace: &mut Pace<'_>) -> Result<Frame, Stopped> {
        let members = region.clone();
        let (player, allowed) = (Player::Zero, Vec::new());
        let mut frame = Frame { region, members, player, allowed, next: 0 };
        self.begin(&mut frame, pace)?;
        Ok(frame)
    }

    /// Finds out what there is to do for the members of the frame.
    fn begin(&mut self, frame: &mut Frame, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        pace.steps(1 + frame.members.len())?;
        frame.next = 0;
        frame.allowed.clear();
        let sets = frame.members.iter().map(|&v| self.colors[v as usize]);
        let all = sets.fold(Colors::EMPTY, Colors::union);
        let [zero, one] = &mut self.formulas;
        if zero.holds(zero.goal(), all, &mut self.parts, pace)? {
            frame.player = Player::Zero;
            one.holds(one.goal(), all, &mut self.parts, pace)?;
        } else {
            frame.player = Player::One;
        }
        if frame.members.is_empty() {
            return Ok(());
        }
        let mut sets: Vec<_> =
            self.parts.iter().map(|part| Colors(all.0 & !part.without.0)).collect();
        sets.sort_unstable_by_key(|set| (std::cmp::Reverse(set.len()), *set));
        sets.dedup();
        for set in sets {
            // What a larger set allows needs no looking at again.
            if !frame.allowed.iter().any(|&larger| set.is_subset(larger)) {
                frame.allowed.push(set);
            }
        }
        Ok(())
    }
}
