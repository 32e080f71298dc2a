//! Small progress measures, lifted for both players at once.

use std::cmp::Ordering;
use std::collections::VecDeque;

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Threads, Vertex, Winners};

use super::components;
use super::field::Field;
use super::game::{Game, player_of};
use super::levels::{Levels, walk};
use super::rows::most_in_a_row;
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped first, or if the measures do
/// not fit in memory.
///
/// A measure of player 0 says for every odd priority, the largest first, how often it may still
/// come up before something larger does; the *top* measure gives up. Lifting raises the measure of
/// each vertex to what its moves demand, until nothing changes. Where the measures end below the
/// top, player 0 wins by moving to the least. For player 1 it is the same with even priorities.
///
/// Alone, either player counts all the way to the top wherever the other wins. So both are lifted in
/// turns, and after each turn the vertices are sought from which a player, by the moves to the least
/// measures, never meets one that is at the top or not settled yet. There the measures already are
/// what the end of lifting would make them, those vertices are won, and the opponent's measures go
/// straight to the top. That also gives each player a strategy. Once an eighth of the vertices is
/// won, the rest is split into components, which have fewer vertices of each priority to count, and
/// measured anew.
///
/// # Complexity
/// O(d · E · (2V/d)^(d/2)) time for d priorities at worst; 4 bytes a vertex and priority, and 22 a
/// vertex.
///
/// Source: M. Jurdziński, *Small progress measures for solving parity games* (2000); both players
/// at once, with settled vertices taken out early, follows the solver of T. van Dijk, *Oink: an
/// implementation and evaluation of modern parity game solvers* (2018).
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    let alone = stop.control().on(Threads::ONE);
    components::settle(game, &mut field, &alone, stop, |part| measure(part, stop))?;
    Some(field.into_solution(game))
}

/// Once so much of a game is decided, the rest of it is looked at anew: one in so many vertices.
const ENOUGH: usize = 8;

/// As [`solve`], but stops as soon as a good part of the winners is known.
fn measure(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let graph = game.graph();
    let n = graph.vertex_count();
    let levels = Levels::new(game, stop)?;
    if !levels.table_fits(4, stop) {
        return None;
    }
    let most = most_in_a_row(game, &levels, stop)?;
    let side = |player| Side::new(player, game, &levels, &most);
    let mut sides = [Player::Zero, Player::One].map(side);
    for side in &mut sides {
        side.start(stop)?;
    }
    let turn = (n + graph.edge_count()) as u64;
    let mut decided = 0;
    let mut won = Vec::new();
    let mut idle = false;
    // With nothing left to lift every vertex is decided: at rest, the measures are below the top
    // just where their player wins.
    while decided < n.div_ceil(ENOUGH) && !idle {
        idle = true;
        for player in [0, 1] {
            if !sides[player].lift(turn, stop)? {
                continue;
            }
            idle = false;
            won.clear();
            sides[player].settle(&mut won, stop)?;
            decided += won.len();
            for &vertex in &won {
                sides[1 - player].give_up(vertex);
            }
        }
    }
    debug_assert!(!idle || decided == n);
    let mut strategy = Strategy::empty(n);
    for side in &sides {
        for vertex in side.won.ones().map(|vertex| vertex as Vertex) {
            if game.owner(vertex) == side.player {
                strategy.set(vertex, Some(side.moves[vertex as usize]));
            }
        }
    }
    let [zero, one] = sides.map(|side| side.won);
    Some(RegionSolution { winners: Winners::from_regions(zero, one), strategy: Some(strategy) })
}

/// The measures of one player.
///
/// Whenever no vertex waits, the measure of each vertex is at least what its best move, or any move
/// of the opponent, demands; otherwise what it may fall short of is one that waits.
struct Side<'g> {
    player: Player,
    game: &'g Game<'g>,
    levels: &'g Levels,
    /// How many numbers a measure has: one for each level of the opponent.
    width: usize,
    /// How many of them a vertex of each level looks at: those of its own level and above.
    looks_at: Vec<u32>,
    /// The largest value of each number: how many vertices of that level a play can meet that meets
    /// none twice and nothing larger.
    bounds: Vec<u32>,
    /// The measures, `width` numbers each, that of the highest level first.
    measures: Vec<u32>,
    top: Bitmap,
    /// Where the player moves, the move to the least measure.
    moves: Vec<Vertex>,
    /// Vertices whose measure rose since their predecessors last looked.
    waiting: VecDeque<Vertex>,
    waits: Bitmap,
    /// Vertices known to be won by the player.
    won: Bitmap,
    scratch: Vec<u32>,
    /// Steps that walking over measures took since they were last counted.
    walked: u32,
    /// Whether anything happened since vertices were last taken out.
    stale: bool,
}

impl<'g> Side<'g> {
    fn new(player: Player, game: &'g Game<'g>, levels: &'g Levels, most: &[u32]) -> Self {
        let n = game.graph().vertex_count();
        let mut looks_at = vec![0; levels.count()];
        let mut width = 0;
        for level in (0..levels.count()).rev() {
            width += u32::from(player_of(level as u32) != player);
            looks_at[level] = width;
        }
        let width = width as usize;
        let theirs = |level: &usize| player_of(*level as u32) != player;
        let bounds = (0..levels.count()).rev().filter(theirs).map(|level| most[level]).collect();
        Side {
            player,
            game,
            levels,
            width,
            looks_at,
            bounds,
            measures: vec![0; n * width],
            top: Bitmap::new(n),
            moves: vec![0; n],
            waiting: VecDeque::new(),
            waits: Bitmap::new(n),
            won: Bitmap::new(n),
            scratch: vec![0; width],
            walked: 0,
            stale: true,
        }
    }

