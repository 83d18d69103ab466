//! Children that are ready before they are needed, and the threads that start them and see them off.
//! Each run takes one and orders another; how many run at once is bounded, and the others queue.

use std::collections::VecDeque;
use std::fmt;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
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

/// How many children are started at the same time: what one of them waits for, another can use.
const STARTED_AT_ONCE: usize = 2;

/// What the keeper is told.
enum Order {
    /// See this one off: it is done, or killed.
    Leave(Process),
    /// See everything off and end.
    Close(Sender<()>),
}

/// The children of one runtime.
pub(super) struct Pool {
    orders: Mutex<Sender<Order>>,
    /// A unit for each child to be started. None once the pool is closed.
    starts: Mutex<Option<Sender<()>>>,
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
        starter: &Starter,
        most_running: u32,
        spares: usize,
    ) -> Result<Self, StartError> {
        let first = starter.start()?;
        let protections = first.protections;
        let (orders, ordered) = channel();
        let (starts, to_start) = channel();
        let (ready, taken) = mpsc::unbounded_channel();
        // The receivers are there, so these arrive.
        let _ = ready.send(Ok(first));
        for _ in 1..spares {
            let _ = starts.send(());
        }
        let program = starter.program.display().to_string();
        let to_start = Arc::new(Mutex::new(to_start));
        let mut starting = Vec::new();
        for _ in 0..STARTED_AT_ONCE {
            let (starter, to_start, ready) = (starter.clone(), to_start.clone(), ready.clone());
            let work = move || start_all(&starter, &to_start, &ready);
            starting.push(spawn(&program, work)?);
        }
        spawn(&program, move || Keeper { starting, leaving: VecDeque::new() }.keep(&ordered))?;
        Ok(Self {
            orders: Mutex::new(orders),
            starts: Mutex::new(Some(starts)),
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

    fn order_start(&self) {
        if let Some(starts) = &*self.starts.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = starts.send(());
        }
    }

    /// Starts no more children, sees off those that are ending, and then says so.
    fn order_close(&self, closed: Sender<()>) {
        drop(self.starts.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.order(Order::Close(closed));
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
        let mut ready = self.ready.lock().await;
        ready.close();
        while ready.try_recv().is_ok() {}
        self.order_close(closed);
        // A blocking wait in its place, so that the caller's runtime is not held up.
        let _ = tokio::task::spawn_blocking(move || is_closed.recv()).await;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.order_close(channel().0);
    }
}

/// A child that was ordered in place of the one that its run is about to take.
struct Claim<'p>(Option<&'p Pool>);

impl<'p> Claim<'p> {
    /// Orders a child, unless another run left one behind that it had ordered.
    fn make(pool: &'p Pool) -> Self {
        let one_less = |unclaimed: usize| unclaimed.checked_sub(1);
        if pool.unclaimed.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less).is_err() {
            pool.order_start();
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

fn spawn(
    program: &str,
    work: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>, StartError> {
    let thread = thread::Builder::new().name("dsh-tools workers".to_owned());
    thread.spawn(work).map_err(|error| StartError::Spawn {
        program: program.to_owned(),
        reason: error.to_string(),
    })
}

/// Starts a child for each unit that comes, until no more can come.
fn start_all(
    starter: &Starter,
    to_start: &Mutex<Receiver<()>>,
    ready: &mpsc::UnboundedSender<Started>,
) {
    // The lock is held while nothing comes: then the other threads have nothing to do either.
    let next = || to_start.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while next().is_ok() && !ready.is_closed() {
        // One that nobody wants any more is dropped, and so ended.
        let _ = ready.send(starter.start());
    }
}

/// What sees children off.
struct Keeper {
    /// The threads that start children.
    starting: Vec<JoinHandle<()>>,
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
                Ok(Order::Leave(process)) => {
                    self.leaving.push_back((process, Instant::now() + LEAVE_WITHIN));
                }
                Ok(Order::Close(closed)) => {
                    self.leaving.clear();
                    for thread in self.starting {
                        // It can only have ended by itself.
                        let _ = thread.join();
                    }
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
