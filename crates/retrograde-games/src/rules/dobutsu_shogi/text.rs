//! How positions of Dōbutsu shōgi are written: the rows from the far one, then what is in hand.

use super::super::grid;
use super::animals::{Animal, Animals, FAR, HANDS};
use crate::ParseError;
use crate::picture::{Board, Man, Setup, Side, Style, exchanged};

/// The square in column and row, both counted from the far left as the player sees it.
fn square_at(row: u8, column: u8) -> u8 {
    (3 - row) * 3 + column
}

/// A square's name: the column's letter from the left, the row's number from the far side.
pub(super) fn square(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 3), 4 - square / 3)
}

fn letter(animals: Animals, square: u8) -> char {
    match animals.at(square) {
        None => '.',
        Some(animal) if animals.own() >> square & 1 == 1 => animal.letter(),
        Some(animal) => animal.letter().to_ascii_lowercase(),
    }
}

fn row(animals: Animals, row: u8) -> impl Iterator<Item = char> {
    (0..3).map(move |column| letter(animals, square_at(row, column)))
}

/// The letters of one player's hand. The lion is in the other player's hand once it is caught.
fn hand(animals: Animals, own: bool) -> String {
    let mut text = String::new();
    if !own && animals.is_caught() {
        text.push('l');
    }
    for animal in HANDS {
        let (letter, count) = match own {
            true => (animal.letter(), animals.in_own_hand(animal)),
            false => (animal.letter().to_ascii_lowercase(), animals.in_other_hand(animal)),
        };
        text.extend(std::iter::repeat_n(letter, count as usize));
    }
    text
}

pub(super) fn show(animals: Animals) -> String {
    let mut text = String::with_capacity(24);
    for nth in 0..4 {
        text.extend(row(animals, nth));
        text.push(if nth < 3 { '/' } else { ' ' });
    }
    let hands = hand(animals, true) + &hand(animals, false);
    text.push_str(if hands.is_empty() { "-" } else { &hands });
    text
}

pub(super) fn board(animals: Animals) -> String {
    let in_hand = |own: bool| match hand(animals, own) {
        hand if hand.is_empty() => String::new(),
        hand => format!("  in hand: {hand}"),
    };
    let mut board = String::new();
    for nth in 0..4 {
        board.push_str(&format!("{:>2} ", nth + 1));
        row(animals, nth).for_each(|c| board.extend([' ', c]));
        match nth {
            0 => board.push_str(&in_hand(false)),
            3 => board.push_str(&in_hand(true)),
            _ => {}
        }
        board.push('\n');
    }
    board.push_str("    a b c");
    board
}

pub(super) fn parse(text: &str) -> Result<Animals, ParseError> {
    let wrong = |reason: String| {
        ParseError::new(format!(
            "{reason}: write 4 rows of 3 squares from the far side, with '/' between them, each '.' or \
             one of L, G, E, C, H for lion, giraffe, elephant, chick and hen, capitals for the player \
             to move, then what is in hand or '-', such as gle/.c./.C./ELG -"
        ))
    };
    let board = text.split_whitespace().next().unwrap_or_default();
    let _squares = grid::marks(board, 3, 4).map_err(wrong)?;
    let mut animals = Animals::EMPTY;
    let (mut squares, mut lion_caught, mut nothing_in_hand) = (0, false, false);
    // Lions of the mover and of the other; giraffes, elephants, chicks with hens, of both.
    let (mut lions, mut others) = ([0u32; 2], [0u32; 3]);
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != '/') {
        let on_board = squares < 12;
        squares += u8::from(on_board);
        if (on_board && c == '.') || (!on_board && c == '-' && !nothing_in_hand) {
            nothing_in_hand = c == '-';
            continue;
        }
        let animal = Animal::ALL.into_iter().find(|kind| kind.letter() == c.to_ascii_uppercase());
        let (animal, own) =
            (animal.ok_or_else(|| wrong(grid::unknown(c)))?, c.is_ascii_uppercase());
        let like = match animal {
            Animal::Lion => &mut lions[usize::from(!own)],
            Animal::Giraffe => &mut others[0],
            Animal::Elephant => &mut others[1],
            Animal::Chick | Animal::Hen => &mut others[2],
        };
        *like += 1;
        if nothing_in_hand {
            return Err(wrong("'-' says that nothing is in hand, and something is".to_owned()));
        }
        if *like > 2 {
            return Err(wrong(format!("there are too many of '{c}'")));
        }
        if on_board {
            let square = square_at((squares - 1) / 3, (squares - 1) % 3);
            animals = match own {
                true => animals.with_own(animal, square),
                false => animals.with_other(animal, square),
            };
        } else if animal == Animal::Lion && !own && !lion_caught {
            lion_caught = true;
        } else if HANDS.contains(&animal) {
            let add = |hand: u32, mine: bool| hand + u32::from(own == mine);
            let hands = (animals.in_own_hand(animal), animals.in_other_hand(animal));
            animals = animals.set_hands(animal, add(hands.0, true), add(hands.1, false));
        } else {
            return Err(wrong(format!("'{c}' cannot be in hand")));
        }
    }
    let expected_lions = if lion_caught { [0, 2] } else { [1, 1] };
    if lions != expected_lions || others != [2; 3] {
        return Err(ParseError::new(
            "there are a lion of each player, two giraffes, two elephants and two chicks or hens, \
             on the board or in hand; a caught lion is in the other player's hand, as 'l'",
        ));
    }
    if animals.of(Animal::Lion) & animals.own() & FAR != 0 {
        return Err(ParseError::new(
            "the lion of the player to move is on the far row, where the game was over: write the \
             position as the other player sees it",
        ));
    }
    Ok(animals)
}

