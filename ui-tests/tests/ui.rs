//! Compiles every file below `cases/`: one that starts with `// fail:` must fail with its `.stderr`.
//! `DSH_UI=part-of-a-path` runs the cases whose path has that part; `TRYBUILD=overwrite` renews texts.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The compiler whose words the `.stderr` files hold; another one says the same in other words.
const PINNED: &str = "1.95";

/// As many as there have to be.
const LEAST: usize = 80;

#[test]
fn mac_7_every_mistake_has_its_message() {
    let filter = std::env::var("DSH_UI").unwrap_or_default();
    let mut cases = all();
    cases.retain(|case| case.to_string_lossy().contains(&filter));
    let (fails, passes): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| is_fail(case));

    let compiler = compiler();
    let pinned = compiler.starts_with(&format!("{PINNED}."));
    let runner = trybuild::TestCases::new();
    for case in &passes {
        runner.pass(case);
    }
    for case in &fails {
        if pinned {
            runner.compile_fail(case);
        } else {
            let case = case.display();
            say(&format!("skipped: {case}: its text is that of {PINNED}, this is {compiler}"));
        }
    }
    let (passes, fails) = (passes.len(), fails.len());
    say(&format!("{} cases: {passes} pass, {fails} fail", passes + fails));
}

#[test]
fn mac_7_there_are_enough_cases_and_no_two_are_alike() {
    let cases = all();
    assert!(cases.len() >= LEAST, "{} cases are too few", cases.len());
    let mut seen = BTreeSet::new();
    for case in &cases {
        let source = fs::read_to_string(case).unwrap_or_default();
        let code: Vec<&str> = source.lines().filter(|line| !line.starts_with("//")).collect();
        assert!(seen.insert(code.join("\n")), "{} repeats another case", case.display());
    }
}

/// Without its text, a case that fails would be accepted whatever the compiler says.
#[test]
fn mac_7_every_case_that_fails_has_its_text_and_no_other_has() {
    for case in &all() {
        let text = case.with_extension("stderr").exists();
        assert_eq!(text, is_fail(case), "{}", case.display());
    }
}

/// Prints it, although tests are quiet.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn all() -> Vec<PathBuf> {
    let mut cases = Vec::new();
    find(Path::new("cases"), &mut cases);
    cases.sort();
    cases
}

/// A case that must fail is in a file that starts with `// fail:` and why.
fn is_fail(case: &Path) -> bool {
    fs::read_to_string(case).is_ok_and(|source| source.starts_with("// fail:"))
}

fn find(folder: &Path, cases: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, cases);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            cases.push(path);
        }
    }
}

/// The version of the compiler, such as `1.95.0`.
fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    version.unwrap_or_default().split(' ').nth(1).unwrap_or_default().to_owned()
}
