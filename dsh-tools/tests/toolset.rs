//! What `#[toolset]` makes of methods, by behaviour; what it refuses is in the UI tests.
//! Test names cite the rules of the contract.

#![allow(clippy::expect_used, clippy::panic, clippy::trivially_copy_pass_by_ref, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::tool::{ArgsOf, Concurrency, OutputOf};

type Check = Result<(), Box<dyn std::error::Error + Send + Sync>>;
type Shared<T> = Arc<T>;

#[derive(Default)]
struct Notes {
    texts: Mutex<BTreeMap<String, String>>,
    asked: AtomicU64,
}

#[derive(Clone)]
struct User(String);

struct App {
    user: User,
}

impl FromState<App> for User {
    fn from_state(app: &App) -> Self {
        app.user.clone()
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Search {
    text: String,
    #[serde(default)]
    limit: Option<usize>,
}

fn describe(args: &ArgsOf<Size>, size: &OutputOf<Size>) -> Vec<Content> {
    vec![format!("{} has {size} bytes", args.name).into()]
}

#[toolset]
impl Notes {
    const MOST: u32 = 3;

    /// Read a note.
    #[tool(concurrency_safe, read_only, timeout_ms = 5_000)]
    async fn read(
        &self,
        /// Its name.
        name: String,
    ) -> Result<String, ToolError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        self.get(&name).ok_or_else(|| ToolError::new("no such note").with_code("NO_NOTE"))
    }

    /// Write a note.
    #[tool(destructive, idempotent, closed)]
    fn write(&self, name: &str, text: Option<&str>, ctx: &ToolContext<User>) -> String {
        let text = format!("{} by {}", text.unwrap_or("nothing"), ctx.state().0);
        self.texts.lock().expect("no panic").insert(name.to_owned(), text.clone());
        text
    }

    /// Names of notes with a text.
    #[tool(concurrency_safe = |args| args.text.len() > 2)]
    async fn search(self: &Arc<Self>, #[args] search: Search) -> Vec<String> {
        let texts = self.texts.lock().expect("no panic");
        let found = texts.iter().filter(|(_, text)| text.contains(&search.text));
        found.map(|(name, _)| name.clone()).take(search.limit.unwrap_or(10)).collect()
    }

    /// How often notes were read, some times over.
    #[tool(name = "count")]
    async fn counted(
        self: Arc<Self>,
        #[arg(default = Self::MOST, range(min = 1, max = 5))] times: u32,
    ) -> u64 {
        self.asked.load(Ordering::Relaxed) * u64::from(times)
    }

    /// How long a note is.
    #[tool(type = Size, render = describe)]
    fn size(self: Shared<Self>, name: &str) -> usize {
        self.get(name).map_or(0, |text| text.len())
    }

    /// The thread that this runs on.
    #[tool(blocking)]
    fn thread(&self) -> String {
        let _ = self.asked.load(Ordering::Relaxed);
        std::thread::current().name().unwrap_or_default().to_owned()
    }

    /// Nothing.
    #[dsh_tools::tool]
    async fn r#type(&self, #[arg(name = "self")] self_: bool) {
        let _ = (self, self_);
    }

    fn get(&self, name: &str) -> Option<String> {
        self.texts.lock().expect("no panic").get(name).cloned()
    }
}

fn registry(notes: &Arc<Notes>) -> Result<ToolRegistry<App>, dsh_tools::registry::BuildError> {
    let app = App { user: User("Ann".into()) };
    ToolRegistry::builder().state(app).tools(notes.tools()).build()
}

