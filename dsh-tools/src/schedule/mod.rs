//! Several calls at once: one ordered lane, in which only bodies overlap (rules BATCH-1 to BATCH-3).
//! A batch and a program use the same lane; there is no other way that several calls run.

mod batch;
mod lane;

pub use self::batch::{Batch, BatchOutcomes};

pub(crate) use self::lane::{Lane, LaneEvent};
