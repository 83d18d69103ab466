//! `RegExp.prototype.source` with the slashes that the pattern was written with: the engine's own escapes each of them,
//! also those that are escaped already and those in a class, which need it not.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::engine::context::getter;

const BACKSLASH: u16 = b'\\' as u16;
const SLASH: u16 = b'/' as u16;

/// Replaces the getter.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let own = getter(&prototype, "source")?;
    let get = NativeFunction::from_copy_closure_with_captures(
        |this, _, own: &JsFunction, context| {
            let source = own.call(this, &[], context)?;
            Ok(source.as_string().map_or(source, |text| JsValue::from(as_written(text))))
        },
        own,
    );
    let name = js_string!("get source");
    let get = FunctionObjectBuilder::new(context.realm(), get).name(name).build();
    let property = PropertyDescriptor::builder().get(get).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("source"), property, context).map(drop)
}

/// The pattern out of the engine's form of it, in which each slash has one backslash too many.
fn as_written(escaped: JsString) -> JsString {
    if !escaped.iter().any(|unit| unit == SLASH) {
        return escaped;
    }
    let mut pattern: Vec<u16> = Vec::with_capacity(escaped.len());
    let (mut is_escaped, mut in_class) = (false, false);
    let mut units = escaped.iter().peekable();
    while let Some(unit) = units.next() {
        if unit == BACKSLASH && units.peek() == Some(&SLASH) {
            // This one is the engine's.
            continue;
        }
        if unit == SLASH && !is_escaped && !in_class {
            pattern.push(BACKSLASH);
        }
        pattern.push(unit);
        match unit {
            _ if is_escaped => {}
            _ if unit == u16::from(b'[') => in_class = true,
            _ if unit == u16::from(b']') => in_class = false,
            _ => {}
        }
        is_escaped = unit == BACKSLASH && !is_escaped;
    }
    JsString::from(&pattern[..])
}
