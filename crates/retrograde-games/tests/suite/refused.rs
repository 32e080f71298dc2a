//! A position that is refused says why.

use crate::by_spec;

use by_spec::{Work, with};
use retrograde_games::Game;
use retrograde_games::catalogue::NoFiles;

/// What a game says about a text, or that it reads it.
fn said(spec: &str, text: &str) -> String {
    struct Parse<'a>(&'a str);
    impl Work for Parse<'_> {
        type Output = String;
        fn on<G: Game>(self, game: &G) -> String {
            game.parse(self.0).map_or_else(|error| error.to_string(), |_| "read".to_owned())
        }
    }
    with(spec, &NoFiles, Parse(text)).unwrap()
}

/// Games, what is no position of them, and what is said about it.
const REFUSED: &[(&str, &str, &str)] = &[
    ("breakthrough:2x4", "bb/bb/ww/ww", "it is not said whose turn it is"),
    ("breakthrough:2x4", "bb/bb/ww/ww:x", "it is not said whose turn it is"),
    ("breakthrough:2x4", "bb/bb/ww:w", "there are 3 rows and not 4"),
    ("breakthrough:2x4", "bb/bb/wwb/w:w", "row 3 has length 3 and not 2"),
    ("breakthrough:2x4", "bb/bb/w?/ww:w", "'?' means nothing here"),
    ("breakthrough:2x4", "bb/bb/bw/ww:w", "each side has at most 4 pawns, not 3 white and 5 black"),
    ("breakthrough:2x4", "bw/../../b.:w", "white would be to move but has a pawn on the far row"),
    ("chomp:3x3", "3,3", "there are 2 numbers and not 3"),
    ("chomp:3x3", "3,x,1", "'x' is no number"),
    ("chomp:3x3", "0,0,0", "the first row has 0 squares"),
    ("chomp:3x3", "2,3,0", "a row of 3 lies on one of 2"),
    ("chomp:3x3", "3,999,0", "999 is too large"),
    ("connect:3x3x3", "...", "there is 1 row and not 3"),
    ("connect:3x3x3", "x../.../...", "a2 is free below one"),
    ("connect:3x3x3", ".../.../oo.", "not 0 and 2"),
    ("connect:3x3x3", ".../ooo/xxx", "x would be to move but has a full row"),
    ("dobutsu-shogi", "gle/.c./.C./EL -", "row 4 has length 2 and not 3"),
    ("dobutsu-shogi", "gle/.c./.C./ELX -", "'X' means nothing here"),
    ("dobutsu-shogi", "gle/.c./.C./ELG -g", "'-' says that nothing is in hand, and something is"),
    ("dobutsu-shogi", "gle/.c./.C./ELG G", "there are too many of 'G'"),
    ("dobutsu-shogi", "g.e/.c./.C./ELG -", "there are a lion of each player"),
    ("five-field-kono", "ooooo/o...o/...../x...x/xxxxx:z", "it is not said whose turn it is"),
    ("five-field-kono", "ooooo/o...o/...../x...x/xxxx.:x", "each side has 7 men"),
    ("fox-and-hounds", "d8/a1c1e1g1", "it is not said whose turn it is"),
    ("fox-and-hounds", "d8a1c1e1g1:fox", "there is no '/' after the fox"),
    ("fox-and-hounds", "d8/a1c1e1:fox", "there are four hounds, not 3"),
    ("fox-and-hounds", "d8/a1c1e1g1b2:fox", "there are four hounds, not 5"),
    ("fox-and-hounds", "d8/a1c1e1a1:fox", "two hounds share a square"),
    ("fox-and-hounds", "a1/a1c1e1g1:fox", "the fox shares a square with a hound"),
    ("fox-and-hounds", "d7/a1c1e1g1:fox", "'d7' is no dark square"),
    ("fox-and-hounds", "d8/a1c1e1gé:fox", "'gé' is no dark square"),
    ("kayles:5", "3,3", "the heaps have more than 5 together"),
    ("kayles:5", "3,,1", "a number is missing"),
    ("l-game", "#xx./.ox./.ox./.oo#", "it is not said whose turn it is"),
    ("l-game", "#xx./.ox./.ox:x", "there are 3 rows and not 4"),
    ("l-game", "#xx./.ox./.o.x/.oo#:x", "the 4 x are no L"),
    ("l-game", ".xx./.ox./.ox./.oo#:x", "there are two neutral '#', not 1"),
    ("mnk:2x3x2", "../..", "there are 2 rows and not 3"),
    ("mu-torere", "xxxxoooo:x", "there is 1 row and not 2"),
    ("nim:3,4,5", "3,4", "there are 2 numbers and not 3"),
    ("nim:3,4,5", "3,4,6", "3,4,6 cannot come of 3,4,5"),
    ("nim:3,4,5", "3,4,-5", "'-5' is no number"),
    ("octal:0.137:9", "0,1", "a heap of none is no heap"),
    ("othello:4x4", "..../.wb./.bw./....", "it is not said whose turn it is"),
    ("othello:4x4", "..../.wb./.bw./.....:b", "row 4 has length 5 and not 4"),
    ("pong-hau-ki", "xo/./xo:q", "it is not said whose turn it is"),
    ("quixo:3", ".../...", "there are 2 rows and not 3"),
    ("quixo:3", "xyz/.../...", "'y' means nothing here"),
    ("subtraction:1,3,4:21", "22", "22 is more than the pile had"),
    ("subtraction:1,3,4:21", "3,4", "there is one pile"),
    ("subtraction:1,3,4:21", "", "a number is missing"),
    ("teeko", "...../...../...../.....", "there are 4 rows and not 5"),
    ("teeko", "x..../...../...../...../.....", "not 1 x and 0 o"),
    ("three-mens-morris", "xxx/o../...:o", "x begins and each side puts down three men in turn"),
    ("tic-tac-toe", "xxx/.../...", "not 3 and 0"),
    ("tic-tac-toe", "xxx/ooo/...", "x would be to move but has a full row"),
    ("wythoff:3,5", "3", "there are 1 numbers and not two"),
    ("wythoff:3,5", "4,5", "4,5 cannot come of 3,5"),
];

