//! Formulas on models, against evaluation by the definition.

mod formulas;
mod naive;
mod random;
mod small;
