//! How much of its tools a prompt discloses to a model that writes programs (rule SDK-4): everything, their types, or
//! their names. A layer says it for itself and those below, and the nearest one counts.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::PartError;
use super::sdk::{Catalog, sdk_text, section, signatures};
use crate::pipeline::contain;
use crate::registry::{Registration, RegistryBuilder, ScopeHandle};
use crate::tool::ToolSpec;

/// How much is told of each tool.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum DisclosureLevel {
    /// The name with one line. Programs look for tools with `tools.$search(query)` and read their types with
    /// `tools.$describe(names)`.
    Catalog,
    /// The types, and the first line of the description.
    Signatures,
    /// Types and descriptions of everything.
    #[default]
    Full,
}

impl DisclosureLevel {
    /// The level as configuration writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Signatures => "signatures",
            Self::Catalog => "catalog",
        }
    }
}

/// Counts the tokens of a text.
type Count = Arc<dyn Fn(&str) -> usize + Send + Sync>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Level(DisclosureLevel),
    Catalog { budget: usize },
    Within { budget: usize },
}

/// Which level of disclosure a prompt has, and how many tokens it may cost.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
/// use dsh_tools::present::Disclosure;
///
/// /// Add two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// let registry = ToolRegistry::builder()
///     .tools(tools![add])
///     .mode(Mode::Code)
///     .runtime(InProcess::new())
///     .disclosure(Disclosure::within(2_000)) // the richest level that fits
///     .build()?;
/// assert!(registry.prompt().await?.text().contains("/** Add two integers. */"));
///
/// let agent = registry.scope();
/// agent.disclosure(Disclosure::catalog(1_000))?.keep();
/// assert!(agent.prompt().await?.text().ends_with("1 tool:\nadd: Add two integers."));
///
/// let program = r#"
///     const [first] = await tools.$search("sum of integers");
///     return await tools.$describe(first.name);
/// "#;
/// let outcome = agent.call("run_code", json!({ "code": program, "description": "look around" })).await;
/// assert!(outcome.text().contains("add(args: {"), "{}", outcome.text());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Disclosure {
    choice: Choice,
    count: Option<Count>,
}

/// What a model reads of tools that its programs call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sdk {
    /// How much of each tool is told.
    pub level: DisclosureLevel,
    /// Rules and TypeScript, as one section of a prompt.
    pub text: Arc<str>,
}

impl Sdk {
    /// The TypeScript alone: what a compiler reads.
    ///
    /// ```
    /// use dsh_tools::present::Disclosure;
    ///
    /// let sdk = Disclosure::full().sdk([]);
    /// assert!(sdk.typescript().starts_with("type JsonValue =") && sdk.typescript().ends_with("};\n"));
    /// ```
    #[must_use]
    pub fn typescript(&self) -> &str {
        // Behind the last fence there are only lines that begin with a name, which is no fence.
        let opened = self.text.split_once("```ts\n").map_or("", |(_, opened)| opened);
        opened.rfind("\n```").map_or(opened, |end| &opened[..=end])
    }
}

impl Disclosure {
    /// Everything, however long. The default.
    #[must_use]
    pub fn full() -> Self {
        Choice::Level(DisclosureLevel::Full).into()
    }

    /// Types and first lines of descriptions, however long.
    #[must_use]
    pub fn signatures() -> Self {
        Choice::Level(DisclosureLevel::Signatures).into()
    }

    /// Names with one line each, in at most that many tokens, rules included: lines are cut where they do not fit, and
    /// then names are left out, which `$search` finds. The rules stay, whatever they cost.
    #[must_use]
    pub fn catalog(budget: usize) -> Self {
        Choice::Catalog { budget }.into()
    }

    /// The richest level that fits into that many tokens, rules included; if none does, a catalogue of that many.
    #[must_use]
    pub fn within(budget: usize) -> Self {
        Choice::Within { budget }.into()
    }

    /// Counts tokens so. Without it, a token is four bytes of UTF-8. A function that panics counts no more.
    ///
    /// ```
    /// use dsh_tools::present::{Disclosure, DisclosureLevel};
    ///
    /// let words = Disclosure::within(1_000).counting(|text| text.split_whitespace().count());
    /// assert_eq!(words.sdk([]).level, DisclosureLevel::Full);
    /// ```
    #[must_use]
    pub fn counting(self, count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        Self { count: Some(Arc::new(count)), ..self }
    }

