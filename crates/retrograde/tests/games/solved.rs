//! Solved games whose values are proven: explored ones by the checker, tables slot by slot.

use retrograde::games::{ExploreOptions, Explored, Game, explore};
use retrograde::solve::Options;
use retrograde::solve::outcome::{self, Method};
use retrograde::table::Worth;
use retrograde::table::dense::DenseTable;
use retrograde::verify::verify_outcome;
use retrograde::{Bitmap, Control, Convention, Distance, OutcomeGame, Value, Values, Vertex};

/// An explored game with its values, which the checker has proven.
pub(crate) struct Solved<P> {
    pub(crate) explored: Explored<P>,
    pub(crate) values: Values,
    ties: Bitmap,
}

impl<P> Solved<P> {
    pub(crate) fn new<G: Game<Position = P>>(game: &G, roots: &[P], symmetry: bool) -> Self {
        let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
        let explored = explore(game, roots, &options).unwrap();
        let question =
            OutcomeGame::new(&explored.graph, &explored.verdicts, Convention::Normal).unwrap();
        let solved = outcome::solve(&question, Method::Auto, &Options::default()).unwrap();
        verify_outcome(&question, &solved.solution).unwrap();
        let values = solved.solution.values;
        let ties = outcome::ties(&explored.graph, &values, &Control::default()).unwrap();
        Solved { explored, values, ties }
    }

    pub(crate) fn worth(&self, vertex: Vertex) -> Worth {
        Worth::of(self.values.get(vertex), self.ties.get(vertex as usize))
    }

    pub(crate) fn terminals(&self) -> usize {
        let graph = &self.explored.graph;
        graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count()
    }
}

/// Whether a slot is worth what the rules and the slots one move on say. Distances that fit
/// everywhere are a proof; that all ties come to an end is for somebody else to see.
pub(crate) fn holds<G: Game>(game: &G, table: &DenseTable, slot: u64) -> bool {
    let Some(position) = game.unrank(slot) else { return table.get(slot) == Worth::Hole };
    if let Some(verdict) = game.verdict(&position) {
        return table.get(slot) == Worth::of(Value::new(verdict, Distance(0)), true);
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let (mut shortest, mut longest, mut ties, mut draws) = (None, 0, false, false);
    for chosen in &moves {
        match table.get(game.rank(&game.play(&position, chosen))) {
            Worth::Lose(Some(Distance(plies))) => {
                shortest = Some(shortest.map_or(plies + 1, |win: u32| win.min(plies + 1)));
            }
            Worth::Win(Some(Distance(plies))) => longest = longest.max(plies + 1),
            Worth::Tie => ties = true,
            Worth::Draw => draws = true,
            Worth::Hole | Worth::Win(None) | Worth::Lose(None) => return false,
        }
    }
    let expected = match shortest {
        Some(plies) => Worth::Win(Some(Distance(plies))),
        None if draws => Worth::Draw,
        None if ties => Worth::Tie,
        None => Worth::Lose(Some(Distance(longest))),
    };
    table.get(slot) == expected
}
