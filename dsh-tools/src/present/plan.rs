//! All of a prompt that is the same at every assembly of one view: which sections, in which order, and the
//! texts that ask no function. Made once for each view, so that an unchanged set costs nothing (PROMPT-6).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::disclosed::sdk_of;
use super::error::PromptError;
use super::listener::{Listener, Rewrite};
use super::order::ToolOrder;
use super::parts::{Body, SectionPart};
use super::sdk::CODE_ONLY;
use super::text::Source;
use super::tool_provider::Provider;
use super::variables::{Values, Variables};
use crate::registry::{Core, Mode, ToolSchema, View};
use crate::tool::RUN_CODE;

/// The order of the section that says that only `run_code` may be called.
const CODE_ONLY_ORDER: i32 = 99;
/// The order of the section that holds the SDK.
const SDK_ORDER: i32 = 150;
/// The language that the SDK is written in.
const TYPESCRIPT: &str = "typescript";

pub(super) struct Plan<S> {
    pub(super) mode: Mode,
    /// In order.
    pub(super) sections: Vec<SectionPart<S>>,
    pub(super) variables: Variables<S>,
    /// In order, unless providers give more.
    pub(super) tools: Arc<Vec<ToolSchema>>,
    /// With the names that it may list, apart from those of providers.
    pub(super) order: Option<(ToolOrder, BTreeSet<Arc<str>>)>,
    pub(super) providers: Vec<Provider<S>>,
    pub(super) listeners: Arc<[Rewrite<S>]>,
}

impl<S: Send + Sync + 'static> Plan<S> {
    pub(super) fn of(core: &Core<S>, view: &View<S>) -> Result<Self, PromptError> {
        check_runtime(core, view.mode)?;
        let variables = Variables::of(view.parts());
        let order = view.parts::<ToolOrder>().last().cloned();
        let plan = Self {
            mode: view.mode,
            sections: sections(view, &variables)?,
            variables,
            tools: contributed(view),
            order: order.map(|order| (order, known(view))),
            providers: providers(view),
            listeners: view.parts().map(|Listener(link)| link.clone()).collect(),
        };
        if !plan.providers.is_empty() {
            return Ok(plan);
        }
        let tools = plan.arrange(plan.tools.clone(), [])?;
        Ok(Self { tools, ..plan })
    }

    /// These tools in the order that is set, which may also list the names that providers gave.
    pub(super) fn arrange(
        &self,
        mut tools: Arc<Vec<ToolSchema>>,
        provided: impl IntoIterator<Item = Arc<str>>,
    ) -> Result<Arc<Vec<ToolSchema>>, PromptError> {
        let Some((order, known)) = &self.order else { return Ok(tools) };
        let mut known = known.clone();
        known.extend(provided);
        order.arrange(Arc::<Vec<_>>::make_mut(&mut tools), &known, self.mode)?;
        Ok(tools)
    }
}

fn check_runtime<S>(core: &Core<S>, mode: Mode) -> Result<(), PromptError> {
    match core.language.as_deref() {
        _ if !mode.runs_code() => Ok(()),
        None => Err(PromptError::NoRuntime { mode: mode.as_str() }),
        Some(TYPESCRIPT) => Ok(()),
        Some(other) => Err(PromptError::NoSdk { language: other.to_owned() }),
    }
}

fn sections<S: Send + Sync + 'static>(
    view: &View<S>,
    variables: &Variables<S>,
) -> Result<Vec<SectionPart<S>>, PromptError> {
    // The nearest comes last and so is the one that stays.
    let nearest: BTreeMap<&str, &SectionPart<S>> =
        view.parts().map(|part: &SectionPart<S>| (&*part.name, part)).collect();
    let mut sections = own_sections(view);
    for part in nearest.into_values() {
        let text = planned(&part.name, &part.text, variables)?;
        sections.push(SectionPart { name: part.name.clone(), order: part.order, text });
    }
    sections.sort_by(|left, right| (left.order, &left.name).cmp(&(right.order, &right.name)));
    Ok(sections)
}

/// The text, filled in if no function has to be asked for that.
fn planned<S: Send + Sync + 'static>(
    section: &str,
    text: &Source<S, Body>,
    variables: &Variables<S>,
) -> Result<Source<S, Body>, PromptError> {
    if let Source::Fixed(Body::Template(template)) = text {
        variables.check(section, template)?;
        if variables.are_fixed(template) {
            let filled = variables.fill(template, &Values::new());
            return Ok(Source::Fixed(Body::Plain(filled)));
        }
    }
    Ok(text.clone())
}

/// The sections that come from tools; they are never templates.
fn own_sections<S: Send + Sync + 'static>(view: &View<S>) -> Vec<SectionPart<S>> {
    let own = |name: &str, order, text| {
        let text = Source::Fixed(Body::Plain(text));
        SectionPart { name: name.into(), order, text }
    };
    let mut sections = Vec::new();
    if view.mode == Mode::Code {
        sections.push(own("tools:code-only", CODE_ONLY_ORDER, CODE_ONLY.into()));
    }
    if view.mode.runs_code() {
        sections.push(own("tools:sdk", SDK_ORDER, sdk_of(view).text));
    }
    sections
}

/// What the mode offers for function calling.
fn contributed<S: Send + Sync + 'static>(view: &View<S>) -> Arc<Vec<ToolSchema>> {
    let mut tools = match view.mode {
        Mode::Code => Arc::default(),
        Mode::Native | Mode::Both => view.tool_set().schemas(),
    };
    if let Some(run_code) = view.run_code() {
        Arc::make_mut(&mut tools).push(ToolSchema::of(run_code));
    }
    tools
}

/// The names that an order may list: those that the mode offers, also where a restriction hides them.
fn known<S: Send + Sync + 'static>(view: &View<S>) -> BTreeSet<Arc<str>> {
    let mut known = BTreeSet::new();
    if view.mode != Mode::Code {
        known.extend(view.tools().map(|tool| tool.spec().name().shared()));
        known.extend(view.restricted().cloned());
    }
    if view.mode.runs_code() {
        known.insert(RUN_CODE.into());
    }
    known
}

/// In mode `code` nobody is asked: only `run_code` is listed.
fn providers<S: Send + Sync + 'static>(view: &View<S>) -> Vec<Provider<S>> {
    if view.mode == Mode::Code { Vec::new() } else { view.parts().cloned().collect() }
}
