//! Reading an optional field of the JSON forms: one that is there holds a value, also where that value is `null`.
//! Serde by itself reads `null` as a field that is missing, so that it would not be written again.

use serde::{Deserialize, Deserializer};

use crate::json::Json;

/// The value of a field that is there; for `deserialize_with`, beside `default`.
pub(super) fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}
