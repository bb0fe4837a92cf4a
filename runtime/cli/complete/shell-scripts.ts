import { CLI_NAME } from "../../../lib/api/group.ts";

const PROGRAMS = `${CLI_NAME} kubectl-${CLI_NAME}`;

const bash = `# Completion of ${CLI_NAME} for bash: source <(${CLI_NAME} completion bash)
_${CLI_NAME}() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _${CLI_NAME} ${PROGRAMS}`;

const zsh = `#compdef ${PROGRAMS}
# Completion of ${CLI_NAME} for zsh: source <(${CLI_NAME} completion zsh)
_${CLI_NAME}() {
  local line name tab=$'\\t'
  local -a found
  while IFS= read -r line; do
    name=\${line%%$tab*}
    if [[ $line == ":files" ]]; then
      _files
    elif [[ $name == $line ]]; then
      found+=("\${name//:/\\:}")
    else
      found+=("\${name//:/\\:}:\${line#*$tab}")
    fi
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe ${CLI_NAME} found
}
# Read from a folder of functions, this file is the function's body when it is first called.
if [[ \${funcstack[1]-} == _${CLI_NAME} ]]; then
  _${CLI_NAME} "$@"
else
  compdef _${CLI_NAME} ${PROGRAMS}
fi`;

const fish = `# Completion of ${CLI_NAME} for fish: ${CLI_NAME} completion fish | source
function __${CLI_NAME}_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path "$current"
    else
      echo $line
    end
  end
end
complete -c ${CLI_NAME} -f -a '(__${CLI_NAME}_complete)'
complete -c kubectl-${CLI_NAME} -f -a '(__${CLI_NAME}_complete)'`;

/** What each shell reads to ask the program itself what may stand at the cursor. */
export const SHELL_SCRIPTS = { bash, zsh, fish } as const;
/** A shell that has a script. */
export type Shell = keyof typeof SHELL_SCRIPTS;
