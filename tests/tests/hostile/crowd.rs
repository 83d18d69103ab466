//! Many hostile programs at once, what is left of them, and runs beside them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dsh_tools_tests::say;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::case::kind;
use crate::stand::{COMPUTE, Stand};

/// How much larger this process may be after many hostile runs, in MiB.
const MAY_KEEP: u64 = 24;

/// Held by who weighs this process, since the other's runs would count.
static ALONE: Mutex<()> = Mutex::const_new(());

/// The memory of this process, in MiB, without what it shares with others.
fn private_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// The memory of this process, once what other tests hold beside it for a while lets it fall to that; or else after a minute.
async fn settled(most: u64) -> u64 {
    let began = Instant::now();
    loop {
        let memory = private_memory();
        if memory <= most || began.elapsed() > Duration::from_mins(1) {
            return memory;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

const HOSTILE: [&str; 5] = [
    "for (;;) {}",
    "const a = []; for (;;) a.push('x'.repeat(1 << 20))",
    "return /(a+)+$/.test('a'.repeat(40) + 'b')",
    "const f = (): any => f(); return f()",
    "for (;;) console.log('x'.repeat(1000))",
];

#[tokio::test(flavor = "multi_thread")]
async fn code_10_200_hostile_runs_at_once_and_then_a_good_one() {
    let _alone = ALONE.lock().await;
    let stand = Arc::new(Stand::isolated());
    assert_eq!(stand.text("return 1").await, "1");
    let before = private_memory();
    let began = Instant::now();
    let mut runs = JoinSet::new();
    for program in HOSTILE.iter().cycle().take(200) {
        let stand = stand.clone();
        runs.spawn(async move { stand.text(program).await });
    }
    // The runtime does not stall beside them.
    let mut longest = Duration::ZERO;
    let mut ended = 0;
    while ended < 200 {
        let asleep = Instant::now();
        tokio::time::sleep(Duration::from_millis(5)).await;
        longest = longest.max(asleep.elapsed());
        while let Some(text) = runs.try_join_next() {
            let text = text.unwrap();
            assert_ne!(kind(&text), "a value", "{text}");
            ended += 1;
        }
        assert!(began.elapsed() < Duration::from_secs(200), "{ended} of 200 ended");
    }
    assert_eq!(stand.text("return await tools.five({})").await, "5");
    let after = settled(before + MAY_KEEP).await;
    say!(
        "200 hostile runs in {:?}: {before} MiB before, {after} MiB after, a sleep took {longest:?}",
        began.elapsed()
    );
    assert!(after <= before + MAY_KEEP, "{before} MiB before, {after} MiB after");
    assert!(longest < Duration::from_secs(1), "the runtime stood still for {longest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_10_a_flood_of_calls_leaves_the_memory_of_the_host_bounded() {
    let _alone = ALONE.lock().await;
    let stand = Stand::isolated();
    assert_eq!(stand.text("return 1").await, "1");
    let before = private_memory();
    for program in [
        "for (;;) tools.wait({})",
        "const value = 'x'.repeat(1e5); for (;;) tools.echo({ value })",
        "for (;;) tools.fail({}).catch(() => {})",
    ] {
        let text = stand.text(program).await;
        assert_ne!(kind(&text), "a value", "{text}");
    }
    let after = settled(before + 2 * MAY_KEEP).await;
    say!("floods of calls of {COMPUTE:?}: {before} MiB before, {after} MiB after");
    assert!(after <= before + 2 * MAY_KEEP, "{before} MiB before, {after} MiB after");
}
