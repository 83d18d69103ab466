//! Which tools a few words are about: names, descriptions and properties, ranked by BM25 (rules SDK-4 and CODE-2).
//! The index is made once for a set of tools; the same tools and words give the same list.

use std::collections::BTreeMap;

use super::words::{self, words};
use crate::tool::ToolSpec;

/// How many tools a search finds at most.
pub(super) const MOST_FOUND: usize = 10;

/// How many words of a query count.
const MOST_ASKED: usize = 32;
/// How many bytes of a description are read.
const MOST_OF_DESCRIPTION: usize = 4_000;
/// How many properties of a tool are read.
const MOST_PROPERTIES: usize = 500;
/// From so many bytes on, the beginning of a word stands for the word.
const LEAST_PREFIX: usize = 3;

// How much a word counts by where it stands.
const IN_NAME: f32 = 4.0;
const IN_DESCRIPTION: f32 = 1.0;
const IN_PROPERTIES: f32 = 0.7;
/// What a word counts that only begins as it was asked for.
const OF_PREFIX: f32 = 0.6;
/// What is added for a name all of whose words were asked for, as a part of all that counts for it.
const OF_WHOLE_NAME: f32 = 0.5;

// The constants of BM25: how soon more of the same word counts no more, and how much the length of a text counts.
const SATURATION: f32 = 1.2;
const LENGTH: f32 = 0.4;

/// A word of a tool, and how much the tool is about it.
#[derive(Clone, Copy)]
struct Posting {
    tool: usize,
    weight: f32,
}

/// The words of a set of tools.
pub(crate) struct SearchIndex {
    /// In order, so that words with one beginning are neighbours.
    terms: Vec<(String, Vec<Posting>)>,
    /// The words of each name.
    names: Vec<Vec<String>>,
}

impl SearchIndex {
    /// Of these tools, which are found by their place.
    pub(crate) fn of<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Self {
        let (mut counted, mut names) = (Vec::new(), Vec::new());
        for tool in tools {
            counted.push(count(tool));
            names.push(words(tool.name().as_str()).collect());
        }
        let mut terms: BTreeMap<&str, Vec<Posting>> = BTreeMap::new();
        let lengths: Vec<f32> = counted.iter().map(|words| words.values().sum()).collect();
        let average = lengths.iter().sum::<f32>() / as_f32(counted.len().max(1));
        for (tool, words) in counted.iter().enumerate() {
            let length = 1.0 - LENGTH + LENGTH * lengths[tool] / average.max(1.0);
            for (word, count) in words {
                let weight = count * (SATURATION + 1.0) / (count + SATURATION * length);
                terms.entry(word).or_default().push(Posting { tool, weight });
            }
        }
        let all = as_f32(counted.len());
        let terms: Vec<(String, Vec<Posting>)> = terms
            .into_iter()
            .map(|(word, mut postings)| {
                let rarity = rarity(all, as_f32(postings.len()));
                postings.iter_mut().for_each(|posting| posting.weight *= rarity);
                (word.to_owned(), postings)
            })
            .collect();
        Self { terms, names }
    }

    /// Their places, the best first, those that are as good by their place; at most [`MOST_FOUND`].
    pub(crate) fn find(&self, query: &str) -> Vec<usize> {
        let mut scores = vec![0.0_f32; self.names.len()];
        let mut asked: Vec<String> = Vec::new();
        for word in words(query).take(MOST_ASKED) {
            if !asked.contains(&word) {
                asked.push(word);
            }
        }
        let mut best = vec![0.0_f32; scores.len()];
        for word in &asked {
            self.score(word, &mut best);
            for (score, best) in scores.iter_mut().zip(&mut best) {
                *score += std::mem::take(best);
            }
        }
        let mut found: Vec<usize> = (0..scores.len()).filter(|tool| scores[*tool] > 0.0).collect();
        for tool in &found {
            scores[*tool] *= 1.0 + OF_WHOLE_NAME * part_asked(&self.names[*tool], &asked);
        }
        let order = |left: &usize, right: &usize| {
            scores[*right].total_cmp(&scores[*left]).then(left.cmp(right))
        };
        if found.len() > MOST_FOUND {
            found.select_nth_unstable_by(MOST_FOUND, order);
            found.truncate(MOST_FOUND);
        }
        found.sort_unstable_by(order);
        found
    }

    /// How much each tool is about a word, or about the best of the words that begin with it.
    fn score(&self, word: &str, best: &mut [f32]) {
        let start = self.terms.partition_point(|(term, _)| &**term < word);
        let begins = |(term, _): &&(String, _)| term.starts_with(word);
        for (term, postings) in self.terms[start..].iter().take_while(begins) {
            let factor = if term == word {
                1.0
            } else if word.len() >= LEAST_PREFIX {
                OF_PREFIX
            } else {
                break;
            };
            for posting in postings {
                let weight = posting.weight * factor;
                best[posting.tool] = best[posting.tool].max(weight);
            }
        }
    }
}

/// Which part of a name was asked for.
fn part_asked(name: &[String], asked: &[String]) -> f32 {
    let named = name.iter().filter(|word| asked.contains(word)).count();
    as_f32(named) / as_f32(name.len().max(1))
}

/// How much a tool is about each of its words.
fn count(tool: &ToolSpec) -> BTreeMap<String, f32> {
    let mut counted = BTreeMap::new();
    let mut add = |text: &str, weight| {
        for word in words(text) {
            *counted.entry(word).or_default() += weight;
        }
    };
    add(tool.name().as_str(), IN_NAME);
    add(words::beginning(tool.description(), MOST_OF_DESCRIPTION), IN_DESCRIPTION);
    tool.parameters()
        .property_names()
        .take(MOST_PROPERTIES)
        .for_each(|name| add(name, IN_PROPERTIES));
    counted
}

/// How much a word tells, when so many of all have it.
fn rarity(all: f32, having: f32) -> f32 {
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
}

#[allow(clippy::cast_precision_loss)] // Numbers of tools are small.
fn as_f32(number: usize) -> f32 {
    number as f32
}
