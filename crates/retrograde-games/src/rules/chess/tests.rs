//! Moves against those of cozy-chess, moves against un-moves, and the index against symmetry.

use std::collections::BTreeSet;

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, util};
use proptest::prelude::*;

use super::*;

const ENDINGS: [&str; 14] = [
    "KvK", "KQvK", "KPvK", "KvKP", "KBNvK", "KQvKR", "KPvKP", "KRRvKR", "KPPvKP", "KPvKPP",
    "KNNNvK", "KPPPvK", "KBPvKP", "KRvKQP",
];

fn all_moves(game: &Chess, position: &Ending) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn all_unmoves(game: &Chess, position: &Ending) -> Vec<Ending> {
    let mut before = Vec::new();
    assert!(game.unmoves(position, &mut before));
    before
}

fn tier(game: &Chess, position: &Ending) -> usize {
    let slot = game.rank(position);
    game.tiers().iter().position(|tier| tier.contains(&slot)).unwrap()
}

/// The first position at a slot or after it, beginning again at the end.
fn near(game: &Chess, from: u64) -> Ending {
    let slots = game.slots().unwrap();
    (0..slots).find_map(|step| game.unrank((from % slots + step) % slots)).unwrap()
}

/// Some game, and some position of it: more often one in which a pawn can be taken in passing than
/// there are such positions.
fn somewhere() -> impl Strategy<Value = (Chess, Ending)> {
    (0..ENDINGS.len(), any::<u64>(), any::<bool>()).prop_map(|(ending, number, passing)| {
        let game = Chess::new(ENDINGS[ending]).unwrap();
        let mut from = number % game.slots().unwrap();
        let last = game.tables.last().unwrap();
        if passing && game.kinds.get(last_kind(&game)).passing {
            let slots = last.slots();
            let plain = last.plain_slots();
            from = slots.start + plain + number % (slots.end - slots.start - plain);
        }
        let position = near(&game, from);
        (game, position)
    })
}

fn last_kind(game: &Chess) -> kinds::KindId {
    let slots = game.tables.last().unwrap().slots();
    slots.into_iter().find_map(|slot| game.unrank(slot)).unwrap().kind
}

/// The same position in cozy-chess, which refuses some that play cannot come to, such as three men
/// giving check.
fn board(game: &Chess, position: &Ending) -> Option<Board> {
    Board::from_fen(&game.show(position), false).ok()
}

fn check_moves(game: &Chess, position: &Ending) {
    let Some(board) = board(game, position) else { return };
    let mut expected = BTreeSet::new();
    board.generate_moves(|moves| {
        expected.extend(moves.into_iter().map(|chosen| chosen.to_string()));
        false
    });
    let moves = all_moves(game, position);
    let found: BTreeSet<String> = moves.iter().map(Move::to_string).collect();
    let fen = game.show(position);
    assert_eq!(found.len(), moves.len(), "{fen}");
    assert_eq!(found, expected, "{fen}");
    let verdict = match (moves.is_empty(), board.checkers().is_empty()) {
        (true, true) => Some(Outcome::Draw),
        (true, false) => Some(Outcome::Lose),
        (false, _) => None,
    };
    assert_eq!(game.verdict(position), verdict, "{fen}");
    for chosen in moves {
        let after = game.play(position, &chosen);
        let mut after_board = board.clone();
        after_board.play(chosen);
        let placed = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        let shown = game.show(&after);
        assert_eq!(placed(&shown), placed(&after_board.to_string()), "{fen} {chosen}");
        // What reads the same is the same position.
        assert_eq!(game.parse(&shown), Ok(after), "{fen} {chosen}");
        let san = game.show_move(position, &chosen);
        assert_eq!(san, util::display_san_move(&board, chosen).to_string(), "{fen}");
        for written in [san.as_str(), san.trim_end_matches(['+', '#']), &chosen.to_string()] {
            assert_eq!(game.parse_move(position, written), Some(chosen), "{fen} {written}");
        }
        // The board of cozy-chess remembers every step of two squares: only takers count.
        let mut passing = false;
        after_board.generate_moves(|moves| {
            passing |= moves.piece == Piece::Pawn
                && moves.into_iter().any(|reply| {
                    reply.from.file() != reply.to.file() && !after_board.occupied().has(reply.to)
                });
            passing
        });
        assert_eq!(after.en_passant.is_some(), passing, "{fen} {chosen}");
    }
}

