import {
  completeWords,
  shells,
  type Candidate,
  type Shell,
} from '#cli/completion/complete-words.ts'
import { shellScripts } from '#cli/completion/shell-scripts.ts'
import { quoteWord, splitLine } from '#cli/completion/split-line.ts'
import { UsageError, type Command, type Context } from '#cli/define-command.ts'
import { fillText } from '#cli/texts.ts'

/** The shell waits for as long, in milliseconds. */
const patienceMs = 3000

/**
 * Makes the command that writes what a shell needs to complete words. The shell then runs it again, with what is typed after
 * `--`, and gets the words. Failures are silent then: they would be in the middle of what is typed.
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
    const late = setTimeout(() => process.exit(0), patienceMs)
    try {
      return await (shell === 'bash' ? ofLine(typed[0] ?? '', context) : ofWords(typed, context))
    } catch {
      return []
    } finally {
      clearTimeout(late)
    }
  }

  function ofWords(words: readonly string[], context: Context): Promise<Candidate[]> {
    const current = (words.at(-1) ?? '').replace(/^["']/, '')
    const all = [...commands, self]
    return completeWords({ before: words.slice(0, -1), current, commands: all, unnamed }, context)
  }

  async function ofLine(line: string, context: Context): Promise<Candidate[]> {
    const { words, openQuote } = splitLine(line)
    const found = await ofWords(words.slice(1), context)
    // Bash replaces only what follows the last of these.
    const current = words.at(-1) ?? ''
    const cut = openQuote ? 0 : Math.max(current.lastIndexOf('='), current.lastIndexOf(':')) + 1
    return found.map(({ word, about }) => ({ word: quoteWord(word.slice(cut), openQuote), about }))
  }
}

function isShell(name: string): name is Shell {
  return (shells as readonly string[]).includes(name)
}

function writeLine(shell: Shell, word: string, about: string): string {
  const [line = ''] = about.split('\n', 1)
  const said = line.replaceAll(/\p{Cc}/gu, ' ').trim()
  return shell === 'bash' || said === '' ? `${word}\n` : `${word}\t${said}\n`
}
