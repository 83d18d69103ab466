//! Children that are ready before they are needed, and the thread that starts them and sees them off.
//! Each run takes one and orders another; how many run at once is bounded, and the others queue.

use std::collections::VecDeque;
use std::fmt;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, mpsc};

use super::process::{Process, StartError, Starter, Worker};
use super::protocol::Protections;
use super::wire::Inbox;

/// How long a child may take to end by itself once it is done.
const LEAVE_WITHIN: Duration = Duration::from_secs(1);
/// How often the thread looks after children that are ending.
const LOOK_EVERY: Duration = Duration::from_millis(2);

type Started = Result<Worker, StartError>;

/// What the pool's thread is told.
enum Order {
    /// Start another child.
    Start,
    /// See this one off: it is done, or killed.
    Leave(Process),
    /// See everything off and end.
    Close(Sender<()>),
}

/// The children of one runtime.
pub(super) struct Pool {
    orders: Mutex<Sender<Order>>,
    ready: tokio::sync::Mutex<mpsc::UnboundedReceiver<Started>>,
    /// How many children were ordered by runs that were given up before they got one.
    unclaimed: AtomicUsize,
    running: Arc<Semaphore>,
    most_running: u32,
    pub(super) protections: Protections,
}

/// A worker, and the right to let it run. When it is dropped the child is ended, and seen off.
pub(super) struct Lease {
    worker: Option<Worker>,
    pool: Arc<Pool>,
    _permit: OwnedSemaphorePermit,
}

impl Lease {
    /// The worker, without its process.
    pub(super) fn split(mut self) -> Option<(Ending, OwnedFd, OwnedFd, Inbox)> {
        let Worker { process, to_child, from_child, inbox, .. } = self.worker.take()?;
        let ending = Ending { process: Some(process), lease: self };
        Some((ending, to_child, from_child, inbox))
    }
}

/// The process of a lease: ended when it is dropped, unless it ends by itself.
pub(super) struct Ending {
    process: Option<Process>,
    lease: Lease,
}

impl Ending {
    pub(super) fn process(&mut self) -> Option<&mut Process> {
        self.process.as_mut()
    }

    /// It is done, and will end by itself.
    pub(super) fn let_go(mut self) {
        if let Some(process) = self.process.take() {
            self.lease.pool.order(Order::Leave(process));
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
            self.lease.pool.order(Order::Leave(process));
        }
    }
}

impl Pool {
    /// Starts the first child, to see that it can be done, and orders the other spares.
    pub(super) fn start(
        starter: Starter,
        most_running: u32,
        spares: usize,
    ) -> Result<Self, StartError> {
        let first = starter.start()?;
        let protections = first.protections;
        let (orders, ordered) = channel();
        let (ready, taken) = mpsc::unbounded_channel();
        // The receiver is there, so this arrives.
        let _ = ready.send(Ok(first));
        for _ in 1..spares {
            let _ = orders.send(Order::Start);
        }
        let program = starter.program.display().to_string();
        thread::Builder::new()
            .name("dsh-tools workers".to_owned())
            .spawn(move || Keeper { starter, ready, leaving: VecDeque::new() }.keep(&ordered))
            .map_err(|error| StartError::Spawn { program, reason: error.to_string() })?;
        Ok(Self {
            orders: Mutex::new(orders),
            ready: tokio::sync::Mutex::new(taken),
            unclaimed: AtomicUsize::new(0),
            running: Arc::new(Semaphore::new(most_running as usize)),
            most_running,
            protections,
        })
    }

    fn order(&self, order: Order) {
        // The thread is gone only after a close; then its children are, too.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }

    /// Waits for a turn and a child. None once the pool is closed.
    pub(super) async fn take(self: &Arc<Self>) -> Option<Result<Lease, StartError>> {
        let turn: Result<_, AcquireError> = self.running.clone().acquire_owned().await;
        let permit = turn.ok()?;
        loop {
            let claim = Claim::make(self);
            let started = self.ready.lock().await.recv().await?;
            claim.settle();
            let mut worker = match started {
                Ok(worker) => worker,
                Err(error) => return Some(Err(error)),
            };
            // Somebody may have ended it while it waited.
            if worker.process.try_wait().is_none() {
                let worker = Some(worker);
                return Some(Ok(Lease { worker, pool: self.clone(), _permit: permit }));
            }
        }
    }

    /// Lets what runs end, refuses what queues, and sees every child off.
    pub(super) async fn close(&self) {
        let all = self.running.clone().acquire_many_owned(self.most_running).await;
        self.running.close();
        drop(all);
        let (closed, is_closed) = channel();
        self.order(Order::Close(closed));
        // A blocking wait in its place, so that the caller's runtime is not held up.
        let _ = tokio::task::spawn_blocking(move || is_closed.recv()).await;
        let mut ready = self.ready.lock().await;
        ready.close();
        while ready.try_recv().is_ok() {}
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.order(Order::Close(channel().0));
    }
}

/// A child that was ordered in place of the one that its run is about to take.
struct Claim<'p>(Option<&'p Pool>);

impl<'p> Claim<'p> {
    /// Orders a child, unless another run left one behind that it had ordered.
    fn make(pool: &'p Pool) -> Self {
        let one_less = |unclaimed: usize| unclaimed.checked_sub(1);
        if pool.unclaimed.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less).is_err() {
            pool.order(Order::Start);
        }
        Self(Some(pool))
    }

    /// The run has taken a child.
    fn settle(mut self) {
        self.0 = None;
    }
}

/// Without this, each run that is given up while it waits would leave one more child among the spares.
impl Drop for Claim<'_> {
    fn drop(&mut self) {
        if let Some(pool) = self.0 {
            pool.unclaimed.fetch_add(1, Ordering::AcqRel);
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("free", &self.running.available_permits())
            .finish_non_exhaustive()
    }
}

/// What the pool's thread knows.
struct Keeper {
    starter: Starter,
    ready: mpsc::UnboundedSender<Started>,
    /// Children that are ending, and when they are ended.
    leaving: VecDeque<(Process, Instant)>,
}

impl Keeper {
    fn keep(mut self, ordered: &Receiver<Order>) {
        loop {
            let order = if self.leaving.is_empty() {
                ordered.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                ordered.recv_timeout(LOOK_EVERY)
            };
            match order {
                Ok(Order::Start) => {
                    // One that nobody wants any more is dropped, and so ended.
                    let _ = self.ready.send(self.starter.start());
                }
                Ok(Order::Leave(process)) => {
                    self.leaving.push_back((process, Instant::now() + LEAVE_WITHIN));
                }
                Ok(Order::Close(closed)) => {
                    self.leaving.clear();
                    // Nobody may wait any more.
                    let _ = closed.send(());
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look_after();
        }
    }

    fn look_after(&mut self) {
        let now = Instant::now();
        for _ in 0..self.leaving.len() {
            let Some((mut process, deadline)) = self.leaving.pop_front() else { return };
            if process.try_wait().is_some() {
                continue;
            }
            if now >= deadline {
                process.kill();
            }
            self.leaving.push_back((process, deadline));
        }
    }
}
