import type { Command } from '#cli/define-command.ts'
import { commonOptions } from '#cli/parse-arguments.ts'
import { columnsOf } from '#cli/terminal/show-text.ts'
import type { Texts } from '#cli/texts.ts'

const width = 80

/** The manual: what it does, examples, all commands, and what holds for all of them. */
export function writeHelp(commands: readonly Command[], texts: Texts): string {
  const { help } = texts
  const rows = commands.map(({ name }) => {
    const { usage, summary } = texts.commands[name]
    return [usage, summary] as const
  })
  const { usage, summary } = texts.commands.fill
  return `${[
    help.title,
    section(help.usage, indented(help.usages)),
    wrap(help.intro, 0),
    section(help.examples, indented(help.exampleLines)),
    section(help.commands, list([[usage, summary], ...rows])),
    section(help.values, wrapParagraphs(help.valuesText)),
    section(help.options, optionsOf(Object.keys(commonOptions), texts)),
    section(help.files, wrapParagraphs(help.filesText)),
    section(help.exitCodes, indented(help.exitCodeLines)),
  ].join('\n\n')}\n`
}

/** The page of help of one command. */
export function writeCommandHelp({ name, options }: Command, texts: Texts): string {
  const { usage, summary, details } = texts.commands[name]
  const { help } = texts
  const own = Object.keys(options)
  return `${[
    summary,
    section(help.usage, indented(`promptshelf ${usage}`)),
    ...(details === '' ? [] : [wrapParagraphs(details, 0)]),
    ...(own.length === 0 ? [] : [section(help.ownOptions, optionsOf(own, texts))]),
    section(help.options, optionsOf(Object.keys(commonOptions), texts)),
  ].join('\n\n')}\n`
}

function section(title: string, text: string): string {
  return `${title}\n${text}`
}

function indented(lines: string): string {
  return lines
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}

function optionsOf(names: readonly string[], texts: Texts): string {
  const known: Record<string, { form: string; help: string }> = texts.options
  return list(names.map((name) => [known[name]?.form ?? name, known[name]?.help ?? '']))
}

/** Longer terms have their text on the next line. */
const longestTerm = 26

function list(rows: readonly (readonly [string, string])[]): string {
  const lengths = rows.map(([term]) => columnsOf(term)).filter((length) => length <= longestTerm)
  const indent = Math.max(...lengths, 0) + 4
  return rows
    .map(([term, text]) => {
      const start = `  ${term}`
      const wrapped = wrap(text, indent)
      return columnsOf(start) + 2 > indent
        ? `${start}\n${wrapped}`
        : start.padEnd(indent) + wrapped.trimStart()
    })
    .join('\n')
}

function wrapParagraphs(text: string, indent = 2): string {
  return text
    .split('\n')
    .map((paragraph) => {
      if (paragraph === '') return ''
      return paragraph.startsWith('  ') ? paragraph : wrap(paragraph, indent)
    })
    .join('\n')
}

/** Breaks a text into lines that end before column 80. */
function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}
