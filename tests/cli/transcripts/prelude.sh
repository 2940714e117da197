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
