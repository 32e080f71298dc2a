//! Drawing an arena by hand, vertex by vertex.

#[cfg(feature = "petgraph")]
mod petgraph;

use std::fmt::{Display, Write};

use crate::acceptance::{Acceptance, Color, Colors};
use crate::arena::Arena;
use crate::builder::ArenaBuilder;
use crate::error::GraphError;
use crate::graph::Vertex;
use crate::value::{Outcome, Player, Side};

/// Draws an arena in one breath. [`vertex`](Self::vertex) says which vertex what follows is about;
/// [`to`](Self::to) draws an edge from there, which [`weight`](Self::weight) and
/// [`player`](Self::player) right after it are about. A name is whatever can be displayed, numbers
/// as well as text, and a vertex is there as soon as anything mentions it. What is wrong is told by
/// [`arena`](Self::arena), at the end.
///
/// Win, lose or draw: whoever cannot move loses, unless a verdict says otherwise.
///
/// ```
/// use retrograde_core::{Arena, Objective, Outcome, Question};
/// let arena = Arena::sketch()
///     .vertex("start").to("trap").to("exit")
///     .vertex("trap").to("start")
///     .vertex("exit").verdict(Outcome::Draw)
///     .arena()?;
/// assert!(Question::new(&arena, &Objective::OUTCOME).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// A parity game:
///
/// ```
/// use retrograde_core::{Arena, Objective, Player, Question};
/// let arena = Arena::sketch()
///     .vertex("a").owner(Player::Zero).priority(2).to("a").to("b")
///     .vertex("b").owner(Player::One).priority(1).to("a")
///     .arena()?;
/// assert!(Question::new(&arena, &Objective::PARITY).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// Mean payoff, on vertices with numbers:
///
/// ```
/// use retrograde_core::{Arena, Objective, Question};
/// let mut sketch = Arena::sketch();
/// for n in 0..10 {
///     sketch.vertex(n).owner(n % 2).to((n + 1) % 10).weight(n).to(0).weight(-1);
/// }
/// let arena = sketch.arena()?;
/// assert!(Question::new(&arena, &Objective::MeanPayoff).is_ok());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// What is wrong:
///
/// ```
/// use retrograde_core::Arena;
/// let error = Arena::sketch().vertex("a").to("b").weight(3).weight(4).arena().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the edge from 'a' to 'b' has weight=3 and now weight=4: keep one of them"
/// );
/// ```
#[derive(Debug, Default)]
pub struct Sketch {
    builder: ArenaBuilder,
    /// The vertex spoken of.
    vertex: Option<Vertex>,
    /// Whether the edge drawn last is spoken of.
    at_edge: bool,
    acceptance: Option<String>,
    /// What was wrong first.
    error: Option<GraphError>,
    /// The name at hand, in memory that is used again.
    name: String,
}

impl Sketch {
    /// An empty sheet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes to the vertex of that name, which is new if the name is.
    pub fn vertex(&mut self, name: impl Display) -> &mut Self {
        self.at_edge = false;
        let vertex = self.named(&name);
        self.vertex = self.kept(vertex);
        self
    }

    /// Says who moves there: a [`Player`], or its number.
    pub fn owner(&mut self, owner: impl TryInto<Player, Error: Into<GraphError>>) -> &mut Self {
        let owner = owner.try_into().map_err(Into::into);
        self.say("owner", |builder, vertex| builder.set_owner(vertex, owner?))
    }

    /// Says which priority it has.
    pub fn priority(&mut self, priority: u32) -> &mut Self {
        self.say("priority", |builder, vertex| builder.set_priority(vertex, priority))
    }

    /// Says that it is a target.
    pub fn target(&mut self) -> &mut Self {
        self.say("target", |builder, vertex| builder.set_target(vertex, true))
    }

    /// Says which colours it has, by their numbers.
    pub fn colors(&mut self, colors: impl IntoIterator<Item = u32>) -> &mut Self {
        let color = |number| Color::new(number).ok_or(GraphError::NoColor { number });
        let colors: Result<Colors, _> = colors.into_iter().map(color).collect();
        self.say("colors", |builder, vertex| builder.set_colors(vertex, colors?))
    }

    /// Says how the game ends there, for whoever is to move; for vertices without moves.
    pub fn verdict(&mut self, verdict: Outcome) -> &mut Self {
        self.say("verdict", |builder, vertex| builder.set_verdict(vertex, verdict))
    }

    /// Draws an edge from there to the vertex of that name.
    pub fn to(&mut self, name: impl Display) -> &mut Self {
        let to = self.named(&name);
        self.say("to", |builder, from| builder.edge(from, to?));
        self.at_edge = true;
        self
    }

