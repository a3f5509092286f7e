import {
  completeWords,
  shells,
  type Candidate,
  type Shell,
} from '#cli/commands/completion/complete-words.ts'
import { shellScripts } from '#cli/commands/completion/shell-scripts.ts'
import { quoteWord, splitLine } from '#cli/commands/completion/split-line.ts'
import { UsageError, type Command, type Context } from '#cli/core/define-command.ts'
import { fillText } from '#cli/core/texts.ts'

/**
 * Creates the command that prints a shell's completion script. The shell then runs it again, with the typed words after
 * `--`, and reads the completions. Failures are then silent, since messages would appear inside the command line.
 */
export function writeCompletion(commands: readonly Command[], unnamed: Command): Command {
  const self: Command = {
    name: 'completion',
    operands: { least: 1, most: Number.POSITIVE_INFINITY },
    takes: ['shell'],
    options: {},
    async run(context, { operands: [shell = '', ...typed] }) {
      if (!isShell(shell)) {
        const names = shells.join(', ')
        throw new UsageError(fillText(context.texts.completion.noShell, { name: shell, names }))
      }
      if (typed.length === 0) {
        return { text: shellScripts[shell], json: { shell, script: shellScripts[shell] } }
      }
      const candidates = await complete(shell, typed, context)
      const text = candidates.map(({ word, about }) => writeLine(shell, word, about)).join('')
      return { text, json: { words: candidates } }
    },
  }
  return self

  async function complete(shell: Shell, typed: readonly string[], context: Context) {
    try {
      return await (shell === 'bash'
        ? ofLine(typed[0] ?? '', context)
        : ofTyped(shell, typed, context))
    } catch {
      return []
    }
  }

  function ofWords(words: readonly string[], context: Context): Promise<Candidate[]> {
    const all = [...commands, self]
    const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
    return completeWords({ before, current, commands: all, unnamed }, context)
  }

  /** From bash, which passes the line. */
  async function ofLine(line: string, context: Context): Promise<Candidate[]> {
    const { words, openQuote, beforeQuote } = splitLine(line)
    const found = await ofWords(words.slice(1), context)
    const current = words.at(-1) ?? ''
    // Bash only replaces the part after the open quote, else after the last of these characters.
    const lastBreak = Math.max(current.lastIndexOf('='), current.lastIndexOf(':'))
    const cut = openQuote ? beforeQuote : lastBreak + 1
    return found.map(({ word, about }) => {
      const quoted = quoteWord(word.slice(cut), openQuote)
      // The user means the home directory, which a backslash would hide.
      const isInHome = current.startsWith('~/') && !openQuote
      return { word: isInHome ? quoted.replace(/^\\~/, '~') : quoted, about }
    })
  }

  /** For zsh and fish. Fish leaves the completed word as it was typed; zsh leaves at most its quote. */
  function ofTyped(shell: Shell, typed: readonly string[], context: Context): Promise<Candidate[]> {
    const last = typed.at(-1) ?? ''
    const current = shell === 'fish' ? splitLine(last).words.at(-1) : last.replace(/^["']/, '')
    return ofWords([...typed.slice(0, -1), current ?? ''], context)
  }
}

function isShell(name: string): name is Shell {
  return (shells as readonly string[]).includes(name)
}

function writeLine(shell: Shell, word: string, about: string): string {
  const [line = ''] = about.split('\n', 1)
  const description = line.replaceAll(/\p{Cc}/gu, ' ').trim()
  return shell === 'bash' || description === '' ? `${word}\n` : `${word}\t${description}\n`
}
