#!/usr/bin/env bash
# Holds the SDK against the TypeScript compiler (rules SDK-1 to SDK-3): what is generated compiles, right
# programs compile, and wrong ones are refused in the lines that say so, for the reason that they give.
#
#   TOOL_LISTS=folder   tool lists as JSON, one file each; left out when not set
#   DSH_TOOLS=command   the command line to use in place of the one that cargo builds
#   BUILT=folder        where the programs of the tests are, in place of building them
#
# A line that must be refused ends in `// refused: TS2322`, with every code that it is refused with.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
workspace=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/good" "$work/bad"
wrong=0

complain() {
  echo "wrong: $1" >&2
  wrong=1
}

cargo_run() {
  cargo run --quiet --manifest-path "$workspace/Cargo.toml" "$@"
}

command_line() {
  if [[ -n ${DSH_TOOLS:-} ]]; then
    $DSH_TOOLS "$@"
  else
    cargo_run -p dsh-tools --no-default-features --features cli --bin dsh-tools -- "$@"
  fi
}

sdk_types() {
  if [[ -n ${BUILT:-} ]]; then
    "$BUILT/sdk_types" "$1"
  else
    cargo_run -p dsh-tools-tests --bin sdk_types -- "$1"
  fi
}

# Every file is a module, so that the declarations of one are not those of another.
compile() {
  "$here/node_modules/.bin/tsc" --strict --noEmit --target es2022 --lib es2022 --module es2022 \
    --moduleDetection force --pretty false "$@"
}

tool_lists() {
  if [[ -z ${TOOL_LISTS:-} ]]; then
    echo "skipped: TOOL_LISTS is not set"
    return
  fi
  local list found=0
  for list in "$TOOL_LISTS"/*.json; do
    [[ -e $list ]] || continue
    found=1
    command_line sdk --raw --tools "$list" >"$work/good/list-$(basename "$list" .json).ts" ||
      complain "there is no SDK for $list"
    local level
    for level in full signatures catalog; do
      command_line sdk --raw --level "$level" --tools "$list" \
        2>/dev/null >"$work/good/list-$(basename "$list" .json)-$level.ts" || complain "there is no SDK for $list at $level"
    done
  done
  ((found)) || complain "there is no .json file in $TOOL_LISTS"
}

# A program is the body of an async function, after the SDK.
programs() {
  local kind=$1 program
  for program in "$here/$kind"/*.ts; do
    {
      cat "$work/notebook.ts"
      echo "async function program() {"
      cat "$program"
      echo "}"
    } >"$work/$kind/program-$(basename "$program")"
  done
}

check_good() {
  compile good/*.ts >refused.txt || complain $'these files must compile:\n'"$(cat refused.txt)"
}

# Files of which the compiler said nothing.
compiled() {
  local file count=0
  for file in good/*.ts; do
    grep -qF "$file(" refused.txt || count=$((count + 1))
  done
  echo "$count"
}

# The refusals that programs ask for, and those that the compiler gave, as `file:line code`.
wanted() {
  awk 'match($0, /\/\/ refused: /) {
    count = split(substr($0, RSTART + RLENGTH), codes, " ")
    for (i = 1; i <= count; i++) print FILENAME ":" FNR, codes[i]
  }' bad/*.ts | sort -u
}

given() {
  sed -nE 's/^(bad\/[^(]+)\(([0-9]+),[0-9]+\): error (TS[0-9]+):.*/\1:\2 \3/p' given.txt | sort -u
}

# A place as `program.ts:line`, counted from the first line of the program.
places() {
  local before=$(($(wc -l <notebook.ts) + 1))
  sed -E "s/^bad\/program-//" | awk -F '[: ]' -v before="$before" '{ print $1 ":" $2 - before, $3 }'
}

check_bad() {
  compile bad/*.ts >given.txt && complain "not one program was refused"
  wanted >wanted.set
  given >given.set
  local lines file
  if grep -E '^error ' given.txt; then complain "the compiler did not come to the programs"; fi
  lines=$(comm -23 wanted.set given.set | places)
  [[ -z $lines ]] || complain $'these are not refused as they say:\n'"$lines"
  lines=$(comm -13 wanted.set given.set | places)
  [[ -z $lines ]] || complain $'these are refused and do not say so:\n'"$lines"
  for file in bad/*.ts; do
    grep -q "^$file:" wanted.set || complain "$file does not say what of it is refused"
  done
}

# Files all of whose refusals are those that they ask for.
rightly_refused() {
  local file count=0
  for file in bad/*.ts; do
    if [[ $(grep "^$file:" wanted.set) == "$(grep "^$file:" given.set)" ]]; then count=$((count + 1)); fi
  done
  echo "$count"
}

[[ -x $here/node_modules/.bin/tsc && $here/node_modules/.package-lock.json -nt $here/package-lock.json ]] ||
  npm ci --prefix "$here" --silent --no-audit --no-fund

sdk_types types >"$work/types.ts"
cat "$work/types.ts" "$here/values.ts" >"$work/good/types.ts"
sdk_types none >"$work/good/none.ts"
sdk_types notebook >"$work/notebook.ts"
tool_lists
programs good
programs bad
cd "$work"
check_good
check_bad
echo "$(compiled) files compiled, $(rightly_refused) rightly refused"
exit "$wrong"
