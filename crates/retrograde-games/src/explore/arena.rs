//! An explored game as an arena, with names that are written when they are asked for.

use std::fmt;
use std::sync::Arc;

use retrograde_core::{Arena, NamedMove, NamedMoves, Names, Naming, Vertex};

use super::{Explored, Index};
use crate::Game;

impl<P> Explored<P> {
    /// The graph with its verdicts, and with positions for names, as the game shows them; and the
    /// vertex where play begins, if the game has a start and it was met.
    ///
    /// The names take no memory but the positions'. A search for a name takes whatever the game can
    /// read, and where symmetry counts any position that is the same.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use retrograde_games::rules::Mnk;
    /// use retrograde_games::{ExploreOptions, Game, explore};
    /// let game = Mnk::new(3, 3, 3).unwrap();
    /// let options = ExploreOptions::default();
    /// let explored = explore(&game, &[game.start().unwrap()], &options)?;
    /// let (arena, start) = explored.into_arena(Arc::new(game));
    /// assert_eq!(arena.names.get(start.unwrap()), ".../.../...");
    /// assert_eq!(arena.names.find("x.. ... ..."), Some(1));
    /// # Ok::<(), retrograde_games::ExploreError>(())
    /// ```
    #[must_use]
    pub fn into_arena<G>(self, game: Arc<G>) -> (Arena, Option<Vertex>)
    where
        G: Game<Position = P> + 'static,
        P: 'static,
    {
        let Explored { graph, verdicts, positions, index, symmetry } = self;
        let shown = Shown { game, positions, index, symmetry };
        let start = shown.game.start().and_then(|start| shown.vertex(&start));
        let names = Names::computed(Arc::new(shown));
        (Arena { names, verdicts, ..Arena::from(graph) }, start)
    }
}

/// Positions named by what the game shows of them.
struct Shown<G: Game> {
    game: Arc<G>,
    positions: Vec<G::Position>,
    index: Index,
    symmetry: bool,
}

impl<G: Game> Shown<G> {
    fn vertex(&self, position: &G::Position) -> Option<Vertex> {
        match self.symmetry {
            true => self.index.find(&self.positions, &self.game.canonical(position)),
            false => self.index.find(&self.positions, position),
        }
    }
}

impl<G: Game> Naming for Shown<G> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn name(&self, vertex: Vertex) -> String {
        self.game.show(&self.positions[vertex as usize])
    }

    fn find(&self, name: &str) -> Option<Vertex> {
        self.vertex(&self.game.parse(name).ok()?)
    }

    fn heap_bytes(&self) -> u64 {
        let positions = self.positions.capacity() * size_of::<G::Position>();
        positions as u64 + self.index.heap_bytes()
    }

    fn moves(&self) -> Option<&dyn NamedMoves> {
        Some(self)
    }
}

impl<G: Game> NamedMoves for Shown<G> {
    fn between(&self, from: Vertex, to: Vertex) -> Option<NamedMove> {
        let position = &self.positions[from as usize];
        let mut moves = Vec::new();
        if self.game.verdict(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        moves.iter().find_map(|chosen| {
            let reached = self.game.play(position, chosen);
            (self.vertex(&reached) == Some(to)).then(|| NamedMove {
                name: self.game.show_move(position, chosen),
                to: self.game.show(&reached),
            })
        })
    }

    fn after(&self, from: &str, name: &str) -> Option<Vertex> {
        let position = self.game.parse(from).ok()?;
        let chosen = self.game.parse_move(&position, name)?;
        self.vertex(&self.game.play(&position, &chosen))
    }
}

impl<G: Game> fmt::Debug for Shown<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown").field("positions", &self.positions.len()).finish_non_exhaustive()
    }
}
