//! The arguments that the methods of locales share: which locale, and an object of options.

use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue};

/// The options of a call whose locale is English, or left to us.
pub(super) struct Options(Option<JsObject>);

impl Options {
    /// Reads the arguments behind each other: locales, options.
    pub(super) fn of(
        locales: Option<&JsValue>,
        options: Option<&JsValue>,
        known: &[&str],
        context: &mut Context,
    ) -> JsResult<Self> {
        require_english(locales, context)?;
        let Some(options) = options.filter(|options| !options.is_undefined()) else {
            return Ok(Self(None));
        };
        let object = options.to_object(context)?;
        for key in object.own_property_keys(context)? {
            let key = key.to_string();
            if !known.contains(&&*key) {
                let known = known.join(", ");
                return Err(unknown(format!("the option {key} is not known here, only {known}")));
            }
        }
        Ok(Self(Some(object)))
    }

    fn get(&self, name: &str, context: &mut Context) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.0 else { return Ok(None) };
        let value = object.get(JsString::from(name), context)?;
        Ok(Some(value).filter(|value| !value.is_undefined()))
    }

    pub(super) fn text(&self, name: &str, context: &mut Context) -> JsResult<Option<String>> {
        let Some(value) = self.get(name, context)? else { return Ok(None) };
        Ok(Some(value.to_string(context)?.to_std_string_lossy()))
    }

    /// Whether the option is set to something that counts as true.
    pub(super) fn flag(&self, name: &str, context: &mut Context) -> JsResult<Option<bool>> {
        Ok(self.get(name, context)?.map(|value| value.to_boolean()))
    }

    /// A number of digits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is in range.
    pub(super) fn digits(&self, name: &str, context: &mut Context) -> JsResult<Option<usize>> {
        let Some(value) = self.get(name, context)? else { return Ok(None) };
        let digits = value.to_number(context)?;
        if (0.0..=100.0).contains(&digits) {
            return Ok(Some(digits as usize));
        }
        Err(unknown(format!("{name} is a number from 0 to 100")))
    }
}

fn require_english(locales: Option<&JsValue>, context: &mut Context) -> JsResult<()> {
    let Some(locales) = locales.filter(|locales| !locales.is_undefined()) else { return Ok(()) };
    // Of a list, the first is the one that is wanted.
    let first = match locales.as_object() {
        Some(list) => list.get(0, context)?,
        None => locales.clone(),
    };
    if first.is_undefined() {
        return Ok(());
    }
    let locale = first.to_string(context)?.to_std_string_lossy();
    if locale == "en" || locale.starts_with("en-") {
        return Ok(());
    }
    Err(unknown(format!(
        "the locale {locale} is not known here, only en; lay the text out yourself"
    )))
}

pub(super) fn unknown(message: String) -> JsError {
    JsNativeError::range().with_message(message).into()
}
