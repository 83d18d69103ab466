//! What a call through the whole pipeline costs: alone, beside rmcp's router, with hooks, among many tools, from
//! many tasks, and in a batch.

use std::hint::black_box;
use std::time::{Duration, Instant};

use dsh_tools::hook::{AroundNext, FinishedCall, PostNext};
use dsh_tools::json::{Json, parse};
use dsh_tools::prelude::*;
use dsh_tools::tool::CallContext;
use dsh_tools_benches::{Report, medians, ready, work};

/// A call without hooks.
const MOST_ALONE: Duration = Duration::from_nanos(1_500);
/// The same with three hooks of each kind.
const MOST_WITH_HOOKS: Duration = Duration::from_micros(3);
/// How much dearer a call may be among 1,000 other tools.
const MOST_AMONG_MANY: f64 = 1.1;
/// How much dearer each call of a batch may be when there are ten times as many.
const MOST_IN_A_LARGE_BATCH: f64 = 1.3;
/// How much dearer a call may be where eight tasks keep all processors busy than from one task.
const MOST_FROM_EIGHT_TASKS: f64 = 1.5;

/// Add two integers.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// The same tool for rmcp.
mod peer {
    use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
    use rmcp::handler::server::wrapper::{Json, Parameters};
    use rmcp::model::{CallToolRequestParams, JsonObject, NumberOrString};
    use rmcp::service::{Peer, RequestContext, RoleServer, serve_directly};

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub struct Add {
        a: i64,
        b: i64,
    }

    /// Its outputs have to be objects.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct Sum {
        sum: i64,
    }

    #[derive(Clone)]
    pub struct Server;

    #[rmcp::tool_router]
    impl Server {
        /// Add two integers.
        #[rmcp::tool]
        pub async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> Json<Sum> {
            Json(Sum { sum: a + b })
        }
    }

    impl rmcp::ServerHandler for Server {}

    pub struct Router {
        router: ToolRouter<Server>,
        peer: Peer<RoleServer>,
    }

    impl Router {
        /// Inside of a tokio runtime.
        pub fn new() -> Self {
            let transport = tokio::io::duplex(64).0;
            let running = serve_directly::<RoleServer, _, _, _, _>(Server, transport, None);
            let peer = running.peer().clone();
            // Its task lives for as long as the bench.
            std::mem::forget(running);
            Self { router: Server::tool_router(), peer }
        }

        /// What the router does of a request, without a transport.
        pub async fn call(&self, arguments: JsonObject) -> bool {
            let params = CallToolRequestParams::new("add").with_arguments(arguments);
            let context = RequestContext::new(NumberOrString::Number(1), self.peer.clone());
            let call = ToolCallContext::new(&Server, params, context);
            self.router.call(call).await.is_ok()
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let _entered = runtime.enter();
    let arguments = parse(r#"{"a":1,"b":2}"#)?;
    let serde_json::Value::Object(same) = serde_json::json!({ "a": 1, "b": 2 }) else {
        return Err("no object".into());
    };
    let theirs = peer::Router::new();
    let alone = registry(0)?;
    let among_many = registry(1_000)?;
    let hooked = with_hooks(registry(0)?);

    let [plain, routed, hooks, many] = medians([
        work(|| ready(alone.call("add", arguments.clone()))),
        work(|| ready(theirs.call(same.clone()))),
        work(|| ready(hooked.call("add", arguments.clone()))),
        work(|| ready(among_many.call("add", arguments.clone()))),
    ]);
    let mut report = Report::default();
    report.time_within("a call, validated both ways", plain, MOST_ALONE);
    report.ratio_within("  to rmcp's router", plain, routed, 1.0);
    report.time_within("with three hooks of each kind", hooks, MOST_WITH_HOOKS);
    report.ratio_within("among 1,000 other tools, to alone", many, plain, MOST_AMONG_MANY);
    tasks(&runtime, &alone, &arguments, &mut report);
    batches(&alone, &arguments, &mut report);
    report.finish();
    Ok(())
}

fn registry(others: usize) -> Result<ToolRegistry, Box<dyn std::error::Error>> {
    let mut tools: Tools<()> = tools![add];
    for index in 0..others {
        let body = |_: Json, _: CallContext<()>| async { Ok(Json::Null) };
        let tool = ToolDefinition::<()>::builder(format!("other_{index}"), "Another tool.");
        tools.add(tool.body(body).build()?);
    }
    Ok(ToolRegistry::builder().tools(tools).build()?)
}

fn with_hooks(registry: ToolRegistry) -> ToolRegistry {
    for _ in 0..3 {
        registry
            .pre_execute(|call: CallHandle<()>, next: Next<()>| async move { next.run(call).await })
            .keep();
        registry.guard(|call: &CallHandle<()>| call.name().is_empty().then(String::new)).keep();
        registry
            .around(
                |call: CallHandle<()>, next: AroundNext<()>| async move { next.run(call).await },
            )
            .keep();
        registry
            .post_execute(|call: FinishedCall<()>, next: PostNext<()>| async move {
                next.run(call).await
            })
            .keep();
        registry
            .observe(|_: &CallHandle<()>, outcome: &Outcome| {
                black_box(outcome.is_error());
            })
            .keep();
    }
    registry
}

/// Eight tasks at once, against one alone: with a lock that all share, calls would cost as many times more as there are
/// processors. What they do share are counters of pointers, whose cache lines move between processors.
fn tasks(
    runtime: &tokio::runtime::Runtime,
    registry: &ToolRegistry,
    arguments: &Json,
    report: &mut Report,
) {
    const CALLS: usize = 20_000;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let each = |tasks: usize| {
        let times = (0..7).map(|_| {
            let began = Instant::now();
            let running: Vec<_> = (0..tasks)
                .map(|_| {
                    let (registry, arguments) = (registry.clone(), arguments.clone());
                    runtime.spawn(async move {
                        for _ in 0..CALLS {
                            black_box(registry.call("add", arguments.clone()).await);
                        }
                    })
                })
                .collect();
            for task in running {
                let _ = runtime.block_on(task);
            }
            let at_once = tasks.min(processors);
            began.elapsed() / u32::try_from(CALLS * tasks / at_once).unwrap_or(1)
        });
        let mut times: Vec<Duration> = times.collect();
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (one, eight) = (each(1), each(8));
    let name = format!("from 8 tasks on {processors} processors, to 1");
    report.ratio_within(&name, eight, one, MOST_FROM_EIGHT_TASKS);
}

fn batches(registry: &ToolRegistry, arguments: &Json, report: &mut Report) {
    let batch = |calls: usize| {
        let mut times: Vec<Duration> = (0..7)
            .map(|_| {
                let calls_made: Vec<_> =
                    (0..calls).map(|_| ToolCall::new("add", arguments.clone())).collect();
                let began = Instant::now();
                black_box(ready(registry.execute_batch(calls_made, Batch::default())));
                began.elapsed() / u32::try_from(calls).unwrap_or(1)
            })
            .collect();
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (small, large) = (batch(1_000), batch(10_000));
    report.ratio_within("each of 10,000 in a batch, to 1,000", large, small, MOST_IN_A_LARGE_BATCH);
}
