# What every transcript has. A hard puzzle (Arto Inkala, 2012) and an easy one, with zeros as blanks, and their solutions:
hard=8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
hard_zeros=800000000003600000070090200050007000000045700000100030001000068008500010090000400
hard_solved=812753649943682175675491283154237896369845721287169534521974368438526917796318452
easy=.4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.
easy_zeros=040610090070050000103948000961000002005826100800000365000379204000080050080065030
easy_solved=248617593679253418153948726961534872735826149824791365516379284397482651482165937
# The hard puzzle without a clue, with several solutions; with a wrong clue; and with two equal clues in a row.
several=...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
unsolvable=8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.3
conflict=8..........33......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
empty=.................................................................................
datasets=$REPOSITORY/datasets

# Repeats a text: `repeat 3 TEXT` prints three lines.
repeat() { seq "$1" | sed "s/.*/$2/"; }
# Prints the named columns of a CSV file without quotes.
columns() {
    awk -F, -v names="$2" 'NR == 1 { n = split(names, wanted, ","); for (i = 1; i <= NF; i++) place[$i] = i }
        { line = ""; for (i = 1; i <= n; i++) line = line (i > 1 ? "," : "") $place[wanted[i]]; print line }' "$1"
}
# The number of lines of files or standard input.
count() { awk 'END { print NR }' "$@"; }
# Puzzles with one solution, no two of which are isomorphic: the first ones of a data set, as a plain list or with ids and solutions.
list() { awk -F, -v n="$1" 'NR > 1 && NR <= n + 1 { print $1 }' "$datasets/clues-22-28.csv"; }
corpus() { awk -v n="$1" 'NR <= n + 1 { print (NR == 1 ? "id" : NR - 2) "," $0 }' "$datasets/clues-22-28.csv"; }
# The rows of a run without the columns from the latency on, which differ between runs.
counts() {
    awk 'NR == 1 { rest = split(substr($0, index($0, ",latency_ns") + 1), names, ",") }
        { for (n = 0; n < rest; n++) sub(/,[^,]*$/, ""); print }' "$1/puzzles.csv"
}
# What is the same in two runs of the same work: in one go, resumed or merged.
same() {
    counts "$1"; cat "$1/failures.csv" "$1/rejects.csv"; columns "$1/blocks.csv" round,block,strategy,n,censored,puzzles,rejects
    cat "$1"/histograms/*.hgrm | grep -o 'Total count.*'
    grep -v latency_ns "$1/correlation.csv" 2> /dev/null
    sed -n -E '/^  "(corpora|strategies|options)"/,/^  []}]/p; /^  "(rounds|rounds_complete|block_size|shard|interrupted)"/p' "$1/manifest.json" |
        sed 's/,$//'
}
# Sends a command a signal when a file has so many bytes: `stopped -9 1000 FILE COMMAND...`. Ends with the command's exit code.
stopped() {
    signal=$1 bytes=$2 file=$3; shift 3
    "$@" > stopped.out 2>&1 &
    until test "$(cat "$file" 2> /dev/null | wc -c)" -gt "$bytes" || ! kill -0 $! 2> /dev/null; do sleep 0.03; done
    kill "$signal" $! 2> /dev/null; { wait $!; } 2> /dev/null
}
# Waits until a command catches SIGINT, or has ended: a shell starts commands in the background with SIGINT ignored.
catches() { until ! grep -q '^SigCgt:.*[014589cd]$' "/proc/$1/status" 2> /dev/null; do sleep 0.05; done; }
interrupt() { catches "$1"; kill -INT "$1"; }
# Writes the digests of edited results into their manifest.
sign() {
    for strategy in $(sed -n '/"strategies": \[/,/^  \]/s/.*"name": "\(.*\)",/\1/p' "$1/manifest.json"); do
        digest=$(counts "$1" | awk -F, -v name="$strategy" '$4 == name' | sha256sum | cut -c1-64)
        sed -i.old "/\"name\": \"$strategy\"/,/\"digest\"/s/\"digest\": \"[^\"]*/\"digest\": \"$digest/" "$1/manifest.json"
    done
    digest=$(sha256sum < "$1/blocks.csv" | cut -c1-64)
    sed -i.old "s/\"blocks_sha256\": \"[^\"]*/\"blocks_sha256\": \"$digest/" "$1/manifest.json"
}
# Copies results with another `puzzles.csv`, edited by awk: `edited FROM TO SCRIPT`; the fields have names.
edited() {
    rm -rf "$2"; mkdir "$2"; cp "$1/manifest.json" "$1/blocks.csv" "$2"
    awk -F, -v OFS=, 'BEGIN { line = 2; strategy = 4; status = 5; solutions = 6; nodes = 7; guesses = 8; backtracks = 9; depth = 10 }
        NR > 1 { '"$3"' } 1' "$1/puzzles.csv" > "$2/puzzles.csv"
    sign "$2"
}
# Runs a command with standard output on a terminal of so many columns, and with `both`, standard error too: `terminal 80 both COMMAND...`.
terminal() {
    python3 -c 'import fcntl, os, struct, subprocess, sys, termios
columns, both, *rest = sys.argv[1:]; words = rest if both == "both" else [both, *rest]
master, slave = os.openpty(); fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
streams = {"stdin": subprocess.DEVNULL, "stdout": slave, "stderr": slave if both == "both" else subprocess.DEVNULL}
child = subprocess.Popen(words, env={**os.environ, "TERM": "xterm"}, **streams); os.close(slave); shown = b""
try:
    while chunk := os.read(master, 4096): shown += chunk
except OSError: pass  # Linux reports the end as an error.
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n")); sys.exit(child.wait())' "$@"
}
# Fails if a line of standard input is longer than 80 characters.
fits() { python3 -c 'import sys; sys.exit(any(len(line) > 80 for line in sys.stdin.read().splitlines()))'; }
