//! Fixpoint iteration with justifications.

use retrograde_core::{Bitmap, Player, RegionSolution, Vertex};

use super::field::{Field, Hold};
use super::game::{Game, player_of};
use super::levels::{Levels, walk};
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped first.
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    run(game, &mut field, stop)?;
    Some(field.into_solution(game))
}

/// Settles all free vertices, of which each must have a free successor and none a move by which its
/// owner could win at once; `None` if stopped first, with nothing settled.
///
/// Each vertex has a supposed winner, at first the player its priority is good for. A vertex is
/// *justified* once one step of the game bears that out: its owner has a move to a vertex supposed
/// to be theirs, and then the justification is this one move, or has none, and then it is all
/// moves. The vertices of least priority that are not justified come next, all together. Where the
/// step names the other player, the vertex changes hands, and everything whose justification rests
/// on it falls back to its first guess.
///
/// Why that is right: from a justified vertex, justifications lead only to vertices of the same
/// winner, and to open ones only of at least its own priority, because the least comes first and
/// because what rests on a vertex that changes is withdrawn. So a cycle of justifications can only
/// close at its largest priority, at a vertex that keeps its first guess, whose player it is good
/// for. Vertices that change hands together do not disturb each other: what one of them rests on is
/// won by the player it goes to, what falls back was won by the other. Once no vertex is open the
/// justifications are winning strategies.
///
/// # Complexity
/// O(E · (1 + V/d)^d) time for d priorities at worst: a change of hands costs O(E), and the numbers
/// of changed vertices, highest priority first, grow lexicographically. 25 bytes a vertex.
///
/// Source: T. van Dijk and B. Rubbens, *Simple fixpoint iteration to solve parity games* (2019);
/// what to withdraw is chosen as in R. Lapauw, M. Bruynooghe and M. Denecker, *Improving parity
/// game solvers with justifications* (2020).
pub(super) fn run(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    let graph = game.graph();
    let mut state = State::new(game, field, stop)?;
    let (mut batch, mut changed) = (Vec::new(), Vec::new());
    while state.open.take(&mut batch, stop)? {
        for &vertex in &batch {
            let owner = game.owner(vertex);
            let moves = graph.successors(vertex);
            let place = moves.iter().position(|&to| state.flags[to as usize].winner() == owner);
            if stop.spend(place.map_or(moves.len(), |place| place + 1) as u32) {
                return None;
            }
            if let Some(place) = place {
                state.moves[vertex as usize] = moves[place];
            }
            let winner = if place.is_some() { owner } else { owner.opponent() };
            let flags = &mut state.flags[vertex as usize];
            if winner == flags.guess() {
                flags.justify(winner);
            } else {
                changed.push(vertex);
            }
        }
        for vertex in changed.drain(..) {
            let guess = state.flags[vertex as usize].guess();
            state.flags[vertex as usize].justify(guess.opponent());
            state.withdraw(vertex, guess, game, stop)?;
        }
    }
    state.settle(game, field);
    Some(())
}

/// What is supposed of one vertex.
#[derive(Clone, Copy)]
struct Flags(u8);

impl Flags {
    const GUESS_ONE: u8 = 1;
    const WON_BY_ONE: u8 = 2;
    const JUSTIFIED: u8 = 4;

    fn open(guess: Player) -> Self {
        match guess {
            Player::Zero => Flags(0),
            Player::One => Flags(Self::GUESS_ONE | Self::WON_BY_ONE),
        }
    }

    fn player(self, mask: u8) -> Player {
        if self.0 & mask == 0 { Player::Zero } else { Player::One }
    }

    /// Whom the priority is good for.
    fn guess(self) -> Player {
        self.player(Self::GUESS_ONE)
    }

    fn winner(self) -> Player {
        self.player(Self::WON_BY_ONE)
    }

    fn is_justified(self) -> bool {
        self.0 & Self::JUSTIFIED != 0
    }

    fn justify(&mut self, winner: Player) {
        let winner = if winner == Player::One { Self::WON_BY_ONE } else { 0 };
        self.0 = self.0 & Self::GUESS_ONE | Self::JUSTIFIED | winner;
    }

