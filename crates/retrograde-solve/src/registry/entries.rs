//! The solvers there are.

use super::run::Algorithm;
use super::{Accepts, Auto, Solver};
use crate::{asymmetric, grundy, mean_payoff, outcome, parity};

/// What most entries have in common: a solver that takes any graph, the only one for its objectives.
const ANY: Solver = Solver {
    name: "",
    serves: &[],
    description: "",
    accepts: Accepts::Any,
    time: "O(V + E)",
    memory: "",
    source: "",
    auto: Auto::Always,
    algorithm: Algorithm::Colors,
};

/// All solvers, those of an objective one after the other.
pub(super) const SOLVERS: &[Solver] = &[
    Solver {
        name: "acyclic",
        serves: &["outcome"],
        description: "one pass in reverse topological order",
        accepts: Accepts::Acyclic,
        memory: "13 V, and 4 V for best moves",
        source: "A. B. Kahn, Topological sorting of large networks (1962)",
        auto: Auto::Acyclic,
        algorithm: Algorithm::Outcome(outcome::Method::Acyclic),
        ..ANY
    },
    Solver {
        name: "retrograde",
        serves: &["outcome"],
        description: "backward wave from the terminals with out-degree counters",
        memory: "4 E + 18 V",
        source: "D. E. Knuth, The Art of Computer Programming, vol. 1, exercise 2.2.3-28",
        auto: Auto::Cyclic,
        algorithm: Algorithm::Outcome(outcome::Method::Retrograde),
        ..ANY
    },
    Solver {
        name: "components",
        serves: &["outcome"],
        description: "one strongly connected component after the other, to save memory where all are small",
        time: "O(V + E), and sorting within components",
        memory: "12.4 V, and 4 e + 20 v for v vertices and e edges of the largest component",
        source: "D. J. Pearce, A space-efficient algorithm for finding strongly connected components (2016)",
        auto: Auto::OnDemand,
        algorithm: Algorithm::Outcome(outcome::Method::Components),
        ..ANY
    },
    Solver {
        name: "waves",
        serves: &["asymmetric"],
        description: "two backward waves: wins and losses first, then who can make the game end",
        memory: "4 E + 36 V",
        source: "T. de Jager and B. Löwe, Nonmonotone Game Labellings (2007), its labels in another order",
        algorithm: Algorithm::Asymmetric(asymmetric::Method::Waves),
        ..ANY
    },
    Solver {
        name: "nmbig-lin",
        serves: &["asymmetric"],
        description: "one label at a time with counts of successors by label",
        memory: "4 E + 57 V",
        source: "T. de Jager and B. Löwe, Nonmonotone Game Labellings (2007), algorithm NMBIG-Lin",
        auto: Auto::OnDemand,
        algorithm: Algorithm::Asymmetric(asymmetric::Method::Nmbig),
        ..ANY
    },
    Solver {
        name: "acyclic",
        serves: &["grundy"],
        description: "one pass in reverse topological order",
        accepts: Accepts::Acyclic,
        memory: "12 V",
        source: "P. M. Grundy, Mathematics and games (1939)",
        auto: Auto::Acyclic,
        algorithm: Algorithm::Grundy(grundy::Method::Acyclic),
        ..ANY
    },
    Solver {
        name: "loopy",
        serves: &["grundy"],
        description: "a backward wave for each finite value",
        time: "O(V + E √E), O(V + E) where values are bounded",
        memory: "4 E + 32 V, and the different sets of options",
        source: "A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975)",
        auto: Auto::Cyclic,
        algorithm: Algorithm::Grundy(grundy::Method::Loopy),
        ..ANY
    },
    Solver {
        name: "retrograde",
        serves: &["partizan"],
        description: "backward wave from the terminals with out-degree counters",
        memory: "8 E + 44 V",
        source: "J. H. Conway, On Numbers and Games (1976), for the classes",
        algorithm: Algorithm::Partizan,
        ..ANY
    },
    Solver {
        name: "attractor",
        serves: &["reachability", "safety"],
        description: "backwards from the targets with counters of moves",
        memory: "4 E + 33 V",
        source: "W. Thomas, On the synthesis of strategies in infinite games (1995)",
        algorithm: Algorithm::Reachability,
        ..ANY
    },
    Solver {
        name: "repair",
        serves: &["buchi", "cobuchi"],
        description: "rounds of attractors, with justifications that are kept and repaired",
        time: "O(V E), O(V + E) on chains of attractors",
        memory: "4 E + 57 V",
        source: "K. Chatterjee, T. A. Henzinger and N. Piterman, Algorithms for Büchi games (2006)",
        algorithm: Algorithm::Buchi,
        ..ANY
    },
    Solver {
        name: "zielonka",
        serves: &["parity"],
        description: "attractors from the largest priority down, without recursion",
        time: "exponential in the number of priorities at worst",
        memory: "4 E + 52 V, and 8 E + 33 V where components are copied",
        source: "W. Zielonka, Infinite games on finitely coloured graphs (1998)",
        auto: Auto::Turn(1),
        algorithm: Algorithm::Parity(parity::Method::Zielonka),
        ..ANY
    },
    Solver {
        name: "promotion",
        serves: &["parity"],
        description: "regions that are closed are promoted until one is a dominion",
        time: "exponential at worst, fast in practice",
        memory: "4 E + 52 V, and 8 E + 33 V where components are copied",
        source: "M. Benerecetti, D. Dell'Erba and F. Mogavero, Solving parity games via priority promotion (2016)",
        auto: Auto::Turn(2),
        algorithm: Algorithm::Parity(parity::Method::Promotion),
        ..ANY
    },
    Solver {
        name: "recursive-tangle",
        serves: &["parity"],
        description: "learns tangles in regions and in the games inside them",
        time: "exponential at worst, fast in practice",
        memory: "4 E + 84 V, 8 E + 33 V where components are copied, and the tangles",
        source: "T. van Dijk, Attracting tangles to solve parity games (2018), and its author's later solvers",
        auto: Auto::Turn(3),
        algorithm: Algorithm::Parity(parity::Method::RecursiveTangle),
        ..ANY
    },
    Solver {
        name: "tangle",
        serves: &["parity"],
        description: "learns tangles and attracts with them",
        time: "exponential at worst, fast in practice",
        memory: "4 E + 80 V, 8 E + 33 V where components are copied, and the tangles",
        source: "T. van Dijk, Attracting tangles to solve parity games (2018)",
        auto: Auto::Turn(4),
        algorithm: Algorithm::Parity(parity::Method::Tangle),
        ..ANY
    },
    Solver {
        name: "one-sided-tangle",
        serves: &["parity"],
        description: "recursive tangle learning with the regions of one player after the other",
        time: "exponential at worst",
        memory: "4 E + 84 V, 8 E + 33 V where components are copied, and the tangles",
        source: "T. van Dijk, Attracting tangles to solve parity games (2018), and its author's later solvers",
        auto: Auto::Turn(5),
        algorithm: Algorithm::Parity(parity::Method::OneSidedTangle),
        ..ANY
    },
    Solver {
        name: "fixpoint",
        serves: &["parity"],
        description: "iterates the fixpoint formula, keeping justifications",
        time: "exponential in the number of priorities at worst",
        memory: "4 E + 50 V, and 8 E + 33 V where components are copied",
        source: "T. van Dijk and B. Rubbens, Simple fixpoint iteration to solve parity games (2019)",
        auto: Auto::Turn(6),
        algorithm: Algorithm::Parity(parity::Method::Fixpoint),
        ..ANY
    },
    Solver {
        name: "quasi-polynomial",
        serves: &["parity"],
        description: "a recursion that bounds the size of what it looks for",
        time: "quasi-polynomial",
        memory: "12 E + 79 V",
        source: "P. Parys, Parity games: Zielonka's algorithm in quasi-polynomial time (2019)",
        auto: Auto::Turn(7),
        algorithm: Algorithm::Parity(parity::Method::QuasiPolynomial),
        ..ANY
    },
    Solver {
        name: "strategy-improvement",
        serves: &["parity"],
        description: "improves a strategy by all switches at once",
        time: "exponential at worst, few rounds in practice",
        memory: "12 E + 71 V, and 8 V for each priority",
        source: "J. Vöge and M. Jurdziński, A discrete strategy improvement algorithm for solving parity games (2000)",
        auto: Auto::Turn(8),
        algorithm: Algorithm::Parity(parity::Method::StrategyImprovement),
        ..ANY
    },
    Solver {
        name: "progress-measures",
        serves: &["parity"],
        description: "lifts measures of how badly a play can go",
        time: "exponential in the number of priorities",
        memory: "20 E + 105 V, and 4 V for each priority",
        source: "M. Jurdziński, Small progress measures for solving parity games (2000)",
        auto: Auto::Turn(9),
        algorithm: Algorithm::Parity(parity::Method::ProgressMeasures),
        ..ANY
    },
    Solver {
        name: "buchi",
        serves: &["parity"],
        description: "rounds of attractors, as for Büchi games, where two priorities decide",
        accepts: Accepts::TwoPriorities,
        time: "O(V E), O(V + E) on chains of attractors",
        memory: "12 E + 85 V",
        source: "K. Chatterjee, T. A. Henzinger and N. Piterman, Algorithms for Büchi games (2006)",
        auto: Auto::TwoPriorities,
        algorithm: Algorithm::Parity(parity::Method::Buchi),
        ..ANY
    },
    Solver {
        name: "climb",
        serves: &["energy"],
        description: "raises credits from below, with jumps over long climbs",
        time: "O(V E W) for weights up to W at worst, close to linear in practice",
        memory: "12 E + 100 V at most",
        source: "L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, Faster algorithms for mean-payoff games (2011)",
        algorithm: Algorithm::Energy,
        ..ANY
    },
    Solver {
        name: "improvement",
        serves: &["mean-payoff"],
        description: "improves both players' moves until neither can do better",
        time: "exponential at worst, tens to hundreds of rounds of O(V + E) in practice",
        memory: "12 E + 400 V at most",
        source: "A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966)",
        auto: Auto::First,
        algorithm: Algorithm::MeanPayoff(mean_payoff::Method::Improvement),
        ..ANY
    },
    Solver {
        name: "split",
        serves: &["mean-payoff"],
        description: "energy games for thresholds that divide the vertices by value",
        time: "O(log (V W)) times that of an energy game, for weights up to W",
        memory: "44 E + 320 V at most",
        source: "L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, Faster algorithms for mean-payoff games (2011)",
        auto: Auto::TakesOver,
        algorithm: Algorithm::MeanPayoff(mean_payoff::Method::Split),
        ..ANY
    },
    Solver {
        name: "zielonka-tree",
        serves: &["muller", "rabin", "streett"],
        description: "a parity game with a copy of each vertex for each leaf of the condition's Zielonka tree",
        time: "that of the parity game; the tree may be factorial in the colours",
        memory: "that of the parity game",
        source: "S. Dziembowski, M. Jurdziński and I. Walukiewicz, How much memory is needed to win infinite games? (1997)",
        algorithm: Algorithm::Colors,
        ..ANY
    },
];