#[test]
fn moves_are_those_of_cozy_chess_all_over_small_endings() {
    for ending in ["KQvK", "KPvK"] {
        let game = Chess::new(ending).unwrap();
        for slot in 0..game.slots().unwrap() {
            if let Some(position) = game.unrank(slot).filter(|_| slot % 29 == 0) {
                check_moves(&game, &position);
            }
        }
    }
}

#[test]
fn en_passant_squares_are_those_that_a_step_of_two_squares_can_have_left() {
    let (mut taken, mut refused) = (0, 0);
    for (ending, some) in [("KPvK", 7), ("KPvKP", 9973), ("KRPvK", 4999)] {
        let game = Chess::new(ending).unwrap();
        for slot in (0..game.slots().unwrap()).step_by(some) {
            let Some(position) = game.unrank(slot) else { continue };
            let fen = game.show(&position);
            let (men, turn) = fen.split_once(' ').unwrap();
            let (turn, them) = match turn.starts_with('w') {
                true => (Color::White, Color::Black),
                false => (Color::Black, Color::White),
            };
            for file in File::ALL {
                let [from, past, to] = [Rank::Second, Rank::Third, Rank::Fourth]
                    .map(|rank| Square::new(file, rank.relative_to(them)));
                let mut before = BoardBuilder::empty();
                let now = Board::from_fen(&format!("{men} {turn} - - 0 1"), false);
                let Ok(now) = now else { continue };
                for square in now.occupied() {
                    before.board[square as usize] =
                        Some((now.piece_on(square).unwrap(), now.color_on(square).unwrap()));
                }
                let pawn = before.board[to as usize].take();
                let is_free = before.board[from as usize].is_none();
                before.board[from as usize] = before.board[from as usize].or(pawn);
                before.side_to_move = them;
                let step = Move { from, to, promotion: None };
                let stepped = pawn == Some((Piece::Pawn, them))
                    && is_free
                    && before.build().is_ok_and(|before| before.is_legal(step));
                let read = game.parse(&format!("{men} {turn} - {past} 0 1"));
                assert_eq!(read.is_ok(), stepped, "{men} {turn} - {past}: {read:?}");
                *if stepped { &mut taken } else { &mut refused } += 1;
            }
        }
    }
    assert!(taken > 100 && refused > 1000, "{taken} {refused}");
    let game = Chess::new("KPvK").unwrap();
    for (fen, occupied) in [
        ("8/8/8/8/4P3/4k3/8/4K3 b - e3 0 1", "something stands on e3"),
        ("8/8/8/8/4P1k1/8/4K3/8 b - e3 0 1", "something stands on e2"),
    ] {
        let message = game.parse(fen).unwrap_err().to_string();
        assert!(message.contains(occupied), "{message}");
    }
}

#[test]
fn every_slot_of_small_endings_ranks_back() {
    for ending in ["KvK", "KRvK", "KPvK", "KvKN"] {
        let game = Chess::new(ending).unwrap();
        let mut positions = 0;
        for slot in 0..game.slots().unwrap() {
            if let Some(position) = game.unrank(slot) {
                assert_eq!(game.rank(&position), slot, "{}", game.show(&position));
                positions += 1;
            }
        }
        assert!(2 * positions > game.slots().unwrap());
        assert_eq!(game.unrank(game.slots().unwrap()), None);
        assert_eq!(game.unrank(u64::MAX), None);
    }
}

