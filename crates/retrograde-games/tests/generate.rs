//! What the generators promise: shapes, numbers of moves, errors, and graphs that never change.

use proptest::prelude::*;
use retrograde_core::memory::Bytes;
use retrograde_core::{Arena, Graph};
use retrograde_games::generate::{self, Attributes, Family, GenerateError, Recipe};

/// FNV-1a (Fowler, Noll, Vo) over the number of vertices, then each row's length and targets, then
/// the attributes that the arena has: owners, priorities, targets, weights.
fn checksum(arena: &Arena) -> u64 {
    let graph = &arena.graph;
    let rows = graph.vertices().flat_map(|v| {
        std::iter::once(graph.out_degree(v)).chain(graph.successors(v).iter().copied())
    });
    let numbers = std::iter::once(graph.vertex_count() as u32)
        .chain(rows)
        .chain(arena.owners.iter().map(|(_, owner)| owner.number().into()))
        .chain(arena.priorities.iter().map(|(_, priority)| priority))
        .chain(arena.targets.iter().map(|(_, target)| target.into()));
    let weights = arena.weights.iter().flat_map(|(_, weight)| weight.to_le_bytes());
    numbers.flat_map(u32::to_le_bytes).chain(weights).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn terminals(graph: &Graph) -> usize {
    graph.vertices().filter(|&v| graph.is_terminal(v)).count()
}

fn message(line: &str) -> String {
    line.parse::<Recipe>().and_then(|recipe| recipe.build()).unwrap_err().to_string()
}

/// The checksums come from `data/pinned.py`, a second implementation of the same definitions.
#[test]
fn pinned_recipes_give_the_same_graphs_for_ever() {
    let mut families: Vec<&str> = Vec::new();
    for line in include_str!("data/pinned.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [recipe, vertices, edges, expected] = fields[..] else { panic!("{line}") };
        let arena = recipe.parse::<Recipe>().unwrap().build().unwrap();
        assert_eq!(arena.graph.vertex_count().to_string(), vertices, "{recipe}");
        assert_eq!(arena.graph.edge_count().to_string(), edges, "{recipe}");
        assert_eq!(format!("{:016x}", checksum(&arena)), expected, "{recipe}");
        families.push(recipe.split(' ').next().unwrap());
    }
    assert!(Family::ALL.iter().all(|family| families.contains(&family.name())));
}

#[test]
fn random_graphs_have_the_moves_and_terminals_promised() {
    for (mean, most) in [(1.0, 1), (1.25, 2), (2.0, 3), (2.5, 4), (5.0, 9), (7.3, 14)] {
        for share in [0.0, 0.1, 0.5, 1.0] {
            let n = 20_000;
            let graph = generate::random(n, mean, share, 3).unwrap();
            assert_eq!(terminals(&graph), (n as f64 * share).round() as usize);
            assert!(graph.vertices().all(|v| graph.out_degree(v) <= most));
            let moving = n as f64 * (1.0 - share);
            let expected = mean * moving;
            // Five standard deviations of a sum of uniform counts.
            let spread = 5.0 * (moving * f64::from(most * most) / 12.0).sqrt();
            let edges = graph.edge_count() as f64;
            assert!((edges - expected).abs() <= spread, "{mean} {share}: {edges} of {expected}");
        }
    }
}

#[test]
fn each_number_of_moves_is_equally_likely() {
    let graph = generate::random(90_000, 5.0, 0.0, 11).unwrap();
    let mut counts = [0u32; 10];
    for vertex in graph.vertices() {
        counts[graph.out_degree(vertex) as usize] += 1;
    }
    assert_eq!(counts[0], 0);
    // Chi-squared with 8 degrees of freedom passes 26.1 once in a thousand seeds.
    let chi: f64 = counts[1..].iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
    assert!(chi < 26.1, "{counts:?}");
}

#[test]
fn random_moves_lead_everywhere_alike() {
    let graph = generate::random(1000, 100.0, 0.0, 5).unwrap();
    let mut entered = vec![0u32; 1000];
    for &to in graph.targets() {
        entered[to as usize] += 1;
    }
    let mean = graph.edge_count() as f64 / 1000.0;
    // Chi-squared with 999 degrees of freedom passes 1143 once in a thousand seeds.
    let chi: f64 = entered.iter().map(|&c| (f64::from(c) - mean).powi(2) / mean).sum();
    assert!(chi < 1143.0, "{chi}");
}

#[test]
fn terminals_are_spread_over_all_numbers() {
    let graph = generate::random(100_000, 2.0, 0.2, 9).unwrap();
    for tenth in 0..10 {
        let range = tenth * 10_000..(tenth + 1) * 10_000;
        let here = range.filter(|&v| graph.is_terminal(v)).count();
        // Five standard deviations of a binomial with n = 10⁴ and p = 0.2.
        assert!((1800..=2200).contains(&here), "{tenth}: {here}");
    }
}

#[test]
fn seeds_make_the_difference() {
    let graph = |seed| generate::random(1000, 3.0, 0.1, seed).unwrap();
    assert_eq!(graph(1), graph(1));
    assert_ne!(graph(1), graph(2));
    assert_ne!(generate::dag(1000, 3.0, 1).unwrap(), generate::dag(1000, 3.0, 2).unwrap());
}

#[test]
fn a_single_vertex_is_a_graph() {
    for (line, edges) in [
        ("random 1 moves=3 terminals=1", 0),
        ("random 1 moves=1 terminals=0", 1),
        ("dag 1", 0),
        ("layered 1 1", 0),
        ("chain 1", 0),
        ("cycle 1", 1),
        ("grid 1 1", 0),
        ("complete-dag 1", 0),
        ("random-parity 1 moves=1", 1),
        ("random-payoff 1 moves=1", 1),
        ("clique 1", 1),
    ] {
        let graph = line.parse::<Recipe>().unwrap().build().unwrap().graph;
        assert_eq!((graph.vertex_count(), graph.edge_count()), (1, edges), "{line}");
    }
}

#[test]
fn a_dag_never_has_more_moves_than_higher_vertices() {
    let recipe: Recipe = "dag vertices=300 moves=100.25 seed=4".parse().unwrap();
    let graph = recipe.build().unwrap().graph;
    assert!(graph.vertices().all(|v| graph.out_degree(v) <= 299 - v));
    assert_eq!(terminals(&graph), 1);
    // The estimate takes the shortage of higher vertices into account.
    let (expected, edges) = (recipe.size().unwrap().edges as f64, graph.edge_count() as f64);
    assert!(expected < 300.0 * 95.0 && (edges / expected - 1.0).abs() < 0.1, "{edges} {expected}");
}

#[test]
fn layers_go_forward_but_for_the_share_that_goes_back() {
    let graph = generate::layered(20, 100, 4.0, 0.25, 8).unwrap();
    let back = graph.edges().filter(|&(from, to)| to / 100 <= from / 100).count();
    let share = back as f64 / graph.edge_count() as f64;
    assert!((share - 0.25).abs() < 0.03, "{share}");
    assert!(graph.edges().all(|(from, to)| to / 100 <= from / 100 + 1));
    assert_eq!(terminals(&graph), 100);
    let all_back = generate::layered(3, 4, 2.0, 1.0, 8).unwrap();
    assert!(all_back.edges().all(|(from, to)| to / 4 <= from / 4));
}

#[test]
fn a_grid_moves_right_and_down() {
    let graph = generate::grid(3, 2).unwrap();
    assert!(graph.edges().eq([(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]));
    assert_eq!(generate::grid(5, 1).unwrap(), generate::chain(5).unwrap());
    assert_eq!(generate::grid(1, 5).unwrap(), generate::chain(5).unwrap());
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    for (line, expected) in [
        (
            "",
            "no family of graphs is named: choose one of random, dag, layered, chain, cycle, grid, complete-dag, star, inward-star, random-parity, random-payoff, buchi-chain, jurdzinski-grid, recursive-ladder, model-checker-ladder, clique, two-counters, friedmann-counter",
        ),
        (
            "circle 5",
            "there is no family of graphs 'circle': choose one of random, dag, layered, chain, cycle, grid, complete-dag, star, inward-star, random-parity, random-payoff, buchi-chain, jurdzinski-grid, recursive-ladder, model-checker-ladder, clique, two-counters, friedmann-counter",
        ),
        (
            "chain",
            "'chain' needs 'vertices': add vertices=… with a whole number from 1 to 4294967295",
        ),
        ("chain 0", "'vertices' cannot be '0': give a whole number from 1 to 4294967295"),
        (
            "chain 4294967296",
            "'vertices' cannot be '4294967296': give a whole number from 1 to 4294967295",
        ),
        ("chain ten", "'vertices' cannot be 'ten': give a whole number from 1 to 4294967295"),
        ("chain -1", "'vertices' cannot be '-1': give a whole number from 1 to 4294967295"),
        ("chain 5 6", "'6' is one value too many: 'chain' takes vertices"),
        ("chain length=5", "'chain' has no parameter 'length': it takes vertices"),
        ("grid 3 width=4", "'width' is given twice: keep one of them"),
        (
            "grid 65536 65536",
            "this 'grid' would have 4294967296 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        (
            "star 4294967295",
            "this 'star' would have 4294967296 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        (
            "layered 4294967295 4294967295",
            "this 'layered' would have 18446744065119617025 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        (
            "random 10 moves=0.5",
            "'moves' cannot be '0.5': give a number from 1 to 2147483648, such as 2.5",
        ),
        (
            "random 10 moves=nan",
            "'moves' cannot be 'NaN': give a number from 1 to 2147483648, such as 2.5",
        ),
        (
            "random 10 moves=inf",
            "'moves' cannot be 'inf': give a number from 1 to 2147483648, such as 2.5",
        ),
        (
            "random 10 terminals=1.5",
            "'terminals' cannot be '1.5': give a number from 0 to 1, such as 0.1",
        ),
        (
            "random 10 terminals=NaN",
            "'terminals' cannot be 'NaN': give a number from 0 to 1, such as 0.1",
        ),
        (
            "random 10 seed=-1",
            "'seed' cannot be '-1': give a whole number from 0 to 18446744073709551615",
        ),
        (
            "random-parity 10 priorities=0",
            "'priorities' cannot be '0': give a whole number from 1 to 4294967295",
        ),
        (
            "random-payoff 10 weight=4294967296",
            "'weight' cannot be '4294967296': give a whole number from 1 to 4294967295",
        ),
        (
            "buchi-chain 2000000000",
            "this 'buchi-chain' would have 6000000000 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        (
            "jurdzinski-grid 4294967295 4294967295",
            "this 'jurdzinski-grid' would have 55340232203948785665 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        (
            "two-counters 40000",
            "this 'two-counters' would have 4800200000 vertices, and at most 4294967295 can be numbered: make it smaller",
        ),
        ("layered 2 2 back=2", "'back' cannot be '2': give a number from 0 to 1, such as 0.1"),
    ] {
        assert_eq!(message(line), expected, "{line}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_figure() {
    let recipe = Recipe::CompleteDag { vertices: 1_000_000 };
    let size = recipe.size().unwrap();
    assert_eq!((size.edges, size.bytes().to_string()), (499_999_500_000, "1.8 TiB".to_owned()));
    assert_eq!(
        recipe.build_within(Bytes(1 << 30)).unwrap_err().to_string(),
        "a graph of 1000000 vertices and 499999500000 edges takes 1.8 TiB of memory and may use 1.0 GiB: make it smaller"
    );
    let chain = Recipe::Chain { vertices: 1000 };
    let bytes = chain.size().unwrap().bytes();
    assert!(chain.build_within(bytes).is_ok());
    let refused = chain.build_within(Bytes(bytes.0 - 1));
    assert!(matches!(refused, Err(GenerateError::TooLarge { .. })));
    let largest =
        Recipe::Random { vertices: 4_294_967_295, moves: 2_147_483_648.0, terminals: 0.0, seed: 0 };
    assert_eq!(largest.size().unwrap().bytes(), Bytes(u64::MAX));
    assert!(largest.build().is_err());
}

#[test]
fn the_registry_describes_every_parameter_once() {
    for &family in Family::ALL {
        assert_eq!(Family::find(family.name()), Some(family));
        assert!(!family.description().is_empty());
        let names: Vec<&str> = family.parameters().iter().map(|p| p.name).collect();
        let words: Vec<String> = names.iter().map(|name| format!("{name}=1")).collect();
        let recipe = Recipe::from_words(family, words.iter().map(String::as_str)).unwrap();
        assert_eq!(recipe.family(), family);
        assert_eq!(recipe.to_string(), format!("{} {}", family.name(), words.join(" ")));
    }
}

/// Whether exactly the attributes announced are there, each on every vertex or edge; and where there
/// are owners, whether there is a move everywhere.
fn check_attributes(arena: &Arena, announced: Attributes) {
    let full = |present: bool, entries: usize| if present { entries } else { 0 };
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    assert_eq!(arena.owners.count(), full(announced.owners, vertices));
    assert_eq!(arena.priorities.count(), full(announced.priorities, vertices));
    assert_eq!(arena.targets.count(), full(announced.targets, vertices));
    assert_eq!(arena.weights.count(), full(announced.weights, edges));
    assert!(arena.verdicts.is_empty() && arena.players.is_empty());
    assert!(arena.names.is_sequence());
    assert!(!announced.owners || terminals(&arena.graph) == 0);
}

fn arbitrary_recipe() -> impl Strategy<Value = Recipe> {
    let count = || prop_oneof![4 => 0u64..200, 1 => any::<u64>(), 1 => 1u64 << 31..1 << 33];
    let mean = || prop_oneof![4 => 0.5..20.0f64, 1 => any::<f64>()];
    let share = || prop_oneof![4 => 0.0..=1.0f64, 1 => any::<f64>()];
    prop_oneof![
        (count(), mean(), share(), any::<u64>()).prop_map(|(vertices, moves, terminals, seed)| {
            Recipe::Random { vertices, moves, terminals, seed }
        }),
        (count(), mean(), any::<u64>()).prop_map(|(vertices, moves, seed)| Recipe::Dag {
            vertices,
            moves,
            seed
        }),
        (count(), count(), mean(), share(), any::<u64>()).prop_map(
            |(layers, width, moves, back, seed)| Recipe::Layered {
                layers,
                width,
                moves,
                back,
                seed
            }
        ),
        count().prop_map(|vertices| Recipe::Chain { vertices }),
        count().prop_map(|vertices| Recipe::Cycle { vertices }),
        (count(), count()).prop_map(|(width, height)| Recipe::Grid { width, height }),
        count().prop_map(|vertices| Recipe::CompleteDag { vertices }),
        count().prop_map(|leaves| Recipe::Star { leaves }),
        count().prop_map(|leaves| Recipe::InwardStar { leaves }),
        (count(), mean(), count(), any::<u64>()).prop_map(|(vertices, moves, priorities, seed)| {
            Recipe::RandomParity { vertices, moves, priorities, seed }
        }),
        (count(), mean(), count(), any::<u64>()).prop_map(|(vertices, moves, weight, seed)| {
            Recipe::RandomPayoff { vertices, moves, weight, seed }
        }),
        count().prop_map(|links| Recipe::BuchiChain { links }),
        (count(), count()).prop_map(|(depth, width)| Recipe::JurdzinskiGrid { depth, width }),
        count().prop_map(|levels| Recipe::RecursiveLadder { levels }),
        count().prop_map(|rungs| Recipe::ModelCheckerLadder { rungs }),
        count().prop_map(|vertices| Recipe::Clique { vertices }),
        count().prop_map(|bits| Recipe::TwoCounters { bits }),
        count().prop_map(|bits| Recipe::FriedmannCounter { bits }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_recipe_is_built_within_its_memory_or_refused(recipe in arbitrary_recipe()) {
        let allowed = Bytes(2 << 20);
        match recipe.build_within(allowed) {
            Ok(arena) => {
                let size = recipe.size().unwrap();
                let graph = &arena.graph;
                prop_assert_eq!(graph.vertex_count() as u64, size.vertices);
                prop_assert!(Bytes(arena.heap_bytes()) <= allowed);
                let chance = recipe.family().parameters().iter().any(|p| p.name == "seed");
                if !chance {
                    prop_assert_eq!(graph.edge_count() as u64, size.edges);
                    let bytes = Bytes(arena.heap_bytes());
                    prop_assert!(bytes <= size.bytes());
                    let bare = arena.attributes().is_empty();
                    prop_assert!(!bare || bytes == size.bytes());
                }
                check_attributes(&arena, size.attributes);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_recipe_reads_back_what_it_prints(recipe in arbitrary_recipe()) {
        let printed = recipe.to_string();
        let read: Recipe = printed.parse().unwrap();
        // Text, because NaN is not equal to itself.
        prop_assert_eq!(read.to_string(), printed);
    }

    #[test]
    fn any_text_is_a_recipe_or_an_error(line in "(random|grid|layered|star|random-p[a-z]*|two-counters|\\PC*)( [a-z]*=?[-+.0-9a-z]*){0,6}") {
        if let Ok(recipe) = line.parse::<Recipe>() {
            let _ = recipe.build_within(Bytes(1 << 16));
        }
    }
}