    /// The SDK of these tools. Their order does not matter.
    ///
    /// ```
    /// use dsh_tools::present::{Disclosure, sdk_text};
    ///
    /// assert_eq!(&*Disclosure::full().sdk([]).text, sdk_text([]));
    /// ```
    #[must_use]
    pub fn sdk<'a>(&self, tools: impl IntoIterator<Item = &'a ToolSpec>) -> Sdk {
        let tools: Vec<&ToolSpec> = tools.into_iter().collect();
        self.of(&OnTheSpot(&tools))
    }

    /// The same of texts that may be there already.
    pub(super) fn of(&self, texts: &dyn Texts) -> Sdk {
        let catalog = |budget| {
            let text = texts.catalog(&|catalog| catalog.text(budget, |text| self.tokens(text)));
            Sdk { level: DisclosureLevel::Catalog, text: text.into() }
        };
        match self.choice {
            Choice::Level(DisclosureLevel::Full) => texts.full(),
            Choice::Level(_) => texts.signatures(),
            Choice::Catalog { budget } => catalog(budget),
            Choice::Within { budget } => {
                let fits = |sdk: &Sdk| self.tokens(&sdk.text) <= budget;
                let full = Some(texts.full()).filter(fits);
                full.or_else(|| Some(texts.signatures()).filter(fits))
                    .unwrap_or_else(|| catalog(budget))
            }
        }
    }

    /// The level, where it needs no text.
    pub(super) fn fixed_level(&self) -> Option<DisclosureLevel> {
        match self.choice {
            Choice::Level(level) => Some(level),
            Choice::Catalog { .. } => Some(DisclosureLevel::Catalog),
            Choice::Within { .. } => None,
        }
    }

    /// Whether the other one chooses in the same way.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same_count = match (&self.count, &other.count) {
            (None, None) => true,
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            _ => false,
        };
        self.choice == other.choice && same_count
    }

    fn tokens(&self, text: &str) -> usize {
        let quarter = || text.len().div_ceil(4);
        let Some(count) = &self.count else { return quarter() };
        contain::sync("the counter of tokens", || count(text)).unwrap_or_else(|error| {
            tracing::warn!("{error}");
            quarter()
        })
    }
}

impl Default for Disclosure {
    fn default() -> Self {
        Self::full()
    }
}

impl From<Choice> for Disclosure {
    fn from(choice: Choice) -> Self {
        Self { choice, count: None }
    }
}

impl fmt::Debug for Disclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Disclosure").field(&self.choice).finish()
    }
}

/// The texts of a set of tools at each level.
pub(super) trait Texts {
    fn full(&self) -> Sdk;
    fn signatures(&self) -> Sdk;
    fn catalog(&self, text: &dyn Fn(&Catalog) -> String) -> String;
}

/// Texts that nobody keeps.
struct OnTheSpot<'t>(&'t [&'t ToolSpec]);

impl Texts for OnTheSpot<'_> {
    fn full(&self) -> Sdk {
        full_sdk(self.0.iter().copied())
    }

    fn signatures(&self) -> Sdk {
        signatures_sdk(self.0.iter().copied())
    }

    fn catalog(&self, text: &dyn Fn(&Catalog) -> String) -> String {
        text(&Catalog::of(self.0.iter().copied()))
    }
}

pub(super) fn full_sdk<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Sdk {
    Sdk { level: DisclosureLevel::Full, text: sdk_text(tools).into() }
}

pub(super) fn signatures_sdk<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Sdk {
    let level = DisclosureLevel::Signatures;
    Sdk { level, text: section(level, &signatures(tools)).into() }
}

/// What programs are told.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Says how much of its tools this scope discloses to a model that writes programs, in place of what it inherits.
    ///
    /// # Errors
    ///
    /// [`PartError::AlreadyDisclosed`] for a second one in the same layer.
    pub fn disclosure(&self, disclosure: Disclosure) -> Result<Registration, PartError> {
        let disclosed = || PartError::AlreadyDisclosed { layer: self.place() };
        self.add_part(disclosure, |_| true).ok_or_else(disclosed)
    }
}

/// What programs are told.
impl<S: Send + Sync + 'static> RegistryBuilder<S> {
    /// Says how much of its tools a prompt discloses to a model that writes programs, unless a scope says otherwise.
    /// Without it, that is everything.
    #[must_use]
    pub fn disclosure(self, disclosure: Disclosure) -> Self {
        self.set_up(move |registry| Ok(registry.disclosure(disclosure)?))
    }
}
