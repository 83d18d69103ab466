//! Where the programs of a family run: each in a process of its own, or on a thread of this one.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use dsh_tools::code::{CodeReport, CodeRun, CodeRuntime, Isolation};
use dsh_tools::prelude::*;

/// The host of programs.
#[derive(Clone, Debug)]
pub enum Hosting {
    /// On a thread of this process.
    InProcess,
    /// In a process of their own: this program started again, or that worker.
    Isolated(Option<PathBuf>),
}

/// The budgets that a case sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budgets {
    /// How long a program may compute.
    pub compute: Option<Duration>,
    /// How long a run may take.
    pub wall: Option<Duration>,
    /// How many bytes come out.
    pub output_bytes: Option<usize>,
    /// How many bytes of memory it may use; only a process is bound by it.
    pub memory: Option<u64>,
}

impl Hosting {
    /// Whether programs have a process of their own.
    #[must_use]
    pub fn is_isolated(&self) -> bool {
        matches!(self, Self::Isolated(_))
    }

    /// A runtime with those budgets.
    ///
    /// # Errors
    ///
    /// Budgets that are refused, and a worker that does not start.
    pub fn runtime(&self, budgets: Budgets) -> anyhow::Result<Host> {
        macro_rules! with_budgets {
            ($builder:expr, [$($budget:ident),*]) => {{
                let mut builder = $builder;
                $(if let Some(budget) = budgets.$budget {
                    builder = builder.$budget(budget);
                })*
                builder.build()?
            }};
        }
        Ok(match self {
            Self::InProcess => {
                Host::Thread(with_budgets!(InProcess::builder(), [compute, wall, output_bytes]))
            }
            Self::Isolated(worker) => {
                let mut builder = Isolated::builder().spares(1);
                if let Some(worker) = worker {
                    builder = builder.worker(worker);
                }
                Host::Process(with_budgets!(builder, [compute, wall, output_bytes, memory]))
            }
        })
    }
}

/// A runtime of either kind.
#[derive(Clone, Debug)]
pub enum Host {
    /// On a thread.
    Thread(InProcess),
    /// In a process.
    Process(Isolated),
}

impl Host {
    fn runtime(&self) -> &dyn CodeRuntime {
        match self {
            Self::Thread(runtime) => runtime,
            Self::Process(runtime) => runtime,
        }
    }
}

impl CodeRuntime for Host {
    fn language(&self) -> &str {
        self.runtime().language()
    }

    fn isolation(&self) -> Isolation {
        self.runtime().isolation()
    }

    fn run(&self, run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        self.runtime().run(run)
    }
}
