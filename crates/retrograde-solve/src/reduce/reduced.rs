//! What a reduction between games with two owners hands back: a game, and how to read its answers.

use retrograde_core::{Arena, MeanPayoffs, Player, Ratio, Vertex, Winners};

/// Where the vertices of the old game are found in the new one.
///
/// ```
/// use retrograde_solve::reduce::Image;
/// assert_eq!(Image::Same.get(7), 7);
/// assert_eq!(Image::At(vec![4, 2]).get(1), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// Every vertex has kept its number.
    Same,
    /// The new number of each vertex.
    At(Vec<Vertex>),
}

impl Image {
    /// Where `vertex` is found.
    ///
    /// # Panics
    /// If there is no such vertex, as far as the image knows them.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Vertex {
        match self {
            Image::Same => vertex,
            Image::At(places) => places[vertex as usize],
        }
    }
}

/// Whether player 0 of the old game is player 0 of the new one.
///
/// ```
/// use retrograde_core::Player;
/// use retrograde_solve::reduce::Players;
/// assert_eq!(Players::Kept.old(Player::One), Player::One);
/// assert_eq!(Players::Exchanged.old(Player::One), Player::Zero);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// The winner of the new game is the winner of the old one.
    #[default]
    Kept,
    /// The players have changed over: the winner of the new game is the loser of the old one.
    Exchanged,
}

impl Players {
    /// Who `player` of the new game is in the old one.
    #[must_use]
    pub fn old(self, player: Player) -> Player {
        match self {
            Players::Kept => player,
            Players::Exchanged => player.opponent(),
        }
    }
}

/// A game made from another so that the winner at a vertex of the old one can be read off.
///
/// From `vertex` of the old game wins whoever wins from [`image.get(vertex)`](Image::get) of the new
/// one, or the other player where [`players`](Self::players) have changed over.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduced {
    /// The new game.
    pub arena: Arena,
    /// Where the winner at a vertex of the old game is read off.
    pub image: Image,
    /// Whether that player wins, or the other.
    pub players: Players,
}

impl Reduced {
    /// A game on the same vertices, won by the same players.
    pub(super) fn same(arena: Arena) -> Self {
        Reduced { arena, image: Image::Same, players: Players::Kept }
    }

    /// How many vertices the old game has.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        match &self.image {
            Image::Same => self.arena.graph.vertex_count(),
            Image::At(places) => places.len(),
        }
    }

    /// The winners of the old game, as far as those of the new one are known.
    ///
    /// # Panics
    /// If `made` is not of a game of the size of the new one.
    ///
    /// ```
    /// use retrograde_core::{ArenaBuilder, Control, Player, Winners};
    /// use retrograde_solve::reduce::exchange_players;
    /// let mut builder = ArenaBuilder::new();
    /// let a = builder.vertex("a")?;
    /// builder.set_owner(a, Player::Zero)?;
    /// let reduced = exchange_players(builder.finish()?, &Control::default())?;
    /// let made: Winners = [Some(Player::Zero)].into_iter().collect();
    /// assert_eq!(reduced.winners(&made).get(a), Some(Player::One));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn winners(&self, made: &Winners) -> Winners {
        assert_eq!(made.len(), self.arena.graph.vertex_count(), "winners of the new game");
        self.read(|vertex| made.get(vertex))
    }

    /// The winners of the old game from the values of the new one, where that is a mean-payoff game:
    /// player 0 has won where the value is at least 0.
    ///
    /// # Panics
    /// If `made` is not of a game of the size of the new one.
    #[must_use]
    pub fn winners_by_value(&self, made: &MeanPayoffs) -> Winners {
        assert_eq!(made.len(), self.arena.graph.vertex_count(), "values of the new game");
        let zero = Ratio::from(0);
        let winner = |value| if value >= zero { Player::Zero } else { Player::One };
        self.read(|vertex| made.get(vertex).map(winner))
    }

    fn read(&self, winner: impl Fn(Vertex) -> Option<Player>) -> Winners {
        let read = |vertex| Some(self.players.old(winner(self.image.get(vertex))?));
        (0..self.vertex_count() as Vertex).map(read).collect()
    }

    /// Reduces the new game again and reads the winners of the old one off the result.
    ///
    /// ```
    /// use retrograde_core::{ArenaBuilder, Control, Extremum, Player};
    /// use retrograde_solve::reduce::{parity_to_payoff, safety_to_parity};
    /// let mut builder = ArenaBuilder::new();
    /// let a = builder.vertex("a")?;
    /// builder.edge(a, a)?;
    /// builder.set_owner(a, Player::Zero)?;
    /// let control = Control::default();
    /// let parity = safety_to_parity(builder.finish()?, &control)?;
    /// let payoff = parity.then(|arena| parity_to_payoff(arena, Extremum::Max, &control))?;
    /// assert_eq!(payoff.arena.weights.get(0), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the second reduction.
    pub fn then<E>(self, next: impl FnOnce(Arena) -> Result<Reduced, E>) -> Result<Reduced, E> {
        let Reduced { arena, image, players } = next(self.arena)?;
        let image = match (self.image, image) {
            (Image::Same, image) => image,
            (first, Image::Same) => first,
            (Image::At(mut places), second) => {
                places.iter_mut().for_each(|place| *place = second.get(*place));
                Image::At(places)
            }
        };
        let players = if self.players == players { Players::Kept } else { Players::Exchanged };
        Ok(Reduced { arena, image, players })
    }
}
