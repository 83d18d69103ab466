//! What gives the text of a section or the value of a variable: text, or a function of the scope.
//! Functions may be async and may fail; text is read for variables unless it is [`Verbatim`].

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use crate::call::{CallError, IntoToolError, ToolError};
use crate::hook::BoxFuture;
use crate::pipeline::contain;
use crate::registry::ScopeHandle;

/// Text that is taken as it is: `{{` in it means nothing. For text that comes from elsewhere, such as a file.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
/// use dsh_tools::present::Verbatim;
///
/// let notes = String::from("Use {{ user }} in templates.");
/// let registry = ToolRegistry::builder().section("notes", 20, Verbatim(notes)).build()?;
/// assert_eq!(registry.prompt().await?.text(), "Use {{ user }} in templates.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verbatim<T = String>(pub T);

/// A text, and whether it is read for variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub(super) text: Arc<str>,
    pub(super) verbatim: bool,
}

impl Text {
    fn template(text: impl Into<Arc<str>>) -> Self {
        Self { text: text.into(), verbatim: false }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::template(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::template(text)
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Self {
        Self::template(text)
    }
}

impl<T: Into<Arc<str>>> From<Verbatim<T>> for Text {
    fn from(text: Verbatim<T>) -> Self {
        Self { text: text.0.into(), verbatim: true }
    }
}

/// What a function may give: text, no text, or a failure, which ends the assembly.
pub trait GivenText {
    /// The text; empty for none.
    ///
    /// # Errors
    ///
    /// The function's own failure.
    fn into_given(self) -> Result<Text, ToolError>;
}

macro_rules! given {
    ($($text:ty),*) => {
        $(impl GivenText for $text {
            fn into_given(self) -> Result<Text, ToolError> {
                Ok(self.into())
            }
        })*
    };
}

given!(&str, String, Arc<str>, Text);

impl<T: Into<Arc<str>>> GivenText for Verbatim<T> {
    fn into_given(self) -> Result<Text, ToolError> {
        Ok(self.into())
    }
}

impl<T: GivenText> GivenText for Option<T> {
    fn into_given(self) -> Result<Text, ToolError> {
        self.map_or_else(|| Ok("".into()), GivenText::into_given)
    }
}

impl<T: GivenText, E: IntoToolError> GivenText for Result<T, E> {
    fn into_given(self) -> Result<Text, ToolError> {
        self.map_err(IntoToolError::into_tool_error)?.into_given()
    }
}

/// Tells text apart from functions, where [`IntoText`] is implemented.
#[derive(Clone, Copy, Debug)]
pub struct Fixed;

/// Tells functions that give text at once apart from async ones.
#[derive(Clone, Copy, Debug)]
pub struct AtOnce;

/// Tells async functions apart from those that give text at once.
#[derive(Clone, Copy, Debug)]
pub struct Later;

/// Text, a function of the scope that gives it, or an async one. `Kind` is found by the compiler.
///
/// A function is asked at every assembly, with the scope whose prompt is assembled. A closure that captures
/// state clones it for each call, as hooks do.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
/// use dsh_tools::registry::ScopeHandle;
///
/// struct App { user: String }
///
/// async fn greeting(scope: ScopeHandle<App>) -> Result<String, std::io::Error> {
///     Ok(format!("The user is {}.", scope.state().user))
/// }
///
/// let registry = ToolRegistry::builder()
///     .state(App { user: "Ada".into() })
///     .section("greeting", 10, greeting)
///     .section("tools", 20, |scope: ScopeHandle<App>| format!("{} tools.", scope.schemas().len()))
///     .build()?;
/// assert_eq!(registry.prompt().await?.text(), "The user is Ada.\n\n0 tools.");
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no text for a prompt",
    note = "it takes text, `Verbatim` text, or a function of `ScopeHandle<{S}>` that returns text, `Option` or `Result` of \
            text, or a future of these"
)]
pub trait IntoText<S, Kind> {
    /// What gives the text.
    fn into_text(self) -> TextSource<S>;
}

impl<S, T: Into<Text>> IntoText<S, Fixed> for T {
    fn into_text(self) -> TextSource<S> {
        TextSource(Source::Fixed(self.into()))
    }
}

impl<S, F, T> IntoText<S, AtOnce> for F
where
    S: Send + Sync + 'static,
    F: Fn(ScopeHandle<S>) -> T + Send + Sync + 'static,
    T: GivenText,
{
    fn into_text(self) -> TextSource<S> {
        let function = Arc::new(self);
        TextSource::given(move |scope| {
            let function = function.clone();
            Box::pin(async move { function(scope).into_given() })
        })
    }
}

impl<S, F, Fut> IntoText<S, Later> for F
where
    S: Send + Sync + 'static,
    F: Fn(ScopeHandle<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: GivenText> + Send,
{
    fn into_text(self) -> TextSource<S> {
        let function = Arc::new(self);
        TextSource::given(move |scope| {
            let function = function.clone();
            Box::pin(async move { function(scope).await.into_given() })
        })
    }
}

type Given<S> = dyn Fn(ScopeHandle<S>) -> BoxFuture<Result<Text, ToolError>> + Send + Sync;

/// A function that gives text.
pub(super) struct Function<S>(Arc<Given<S>>);

impl<S: Send + Sync + 'static> Function<S> {
    /// Asks it for the text. A panic is an error.
    pub(super) async fn text(&self, scope: &ScopeHandle<S>) -> Result<Text, CallError> {
        let given = contain::future("its function", (self.0)(scope.clone())).await;
        given.map_err(CallError::from)
    }
}

impl<S> Clone for Function<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// A text, or a function that gives it.
pub(super) enum Source<S, T = Text> {
    Fixed(T),
    Given(Function<S>),
}

impl<S, T: Clone> Clone for Source<S, T> {
    fn clone(&self) -> Self {
        match self {
            Self::Fixed(text) => Self::Fixed(text.clone()),
            Self::Given(function) => Self::Given(function.clone()),
        }
    }
}

/// What gives the text of a section or the value of a variable.
pub struct TextSource<S>(pub(super) Source<S>);

impl<S> TextSource<S> {
    fn given(
        function: impl Fn(ScopeHandle<S>) -> BoxFuture<Result<Text, ToolError>> + Send + Sync + 'static,
    ) -> Self {
        Self(Source::Given(Function(Arc::new(function))))
    }
}

impl<S> fmt::Debug for TextSource<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Source::Fixed(text) => f.debug_tuple("TextSource").field(text).finish(),
            Source::Given(_) => f.write_str("TextSource(..)"),
        }
    }
}
