//! Games with cycles by other means: on the letters of positions, without a thought for speed.

use std::collections::BTreeSet;

use retrograde_games::rules::three_mens_morris::{Lines, Movement};

/// A board of letters by column and row, and the side to move.
struct Letters {
    rows: Vec<Vec<char>>,
    turn: String,
}

type Place = (usize, usize);

impl Letters {
    fn read(text: &str) -> Self {
        let (board, turn) = text.split_once(':').unwrap();
        Letters {
            rows: board.split('/').map(|row| row.chars().collect()).collect(),
            turn: turn.into(),
        }
    }

    fn places(&self) -> Vec<Place> {
        let row = |y: usize| (0..self.rows[y].len()).map(move |x| (x, y));
        (0..self.rows.len()).flat_map(row).collect()
    }

    fn of(&self, letter: char) -> Vec<Place> {
        self.places().into_iter().filter(|&(x, y)| self.rows[y][x] == letter).collect()
    }

    fn own(&self) -> char {
        self.turn.chars().next().unwrap()
    }

    fn other(&self) -> char {
        if self.own() == 'x' { 'o' } else { 'x' }
    }

    /// The text after squares have changed and the turn has passed.
    fn with(&self, changes: &[(Place, char)]) -> String {
        let mut rows = self.rows.clone();
        changes.iter().for_each(|&((x, y), letter)| rows[y][x] = letter);
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        format!("{}:{}", rows.join("/"), self.other())
    }

    /// All positions after a man goes to a free place where `may` allows it.
    fn slides(&self, may: impl Fn(Place, Place) -> bool) -> Vec<String> {
        let mut next = Vec::new();
        for from in self.of(self.own()) {
            for to in self.of('.').into_iter().filter(|&to| may(from, to)) {
                next.push(self.with(&[(from, '.'), (to, self.own())]));
            }
        }
        next
    }
}

fn apart(a: usize, b: usize) -> usize {
    a.abs_diff(b)
}

pub(crate) fn pong_hau_ki(text: &str) -> Vec<String> {
    let middle = (0, 1);
    Letters::read(text).slides(|from, to| {
        let side = from.0 == to.0 && apart(from.1, to.1) == 2;
        let bottom = from.1 == 2 && to.1 == 2;
        from == middle || to == middle || side || bottom
    })
}

pub(crate) fn mu_torere(text: &str) -> Vec<String> {
    let letters = Letters::read(text);
    let ring = &letters.rows[0];
    letters.slides(|(from, from_row), (to, to_row)| match (from_row, to_row) {
        (0, 1) => [ring[(from + 1) % 8], ring[(from + 7) % 8]].contains(&letters.other()),
        (0, 0) => [1, 7].contains(&apart(from, to)),
        _ => true,
    })
}

pub(crate) fn three_mens_morris(text: &str, movement: Movement, lines: Lines) -> Vec<String> {
    let letters = Letters::read(text);
    let lined = |letter: char| {
        let men = letters.of(letter);
        let all = |same: &dyn Fn(Place) -> bool| men.len() == 3 && men.iter().all(|&p| same(p));
        let straight = (0..3).any(|line| all(&|(x, _)| x == line) || all(&|(_, y)| y == line));
        straight || lines == Lines::All && (all(&|(x, y)| x == y) || all(&|(x, y)| x + y == 2))
    };
    if lined('x') || lined('o') {
        return Vec::new();
    }
    if letters.of('.').len() > 3 {
        let free = letters.of('.').into_iter();
        return free.map(|to| letters.with(&[(to, letters.own())])).collect();
    }
    letters.slides(|from, to| {
        let (dx, dy) = (apart(from.0, to.0), apart(from.1, to.1));
        let slanting = (dx, dy) == (1, 1) && (from == (1, 1) || to == (1, 1));
        match movement {
            Movement::Orthogonal => dx + dy == 1,
            Movement::Diagonal => dx + dy == 1 || slanting,
            Movement::Flying => true,
        }
    })
}

pub(crate) fn five_field_kono(text: &str) -> Vec<String> {
    let letters = Letters::read(text);
    let top = |&(x, y): &Place| y == 0 || y == 1 && (x == 0 || x == 4);
    let bottom = |&(x, y): &Place| top(&(x, 4 - y));
    let arrived = match letters.other() {
        'x' => letters.of('x').iter().all(top),
        _ => letters.of('o').iter().all(bottom),
    };
    match arrived {
        true => Vec::new(),
        false => letters.slides(|a, b| apart(a.0, b.0) == 1 && apart(a.1, b.1) == 1),
    }
}

/// Whether places are three in a line and one beside an end of it.
fn is_l(places: &[Place]) -> bool {
    let shape = |places: &[Place]| {
        (0..4).any(|odd| {
            let (x, y) = places[odd];
            let line: Vec<Place> = (0..4).filter(|&i| i != odd).map(|i| places[i]).collect();
            let column = line[0].0;
            let mut heights: Vec<usize> = line.iter().map(|place| place.1).collect();
            heights.sort_unstable();
            let upright = line.iter().all(|place| place.0 == column)
                && heights[2] - heights[1] == 1
                && heights[1] - heights[0] == 1;
            upright && apart(x, column) == 1 && (y == heights[0] || y == heights[2])
        })
    };
    let turned: Vec<Place> = places.iter().map(|&(x, y)| (y, x)).collect();
    shape(places) || shape(&turned)
}

