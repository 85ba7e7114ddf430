# For scripts that compare contenders in rounds: each leaves in "$work" a file WHO.ROUND of lines "case milliseconds checksum
# milliseconds-without-copies", and "$rounds" says how many.

median() { sort -n | awk '{a[NR] = $1} END {if (NR) printf "%s", a[int((NR + 1) / 2)]}'; }
# field WHO.ROUND NAME NUMBER: nothing for who has not run
field() { [[ ! -e $work/$1 ]] || awk -v name="$2" -v field="$3" '$1 == name {print $field}' "$work/$1"; }
# times WHO NAME: the median over rounds
times() {
    local round
    for ((round = 0; round < rounds; round++)); do field "$1.$round" "$2" 2; done | median
}
# ratios A B NAME [NUMBER]: the median over rounds of A's time over B's; NUMBER 4 for the times without copies
ratios() {
    local round a b
    for ((round = 0; round < rounds; round++)); do
        a=$(field "$1.$round" "$3" "${4:-2}") b=$(field "$2.$round" "$3" "${4:-2}")
        if [[ $a && $b ]]; then awk -v a="$a" -v b="$b" 'BEGIN {printf "%.3f\n", a / b}'; fi
    done | median
}
differs() { awk -v a="$1" -v b="$2" 'BEGIN {d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(d > 1e-3 * s + 1e-6)}'; }