/// The animals of both players, in the order of their places in hand.
const MEN: [Man; 10] = {
    const FIRST: Option<Side> = Some(Side::First);
    const SECOND: Option<Side> = Some(Side::Second);
    [
        Man::new('G', "giraffe", FIRST, "giraffe of the first player"),
        Man::new('E', "elephant", FIRST, "elephant of the first player"),
        Man::new('C', "chick", FIRST, "chick of the first player"),
        Man::new('L', "lion", FIRST, "lion of the first player"),
        Man::new('H', "hen", FIRST, "hen of the first player"),
        Man::new('g', "giraffe", SECOND, "giraffe of the second player"),
        Man::new('e', "elephant", SECOND, "elephant of the second player"),
        Man::new('c', "chick", SECOND, "chick of the second player"),
        Man::new('l', "lion", SECOND, "lion of the second player"),
        Man::new('h', "hen", SECOND, "hen of the second player"),
    ]
};

/// Squares of the board, behind which the places of the hands are counted.
const SQUARES: u32 = 12;
/// The places of a hand: giraffes, elephants, chicks and a caught lion.
const HAND: [usize; 4] = [0, 1, 2, 3];

/// The place of a square in the picture, in which the first player sits below.
pub(super) fn place(square: u8, second: bool) -> u32 {
    let (row, column) = (u32::from(square / 3), u32::from(square % 3));
    let seen = 3 * (3 - row) + column;
    if second { SQUARES - 1 - seen } else { seen }
}

/// The place of an animal in a player's hand.
pub(super) fn hand_place(animal: Animal, second: bool) -> u32 {
    let kind = HAND.into_iter().position(|kind| MEN[kind].letter == animal.letter());
    SQUARES + 4 * u32::from(second) + kind.unwrap_or(0) as u32
}

/// The board and the hands. The first player sits below, and squares are called as the player to
/// move sees them.
pub(super) fn picture(animals: Animals, second: bool) -> Board {
    let shown = show(animals);
    let (rows, in_hand) = shown.split_once(' ').unwrap_or((&shown, ""));
    let (rows, in_hand) = match second {
        true => (exchanged(&rows.chars().rev().collect::<String>()), exchanged(in_hand)),
        false => (rows.to_owned(), in_hand.to_owned()),
    };
    let name = |place: u32| {
        let seen = if second { SQUARES - 1 - place } else { place };
        square(square_at((seen / 3) as u8, (seen % 3) as u8))
    };
    let mut board = Board::rows(Style::Cells, &MEN, &rows, name);
    for (hand, side) in [Side::First, Side::Second].into_iter().enumerate() {
        let whose = if side == Side::First { "first" } else { "second" };
        for (kind, man) in MEN[5 * hand..][..HAND.len()].iter().enumerate() {
            let (x, y) = match side {
                Side::First => (3.25, 3.0 - kind as f32),
                Side::Second => (-1.6, kind as f32),
            };
            let place = board.places.len() as u32;
            board.place(x, y, format!("{} in the {whose} player's hand", man.name));
            board.places[place as usize].hand = Some(side);
            let count = in_hand.chars().filter(|&letter| letter == man.letter).count();
            board.put(place, *man, count as u32);
        }
    }
    board.turn(["first player", "second player"], Side::second(second), true)
}

/// The position of a board that somebody has set up.
pub(super) fn set_up(setup: &Setup) -> Result<Animals, ParseError> {
    let (on_board, in_hand): (Vec<_>, Vec<_>) =
        setup.pieces.iter().cloned().partition(|standing| standing.place < SQUARES);
    let rows = Setup { pieces: on_board, mover: setup.mover }.rows(&MEN, [3; 4])?;
    let hands = Setup { pieces: in_hand, mover: None };
    let counts = hands.counts(&MEN, (SQUARES + 8) as usize)?;
    let mut letters = String::new();
    for (man, kind) in MEN.iter().zip(0..) {
        // More than two are refused, however many more.
        let count: u32 = counts.iter().map(|there: &Vec<u32>| there[kind].min(9)).sum();
        letters.extend(std::iter::repeat_n(man.letter, count as usize));
    }
    let hand = if letters.is_empty() { "-" } else { &letters };
    parse(&match setup.is_second() {
        true => {
            format!("{} {}", exchanged(&rows.chars().rev().collect::<String>()), exchanged(hand))
        }
        false => format!("{rows} {hand}"),
    })
}
