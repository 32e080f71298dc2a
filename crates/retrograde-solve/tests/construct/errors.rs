//! What is refused, and in which words.

use retrograde_core::{Arena, Column, Control, Graph, Outcome};
use retrograde_solve::construct::{
    ConstructError, Partition, is_bisimulation, product, quotient, unravel,
};

fn bare(vertices: usize, edges: &[(u32, u32)]) -> Arena {
    Arena::from(Graph::from_edges(vertices, edges.iter().copied()).unwrap())
}

#[test]
fn what_is_no_partition_makes_no_quotient() {
    let arena = bare(3, &[(0, 1)]);
    let cases = [
        (vec![0, 1], 2, ConstructError::PartitionLength { given: 2, vertices: 3 }),
        (vec![0, 1, 2], 2, ConstructError::PartitionClass { class: 2, count: 2 }),
        (vec![0, 2, 2], 3, ConstructError::PartitionClass { class: 1, count: 3 }),
        (vec![0, 1, 2], 4, ConstructError::PartitionClass { class: 3, count: 4 }),
        (vec![0, 1, 3], 4, ConstructError::PartitionClass { class: 3, count: 4 }),
        (vec![0, 0, 0], 0, ConstructError::PartitionClass { class: 0, count: 0 }),
        (vec![0, 1, 2], usize::MAX, ConstructError::PartitionClass { class: 3, count: usize::MAX }),
    ];
    for (class, count, expected) in cases {
        let partition = Partition { class, count };
        assert!(!is_bisimulation(&arena, &partition, &Control::ALONE).unwrap());
        assert_eq!(quotient(&arena, &partition, &Control::ALONE).unwrap_err(), expected);
    }
    let reversed = Partition { class: vec![2, 1, 0], count: 3 };
    assert_eq!(quotient(&arena, &reversed, &Control::ALONE).unwrap().origin, [2, 1, 0]);
}

#[test]
fn sums_take_no_verdict_but_lose() {
    let fine = bare(2, &[(0, 1)]);
    for (verdict, word) in [(Outcome::Win, "win"), (Outcome::Draw, "draw")] {
        let said = Column::from_iter([(0, Outcome::Lose), (1, verdict)]);
        let decided = Arena { verdicts: said, ..bare(2, &[]) };
        let error = product(&[&fine, &decided], 100, &Control::ALONE).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "vertex '1' of game number 2 has verdict={word}: in a sum whoever cannot move in \
                 any game loses, so only 'lose' can be said; remove the verdict"
            )
        );
    }
    let error = product(&[], 100, &Control::ALONE).unwrap_err();
    assert_eq!(error.to_string(), "a sum needs at least one game: name the games to add");
}

#[test]
fn sums_say_their_size_before_they_are_made() {
    let heap = bare(10, &[(1, 0), (2, 0), (2, 1)]);
    let error = product(&[&heap, &heap, &heap], 999, &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the sum would have 1,000 vertices and 900 edges: \
         at most 999 of either are allowed; add fewer or smaller games"
    );
    assert!(product(&[&heap, &heap, &heap], 1000, &Control::ALONE).is_ok());
    let dense = bare(2, &[(0, 1); 50]);
    assert!(matches!(
        product(&[&dense, &dense], 199, &Control::ALONE),
        Err(ConstructError::TooLarge { limit: 199, .. })
    ));
    assert!(product(&[&dense, &dense], 200, &Control::ALONE).is_ok());
    let error = product(&[&heap; 10], u64::MAX, &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the sum would have 10,000,000,000 vertices and 30,000,000,000 edges: \
         a graph has 4,294,967,295 vertices at most; add fewer or smaller games"
    );
    let error = product(&[&heap; 1000], 10, &Control::ALONE).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("at least 340,282,366,920,938,463,463,374,607,431,768,211,455 v")
    );
}

#[test]
fn a_tree_that_no_limit_allows() {
    let doubling = bare(1, &[(0, 0), (0, 0)]);
    let error = unravel(&doubling, 0, 40, 10, &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the unravelled tree would have 2,199,023,255,551 vertices and 2,199,023,255,550 edges: \
         a graph has 4,294,967,295 vertices at most; unravel to a smaller depth"
    );
}
