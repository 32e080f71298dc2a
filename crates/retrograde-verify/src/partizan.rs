//! Partizan games: the rules for outcomes, with Left to move and with Right to move.

use retrograde_core::{
    Control, Graph, Outcome, OutcomeSolution, Outcomes, Pace, PartizanGame, PartizanSolution, Side,
    Stopped, Vertex,
};

use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule, Turn};
use crate::founded::{Forced, Mover, Support, unfounded};
use crate::ranked;
use crate::shape::{check_lengths, terminals};
use crate::unranked::{self, UnrankedRule};

/// Proves that `solution` holds for `game`, or names the first vertex and side where it does not.
///
/// # The rules
/// Those of [`verify_outcome`](crate::verify_outcome) on the game whose positions are the vertices
/// together with the side to move there: a side's own moves count, they lead to the same vertices
/// with the opponent to move, and a side without moves of its own has the outcome of the verdict or
/// the convention at distance 0, whatever the opponent could do. So the proof given there holds
/// here too: one assignment of values passes, the true one.
///
/// Where a side has a strategy, it moves wherever that side can, along a move open to it, and keeps
/// the value and the distance.
///
/// # Complexity
/// O(V + E) time, no memory of its own.
///
/// # Errors
/// The [`Fault`] of the lowest vertex that breaks a rule, with Left to move before Right, values
/// before moves; lengths that do not match come before everything.
///
/// ```
/// use retrograde_core::{
///     Column, Convention, Distance, Graph, OutcomeSolution, PartizanGame, PartizanSolution, Side,
///     Value,
/// };
/// use retrograde_verify::verify_partizan;
///
/// // Only Left may move from 0 to 1.
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let players = [(0, Side::Left)].into_iter().collect();
/// let verdicts = Column::default();
/// let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal)?;
///
/// let (win, lose) = (|d| Value::Win(Distance(d)), |d| Value::Lose(Distance(d)));
/// let given = |values: [Value; 2]| OutcomeSolution::new(values.into_iter().collect(), None);
/// let mut solution = PartizanSolution {
///     left_first: given([win(1), lose(0)]),
///     right_first: given([lose(0), lose(0)]),
/// };
/// assert!(verify_partizan(&game, &solution).is_ok());
/// solution.right_first = given([win(1), lose(0)]);
/// assert_eq!(
///     verify_partizan(&game, &solution).unwrap_err().to_string(),
///     "with Right to move, vertex 0 is given as win, \
///      but it has no moves for Right and the game says lose there"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_partizan(
    game: &PartizanGame<'_>,
    solution: &PartizanSolution,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, &Control::ALONE))
}

/// As [`verify_partizan`], for work that may be stopped.
pub(crate) fn check(
    game: &PartizanGame<'_>,
    solution: &PartizanSolution,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    let graph = game.graph();
    for side in Side::BOTH {
        let (own, _) = own_and_other(solution, side);
        check_lengths(graph, own.values.len(), own.strategy.as_ref())
            .map_err(|rule| Fault::whole(rule).with(Turn::Side(side)))?;
    }
    let mut moves = None;
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        for side in Side::BOTH {
            let at = |rule| fault(vertex, side, rule);
            let (own, other) = own_and_other(solution, side);
            let can_move = check_ranked(game, own, other, vertex, side).map_err(at)?;
            if own.strategy.is_some() {
                *moves.get_or_insert(0) += u64::from(can_move);
            }
        }
    }
    Ok(checked(graph, moves, &mut pace)?)
}

/// Proves that outcomes without distances hold for `game`, with Left to move and with Right to move,
/// or says where they do not.
///
/// # The rules
/// *Local.* A side without moves of its own has the outcome of the verdict or the convention.
/// Elsewhere a win has a move to a vertex lost for the opponent, a loss none but to vertices won for
/// the opponent, and a draw none to a lost vertex and one to a draw.
///
/// *Founded.* A win or a loss without moves is founded; a win with moves is if one of them leads to
/// a founded loss, a loss if all of them lead to founded wins. All wins and losses must be founded.
///
/// # Why these are enough
/// Founded wins and losses are true, by induction on the order in which they are found to be. And
/// draws are draws: by the local rules neither side can move from a draw to a vertex lost for the
/// opponent, and either side can move to another draw or has none to move to and is given a draw
/// there by the verdict. So one assignment of outcomes passes, the true one.
///
/// # Complexity
/// O(V + E) time. About `4 E + 20 V` bytes if no move is reserved for a side; otherwise `4 V` bytes
/// more, and 4 more for each move that is open to both.
///
/// # Errors
/// The [`Fault`] of the lowest vertex where a local rule is broken, with Left to move before Right;
/// lengths that do not match come before everything, and unfounded claims after it.
///
/// ```
/// use retrograde_core::{Column, Convention, Graph, Outcome, Outcomes, PartizanGame};
/// use retrograde_verify::verify_partizan_outcomes;
///
/// // Nobody can end this game, whatever local rules say.
/// let graph = Graph::from_edges(1, [(0, 0)])?;
/// let (players, verdicts) = (Column::default(), Column::default());
/// let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal)?;
/// let all = |outcome: Outcome| -> Outcomes { [outcome].into_iter().collect() };
/// let (win, lose, draw) = (all(Outcome::Win), all(Outcome::Lose), all(Outcome::Draw));
/// assert!(verify_partizan_outcomes(&game, &draw, &draw).is_ok());
/// assert_eq!(
///     verify_partizan_outcomes(&game, &win, &lose).unwrap_err().to_string(),
///     "with Left to move, vertex 0 is given as win, \
///      but that rests on claims that go round in a circle: nothing forces it"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_partizan_outcomes(
    game: &PartizanGame<'_>,
    left_first: &Outcomes,
    right_first: &Outcomes,
) -> Result<Checked, Fault> {
    unstopped(check_outcomes(game, left_first, right_first, &Control::ALONE))
}

