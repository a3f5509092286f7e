import { beginsToday, kindOf } from '#contract/variables/kinds.ts'
import { inputsOf, type Input } from '#contract/variables/inputs.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import type { Command } from '#cli/core/define-command.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { nameInArguments } from '#cli/prompts/fill-prompt.ts'
import { tableWidth } from '#cli/prompts/prompt-rows.ts'
import { formatTerms } from '#cli/terminal/format-terms.ts'
import { formatRows, toOneLine } from '#cli/terminal/show-text.ts'
import { hasStyles, styler } from '#cli/terminal/styles.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

export const showPrompt: Command = {
  name: 'show',
  operands: { least: 1, most: 1 },
  takes: ['prompt'],
  options: { text: {} },
  async run({ connect, texts, environment }, { operands: [named = ''], has }) {
    const prompt = await findPrompt(connect().client, named, texts)
    const body = toPlainText(prompt.prompt)
    const text = body.endsWith('\n') ? body : `${body}\n`
    if (has('text')) return { text, json: prompt }
    const style = styler(hasStyles(process.stdout, environment))
    const title = [prompt.name, ...(prompt.shortName === null ? [] : [`/${prompt.shortName}`])]
    const rows = inputsOf(prompt).map(
      (input) => [nameInArguments(input), describeInput(input, texts)] as const,
    )
    const head = [
      style('bold', title.map(toOneLine).join('  ')),
      ...(prompt.whenToUse ? [toOneLine(prompt.whenToUse)] : []),
      '',
      ...(rows.length > 0 ? [formatInputs(rows)] : []),
    ]
    return { head: `${head.join('\n')}\n`, text, json: prompt }
  },
}

function formatInputs(rows: readonly (readonly [string, string])[]): string {
  const width = tableWidth()
  if (width === undefined) return formatRows(rows, Number.POSITIVE_INFINITY)
  const shown = rows.map(([name, about]) => [toOneLine(name), toOneLine(about)] as const)
  return `${formatTerms(shown, width, 0)}\n`
}

/** Describes in a line the values that a variable accepts. */
function describeInput({ setting }: Input, { kinds, show, values }: Texts): string {
  const kind = kindOf(setting)
  const { options = [], default: start, help, required } = setting ?? {}
  // A date without another default is today.
  const begin = setting !== undefined && beginsToday(setting) ? values.today : start
  const labels = options.map(({ value, label }) => label ?? value).join(', ')
  return [
    kind === 'choice' ? `${kinds.choice}: ${labels}` : kinds[kind],
    ...(begin ? [fillText(show.default, { value: begin })] : []),
    ...(required ? [show.required] : []),
    ...(help ? [help] : []),
  ].join(' · ')
}
