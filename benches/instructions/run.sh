#!/usr/bin/env bash
# Counts the instructions of four hot paths with valgrind, per time that a path is gone, and compares them with
# `baseline.txt`. Ends in `4 paths, 0 over`, or with exit status 1 where one takes over 5 % more than it did.
#
#   benches/instructions/run.sh            compare
#   benches/instructions/run.sh --write    compare, and make the new counts the baseline
set -euo pipefail
export LC_ALL=C
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here/../.."
baseline="$here/baseline.txt"
# Each path, and how often it is gone; then it is gone twice as often, and the difference counts.
paths='execute 2000
nested 500
validate 200
sdk 5'

case ${1:-} in
    '' | --write) ;;
    *) echo "unknown: $1; the only option is --write" >&2 && exit 2 ;;
esac
if ! command -v valgrind > /dev/null; then
    echo 'valgrind is not there: apt-get install valgrind' >&2
    exit 2
fi

binary=$(cargo bench -q -p dsh-tools-examples --bench instructions --locked --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep '/instructions-')

# On one processor, where two threads of a program take turns in place of looking for each other's messages for as
# long as a clock says. Addresses do not change from run to run.
count() {
    taskset -c "$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')" setarch -R \
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" "$@" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

now=$(while read -r path times; do
    once=$(count "$path" "$times")
    twice=$(count "$path" $((2 * times)))
    echo "$path $(((twice - once) / times))"
done <<< "$paths")

touch "$baseline"
failed=0
awk 'reading { before[$1] = $2; next }
    FNR == 1 { printf "%-10s %12s %12s %9s\n", "path", "baseline", "now", "change" }
    {
        if ($2 <= 0) { printf "%-10s was not counted\n", $1; over++; next }
        if (!before[$1]) { printf "%-10s %12s %12d\n", $1, "none", $2; missing++; next }
        change = ($2 / before[$1] - 1) * 100
        printf "%-10s %12d %12d %+8.2f%%%s\n", $1, before[$1], $2, change, (change > 5 ? "  over" : "")
        over += (change > 5)
        better += (change < -5)
    }
    END {
        if (better) print "better by more than 5 %: keep it with --write"
        if (missing) print "without a baseline: make one with --write"
        printf "%d paths, %d over\n", FNR, over
        exit (over + missing > 0)
    }' reading=1 "$baseline" reading=0 <(echo "$now") || failed=1
if [ "${1:-}" = --write ]; then
    echo "$now" > "$baseline"
    exit 0
fi
exit "$failed"
