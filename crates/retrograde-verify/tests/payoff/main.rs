//! The checkers of payoff games against the definitions, against changed solutions, and at scale.

mod bounds;
mod energy;
mod energy_oracle;
mod game;
mod hostile;
mod mean_oracle;
mod mean_payoff;
mod messages;
mod random;
mod scale;
