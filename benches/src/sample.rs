//! What benches measure with: a schema and a value as tools have them, and tools of many kinds.

use dsh_tools::schema::Schema;
use dsh_tools::tool::{NamePolicy, ToolSpec};
use serde_json::{Value, json};

/// The schema of an order: 20 fields, two of them lists of objects.
#[must_use]
pub fn order_schema() -> Value {
    let line = json!({
        "type": "object",
        "properties": {
            "sku": { "type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$" },
            "count": { "type": "integer", "minimum": 1, "maximum": 1000 },
            "price": { "type": "number", "exclusiveMinimum": 0 },
            "note": { "type": ["string", "null"], "maxLength": 200 }
        },
        "required": ["sku", "count", "price"],
        "additionalProperties": false
    });
    let step = json!({
        "oneOf": [
            {
                "type": "object",
                "properties": { "kind": { "const": "mail" }, "to": { "type": "string" } },
                "required": ["kind", "to"]
            },
            {
                "type": "object",
                "properties": { "kind": { "const": "wait" }, "days": { "type": "integer" } },
                "required": ["kind", "days"]
            }
        ]
    });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": 120 });
    let flag = json!({ "type": "boolean" });
    let count = json!({ "type": "integer", "minimum": 0 });
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "string", "pattern": "^[a-z0-9-]+$" },
            "customer": text, "email": text, "phone": text, "street": text, "city": text,
            "zip": { "type": "string", "minLength": 4, "maxLength": 10 },
            "country": { "enum": ["DE", "FR", "US", "GB", "IT", "ES", "NL", "SE"] },
            "currency": { "enum": ["EUR", "USD", "GBP"] },
            "total": { "type": "number", "minimum": 0 },
            "discount": { "anyOf": [{ "type": "number" }, { "type": "null" }] },
            "priority": { "type": "integer", "minimum": 1, "maximum": 5 },
            "gift": flag, "express": flag, "paid": flag,
            "weight": count, "parcels": count,
            "labels": { "type": "array", "items": text, "maxItems": 20, "uniqueItems": true },
            "lines": { "type": "array", "items": { "$ref": "#/$defs/Line" }, "minItems": 1 },
            "steps": { "type": "array", "items": { "$ref": "#/$defs/Step" } }
        },
        "required": ["id", "customer", "email", "country", "currency", "total", "lines"],
        "additionalProperties": false,
        "$defs": { "Line": line, "Step": step }
    })
}

/// Arguments of 4 kB: 20 fields, 40 lines and 10 steps.
#[must_use]
pub fn order() -> Value {
    let line = |index: usize| {
        json!({
            "sku": format!("ABC-{:04}", 1000 + index),
            "count": index + 1,
            "price": 3.5 + f64::from(u8::try_from(index).unwrap_or(0)),
            "note": index.is_multiple_of(2).then_some("to be wrapped in brown paper, with a card that says thanks")
        })
    };
    let step = |index: usize| match index % 2 {
        0 => json!({ "kind": "mail", "to": "warehouse@example.com" }),
        _ => json!({ "kind": "wait", "days": index }),
    };
    json!({
        "id": "order-2024-000017",
        "customer": "Ada Lovelace", "email": "ada@example.com", "phone": "+44 20 7946 0000",
        "street": "12 St James's Square", "city": "London", "zip": "SW1Y 4JH",
        "country": "GB", "currency": "GBP", "total": 1234.5, "discount": null, "priority": 3,
        "gift": false, "express": true, "paid": true, "weight": 1700, "parcels": 2,
        "labels": ["fragile", "books", "museum", "return", "insured"],
        "lines": (0..40).map(line).collect::<Vec<_>>(),
        "steps": (0..10).map(step).collect::<Vec<_>>()
    })
}

/// A tool with six arguments, one of them an object in a list.
///
/// # Errors
///
/// None, as long as the schemas below are right.
pub fn tool(index: usize) -> Result<ToolSpec, Box<dyn std::error::Error>> {
    let parameters = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string", "description": "Where to look." },
            "depth": { "type": "integer", "minimum": 0 },
            "kind": { "enum": ["file", "folder", "link"] },
            "hidden": { "type": "boolean", "default": false },
            "pattern": { "type": ["string", "null"], "description": "Which names count." },
            "filters": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "field": { "type": "string" },
                    "above": { "type": "number" }
                },
                "required": ["field"],
                "additionalProperties": false
            } }
        },
        "required": ["path", "kind"]
    });
    let output = json!({
        "type": "object",
        "properties": {
            "names": { "type": "array", "items": { "type": "string" } },
            "more": { "type": "boolean" }
        },
        "required": ["names", "more"]
    });
    Ok(ToolSpec::new(
        format!("search_{index:04}"),
        NamePolicy::default(),
        "Search a place for entries that fit, newest first.",
        Schema::from_json(&parameters.into())?,
        Schema::from_json(&output.into())?,
    )?)
}
