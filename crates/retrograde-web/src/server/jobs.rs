//! Work that goes on between answers, as long as somebody is interested.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::{Cancel, Progress, Stopped};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::opened::secret;
use crate::api::{JobState, JobStatus};
use crate::refusal::Refusal;

/// How many jobs are worked on at once: each may use all threads.
pub(super) const JOBS: usize = 1;

/// How many jobs there may be.
const WAITING: usize = 16;

/// How long the end of a job can be asked about.
const REMEMBERED: Duration = Duration::from_secs(60);

/// The jobs there are.
#[derive(Debug)]
pub(crate) struct Jobs {
    list: Mutex<HashMap<String, Arc<Job>>>,
    /// One after the other.
    place: Arc<Semaphore>,
    /// How long a job goes on that nobody asks about.
    interest: Duration,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct Job {
    /// What it is about: there is one job for it at a time.
    about: String,
    cancel: Cancel,
    status: Mutex<(JobStatus, Instant)>,
}

impl Job {
    fn lock(&self) -> MutexGuard<'_, (JobStatus, Instant)> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_running(&self) -> bool {
        self.lock().0.state == JobState::Running
    }

    /// Says how far it is.
    pub(crate) fn tell(&self, progress: Progress) {
        let status = &mut self.lock().0;
        progress.phase.clone_into(&mut status.phase);
        status.done = progress.done;
        status.total = Some(progress.total).filter(|&total| total > 0);
    }

    /// The switch that ends it.
    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Waits for its turn, unless nobody wants it before that.
    async fn turn(&self, place: Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        const LOOK: Duration = Duration::from_millis(100);
        let mut turn = std::pin::pin!(place.acquire_owned());
        loop {
            match timeout(LOOK, turn.as_mut()).await {
                Ok(place) => return place.ok(),
                Err(_) if self.cancel.is_cancelled() => return None,
                Err(_) => {}
            }
        }
    }

    fn end(&self, result: Result<(), Refusal>) {
        let (status, since) = &mut *self.lock();
        *since = Instant::now();
        status.state = match &result {
            Ok(()) => JobState::Done,
            Err(_) if self.cancel.is_cancelled() => JobState::Cancelled,
            Err(_) => JobState::Failed,
        };
        status.problem = result.err().map(|refusal| refusal.problem);
    }
}

impl Jobs {
    pub(crate) fn new(interest: Duration) -> Self {
        Jobs { list: Mutex::default(), place: Arc::new(Semaphore::new(JOBS)), interest }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many go on.
    pub(crate) fn running(&self) -> usize {
        self.lock().values().filter(|job| job.is_running()).count()
    }

    /// Starts a job unless there is one about the same or too many wait, and tells its id. Has to be called from within
    /// the server's runtime or from its threads.
    pub(crate) fn start(
        &self,
        about: &str,
        work: impl FnOnce(&Job) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<String, Refusal> {
        let mut list = self.lock();
        let known = list.iter().find(|(_, job)| job.about == about && job.is_running());
        if let Some((id, job)) = known {
            job.lock().1 = Instant::now();
            return Ok(id.clone());
        }
        if list.values().filter(|job| job.is_running()).count() >= WAITING {
            let error = "too many games are waiting to be solved: ask again in a moment";
            return Err(Refusal::new(Refusal::BUSY, error).later(5));
        }
        let status = JobStatus {
            state: JobState::Running,
            phase: "waiting".to_owned(),
            done: 0,
            total: None,
            problem: None,
        };
        let status = Mutex::new((status, Instant::now()));
        let job = Arc::new(Job { about: about.to_owned(), cancel: Cancel::new(), status });
        let id = secret();
        list.insert(id.clone(), job.clone());
        drop(list);
        let place = self.place.clone();
        tokio::spawn(async move {
            let Some(_place) = job.turn(place).await else {
                return job.end(Err(super::queue::going_down()));
            };
            let worker = job.clone();
            let done = tokio::task::spawn_blocking(move || match worker.cancel.is_cancelled() {
                true => Err(Stopped::Cancelled.into()),
                false => work(&worker),
            });
            let broken = |_| {
                let error =
                    "something went wrong inside the server: this is a mistake of the program";
                Err(Refusal::new(Refusal::OUR_FAULT, error))
            };
            job.end(done.await.unwrap_or_else(broken));
        });
        Ok(id)
    }

    /// Where a job stands; whoever asks is interested.
    pub(crate) fn status(&self, id: &str) -> Result<JobStatus, Refusal> {
        let job = self.find(id)?;
        let (status, since) = &mut *job.lock();
        if status.state == JobState::Running {
            *since = Instant::now();
        }
        Ok(status.clone())
    }

    /// Ends a job.
    pub(crate) fn stop(&self, id: &str) -> Result<(), Refusal> {
        self.find(id)?.cancel.cancel();
        Ok(())
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let found = self.lock().get(id).cloned();
        found.ok_or_else(|| Refusal::new(Refusal::MISSING, "there is no such job any more"))
    }

    /// Ends what nobody asks about, and forgets what has ended.
    pub(crate) fn sweep(&self) {
        self.lock().retain(|_, job| {
            let (status, since) = &*job.lock();
            let running = status.state == JobState::Running;
            if running && since.elapsed() > self.interest {
                job.cancel.cancel();
            }
            running || since.elapsed() < REMEMBERED
        });
    }

    /// Ends all of them.
    pub(crate) fn close(&self) {
        self.place.close();
        self.lock().values().for_each(|job| job.cancel.cancel());
    }
}
