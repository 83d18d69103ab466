//! `console`: each call is one log entry; text as it is, other values inspected, printf placeholders.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::inspect::{as_json, display, inspect};
use super::world::World;
use super::{Failure, FailureKind};

/// The methods, which all do the same; `table` shows its rows as `log` does.
const METHODS: [&str; 6] = ["log", "info", "warn", "error", "debug", "table"];

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let mut console = ObjectInitializer::new(context);
    for method in METHODS {
        console.function(NativeFunction::from_fn_ptr(log), JsString::from(method), 1);
    }
    let console = console.build();
    context.register_global_property(js_string!("console"), console, Attribute::all())
}

fn log(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let line = format(arguments, context);
    let world = World::of(context)?;
    world.host.borrow_mut().log(&line);
    if !world.logs.borrow_mut().push(line) {
        let most = world.limits.output_bytes;
        let message = format!("logs and result are larger than {most} bytes; log and return less");
        return Err(world.stop(Failure::new(FailureKind::OutputLimit, message)));
    }
    world.check()?;
    Ok(JsValue::undefined())
}

fn format(arguments: &[JsValue], context: &mut Context) -> String {
    let template = arguments.first().and_then(JsValue::as_string);
    let template = template.map(|text| text.to_std_string_escaped());
    let (mut line, rest) = match template {
        Some(text) if arguments.len() > 1 && text.contains('%') => {
            fill(&text, &arguments[1..], context)
        }
        Some(text) => (text, &arguments[1..]),
        None => (String::new(), arguments),
    };
    for (index, value) in rest.iter().enumerate() {
        if index > 0 || rest.len() < arguments.len() {
            line.push(' ');
        }
        line.push_str(&display(value, context));
    }
    line
}

/// Puts values into placeholders; answers what is left of them.
fn fill<'v>(
    template: &str,
    values: &'v [JsValue],
    context: &mut Context,
) -> (String, &'v [JsValue]) {
    let mut line = String::with_capacity(template.len());
    let mut rest = values;
    let mut characters = template.chars().peekable();
    while let Some(character) = characters.next() {
        let placeholder = characters.peek().copied().filter(|_| character == '%');
        match (placeholder, rest.first()) {
            (Some('%'), _) => {
                characters.next();
                line.push('%');
            }
            (Some(letter @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O')), Some(value)) => {
                characters.next();
                rest = &rest[1..];
                line.push_str(&place(letter, value, context));
            }
            _ => line.push(character),
        }
    }
    (line, rest)
}

fn place(letter: char, value: &JsValue, context: &mut Context) -> String {
    let number =
        |value: &JsValue, context: &mut Context| value.to_number(context).unwrap_or(f64::NAN);
    match letter {
        's' => display(value, context),
        'd' | 'f' => display(&JsValue::from(number(value, context)), context),
        'i' => display(&JsValue::from(number(value, context).trunc()), context),
        'j' => as_json(value, context),
        _ => inspect(value, context),
    }
}
