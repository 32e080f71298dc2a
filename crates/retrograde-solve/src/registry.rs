//! Every solver by name, for whoever lists or picks them.

use crate::outcome::Method;

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

/// All solvers; the first that applies is what `auto` picks.
pub const SOLVERS: &[Solver] = &[
    Solver {
        name: "acyclic",
        objective: "outcome",
        description: "one pass in reverse topological order",
        accepts: Accepts::Acyclic,
        time: "O(V + E)",
        memory: "13 V, and 4 V for best moves",
        source: "A. B. Kahn, Topological sorting of large networks (1962)",
        method: Method::Acyclic,
    },
    Solver {
        name: "retrograde",
        objective: "outcome",
        description: "backward wave from the terminals with out-degree counters",
        accepts: Accepts::Any,
        time: "O(V + E)",
        memory: "4 E + 18 V",
        source: "D. E. Knuth, The Art of Computer Programming, vol. 1, exercise 2.2.3-28",
        method: Method::Retrograde,
    },
];

/// The solver of that name.
///
/// ```
/// use retrograde_solve::registry::find;
/// assert_eq!(find("acyclic").unwrap().objective, "outcome");
/// assert!(find("auto").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Solver> {
    SOLVERS.iter().find(|solver| solver.name == name)
}