/// As [`verify_partizan_outcomes`], for work that may be stopped.
pub(crate) fn check_outcomes(
    game: &PartizanGame<'_>,
    left_first: &Outcomes,
    right_first: &Outcomes,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    let graph = game.graph();
    let claims = Forcing { game, left_first, right_first };
    for side in Side::BOTH {
        check_lengths(graph, claims.outcomes(side).len(), None)
            .map_err(|rule| Fault::whole(rule).with(Turn::Side(side)))?;
    }
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        for side in Side::BOTH {
            claims.check(vertex, side).map_err(|rule| fault(vertex, side, rule))?;
        }
    }
    if let Some((vertex, mover)) = unfounded(&claims, &mut pace)? {
        let claimed = claims.outcome(vertex, mover);
        return Err(fault(vertex, side(mover), UnrankedRule::Unfounded { claimed }.into()).into());
    }
    Ok(checked(graph, None, &mut pace)?)
}

fn fault(vertex: Vertex, side: Side, rule: Rule) -> Fault {
    Fault::at(vertex, rule).with(Turn::Side(side))
}

fn checked(graph: &Graph, moves: Option<u64>, pace: &mut Pace<'_>) -> Result<Checked, Stopped> {
    Ok(Checked {
        tally: Tally::Partizan,
        vertices: graph.vertex_count() as u64,
        edges: graph.edge_count() as u64,
        terminals: terminals(graph, pace)?,
        moves,
    })
}

fn own_and_other(solution: &PartizanSolution, side: Side) -> (&OutcomeSolution, &OutcomeSolution) {
    match side {
        Side::Left => (&solution.left_first, &solution.right_first),
        Side::Right => (&solution.right_first, &solution.left_first),
    }
}

/// What can be seen from the vertex and the moves of `side`; says whether there are any.
fn check_ranked(
    game: &PartizanGame<'_>,
    own: &OutcomeSolution,
    other: &OutcomeSolution,
    vertex: Vertex,
    side: Side,
) -> Result<bool, Rule> {
    let value = own.values.get(vertex);
    let moves = || game.moves(vertex, side);
    let can_move = moves().next().is_some();
    if can_move {
        ranked::check_value(&other.values, value, moves())?;
    } else {
        ranked::check_terminal(game.stuck_outcome(vertex), value)?;
    }
    if let Some(strategy) = &own.strategy {
        ranked::check_move(&other.values, value, moves(), strategy.get(vertex))?;
    }
    Ok(can_move)
}

/// The claims that somebody can force a win.
struct Forcing<'a> {
    game: &'a PartizanGame<'a>,
    left_first: &'a Outcomes,
    right_first: &'a Outcomes,
}

impl Forcing<'_> {
    fn outcomes(&self, side: Side) -> &Outcomes {
        match side {
            Side::Left => self.left_first,
            Side::Right => self.right_first,
        }
    }

    fn check(&self, vertex: Vertex, side: Side) -> Result<(), Rule> {
        let outcome = self.outcomes(side).get(vertex);
        if self.game.moves(vertex, side).next().is_some() {
            let there = self.outcomes(side.opponent());
            unranked::check_outcome(there, outcome, self.game.moves(vertex, side))
        } else {
            unranked::check_terminal(self.game.stuck_outcome(vertex), outcome)
        }
    }
}

fn side(mover: Mover) -> Side {
    match mover {
        Mover::First => Side::Left,
        Mover::Second => Side::Right,
    }
}

impl Forced for Forcing<'_> {
    fn graph(&self) -> &Graph {
        self.game.graph()
    }

    fn shares_moves(&self) -> bool {
        self.game.is_impartial()
    }

    fn may_move(&self, edge: usize, mover: Mover) -> bool {
        self.game.may_move(edge, side(mover))
    }

    fn outcome(&self, vertex: Vertex, mover: Mover) -> Outcome {
        self.outcomes(side(mover)).get(vertex)
    }

    fn support(&self, outcome: Outcome, _mover: Mover) -> Support {
        match outcome {
            Outcome::Win => Support::One,
            Outcome::Lose => Support::All,
            Outcome::Draw => Support::Unneeded,
        }
    }
}
