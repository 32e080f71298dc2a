//! From a solution of the parity game back to the game it came from.

use retrograde_core::{
    Bitmap, Control, Mealy, MealySolution, MealyStep, Player, RegionSolution, Strategy, Vertex,
    Winners,
};

use super::EmersonLeiError;
use super::reduction::Reduction;

impl Reduction {
    /// The winners and, where the solution has a strategy, a machine for each player.
    ///
    /// # Errors
    /// [`NoMove`](EmersonLeiError::NoMove) where the strategy does not say how to win; it was stopped.
    ///
    /// # Panics
    /// If the solution is not of a game of the size of the parity game.
    pub fn lift(
        &self,
        solution: &RegionSolution,
        control: &Control<'_>,
    ) -> Result<MealySolution, EmersonLeiError> {
        let winners = self.winners(&solution.winners);
        let machines = match &solution.strategy {
            None => None,
            Some(strategy) => Some([
                self.machine(Player::Zero, &winners, strategy, control)?,
                self.machine(Player::One, &winners, strategy, control)?,
            ]),
        };
        Ok(MealySolution::new(winners, machines))
    }

    /// Who wins the game from each of its vertices, as far as that is known of the parity game.
    fn winners(&self, parity: &Winners) -> Winners {
        assert_eq!(parity.len(), self.origins().len(), "a solution of the parity game");
        (0..self.vertex_count() as Vertex).map(|vertex| parity.get(self.start(vertex))).collect()
    }

    /// The strategy of `player` for their region: the memory is the leaf at hand, and the moves are
    /// those of the parity game. Only what can come up is there.
    ///
    /// # Complexity
    /// O(V + E) of the parity game.
    fn machine(
        &self,
        player: Player,
        winners: &Winners,
        strategy: &Strategy,
        control: &Control<'_>,
    ) -> Result<Mealy, EmersonLeiError> {
        let mut pace = control.pace();
        assert_eq!(strategy.len(), self.origins().len(), "a strategy of the parity game");
        let graph = self.graph();
        let mut seen = Bitmap::new(graph.vertex_count());
        let mut open: Vec<Vertex> = Vec::new();
        for vertex in winners.region(player).ones() {
            let start = self.start(vertex as Vertex);
            seen.set(start as usize);
            open.push(start);
        }
        let mut steps = Vec::new();
        while let Some(copy) = open.pop() {
            let is_mine = self.ones().get(copy as usize) == (player == Player::One);
            let chosen = strategy.get(copy).filter(|_| is_mine);
            let all = graph.successors(copy);
            pace.steps(1 + all.len())?;
            if is_mine && !chosen.is_some_and(|to| all.contains(&to)) {
                return Err(EmersonLeiError::NoMove { player, vertex: copy });
            }
            let (vertex, memory) = self.origin(copy);
            // Where the opponent is stuck, nothing comes next.
            let next = all.first().map_or(memory, |&to| self.origin(to).1);
            let to = chosen.map(|to| self.origin(to).0);
            steps.push(MealyStep { vertex, memory, to, next });
            let successors = chosen.as_ref().map_or(all, std::slice::from_ref);
            for &to in successors {
                if !seen.get(to as usize) {
                    seen.set(to as usize);
                    open.push(to);
                }
            }
        }
        Ok(self.numbered(player, steps))
    }

    /// The machine of these steps, with the leaves that it uses numbered from 0 as its memory.
    fn numbered(&self, player: Player, mut steps: Vec<MealyStep>) -> Mealy {
        let mut used = Bitmap::new(self.tree().leaf_count());
        // The first leaf is where plays start, and is number 0 even where there is nothing to win.
        used.set(0);
        for step in &steps {
            used.set(step.memory as usize);
            used.set(step.next as usize);
        }
        let mut numbers = vec![0; used.len()];
        let mut states = 0;
        for leaf in used.ones() {
            numbers[leaf] = states;
            states += 1;
        }
        for step in &mut steps {
            step.memory = numbers[step.memory as usize];
            step.next = numbers[step.next as usize];
        }
        Mealy::new(player, self.vertex_count(), states, 0, steps)
            .expect("each copy of a vertex of the game is met once")
    }
}
