//! The parts of a table that people count apart.

use retrograde::table::{BuildOptions, Position, Rules, SectionStats, Worth};
use retrograde::{Control, open};

/// Whose section a position is, found without the numbering.
fn section_of(rules: &Rules, position: &Position) -> (String, Option<&'static str>) {
    let text = rules.show(position);
    let men: Vec<char> =
        text.chars().take_while(|c| *c != ' ').filter(|c| c.is_alphabetic()).collect();
    if rules.start().is_some() {
        return (format!("{} piece{}", men.len(), if men.len() == 1 { "" } else { "s" }), None);
    }
    let side = |white: bool| {
        let own = men.iter().filter(|man| man.is_ascii_uppercase() == white);
        let mut own: Vec<char> = own.map(char::to_ascii_uppercase).collect();
        own.sort_by_key(|man| "KQRBNP".find(*man));
        own.into_iter().collect::<String>()
    };
    (format!("{}v{}", side(true), side(false)), rules.mover(position))
}

#[test]
fn sections_are_counted_as_if_one_by_one() {
    for spec in ["chess:KPvKP", "chess:KRvKR", "tic-tac-toe", "connect:3x3x3"] {
        let rules = open(spec).unwrap().rules().unwrap().clone();
        let sections = rules.sections();
        assert!(sections.len() > 3, "{spec}");
        // Together they are all slots, each once.
        let mut ranges: Vec<_> =
            sections.iter().flat_map(|section| section.slots.clone()).collect();
        ranges.retain(|range| !range.is_empty());
        ranges.sort_by_key(|range| range.start);
        assert_eq!(ranges[0].start, 0);
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{spec}");
        assert_eq!(ranges.last().unwrap().end, rules.slots().unwrap());
        for section in &sections {
            for slots in &section.slots {
                let some =
                    slots.clone().step_by((slots.end - slots.start).div_ceil(2000).max(1) as usize);
                for position in some.filter_map(|slot| rules.unrank(slot)) {
                    let (name, mover) = section_of(&rules, &position);
                    assert_eq!(section.name, name, "{}", rules.show(&position));
                    assert!(section.mover.is_none() || section.mover == mover);
                }
            }
        }
        if spec == "chess:KPvKP" {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { block_log: 9, ..BuildOptions::default() };
        let solved = rules.build(spec, folder.path(), &options).unwrap();
        let table = solved.table().unwrap();
        let stats = table.section_stats(&sections, &Control::default()).unwrap();
        let worths: Vec<Worth> = table.iter().map(|slot| slot.unwrap().1).collect();
        for (section, found) in sections.iter().zip(stats) {
            let mut expected = SectionStats::default();
            for slot in section.slots.iter().cloned().flatten() {
                let worth = worths[slot as usize];
                expected.counts.add(worth, 1);
                let longest = expected.longest_win.map_or(0, |(_, distance)| distance.0 + 1);
                if let Worth::Win(Some(distance)) = worth
                    && distance.0 >= longest
                {
                    expected.longest_win = Some((slot, distance));
                }
            }
            assert_eq!(found, expected, "{spec} {}", section.name);
        }
    }
}
