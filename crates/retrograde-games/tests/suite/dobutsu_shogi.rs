//! Dōbutsu shōgi against rules written down a second time, on characters, and its index against
//! counting.

use std::collections::BTreeSet;

use proptest::prelude::*;
use retrograde_core::Outcome;
use retrograde_games::Game;
use retrograde_games::rules::DobutsuShogi;
use retrograde_games::rules::dobutsu_shogi::Animals;

const GAME: DobutsuShogi = DobutsuShogi;

/// A position on characters: rows from the far one, and all that is in hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Characters {
    rows: [[char; 3]; 4],
    hand: Vec<char>,
}

impl Characters {
    fn read(text: &str) -> Self {
        let (board, hand) = text.split_once(' ').unwrap();
        let mut rows = [['.'; 3]; 4];
        for (row, line) in rows.iter_mut().zip(board.split('/')) {
            row.iter_mut().zip(line.chars()).for_each(|(square, c)| *square = c);
        }
        Characters { rows, hand: hand.chars().filter(|&c| c != '-').collect() }.sorted()
    }

    fn sorted(mut self) -> Self {
        self.hand.sort_by_key(|c| (c.is_ascii_lowercase(), "LGEC".find(c.to_ascii_uppercase())));
        self
    }

    fn text(&self) -> String {
        let rows = self.rows.map(|row| row.iter().collect::<String>()).join("/");
        let hand: String = self.hand.iter().collect();
        format!("{rows} {}", if hand.is_empty() { "-" } else { &hand })
    }

    /// As the other player sees it.
    fn turned(&self) -> Self {
        let swap = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        let rows = std::array::from_fn(|y| std::array::from_fn(|x| swap(self.rows[3 - y][2 - x])));
        Characters { rows, hand: self.hand.iter().map(|&c| swap(c)).collect() }.sorted()
    }

    fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.rows.iter_mut().for_each(|row| row.reverse());
        mirrored
    }

    fn squares() -> impl Iterator<Item = (usize, usize)> {
        (0..4).flat_map(|y| (0..3).map(move |x| (x, y)))
    }

    /// Whether the mover's animal there steps to the other square, taken or not.
    fn steps(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let right = to.0 as i32 - from.0 as i32;
        let forward = from.1 as i32 - to.1 as i32;
        let steps: &[(i32, i32)] = match self.rows[from.1][from.0] {
            'L' => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
            'G' => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
            'E' => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
            'C' => &[(0, 1)],
            'H' => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
            _ => &[],
        };
        steps.contains(&(right, forward))
    }

    /// All steps and drops, whatever the lions do.
    fn all_moves(&self) -> Vec<Characters> {
        let mut after = Vec::new();
        for from in Characters::squares() {
            for to in Characters::squares() {
                let target = self.rows[to.1][to.0];
                if !self.steps(from, to) || target.is_ascii_uppercase() {
                    continue;
                }
                let mut moved = self.clone();
                let animal = std::mem::replace(&mut moved.rows[from.1][from.0], '.');
                let promotes = animal == 'C' && to.1 == 0;
                moved.rows[to.1][to.0] = if promotes { 'H' } else { animal };
                match target {
                    '.' => {}
                    'h' => moved.hand.push('C'),
                    taken => moved.hand.push(taken.to_ascii_uppercase()),
                }
                after.push(moved.turned());
            }
        }
        for (nth, animal) in self.hand.iter().enumerate() {
            for (x, y) in Characters::squares() {
                if animal.is_ascii_uppercase() && self.rows[y][x] == '.' {
                    let mut moved = self.clone();
                    moved.hand.remove(nth);
                    moved.rows[y][x] = *animal;
                    after.push(moved.turned());
                }
            }
        }
        after
    }

    fn lion_is_caught(&self) -> bool {
        !self.rows.iter().flatten().any(|&c| c == 'L')
    }

    fn can_catch(&self) -> bool {
        self.all_moves().iter().any(Characters::lion_is_caught)
    }

    fn has_lost(&self) -> bool {
        self.lion_is_caught() || (self.rows[3].contains(&'l') && !self.can_catch())
    }

    fn moves(&self) -> BTreeSet<String> {
        let catch = self.can_catch();
        let moves = self.all_moves().into_iter().filter(|after| !catch || after.lion_is_caught());
        moves.map(|after| after.text()).collect()
    }
}