    /// Looks at every vertex once.
    fn start(&mut self, stop: &Stop<'_>) -> Option<()> {
        let game = self.game;
        for vertex in game.graph().vertices() {
            if stop.spend(std::mem::take(&mut self.walked).saturating_add(1)) {
                return None;
            }
            if game.owner(vertex) == self.player {
                self.choose(vertex);
            } else {
                for &to in game.graph().successors(vertex) {
                    self.raise(vertex, to);
                }
            }
        }
        Some(())
    }

    /// Lifts for about `turn` edges; whether anything happened since vertices were last taken out.
    fn lift(&mut self, turn: u64, stop: &Stop<'_>) -> Option<bool> {
        let game = self.game;
        let mut spent = 0;
        while spent <= turn {
            let Some(vertex) = self.waiting.pop_front() else { break };
            self.waits.clear(vertex as usize);
            self.stale = true;
            let sources = game.back.successors(vertex);
            let mut looked = sources.len() as u32;
            for &from in sources {
                if self.top.get(from as usize) {
                    continue;
                }
                if game.owner(from) != self.player {
                    self.raise(from, vertex);
                } else if self.moves[from as usize] == vertex {
                    self.choose(from);
                    looked = looked.saturating_add(game.graph().out_degree(from));
                }
            }
            spent += u64::from(looked);
            if stop.spend(std::mem::take(&mut self.walked).saturating_add(looked)) {
                return None;
            }
        }
        Some(std::mem::take(&mut self.stale))
    }

    /// Finds the player's best move at `vertex` and raises the measure to what it demands.
    fn choose(&mut self, vertex: Vertex) {
        let look = self.looks_at[self.levels.of(vertex) as usize] as usize;
        let moves = self.game.graph().successors(vertex);
        let steps = (moves.len() as u32).saturating_mul(walk(look));
        self.walked = self.walked.saturating_add(steps);
        let least = moves.iter().copied().reduce(|best, next| {
            if self.compare(next, best, look) == Ordering::Less { next } else { best }
        });
        if let Some(least) = least {
            self.moves[vertex as usize] = least;
            self.raise(vertex, least);
        }
    }

    fn measure(&self, vertex: Vertex, look: usize) -> &[u32] {
        let start = vertex as usize * self.width;
        &self.measures[start..start + look]
    }

    fn compare(&self, a: Vertex, b: Vertex, look: usize) -> Ordering {
        let tops = self.top.get(a as usize).cmp(&self.top.get(b as usize));
        tops.then_with(|| self.measure(a, look).cmp(self.measure(b, look)))
    }

    /// Raises the measure of `vertex` to what its move to `to` demands, if it is less.
    fn raise(&mut self, vertex: Vertex, to: Vertex) {
        if self.top.get(vertex as usize) {
            return;
        }
        if self.top.get(to as usize) {
            self.give_up(vertex);
            return;
        }
        let level = self.levels.of(vertex);
        let look = self.looks_at[level as usize] as usize;
        let must_grow = player_of(level) != self.player;
        self.walked = self.walked.saturating_add(walk(look));
        match self.measure(to, look).cmp(self.measure(vertex, look)) {
            Ordering::Less => return,
            Ordering::Equal if !must_grow => return,
            _ => {}
        }
        let start = to as usize * self.width;
        self.scratch[..look].copy_from_slice(&self.measures[start..start + look]);
        if must_grow && !add_one(&mut self.scratch[..look], &self.bounds) {
            self.give_up(vertex);
            return;
        }
        let start = vertex as usize * self.width;
        self.measures[start..start + look].copy_from_slice(&self.scratch[..look]);
        self.wait(vertex);
    }

    /// Raises a measure to the top.
    fn give_up(&mut self, vertex: Vertex) {
        if !self.top.get(vertex as usize) {
            self.top.set(vertex as usize);
            self.wait(vertex);
        }
    }

    fn wait(&mut self, vertex: Vertex) {
        if !self.waits.get(vertex as usize) {
            self.waits.set(vertex as usize);
            self.waiting.push_back(vertex);
        }
    }

    /// Adds to `found` the vertices newly known to be won by the player: all but those at the top,
    /// those that wait, and those from where the opponent, or the player's own best moves, lead to
    /// such ones.
    fn settle(&mut self, found: &mut Vec<Vertex>, stop: &Stop<'_>) -> Option<()> {
        let game = self.game;
        let mut doubtful = self.top.clone();
        for (word, waits) in doubtful.words_mut().iter_mut().zip(self.waits.words()) {
            *word |= waits;
        }
        let mut stack: Vec<Vertex> = doubtful.ones().map(|vertex| vertex as Vertex).collect();
        while let Some(vertex) = stack.pop() {
            let sources = game.back.successors(vertex);
            if stop.spend(sources.len() as u32) {
                return None;
            }
            for &from in sources {
                if !doubtful.get(from as usize)
                    && (game.owner(from) != self.player || self.moves[from as usize] == vertex)
                {
                    doubtful.set(from as usize);
                    stack.push(from);
                }
            }
        }
        for vertex in game.graph().vertices() {
            if !doubtful.get(vertex as usize) && !self.won.get(vertex as usize) {
                self.won.set(vertex as usize);
                found.push(vertex);
            }
        }
        Some(())
    }
}

/// The least measure above this one, by its last number; `false` if that is the top.
fn add_one(measure: &mut [u32], bounds: &[u32]) -> bool {
    for (number, &bound) in measure.iter_mut().zip(bounds).rev() {
        if *number < bound {
            *number += 1;
            return true;
        }
        *number = 0;
    }
    false
}
