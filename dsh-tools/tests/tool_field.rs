//! What users of other tool macros ran into, as small inputs with the right outcome.
//! Test names cite the cases; those about names that are in the way are in the crate `dsh-tools-hygiene`.

use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{ArgsOf, NamedTool, OutputOf, Tool};

type Check = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Fails without a number.
#[derive(Debug, thiserror::Error)]
#[error("{0} is too much")]
struct MyErr(u32);

type Out<T> = Result<T, MyErr>;
type Numbers = Out<Vec<u8>>;

/// Count up.
#[tool]
async fn count(to: u32) -> Out<u32> {
    if to > 9 { Err(MyErr(to)) } else { Ok(to + 1) }
}

/// Count all.
#[tool]
fn numbers(to: u8) -> Numbers {
    if to > 9 { Err(MyErr(to.into())) } else { Ok((0..to).collect()) }
}

#[tokio::test]
async fn r_m1_a_result_behind_an_alias_keeps_its_schema() -> Check {
    let output = count::tool().spec()?.output().to_json().clone();
    assert_eq!(output["type"], Json::from("integer"), "{output}");
    assert_eq!(output["minimum"], Json::from(0), "{output}");
    let output = numbers::tool().spec()?.output().to_json().clone();
    assert_eq!(output["type"], Json::from("array"), "{output}");
    assert_eq!(output["items"]["maximum"], Json::from(255), "{output}");

    let _: OutputOf<count> = 5_u32;
    let context = ToolContext::detached();
    let value = count::tool().call(json!({ "to": 1 }), &context).await?;
    assert_eq!(value.as_u64(), Some(2));
    let error = count::tool().call(json!({ "to": 10 }), &context).await.err().ok_or("a value")?;
    assert_eq!(error.message(), "10 is too much");
    Ok(())
}

/// What a file is called.
struct ReadFile(&'static str);
const READ_FILE: &str = "constant";
static READ__FILE: &str = "static";

/// Read a file.
#[tool]
async fn read_file(path: String) -> String {
    format!("{path} {} {READ_FILE} {READ__FILE}", ReadFile("type").0)
}

/// Holds what is called like the tool in other spellings.
mod readfile {
    pub(super) const PATH: &str = "module";
}

#[tokio::test]
async fn r_m10_names_in_other_spellings_are_free() -> Check {
    assert_eq!(read_file::NAME, "read_file");
    assert_eq!(read_file(String::new()).await, " type constant static");
    let arguments = json!({ "path": readfile::PATH });
    let read = read_file::tool().call(arguments, &ToolContext::detached()).await?;
    assert_eq!(read.as_str(), Some("module type constant static"));
    Ok(())
}

/// Match a text.
#[tool(render = |args, found| vec![format!("{} {} {found}", args.r#type, args.n).into()])]
async fn r#match(
    /// What it is.
    r#type: String,
    mut n: u32,
    _unused: u8,
    #[arg(default = true)] r#where: bool,
) -> String {
    n += u32::from(r#where);
    format!("{type} {n}", r#type = r#type)
}

#[tokio::test]
async fn r_m11_raw_identifiers_mut_and_unused_parameters() -> Check {
    let spec = r#match::tool().spec()?;
    assert_eq!(spec.name().as_str(), "match");
    let schema = spec.parameters().to_json().clone();
    let names = ["type", "n", "_unused", "where"];
    for name in names {
        assert!(!schema["properties"][name].is_null(), "{name} in {schema}");
    }
    assert!(!schema.to_string().contains("r#"), "{schema}");
    assert_eq!(schema["required"].to_string(), r#"["type","n","_unused"]"#);

    let arguments = json!({ "type": "t", "n": 4, "_unused": 0 });
    let found = r#match::tool().call(arguments.clone(), &ToolContext::detached()).await?;
    assert_eq!(found.as_str(), Some("t 5"));
    assert_eq!(r#match("t".into(), 1, 0, false).await, "t 1");

    let args: ArgsOf<r#match> = <r#match as Tool>::read(&arguments.into())?;
    assert_eq!((args.n, args.r#where), (4, true));
    let registry = ToolRegistry::builder().tools(tools![r#match]).build()?;
    let shown = registry.call("match", json!({ "type": "t", "n": 1, "_unused": 7 })).await;
    assert_eq!(shown.text(), "t 1 t 2");
    Ok(())
}
