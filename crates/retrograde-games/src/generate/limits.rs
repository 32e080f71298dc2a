//! What values the parameters of a recipe may have.

use std::fmt;

use super::error::GenerateError;
use super::family::{Family, ParameterKind};

pub(super) fn bad_value(
    parameter: &'static str,
    value: impl fmt::Display,
    kind: ParameterKind,
) -> GenerateError {
    GenerateError::BadValue { parameter, value: value.to_string(), allowed: kind.allowed() }
}

/// A number of something that must be there and must be possible to number.
pub(super) fn check_count(parameter: &'static str, count: u64) -> Result<u64, GenerateError> {
    match count {
        1..=0xffff_ffff => Ok(count),
        _ => Err(bad_value(parameter, count, ParameterKind::Count)),
    }
}

pub(super) fn check_mean(parameter: &'static str, mean: f64) -> Result<f64, GenerateError> {
    if (1.0..=ParameterKind::LARGEST_MEAN).contains(&mean) {
        Ok(mean)
    } else {
        Err(bad_value(parameter, mean, ParameterKind::Mean))
    }
}

pub(super) fn check_share(parameter: &'static str, share: f64) -> Result<f64, GenerateError> {
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err(bad_value(parameter, share, ParameterKind::Share))
    }
}

pub(super) fn check_vertices(family: Family, vertices: u128) -> Result<u64, GenerateError> {
    match u32::try_from(vertices) {
        Ok(vertices) => Ok(u64::from(vertices)),
        Err(_) => Err(GenerateError::TooManyVertices { family, vertices }),
    }
}
