//! Every solver by name, for whoever lists or picks them.

use crate::{asymmetric, grundy, outcome, partizan};

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
