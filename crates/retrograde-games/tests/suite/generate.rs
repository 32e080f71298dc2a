//! What the generators promise: shapes, numbers of moves, errors, and graphs that never change.

use proptest::prelude::*;
use retrograde_core::memory::Bytes;
use retrograde_core::{Allowance, Arena, Attribute, Cancel, Control, Graph, Progress, Stopped};
use retrograde_games::generate::{self, Family, GenerateError, ParameterKind, Recipe, Size};

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

fn build(line: &str) -> Result<Arena, GenerateError> {
    line.parse::<Recipe>()?.build(&Control::default())
}

fn build_within(recipe: &Recipe, bytes: u64) -> Result<Arena, GenerateError> {
    let memory = Some(Allowance::from_now(bytes));
    recipe.build(&Control { memory, ..Control::default() })
}

/// The checksums come from `data/pinned.py`, a second implementation of the same definitions.
#[test]
fn pinned_recipes_give_the_same_graphs_for_ever() {
    let mut families: Vec<&str> = Vec::new();
    for line in include_str!("../data/pinned.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [recipe, vertices, edges, expected] = fields[..] else { panic!("{line}") };
        let arena = build(recipe).unwrap();
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
        let graph = build(line).unwrap().graph;
        assert_eq!((graph.vertex_count(), graph.edge_count()), (1, edges), "{line}");
    }
}

