#!/usr/bin/env bash
# Runs the fuzz targets one after the other, each for so many seconds: fuzz/run.sh [--seconds N] [target…]
# Needs no nightly toolchain: coverage comes from the compiler's own pass, and panics are what is looked for.
set -uo pipefail
cd "$(dirname "$0")"

seconds=300
targets=()
while [ $# -gt 0 ]; do
    case "$1" in
        --seconds) seconds=${2:?"--seconds needs a number"}; shift 2 ;;
        -*) echo "unknown option $1; fuzz/run.sh [--seconds N] [target…]" >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
known=$(sed -n 's/^name = "\([a-z_]*\)"$/\1/p' Cargo.toml)
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets <<< "$known"
fi
for target in "${targets[@]}"; do
    if ! grep -qx "$target" <<< "$known"; then
        echo "there is no target $target; there are" $known >&2
        exit 2
    fi
done

# Not for build scripts and macros: those run while compiling, so the triple is named.
triple=$(rustc -vV | sed -n 's/^host: //p')
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters'
coverage+=' -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares'
RUSTFLAGS="$coverage" cargo build --release --locked --target "$triple" || exit 1

crashes=0
for target in "${targets[@]}"; do
    # What is found goes to a folder that is not committed; so does what only covers more.
    mkdir -p "target/found/$target" "target/corpus/$target"
    options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1)
    options+=(-artifact_prefix="target/found/$target/")
    if [ -f "dictionaries/$target.dict" ]; then
        options+=(-dict="dictionaries/$target.dict")
    fi
    printf '\n== %s for %s seconds\n' "$target" "$seconds"
    if ! "target/$triple/release/$target" "${options[@]}" "target/corpus/$target" "corpus/$target"; then
        crashes=$((crashes + 1))
        echo "$target: keep what was found: see docs/fuzzing.md" >&2
    fi
done
echo "${#targets[@]} targets, $crashes crashes"
[ "$crashes" -eq 0 ]
