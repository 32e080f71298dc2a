//! Automata that leave open which transition is taken: whether whoever chooses as the run goes can have every
//! run accepted.

use retrograde_core::{
    Acceptance, Bitmap, Color, Colors, Control, EmersonLeiGame, Graph, OwnedGraph, RunCondition,
};

use super::CircuitError;
use super::product::Product;
use crate::emerson_lei::anew::won_by_one;

/// Whether every run can be accepted, if transitions are chosen one after the other, without knowing what
/// comes next; `None` where there are too many priorities to tell.
pub(super) fn can_be_chosen(
    product: &Product,
    condition: &RunCondition,
    control: &Control<'_>,
) -> Result<Option<bool>, CircuitError> {
    let Some(acceptance) = on_colors(product, condition) else { return Ok(None) };
    let is_parity = *condition == RunCondition::Parity;
    let mut colors = vec![Colors::EMPTY; product.pairs.len()];
    let mut chooses: Vec<u32> = Vec::new();
    let mut edges = Vec::new();
    let mut pace = control.pace();
    for (pair, (moves, classes)) in (0..).zip(product.moves.iter().zip(&product.choices)) {
        let first = colors.len() as u32;
        for step in moves {
            edges.push((colors.len() as u32, step.to));
            colors.push(if is_parity { Colors(1 << step.mark) } else { Colors(step.mark) });
        }
        for class in classes {
            pace.steps(1 + class.len())?;
            let chooser = colors.len() as u32;
            colors.push(Colors::EMPTY);
            chooses.push(chooser);
            edges.push((pair, chooser));
            edges.extend(class.iter().map(|place| (chooser, first + place)));
        }
    }
    let graph = Graph::from_edges(colors.len(), edges)
        .map_err(|_| CircuitError::Overlap { state: product.pairs[0].1 })?;
    let mut ones = Bitmap::new(colors.len());
    (0..colors.len()).for_each(|vertex| ones.set(vertex));
    for chooser in chooses {
        ones.clear(chooser as usize);
    }
    let arena = OwnedGraph::from_bitmap(&graph, ones);
    let lost = won_by_one(&EmersonLeiGame { arena, colors, acceptance }, control)?;
    Ok(Some(!lost.get(0)))
}

/// The condition as one on colours, with a colour for each priority.
fn on_colors(product: &Product, condition: &RunCondition) -> Option<Acceptance> {
    if let RunCondition::Colors(acceptance) = condition {
        return Some(acceptance.clone());
    }
    let largest = product.moves.iter().flatten().map(|step| step.mark).max().unwrap_or(0);
    let mut formula = Acceptance::any([]);
    for priority in 0..=u32::try_from(largest).ok()? {
        let color = Color::new(priority)?;
        formula = match priority % 2 {
            0 => Acceptance::any([Acceptance::inf(color), formula]),
            _ => Acceptance::all([Acceptance::fin(color), formula]),
        };
    }
    Some(formula)
}
