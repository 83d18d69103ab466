//! Guards: synchronous checks after the gates that can only deny (rule REG-5).
//! Nothing later can allow what a guard denied.

use super::handle::CallHandle;

/// A guard. Closures and functions of this shape are guards too.
///
/// ```
/// use dsh_tools::hook::CallHandle;
///
/// fn inside_home(call: &CallHandle<()>) -> Option<String> {
///     let path = call.arguments()["path"].as_str()?;
///     (!path.starts_with("/home/")).then(|| format!("{path} is outside /home"))
/// }
/// # fn is_guard<S>(_: impl dsh_tools::hook::Guard<S>) {}
/// # is_guard(inside_home);
/// ```
pub trait Guard<S>: Send + Sync + 'static {
    /// A reason to deny the call, or nothing.
    fn check(&self, call: &CallHandle<S>) -> Option<String>;
}

impl<S, F> Guard<S> for F
where
    F: Fn(&CallHandle<S>) -> Option<String> + Send + Sync + 'static,
{
    fn check(&self, call: &CallHandle<S>) -> Option<String> {
        self(call)
    }
}
