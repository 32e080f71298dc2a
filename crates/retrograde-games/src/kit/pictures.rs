//! Whether boards are those of their positions, and moves are on them.

use super::{Checker, KitFault};
use crate::Game;

impl<G: Game> Checker<'_, G> {
    /// A board with a palette, set up anew, is the same position; moves touch places that are there.
    pub(super) fn picture(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<(), KitFault> {
        let game = self.game;
        // Only where positions do not tell the players apart does it matter who looks.
        let views = if game.mover(position).is_some() { 1 } else { 2 };
        for second in [false, true].into_iter().take(views) {
            let board = game.picture(position, second);
            let places = board.places.len() as u32;
            let off_board =
                |place: u32| KitFault::OffBoard { position: game.show(position), place, places };
            let lines = board.lines.iter().flatten();
            let standing = board.pieces.iter().map(|piece| &piece.place);
            if let Some(&place) = lines.chain(standing).find(|&&place| place >= places) {
                return Err(off_board(place));
            }
            if !board.palette.is_empty() {
                let found = game.position_from(&board.setup());
                if found.as_ref() != Ok(position) {
                    let found =
                        found.map_or_else(|error| error.to_string(), |found| game.show(&found));
                    return Err(KitFault::OtherBoard { position: game.show(position), found });
                }
                self.report.boards += u64::from(!second);
            }
            for chosen in moves {
                let touches = game.touches(position, chosen, second);
                let mut touched = touches.iter().flatten().flatten();
                if let Some(&place) = touched.find(|&&place| place >= places) {
                    return Err(off_board(place));
                }
                self.report.touched += u64::from(!second && !touches.is_empty());
            }
        }
        Ok(())
    }
}
