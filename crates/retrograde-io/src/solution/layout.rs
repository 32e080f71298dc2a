//! Which columns the solutions of an objective have.

/// The columns of a solution file: `vertex`, then what is claimed of the vertex, then the moves that
/// achieve it. The moves may be left out, all of them together.
///
/// ```
/// use retrograde_io::Layout;
/// assert_eq!(Layout::OUTCOME.header(), "vertex,outcome,distance,move");
/// assert_eq!(Layout::GRUNDY.columns().collect::<Vec<_>>(), ["vertex", "grundy"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What `--objective` calls it, and JSON `objective`.
    pub objective: &'static str,
    /// The columns with the claims.
    pub values: &'static [&'static str],
    /// The columns with the moves.
    pub moves: &'static [&'static str],
}

impl Layout {
    /// Who wins with both sides playing alike, and in how many moves.
    pub const OUTCOME: &'static Layout =
        &Layout { objective: "outcome", values: &["outcome", "distance"], moves: &["move"] };

    /// Who wins where one player wants the game to end and the other does not.
    pub const ASYMMETRIC: &'static Layout = &Layout {
        objective: "asymmetric",
        values: &["first", "second"],
        moves: &["first_move", "second_move"],
    };

    /// Grundy values.
    pub const GRUNDY: &'static Layout =
        &Layout { objective: "grundy", values: &["grundy"], moves: &[] };

    /// Who wins where moves belong to Left or to Right.
    pub const PARTIZAN: &'static Layout = &Layout {
        objective: "partizan",
        values: &["left_first", "right_first", "class"],
        moves: &[],
    };

    /// Who wins parity games. The objectives below have the same columns.
    pub const PARITY: &'static Layout = &Layout::regions("parity");

    /// Who reaches a target.
    pub const REACHABILITY: &'static Layout = &Layout::regions("reachability");

    /// Who keeps away from the targets.
    pub const SAFETY: &'static Layout = &Layout::regions("safety");

    /// Who visits targets forever.
    pub const BUCHI: &'static Layout = &Layout::regions("buchi");

    /// Who visits targets only finitely often.
    pub const COBUCHI: &'static Layout = &Layout::regions("cobuchi");

    /// Who meets a Muller condition.
    pub const MULLER: &'static Layout = &Layout::regions("muller");

    /// Who meets a Rabin condition.
    pub const RABIN: &'static Layout = &Layout::regions("rabin");

    /// Who meets a Streett condition.
    pub const STREETT: &'static Layout = &Layout::regions("streett");

    /// With which initial credit player 0 never runs out of it.
    pub const ENERGY: &'static Layout =
        &Layout { objective: "energy", values: &["winner", "credit"], moves: &["move"] };

    /// Which long-run average weight the players get.
    pub const MEAN_PAYOFF: &'static Layout =
        &Layout { objective: "mean-payoff", values: &["value"], moves: &["move"] };

    /// Every layout there is.
    pub const ALL: [&'static Layout; 14] = [
        Layout::OUTCOME,
        Layout::ASYMMETRIC,
        Layout::GRUNDY,
        Layout::PARTIZAN,
        Layout::PARITY,
        Layout::REACHABILITY,
        Layout::SAFETY,
        Layout::BUCHI,
        Layout::COBUCHI,
        Layout::MULLER,
        Layout::RABIN,
        Layout::STREETT,
        Layout::ENERGY,
        Layout::MEAN_PAYOFF,
    ];

    /// The columns of the objectives in which a vertex has a winner.
    const fn regions(objective: &'static str) -> Layout {
        Layout { objective, values: &["winner"], moves: &["move"] }
    }

    /// The objectives of solutions with these columns, for a message.
    pub(super) fn objectives(columns: &[&str]) -> Option<&'static str> {
        let layout = Layout::ALL.into_iter().find(|layout| layout.fits(columns))?;
        let alike = layout.values == Layout::PARITY.values;
        Some(if alike { "parity, or another with a winner" } else { layout.objective })
    }

    /// The names of all columns in order, `vertex` first.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once("vertex").chain(self.values.iter().chain(self.moves).copied())
    }

    /// The first line of a CSV file that has moves.
    #[must_use]
    pub fn header(&self) -> String {
        self.columns().collect::<Vec<_>>().join(",")
    }

    /// Whether `columns`, in any order, are those of this layout, with the moves or without.
    pub(super) fn fits(&self, columns: &[&str]) -> bool {
        columns.iter().all(|&found| self.columns().any(|column| column == found))
            && self.values.iter().all(|value| columns.contains(value))
    }

    /// How many columns come before the moves.
    pub(super) fn before_moves(&self) -> usize {
        1 + self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_header_fits_two_layouts_with_other_columns() {
        for layout in Layout::ALL {
            let all: Vec<_> = layout.columns().collect();
            for columns in [&all[..], &all[..layout.before_moves()]] {
                assert!(layout.fits(columns));
                for other in Layout::ALL.iter().filter(|other| other.fits(columns)) {
                    assert_eq!(other.header(), layout.header(), "{columns:?}");
                }
            }
            let called = Layout::ALL.iter().filter(|other| other.objective == layout.objective);
            assert_eq!(called.count(), 1);
            assert!(!layout.fits(&["vertex"]));
        }
    }
}
