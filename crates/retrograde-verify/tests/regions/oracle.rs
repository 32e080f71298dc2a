//! Games with two owners by their definition: every play of every pair of strategies without memory.

use retrograde_core::{
    Bitmap, Graph, OwnedGraph, ParityGame, Player, RegionSolution, TargetGame, Vertex,
};
use retrograde_verify::{
    Checked, Fault, Partial, verify_buchi, verify_cobuchi, verify_parity, verify_reachability,
    verify_safety,
};

pub(crate) type Moves = Vec<Option<Vertex>>;

/// What player 0 wants.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Parity(Vec<u32>),
    Reach(Vec<bool>),
    Avoid(Vec<bool>),
    Buchi(Vec<bool>),
    Cobuchi(Vec<bool>),
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) owners: Vec<Player>,
    pub(crate) goal: Goal,
}

fn bits(flags: impl Iterator<Item = bool>) -> Bitmap {
    let flags: Vec<bool> = flags.collect();
    let mut bits = Bitmap::new(flags.len());
    flags.iter().enumerate().filter(|&(_, &flag)| flag).for_each(|(index, _)| bits.set(index));
    bits
}

pub(crate) fn solution(winners: &[Option<Player>], moves: &[Option<Vertex>]) -> RegionSolution {
    RegionSolution {
        winners: winners.iter().copied().collect(),
        strategy: Some(moves.iter().copied().collect()),
    }
}

impl Game {
    pub(crate) fn verify(
        &self,
        solution: &RegionSolution,
        partial: Partial,
    ) -> Result<Checked, Fault> {
        let ones = bits(self.owners.iter().map(|&owner| owner == Player::One));
        let arena = OwnedGraph::from_bitmap(&self.graph, ones);
        let game =
            |arena, targets: &[bool]| TargetGame { arena, targets: bits(targets.iter().copied()) };
        match &self.goal {
            Goal::Parity(priorities) => {
                verify_parity(&ParityGame::max(arena, priorities.clone()), solution, partial)
            }
            Goal::Reach(targets) => verify_reachability(&game(arena, targets), solution, partial),
            Goal::Avoid(targets) => verify_safety(&game(arena, targets), solution, partial),
            Goal::Buchi(targets) => verify_buchi(&game(arena, targets), solution, partial),
            Goal::Cobuchi(targets) => verify_cobuchi(&game(arena, targets), solution, partial),
        }
    }

    /// Who wins a play as soon as it is at `v`.
    pub(crate) fn decided(&self, v: Vertex) -> Option<Player> {
        match &self.goal {
            Goal::Reach(targets) if targets[v as usize] => Some(Player::Zero),
            Goal::Avoid(targets) if targets[v as usize] => Some(Player::One),
            _ => None,
        }
    }

    /// Who wins by going round these vertices for ever.
    fn round_winner(&self, cycle: &[Vertex]) -> Player {
        let at_target = |targets: &[bool]| cycle.iter().any(|&v| targets[v as usize]);
        let zero = match &self.goal {
            Goal::Parity(priorities) => {
                cycle.iter().map(|&v| priorities[v as usize]).max().unwrap() % 2 == 0
            }
            Goal::Reach(_) => false,
            Goal::Avoid(_) => true,
            Goal::Buchi(targets) => at_target(targets),
            Goal::Cobuchi(targets) => !at_target(targets),
        };
        if zero { Player::Zero } else { Player::One }
    }

    /// The vertices of the play from `v`, and who wins it. Whoever does not move along
    /// an edge loses.
    fn play(&self, moves: [&[Option<Vertex>]; 2], v: Vertex) -> (Vec<Vertex>, Player) {
        let mut path = vec![v];
        loop {
            let v = *path.last().unwrap();
            if let Some(winner) = self.decided(v) {
                return (path, winner);
            }
            let owner = self.owners[v as usize];
            let to = moves[usize::from(owner.number())][v as usize];
            let Some(to) = to.filter(|to| self.graph.successors(v).contains(to)) else {
                return (path, owner.opponent());
            };
            if let Some(first) = path.iter().position(|&before| before == to) {
                let winner = self.round_winner(&path[first..]);
                return (path, winner);
            }
            path.push(to);
        }
    }

