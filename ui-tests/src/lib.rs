//! The cases are in `tests/`.