/// Any arrangement of the animals: squares in some order, and what becomes of each pair.
fn arrangement(squares: &[usize], fates: &[usize]) -> Characters {
    let mut position = Characters { rows: [['.'; 3]; 4], hand: Vec::new() };
    for (&square, c) in squares.iter().zip(['L', 'l']) {
        position.rows[square / 3][square % 3] = c;
    }
    for (nth, &fate) in fates.iter().enumerate() {
        let animal = ['G', 'E', 'C'][nth / 2];
        let animal = if fate & 4 != 0 && animal == 'C' && fate & 2 == 0 { 'H' } else { animal };
        let animal = if fate & 1 != 0 { animal.to_ascii_lowercase() } else { animal };
        match fate & 2 {
            0 => position.rows[squares[nth + 2] / 3][squares[nth + 2] % 3] = animal,
            _ => position.hand.push(animal),
        }
    }
    position.sorted()
}

fn any_arrangement() -> impl Strategy<Value = Characters> {
    let squares = Just((0..12).collect::<Vec<usize>>()).prop_shuffle();
    let fates = prop::collection::vec(0..8usize, 6);
    let all = (squares, fates).prop_map(|(squares, fates)| arrangement(&squares, &fates));
    all.prop_filter("the mover's lion is not on the far row", |all| !all.rows[0].contains(&'L'))
}

fn after(position: &Animals) -> Vec<Animals> {
    let mut moves = Vec::new();
    GAME.moves(position, &mut moves);
    moves.iter().map(|chosen| GAME.play(position, chosen)).collect()
}

fn check_moves(characters: &Characters) -> Result<(), TestCaseError> {
    let text = characters.text();
    let position = GAME.parse(&text).unwrap();
    prop_assert_eq!(GAME.show(&position), text);
    let lost = characters.has_lost();
    prop_assert_eq!(GAME.verdict(&position), lost.then_some(Outcome::Lose));
    if !lost {
        let texts: BTreeSet<String> = after(&position).iter().map(|a| GAME.show(a)).collect();
        prop_assert_eq!(texts, characters.moves());
    }
    Ok(())
}

/// Both ways: what a move leads to goes back, and what was before leads here.
fn check_unmoves(position: &Animals) -> Result<(), TestCaseError> {
    let mut before = Vec::new();
    if GAME.verdict(position).is_none() {
        for next in after(position) {
            before.clear();
            prop_assert!(GAME.unmoves(&GAME.canonical(&next), &mut before));
            let found = before.iter().any(|b| GAME.rank(b) == GAME.rank(position));
            let caught = GAME.rank(&next) == 0;
            prop_assert!(found != caught, "{}", GAME.show(&next));
        }
    }
    before.clear();
    GAME.unmoves(position, &mut before);
    for before in before {
        let text = GAME.show(&before);
        prop_assert!(GAME.parse(&text).is_ok(), "{}", text);
        prop_assert_eq!(GAME.verdict(&before), None);
        prop_assert!(after(&before).contains(position), "{}", text);
    }
    Ok(())
}

fn check_index(position: &Animals) -> Result<(), TestCaseError> {
    let slot = GAME.rank(position);
    let canonical = GAME.canonical(position);
    let mirrored = Characters::read(&GAME.show(position)).mirrored();
    let mirrored = GAME.parse(&mirrored.text()).unwrap();
    prop_assert_eq!(GAME.rank(&mirrored), slot);
    prop_assert_eq!(GAME.canonical(&mirrored), canonical);
    prop_assert_eq!(GAME.unrank(slot), Some(canonical));
    if slot != 0 {
        prop_assert!(canonical == *position || canonical == mirrored);
    }
    Ok(())
}

