//! The queue of jobs that promises make. The run's own loop takes them one at a time, so that it can
//! stop between any two.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use boa_engine::job::{Job, JobExecutor};
use boa_engine::{Context, JsResult};

#[derive(Default)]
pub(super) struct Jobs(RefCell<VecDeque<Job>>);

impl Jobs {
    /// Runs the job that has waited longest; none if there is none.
    pub(super) fn run_next(&self, context: &mut Context) -> Option<JsResult<()>> {
        let job = self.0.borrow_mut().pop_front()?;
        let result = match job {
            Job::PromiseJob(job) => job.call(context).map(drop),
            Job::GenericJob(job) => job.call(context).map(drop),
            // Nothing in a program's world makes other jobs.
            _ => Ok(()),
        };
        Some(result)
    }
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        let wanted = matches!(job, Job::PromiseJob(_) | Job::GenericJob(_));
        if wanted {
            self.0.borrow_mut().push_back(job);
        }
    }

    fn run_jobs(self: Rc<Self>, _: &mut Context) -> JsResult<()> {
        Ok(())
    }
}
