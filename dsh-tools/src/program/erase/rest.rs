//! `{ a: { b }, ...rest }`: the engine's `rest` holds what patterns within have taken apart, `a` here. It leaves out what a
//! name takes, so each such property is taken by a name of ours, too. A getter is asked twice.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern,
    ObjectAssignmentTarget, ObjectPattern, PropertyKey,
};
use oxc_span::GetSpan;

use super::{Eraser, LINE_ENDS, range};

impl Eraser<'_> {
    /// Behind the walk through a pattern that declares.
    pub(super) fn take_nested(&mut self, it: &ObjectPattern<'_>) {
        for property in it.properties.iter().filter(|_| it.rest.is_some()) {
            if !property.computed && !is_name(&property.value) {
                let name = format!("{}r{}", self.meter, self.rests);
                self.rests += 1;
                self.take(&property.key, property.span.end, &name);
            }
        }
    }

    /// Behind the walk through a pattern that assigns.
    pub(super) fn take_nested_targets(&mut self, it: &ObjectAssignmentTarget<'_>) {
        for property in it.properties.iter().filter(|_| it.rest.is_some()) {
            let AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) = property
            else {
                continue;
            };
            let target = match &property.binding {
                AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => Some(&it.binding),
                other => other.as_assignment_target(),
            };
            let is_nested = target.is_some_and(AssignmentTarget::is_assignment_target_pattern);
            if !property.computed && is_nested {
                let target = format!("({{}}).{}r", self.meter);
                self.take(&property.name, property.span.end, &target);
            }
        }
    }

    fn take(&mut self, key: &PropertyKey<'_>, end: u32, target: &str) {
        let key = &self.text[range(key.span())];
        if !key.contains(LINE_ENDS) {
            self.edits.close(end as usize, format!(",{key}:{target}"));
        }
    }
}

/// Whether a name takes the property, as it is or with a default.
pub(super) fn is_name(value: &BindingPattern<'_>) -> bool {
    match value {
        BindingPattern::BindingIdentifier(_) => true,
        BindingPattern::AssignmentPattern(it) => {
            matches!(it.left, BindingPattern::BindingIdentifier(_))
        }
        _ => false,
    }
}
