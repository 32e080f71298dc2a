//! Zielonka trees against their definition.

use retrograde_core::{Acceptance, Color, Colors, Control, Pair};
use retrograde_solve::construct::Size;
use retrograde_solve::emerson_lei::{EmersonLeiError, ZielonkaTree};

use crate::condition;

/// A tree as the definition has it.
#[derive(Debug, PartialEq)]
struct Plain {
    label: u64,
    accepting: bool,
    children: Vec<Plain>,
}

/// The largest subsets for which the condition is decided the other way.
fn below(acceptance: &Acceptance, label: u64) -> Vec<u64> {
    let is_accepting = acceptance.accepts(Colors(label));
    let subsets = (0..=label).rev().filter(|set| set & !label == 0);
    let others: Vec<_> =
        subsets.filter(|&set| acceptance.accepts(Colors(set)) != is_accepting).collect();
    let is_maximal = |set: u64| !others.iter().any(|&other| other != set && set & !other == 0);
    others.iter().copied().filter(|&set| is_maximal(set)).collect()
}

fn naive(acceptance: &Acceptance, label: u64) -> Plain {
    let children = below(acceptance, label).into_iter().map(|set| naive(acceptance, set)).collect();
    Plain { label, accepting: acceptance.accepts(Colors(label)), children }
}

/// How many nodes the tree of a Streett condition has: for each pair, the colour it wants can be
/// left out, then the other one, and what is left is a tree of one pair less.
pub(crate) fn streett_nodes(pairs: u128) -> u128 {
    (1..=pairs).fold(1, |below, pairs| 1 + pairs * (1 + below))
}

fn plain(tree: &ZielonkaTree, node: u32) -> Plain {
    let children = tree.children(node).map(|child| {
        assert_eq!(tree.parent(child), Some(node));
        plain(tree, child)
    });
    Plain {
        label: tree.label(node).0,
        accepting: tree.is_accepting(node),
        children: children.collect(),
    }
}

fn check(acceptance: &Acceptance, colors: Colors) -> ZielonkaTree {
    let tree = ZielonkaTree::new(acceptance, colors, 100_000, &Control::ALONE).unwrap();
    assert_eq!(plain(&tree, 0), naive(acceptance, colors.0), "{acceptance}");
    assert_eq!(tree.parent(0), None);
    let leaves: Vec<u32> = (0..tree.leaf_count() as u32).map(|leaf| tree.leaf(leaf)).collect();
    let expected = (0..tree.node_count() as u32).filter(|&node| tree.children(node).count() == 0);
    assert_eq!(leaves, expected.collect::<Vec<_>>());
    tree
}

#[test]
fn every_condition_over_three_colours() {
    for code in 0..256 {
        for colors in 0..8 {
            check(&condition(3, code), Colors(colors));
        }
    }
}

#[test]
fn conditions_with_names() {
    let leaves = |acceptance: &Acceptance| check(acceptance, acceptance.colors()).leaf_count();
    assert_eq!(leaves(&Acceptance::buchi()), 1);
    assert_eq!(leaves(&Acceptance::co_buchi()), 1);
    assert_eq!(leaves(&Acceptance::parity_max_even(7)), 1);
    assert_eq!(leaves(&Acceptance::generalized_buchi(Colors::first(6))), 6);
    assert_eq!(leaves(&Acceptance::generalized_buchi(Colors::first(6)).negated()), 6);
    for pairs in 0..4 {
        let factorial = (1..=pairs as usize).product::<usize>();
        assert_eq!(leaves(&Acceptance::rabin(&Pair::numbered(pairs))), factorial);
        let streett = Acceptance::streett(&Pair::numbered(pairs));
        assert_eq!(leaves(&streett), factorial);
        let nodes = check(&streett, streett.colors()).node_count();
        assert_eq!(nodes as u128, streett_nodes(pairs.into()));
    }
}

#[test]
fn long_sequences_of_sets_are_judged_by_their_largest_priority() {
    // Sets seen in a circle: the priorities of the second round on repeat, after some rounds.
    for code in (0..1 << 16).step_by(41) {
        let acceptance = condition(4, code);
        let tree = ZielonkaTree::new(&acceptance, Colors::first(4), 1000, &Control::ALONE).unwrap();
        for circle in [[1, 2, 4], [3, 0, 8], [5, 6, 5], [0, 0, 0], [15, 1, 1], [9, 2, 2]] {
            let mut leaf = 0;
            let mut priorities = Vec::new();
            for set in circle.into_iter().cycle().take(3 * 200) {
                let step = tree.step(leaf, Colors(set));
                leaf = step.leaf;
                priorities.push(step.priority);
            }
            let largest = priorities[300..].iter().max().unwrap();
            let seen = circle.into_iter().fold(0, |all, set| all | set);
            assert_eq!(largest % 2 == 0, acceptance.accepts(Colors(seen)), "{acceptance}");
        }
    }
}

#[test]
fn trees_with_all_colours_and_trees_without_end() {
    let all = Colors(u64::MAX);
    let parity =
        ZielonkaTree::new(&Acceptance::parity_max_even(64), all, 100, &Control::ALONE).unwrap();
    assert_eq!((parity.node_count(), parity.height(), parity.leaf_count()), (65, 64, 1));
    let each =
        ZielonkaTree::new(&Acceptance::generalized_buchi(all), all, 100, &Control::ALONE).unwrap();
    assert_eq!((each.node_count(), each.leaf_count()), (65, 64));
    let rabin =
        ZielonkaTree::new(&Acceptance::rabin(&Pair::numbered(32)), all, 1 << 16, &Control::ALONE);
    match rabin.unwrap_err() {
        EmersonLeiError::TreeTooLarge { nodes: Size::AtLeast(nodes), limit } => {
            assert!(nodes > limit as u128);
        }
        other => panic!("{other}"),
    }
    // Three of four, over and over: the sets below the first are many.
    let groups = (0..16).map(|group| {
        let color = |i: u32| Color::new(4 * group + i).unwrap();
        Acceptance::any((0..4).map(|i| {
            Acceptance::all((0..4).filter(|&j| j != i).map(|j| Acceptance::fin(color(j))))
        }))
    });
    let error =
        ZielonkaTree::new(&Acceptance::all(groups), all, 1 << 10, &Control::ALONE).unwrap_err();
    assert!(matches!(error, EmersonLeiError::TreeTooHard { colors: 64, .. }), "{error}");
    assert!(error.to_string().contains("fewer colours"), "{error}");
}

#[test]
fn colours_that_are_not_in_the_tree_do_not_count() {
    let acceptance: Acceptance = "Inf(0) | Inf(1)&Fin(2)".parse().unwrap();
    let tree = ZielonkaTree::new(&acceptance, Colors(0b011), 10, &Control::ALONE).unwrap();
    assert_eq!(tree.step(0, Colors(0b101)), tree.step(0, Colors(0b001)));
    assert_eq!(tree.label(0), Colors(0b011));
}