#[test]
fn every_slot_has_its_position() {
    let slots = GAME.slots().unwrap();
    // 54 pairs of squares for the lions, and for each what Tanaka counts for his 132.
    assert_eq!(slots, 1 + 54 * (1_567_925_964 / 132));
    let mut holes = 0u64;
    let (mut seen, step) = (0u64, 401);
    for slot in (0..slots).step_by(step) {
        seen += 1;
        match GAME.unrank(slot) {
            Some(position) => assert_eq!(GAME.rank(&position), slot, "{}", GAME.show(&position)),
            None => holes += 1,
        }
    }
    // Half of 9 pairs in 54, less what is its own mirror image.
    let share = holes as f64 / seen as f64;
    assert!((0.082..1.0 / 12.0).contains(&share), "{share}");
    assert_eq!(GAME.unrank(slots), None);
    assert_eq!(GAME.unrank(u64::MAX), None);
}

#[test]
fn all_caught_lions_share_a_slot() {
    let caught = GAME.parse("gl./.c./.../E.G lec").unwrap();
    assert_eq!(GAME.verdict(&caught), Some(Outcome::Lose));
    assert_eq!(GAME.rank(&caught), 0);
    let canonical = GAME.canonical(&caught);
    assert_eq!(GAME.show(&canonical), ".l./.../.../... lggeecc");
    assert_eq!(GAME.parse(&GAME.show(&canonical)), Ok(canonical));
    assert_eq!(GAME.unrank(0), Some(canonical));
}

#[test]
fn text_that_is_no_position_is_refused() {
    for (text, says) in [
        ("", "write 4 rows"),
        ("gle/.c./.C./EL", "write 4 rows"),
        ("gle/.c./.C./ELG c", "write 4 rows"),
        ("gle/.c./.x./ELG -", "write 4 rows"),
        ("gle/.c./.C./ELG --", "write 4 rows"),
        ("gle/.c./.../ELG -C", "write 4 rows"),
        ("gle/.c./.../ELG C-C", "write 4 rows"),
        ("gle/.c./.../ELG H", "write 4 rows"),
        ("gle/.c./.C./E.G L", "write 4 rows"),
        ("gle/.c./.../ELG", "there are a lion"),
        ("gle/.c./.C./ELG l", "there are a lion"),
        (".../.../.../... lggeecc", "there are a lion"),
        ("Lle/.c./.C./E.G g", "the lion of the player to move"),
    ] {
        let error = GAME.parse(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn moves_are_those_on_characters(characters in any_arrangement()) {
        check_moves(&characters)?;
    }

    #[test]
    fn unmoves_undo_moves(characters in any_arrangement()) {
        check_unmoves(&GAME.parse(&characters.text()).unwrap())?;
    }

    #[test]
    fn mirror_images_share_a_slot(characters in any_arrangement()) {
        let position = GAME.parse(&characters.text()).unwrap();
        check_index(&position)?;
        if GAME.verdict(&position).is_none() {
            for next in after(&position) {
                prop_assert_eq!(GAME.unrank(GAME.rank(&next)), Some(GAME.canonical(&next)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_holds_along_plays(choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut position = GAME.start().unwrap();
        for choice in choices {
            check_moves(&Characters::read(&GAME.show(&position)))?;
            check_unmoves(&position)?;
            check_index(&position)?;
            if GAME.verdict(&position).is_some() {
                break;
            }
            let next = after(&position);
            // Plays that do not lose the lion at once go deeper.
            let safe: Vec<&Animals> = next
                .iter()
                .filter(|next| !Characters::read(&GAME.show(next)).can_catch())
                .collect();
            position = match safe.is_empty() {
                true => *choice.get(&next),
                false => **choice.get(&safe),
            };
        }
    }
}
