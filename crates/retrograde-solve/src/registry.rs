//! Every solver by name, for whoever lists or picks them.

use std::fmt;

use crate::{
    asymmetric, buchi, energy, grundy, mean_payoff, outcome, parity, partizan, reachability,
};

/// A solver as people choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solver {
    /// The name used on the command line.
    pub name: &'static str,
    /// The objective it solves.
    pub objective: &'static str,
    /// What it does, in a sentence.
    pub description: &'static str,
    /// What graphs it takes.
    pub accepts: Accepts,
    /// Its running time.
    pub time: &'static str,
    /// Bytes beside the graph.
    pub memory: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// The method that runs it.
    pub method: Method,
}

/// How to run a solver: the method of its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// By [`outcome::solve`].
    Outcome(outcome::Method),
    /// By [`asymmetric::solve`].
    Asymmetric(asymmetric::Method),
    /// By [`grundy::solve`].
    Grundy(grundy::Method),
    /// By [`partizan::solve`].
    Partizan(partizan::Method),
    /// By [`reachability::solve`] or [`reachability::safety`].
    Reachability(reachability::Method),
    /// By [`buchi::solve`] or [`buchi::cobuchi`].
    Buchi(buchi::Method),
    /// By [`parity::solve`].
    Parity(parity::Method),
    /// By [`energy::solve`].
    Energy(energy::Method),
    /// By [`mean_payoff::solve`].
    MeanPayoff(mean_payoff::Method),
    /// By [`emerson_lei::solve`](crate::emerson_lei::solve).
    EmersonLei,
}

/// What a solver needs of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// Any graph.
    Any,
    /// A graph without cycles.
    Acyclic,
}

impl Accepts {
    /// Whether a graph will do, and why, in words that follow "because".
    ///
    /// ```
    /// use retrograde_solve::registry::Accepts;
    /// assert_eq!(Accepts::Acyclic.judge(false), (false, "the graph has a cycle"));
    /// ```
    #[must_use]
    pub fn judge(self, is_acyclic: bool) -> (bool, &'static str) {
        match (self, is_acyclic) {
            (Accepts::Any, _) => (true, "takes any graph"),
            (Accepts::Acyclic, true) => (true, "the graph has no cycle"),
            (Accepts::Acyclic, false) => (false, "the graph has a cycle"),
        }
    }
}

/// The word for it in lists.
impl fmt::Display for Accepts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Accepts::Any => "any",
            Accepts::Acyclic => "acyclic",
        })
    }
}

