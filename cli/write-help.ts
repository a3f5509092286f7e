import { wrapText } from '#contract/core/wrap-text.ts'
import type { Command } from '#cli/core/define-command.ts'
import { commonOptions } from '#cli/core/parse-arguments.ts'
import { formatTerms } from '#cli/terminal/format-terms.ts'
import type { Texts } from '#cli/core/texts.ts'

/** The manual: a description, examples, all commands, and common options. `width` is in columns. */
export function writeHelp(commands: readonly Command[], texts: Texts, width: number): string {
  const { help } = texts
  const rows = commands.map(({ name }) => {
    const { usage, summary } = texts.commands[name]
    return [usage, summary] as const
  })
  const { usage, summary } = texts.commands.fill
  return `${[
    help.title,
    section(help.usage, indented(help.usages)),
    wrapText(help.intro, 0, width),
    section(help.examples, indented(help.exampleLines)),
    section(help.commands, formatTerms([[usage, summary], ...rows], width)),
    section(help.values, wrapParagraphs(help.valuesText, 2, width)),
    section(help.options, optionsOf(Object.keys(commonOptions), texts, width)),
    section(help.files, wrapParagraphs(help.filesText, 2, width)),
    section(help.exitCodes, indented(help.exitCodeLines)),
  ].join('\n\n')}\n`
}

/** The help page of one command. `width` is in columns. */
export function writeCommandHelp({ name, options }: Command, texts: Texts, width: number): string {
  const { usage, summary, details } = texts.commands[name]
  const { help } = texts
  const own = Object.keys(options)
  return `${[
    wrapText(summary, 0, width),
    section(help.usage, indented(`promptshelf ${usage}`)),
    ...(details === '' ? [] : [wrapParagraphs(details, 0, width)]),
    ...(own.length === 0 ? [] : [section(help.ownOptions, optionsOf(own, texts, width))]),
    section(help.options, optionsOf(Object.keys(commonOptions), texts, width)),
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

function optionsOf(names: readonly string[], texts: Texts, width: number): string {
  const known: Record<string, { form: string; help: string }> = texts.options
  return formatTerms(
    names.map((name) => [known[name]?.form ?? name, known[name]?.help ?? '']),
    width,
  )
}

function wrapParagraphs(text: string, indent: number, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => {
      if (paragraph === '') return ''
      return paragraph.startsWith('  ') ? paragraph : wrapText(paragraph, indent, width)
    })
    .join('\n')
}