    /// Every strategy of `player` that moves wherever the player can.
    pub(crate) fn strategies(&self, player: Player) -> Vec<Moves> {
        let mut all = vec![vec![]];
        for v in self.graph.vertices() {
            let successors = self.graph.successors(v);
            let choices: Moves = if self.owners[v as usize] == player && !successors.is_empty() {
                successors.iter().copied().map(Some).collect()
            } else {
                vec![None]
            };
            let longer = |moves: &Moves| {
                let moves = moves.clone();
                choices.clone().into_iter().map(move |to| [&moves[..], &[to]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// Whether `moves` win for `player` from `v` against everything, without leaving `region`.
    fn wins_within(
        &self,
        player: Player,
        moves: &[Option<Vertex>],
        replies: &[Moves],
        v: Vertex,
        region: impl Fn(Vertex) -> bool,
    ) -> bool {
        replies.iter().all(|replies| {
            let both = match player {
                Player::Zero => [moves, replies],
                Player::One => [replies, moves],
            };
            let (path, winner) = self.play(both, v);
            winner == player && path.into_iter().all(&region)
        })
    }

    /// The winner from every vertex, and moves that win from everywhere.
    pub(crate) fn solve(&self) -> (Vec<Option<Player>>, Moves) {
        let n = self.graph.vertex_count();
        let (mut winners, mut moves) = (vec![None; n], vec![None; n]);
        for player in [Player::Zero, Player::One] {
            let replies = self.strategies(player.opponent());
            let won = |moves: &Moves| -> Vec<bool> {
                let wins = |v| self.wins_within(player, moves, &replies, v, |_| true);
                self.graph.vertices().map(wins).collect()
            };
            // One strategy wins from wherever any does.
            let count = |won: &Vec<bool>| won.iter().filter(|&&won| won).count();
            let all = self.strategies(player).into_iter().map(|moves| (won(&moves), moves));
            let (won, best) = all.max_by_key(|(won, _)| count(won)).unwrap();
            for v in self.graph.vertices().filter(|&v| won[v as usize]) {
                assert_eq!(winners[v as usize], None, "won by both: {self:?}");
                winners[v as usize] = Some(player);
                moves[v as usize] = best[v as usize];
            }
        }
        assert!(winners.iter().all(Option::is_some), "won by neither: {self:?}");
        (winners, moves)
    }

    /// Whether the moves are along edges and where they should be.
    fn well_formed(&self, winners: &[Option<Player>], moves: &[Option<Vertex>]) -> bool {
        self.graph.vertices().all(|v| {
            let (winner, to) = (winners[v as usize], moves[v as usize]);
            if winner.is_none() || self.decided(v).is_some() {
                return true;
            }
            let owner_wins = winner == Some(self.owners[v as usize]);
            match to {
                Some(to) => owner_wins && self.graph.successors(v).contains(&to),
                None => !owner_wins,
            }
        })
    }

    /// Whether the moves win for each player from everywhere that the player is said to win.
    fn all_win(
        &self,
        winners: &[Option<Player>],
        moves: &[Option<Vertex>],
        replies: &[Vec<Moves>; 2],
        closed: bool,
    ) -> bool {
        self.graph.vertices().all(|v| {
            let Some(winner) = winners[v as usize] else { return true };
            let replies = &replies[usize::from(winner.opponent().number())];
            let within = |w: Vertex| !closed || winners[w as usize] == Some(winner);
            self.wins_within(winner, moves, replies, v, within)
        })
    }

    /// Whether the solution is right. A partial one may not leave what it says is won.
    pub(crate) fn is_right(
        &self,
        winners: &[Option<Player>],
        moves: &[Option<Vertex>],
        replies: &[Vec<Moves>; 2],
        partial: Partial,
    ) -> bool {
        self.well_formed(winners, moves)
            && (partial == Partial::Allowed || winners.iter().all(Option::is_some))
            && self.all_win(winners, moves, replies, partial == Partial::Allowed)
    }

    pub(crate) fn all_replies(&self) -> [Vec<Moves>; 2] {
        [self.strategies(Player::Zero), self.strategies(Player::One)]
    }
}
