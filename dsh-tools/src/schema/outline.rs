//! A schema as a list of its members, for documentation: where each stands, its type and what is said of it.
//! Bounded on every side: what is shared is listed once, and what is deep, wide or long is cut.

mod forms;
mod notes;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use self::forms::{Form, forms};
use super::Schema;
use super::node::{Graph, NodeId, ObjectRules};
use super::path::shortened;
use super::typescript::property_key;

/// So many names make a path at most; what is deeper is left to its schema.
const MOST_LEVELS: usize = 4;
/// How many characters of one name a path shows.
const MOST_OF_NAME: usize = 100;

/// What there is to say of a schema.
pub(crate) struct Outline {
    /// The type of the whole value, such as `object[]`.
    pub(crate) words: String,
    /// What the schema says of the whole value.
    pub(crate) description: String,
    /// Whether other members than the listed ones are refused.
    pub(crate) closed: bool,
    /// The members, each followed by its own.
    pub(crate) rows: Vec<Row>,
}

/// A member, as documentation lists it.
pub(crate) struct Row {
    /// Such as `filters[].name`.
    pub(crate) path: String,
    /// Its type, such as `string | null`.
    pub(crate) words: String,
    pub(crate) required: Required,
    /// The default, as JSON.
    pub(crate) default: Option<String>,
    pub(crate) description: String,
    /// What the type leaves out, such as `at most 100`.
    pub(crate) notes: Vec<String>,
}

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Required {
    Yes,
    No,
    /// In some of the forms that the value around it can have.
    Depends,
}

/// The members of a schema and of what is inside it.
pub(crate) fn outline(schema: &Schema) -> Outline {
    let graph = schema.graph();
    let root = graph.node(graph.resolve(0));
    let closed = root.objects.as_ref().is_some_and(|rules| rules.is_closed());
    Outline {
        words: words::of(graph, &[0], false),
        description: notes::description(graph, &[0]),
        closed,
        rows: Walk { graph, listed: HashMap::new() }.rows(),
    }
}

/// A member that is still to be listed. Several schemas may speak of it.
#[derive(Default)]
struct Member {
    path: Arc<str>,
    level: usize,
    nodes: Vec<NodeId>,
    /// Whether a form that always applies declares it, and whether one requires it.
    always: bool,
    required: bool,
    /// How many alternatives there are beside those, and how many of them require it.
    alternatives: usize,
    required_in: usize,
}

impl Member {
    fn required(&self) -> Required {
        match self.required_in {
            _ if self.required => Required::Yes,
            0 => Required::No,
            forms if forms == self.alternatives => Required::Yes,
            _ => Required::Depends,
        }
    }
}

struct Walk<'g> {
    graph: &'g Graph,
    /// Where the members of a schema are listed already, so that nothing is listed twice and nothing circles.
    listed: HashMap<NodeId, Arc<str>>,
}

impl Walk<'_> {
    fn rows(&mut self) -> Vec<Row> {
        let mut rows = Vec::new();
        let found = forms(self.graph, &[0]);
        let mut pending = self.members(&"".into(), 0, found.fresh(&self.listed));
        pending.reverse();
        while let Some(member) = pending.pop() {
            let found = forms(self.graph, &member.nodes);
            let fresh = found.fresh(&self.listed);
            let mut row = self.row(&member);
            row.notes.extend(found.elsewhere(&self.listed));
            rows.push(row);
            if member.level < MOST_LEVELS {
                let members = self.members(&member.path, member.level, fresh);
                pending.extend(members.into_iter().rev());
            }
        }
        rows
    }

    fn row(&self, member: &Member) -> Row {
        Row {
            path: member.path.as_ref().into(),
            words: words::of(self.graph, &member.nodes, member.always),
            required: member.required(),
            default: notes::default(self.graph, &member.nodes),
            description: notes::description(self.graph, &member.nodes),
            notes: notes::notes(self.graph, &member.nodes),
        }
    }

    /// The members that these forms of a value declare; those of one place under one name are one member.
    fn members(&mut self, path: &Arc<str>, level: usize, forms: Vec<Form>) -> Vec<Member> {
        let mut alternatives: HashMap<String, usize> = HashMap::new();
        for form in forms.iter().filter(|form| !form.always) {
            *alternatives.entry(form.place.clone()).or_default() += 1;
        }
        let mut members: IndexMap<String, Member> = IndexMap::new();
        for form in forms {
            let around = format!("{path}{}", form.place);
            let alternatives = alternatives.get(&form.place).copied().unwrap_or_default();
            let Some(rules) = &self.graph.node(form.node).objects else { continue };
            for (name, node, required) in declared(rules) {
                let member = members.entry(inside(&around, name)).or_default();
                member.nodes.push(node);
                member.alternatives = alternatives;
                member.always |= form.always;
                member.required |= form.always && required;
                member.required_in += usize::from(!form.always && required);
            }
            self.listed.insert(form.node, around.into());
        }
        let complete = |(path, member): (String, Member)| Member {
            path: path.into(),
            level: level + 1,
            ..member
        };
        members.into_iter().map(complete).collect()
    }
}

