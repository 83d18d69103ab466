#!/usr/bin/env bash
# Uses a registry for minutes, with programs good and hostile, and ends in `0 lost, 0 leaked`, or else with exit status 1.
# With `--runs` it makes so many isolated runs in one go and counts what they leave.
#
#   tests/soak.sh                  two minutes
#   tests/soak.sh --minutes 60
#   tests/soak.sh --runs 10000
#
#   BUILT=folder   where the programs of the tests are, in place of building them
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:---minutes} in
    --minutes) what=soak much=${2:-2} ;;
    --runs) what=runs much=${2:-10000} ;;
    *) echo "unknown: $1; there are --minutes and --runs" >&2 && exit 2 ;;
esac
if [ -n "${BUILT:-}" ]; then
    "$BUILT/$what" "$much"
else
    cargo run -q -p dsh-tools-tests --bin "$what" --locked -- "$much"
fi