    /// Draws an edge between two vertices. What follows is about the edge, and about neither of them.
    pub fn edge(&mut self, from: impl Display, to: impl Display) -> &mut Self {
        self.vertex(from).to(to).vertex = None;
        self
    }

    /// Draws edges between pairs of vertices.
    ///
    /// ```
    /// use retrograde_core::Arena;
    /// let arena = Arena::sketch().edges([("a", "b"), ("b", "a")]).arena()?;
    /// assert_eq!(arena.graph.successors(0), [1]);
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    pub fn edges<F: Display, T: Display>(
        &mut self,
        edges: impl IntoIterator<Item = (F, T)>,
    ) -> &mut Self {
        for (from, to) in edges {
            self.edge(from, to);
        }
        (self.vertex, self.at_edge) = (None, false);
        self
    }

    /// Says what the edge drawn last weighs.
    pub fn weight(&mut self, weight: i64) -> &mut Self {
        self.say_of_edge("weight", |builder| builder.weigh_last(weight))
    }

    /// Says that only this side may move along the edge drawn last.
    pub fn player(&mut self, player: Side) -> &mut Self {
        self.say_of_edge("player", |builder| builder.reserve_last(player))
    }

    /// Writes a label on the edge drawn last.
    pub fn label(&mut self, label: impl Display) -> &mut Self {
        let text = label.to_string();
        self.say_of_edge("label", |builder| {
            let word = builder.label(&text)?;
            builder.set_last_label(word);
            Ok(())
        })
    }

    /// Says something of the vertex under a name that means nothing here, for formulas to ask for.
    pub fn remark(&mut self, name: impl Display, value: impl Display) -> &mut Self {
        let (name, value) = (name.to_string(), value.to_string());
        self.say("remark", |builder, vertex| {
            let (name, value) = (builder.word(&name)?, builder.word(&value)?);
            builder.remark(vertex, name, value)
        })
    }

    /// Says what player 0 wants of the colours seen infinitely often: an [`Acceptance`], or text as
    /// [`Acceptance::spelled`] reads it. Said again, it takes the place of what was said before.
    ///
    /// ```
    /// use retrograde_core::{Acceptance, Arena};
    /// let mut sketch = Arena::sketch();
    /// sketch.vertex("a").owner(0).colors([0, 2]).to("a").acceptance("Inf(0)&Fin(1)");
    /// let arena = sketch.arena()?;
    /// assert_eq!(arena.acceptance, Some("Inf(0)&Fin(1)".parse().unwrap()));
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    pub fn acceptance(&mut self, condition: impl Display) -> &mut Self {
        self.acceptance = Some(condition.to_string());
        self
    }

    /// The arena, and an empty sheet in place of this one.
    ///
    /// # Errors
    /// The first thing that was wrong.
    pub fn arena(&mut self) -> Result<Arena, GraphError> {
        let Sketch { builder, acceptance, error, .. } = std::mem::take(self);
        error.map_or(Ok(()), Err)?;
        let mut arena = builder.finish()?;
        let spelled = |text: String| Acceptance::spelled(&text, arena.used_colors());
        arena.acceptance = acceptance.map(spelled).transpose()?;
        Ok(arena)
    }

    fn named(&mut self, name: &dyn Display) -> Result<Vertex, GraphError> {
        self.name.clear();
        write!(self.name, "{name}").expect("text takes whatever is written");
        self.builder.vertex(&self.name)
    }

    /// Something about the vertex at hand.
    fn say(
        &mut self,
        said: &'static str,
        say: impl FnOnce(&mut ArenaBuilder, Vertex) -> Result<(), GraphError>,
    ) -> &mut Self {
        self.at_edge = false;
        let result = match self.vertex {
            Some(vertex) => say(&mut self.builder, vertex),
            None => Err(GraphError::NoVertexYet { said }),
        };
        self.kept(result);
        self
    }

    /// Something about the edge at hand.
    fn say_of_edge(
        &mut self,
        said: &'static str,
        say: impl FnOnce(&mut ArenaBuilder) -> Result<(), GraphError>,
    ) -> &mut Self {
        let result = match self.at_edge {
            true => say(&mut self.builder),
            false => Err(GraphError::NoEdgeYet { said }),
        };
        self.kept(result);
        self
    }

