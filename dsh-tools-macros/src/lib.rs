//! The procedural macros of `dsh-tools`.
