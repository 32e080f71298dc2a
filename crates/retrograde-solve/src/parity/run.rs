//! What happens to a game from beginning to end: preparations, the game as it is, its components.

use std::time::Instant;

use super::field::Field;
use super::game::{Game, Stop};
use super::{ALGORITHMS, Method, Options, Report, Solved, Work};
use super::{auto, buchi, components, cycles, preprocess};
use crate::Progress;

/// One call of [`solve`](super::solve).
pub(super) struct Run<'a> {
    whole: &'a Game<'a>,
    options: &'a Options<'a>,
    /// Whether there is the choice to solve it as a Büchi game.
    is_buchi: bool,
    report: Report,
    work: Work,
}

impl<'a> Run<'a> {
    pub(super) fn new(whole: &'a Game<'a>, options: &'a Options<'a>) -> Self {
        let is_buchi = options.method == Method::Auto && buchi::applies(whole);
        Run { whole, options, is_buchi, report: Report::new(None), work: Work::default() }
    }

    pub(super) fn run(mut self) -> Solved {
        let (whole, options) = (self.whole, self.options);
        let start = Instant::now();
        let stop = Stop::at(options.deadline);
        let mut field = Field::new(whole.graph().vertex_count());
        let mut prepared = preprocess::settle_ends_and_loops(whole, &mut field, &stop);
        if options.method != Method::Auto {
            prepared = prepared.and_then(|()| cycles::settle(whole, &mut field, &stop));
        }
        self.work.preprocessed = field.settled();
        self.report.ordering = start.elapsed();
        self.tell("solving", &field);
        // What comes next needs a free successor at every free vertex.
        if prepared.is_some() {
            // To be stopped is no error: the solution says what is not known.
            let solved = self.solve(&mut field, &stop);
            if solved.is_none() && self.is_buchi && !stop.is_past() {
                drop(field);
                return self.solve_buchi(start);
            }
        }
        self.tell("done", &field);
        let mut solution = field.into_solution(whole);
        if options.values_only {
            solution.strategy = None;
        }
        self.report.labelling = start.elapsed() - self.report.ordering;
        Solved { solution, report: self.report, work: self.work }
    }

    /// Solves the game as a Büchi game, from the beginning.
    fn solve_buchi(mut self, start: Instant) -> Solved {
        let solution = buchi::run(self.whole, self.options);
        self.report.method = Some(Method::Buchi);
        self.report.labelling = start.elapsed() - self.report.ordering;
        self.work.components += 1;
        self.work.preprocessed = 0;
        Solved { solution, report: self.report, work: self.work }
    }

    /// Settles all vertices; `None` at the deadline, or to have the game solved as a Büchi game.
    fn solve(&mut self, field: &mut Field, stop: &Stop) -> Option<()> {
        let (whole, options) = (self.whole, self.options);
        if field.settled() == whole.graph().vertex_count() {
            return Some(());
        }
        if let Some(settle) = options.method.on_field() {
            let budget = if self.is_buchi { auto::short_budget } else { auto::first_budget };
            let turn = Stop::after(budget(whole), options.deadline);
            if settle(whole, field, &turn).is_some() {
                let is_auto = options.method == Method::Auto;
                self.report.method = Some(if is_auto { Method::Zielonka } else { options.method });
                self.work.components += 1;
                return Some(());
            }
            self.work.switches += u64::from(options.method == Method::Auto);
            if self.is_buchi {
                return None;
            }
            field.close(whole, stop)?;
        }
        if options.method == Method::Auto {
            cycles::settle(whole, field, stop)?;
        }
        let (report, work) = (&mut self.report, &mut self.work);
        let mut largest = 0;
        components::settle(whole, field, options.threads, stop, |game| {
            let (method, solution) = match ALGORITHMS.iter().find(|(m, _)| *m == options.method) {
                Some(&(method, algorithm)) => (method, algorithm(game, stop)?),
                None if buchi::applies(game) => (Method::Buchi, buchi::solve(game, stop)?),
                None if options.method == Method::Buchi => return None,
                None => {
                    let budget = auto::first_budget(game);
                    auto::solve(game, budget, options.deadline, &mut work.switches)?
                }
            };
            let size = game.graph().vertex_count();
            if size > largest {
                (largest, report.method) = (size, Some(method));
            }
            work.components += 1;
            Some(solution)
        })
    }

    fn tell(&self, phase: &'static str, field: &Field) {
        if let Some(progress) = self.options.progress {
            let total = self.whole.graph().vertex_count() as u64;
            progress(Progress { phase, settled: field.settled() as u64, total });
        }
    }
}