    /// What there is, unless something was wrong, which is kept for the end.
    fn kept<T>(&mut self, result: Result<T, GraphError>) -> Option<T> {
        result.map_err(|error| self.error.get_or_insert(error)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sketch: &mut Sketch) -> String {
        sketch.arena().unwrap_err().to_string()
    }

    #[test]
    fn everything_can_be_drawn_in_one_breath() {
        let arena = Arena::sketch()
            .vertex("a")
            .owner(Player::Zero)
            .priority(2)
            .to("a")
            .to("b")
            .vertex("b")
            .owner(1)
            .priority(1)
            .target()
            .colors([0, 2])
            .to("a")
            .weight(3)
            .vertex("t")
            .verdict(Outcome::Draw)
            .edges([("u", "t"), ("u", "a")])
            .edge("u", "u")
            .player(Side::Left)
            .weight(-1)
            .acceptance("{0,2} {2}")
            .arena()
            .unwrap();
        let [a, b, t, u] = ["a", "b", "t", "u"].map(|name| arena.vertex(name).unwrap());
        assert_eq!(
            arena.graph.edges().collect::<Vec<_>>(),
            [(a, a), (a, b), (b, a), (u, t), (u, a), (u, u)]
        );
        assert_eq!([a, b, t].map(|v| arena.owner(v).map(Player::number)), [Some(0), Some(1), None]);
        assert_eq!([a, b, t].map(|v| arena.priority(v)), [Some(2), Some(1), None]);
        assert_eq!(
            [a, b].map(|v| (arena.is_target(v), arena.colors(v).0)),
            [(false, 0), (true, 0b101)]
        );
        assert_eq!((arena.verdict(t), arena.name(u).as_ref()), (Some(Outcome::Draw), "u"));
        assert_eq!([2, 3, 5].map(|edge| arena.weight(edge)), [3, 0, -1]);
        assert_eq!([4, 5].map(|edge| arena.player(edge)), [None, Some(Side::Left)]);
        // Of a list of sets, each means exactly its own of the colours that are used.
        assert_eq!(arena.acceptance.unwrap().to_string(), "Inf(0)&Inf(2) | Fin(0)&Inf(2)");
    }

    #[test]
    fn what_is_out_of_place_is_told_at_the_end() {
        let no_vertex = "nobody knows which vertex 'owner' is about: call vertex(…) before it";
        assert_eq!(told(Sketch::new().owner(0)), no_vertex);
        assert_eq!(told(Sketch::new().edge("a", "b").owner(0)), no_vertex);
        assert_eq!(told(Sketch::new().edges([("a", "b")]).owner(0).weight(1)), no_vertex);
        assert_eq!(
            told(Sketch::new().to("b").vertex("a")),
            "nobody knows which vertex 'to' is about: call vertex(…) before it"
        );
        let no_edge =
            "nobody knows which edge 'weight' is about: call to(…) or edge(…) right before it";
        assert_eq!(told(Sketch::new().weight(1)), no_edge);
        assert_eq!(told(Sketch::new().vertex("a").weight(1)), no_edge);
        assert_eq!(told(Sketch::new().vertex("a").to("b").vertex("b").weight(1)), no_edge);
        assert_eq!(told(Sketch::new().vertex("a").to("b").owner(0).weight(1)), no_edge);
        assert_eq!(told(Sketch::new().edges([("a", "b")]).weight(1)), no_edge);
    }

    #[test]
    fn values_that_cannot_be_are_told_at_the_end() {
        assert_eq!(told(Sketch::new().vertex(0).owner(2)), "players are 0 and 1, not 2");
        assert_eq!(told(Sketch::new().vertex(0).owner(-1)), "players are 0 and 1, not -1");
        assert_eq!(
            told(Sketch::new().vertex(0).colors([3, 64])),
            "colors are numbers from 0 to 63, not 64"
        );
        assert_eq!(
            told(Sketch::new().vertex("a").priority(1).priority(2)),
            "vertex 'a' has priority=1 and now priority=2: keep one of them"
        );
        assert_eq!(
            told(Sketch::new().edge("a", "b").player(Side::Left).player(Side::Right)),
            "the edge from 'a' to 'b' has player=left and now player=right: keep one of them"
        );
        assert_eq!(told(Sketch::new().acceptance("Rabin")), "say how many: 'Rabin 2'");
        assert!(matches!(
            Sketch::new().vertex("a").verdict(Outcome::Win).to("a").arena(),
            Err(GraphError::VerdictOnMoves { vertex: 0, .. })
        ));
    }

    #[test]
    fn after_an_arena_the_sheet_is_empty() {
        let mut sketch = Sketch::new();
        assert!(sketch.vertex("a").weight(1).arena().is_err());
        assert_eq!(sketch.arena(), Ok(Arena::default()));
        sketch.vertex("b").to("b").acceptance("t");
        assert_eq!(sketch.arena().unwrap().acceptance, Some(Acceptance::all([])));
        assert_eq!(sketch.arena(), Ok(Arena::default()));
    }
}
