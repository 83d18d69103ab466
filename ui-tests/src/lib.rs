//! What the compiler says when `#[tool]` is used wrongly, and that it says nothing when it is used right.
//! The cases are in `cases/`, by topic; `tests/ui.rs` runs them.
