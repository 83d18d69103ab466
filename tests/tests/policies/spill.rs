//! Content that is too long (rule POL-2).

use std::sync::Arc;
use std::time::Duration;

use dsh_tools::call::Content;
use dsh_tools::policy::{Spill, SpillError, SpillFiles, SpillStore};
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::{builder, code};

/// Say many lines.
#[tool]
async fn talk(lines: usize) -> String {
    (1..=lines).fold(String::new(), |text, line| text + &format!("žluťoučký {line}\n"))
}

fn registry(spill: &Spill) -> ToolRegistry {
    ToolRegistry::builder()
        .tools(tools![talk])
        .tools(vec![spill.read_tool()])
        .post_execute(spill.clone())
        .build()
        .unwrap()
}

fn handle(text: &str) -> String {
    text.split("\"handle\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn pol_2_long_content_is_read_back_page_by_page() {
    let spill = Spill::above(2_000).unwrap();
    let registry = registry(&spill);
    let whole = registry.call("talk", json!({ "lines": 1_000 })).await;
    let text = whole.text();
    assert!(text.len() <= 2_000 && text.starts_with("[shortened: bytes "), "{text}");
    assert_eq!(whole.value().unwrap().as_str().unwrap().lines().count(), 1_000);
    let (handle, mut offset, mut read) = (handle(&text), Some(0), String::new());
    while let Some(at) = offset {
        let page = registry.call("read_spill", json!({ "handle": handle, "offset": at })).await;
        let page = page.text();
        let (header, body) = page.split_once('\n').unwrap();
        assert!(page.len() <= 2_000);
        read.push_str(body);
        offset = header.split("offset ").nth(1).map(|at| at.trim_end_matches(']').parse().unwrap());
    }
    assert_eq!(Some(read.as_str()), whole.value().unwrap().as_str());
}

#[tokio::test]
async fn pol_2_kept_content_is_searched_and_read_by_line() {
    let registry = registry(&Spill::above(2_000).unwrap());
    let handle = handle(&registry.call("talk", json!({ "lines": 1_000 })).await.text());
    let ask = |more: serde_json::Value| {
        let mut arguments = json!({ "handle": handle });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        registry.call("read_spill", arguments)
    };
    assert!(ask(json!({ "search": "ký 777" })).await.text().starts_with("line 777, byte "));
    let found = ask(json!({ "search": "ký 99[89]$", "regex": true })).await.text();
    assert_eq!(found.lines().count(), 2, "{found}");
    assert!(ask(json!({ "line": 500 })).await.text().contains("]\nžluťoučký 500\n"));
    assert_eq!(ask(json!({ "search": "a.c" })).await.text(), "[no line matches]");
    assert!(ask(json!({ "search": "(", "regex": true })).await.is_error());
}

#[tokio::test]
async fn pol_2_handles_name_nothing_outside_of_the_store() {
    let registry = registry(&Spill::above(2_000).unwrap());
    for wrong in ["../../etc/passwd", "/etc/passwd", "", ".", "0000"] {
        let outcome = registry.call("read_spill", json!({ "handle": wrong })).await;
        assert!(outcome.text().contains("nothing is kept"), "{wrong}: {}", outcome.text());
    }
}

#[tokio::test]
async fn pol_2_short_content_and_images_stay_as_they_are() {
    let spill = Spill::above(2_000).unwrap();
    let picture = builder("picture")
        .render(|_, _| {
            Ok(vec![Content::image("image/png", "x".repeat(9_000)), "a".repeat(3_000).into()])
        })
        .body(|_: dsh_tools::json::Json, _: dsh_tools::tool::CallContext<()>| async {
            Ok(dsh_tools::json::Json::Null)
        })
        .build()
        .unwrap();
    let registry = ToolRegistry::builder()
        .tools(tools![talk])
        .tools(vec![picture])
        .post_execute(spill)
        .build()
        .unwrap();
    assert!(registry.call("talk", json!({ "lines": 3 })).await.text().starts_with("žlu"));
    let outcome = registry.call("picture", json!({})).await;
    assert!(
        outcome
            .content()
            .iter()
            .any(|block| *block == Content::image("image/png", "x".repeat(9_000)))
    );
    assert!(outcome.text().starts_with("[shortened"));
}

#[derive(Clone, Copy)]
enum Broken {
    Fails,
    Panics,
    Hangs,
}

impl SpillStore for Broken {
    async fn put(&self, _: Arc<str>) -> Result<String, SpillError> {
        match self {
            Self::Fails => Err(SpillError::Failed("on purpose".into())),
            Self::Panics => panic!("on purpose"),
            Self::Hangs => std::future::pending().await,
        }
    }

    async fn get(&self, _: String) -> Result<Arc<str>, SpillError> {
        self.put("".into()).await.map(Into::into)
    }
}

#[tokio::test(start_paused = true)]
async fn pol_2_a_store_that_breaks_costs_the_rest_and_says_so() {
    for broken in [Broken::Fails, Broken::Panics, Broken::Hangs] {
        let spill = Spill::into_store(2_000, broken).patience(Duration::from_secs(1));
        let registry = registry(&spill);
        let outcome = registry.call("talk", json!({ "lines": 1_000 })).await;
        assert_eq!(code(&outcome), "none");
        let text = outcome.text();
        let first = text.lines().next().unwrap();
        assert!(first.contains("the rest is lost, since the spill store failed"), "{first}");
        assert!(text.ends_with("žluťoučký 1000\n") && text.contains("žluťoučký 1\n"));
        assert!(registry.call("read_spill", json!({ "handle": "x" })).await.is_error());
    }
}

#[tokio::test]
async fn pol_2_a_full_store_says_so_and_what_is_old_makes_room() {
    let full = SpillFiles::temporary().unwrap().max_count(1);
    let registry_full = registry(&Spill::into_store(2_000, full));
    let talk = || registry_full.call("talk", json!({ "lines": 1_000 }));
    assert!(talk().await.text().contains("handle"));
    assert!(talk().await.text().contains("the spill store is full"));
    let ageing = SpillFiles::temporary().unwrap().max_count(1).max_age(Duration::ZERO);
    let ageing = registry(&Spill::into_store(2_000, ageing));
    for _ in 0..3 {
        assert!(ageing.call("talk", json!({ "lines": 1_000 })).await.text().contains("handle"));
    }
    let tiny = registry(&Spill::into_store(2_000, SpillFiles::temporary().unwrap().max_bytes(10)));
    assert!(tiny.call("talk", json!({ "lines": 1_000 })).await.text().contains("is full"));
}

#[tokio::test]
async fn pol_2_the_content_of_programs_is_shortened_too() {
    let spill = Spill::above(2_000).unwrap();
    let registry = ToolRegistry::builder()
        .tools(tools![talk])
        .mode(Mode::Code)
        .runtime(InProcess::new())
        .post_execute(spill)
        .build()
        .unwrap();
    let program = "const t = await tools.talk({ lines: 1000 }); console.log(t); return t.length";
    let outcome = registry.call("run_code", json!({ "code": program, "description": "d" })).await;
    assert!(outcome.text().starts_with("[shortened"), "{}", outcome.text());
    assert!(outcome.value().unwrap()["result"].as_u64().unwrap() > 10_000);
}
