//! Emerson–Lei games, and whether a machine wins one, by the definition.

use std::collections::BTreeSet;

use retrograde_core::{
    Acceptance, Bitmap, Colors, EmersonLeiGame, Graph, Mealy, MealySolution, MealyStep, OwnedGraph,
    Player, RegionSolution, Vertex,
};
use retrograde_verify::{Checked, Fault, Partial, verify_emerson_lei, verify_emerson_lei_winners};

pub(crate) const PLAYERS: [Player; 2] = [Player::Zero, Player::One];

pub(crate) type Claims = Vec<Option<Player>>;

/// The steps of a machine whose first memory state is 0.
pub(crate) type Steps = Vec<MealyStep>;

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) owners: Vec<Player>,
    pub(crate) colors: Vec<Colors>,
    pub(crate) acceptance: Acceptance,
}

impl Game {
    fn game(&self) -> EmersonLeiGame<'_> {
        let mut ones = Bitmap::new(self.owners.len());
        let is_one = |&(_, &owner): &(usize, &Player)| owner == Player::One;
        self.owners.iter().enumerate().filter(is_one).for_each(|(v, _)| ones.set(v));
        EmersonLeiGame {
            arena: OwnedGraph::from_bitmap(&self.graph, ones),
            colors: self.colors.clone(),
            acceptance: self.acceptance.clone(),
        }
    }

    pub(crate) fn verify(
        &self,
        winners: &[Option<Player>],
        steps: &[Steps; 2],
        partial: Partial,
    ) -> Result<Checked, Fault> {
        let machine = |player: Player| {
            let steps = steps[usize::from(player.number())].clone();
            let states = steps.iter().map(|step| step.memory.max(step.next) + 1).max();
            let states = states.unwrap_or(1);
            Mealy::new(player, self.owners.len(), states, 0, steps).unwrap()
        };
        self.verify_machines(winners, PLAYERS.map(machine), partial)
    }

    pub(crate) fn verify_machines(
        &self,
        winners: &[Option<Player>],
        machines: [Mealy; 2],
        partial: Partial,
    ) -> Result<Checked, Fault> {
        let winners = winners.iter().copied().collect();
        let solution = MealySolution { winners, machines: Some(machines), moves: None };
        verify_emerson_lei(&self.game(), &solution, partial)
    }

    pub(crate) fn verify_without(&self, winners: &[Option<Player>]) -> Result<Checked, Fault> {
        let solution = MealySolution {
            winners: winners.iter().copied().collect(),
            machines: None,
            moves: None,
        };
        verify_emerson_lei(&self.game(), &solution, Partial::Refused)
    }

    pub(crate) fn verify_winners(
        &self,
        winners: &[Option<Player>],
        moves: Option<&[Option<Vertex>]>,
        partial: Partial,
    ) -> Result<Checked, Fault> {
        let solution = RegionSolution {
            winners: winners.iter().copied().collect(),
            strategy: moves.map(|moves| moves.iter().copied().collect()),
        };
        verify_emerson_lei_winners(&self.game(), &solution, partial)
    }

    /// Who wins a play that sees exactly these colours infinitely often.
    pub(crate) fn winner_of(&self, colors: Colors) -> Player {
        if self.acceptance.accepts(colors) { Player::Zero } else { Player::One }
    }

    /// Whether the steps win for `player` from every vertex that is claimed for the player, never
    /// coming to one that is claimed for the opponent.
    pub(crate) fn wins(&self, player: Player, claims: &[Option<Player>], steps: &Steps) -> bool {
        let Some(pairs) = self.reached(player, claims, steps) else { return false };
        let pairs: Vec<MealyStep> = pairs.into_iter().collect();
        let edge = |a: &MealyStep, b: &MealyStep| self.follows(player, a, b);
        let lost = |set: &[MealyStep]| {
            let colors = set.iter().map(|pair| self.colors[pair.vertex as usize]);
            self.winner_of(colors.fold(Colors::EMPTY, Colors::union)) != player
        };
        if pairs.len() <= 8 {
            return !subsets(&pairs).iter().any(|set| connected(set, edge) && lost(set));
        }
        // For each set of colours: some pairs that have just these and are connected.
        let all = self.colors.iter().fold(Colors::EMPTY, |all, &set| all.union(set));
        !(0..=all.0).map(Colors).filter(|set| set.is_subset(all)).any(|allowed| {
            let is_allowed =
                |pair: &&MealyStep| self.colors[pair.vertex as usize].is_subset(allowed);
            let left: Vec<MealyStep> = pairs.iter().filter(is_allowed).copied().collect();
            components(&left, edge).iter().any(|component| lost(component))
        })
    }

    /// Whether a play can come from one pair right to the other.
    fn follows(&self, player: Player, a: &MealyStep, b: &MealyStep) -> bool {
        let moved = match self.owners[a.vertex as usize] == player {
            true => a.to == Some(b.vertex),
            false => self.graph.successors(a.vertex).contains(&b.vertex),
        };
        moved && b.memory == a.next
    }

    /// The steps for all that can come up, unless something is wrong there.
    fn reached(
        &self,
        player: Player,
        claims: &[Option<Player>],
        steps: &Steps,
    ) -> Option<BTreeSet<MealyStep>> {
        let find = |vertex, memory| {
            let found = steps.iter().find(|step| (step.vertex, step.memory) == (vertex, memory));
            found.copied()
        };
        let mut open = Vec::new();
        for v in self.graph.vertices().filter(|&v| claims[v as usize] == Some(player)) {
            open.push(find(v, 0)?);
        }
        let mut reached = BTreeSet::new();
        while let Some(step) = open.pop() {
            if !reached.insert(step) {
                continue;
            }
            let successors = self.graph.successors(step.vertex);
            let next: &[Vertex] = match (self.owners[step.vertex as usize] == player, &step.to) {
                (true, Some(to)) if successors.contains(to) => std::slice::from_ref(to),
                (false, None) => successors,
                _ => return None,
            };
            for &to in next {
                if claims[to as usize] == Some(player.opponent()) {
                    return None;
                }
                open.push(find(to, step.next)?);
            }
        }
        Some(reached)
    }
}

fn subsets<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let chosen = |bits: u32| (0..of.len()).filter(move |i| bits >> i & 1 == 1).map(|i| of[i]);
    (1..1 << of.len()).map(|bits| chosen(bits).collect()).collect()
}

/// Which of the set can be reached from which by at least one move within it.
fn walks<T>(set: &[T], edge: impl Fn(&T, &T) -> bool) -> Vec<Vec<bool>> {
    let row = |a: &T| set.iter().map(|b| edge(a, b)).collect();
    let mut walk: Vec<Vec<bool>> = set.iter().map(row).collect();
    for via in 0..set.len() {
        for from in 0..set.len() {
            if walk[from][via] {
                let onward = walk[via].clone();
                walk[from].iter_mut().zip(onward).for_each(|(there, next)| *there |= next);
            }
        }
    }
    walk
}

fn connected<T>(set: &[T], edge: impl Fn(&T, &T) -> bool) -> bool {
    walks(set, edge).iter().all(|row| row.iter().all(|&there| there))
}

/// The largest connected sets.
fn components<T: Copy>(set: &[T], edge: impl Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let walk = walks(set, edge);
    let round = |a: usize| (0..set.len()).filter(|&b| walk[a][b] && walk[b][a]).collect::<Vec<_>>();
    let rounds: BTreeSet<Vec<usize>> = (0..set.len()).map(round).collect();
    let rounds = rounds.into_iter().filter(|round| !round.is_empty());
    rounds.map(|round| round.into_iter().map(|i| set[i]).collect()).collect()
}
