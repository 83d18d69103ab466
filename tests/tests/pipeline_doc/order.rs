//! The order of the stages, as a call that passes all of them notes it.

use std::fmt::Write as _;

use dsh_tools::hook::Approval;

use super::stand::Stand;

/// What each stage is for; a stage that is not here has no place in the picture.
const STAGES: [(&str, &str); 9] = [
    ("pre-execute", "each hook may allow, deny or ask, or go on to the next"),
    ("approval", "only for `ask`: a person, or whoever decides"),
    ("guards", "each may deny; none can allow again"),
    ("around-execute", "each wraps the rest: timeout, retry, metrics"),
    ("body", "after the arguments were validated and the host admitted the call"),
    ("render", "after the value was validated: what the model reads"),
    ("presentation_meta", "for top-level calls: what people see"),
    ("post-execute", "each may accept, replace content or value, or block"),
    ("finalize_content", "the definition's last word, for every outcome, once"),
];

pub(crate) async fn picture() -> String {
    let seen = Stand::new().asked(|_| Ok(Approval::AllowedOnce)).call().await;
    assert!(!seen.is_error);
    let mut picture = String::from(
        "```text\n   snapshot            arguments are read once; nothing changes them any more\n",
    );
    let stages = seen.into_stages();
    let (last, stages) = stages.split_last().unwrap();
    assert_eq!(last, "observer");
    for stage in stages {
        let (_, does) = STAGES.iter().find(|(name, _)| name == stage).expect("a stage of the page");
        writeln!(picture, "      ↓\n   {stage:<20}{does}").unwrap();
    }
    picture += "      ↓\n   observers           see the final outcome; cannot change it\n```\n";
    picture
}
