# Sourced by the steps of action.yml: inputs of one line, and errors. Runs with Bash 3.2, which macOS has.

# fail MESSAGE CODE: ends the step with an error, which stays one command for the runner even if an input in it has several lines.
fail() {
    local message=${1//%/%25}
    message=${message//$'\r'/%0D}
    echo "::error title=sudoku-bench::${message//$'\n'/%0A}"
    exit "$2"
}

# one_line NAME INPUT: removes white space around the variable NAME, such as the line end of a YAML block; fails if it has several lines.
one_line() {
    local text=${!1}
    text=${text#"${text%%[![:space:]]*}"}
    text=${text%"${text##*[![:space:]]}"}
    [[ $text != *[$'\n\r']* ]] || fail "the input \`$2\` has several lines: write one" 2
    printf -v "$1" %s "$text"
}
