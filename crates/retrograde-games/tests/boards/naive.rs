//! The same games once more, on text: squares are characters, and nothing is shared with the crate.

/// What the rules say about a position: what it is worth to the mover if the game is over, and the
/// positions one move away.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) verdict: Option<&'static str>,
    pub(crate) next: Vec<String>,
}

fn said(verdict: Option<&'static str>, mut next: Vec<String>) -> Said {
    if verdict.is_some() {
        next.clear();
    }
    next.sort();
    next.dedup();
    Said { verdict, next }
}

/// A board as rows of characters from top to bottom.
type Board = Vec<Vec<char>>;

fn read(text: &str) -> Board {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn write(board: &Board) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn at(board: &Board, row: i32, column: i32) -> Option<char> {
    let row = board.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

fn places(board: &Board) -> Vec<(i32, i32)> {
    let (height, width) = (board.len() as i32, board[0].len() as i32);
    (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).collect()
}

const AROUND: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn has_row(board: &Board, who: char, k: i32) -> bool {
    places(board).into_iter().any(|(row, column)| {
        AROUND.iter().any(|(down, right)| {
            (0..k).all(|i| at(board, row + i * down, column + i * right) == Some(who))
        })
    })
}

fn count(board: &Board, who: char) -> usize {
    board.iter().flatten().filter(|&&c| c == who).count()
}

fn set(board: &Board, changes: &[(i32, i32, char)]) -> Board {
    let mut board = board.clone();
    for &(row, column, c) in changes {
        board[row as usize][column as usize] = c;
    }
    board
}

/// k in a row, with or without stones that fall.
pub(crate) fn rows(text: &str, k: i32, fall: bool) -> Said {
    let board = read(text);
    let (mover, other) =
        if count(&board, 'x') == count(&board, 'o') { ('x', 'o') } else { ('o', 'x') };
    let verdict = if has_row(&board, other, k) {
        Some("lose")
    } else if count(&board, '.') == 0 {
        Some("draw")
    } else {
        None
    };
    let open = |&(row, column): &(i32, i32)| {
        at(&board, row, column) == Some('.') && (!fall || at(&board, row + 1, column) != Some('.'))
    };
    let next = places(&board).into_iter().filter(open);
    said(verdict, next.map(|(row, column)| write(&set(&board, &[(row, column, mover)]))).collect())
}

/// Pawns that step straight on, or slantwise too, and take slantwise.
pub(crate) fn pawns(text: &str, slanting: bool) -> Said {
    let (text, turn) = text.split_once(':').unwrap();
    let board = read(text);
    let (mover, other, down) = if turn == "w" { ('w', 'b', -1) } else { ('b', 'w', 1) };
    // The row that the other side runs to is the one the mover comes from.
    let goal = if mover == 'w' { board.len() - 1 } else { 0 };
    let mut next = Vec::new();
    for (row, column) in places(&board) {
        if at(&board, row, column) != Some(mover) {
            continue;
        }
        for right in [-1, 0, 1] {
            let to = (row + down, column + right);
            let allowed = match at(&board, to.0, to.1) {
                Some('.') => right == 0 || slanting,
                Some(c) => c == other && right != 0,
                None => false,
            };
            if allowed {
                let after = set(&board, &[(row, column, '.'), (to.0, to.1, mover)]);
                next.push(format!("{}:{other}", write(&after)));
            }
        }
    }
    said(board[goal].contains(&other).then_some("lose"), next)
}

/// The discs that a disc of `who` turns over.
fn turned(board: &Board, row: i32, column: i32, who: char) -> Vec<(i32, i32, char)> {
    let mut all = Vec::new();
    if at(board, row, column) != Some('.') {
        return all;
    }
    for (down, right) in AROUND {
        let run: Vec<_> = (1..)
            .map(|i| (row + i * down, column + i * right))
            .take_while(|&(row, column)| {
                at(board, row, column).is_some_and(|c| c != who && c != '.')
            })
            .map(|(row, column)| (row, column, who))
            .collect();
        let end = run.len() as i32 + 1;
        if at(board, row + end * down, column + end * right) == Some(who) {
            all.extend(run);
        }
    }
    all
}

/// Othello.
pub(crate) fn othello(text: &str) -> Said {
    let (text, turn) = text.split_once(':').unwrap();
    let board = read(text);
    let (mover, other) = if turn == "b" { ('b', 'w') } else { ('w', 'b') };
    let after = |who| {
        let mut after = Vec::new();
        for (row, column) in places(&board) {
            let mut changes = turned(&board, row, column, who);
            if !changes.is_empty() {
                changes.push((row, column, who));
                after.push(format!("{}:{other}", write(&set(&board, &changes))));
            }
        }
        after
    };
    let mut next = after(mover);
    if !next.is_empty() {
        return said(None, next);
    }
    if !after(other).is_empty() {
        next.push(format!("{}:{other}", write(&board)));
        return said(None, next);
    }
    said(
        Some(match count(&board, mover).cmp(&count(&board, other)) {
            std::cmp::Ordering::Greater => "win",
            std::cmp::Ordering::Equal => "draw",
            std::cmp::Ordering::Less => "lose",
        }),
        next,
    )
}