#[test]
fn unmoves_are_the_moves_within_a_tier_taken_back() {
    for ending in ["KQvK", "KPvK", "KvKP"] {
        let game = Chess::new(ending).unwrap();
        let last = game.tables.last().unwrap().slots();
        let mut forward = BTreeSet::new();
        let mut backward = BTreeSet::new();
        for slot in last.clone() {
            let Some(position) = game.unrank(slot) else { continue };
            for chosen in all_moves(&game, &position) {
                let after = game.rank(&game.play(&position, &chosen));
                if last.contains(&after) {
                    forward.insert((slot, after));
                }
            }
            let before = all_unmoves(&game, &position);
            backward.extend(before.iter().map(|before| (game.rank(before), slot)));
        }
        assert!(forward == backward, "{ending}");
    }
}

#[test]
fn pawns_taken_in_passing_come_and_go() {
    let game = Chess::new("KPvKP").unwrap();
    let table = game.tables.last().unwrap();
    let mut seen = 0;
    for slot in table.slots().start + table.plain_slots()..table.slots().end {
        let Some(position) = game.unrank(slot) else { continue };
        seen += 1;
        assert_eq!(game.rank(&position), slot);
        check_unmoves(&game, &position);
        if slot % 5 == 0 {
            check_moves(&game, &position);
        }
        let taken = all_moves(&game, &position)
            .iter()
            .any(|chosen| game.material(&game.play(&position, chosen)) == "KPvK");
        assert!(taken, "{}", game.show(&position));
    }
    assert!(seen > 10_000);
}

/// Every un-move is a legal position with a move here, and every move from here that stays in the
/// tier has this position among its un-moves.
fn check_unmoves(game: &Chess, position: &Ending) {
    for before in all_unmoves(game, position) {
        let fen = game.show(&before);
        assert_eq!(game.parse(&fen), Ok(before));
        assert!(game.unrank(game.rank(&before)).is_some(), "{fen}");
        let moves = all_moves(game, &before);
        assert!(moves.iter().any(|chosen| game.play(&before, chosen) == *position), "{fen}");
    }
    for chosen in all_moves(game, position) {
        let after = game.play(position, &chosen);
        assert!(tier(game, &after) <= tier(game, position));
        if after.kind == position.kind {
            let fen = game.show(position);
            assert!(all_unmoves(game, &after).contains(position), "{fen} {chosen}");
        }
    }
}

/// The men moved to other squares, and given the other colours if `flip`.
fn rebuilt(game: &Chess, position: &Ending, flip: bool, to: impl Fn(Square) -> Square) -> Ending {
    let kind = game.kinds.get(position.kind);
    let men: Vec<_> = (0..kind.len())
        .map(|man| {
            let mut who = kind.man(man);
            who.color = if flip { !who.color } else { who.color };
            (who, to(position.squares.get(man)))
        })
        .collect();
    let turn = if flip { !position.turn } else { position.turn };
    let mut built = game.kinds.place(&men, turn).unwrap();
    built.en_passant = position.en_passant.map(|file| to(Square::new(file, Rank::First)).file());
    built
}

