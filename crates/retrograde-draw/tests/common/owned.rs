//! Games with two owners: arenas with every attribute, answers to draw, and what pictures say.

use retrograde_core::{
    Arena, EnergySolution, Mealy, MealySolution, MealyStep, MeanPayoffSolution, Objective, Player,
    Ratio, RegionSolution, Solution, Strategy, Vertex, Winners,
};
use roxmltree::Document;

use super::{named, solution};

/// An answer for each kind of picture of games with two owners.
pub(crate) struct OwnedAnswers {
    pub(crate) regions: RegionSolution,
    pub(crate) mealy: MealySolution,
    pub(crate) energy: EnergySolution,
    pub(crate) mean_payoff: MeanPayoffSolution,
}

impl OwnedAnswers {
    /// The five kinds, by name.
    pub(crate) fn kinds(&self) -> [(&'static str, Solution); 5] {
        [
            ("targets", Solution::new(Objective::Reachability, self.regions.clone())),
            ("parity", Solution::new(Objective::PARITY, self.regions.clone())),
            ("emerson-lei", solution(self.mealy.clone())),
            ("energy", solution(self.energy.clone())),
            ("mean-payoff", solution(self.mean_payoff.clone())),
        ]
    }

    /// Answers that need not make sense: a picture shows what it is given.
    pub(crate) fn made_up(arena: &Arena, numbers: &[u32]) -> Self {
        let number = |at: usize| numbers[at % numbers.len()] as usize + at / numbers.len();
        let vertices = arena.graph.vertex_count();
        let player = |at: usize| match number(at) % 5 {
            0 => None,
            1 | 2 => Some(Player::Zero),
            _ => Some(Player::One),
        };
        let winners: Winners = (0..vertices).map(player).collect();
        let pick = |vertex: usize| -> Option<Vertex> {
            let moves = arena.graph.successors(vertex as Vertex);
            (!moves.is_empty()).then(|| moves[number(vertex + 3) % moves.len()])
        };
        let owner = |vertex: usize| arena.owners.get(vertex).unwrap();
        let won = |vertex: usize| pick(vertex).filter(|_| player(vertex) == Some(owner(vertex)));
        let strategy: Option<Strategy> =
            (number(5) % 4 > 0).then(|| (0..vertices).map(won).collect());
        let machine = |of: Player| {
            let region = (0..vertices).filter(|&vertex| player(vertex) == Some(of));
            let steps = region.flat_map(|vertex| {
                let step = |memory, to| MealyStep { vertex: vertex as Vertex, memory, to, next: 0 };
                [step(0, won(vertex)), step(1, None)]
            });
            Mealy::new(of, vertices, 2, 0, steps.collect()).unwrap()
        };
        let credit = |vertex: usize| match player(vertex) {
            Some(Player::Zero) => Some(1 << (number(vertex + 1) % 70)),
            _ => None,
        };
        let value = |vertex: usize| match number(vertex + 2) % 6 {
            0 => None,
            1 => Ratio::new(0, 1),
            mean => Ratio::new(mean as i128 * 7 - 25, 1 + number(vertex) as u32 % 9),
        };
        OwnedAnswers {
            mealy: MealySolution::new(
                winners.clone(),
                strategy.is_some().then(|| [Player::Zero, Player::One].map(machine)),
            ),
            energy: EnergySolution {
                winners: winners.clone(),
                credits: (0..vertices).map(credit).collect(),
                strategy: strategy.clone(),
            },
            regions: RegionSolution { winners, strategy },
            mean_payoff: MeanPayoffSolution {
                values: (0..vertices).map(value).collect(),
                strategy: Some((0..vertices).map(pick).collect()),
                bounds: None,
            },
        }
    }
}

/// The same arena with an owner, a priority and perhaps a target and colours at every vertex, and
/// weights on most edges.
pub(crate) fn with_owners(mut arena: Arena) -> Arena {
    for vertex in 0..arena.graph.vertex_count() {
        let owner = if vertex * 5 % 7 % 2 == 0 { Player::Zero } else { Player::One };
        arena.owners.set(vertex, owner);
        arena.priorities.set(vertex, (vertex * 11 % 13) as u32);
        if vertex % 4 == 1 {
            arena.targets.set(vertex, true);
        }
        if vertex % 3 < 2 {
            arena.colors.set(vertex, (vertex as u64 * 37 % 16).pow(3));
        }
    }
    for edge in (0..arena.graph.edge_count()).filter(|edge| edge % 9 < 8) {
        let weight = [3, -1, 0, 12, -7, 250, -1, 4000][edge * 5 % 13 % 8];
        arena.weights.set(edge, weight);
    }
    arena
}

/// The line of a DOT file that starts with `start`.
pub(crate) fn line<'a>(text: &'a str, start: &str) -> &'a str {
    let found = text.lines().find(|line| line.trim_start().starts_with(start));
    found.unwrap_or_else(|| panic!("{start} is not in\n{text}"))
}

/// The texts of all elements, by the class of their parent, in the order they are drawn.
pub(crate) fn texts(picture: &str, class: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let parents = document.descendants().filter(|node| node.attribute("class") == Some(class));
    let texts = parents.flat_map(|node| node.children()).filter(|child| child.has_tag_name("text"));
    texts.map(|text| text.text().unwrap().to_owned()).collect()
}

/// Edges as in [`named`], and the vertices of player 1; all others are player 0's.
pub(crate) fn owned(edges: &str, ones: &str) -> Arena {
    let mut arena = named(edges);
    for vertex in 0..arena.graph.vertex_count() {
        let is_one = ones.contains(&*arena.names.get(vertex as Vertex));
        arena.owners.set(vertex, if is_one { Player::One } else { Player::Zero });
    }
    arena
}
