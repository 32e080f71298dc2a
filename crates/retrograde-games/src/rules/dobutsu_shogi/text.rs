//! How positions of Dōbutsu shōgi are written: the rows from the far one, then what is in hand.

use super::super::grid;
use super::animals::{Animal, Animals, FAR, HANDS};
use crate::ParseError;

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
