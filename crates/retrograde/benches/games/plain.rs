//! A solver as one first writes it: a hash table of positions, asked again until nothing changes.

use std::collections::HashMap;

use retrograde::Outcome;
use retrograde::games::Game;

/// The outcome of every position that can be met; what is never forced is a draw.
pub(crate) fn solve<G: Game>(game: &G) -> HashMap<G::Position, Option<Outcome>> {
    let mut values: HashMap<G::Position, Option<Outcome>> = HashMap::new();
    let mut open: Vec<G::Position> = game.start().into_iter().collect();
    let mut order = Vec::new();
    let successors = |position: &G::Position| {
        let mut moves = Vec::new();
        if game.verdict(position).is_none() {
            game.moves(position, &mut moves);
        }
        moves.iter().map(|chosen| game.play(position, chosen)).collect::<Vec<_>>()
    };
    while let Some(position) = open.pop() {
        if values.contains_key(&position) {
            continue;
        }
        values.insert(position.clone(), game.verdict(&position));
        open.extend(successors(&position));
        order.push(position);
    }
    // The last ones met are often the last ones played.
    let mut changed = true;
    while changed {
        changed = false;
        for position in order.iter().rev() {
            if values[position].is_some() {
                continue;
            }
            let next = successors(position);
            let mut outcome = Some(Outcome::Lose);
            for to in &next {
                match values[to] {
                    Some(Outcome::Lose) => {
                        outcome = Some(Outcome::Win);
                        break;
                    }
                    Some(Outcome::Win) => {}
                    _ => outcome = None,
                }
            }
            if outcome.is_some() {
                values.insert(position.clone(), outcome);
                changed = true;
            }
        }
    }
    values
}
