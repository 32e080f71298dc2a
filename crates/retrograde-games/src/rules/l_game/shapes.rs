//! The places of an L on a board of four by four, and the symmetries of the board.

/// Where square `s` goes under each symmetry of the board: `MAPS[m][s]`.
pub(super) const MAPS: [[u8; 16]; 8] = {
    let mut maps = [[0; 16]; 8];
    let mut map = 0;
    while map < 8 {
        let mut square = 0;
        while square < 16 {
            let (mut x, mut y) = (square % 4, square / 4);
            if map & 1 != 0 {
                x = 3 - x;
            }
            if map & 2 != 0 {
                y = 3 - y;
            }
            maps[map][square] = (if map & 4 != 0 { 4 * x + y } else { 4 * y + x }) as u8;
            square += 1;
        }
        map += 1;
    }
    maps
};

/// All places of an L, six for each way to turn it: places `6 m` to `6 m + 5` are those that `MAPS[m]`
/// takes to the first six, in the same order.
pub(super) const PLACES: [u16; 48] = {
    // Three squares down and one to the right of the lowest.
    const L: u16 = 1 | 1 << 4 | 1 << 8 | 1 << 9;
    let mut places = [0; 48];
    let mut map = 0;
    while map < 8 {
        let mut place = 0;
        while place < 6 {
            let upright = L << (place % 3 + 4 * (place / 3));
            places[6 * map + place] = origin(&MAPS[map], upright);
            place += 1;
        }
        map += 1;
    }
    places
};

/// The number of the place of each L, by its [`hash`].
const NUMBERS: [u8; 256] = {
    let mut numbers = [u8::MAX; 256];
    let mut place = 0;
    while place < 48 {
        numbers[hash(PLACES[place])] = place as u8;
        place += 1;
    }
    numbers
};

/// The set that a map takes to this one.
const fn origin(map: &[u8; 16], set: u16) -> u16 {
    let mut from = 0;
    let mut square = 0;
    while square < 16 {
        from |= (set >> map[square] & 1) << square;
        square += 1;
    }
    from
}

/// A byte that no two Ls share.
const fn hash(l: u16) -> usize {
    ((l as u32).wrapping_mul(FACTOR) >> 24) as usize
}

/// Found by trial; a test sees to it that the Ls stay apart.
const FACTOR: u32 = 0xcd63_d203;

/// The number of the place of an L; none if the set is not an L.
pub(super) fn place_of(l: u16) -> Option<usize> {
    let place = usize::from(NUMBERS[hash(l)]);
    (*PLACES.get(place)? == l).then_some(place)
}

/// Where a set of squares goes.
pub(super) fn image(map: &[u8; 16], mut set: u16) -> u16 {
    let mut to = 0;
    while set != 0 {
        to |= 1 << map[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    to
}

/// The pairs of squares of a set, by the higher one, then the lower one.
pub(super) fn pairs_in(set: u16) -> impl Iterator<Item = u16> {
    let squares = move || (0..16).map(|square| 1u16 << square).filter(move |one| set & one != 0);
    squares().flat_map(move |high| {
        squares().take_while(move |&low| low < high).map(move |low| high | low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_and_nothing_else() {
        let mut found = 0;
        for set in 0..=u16::MAX {
            if let Some(place) = place_of(set) {
                assert_eq!(PLACES[place], set);
                assert_eq!(image(&MAPS[place / 6], set), PLACES[place % 6]);
                found += 1;
            }
        }
        assert_eq!(found, 48);
    }
}
