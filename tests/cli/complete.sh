#!/bin/bash
# The shell completes commands, options, games, agents of the game that is on the
# line, part by part, and the words that options and operands take; nothing that
# cannot stand there.
#
# usage: bash tests/cli/complete.sh BUILD
[ -n "$BASH_VERSION" ] || exec bash "$0" "$@"
cd "$(dirname "$0")/../.." || exit 1
doxa=$1/doxa
bad=0
eval "$("$doxa" help --completion bash)"

# offers WORDS... WANTED: the last word of the line is completed to WANTED (among
# others, where it ends in ...)
offers() {
    wanted=${*: -1}
    COMP_WORDS=("${@:1:$#-1}")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _doxa
    got=${COMPREPLY[*]}
    case $wanted in
    *...) case " $got " in *" ${wanted%...} "*) return ;; esac ;;
    "$got") return ;;
    esac
    echo "${*:1:$#-1}: $got, not $wanted"
    bad=1
}
offers doxa tour tournament
offers doxa match ke kemps
offers doxa match '' hanabi...
offers doxa match --exp --explain
offers doxa match kemps --seats gre greedy
offers doxa match kemps --seats inf ''
offers doxa match hanabi --seats inf info
offers doxa match 'hanabi(players=2)' --seats report,inf report,info
offers doxa tournament hanabi --seats 'info,info;rep' 'info,info;report'
offers doxa play kemps --seats yo you
offers doxa ask record.jsonl --assume 'truthful(inf' 'truthful(info'
offers doxa bot check --game han hanabi
offers doxa games han hanabi
offers doxa help tour tournament
offers doxa help --completion z zsh
offers doxa valid --logic KD4 'KD4 KD45 KD4s5s'
offers doxa check --engine sym symbolic
offers doxa reproduce kem kemps
offers doxa reproduce hanabi --only lad ladder
offers doxa bot ch check
offers doxa draw --format ti tikz
offers doxa draw --layout roo rooms
offers doxa match kemps --seats yo ''
offers doxa tournament kemps --seats yo ''
offers doxa tournament kemps --round-robin yo ''
offers doxa ask record.jsonl --assume yo ''
offers doxa ask record.jsonl --assume cm ''
offers doxa ask record.jsonl --assume uni uniform
offers doxa match kemps --seats cm cmd:
offers doxa ask record.jsonl --believes inf info

for shell in zsh fish; do
    "$doxa" help --completion $shell >/dev/null || bad=1
    "$doxa" help --completion $shell | grep -q 'kemps' ||
        { echo "$shell knows no games"; bad=1; }
    for word in kb-greedy KD45 symbolic ladder check; do
        "$doxa" help --completion $shell | grep -qw -- "$word" ||
            { echo "$shell does not know $word"; bad=1; }
    done
    "$doxa" help --completion $shell | grep 'seats' | grep -w you |
        grep -v play && { echo "$shell offers you where nobody can sit"; bad=1; }
done
exit $bad