#[tokio::test]
async fn mac_6_every_marked_method_is_a_tool_over_one_value() -> Check {
    let notes = Arc::new(Notes::default());
    let registry = registry(&notes)?;
    let names: Vec<String> =
        registry.schemas().iter().map(|schema| schema.name.to_string()).collect();
    assert_eq!(names, ["count", "read", "search", "size", "thread", "type", "write"]);

    let call = |name: &'static str, arguments| registry.call(name, arguments);
    assert_eq!(call("write", json!({ "name": "a", "text": "tea" })).await.text(), "tea by Ann");
    assert_eq!(call("read", json!({ "name": "a" })).await.text(), "tea by Ann");
    assert_eq!(call("search", json!({ "text": "tea" })).await.text(), r#"["a"]"#);
    assert_eq!(call("count", json!({})).await.text(), "3");
    assert_eq!(call("size", json!({ "name": "a" })).await.text(), "a has 10 bytes");
    assert_eq!(call("type", json!({ "self": true })).await.text(), "null");
    assert_eq!(notes.asked.load(Ordering::Relaxed), 1);
    Ok(())
}

#[tokio::test]
async fn mac_6_methods_stay_ordinary_methods() -> Check {
    let notes = Arc::new(Notes::default());
    let context = ToolContext::test(User("Bob".into()));
    assert_eq!(notes.write("b", None, &context), "nothing by Bob");
    assert_eq!(notes.read("b".into()).await?, "nothing by Bob");
    assert_eq!(notes.clone().counted(2).await, 2);
    assert_eq!(notes.clone().size("b"), 14);
    Ok(())
}

#[tokio::test]
async fn mac_6_errors_and_wrong_arguments_are_those_of_functions() -> Check {
    let registry = registry(&Arc::default())?;
    let gone = registry.call("read", json!({ "name": "a" })).await;
    assert_eq!(gone.text(), "Error: no such note");
    assert_eq!(gone.code(), Some(&"NO_NOTE".into()));
    for (name, arguments) in [
        ("read", json!({ "name": 1 })),
        ("count", json!({ "times": 9 })),
        ("write", json!({ "name": "a", "size": 1 })),
        ("search", json!({})),
    ] {
        let refused = registry.call(name, arguments).await;
        assert_eq!(refused.code(), Some(&ErrorCode::INVALID_ARGS), "{name}");
    }
    Ok(())
}

#[test]
fn mac_5_the_attributes_of_methods_are_those_of_functions() -> Check {
    let registry = registry(&Arc::default())?;
    let tool = |name| registry.get(name).expect("a tool");
    let read = tool("read");
    assert_eq!(read.spec().description(), "Read a note.");
    assert!(read.spec().hints().read_only && !read.spec().hints().destructive);
    assert_eq!(read.spec().timeout(), Some(Duration::from_secs(5)));
    assert!(matches!(read.spec().concurrency(), Concurrency::Parallel));
    assert!(read.spec().parameters().to_json().to_string().contains("Its name."));
    let search = tool("search");
    let Concurrency::When(classify) = search.spec().concurrency() else { panic!("no classifier") };
    assert!(classify(&json!({ "text": "abc" }).into()));
    assert!(!classify(&json!({ "text": "a" }).into()));
    Ok(())
}

#[tokio::test]
async fn mac_5_blocking_methods_run_elsewhere() -> Check {
    let here = std::thread::current().name().unwrap_or_default().to_owned();
    let there = registry(&Arc::default())?.call("thread", json!({})).await;
    assert!(there.error().is_none(), "{}", there.text());
    assert_ne!(there.text(), here);
    Ok(())
}

/// Add two integers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[test]
fn mac_9_a_toolset_is_spread_among_other_tools() {
    let notes = Arc::new(Notes::default());
    let tools: Tools<App> = tools![add, ..notes.tools()];
    assert_eq!(tools.into_iter().flatten().count(), 8);
}

#[test]
fn mac_9_the_specs_of_methods_are_made_once() -> Check {
    let (one, other) = (registry(&Arc::default())?, registry(&Arc::default())?);
    let spec = |registry: &ToolRegistry<App>| registry.get("read").expect("a tool").spec().clone();
    assert!(Arc::ptr_eq(&spec(&one), &spec(&other)));
    Ok(())
}

struct Files;

#[toolset(prefix = "fs")]
impl Files {
    /// The current folder.
    #[tool]
    fn here(&self) -> String {
        ".".to_owned()
    }

    /// Run.
    #[tool(name = "run_code")]
    fn run(&self, program: String) -> String {
        program
    }
}

#[tokio::test]
async fn mac_6_a_prefix_stands_before_every_name() -> Check {
    let files = Arc::new(Files);
    let registry = ToolRegistry::builder().tools(files.tools()).build()?;
    assert_eq!(registry.call("fs.here", json!({})).await.text(), ".");
    assert_eq!(registry.call("fs.run_code", json!({ "program": "x" })).await.text(), "x");
    let nested = ToolRegistry::builder().nest("old", files.tools()).build()?;
    assert!(nested.get("old.fs.here").is_some());
    Ok(())
}

trait Db: Send + Sync + 'static {
    const START: u32;
    type Key: serde::de::DeserializeOwned + serde::Serialize + schemars::JsonSchema + Send + Clone;
    fn row(&self, key: &Self::Key) -> Option<Row<Self::Key>>;
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Row<K> {
    key: K,
}

struct Texts;
struct Numbers(u32);

impl Db for Texts {
    const START: u32 = 1;
    type Key = String;
    fn row(&self, key: &String) -> Option<Row<String>> {
        Some(Row { key: key.clone() })
    }
}

impl Db for Numbers {
    const START: u32 = 2;
    type Key = u32;
    fn row(&self, key: &u32) -> Option<Row<u32>> {
        (*key < self.0).then_some(Row { key: *key })
    }
}

struct Server<'a, D, const N: usize> {
    db: D,
    name: &'a str,
}

