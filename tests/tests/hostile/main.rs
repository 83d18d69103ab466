//! Hostile programs under the isolated host, and the documented part of them under the host in this process: the cases
//! R8, R22 and R23, and the rules CODE-9 and CODE-10. The tables say what each program does and how it has to end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod allocation;
mod case;
mod crowd;
mod giants;
mod in_process;
mod jobs;
mod loops;
mod recursion;
mod stand;
mod tampering;
mod values;

use self::stand::Stand;

/// One test for each table.
macro_rules! tables {
    ($($test:ident: $module:ident),* $(,)?) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            Stand::isolated().runs_all(stringify!($module), $module::CASES).await;
        })*
    };
}

tables! {
    r8_every_endless_loop_ends: loops,
    r8_floods_of_jobs_and_timers_end: jobs,
    code_10_recursion_in_every_built_in_ends: recursion,
    r22_allocation_by_every_route_is_bounded: allocation,
    r22_giant_array_likes_expressions_and_sorts_end: giants,
    r23_deep_shared_and_cyclic_values_do_no_harm: values,
    code_10_tampering_reaches_nothing: tampering,
}