pub(crate) fn l_game(text: &str) -> Vec<String> {
    let letters = Letters::read(text);
    let own = letters.of(letters.own());
    let open: Vec<Place> = [letters.of('.'), own.clone()].concat();
    let mut next = Vec::new();
    let count = open.len();
    for chosen in (0..1usize << count).filter(|set| set.count_ones() == 4) {
        let l: Vec<Place> = (0..count).filter(|i| chosen >> i & 1 == 1).map(|i| open[i]).collect();
        if !is_l(&l) || l.iter().all(|place| own.contains(place)) {
            continue;
        }
        let mut changes: Vec<(Place, char)> = own.iter().map(|&place| (place, '.')).collect();
        changes.extend(l.iter().map(|&place| (place, letters.own())));
        next.push(letters.with(&changes));
        for from in letters.of('#') {
            for &to in open.iter().filter(|place| !l.contains(place)) {
                next.push(letters.with(&[&changes[..], &[(from, '.'), (to, '#')]].concat()));
            }
        }
    }
    next
}

pub(crate) fn fox_and_hounds(text: &str) -> Vec<String> {
    let (squares, turn) = text.split_once(':').unwrap();
    let (fox, hounds) = squares.split_once('/').unwrap();
    let place = |name: &[u8]| (i32::from(name[0] - b'a'), i32::from(name[1] - b'1'));
    let fox = place(fox.as_bytes());
    let hounds: Vec<(i32, i32)> = hounds.as_bytes().chunks(2).map(place).collect();
    if fox.1 == 0 {
        return Vec::new();
    }
    let name = |(x, y): (i32, i32)| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    let write = |fox, mut hounds: Vec<(i32, i32)>, turn: &str| {
        hounds.sort_unstable_by_key(|&(x, y)| (y, x));
        let hounds: String = hounds.into_iter().map(name).collect();
        format!("{}/{hounds}:{turn}", name(fox))
    };
    let free = |to: (i32, i32)| {
        (0..8).contains(&to.0) && (0..8).contains(&to.1) && to != fox && !hounds.contains(&to)
    };
    let mut next = Vec::new();
    for dx in [-1, 1] {
        if turn == "fox" {
            for to in [-1, 1].map(|dy| (fox.0 + dx, fox.1 + dy)) {
                if free(to) {
                    next.push(write(to, hounds.clone(), "hounds"));
                }
            }
            continue;
        }
        for (i, &(x, y)) in hounds.iter().enumerate() {
            if free((x + dx, y + 1)) {
                let mut moved = hounds.clone();
                moved[i] = (x + dx, y + 1);
                next.push(write(fox, moved, "fox"));
            }
        }
    }
    next
}

/// Each vertex with its neighbours.
fn closed(count: usize, edges: &[(u32, u32)]) -> Vec<BTreeSet<usize>> {
    let mut near: Vec<BTreeSet<usize>> = (0..count).map(|vertex| [vertex].into()).collect();
    for &(from, to) in edges {
        near[from as usize].insert(to as usize);
        near[to as usize].insert(from as usize);
    }
    near
}

/// Whether corners, vertices whose neighbours are all near another, can be taken off one by one
/// until one vertex is left.
pub(crate) fn dismantlable(count: usize, edges: &[(u32, u32)]) -> bool {
    let near = closed(count, edges);
    let mut left: BTreeSet<usize> = (0..count).collect();
    while left.len() > 1 {
        let here =
            |vertex: usize| near[vertex].intersection(&left).copied().collect::<BTreeSet<_>>();
        let corner = left.iter().copied().find(|&corner| {
            left.iter().any(|&other| other != corner && here(corner).is_subset(&here(other)))
        });
        let Some(corner) = corner else {
            return false;
        };
        left.remove(&corner);
    }
    true
}

/// Whether so many cops win: over all tuples of places, those from which the robber, to move, is
/// caught are found by going over all of them until there are no more.
pub(crate) fn cops_win(count: usize, edges: &[(u32, u32)], cops: usize) -> bool {
    let near = closed(count, edges);
    let tuples = count.pow(cops as u32);
    let at = |tuple: usize, cop: usize| tuple / count.pow(cop as u32) % count;
    let reach = |from: usize, to: usize| (0..cops).all(|c| near[at(from, c)].contains(&at(to, c)));
    let on = |tuple: usize, robber: usize| (0..cops).any(|cop| at(tuple, cop) == robber);
    let mut caught: BTreeSet<(usize, usize)> = BTreeSet::new();
    loop {
        let before = caught.len();
        for (tuple, robber) in (0..tuples).flat_map(|t| (0..count).map(move |r| (t, r))) {
            // Wherever the robber goes, a cop is there already or the cops have a move that wins.
            let lost = |to: usize| {
                on(tuple, to) || (0..tuples).any(|t| reach(tuple, t) && caught.contains(&(t, to)))
            };
            if on(tuple, robber) || near[robber].iter().all(|&to| lost(to)) {
                caught.insert((tuple, robber));
            }
        }
        if caught.len() == before {
            break;
        }
    }
    (0..tuples).any(|tuple| {
        let answer =
            |robber: usize| (0..tuples).any(|t| reach(tuple, t) && caught.contains(&(t, robber)));
        (0..count).all(|robber| on(tuple, robber) || answer(robber))
    })
}
