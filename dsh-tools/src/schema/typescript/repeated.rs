//! Properties that say the same in several places: the same name, type and description. Written once, they cost
//! tokens once. Only small types are compared, so that telling them apart costs no more than reading them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::LazyLock;

use crate::json::Fingerprints;
use crate::schema::Schema;
use crate::schema::node::{Graph, NodeId};

/// One for all, since what it gives is kept with schemas.
static FINGERPRINTS: LazyLock<Fingerprints> = LazyLock::new(Fingerprints::default);

/// How many values of a property's schema are read at most.
const MOST_COMPARED: usize = 1_000;

/// A described property by its node, with what tells it from properties that say something else.
pub(in crate::schema) type Candidate = (NodeId, u64);

/// How often properties were counted.
#[derive(Debug, Default)]
pub(super) struct Repeated(HashMap<u64, u32>);

impl Repeated {
    pub(super) fn count(&mut self, schema: &Schema) {
        for (_, fingerprint) in candidates(schema.graph()) {
            *self.0.entry(*fingerprint).or_default() += 1;
        }
    }

    /// What all twins of that property have in common, if there are any.
    pub(super) fn get(&self, schema: &Schema, node: NodeId) -> Option<u64> {
        if self.0.is_empty() {
            return None;
        }
        let candidates = candidates(schema.graph());
        let found = candidates.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        let (_, fingerprint) = candidates[found];
        self.0.get(&fingerprint).is_some_and(|count| *count > 1).then_some(fingerprint)
    }
}

/// The properties that are small and described, by their nodes.
fn candidates(graph: &Graph) -> &[Candidate] {
    graph.described.get_or_init(|| {
        let objects = graph.nodes.iter().filter_map(|node| node.objects.as_ref());
        let properties = objects.flat_map(|rules| &rules.properties);
        let candidate = |name: &str, node| Some((node, fingerprint(graph, name, node)?));
        let mut found: Vec<Candidate> =
            properties.filter_map(|(name, property)| candidate(name, property.node)).collect();
        found.sort_unstable();
        found.dedup();
        found.into()
    })
}

fn fingerprint(graph: &Graph, name: &str, id: NodeId) -> Option<u64> {
    let node = graph.node(id);
    let plain = |id: NodeId| graph.node(id).children().next().is_none();
    let is_small = node.objects.is_none() && node.reference.is_none() && node.children().all(plain);
    if node.description.is_none() || !is_small {
        return None;
    }
    let mut place = DefaultHasher::new();
    name.hash(&mut place);
    let mut budget = MOST_COMPARED;
    FINGERPRINTS.of_at(&node.source, place.finish(), &mut budget)
}
