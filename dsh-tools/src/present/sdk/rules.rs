//! The rules by which programs use tools, and what each level of disclosure adds to them (rules SDK-1 and SDK-4).

use super::super::disclosure::DisclosureLevel;

/// What a model reads when it may only call `run_code`.
pub(in crate::present) const CODE_ONLY: &str = "\
The only tool that you can call directly is `run_code`. All other tools are functions of the SDK below: \
write a program that calls them, and pass it to `run_code`.";

/// The rules of every level.
pub(super) const RULES: &str = "\
# Programs for `run_code`

Pass one TypeScript program as `code`, and one line about it as `description`.

- The program is the body of an async function: use `await` and `return` at its top level. Types are erased, \
not checked; `enum`, `namespace` and constructor parameter properties are refused.
- Call tools as `await tools.name(args)`; quote other names, as in `await tools[\"get-logs\"](args)`. \
Arguments and results are lossless JSON.
- A call that fails rejects with `ToolCallError` (`toolName`, `message`): catch it, or let it end the run.
- Independent calls overlap when you await them together with `Promise.all`, as far as they are safe to \
overlap; the others run alone, in order.
- Only what you `return` or log with `console` comes back to you. Filter and sum up before you return.
- There are no files, network, modules or timers beyond what the SDK and JavaScript itself offer.";

const SIGNATURES: &str = "
- Below are types and first lines of descriptions. Lists of values that end in `string` are cut; a call with a \
wrong value tells the allowed ones.";

const CATALOG: &str = "
- Below are names only. Find tools with `await tools.$search(\"words\")`, which gives up to 10, best first, and \
read the types of those you need with `return await tools.$describe([\"name\"])` before you call them.";

/// What the level adds.
pub(super) fn at(level: DisclosureLevel) -> &'static str {
    match level {
        DisclosureLevel::Full => "",
        DisclosureLevel::Signatures => SIGNATURES,
        DisclosureLevel::Catalog => CATALOG,
    }
}
