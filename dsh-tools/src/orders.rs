//! The registry and the lane in the orders in which threads can run: shuttle tries them.
//! `RUSTFLAGS="--cfg shuttle" cargo test -p dsh-tools --no-default-features --lib orders`
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use shuttle::future::block_on;
use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use shuttle::thread;
use tokio::sync::oneshot;

use crate::call::{Outcome, ToolCall, ToolError};
use crate::json::Json;
use crate::registry::{Scope, ScopeHandle, ToolRegistry};
use crate::schedule::Batch;
use crate::tool::{CallContext, DefinitionBuilder, MissingBody, ToolDefinition};

/// How many orders are tried of each test.
const ORDERS: usize = 2_000;

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder().build().unwrap()
}

fn builder(name: &str) -> DefinitionBuilder<MissingBody> {
    ToolDefinition::<()>::builder(name, "A tool under test.")
}

fn tool(name: &str) -> ToolDefinition<()> {
    builder(name).body(|_: Json, _: CallContext<()>| async { Ok(Json::from(1)) }).build().unwrap()
}

fn names(scope: &ScopeHandle<()>) -> Vec<String> {
    scope.view().tools().map(|tool| tool.spec().name().as_str().to_owned()).collect()
}

#[test]
fn reg_8_whoever_comes_after_a_registration_sees_it() {
    let order = || {
        let registry = registry();
        let done = Arc::new(AtomicBool::new(false));
        let (writer, told) = (registry.clone(), done.clone());
        let writer = thread::spawn(move || {
            writer.register(tool("new")).unwrap().keep();
            told.store(true, Ordering::SeqCst);
        });
        let other = registry.clone();
        let other = thread::spawn(move || other.register(tool("other")).unwrap().unregister());
        let reader = registry.clone();
        let reader = thread::spawn(move || {
            let after = done.load(Ordering::SeqCst);
            let seen = names(&reader);
            assert!(!after || seen.contains(&"new".to_owned()), "{seen:?}");
        });
        [writer, other, reader].into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(names(&registry), ["new"]);
    };
    shuttle::check_random(order, ORDERS);
}

#[test]
fn reg_8_no_view_outlives_the_layers_it_was_made_of() {
    let order = || {
        let registry = registry();
        let scope = registry.scope();
        let change = |name: &'static str, of: ScopeHandle<()>| {
            thread::spawn(move || {
                let _ = names(&of);
                of.register(tool(name)).unwrap().keep();
                assert!(names(&of).contains(&name.to_owned()));
            })
        };
        let parent: ScopeHandle<()> = (*registry).clone();
        let threads = [
            change("a", parent),
            change("b", ScopeHandle::clone(&scope)),
            change("c", ScopeHandle::clone(&scope)),
        ];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(names(&scope), ["a", "b", "c"]);
    };
    shuttle::check_random(order, ORDERS);
}

#[test]
fn reg_2_two_threads_take_back_one_registration_once() {
    let order = || {
        let registry = registry();
        let registration = Arc::new(registry.register(tool("t")).unwrap());
        let told = Arc::new(AtomicUsize::new(0));
        let count = told.clone();
        registry
            .on_change(move || {
                count.fetch_add(1, Ordering::SeqCst);
            })
            .keep();
        let threads = [registration.clone(), registration]
            .map(|registration| thread::spawn(move || registration.unregister()));
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!((names(&registry).len(), told.load(Ordering::SeqCst)), (0, 1));
    };
    shuttle::check_random(order, ORDERS);
}

#[test]
fn reg_2_a_scope_can_be_dropped_while_others_look_and_call() {
    let order = || {
        let registry = registry();
        let scope: Scope<()> = registry.scope();
        scope.register(tool("own")).unwrap().keep();
        let handle = ScopeHandle::clone(&scope);
        let caller = thread::spawn(move || {
            let outcome = block_on(handle.call("own", Json::default()));
            assert!(matches!(code(&outcome), "none" | "UNKNOWN_TOOL"), "{outcome:?}");
            handle
        });
        let dropper = thread::spawn(move || drop(scope));
        dropper.join().unwrap();
        assert!(names(&caller.join().unwrap()).is_empty());
    };
    shuttle::check_random(order, ORDERS);
}