proptest! {
    #[test]
    fn moves_are_those_of_cozy_chess((game, position) in somewhere()) {
        check_moves(&game, &position);
    }

    #[test]
    fn moves_and_unmoves_agree((game, position) in somewhere()) {
        check_unmoves(&game, &position);
    }

    #[test]
    fn symmetry_keeps_slots((game, position) in somewhere()) {
        let slot = game.rank(&position);
        prop_assert!(game.slots().unwrap() > slot);
        prop_assert_eq!(game.unrank(slot), Some(game.canonical(&position)));
        let same = |other: Ending| game.rank(&other) == slot;
        prop_assert!(same(rebuilt(&game, &position, false, Square::flip_file)));
        prop_assert!(same(rebuilt(&game, &position, true, Square::flip_rank)));
        let kind = game.kinds.get(position.kind);
        if kind.material().pawns(Color::White) + kind.material().pawns(Color::Black) == 0 {
            prop_assert!(same(rebuilt(&game, &position, false, Square::flip_rank)));
            let swap = |square: Square| Square::new(
                File::index(square.rank() as usize),
                Rank::index(square.file() as usize),
            );
            prop_assert!(same(rebuilt(&game, &position, false, swap)));
        }
    }

    #[test]
    fn text_of_any_kind_is_read_or_refused(text in "[kKqQpPnN1-8/]{0,20}( [wb-]){0,2}.{0,9}") {
        for ending in ["KQvKP", "KPvKP"] {
            let game = Chess::new(ending).unwrap();
            if let Ok(position) = game.parse(&text) {
                prop_assert_eq!(game.parse(&game.show(&position)), Ok(position));
                let _ = game.rank(&position);
            }
        }
        let _ = Chess::new(&text);
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_advice() {
    let game = Chess::new("KPvKP").unwrap();
    let advice = |text: &str| game.parse(text).unwrap_err().to_string();
    let cases = [
        ("", "eight ranks"),
        ("8/8/8/4k3/8/8/8 w - -", "there are 7 ranks and not 8"),
        ("8/8/8/4k3/8/8/8/K8 w - -", "rank 1"),
        ("8/8/8/4k3/8/8/8/K6x w - -", "'x'"),
        ("8/8/8/4k3/8/8/8/K7", "'w' or 'b'"),
        ("8/8/8/4k3/8/8/8/K7 w KQ -", "castling"),
        ("8/8/8/4k3/8/8/8/K7 w - e6", "two squares"),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1 2", "counters"),
        ("8/8/8/4k3/8/8/8/8 w - -", "one king, not 0 K and 1 k"),
        ("QQQQQQQQ/8/8/4k3/8/8/8/K7 w - -", "more men than the 5"),
        ("8/8/8/4k3/8/8/8/KRR5 w - -", "does not come to"),
        ("8/8/8/4k3/8/8/8/KP6 w - -", "first or the last rank"),
        ("8/8/8/4k3/8/8/8/K3Q3 w - -", "Black is in check"),
        ("8/8/8/8/8/8/8/Kk6 b - -", "side by side"),
        ("8/8/8/8/8/8/8/Kk6 w - -", "side by side"),
        ("k7P/8/8/8/8/8/8/K7 w - -", "rank 8"),
        ("8/8/8/8/8/8/8K/k7 w - -", "rank 2"),
    ];
    for (text, expected) in cases {
        assert!(advice(text).contains(expected), "{text}: {}", advice(text));
    }
    // A step of two squares that nobody can answer is no different from two steps.
    let quiet = game.parse("8/8/8/8/1P5p/8/8/K6k b - b3 0 1").unwrap();
    assert_eq!(game.show(&quiet), "8/8/8/8/1P5p/8/8/K6k b - - 0 1");
    let passing = game.parse("8/8/8/8/1Pp5/8/8/K6k b - b3").unwrap();
    assert!(game.show(&passing).ends_with(" b - b3 0 1"));
    assert_eq!(
        game.parse_move(&passing, "cxb3").map(|chosen| chosen.to_string()).as_deref(),
        Some("c4b3")
    );
    assert_eq!(game.board(&passing).lines().nth(4), Some("4 . P p . . . . ."),);
    assert_eq!(game.mover(&passing), Some("Black"));
}

#[test]
fn slots_that_moves_lead_to_are_those_of_the_positions() {
    for ending in ["KQvKR", "KPvKP", "KRRvKR", "KvKP", "KPPvKP"] {
        let game = Chess::new(ending).unwrap();
        let slots = game.slots().unwrap();
        let (mut moves, mut after) = (Vec::new(), Vec::new());
        for position in (0..slots).step_by(slots as usize / 20_000).filter_map(|s| game.unrank(s)) {
            for position in [position, game.kinds.flip(&position)] {
                moves.clear();
                after.clear();
                game.moves(&position, &mut moves);
                moves.chunks(7).for_each(|some| game.reply_slots(&position, some, &mut after));
                let expected = moves.iter().map(|chosen| game.rank(&game.play(&position, chosen)));
                assert!(after.iter().copied().eq(expected), "{}", game.show(&position));
            }
        }
    }
}
