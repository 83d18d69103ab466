//! How the state of an application reaches a tool (rule REG-9).
//! A tool that asks for `ToolContext<T>` fits every registry over a state that `T` can be made from.

/// What a tool asks for when it asks for no state.
///
/// It can be made from every state, so that such tools register everywhere.
#[derive(Debug)]
#[non_exhaustive]
pub struct NoState;

/// Can be made from the state `S` of a registry.
///
/// Every state that is `Clone` can be made from itself; parts of it implement this trait.
///
/// ```
/// use dsh_tools::tool::FromState;
///
/// #[derive(Clone)]
/// struct Db;
/// struct App { db: Db }
///
/// impl FromState<App> for Db {
///     fn from_state(app: &App) -> Db { app.db.clone() }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the registry's state `{S}` does not give a `{Self}`",
    label = "a tool here asks for `ToolContext<{Self}>`",
    note = "implement `FromState<{S}> for {Self}`, or register the tool where the state is `{Self}`",
    note = "every state that is `Clone` gives itself"
)]
pub trait FromState<S: ?Sized>: Send + Sync + 'static {
    /// The part that the tool asks for.
    fn from_state(state: &S) -> Self;
}

impl<S> FromState<S> for NoState {
    fn from_state(_: &S) -> Self {
        Self
    }
}

impl<S: Clone + Send + Sync + 'static> FromState<S> for S {
    fn from_state(state: &S) -> Self {
        state.clone()
    }
}

/// States of no registry.
///
/// Everything can be made from them, since there are none. Without them a tool over `Db` would have a single
/// candidate for its state, and the compiler would settle on a registry over `Db` before it sees the one at
/// hand: the report of a state that does not fit would be about unequal types. There are two of them, since a
/// `Db` that is not `Clone` gives no candidate itself, and one would be settled on as well.
mod undecided {
    use std::convert::Infallible;

    use super::FromState;

    macro_rules! undecided {
        ($($name:ident),*) => {
            $(
                #[derive(Debug)]
                pub struct $name {
                    never: Infallible,
                    /// Makes it unsized, and so unlike every state.
                    _unsized: [()],
                }

                #[diagnostic::do_not_recommend]
                impl<T: Send + Sync + 'static> FromState<$name> for T {
                    fn from_state(state: &$name) -> Self {
                        match state.never {}
                    }
                }
            )*
        };
    }

    undecided!(This, That);
}