fn code(outcome: &Outcome) -> &str {
    outcome.code().map_or("none", |code| code.as_str())
}

/// What bodies and hooks of a batch did, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// A tool that ends when somebody else says so.
fn waiting(name: &str, is_safe: bool, log: &Log) -> (ToolDefinition<()>, oneshot::Sender<()>) {
    let (end, ended) = oneshot::channel();
    let (ended, log, tag) = (Mutex::new(Some(ended)), log.clone(), name.to_owned());
    let body = move |_: Json, _: CallContext<()>| {
        let (ended, log, tag) = (ended.lock().unwrap().take(), log.clone(), tag.clone());
        async move {
            log.lock().unwrap().push(format!("{tag} starts"));
            if let Some(ended) = ended {
                ended.await.map_err(|_| ToolError::new("never ended"))?;
            }
            log.lock().unwrap().push(format!("{tag} ends"));
            Ok(Json::from(tag))
        }
    };
    let builder = if is_safe { builder(name).concurrency_safe() } else { builder(name) };
    (builder.body(body).build().unwrap(), end)
}

#[test]
fn batch_1_an_exclusive_call_is_alone_however_bodies_end() {
    let order = || {
        let log = Log::default();
        let calls = [("a", true), ("b", true), ("x", false), ("c", true)];
        let (tools, ends): (Vec<_>, Vec<_>) =
            calls.iter().map(|(name, is_safe)| waiting(name, *is_safe, &log)).unzip();
        let registry = ToolRegistry::builder().tools(tools).build().unwrap();
        let finished = log.clone();
        registry
            .observe(move |call: &crate::hook::CallHandle<()>, _: &Outcome| {
                finished.lock().unwrap().push(format!("{} is over", call.name()));
            })
            .keep();
        let others: Vec<_> =
            ends.into_iter().map(|end| thread::spawn(move || end.send(()).unwrap())).collect();
        let calls = calls.map(|(name, _)| ToolCall::new(name, Json::default()));
        let outcomes = block_on(registry.execute_batch(calls, Batch::default()));
        others.into_iter().for_each(|thread| thread.join().unwrap());
        let texts: Vec<String> = outcomes.iter().map(Outcome::text).collect();
        assert_eq!(texts, ["a", "b", "x", "c"]);
        in_order(&log.lock().unwrap());
    };
    shuttle::check_random(order, ORDERS);
}

/// `x` runs alone; results come in the order of the calls.
fn in_order(log: &[String]) {
    let at = |entry: &str| log.iter().position(|seen| seen == entry).unwrap();
    assert!(at("a is over") < at("b is over") && at("b is over") < at("x starts"), "{log:?}");
    assert!(at("x ends") < at("x is over") && at("x is over") < at("c starts"), "{log:?}");
    assert_eq!(at("x ends"), at("x starts") + 1, "{log:?}");
}

#[test]
fn batch_1_a_batch_that_is_cancelled_at_any_time_settles_every_call() {
    let order = || {
        let log = Log::default();
        let (tools, ends): (Vec<_>, Vec<_>) =
            ["a", "b", "c"].iter().map(|name| waiting(name, *name != "b", &log)).unzip();
        let registry = ToolRegistry::builder().tools(tools).build().unwrap();
        let cancel = tokio_util::sync::CancellationToken::new();
        let calls = ["a", "b", "c"]
            .map(|name| ToolCall::new(name, Json::default()).with_cancel(cancel.clone()));
        let canceller = thread::spawn(move || cancel.cancel());
        // A body that was dropped listens no more.
        let tell =
            |end: oneshot::Sender<()>| thread::spawn(move || end.send(()).unwrap_or_default());
        let others: Vec<_> = ends.into_iter().map(tell).collect();
        let outcomes = block_on(registry.execute_batch(calls, Batch::default()));
        canceller.join().unwrap();
        others.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(outcomes.len(), 3);
        for outcome in outcomes.iter() {
            let code = code(outcome);
            assert!(matches!(code, "none" | "ABORTED" | "ABORTED_BEFORE_DISPATCH"), "{code}");
        }
    };
    shuttle::check_random(order, ORDERS);
}
