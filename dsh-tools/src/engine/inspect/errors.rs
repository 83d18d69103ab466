//! Errors as the console prints them: what was thrown and where, then what else they hold.

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, js_string};

use super::super::describe::stack_text;
use super::super::refuse::data_property;
use super::Inspector;
use super::names::Name;

impl Inspector {
    /// The stack of an error. Adds its cause to the keys, and takes out what the stack says already.
    pub(super) fn error(
        &mut self,
        error: &JsObject,
        name: &Name,
        keys: &mut Vec<PropertyKey>,
        context: &mut Context,
    ) -> String {
        let own = data_property(error, &js_string!("stack")).and_then(|stack| stack.as_string());
        let stack = match own {
            Some(stack) => stack.to_std_string_lossy(),
            None => stack_text(error, context).unwrap_or_else(|_| String::from("Error")),
        };
        if !self.options.hidden {
            for key in ["name", "message", "stack"].map(JsString::from) {
                let said = data_property(error, &key).and_then(|value| value.as_string());
                if said.is_some_and(|said| stack.contains(&said.to_std_string_lossy())) {
                    keys.retain(|known| *known != PropertyKey::from(key.clone()));
                }
            }
        }
        for key in ["cause", "errors"].map(JsString::from) {
            let value = data_property(error, &key);
            let is_shown = value.is_some_and(|value| {
                key == js_string!("cause") || value.as_object().is_some_and(|list| list.is_array())
            });
            let key = PropertyKey::from(key);
            if is_shown && !keys.contains(&key) {
                keys.push(key);
            }
        }
        let stack = with_class(stack, error, name, context);
        let stack = if stack.contains("\n    at ") { stack } else { format!("[{stack}]") };
        stack.replace('\n', &format!("\n{}", " ".repeat(self.indentation)))
    }
}

/// Says the class too, where the stack begins with another name.
fn with_class(stack: String, error: &JsObject, name: &Name, context: &mut Context) -> String {
    let said = error.get(js_string!("name"), context).ok().and_then(|said| said.as_string());
    let said = said.map_or_else(|| String::from("Error"), |said| said.to_std_string_lossy());
    let prefix = name.prefix("Error", "");
    let prefix = prefix.trim_end();
    let rest = stack.strip_prefix(&*said).filter(|rest| {
        said.ends_with("Error") && (rest.is_empty() || rest.starts_with([':', '\n']))
    });
    match rest {
        Some(_) if prefix == said => stack,
        Some(rest) if prefix.contains(&*said) => format!("{prefix}{rest}"),
        Some(rest) => format!("{prefix} [{said}]{rest}"),
        None => stack,
    }
}
