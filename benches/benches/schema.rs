//! How fast schemas are compiled, values validated and read, and the SDK text written.
//! Where another library does the same, it runs beside ours on the same input.

use std::time::Duration;

use dsh_tools::json::{Json, parse};
use dsh_tools::present::sdk_text;
use dsh_tools::schema::Schema;
use dsh_tools_benches::sample::{order, order_schema, tool};
use dsh_tools_benches::{Report, medians, work};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let mut report = Report::default();
    validation(&mut report)?;
    sdk(&mut report)?;
    compilation(&mut report)?;
    text(&report)?;
    report.finish();
    Ok(())
}

/// The same arguments with five mistakes in five places.
fn wrong_order() -> Value {
    let mut order = order();
    order["priority"] = json!(9);
    order["country"] = json!("XX");
    order["lines"][3]["count"] = json!("four");
    order["lines"][20]["sku"] = json!("abc");
    order["lines"][39]["colour"] = json!("red");
    order
}

fn validation(report: &mut Report) -> Outcome {
    let source = order_schema();
    let ours = Schema::from_json(&Json::from(source.clone()))?;
    let theirs = jsonschema::draft202012::new(&source)?;

    let valid = order();
    println!("the arguments are {} bytes of JSON", valid.to_string().len());
    let value = Json::from(valid.clone());
    assert!(ours.is_valid(&value) && theirs.is_valid(&valid), "the order is meant to be valid");
    let [our_time, their_time] =
        medians([work(|| ours.validate(&value, "")), work(|| theirs.validate(&valid).is_ok())]);
    report.ratio_within("validate 4 kB, to jsonschema", our_time, their_time, 2.0);
    report.time_within("validate 4 kB", our_time, Duration::from_micros(10));

    let wrong = wrong_order();
    let value = Json::from(wrong.clone());
    let violations = ours.validate(&value, "").len();
    assert_eq!((violations, theirs.iter_errors(&wrong).count()), (5, 5), "violations of each");
    let [our_time, their_time] =
        medians([work(|| ours.validate(&value, "")), work(|| theirs.iter_errors(&wrong).count())]);
    // Ours come with paths, values and the names that were meant as text; theirs borrow all of it.
    report.ratio("5 violations in 4 kB, to jsonschema", our_time, their_time);
    Ok(())
}

fn sdk(report: &mut Report) -> Outcome {
    let tools = (0..1000).map(tool).collect::<Result<Vec<_>, _>>()?;
    println!("the SDK text of 1,000 tools is {} bytes", sdk_text(&tools).len());
    let [time] = medians([work(|| sdk_text(&tools))]);
    report.time_within("SDK text of 1,000 tools", time, Duration::from_millis(8));
    Ok(())
}

/// What a search is asked.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[allow(dead_code)] // Only its schema is of interest.
struct Search {
    /// What to look for.
    query: String,
    /// How many to give.
    limit: Option<u32>,
    /// Where to look.
    folders: Vec<String>,
    /// Whether case matters.
    exact: bool,
    /// How well entries must fit.
    threshold: f64,
}

fn compilation(report: &mut Report) -> Outcome {
    Schema::of_input::<Search>()?;
    let json = Schema::of_input::<Search>()?.to_json().clone();
    let [whole, generated, compiled] = medians([
        work(Schema::of_input::<Search>),
        work(|| {
            let settings = SchemaSettings::draft2020_12().for_deserialize();
            settings.into_generator().into_root_schema_for::<Search>()
        }),
        work(|| Schema::from_json(&json)),
    ]);
    report.time_within("schema of a struct of 5 fields", whole, Duration::from_micros(10));
    report.time("  of that, schemars", generated);
    report.time("  of that, compiling", compiled);
    Ok(())
}

fn text(report: &Report) -> Outcome {
    let orders: Vec<Value> = std::iter::repeat_with(order).take(25).collect();
    let theirs = Value::from(orders);
    let text = theirs.to_string();
    println!("the text is {} bytes", text.len());
    let ours = parse(&text)?;
    let [our_time, their_time] =
        medians([work(|| parse(&text)), work(|| serde_json::from_str::<Value>(&text))]);
    report.ratio("parse 100 kB, to serde_json", our_time, their_time);
    let [our_time, their_time] = medians([work(|| ours.to_string()), work(|| theirs.to_string())]);
    report.ratio("write 100 kB, to serde_json", our_time, their_time);
    Ok(())
}
