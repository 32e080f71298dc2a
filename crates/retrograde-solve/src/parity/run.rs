//! What happens to a game from beginning to end: preparations, the game as it is, its components.

use std::time::Instant;

use retrograde_core::{Progress, RegionSolution, Stopped};

use super::field::Field;
use super::game::Game;
use super::{ALGORITHMS, Divided, Method, Work};
use super::{auto, buchi, components, cycles, estimate, preprocess};
use crate::stop::Stop;
use crate::{Options, Report};

/// One call of [`solve`](super::solve).
pub(super) struct Run<'a> {
    whole: &'a Game<'a>,
    method: Method,
    options: &'a Options<'a>,
    /// Whether there is the choice to solve it as a Büchi game.
    is_buchi: bool,
    report: Report,
    work: Work,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        whole: &'a Game<'a>,
        method: Method,
        options: &'a Options<'a>,
        report: Report,
    ) -> Self {
        let is_buchi = method == Method::Auto && buchi::applies(&whole.priorities);
        Run { whole, method, options, is_buchi, report, work: Work::default() }
    }

    pub(super) fn run(mut self) -> Result<Divided, Stopped> {
        let whole = self.whole;
        let start = Instant::now();
        let most = if self.method == Method::Auto { auto::room(whole.graph()) } else { u64::MAX };
        let held = estimate::linear(whole.graph(), self.method);
        let stop = Stop::new(&self.options.control).within(held, most);
        let mut field = Field::new(whole.graph().vertex_count());
        let mut prepared = preprocess::settle_ends_and_loops(whole, &mut field, &stop);
        if self.method != Method::Auto {
            prepared = prepared.and_then(|()| cycles::settle(whole, &mut field, &stop));
        }
        self.work.preprocessed = field.settled();
        self.report.ordering = start.elapsed();
        self.tell("solving", &field);
        // What comes next needs a free successor at every free vertex.
        if prepared.is_some() {
            // To be stopped is no error: the solution says what is not known.
            let solved = self.solve(&mut field, &stop);
            if solved.is_none() && self.is_buchi && stop.stopped().is_none() {
                drop(field);
                return self.solve_buchi(start);
            }
        }
        stop.unless_cancelled()?;
        self.tell("done", &field);
        let solution = field.into_solution(whole);
        Ok(self.divided(solution, stop.stopped(), start))
    }

    /// Solves the game as a Büchi game, from the beginning.
    fn solve_buchi(mut self, start: Instant) -> Result<Divided, Stopped> {
        let (solution, stopped) = buchi::run(self.whole, &self.options.control)?;
        self.report.solver = Method::Buchi.solver();
        self.work.components += 1;
        self.work.preprocessed = 0;
        Ok(self.divided(solution, stopped, start))
    }

    fn divided(
        mut self,
        mut solution: RegionSolution,
        stopped: Option<Stopped>,
        start: Instant,
    ) -> Divided {
        if !solution.winners.is_complete() {
            self.report.stopped = stopped;
            self.report.gave_up = stopped.is_none();
        }
        solution.strategy = solution.strategy.filter(|_| !self.options.values_only);
        self.report.labelling = start.elapsed() - self.report.ordering;
        Divided { solution, report: self.report, work: self.work }
    }

    /// Settles all vertices; `None` if stopped, or to have the game solved as a Büchi game.
    fn solve(&mut self, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
        let (whole, asked) = (self.whole, self.method);
        if field.settled() == whole.graph().vertex_count() {
            return Some(());
        }
        if let Some(settle) = asked.on_field() {
            let is_auto = asked == Method::Auto;
            // Looking for cycles takes as long as solving a game that is easy.
            for cycles_first in if is_auto { &[false, true][..] } else { &[false] } {
                if *cycles_first {
                    cycles::settle(whole, field, stop)?;
                }
                let budget =
                    if is_auto && !cycles_first { auto::short_budget } else { auto::first_budget };
                let turn = stop.turn(budget(whole));
                if settle(whole, field, &turn).is_some() {
                    self.work.components += 1;
                    return Some(());
                }
                stop.ok(turn.check())?;
                self.work.switches += u64::from(is_auto);
                if self.is_buchi {
                    return None;
                }
                field.close(whole, stop)?;
            }
        }
        let (report, work) = (&mut self.report, &mut self.work);
        let mut largest = 0;
        components::settle(whole, field, &self.options.control, stop, |game| {
            let (method, solution) = match ALGORITHMS.iter().find(|(m, _)| *m == asked) {
                Some(&(method, algorithm)) => (method, algorithm(game, stop)?),
                None if buchi::applies(&game.priorities) => {
                    (Method::Buchi, buchi::solve(game, stop)?)
                }
                None if asked == Method::Buchi => return None,
                None => auto::solve(game, auto::first_budget(game) / 2, stop, &mut work.switches)?,
            };
            let size = game.graph().vertex_count();
            if size > largest {
                (largest, report.solver) = (size, method.solver());
            }
            work.components += 1;
            Some(solution)
        })
    }

    fn tell(&self, phase: &'static str, field: &Field) {
        let total = self.whole.graph().vertex_count() as u64;
        self.options.control.tell(Progress::new(phase, field.settled() as u64, total));
    }
}
