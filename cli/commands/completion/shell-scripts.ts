import type { Shell } from './complete-words.ts'

/** The script that each shell runs to complete words: it asks the program for them. */
export const shellScripts: Record<Shell, string> = {
  // Also works in bash 3.2 of macOS. Never `compgen -W`, which expands its input.
  bash: `_promptshelf() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(promptshelf completion bash -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case "\${COMPREPLY[0]}" in
    *= | */) type compopt >/dev/null 2>&1 && compopt -o nospace ;;
  esac
}
complete -F _promptshelf promptshelf
`,
  zsh: `#compdef promptshelf
_promptshelf() {
  local line word
  local -a words_found abouts open_found open_abouts home_found
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    case $word in
      # As files, since only their tilde is not quoted.
      \\~/*) home_found+=("$word") ;;
      *= | */) open_found+=("$word") open_abouts+=("\${line//$'\\t'/  }") ;;
      *) words_found+=("$word") abouts+=("\${line//$'\\t'/  }") ;;
    esac
  done < <(promptshelf completion zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)
  (( $#words_found )) && compadd -l -d abouts -- "\${words_found[@]}"
  (( $#open_found )) && compadd -S '' -l -d open_abouts -- "\${open_found[@]}"
  (( $#home_found )) && compadd -f -S '' -- "\${home_found[@]}"
  (( $#words_found + $#open_found + $#home_found ))
}
if [[ $funcstack[1] == _promptshelf ]]; then _promptshelf "$@"; else compdef _promptshelf promptshelf; fi
`,
  fish: `function __promptshelf_words
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  promptshelf completion fish -- $before[2..-1] "$current" 2>/dev/null </dev/null
end
complete -c promptshelf -f -a '(__promptshelf_words)'
`,
}