    fn reopen(&mut self) {
        *self = Flags::open(self.guess());
    }
}

/// The open vertices, those of the least level first.
struct Open {
    levels: Levels,
    by_level: Vec<Vec<Vertex>>,
    /// Which levels have open vertices.
    filled: Bitmap,
    /// No level below this one has an open vertex.
    least: usize,
}

impl Open {
    fn new(levels: Levels, field: &Field) -> Self {
        let mut by_level = vec![Vec::new(); levels.count()];
        let mut filled = Bitmap::new(levels.count());
        for (vertex, level) in (0..).zip(levels.iter()) {
            if field.is_free(vertex) {
                by_level[level as usize].push(vertex);
                filled.set(level as usize);
            }
        }
        Open { levels, by_level, filled, least: 0 }
    }

    fn push(&mut self, vertex: Vertex) {
        let level = self.levels.of(vertex) as usize;
        self.by_level[level].push(vertex);
        self.filled.set(level);
        self.least = self.least.min(level);
    }

    /// Empties the least level that has open vertices into `batch`; `false` if there is none, `None`
    /// if stopped.
    fn take(&mut self, batch: &mut Vec<Vertex>, stop: &Stop<'_>) -> Option<bool> {
        batch.clear();
        let words = &self.filled.words()[self.least / 64..];
        let Some(skipped) = words.iter().position(|&word| word != 0) else { return Some(false) };
        if stop.spend(walk(skipped)) {
            return None;
        }
        // Below the least level the first word has no bit.
        let word = self.least / 64 + skipped;
        self.least = 64 * word + words[skipped].trailing_zeros() as usize;
        std::mem::swap(&mut self.by_level[self.least], batch);
        self.filled.clear(self.least);
        Some(true)
    }
}

struct State {
    flags: Vec<Flags>,
    /// The justifying move where the supposed winner moves; means nothing elsewhere.
    moves: Vec<Vertex>,
    open: Open,
    /// Vertices whose dependants are still to be withdrawn.
    falling: Vec<Vertex>,
}

impl State {
    fn new(game: &Game<'_>, field: &Field, stop: &Stop<'_>) -> Option<Self> {
        let levels = Levels::new(game, stop)?;
        let flags = (0..).zip(levels.iter()).map(|(vertex, level)| {
            let hold = field.hold(vertex);
            // The guess is right where the winner is known, so that it never changes hands.
            let known =
                [Player::Zero, Player::One].into_iter().find(|&player| hold.is_won_by(player));
            Flags::open(known.filter(|_| hold != Hold::FREE).unwrap_or(player_of(level)))
        });
        Some(State {
            flags: flags.collect(),
            moves: vec![0; game.graph().vertex_count()],
            open: Open::new(levels, field),
            falling: Vec::new(),
        })
    }

    /// Reopens whatever rests on `vertex` being won by `winner`; `None` if stopped first.
    fn withdraw(
        &mut self,
        vertex: Vertex,
        winner: Player,
        game: &Game<'_>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        self.falling.push(vertex);
        while let Some(fallen) = self.falling.pop() {
            let sources = game.back.successors(fallen);
            if stop.spend(sources.len() as u32) {
                return None;
            }
            for &from in sources {
                let flags = &mut self.flags[from as usize];
                if flags.is_justified()
                    && flags.winner() == winner
                    && (game.owner(from) != winner || self.moves[from as usize] == fallen)
                {
                    flags.reopen();
                    self.open.push(from);
                    self.falling.push(from);
                }
            }
        }
        Some(())
    }

    /// All open vertices are gone: holds the free ones for good.
    fn settle(&self, game: &Game<'_>, field: &mut Field) {
        for vertex in game.graph().vertices() {
            if !field.is_free(vertex) {
                continue;
            }
            let winner = self.flags[vertex as usize].winner();
            field.take(vertex, Hold::won(0, winner));
            if winner == game.owner(vertex) {
                field.set_move(vertex, self.moves[vertex as usize]);
            }
        }
    }
}
