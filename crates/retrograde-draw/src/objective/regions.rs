//! Who wins where: reachability, safety, Büchi, co-Büchi, parity and Emerson–Lei conditions.

use retrograde_core::{Arena, Colors, MealySolution, Player, RegionSolution, Vertex, Winners};

use super::Objective;
use super::owned::{owner, winner_attribute, winner_text, wins_text};
use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

pub(crate) struct Regions<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) moves: Moves<'a>,
    pub(crate) condition: Condition,
}

/// Winners and their moves.
pub(crate) enum Moves<'a> {
    /// One move wherever its player wins.
    Fixed(&'a RegionSolution),
    /// Moves that depend on the play so far.
    Machines(&'a MealySolution),
}

/// What of the arena the winner depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Targets,
    Priorities,
    Colors,
}

/// More characters than this are left out within the braces of a set of colours.
const MOST_LETTERS: usize = 14;

impl Regions<'_> {
    fn winners(&self) -> &Winners {
        match self.moves {
            Moves::Fixed(solution) => &solution.winners,
            Moves::Machines(solution) => &solution.winners,
        }
    }

    fn winner(&self, vertex: Vertex) -> Option<Player> {
        self.winners().get(vertex)
    }

    fn is_target(&self, vertex: Vertex) -> bool {
        self.arena.targets.get(vertex as usize) == Some(true)
    }

    fn priority(&self, vertex: Vertex) -> Option<u32> {
        self.arena.priorities.get(vertex as usize)
    }

    fn colors(&self, vertex: Vertex) -> Colors {
        Colors(self.arena.colors.get(vertex as usize).unwrap_or(0))
    }

    /// The move to make first at a position that its owner wins.
    fn first_move(&self, vertex: Vertex) -> Option<Vertex> {
        match self.moves {
            Moves::Fixed(solution) => solution.strategy.as_ref()?.get(vertex),
            Moves::Machines(solution) => {
                let machine = solution.machine(self.winner(vertex)?)?;
                machine.step(vertex, machine.initial())?.to
            }
        }
    }
}

impl Objective for Regions<'_> {
    fn lengths(&self) -> Vec<usize> {
        let mut lengths = vec![self.winners().len()];
        match self.moves {
            Moves::Fixed(solution) => {
                lengths.extend(solution.strategy.as_ref().map(|moves| moves.len()));
            }
            Moves::Machines(solution) => {
                let machines = solution.machines.iter().flatten();
                lengths.extend(machines.map(|machine| machine.vertex_count()));
            }
        }
        lengths
    }

    fn face(&self, vertex: Vertex) -> Face {
        let winner = self.winner(vertex);
        let text = match self.condition {
            Condition::Targets => winner.map_or("?".to_owned(), |player| format!("{player} wins")),
            Condition::Priorities => {
                self.priority(vertex).map_or("none".to_owned(), |priority| priority.to_string())
            }
            Condition::Colors => short(self.colors(vertex)),
        };
        Face::Owned { owner: owner(self.arena, vertex), favour: Favour::of_winner(winner), text }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let mut text = winner_text(self.winner(vertex)).to_owned();
        text += &format!(", owner {}", owner(self.arena, vertex));
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
        let made = self.first_move(from) == Some(to);
        let favour = Favour::of_winner(self.winner(from));
        Stroke::open(if made { Mark::Play(favour) } else { Mark::Plain })
    }

    fn attributes(&self, vertex: Vertex) -> String {
        winner_attribute(self.winner(vertex))
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

    fn favour_text(&self, favour: Favour) -> &'static str {
        wins_text(favour)
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        match self.moves {
            Moves::Fixed(_) => "winning move",
            Moves::Machines(_) => "winner's first move",
        }
    }

    fn notes(&self, _shown: &Shown) -> Vec<String> {
        Vec::new()
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