#[test]
fn a_dag_never_has_more_moves_than_higher_vertices() {
    let recipe: Recipe = "dag vertices=300 moves=100.25 seed=4".parse().unwrap();
    let graph = recipe.build(&Control::default()).unwrap().graph;
    assert!(graph.vertices().all(|v| graph.out_degree(v) <= 299 - v));
    assert_eq!(terminals(&graph), 1);
    // The estimate takes the shortage of higher vertices into account.
    let (expected, edges) = (recipe.size().edges as f64, graph.edge_count() as f64);
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
            "no family of graphs is named: choose one of random, dag, layered, chain, cycle, grid, complete-dag, star, inward-star, random-parity, random-payoff, buchi-chain, jurdzinski-grid, recursive-ladder, model-checker-ladder, clique, two-counters, friedmann-counter, core-counter, gazda-counter, region-counter, delayed-counter, distractions",
        ),
        (
            "circle 5",
            "there is no family of graphs 'circle': choose one of random, dag, layered, chain, cycle, grid, complete-dag, star, inward-star, random-parity, random-payoff, buchi-chain, jurdzinski-grid, recursive-ladder, model-checker-ladder, clique, two-counters, friedmann-counter, core-counter, gazda-counter, region-counter, delayed-counter, distractions",
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
            "this 'grid' would have 4,294,967,296 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
        ),
        (
            "star 4294967295",
            "this 'star' would have 4,294,967,296 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
        ),
        (
            "layered 4294967295 4294967295",
            "this 'layered' would have 18,446,744,065,119,617,025 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
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
            "this 'buchi-chain' would have 6,000,000,000 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
        ),
        (
            "jurdzinski-grid 4294967295 4294967295",
            "this 'jurdzinski-grid' would have 55,340,232,203,948,785,665 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
        ),
        (
            "two-counters 40000",
            "this 'two-counters' would have 4,800,200,000 vertices, and at most 4,294,967,295 can be numbered: make it smaller",
        ),
        ("layered 2 2 back=2", "'back' cannot be '2': give a number from 0 to 1, such as 0.1"),
    ] {
        assert_eq!(build(line).unwrap_err().to_string(), expected, "{line}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_figure() {
    let recipe: Recipe = "complete-dag 1000000".parse().unwrap();
    let size = recipe.size();
    assert_eq!((size.edges, size.bytes().to_string()), (499_999_500_000, "1.8 TiB".to_owned()));
    assert_eq!(
        build_within(&recipe, 1 << 30).unwrap_err().to_string(),
        "a graph of 1,000,000 vertices and 499,999,500,000 edges takes 1.8 TiB of memory and may use 1.0 GiB: make it smaller"
    );
    let chain: Recipe = "chain 1000".parse().unwrap();
    let Bytes(bytes) = chain.size().bytes();
    assert!(build_within(&chain, bytes).is_ok());
    let refused = build_within(&chain, bytes - 1);
    assert!(matches!(refused, Err(GenerateError::TooLarge { .. })));
    let largest: Recipe = "random 4294967295 moves=2147483648 terminals=0".parse().unwrap();
    assert_eq!(largest.size().bytes(), Bytes(u64::MAX));
    assert!(build_within(&largest, u64::MAX - 1).is_err());
}

/// The recipe in which all parameters without defaults have the same value.
fn of_count(family: Family, count: u64) -> Recipe {
    let free = family.parameters().iter().filter(|parameter| parameter.default.is_none());
    let words: Vec<String> = free.map(|parameter| format!("{}={count}", parameter.name)).collect();
    Recipe::from_words(family, words.iter().map(String::as_str)).unwrap()
}

fn is_random(family: Family) -> bool {
    family.parameters().iter().any(|parameter| parameter.kind == ParameterKind::Seed)
}

/// Whether the arena has the size announced, within the memory announced, and exactly the attributes
/// announced, each on every vertex or edge; and where there are owners, a move everywhere.
fn check(arena: &Arena, family: Family, size: Size) {
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    assert_eq!(vertices as u64, size.vertices, "{family:?}");
    if !is_random(family) {
        assert_eq!(edges as u64, size.edges, "{family:?}");
        assert_eq!(Bytes(arena.heap_bytes()), size.bytes(), "{family:?}");
    }
    assert_eq!(family.attributes(), size.attributes);
    assert_eq!(arena.attributes(), size.attributes, "{family:?}");
    for (attribute, count, full) in [
        (Attribute::Owner, arena.owners.count(), vertices),
        (Attribute::Priority, arena.priorities.count(), vertices),
        (Attribute::Target, arena.targets.count(), vertices),
        (Attribute::Weight, arena.weights.count(), edges),
    ] {
        assert!(!arena.has(attribute) || count == full, "{attribute} of {family:?}");
    }
    assert!(arena.names.is_sequence());
    let owned = size.attributes.contains(&Attribute::Owner);
    assert!(!owned || terminals(&arena.graph) == 0, "{family:?}");
}

#[test]
fn every_family_is_as_announced_from_its_smallest_size_on() {
    for &family in Family::ALL {
        for count in [1, 2, 3, 10, 33] {
            let recipe = of_count(family, count);
            check(&recipe.build(&Control::default()).unwrap(), family, recipe.size());
        }
    }
}

#[test]
fn the_table_describes_every_parameter_once() {
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

/// The recipe of a family that has at least so many edges, and not many more than needed.
fn of_edges(family: Family, edges: u64) -> Recipe {
    let counts = (0..).map(|step| 1 << step);
    counts.map(|count| of_count(family, count)).find(|recipe| recipe.size().edges >= edges).unwrap()
}

#[test]
fn every_family_tells_how_far_it_is_and_can_be_stopped_there() {
    for &family in Family::ALL {
        let recipe = of_edges(family, 1_000_000);
        let cancel = Cancel::new();
        let progress = |progress: Progress| {
            assert_eq!(progress.total, recipe.size().vertices);
            assert!(progress.done < progress.total, "{family:?} goes on");
            cancel.cancel();
        };
        let control =
            Control { cancel: Some(&cancel), progress: Some(&progress), ..Control::default() };
        let stopped = recipe.build(&control).unwrap_err();
        assert_eq!(stopped, GenerateError::Stopped(Stopped::Cancelled), "{family:?}");
        assert_eq!(stopped.to_string(), "cancelled");
    }
}

fn arbitrary_recipe() -> impl Strategy<Value = String> {
    let value = |kind| match kind {
        ParameterKind::Count => {
            prop_oneof![4 => 0u64..200, 1 => any::<u64>(), 1 => 1u64 << 31..1 << 33]
                .prop_map(|count| count.to_string())
                .boxed()
        }
        ParameterKind::Mean => prop_oneof![4 => 0.5..20.0f64, 1 => any::<f64>()]
            .prop_map(|mean| mean.to_string())
            .boxed(),
        ParameterKind::Share => prop_oneof![4 => 0.0..=1.0f64, 1 => any::<f64>()]
            .prop_map(|share| share.to_string())
            .boxed(),
        _ => any::<u64>().prop_map(|seed| seed.to_string()).boxed(),
    };
    proptest::sample::select(Family::ALL).prop_flat_map(move |family| {
        let values: Vec<_> = family.parameters().iter().map(|p| value(p.kind)).collect();
        values.prop_map(move |values| format!("{} {}", family.name(), values.join(" ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_recipe_is_built_within_its_memory_or_refused(line in arbitrary_recipe()) {
        let allowed = 2 << 20;
        let built = line.parse::<Recipe>().and_then(|recipe| {
            build_within(&recipe, allowed).map(|arena| (recipe, arena))
        });
        match built {
            Ok((recipe, arena)) => {
                prop_assert!(arena.heap_bytes() <= allowed);
                check(&arena, recipe.family(), recipe.size());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_recipe_reads_back_what_it_prints(line in arbitrary_recipe()) {
        if let Ok(recipe) = line.parse::<Recipe>() {
            prop_assert_eq!(recipe.to_string().parse::<Recipe>(), Ok(recipe));
        }
    }

    #[test]
    fn any_text_is_a_recipe_or_an_error(line in "(random|grid|layered|star|random-p[a-z]*|two-counters|\\PC*)( [a-z]*=?[-+.0-9a-z]*){0,6}") {
        if let Ok(recipe) = line.parse::<Recipe>() {
            let _ = build_within(&recipe, 1 << 16);
        }
    }
}
