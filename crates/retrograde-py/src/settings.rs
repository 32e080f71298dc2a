//! What every call can be told: the keywords that are options of the library.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::memory::Bytes;
use retrograde::{Cancel, Engine, MemoryLimit, Options, Threads};

use crate::errors;

/// The options of a call, owned.
#[derive(Default)]
pub(crate) struct Settings {
    solver: Option<String>,
    engine: Engine,
    threads: Option<Threads>,
    memory: MemoryLimit,
    timeout: Option<Duration>,
    scratch: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    checkpoint_every: Option<Duration>,
    values_only: bool,
    acyclic: bool,
    partial: bool,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Settings {
    /// The options in a dictionary of keywords; those that are `None` are left as they are.
    pub(crate) fn new(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut settings = Settings::default();
        for (key, value) in keywords.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            let key: String = key.extract()?;
            match key.as_str() {
                "solver" => settings.solver = Some(typed(py, &key, &value, "text")?),
                "engine" => {
                    settings.engine = engine(py, &typed::<String>(py, &key, &value, "text")?)?;
                }
                "threads" => {
                    let count: usize = value.extract().unwrap_or(0);
                    settings.threads = Some(Threads::new(count).ok_or_else(|| {
                        errors::input(py, format!("threads={value}: give a whole number from 1 on"))
                    })?);
                }
                "max_memory" => settings.memory = memory(py, &value)?,
                "timeout" => settings.timeout = seconds(py, &key, &value)?,
                "scratch" => settings.scratch = Some(typed(py, &key, &value, "a path")?),
                "checkpoint" => settings.checkpoint = Some(typed(py, &key, &value, "a path")?),
                "checkpoint_every" => settings.checkpoint_every = seconds(py, &key, &value)?,
                "values_only" => settings.values_only = typed(py, &key, &value, FLAG)?,
                "acyclic" => settings.acyclic = typed(py, &key, &value, FLAG)?,
                "partial" => settings.partial = typed(py, &key, &value, FLAG)?,
                "progress" => settings.progress = Some(value.unbind()),
                _ => return Err(errors::input(py, format!("there is no option '{key}'"))),
            }
        }
        Ok(settings)
    }

    /// The options as the library has them.
    pub(crate) fn options<'a>(&'a self, cancel: &'a Cancel) -> Options<'a> {
        Options {
            solver: self.solver.as_deref(),
            engine: self.engine,
            threads: self.threads.unwrap_or_default(),
            memory: self.memory,
            timeout: self.timeout,
            scratch: self.scratch.as_deref(),
            checkpoint: self.checkpoint.as_deref(),
            checkpoint_every: self.checkpoint_every,
            values_only: self.values_only,
            acyclic: self.acyclic,
            partial: self.partial,
            cancel: Some(cancel),
            ..Options::default()
        }
    }
}

const FLAG: &str = "True or False";

/// The value of a keyword, if it is of the type that is wanted.
fn typed<'py, T: FromPyObjectOwned<'py>>(
    py: Python<'py>,
    key: &str,
    value: &Bound<'py, PyAny>,
    wanted: &str,
) -> PyResult<T> {
    value.extract().map_err(|_| {
        let shown = errors::shown(value);
        errors::wrong_type(py, format!("{key}={shown}: {wanted} is wanted"))
    })
}

/// A time in seconds; `None` where there is no end of it.
fn seconds(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let seconds: f64 = value.extract().unwrap_or(f64::NAN);
    if seconds == f64::INFINITY {
        return Ok(None);
    }
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| errors::input(py, format!("{key}={value}: give seconds, such as 2.5")))?;
    Ok(Some(time))
}

/// The engine of that name.
fn engine(py: Python<'_>, name: &str) -> PyResult<Engine> {
    Engine::from_name(name).ok_or_else(|| {
        let names = Engine::ALL.map(Engine::name).join(", ");
        errors::input(py, format!("there is no engine '{name}': there are {names}"))
    })
}

fn memory(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<MemoryLimit> {
    if let Ok(bytes) = value.extract::<u64>() {
        return Ok(MemoryLimit::Bytes(bytes));
    }
    let text: String = value.extract().unwrap_or_default();
    match (text.as_str(), Bytes::parse(&text)) {
        ("unlimited", _) => Ok(MemoryLimit::Unlimited),
        (_, Some(Bytes(bytes))) => Ok(MemoryLimit::Bytes(bytes)),
        _ => Err(errors::input(
            py,
            format!(
                "max_memory={value}: give bytes, a size such as '512M' or '4G', or 'unlimited'"
            ),
        )),
    }
}