#[toolset]
impl<'a, D: Db, const N: usize> Server<'a, D, N>
where
    D::Key: PartialEq,
{
    const LEAST: u32 = D::START;

    /// A row.
    #[tool(render = |args, row| vec![Content::from(format!("{} {}", args.count, row.key == args.key))])]
    async fn row(
        &self,
        key: <D as Db>::Key,
        #[arg(default = Self::LEAST)] count: u32,
    ) -> Result<Row<D::Key>, ToolError> {
        let _ = count;
        self.db.row(&key).ok_or_else(|| ToolError::new("no row"))
    }

    /// The same key.
    #[tool]
    fn same(&self, key: D::Key) -> D::Key {
        key
    }

    /// Of this server.
    #[tool(concurrency_safe)]
    fn size(self: Arc<Self>, ctx: &ToolContext) -> String {
        let _ = ctx;
        format!("{} {N}", self.name)
    }

    fn name(&self) -> &'a str {
        self.name
    }
}

#[tokio::test]
async fn mac_6_the_type_may_have_generics() -> Check {
    let texts = Arc::new(Server::<Texts, 3> { db: Texts, name: "texts" });
    let numbers = Arc::new(Server::<Numbers, 4> { db: Numbers(5), name: "numbers" });
    assert_eq!(texts.name(), "texts");
    let registry = ToolRegistry::builder()
        .nest("texts", texts.tools())
        .nest("numbers", numbers.tools())
        .build()?;
    let call = |name: &'static str, arguments| registry.call(name, arguments);
    assert_eq!(call("texts.row", json!({ "key": "a" })).await.text(), "1 true");
    assert_eq!(call("numbers.row", json!({ "key": 4, "count": 7 })).await.text(), "7 true");
    assert_eq!(call("numbers.row", json!({ "key": 5 })).await.text(), "Error: no row");
    assert_eq!(call("numbers.same", json!({ "key": 5 })).await.text(), "5");
    assert_eq!(call("texts.size", json!({})).await.text(), "texts 3");

    let wrong = call("numbers.same", json!({ "key": "a" })).await;
    assert_eq!(wrong.code(), Some(&ErrorCode::INVALID_ARGS), "each instance has its own schema");
    Ok(())
}

#[test]
fn mac_9_the_specs_of_generic_types_are_made_once_for_each() -> Check {
    let of = |db| -> Result<_, dsh_tools::registry::BuildError> {
        let server = Arc::new(Server::<Numbers, 4> { db, name: "" });
        let registry = ToolRegistry::builder().tools(server.tools()).build()?;
        Ok(registry.get("row").expect("a tool").spec().clone())
    };
    assert!(Arc::ptr_eq(&of(Numbers(1))?, &of(Numbers(2))?));
    Ok(())
}

mod first {
    pub(crate) struct Server;

    #[dsh_tools::toolset]
    impl Server {
        /// One.
        #[tool(name = "dup")]
        fn one(&self) {}

        /// Same.
        #[tool]
        fn same(&self) {}
    }
}

mod second {
    pub(crate) struct Server;

    #[dsh_tools::toolset]
    impl Server {
        /// Two.
        #[tool(name = "dup")]
        fn two(&self) {}

        /// Same.
        #[tool]
        fn same(&self) {}
    }
}

#[test]
fn r_m2_duplicates_of_two_modules_are_all_listed_when_the_registry_is_built() {
    let (first, second) = (Arc::new(first::Server), Arc::new(second::Server));
    let error = ToolRegistry::builder()
        .tools(first.tools())
        .tools(second.tools())
        .build()
        .expect_err("two conflicts")
        .to_string();
    assert!(error.contains("`dup`") && error.contains("`same`"), "{error}");
}

#[tokio::test]
async fn mac_8_a_toolset_stands_inside_a_function() -> Check {
    struct Inner(u8);

    #[toolset]
    impl Inner {
        /// Its number.
        #[tool(type = GetNumber)]
        fn get(&self) -> u8 {
            self.0
        }
    }

    let registry = ToolRegistry::builder().tools(Arc::new(Inner(7)).tools()).build()?;
    assert_eq!(registry.call("get", json!({})).await.text(), "7");
    Ok(())
}