/// The declared members of an object, and whether each is required.
fn declared(rules: &ObjectRules) -> impl Iterator<Item = (&str, NodeId, bool)> {
    rules.properties.iter().map(|(name, property)| (&**name, property.node, property.required))
}

/// The path of a member: its name after a dot, quoted unless it is an identifier.
fn inside(around: &str, name: &str) -> String {
    let name = property_key(&shortened(name, MOST_OF_NAME));
    if around.is_empty() { name } else { format!("{around}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn rows(schema: &str) -> Vec<String> {
        let (schema, _) = Schema::from_json_lenient(&parse(schema).expect("JSON"));
        let line = |row: Row| {
            let notes = row.notes.join("; ");
            format!("{} {:?} {} [{notes}]", row.path, row.required, row.words)
        };
        outline(&schema).rows.into_iter().map(line).collect()
    }

    #[test]
    fn sch_1_members_are_listed_with_their_places() {
        let listed = rows(
            r#"{"type":"object","required":["who"],"properties":{
                "who":{"type":"object","required":["first name"],"properties":{
                    "first name":{"type":"string","maxLength":9}}},
                "tags":{"type":"array","items":{"type":"object","properties":{"k":{"enum":["a",1]}}}},
                "more":{"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":"integer"}}}}
            }}"#,
        );
        assert_eq!(
            listed,
            [
                "who Yes object []",
                "who.\"first name\" Yes string [at most 9 characters]",
                "tags No object[] []",
                "tags[].k No \"a\" | 1 []",
                "more No Record<string, object> []",
                "more.*.n No integer []",
            ]
        );
    }

    #[test]
    fn sch_1_alternatives_share_their_rows() {
        let listed = rows(
            r#"{"type":"object","properties":{"shape":{"oneOf":[
                {"type":"object","required":["kind","r"],"properties":{"kind":{"const":"circle"},"r":{"type":"number"}}},
                {"type":"object","required":["kind"],"properties":{"kind":{"const":"dot"}}}
            ]}}}"#,
        );
        assert_eq!(
            listed,
            [
                "shape No object []",
                "shape.kind Yes \"circle\" | \"dot\" []",
                "shape.r Depends number []",
            ]
        );
    }

    #[test]
    fn sch_1_shared_and_recursive_parts_are_listed_once() {
        let listed = rows(
            r##"{"type":"object","properties":{"from":{"$ref":"#/$defs/P"},"to":{"$ref":"#/$defs/P"}},
                "$defs":{"P":{"type":"object","required":["x"],"properties":{"x":{"type":"number"},"next":{"$ref":"#/$defs/P"}}}}}"##,
        );
        assert_eq!(
            listed,
            [
                "from No object []",
                "from.x Yes number []",
                "from.next No object [members as in from]",
                "to No object [members as in from]",
            ]
        );
    }

    #[test]
    fn sch_6_hostile_schemas_give_short_outlines() {
        let mut deep = String::from("{}");
        for _ in 0..20_000 {
            deep = format!(r#"{{"type":"object","properties":{{"k":{deep}}}}}"#);
        }
        assert_eq!(rows(&deep).len(), MOST_LEVELS);

        let all: Vec<String> =
            (0..2000).map(|index| format!(r##""p{index}":{{"$ref":"#"}}"##)).collect();
        let dense = format!(r#"{{"type":"object","properties":{{{}}}}}"#, all.join(","));
        assert_eq!(rows(&dense).len(), 2000);

        let branches = r#"{"type":"object","properties":{"x":{}}},"#.repeat(3000);
        let wide = format!(
            r#"{{"type":"object","properties":{{{}}},"$defs":{{"W":{{"anyOf":[{branches}{{}}]}}}}}}"#,
            all.join(",").replace("\"#\"", "\"#/$defs/W\"")
        );
        assert!(rows(&wide).len() < 3000);
    }
}
