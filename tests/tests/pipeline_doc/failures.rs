//! The rows of the failure table: for each, a call in which that one thing goes wrong.

use std::future::Future;
use std::pin::Pin;

use dsh_tools::call::CallError;
use dsh_tools::hook::{Approval, AroundNext, FinishedCall, PostDecision, PostNext};
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use tokio_util::sync::CancellationToken;

use super::stand::{Seen, Stand, TOOL};

type Calling = Pin<Box<dyn Future<Output = Seen>>>;

/// One row.
pub(crate) struct Row {
    pub(crate) number: &'static str,
    pub(crate) fails: &'static str,
    pub(crate) run: Box<dyn Fn(Stand) -> Calling>,
}

fn row(row: &'static str, fails: &'static str, fault: fn(Stand) -> Stand) -> Row {
    Row { number: row, fails, run: Box::new(move |stand| Box::pin(fault(stand).call())) }
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = vec![
        row("P0", "the arguments are text that is no JSON", |stand| stand.arguments("{")),
        row("P1", "the call is cancelled before it is made", Stand::cancelled),
    ];
    rows.extend(before_the_body());
    rows.extend(around_the_body());
    rows.extend(after_the_body());
    rows
}

fn before_the_body() -> Vec<Row> {
    vec![
        row("P2", "a pre-execute hook fails", |stand| {
            stand.with(|builder, _| {
                let fails = |_: CallHandle<()>, _: Next<()>| async {
                    Err::<Decision, _>(ToolError::new("gate"))
                };
                builder.pre_execute(fails)
            })
        }),
        row("P2", "a pre-execute hook panics", |stand| {
            stand.with(|builder, _| {
                let panics = |_: CallHandle<()>, _: Next<()>| async { panics::<Decision>() };
                builder.pre_execute(panics)
            })
        }),
        row("P2", "the approval service fails", |stand| {
            stand.asked(|_| Err(ToolError::new("service")))
        }),
        row("P2", "the approval service panics", |stand| stand.asked(|_| panics())),
        row("P2", "a guard panics", |stand| guarded(stand, |_| panics())),
        row("P3", "a pre-execute hook denies", |stand| {
            stand.with(|builder, _| {
                builder.pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::deny("no") })
            })
        }),
        row("P3", "a person says no", |stand| stand.asked(|_| Ok(Approval::Rejected))),
        row("P3", "the question is withdrawn", |stand| stand.asked(|_| Ok(Approval::Cancelled))),
        row("P3", "nobody can be asked", |stand| stand.asked(|_| Ok(Approval::Unavailable))),
        row("P3", "there is no approval service", |stand| {
            stand.with(|builder, _| {
                builder.pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::ask("?") })
            })
        }),
        row("P3", "a guard denies", |stand| guarded(stand, |_| Some("no".to_owned()))),
        row("P4", "the call is cancelled by the time the guards are done", |stand| {
            guarded(stand, |cancel| {
                cancel.cancel();
                None
            })
        }),
        row("P4", "the question is withdrawn, since the call is cancelled", |stand| {
            stand.asked(|cancel| {
                cancel.cancel();
                Ok(Approval::Cancelled)
            })
        }),
    ]
}

fn around_the_body() -> Vec<Row> {
    vec![
        row("P5", "an around-execute hook fails before the body", |stand| {
            around(stand, |_, _| async { Err(ToolError::new("wrapper")) })
        }),
        row("P5", "an around-execute hook panics after the body", |stand| {
            around(stand, |call, next| async move {
                next.run(call).await?;
                panics()
            })
        }),
        row("P6", "there is no such tool", |stand| stand.named("wrok")),
        row("P7", "the arguments do not fit the schema", |stand| stand.arguments(r#"{"n":"x"}"#)),
        row("P7", "the body fails", |stand| stand.body(|| Err(ToolError::new("body")))),
        row("P7", "the body panics", |stand| stand.body(panics)),
        row("P7", "the value does not fit the schema", |stand| stand.body(|| Ok("x".into()))),
        row("P7", "`render` fails", |stand| stand.render(|| Err(ToolError::new("render")))),
        row("P7", "`render` panics", |stand| stand.render(panics)),
        row("P7", "the call is cancelled when the body has succeeded", |stand| {
            around(stand, cancelling)
        }),
        row("P8", "an around-execute hook gives a value of its own that does not fit", |stand| {
            around(stand, |_, _| async { Ok(Outcome::success("x".into())) })
        }),
        row("P8", "an around-execute hook gives a value for a tool that is not there", |stand| {
            let stand = stand.named("wrok");
            around(stand, |_, _| async { Ok(Outcome::success(1.into())) })
        }),
    ]
}

fn after_the_body() -> Vec<Row> {
    vec![
        row("P9", "a post-execute hook fails", |stand| post(stand, || Err(ToolError::new("post")))),
        row("P9", "a post-execute hook panics", |stand| post(stand, panics)),
        row("P9", "a post-execute hook puts a value in place that does not fit", |stand| {
            post(stand, || Ok(PostDecision::replace_value("x")))
        }),
        row("P9", "a post-execute hook puts a value in place of a failure", |stand| {
            let stand = stand.body(|| Err(ToolError::new("body")));
            post(stand, || Ok(PostDecision::replace_value(1)))
        }),
        row("", "a post-execute hook blocks", |stand| {
            post(stand, || Ok(PostDecision::block("not this")))
        }),
        row("P11", "`finalize_content` panics", |stand| stand.finalize(panics)),
        row("P12", "in mode `code`, the model calls the tool itself", |stand| {
            stand.with(|builder, _| builder.mode(Mode::Code).runtime(InProcess::new()))
        }),
    ]
}

/// Cancels the call once its body ran.
async fn cancelling(call: CallHandle<()>, next: AroundNext<()>) -> Result<Outcome, ToolError> {
    let outcome = next.run(call.clone()).await?;
    assert_eq!(call.name(), TOOL);
    call.cancel().cancel();
    Ok(outcome)
}

fn guarded(stand: Stand, check: fn(&CancellationToken) -> Option<String>) -> Stand {
    stand.with(|builder, cancel| {
        let cancel = cancel.clone();
        builder.guard(move |_: &CallHandle<()>| check(&cancel))
    })
}

fn around<F>(stand: Stand, hook: fn(CallHandle<()>, AroundNext<()>) -> F) -> Stand
where
    F: Future<Output = Result<Outcome, ToolError>> + Send + 'static,
{
    stand.with(|builder, _| builder.around(hook))
}

fn post(stand: Stand, decide: fn() -> Result<PostDecision, ToolError>) -> Stand {
    let hook = move |_: FinishedCall<()>, _: PostNext<()>| std::future::ready(decide());
    stand.with(|builder: RegistryBuilder<()>, _| builder.post_execute(hook))
}

/// A failure of any type.
fn panics<T>() -> T {
    panic!("{}", CallError::new("on purpose"))
}