/// All solvers; the first of an objective that applies is what `auto` picks.
pub const SOLVERS: &[Solver] = &[
    Solver {
        name: "acyclic",
        objective: "outcome",
        description: "one pass in reverse topological order",
        accepts: Accepts::Acyclic,
        time: "O(V + E)",
        memory: "13 V, and 4 V for best moves",
        source: "A. B. Kahn, Topological sorting of large networks (1962)",
        method: Method::Outcome(outcome::Method::Acyclic),
    },
    Solver {
        name: "retrograde",
        objective: "outcome",
        description: "backward wave from the terminals with out-degree counters",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 18 V",
        source: "D. E. Knuth, The Art of Computer Programming, vol. 1, exercise 2.2.3-28",
        method: Method::Outcome(outcome::Method::Retrograde),
    },
    Solver {
        name: "components",
        objective: "outcome",
        description: "one strongly connected component after the other, to save memory where all are small",
        accepts: Accepts::Any,
        time: "O(V + E), and sorting within components",
        memory: "12.4 V, and 4 e + 20 v for v vertices and e edges of the largest component",
        source: "D. J. Pearce, A space-efficient algorithm for finding strongly connected components (2016)",
        method: Method::Outcome(outcome::Method::Components),
    },
    Solver {
        name: "waves",
        objective: "asymmetric",
        description: "two backward waves: wins and losses first, then who can make the game end",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 36 V",
        source: "T. de Jager and B. Löwe, Nonmonotone Game Labellings (2007), its labels in another order",
        method: Method::Asymmetric(asymmetric::Method::Waves),
    },
    Solver {
        name: "nmbig-lin",
        objective: "asymmetric",
        description: "one label at a time with counts of successors by label",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 57 V",
        source: "T. de Jager and B. Löwe, Nonmonotone Game Labellings (2007), algorithm NMBIG-Lin",
        method: Method::Asymmetric(asymmetric::Method::Nmbig),
    },
    Solver {
        name: "acyclic",
        objective: "grundy",
        description: "one pass in reverse topological order",
        accepts: Accepts::Acyclic,
        time: "O(V + E)",
        memory: "12 V",
        source: "P. M. Grundy, Mathematics and games (1939)",
        method: Method::Grundy(grundy::Method::Acyclic),
    },
    Solver {
        name: "loopy",
        objective: "grundy",
        description: "a backward wave for each finite value",
        accepts: Accepts::Any,
        time: "O(V + E √E), O(V + E) where values are bounded",
        memory: "4 E + 32 V, and the different sets of options",
        source: "A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975)",
        method: Method::Grundy(grundy::Method::Loopy),
    },
    Solver {
        name: "retrograde",
        objective: "partizan",
        description: "backward wave from the terminals with out-degree counters",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "8 E + 44 V",
        source: "J. H. Conway, On Numbers and Games (1976), for the classes",
        method: Method::Partizan(partizan::Method::Retrograde),
    },
    Solver {
        name: "attractor",
        objective: "reachability",
        description: "backwards from the targets with counters of moves",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 33 V",
        source: "W. Thomas, On the synthesis of strategies in infinite games (1995)",
        method: Method::Reachability(reachability::Method::Attractor),
    },
    Solver {
        name: "attractor",
        objective: "safety",
        description: "backwards from the targets with counters of moves",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 33 V",
        source: "W. Thomas, On the synthesis of strategies in infinite games (1995)",
        method: Method::Reachability(reachability::Method::Attractor),
    },
    Solver {
        name: "repair",
        objective: "buchi",
        description: "rounds of attractors, with justifications that are kept and repaired",
        accepts: Accepts::Any,
        time: "O(V E), O(V + E) on chains of attractors",
        memory: "4 E + 57 V",
        source: "K. Chatterjee, T. A. Henzinger and N. Piterman, Algorithms for Büchi games (2006)",
        method: Method::Buchi(buchi::Method::Repair),
    },
    Solver {
        name: "repair",
        objective: "cobuchi",
        description: "rounds of attractors, with justifications that are kept and repaired",
        accepts: Accepts::Any,
        time: "O(V E), O(V + E) on chains of attractors",
        memory: "4 E + 57 V",
        source: "K. Chatterjee, T. A. Henzinger and N. Piterman, Algorithms for Büchi games (2006)",
        method: Method::Buchi(buchi::Method::Repair),
    },
    Solver {
        name: "zielonka",
        objective: "parity",
        description: "attractors from the largest priority down, without recursion",
        accepts: Accepts::Any,
        time: "exponential in the number of priorities at worst",
        memory: "4 E + 52 V, and 8 E + 33 V where components are copied",
        source: "W. Zielonka, Infinite games on finitely coloured graphs (1998)",
        method: Method::Parity(parity::Method::Zielonka),
    },
    Solver {
        name: "promotion",
        objective: "parity",
        description: "regions that are closed are promoted until one is a dominion",
        accepts: Accepts::Any,
        time: "exponential at worst, fast in practice",
        memory: "4 E + 52 V, and 8 E + 33 V where components are copied",
        source: "M. Benerecetti, D. Dell'Erba and F. Mogavero, Solving parity games via priority promotion (2016)",
        method: Method::Parity(parity::Method::Promotion),
    },
    Solver {
        name: "tangle",
        objective: "parity",
        description: "learns tangles and attracts with them",
        accepts: Accepts::Any,
        time: "exponential at worst, fast in practice",
        memory: "4 E + 80 V, 8 E + 33 V where components are copied, and the tangles",
        source: "T. van Dijk, Attracting tangles to solve parity games (2018)",
        method: Method::Parity(parity::Method::Tangle),
    },
    Solver {
        name: "fixpoint",
        objective: "parity",
        description: "iterates the fixpoint formula, keeping justifications",
        accepts: Accepts::Any,
        time: "exponential in the number of priorities at worst",
        memory: "4 E + 50 V, and 8 E + 33 V where components are copied",
        source: "T. van Dijk and B. Rubbens, Simple fixpoint iteration to solve parity games (2019)",
        method: Method::Parity(parity::Method::Fixpoint),
    },
    Solver {
        name: "quasi-polynomial",
        objective: "parity",
        description: "a recursion that bounds the size of what it looks for",
        accepts: Accepts::Any,
        time: "quasi-polynomial",
        memory: "12 E + 79 V",
        source: "P. Parys, Parity games: Zielonka's algorithm in quasi-polynomial time (2019)",
        method: Method::Parity(parity::Method::QuasiPolynomial),
    },
    Solver {
        name: "strategy-improvement",
        objective: "parity",
        description: "improves a strategy by all switches at once",
        accepts: Accepts::Any,
        time: "exponential at worst, few rounds in practice",
        memory: "12 E + 71 V, and 8 V for each priority",
        source: "J. Vöge and M. Jurdziński, A discrete strategy improvement algorithm for solving parity games (2000)",
        method: Method::Parity(parity::Method::StrategyImprovement),
    },
    Solver {
        name: "progress-measures",
        objective: "parity",
        description: "lifts measures of how badly a play can go",
        accepts: Accepts::Any,
        time: "exponential in the number of priorities",
        memory: "20 E + 105 V, and 4 V for each priority",
        source: "M. Jurdziński, Small progress measures for solving parity games (2000)",
        method: Method::Parity(parity::Method::ProgressMeasures),
    },
    Solver {
        name: "climb",
        objective: "energy",
        description: "raises credits from below, with jumps over long climbs",
        accepts: Accepts::Any,
        time: "O(V E W) for weights up to W at worst, close to linear in practice",
        memory: "12 E + 100 V at most",
        source: "L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, Faster algorithms for mean-payoff games (2011)",
        method: Method::Energy(energy::Method::Climb),
    },
    Solver {
        name: "improvement",
        objective: "mean-payoff",
        description: "improves both players' moves until neither can do better",
        accepts: Accepts::Any,
        time: "exponential at worst, tens to hundreds of rounds of O(V + E) in practice",
        memory: "12 E + 310 V at most",
        source: "A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966)",
        method: Method::MeanPayoff(mean_payoff::Method::Improvement),
    },
    Solver {
        name: "split",
        objective: "mean-payoff",
        description: "energy games for thresholds that divide the vertices by value",
        accepts: Accepts::Any,
        time: "O(log (V W)) times that of an energy game, for weights up to W",
        memory: "44 E + 170 V at most",
        source: "L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, Faster algorithms for mean-payoff games (2011)",
        method: Method::MeanPayoff(mean_payoff::Method::Split),
    },
    Solver {
        name: "zielonka-tree",
        objective: "muller",
        description: "a parity game with a copy of each vertex for each leaf of the condition's Zielonka tree",
        accepts: Accepts::Any,
        time: "that of the parity game; the tree may be factorial in the colours",
        memory: "that of the parity game",
        source: "S. Dziembowski, M. Jurdziński and I. Walukiewicz, How much memory is needed to win infinite games? (1997)",
        method: Method::EmersonLei,
    },
    Solver {
        name: "zielonka-tree",
        objective: "rabin",
        description: "a parity game with a copy of each vertex for each leaf of the condition's Zielonka tree",
        accepts: Accepts::Any,
        time: "that of the parity game; the tree may be factorial in the colours",
        memory: "that of the parity game",
        source: "S. Dziembowski, M. Jurdziński and I. Walukiewicz, How much memory is needed to win infinite games? (1997)",
        method: Method::EmersonLei,
    },
    Solver {
        name: "zielonka-tree",
        objective: "streett",
        description: "a parity game with a copy of each vertex for each leaf of the condition's Zielonka tree",
        accepts: Accepts::Any,
        time: "that of the parity game; the tree may be factorial in the colours",
        memory: "that of the parity game",
        source: "S. Dziembowski, M. Jurdziński and I. Walukiewicz, How much memory is needed to win infinite games? (1997)",
        method: Method::EmersonLei,
    },
];

/// The solver of that name for an objective.
///
/// ```
/// use retrograde_solve::registry::find;
/// assert_eq!(find("grundy", "acyclic").unwrap().objective, "grundy");
/// assert!(find("outcome", "auto").is_none());
/// ```
#[must_use]
pub fn find(objective: &str, name: &str) -> Option<&'static Solver> {
    of_objective(objective).find(|solver| solver.name == name)
}

/// The solvers for an objective.
pub fn of_objective(objective: &str) -> impl Iterator<Item = &'static Solver> {
    SOLVERS.iter().filter(move |solver| solver.objective == objective)
}
