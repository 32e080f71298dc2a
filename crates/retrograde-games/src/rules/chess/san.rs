//! Moves as players write them: standard algebraic notation, such as `Qxf7#` or `e8=Q+`.
//!
//! Source: Steven J. Edwards, 1994, "Portable Game Notation Specification and Implementation
//! Guide", section 8.2.3.

use std::ops::ControlFlow;

use cozy_chess::{Move, Piece};

use super::ending::Ending;
use super::kinds::Kinds;
use super::moves::{legal_moves, play};

/// As long as a move gets, or nearly so.
pub(super) const LENGTH: usize = 8;

/// Appends the move in standard algebraic notation.
pub(super) fn show(kinds: &Kinds, ending: &Ending, chosen: Move, text: &mut String) {
    let kind = kinds.get(ending.kind);
    let piece_on = |square| ending.man_on(kind, square).map(|man| man.piece);
    let piece = piece_on(chosen.from).unwrap_or(Piece::Pawn);
    let takes = piece_on(chosen.to).is_some()
        || piece == Piece::Pawn && chosen.from.file() != chosen.to.file();
    if piece == Piece::Pawn {
        if takes {
            text.push(char::from(chosen.from.file()));
        }
    } else {
        text.push(char::from(piece).to_ascii_uppercase());
        let (mut others, mut same_file, mut same_rank) = (false, false, false);
        let alike = kind.side(ending.turn).filter(|&man| kind.man(man).piece == piece).count();
        if alike > 1 {
            let _ = legal_moves(kind, ending, |other| {
                if other.to == chosen.to
                    && other.from != chosen.from
                    && piece_on(other.from) == Some(piece)
                {
                    others = true;
                    same_file |= other.from.file() == chosen.from.file();
                    same_rank |= other.from.rank() == chosen.from.rank();
                }
                ControlFlow::Continue(())
            });
        }
        if others && (!same_file || same_rank) {
            text.push(char::from(chosen.from.file()));
        }
        if same_file {
            text.push(char::from(chosen.from.rank()));
        }
    }
    if takes {
        text.push('x');
    }
    text.extend([char::from(chosen.to.file()), char::from(chosen.to.rank())]);
    if let Some(piece) = chosen.promotion {
        text.extend(['=', char::from(piece).to_ascii_uppercase()]);
    }
    let after = play(kinds, ending, chosen);
    let kind = kinds.get(after.kind);
    if after.in_check(kind) {
        let mated = legal_moves(kind, &after, |_| ControlFlow::Break(())).is_continue();
        text.push(if mated { '#' } else { '+' });
    }
}

/// The legal move that is written so, in standard algebraic notation or as its two squares
/// (`e7e8q`). What adds nothing may be left out: `x`, `=`, and what follows the move.
pub(super) fn parse(kinds: &Kinds, ending: &Ending, text: &str) -> Option<Move> {
    let plain = |text: &str| {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        text.chars().filter(|c| !matches!(c, 'x' | '=')).collect::<String>()
    };
    let wanted = plain(text);
    let (mut found, mut shown) = (None, String::with_capacity(LENGTH));
    let _ = legal_moves(kinds.get(ending.kind), ending, |chosen| {
        shown.clear();
        show(kinds, ending, chosen, &mut shown);
        if chosen.to_string() == text.trim() || plain(&shown) == wanted {
            found = Some(chosen);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
