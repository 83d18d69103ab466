#!/usr/bin/env bash
# Uses a registry for minutes, with programs good and hostile, and ends in `0 lost, 0 leaked`, or else with exit status 1.
#
#   tests/soak.sh                  two minutes
#   tests/soak.sh --minutes 60
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=2
if [ "${1:-}" = --minutes ]; then
    minutes=${2:?a number of minutes}
fi
cargo run -q -p dsh-tools-tests --bin soak --locked -- "$minutes"
