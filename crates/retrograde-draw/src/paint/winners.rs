//! Who wins where: reachability, safety, Büchi, co-Büchi, parity and Emerson–Lei conditions.

use retrograde_core::{Colors, Objective, Vertex};

use super::Paint;
use super::owned::Owned;
use crate::face::{Face, Favour, Mark, Stroke};

pub(super) struct WinnersPaint<'a> {
    pub(super) owned: Owned<'a>,
    pub(super) condition: Condition,
    /// Whether moves depend on the play so far, so that only the first ones are shown.
    pub(super) remembers: bool,
}

/// What of the arena the winner depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    Targets,
    Priorities,
    Colors,
}

impl Condition {
    /// The condition of an objective in which somebody wins.
    pub(super) fn of(objective: &Objective) -> Option<Self> {
        match objective {
            Objective::Reachability | Objective::Safety | Objective::Buchi | Objective::Cobuchi => {
                Some(Condition::Targets)
            }
            Objective::Parity(_) => Some(Condition::Priorities),
            Objective::Muller(_) | Objective::Rabin(_) | Objective::Streett(_) => {
                Some(Condition::Colors)
            }
            _ => None,
        }
    }
}

/// More characters than this are left out within the braces of a set of colours.
const MOST_LETTERS: usize = 14;

impl WinnersPaint<'_> {
    fn is_target(&self, vertex: Vertex) -> bool {
        self.owned.arena.targets.get(vertex as usize) == Some(true)
    }

    fn priority(&self, vertex: Vertex) -> Option<u32> {
        self.owned.arena.priorities.get(vertex as usize)
    }

    fn colors(&self, vertex: Vertex) -> Colors {
        Colors(self.owned.arena.colors.get(vertex as usize).unwrap_or(0))
    }
}

impl Paint for WinnersPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let text = match self.condition {
            Condition::Targets => match self.owned.favour(vertex) {
                Favour::Player(player) => format!("{player} wins"),
                _ => "?".to_owned(),
            },
            Condition::Priorities => {
                self.priority(vertex).map_or("none".to_owned(), |priority| priority.to_string())
            }
            Condition::Colors => short(self.colors(vertex)),
        };
        self.owned.face(vertex, text)
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let mut text = format!("{}, owner {}", self.owned.winner(vertex), self.owned.owner(vertex));
        match self.condition {
            Condition::Targets if self.is_target(vertex) => text += ", target",
            Condition::Targets => {}
            Condition::Priorities => {
                if let Some(priority) = self.priority(vertex) {
                    text += &format!(", priority {priority}");
                }
            }
            Condition::Colors => text += &format!(", colours {{{}}}", self.colors(vertex)),
        }
        text
    }

    fn stroke(&self, from: Vertex, to: Vertex, _edge: usize) -> Stroke {
        Stroke::open(self.owned.mark(from, to))
    }

    fn is_ringed(&self, vertex: Vertex, terminal: bool) -> bool {
        match self.condition {
            Condition::Targets => self.is_target(vertex),
            Condition::Priorities | Condition::Colors => terminal,
        }
    }

    fn ring_text(&self) -> &'static str {
        match self.condition {
            Condition::Targets => "target",
            Condition::Priorities | Condition::Colors => "no moves",
        }
    }

    fn heading(&self) -> &'static str {
        match self.condition {
            Condition::Targets => "Who wins:",
            Condition::Priorities => "Priority below the name; who wins:",
            Condition::Colors => "Colours below the name; who wins:",
        }
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        if self.remembers { "winner's first move" } else { "winning move" }
    }
}

/// The set in braces, with the end of a long one left out.
fn short(colors: Colors) -> String {
    let all = colors.to_string();
    if all.len() <= MOST_LETTERS {
        return format!("{{{all}}}");
    }
    // Numbers and commas are single bytes.
    let end = all[..MOST_LETTERS].rfind(',').unwrap_or(MOST_LETTERS);
    format!("{{{},…}}", &all[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sets_lose_their_end() {
        assert_eq!(short(Colors(0)), "{}");
        assert_eq!(short(Colors(0b101)), "{0,2}");
        assert_eq!(short(Colors(0b111_1111)), "{0,1,2,3,4,5,6}");
        assert_eq!(short(Colors(0b1111_1111)), "{0,1,2,3,4,5,6,…}");
        assert_eq!(short(Colors(u64::MAX << 50)), "{50,51,52,53,…}");
    }
}
