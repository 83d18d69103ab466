#!/usr/bin/env bash
# Lists the rules that no test cites in its name, as `fn reg_3_masks_intersect()` cites REG-3. Exit status 1 if there are any.
#
#   tests/rules.sh                the rules of every area
#   tests/rules.sh REG PIPE       those of these areas
set -euo pipefail
cd "$(dirname "$0")/.."

# How many rules each area has.
declare -A rules=(
    [MAC]=10 [SCH]=9 [REG]=10 [PIPE]=12 [CAN]=3 [BATCH]=3
    [PROMPT]=7 [SDK]=4 [CODE]=13 [UI]=2 [POL]=2 [MCP]=2
)
areas=("$@")
[ ${#areas[@]} -gt 0 ] || areas=(MAC SCH REG PIPE CAN BATCH PROMPT SDK CODE UI POL MCP)

cited=$(grep -rhoE '^\s*(async )?fn (mac|sch|reg|pipe|can|batch|prompt|sdk|code|ui|pol|mcp)_[0-9]+_' \
    --include='*.rs' dsh-tools dsh-tools-macros tests ui-tests examples | sed -E 's/.*fn //' | sort | uniq -c)

missing=0
for area in "${areas[@]}"; do
    [ -n "${rules[$area]-}" ] || { echo "no area is called $area" >&2; exit 2; }
    for number in $(seq "${rules[$area]}"); do
        if ! grep -q " ${area,,}_${number}_$" <<< "$cited"; then
            echo "no test cites $area-$number"
            missing=$((missing + 1))
        fi
    done
done
echo "${areas[*]}: $missing rules without a citing test"
[ "$missing" -eq 0 ]
