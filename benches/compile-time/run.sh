#!/usr/bin/env bash
# How long the compiler takes over twenty tools: written with `#[tool]`, by hand with serde and schemars, with
# rmcp, and with rig-core. Prints one table. What cannot be built is told in it and fails nothing.
#
#   PEERS="ours by-hand"  which to measure, of: ours by-hand rmcp rig
#   TOOLS=20              tools in each crate
#   RUNS=5                builds after a change, of which the median counts
set -euo pipefail
export LC_ALL=C
repository="$(cd "$(dirname "$0")/../.." && pwd)"
peers=${PEERS-ours by-hand rmcp rig}
tools=${TOOLS:-20}
runs=${RUNS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

serde='serde = { version = "1", features = ["derive"] }
serde_json = "1"
schemars = { version = "1.2", default-features = false, features = ["derive", "std"] }'

# manifest NAME DEPENDENCIES
manifest() {
    printf '[package]\nname = "tools-%s"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n%s\n' "$1" "$2"
}

# The arguments and the output of one tool, with these derives.
types() {
    cat << RUST
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Search$1 {
    /// What to look for on shelf $1.
    pub query: String,
    /// How many lines at most.
    pub limit: Option<u32>,
    /// Whether letters match in either case.
    pub any_case: bool,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Found$1 {
    pub lines: Vec<String>,
    pub total: u32,
}

RUST
}

found='lines: vec![query], total: limit.unwrap_or(any_case.into())'

ours() {
    manifest ours "dsh-tools = { path = \"$repository/dsh-tools\", default-features = false, features = [\"macros\"] }" > Cargo.toml
    echo 'use dsh_tools::prelude::*;'
    for n in $(seq "$tools"); do
        cat << RUST

#[dsh_tools::data]
pub struct Found$n {
    pub lines: Vec<String>,
    pub total: u32,
}

/// Search the lines of shelf $n.
#[tool]
pub async fn search_$n(
    /// What to look for on shelf $n.
    query: String,
    /// How many lines at most.
    limit: Option<u32>,
    /// Whether letters match in either case.
    any_case: bool,
) -> Result<Found$n, std::io::Error> {
    Ok(Found$n { $found })
}
RUST
    done
    echo 'pub fn all() -> Tools<()> {'
    echo "    tools![$(seq -s ', ' -f 'search_%g' "$tools")]"
    echo '}'
}

by-hand() {
    manifest by-hand "$serde" > Cargo.toml
    echo 'type Failure = Box<dyn std::error::Error + Send + Sync>;'
    for n in $(seq "$tools"); do
        types "$n"
        cat << RUST
/// Search the lines of shelf $n.
pub async fn search_$n(args: Search$n) -> Result<Found$n, std::io::Error> {
    let Search$n { query, limit, any_case } = args;
    Ok(Found$n { $found })
}

pub fn schemas_$n() -> [schemars::Schema; 2] {
    [schemars::schema_for!(Search$n), schemars::schema_for!(Found$n)]
}

pub async fn call_$n(args: serde_json::Value) -> Result<serde_json::Value, Failure> {
    Ok(serde_json::to_value(search_$n(serde_json::from_value(args)?).await?)?)
}

RUST
    done
}

rmcp() {
    manifest rmcp "$serde
rmcp = { version = \"3\", default-features = false, features = [\"macros\", \"server\"] }" > Cargo.toml
    echo 'use rmcp::handler::server::wrapper::{Json, Parameters};'
    for n in $(seq "$tools"); do types "$n"; done
    echo 'pub struct Server;'
    echo '#[rmcp::tool_router(server_handler)]'
    echo 'impl Server {'
    for n in $(seq "$tools"); do
        cat << RUST
    /// Search the lines of shelf $n.
    #[rmcp::tool]
    pub async fn search_$n(&self, Parameters(args): Parameters<Search$n>) -> Result<Json<Found$n>, String> {
        let Search$n { query, limit, any_case } = args;
        Ok(Json(Found$n { $found }))
    }
RUST
    done
    echo '}'
}

rig() {
    manifest rig "$serde
rig = { package = \"rig-core\", version = \"0.39\", default-features = false }" > Cargo.toml
    echo 'use rig::{completion::ToolDefinition, tool::Tool};'
    for n in $(seq "$tools"); do
        types "$n"
        cat << RUST
pub struct Tool$n;

impl Tool for Tool$n {
    const NAME: &'static str = "search_$n";
    type Error = std::io::Error;
    type Args = Search$n;
    type Output = Found$n;

    async fn definition(&self, _: String) -> ToolDefinition {
        ToolDefinition {
            name: Self::NAME.to_owned(),
            description: "Search the lines of shelf $n.".to_owned(),
            parameters: schemars::schema_for!(Search$n).to_value(),
        }
    }

    async fn call(&self, args: Search$n) -> Result<Found$n, std::io::Error> {
        let Search$n { query, limit, any_case } = args;
        Ok(Found$n { $found })
    }
}

RUST
    done
}

# The seconds that `cargo check` takes; its words are kept for the table.
check() {
    local start=$EPOCHREALTIME
    cargo check --quiet --offline 2> errors || return 1
    awk -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f\n", end - start }'
}

# measure PEER: "cold<tab>changed", or why not.
measure() {
    mkdir -p "$work/$1/src" && cd "$work/$1"
    "$1" > src/lib.rs
    export CARGO_TARGET_DIR="$work/$1/target"
    # What is there already needs no network.
    if ! cargo fetch --quiet --offline 2> errors && ! cargo fetch --quiet 2> errors; then return 1; fi
    local cold
    cold=$(check) || return 1
    for _ in $(seq "$runs"); do
        touch src/lib.rs
        check || return 1
    done | sort -n | awk -v cold="$cold" '{ all[NR] = $1 } END { print cold "\t" all[int((NR + 1) / 2)] }'
}

by_hand=
row() {
    local peer=$1 measured=$2 cold changed
    IFS=$'\t' read -r cold changed <<< "$measured"
    [ "$peer" = by-hand ] && by_hand="$cold $changed"
    awk -v peer="$peer" -v cold="$cold" -v changed="$changed" -v by_hand="$by_hand" 'BEGIN {
        ratio[1] = ratio[2] = "-"
        if (split(by_hand, base, " ") == 2) {
            ratio[1] = sprintf("%.2f", cold / base[1])
            ratio[2] = sprintf("%.2f", changed / base[2])
        }
        printf "| %s | %.2f | %s | %.2f | %s |\n", peer, cold, ratio[1], changed, ratio[2]
    }'
}

declare -A results
order=
for peer in $peers; do
    case $peer in ours | by-hand | rmcp | rig) ;; *) echo "no peer is called $peer" >&2 && exit 2 ;; esac
    echo "measuring $peer" >&2
    # Others are compared with what is written by hand, so that comes first.
    if [ "$peer" = by-hand ]; then order="$peer $order"; else order="$order $peer"; fi
    if ! results[$peer]=$(measure "$peer"); then
        reason=$(grep -m 1 -E '^error' "$work/$peer/errors" || head -n 1 "$work/$peer/errors")
        results[$peer]="failed ${reason//|/\\|}"
    fi
done

printf '\nSeconds of `cargo check`, dev profile, %s tools of three arguments each; %s, %s threads.\n' \
    "$tools" "$(rustc --version)" "$(nproc)"
printf 'Cold: an empty target folder, so all dependencies are checked, too. Changed: after touching the\n'
printf "crate's only file, the median of %s. Ratios are to what is written by hand with serde and schemars.\n\n" "$runs"
echo '| crate | cold | ratio | changed | ratio |'
echo '|---|--:|--:|--:|--:|'
for peer in $order; do
    case ${results[$peer]} in
        failed*) echo "| $peer | not built: ${results[$peer]#failed } | | | |" ;;
        *) row "$peer" "${results[$peer]}" ;;
    esac
done
