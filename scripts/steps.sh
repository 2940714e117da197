# Runs the steps of a check, and prints a table of them; also installs tools for other scripts. scripts/test,
# scripts/test-all and .ci/run source this file, define `steps` and call `run_steps "$@"`. Each step is
# "NAME | PATHS | COMMAND"; PATHS are git pathspecs of the files that can change its result.
#
# Options of each of these scripts:
#     --list          print the names of the steps
#     --only NAME     run this step; repeatable
#     --since REV     run the steps whose files differ from those of the git revision REV
#
# A step that fails does not stop the next. The exit code is 1 if one failed.

# install COMMAND PACKAGE...: installs the packages with apt-get if the command is missing.
install() {
    command -v "$1" > /dev/null && return
    shift
    local root
    root=$([[ $(id -u) == 0 ]] || echo sudo)
    $root apt-get update -qq && $root apt-get install -qq -y --no-install-recommends "$@" > /dev/null
}

# npm_packages DIRECTORY NAME@VERSION...: installs packages of Node.js below the directory, if they are missing.
npm_packages() {
    local directory=$1 package
    shift
    install npm nodejs npm
    for package; do
        [[ -d $directory/node_modules/${package%@*} ]] || {
            mkdir -p "$directory"
            npm install --silent --no-audit --no-fund --prefix "$directory" "$package"
        }
    done
}

# project_version: prints the version of the project, which Cargo.toml has.
project_version() {
    sed -n '/^\[workspace\.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml
}

# python_environment DIRECTORY ARGUMENT...: makes a Python environment in the directory if there is none, and calls its
# `pip install` with the arguments.
python_environment() {
    local directory=$1
    shift
    if [[ ! -x $directory/bin/pip ]]; then
        # The package has modules, and no command to look for.
        /usr/bin/python3 -c 'import venv, ensurepip' 2> /dev/null || install "" python3-venv
        /usr/bin/python3 -m venv "$directory"
    fi
    "$directory/bin/python" -m pip --disable-pip-version-check --quiet install "$@"
}

# changed REV PATHSPEC...: succeeds if a file, also one that git does not know yet, differs from that of the revision.
changed() {
    local rev=$1
    shift
    ! git diff --quiet "$rev" -- "$@" || [[ -n $(git ls-files --others --exclude-standard -- "$@") ]]
}

# run_step NAME COMMAND: runs a step, and adds its row to `table`.
run_step() {
    local name=$1 command=$2 code result wall user system TIMEFORMAT='%R %U %S'
    echo "== $name: $command"
    exec 3>&1 4>&2
    { time { (set -euo pipefail; eval "$command") >&3 2>&4 3>&- 4>&-; }; } 2> "$times"
    code=$?
    exec 3>&- 4>&-
    result=passed
    ((code == 0)) || { result="failed ($code)"; failed=$((failed + 1)); }
    read -r wall user system < "$times"
    table+=$(awk -v name="$name" -v result="$result" -v wall="$wall" -v user="$user" -v system_time="$system" 'BEGIN {
        printf "%-16s %-12s %8.1f %12.1f", name, result, wall, user + system_time }')$'\n'
}

run_steps() {
    local since='' only=() list=false names=() name paths command step table='' failed=0 ran=0 times
    while (($# > 0)); do
        case $1 in
            --list) list=true; shift ;;
            --only) only+=("${2:?--only needs the name of a step}"); shift 2 ;;
            --since) since=${2:?--since needs a git revision}; shift 2 ;;
            *) echo "$0: there is no option $1; the options are --list, --only NAME and --since REV" >&2; return 2 ;;
        esac
    done
    [[ -z $since ]] || git rev-parse --quiet --verify "$since^{commit}" > /dev/null ||
        { echo "$0: there is no revision $since" >&2; return 2; }
    for step in "${steps[@]}"; do
        read -r name <<< "${step%%|*}"
        names+=("$name")
    done
    for name in "${only[@]}"; do
        [[ " ${names[*]} " == *" $name "* ]] || { echo "$0: there is no step $name; --list prints them" >&2; return 2; }
    done
    [[ $list == false ]] || { printf '%s\n' "${names[@]}"; return; }
    times=$(mktemp)
    # A failed step must not end the script.
    set +e
    for step in "${steps[@]}"; do
        IFS='|' read -r name paths command <<< "$step"
        read -r name <<< "$name"
        read -r command <<< "$command"
        ((${#only[@]} == 0)) || [[ " ${only[*]} " == *" $name "* ]] || continue
        read -ra paths <<< "$paths"
        [[ -z $since ]] || changed "$since" "${paths[@]}" || continue
        ran=$((ran + 1))
        run_step "$name" "$command"
    done
    rm -f "$times"
    echo
    printf '%-16s %-12s %8s %12s\n' "$0" "" seconds "processor s"
    printf '%s' "$table"
    echo "$((ran - failed)) passed, $failed failed"
    ((failed == 0))
}