#[test]
fn every_game_says_why() {
    for (spec, text, reason) in REFUSED {
        let error = said(spec, text);
        assert!(error.contains(reason), "{spec} {text}: {error}");
    }
}

#[cfg(feature = "chess")]
#[test]
fn chess_says_why() {
    // More squares than a byte counts.
    const EIGHTS: &str = "8888888888888888888888888888888888888888/8/8/8/8/8/8/K1k5 w - -";
    for (text, reason) in [
        ("8/8/8/8/8/8/8 w - -", "there are 7 ranks and not 8"),
        ("8/8/8/8/8/8/8/Kkkkkkkkk w - -", "there are more men than the 5 of an ending"),
        ("8/8/8/54/8/8/8/K1k5 w - -", "rank 5 has 9 squares and not 8"),
        ("8/8/8/7/8/8/8/K1k5 w - -", "rank 5 has 7 squares and not 8"),
        (EIGHTS, "rank 8 has 320 squares and not 8"),
        ("8/8/8/8x/8/8/8/K1k5 w - -", "'x' is neither a man nor a number"),
        ("8/8/8/8/8/8/8/K1k5 - -", "write 'w' or 'b' for who is to move"),
        ("8/8/8/8/8/8/8/K1k5 w KQ -", "an ending has no castling"),
        ("8/8/8/8/8/8/8/K7 w - -", "each side has one king, not 1 K and 0 k"),
        ("8/8/8/8/8/8/8/K1kK4 w - -", "each side has one king, not 2 K and 1 k"),
        ("8/8/8/8/8/8/8/K1k1QQ2 w - -", "KPvKP does not come to"),
        ("8/8/8/8/8/8/8/K1k4P w - -", "no pawn can be on the first or the last rank"),
        ("8/8/8/8/8/8/8/Kk6 w - -", "both kings are in check, or stand side by side"),
        ("8/8/8/8/8/2k5/1P6/K7 b - -", "read"),
        ("8/8/8/8/8/2k5/1P6/K7 w - -", "Black is in check, so it must be Black's turn"),
        ("8/8/8/8/8/k7/1p6/K7 b - -", "White is in check, so it must be White's turn"),
        // Black moves next, so that White's pawn would have passed on the third rank.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "read"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e6", "with this player to move it would be on rank 3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - d3", "there is no pawn of the other side on d4"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - zz", "that is no square"),
        ("4k3/8/8/8/3pP3/8/4K3/8 b - e3", "something stands on e2, where it came by or from"),
        ("8/8/8/8/3pP3/4k3/8/7K b - e3", "something stands on e3, where it came by or from"),
        // Nobody can take it, and many programs write it all the same.
        ("4k3/8/8/8/p3P3/8/8/4K3 b - e3", "read"),
    ] {
        let error = said("chess:KPvKP", text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}
