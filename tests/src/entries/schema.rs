//! A schema on the first line and a value on the others: whatever they are, the schema is refused, read leniently,
//! or stands by its verdicts in every form that it has (SCH-2 to SCH-4, SDK-2, CODE-13).

use dsh_tools::__private::javascript_of;
use dsh_tools::code::{FindingKind, check_program};
use dsh_tools::json::{Json, parse, pretty};
use dsh_tools::present::{docs_text, sdk_types};
use dsh_tools::schema::Schema;
use dsh_tools::schema::typescript::type_text;
use dsh_tools::tool::{NamePolicy, ToolSpec};

use super::promptly;

/// The longest message about one mistake, in characters: what it quotes is cut by those.
const LONGEST: usize = 1_000;

/// Compiles a schema, in both forms, and holds the value against it.
pub fn schema(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (schema, value) = text.split_once('\n').unwrap_or((&*text, "null"));
    let (Ok(schema), Ok(value)) = (parse(schema), parse(value)) else { return };
    promptly("the schema", || {
        let strict = Schema::from_json(&schema);
        let (lenient, losses) = Schema::from_json_lenient(&schema);
        stands(&lenient, &value);
        match strict {
            Ok(strict) => {
                assert!(losses.is_empty(), "{schema} is understood, but: {losses:?}");
                let verdict = strict.validate(&value, "value");
                assert_eq!(verdict, lenient.validate(&value, "value"), "{schema} and {value}");
            }
            Err(error) => {
                assert!(!error.offences().is_empty(), "refused without a reason: {schema}");
                for offence in error.offences() {
                    let length = offence.path.chars().count() + offence.reason.chars().count();
                    assert!(length <= LONGEST, "{offence:?}");
                }
            }
        }
        for schema in [&lenient, &lenient.enforce_formats()] {
            verdicts_agree(schema, &value);
        }
        is_typescript(&lenient);
        nothing_right_is_found_wrong(&lenient, &value);
    });
}

/// What the schema is does not depend on how often it was written and read, where its text says the numbers that it has.
fn stands(schema: &Schema, value: &Json) {
    let written = schema.to_json();
    if has_large_doubles(written) {
        return;
    }
    let again = parse(&written.to_string()).unwrap();
    let (again, _) = Schema::from_json_lenient(&again);
    let same = reread(value);
    assert_eq!(schema.validate(value, ""), again.validate(&same, ""), "{schema:?} and {value}");
    assert_eq!(type_text(schema), type_text(&again), "{schema:?}");
    let redacted = schema.redact(value);
    assert_eq!(schema.redact(&redacted), redacted, "{schema:?} and {value}");
}

/// Whether there are doubles that JavaScript writes like integers: those are read digit by digit, as other numbers.
fn has_large_doubles(value: &Json) -> bool {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Json::Number(number) => {
                let is_stored = number.as_i64().is_some() || number.as_u64().is_some();
                if number.is_integer() && !is_stored {
                    return true;
                }
            }
            Json::Array(items) => rest.extend(items.iter()),
            Json::Object(members) => rest.extend(members.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    false
}

fn reread(value: &Json) -> Json {
    parse(&pretty(value)).unwrap()
}

/// The quick answer and the long one are the same, and every message is short.
fn verdicts_agree(schema: &Schema, value: &Json) {
    let violations = schema.validate(value, "value");
    assert_eq!(
        schema.is_valid(value),
        violations.is_empty(),
        "{schema:?}, {value}: {violations:?}"
    );
    for violation in violations {
        assert!(violation.to_string().chars().count() <= LONGEST, "{violation}");
    }
}

/// The types of a tool with this schema are declarations and nothing else, whatever its texts say.
fn is_typescript(schema: &Schema) {
    let Some(tool) = tool(schema) else { return };
    let docs = docs_text([&tool]);
    assert!(docs.contains('t'), "{docs}");
    let types = sdk_types([&tool]);
    let program = format!("{types}\n;return 7");
    match javascript_of(&program) {
        Ok(javascript) => {
            let lines = javascript.lines().skip(1);
            let left: String =
                lines.flat_map(str::chars).filter(|char| !char.is_whitespace()).collect();
            let left = left.replace(';', "");
            assert!(left.starts_with("return7") || left.contains("class"), "{left}\n{types}");
        }
        Err(error) => {
            let large = error.contains("more than the limit") || error.contains("nests too deep");
            assert!(large, "{error}\n{types}");
        }
    }
}

/// The check of programs says nothing against literals that fit.
fn nothing_right_is_found_wrong(schema: &Schema, value: &Json) {
    let Some(tool) = tool(schema) else { return };
    if value.as_object().is_none() || !schema.is_valid(value) {
        return;
    }
    let program = format!("return tools.t({value})");
    for finding in check_program(&program, [&tool]) {
        let syntax = finding.kind == FindingKind::Syntax;
        assert!(syntax, "{finding}, but {value} fits {schema:?}");
    }
}

fn tool(schema: &Schema) -> Option<ToolSpec> {
    schema.require_object_root().ok()?;
    ToolSpec::new("t", NamePolicy::Any, "Do it.", schema.clone(), schema.clone()).ok()
}
