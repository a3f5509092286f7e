import { wrapText } from '#contract/core/wrap-text.ts'
import { defaultValue } from '#contract/variables/fill-in.ts'
import { readValue, type Input } from '#contract/variables/inputs.ts'
import { kindOf } from '#contract/variables/kinds.ts'
import { decimalMark, writeNumber } from '#contract/variables/numbers.ts'
import { sayProblem, type Filling } from '#cli/prompts/fill-prompt.ts'
import { choose, type Pressed } from '#cli/terminal/choose.ts'
import { cutLabel, editLine, showLine, toLine } from '#cli/terminal/line-editor.ts'
import type { Screen } from '#cli/terminal/screen.ts'
import { columnsOf, cutToColumns, toOneLine } from '#cli/terminal/show-text.ts'
import type { styler } from '#cli/terminal/styles.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

type Form = {
  screen: Screen
  filling: Filling
  texts: Texts
  style: ReturnType<typeof styler>
}

/** Asks for variables one after the other; Shift+Tab returns to the previous one. @throws StoppedError */
export async function fillInForm(form: Form, inputs: readonly Input[]): Promise<void> {
  const { filling, style } = form
  for (let at = 0; at < inputs.length;) {
    const input = inputs[at]
    if (input === undefined) return
    const known = inputs.slice(0, at).map((each) => showKnown(each, filling))
    const title = style('bold', toOneLine(filling.prompt.name))
    const { help } = input.setting ?? {}
    const above = [
      title,
      // The last ones, so that the field itself is visible.
      ...known.slice(-Math.max(0, form.screen.rows() - 16)),
      ...(help ? [style('faint', toOneLine(help))] : []),
    ]
    const kind = kindOf(input.setting)
    const isChosen = kind === 'choice' || kind === 'switch'
    const value = await (isChosen ? askChoice(form, input, above) : askText(form, input, above))
    if (typeof value === 'string') {
      filling.values.set(input.name, value)
      at += 1
    } else {
      at = Math.max(0, at - 1)
    }
  }
}

function showKnown({ name, setting }: Input, { values, writing }: Filling): string {
  const value = toOneLine(values.get(name) ?? defaultValue(setting, writing.today))
  return `${toOneLine(name)}: ${cutToColumns(value, 60)}`
}

function valueOf({ name, setting }: Input, { values, writing }: Filling): string {
  return values.get(name) ?? defaultValue(setting, writing.today)
}

async function askChoice(
  form: Form,
  input: Input,
  above: readonly string[],
): Promise<string | Pressed> {
  const { screen, filling, texts, style } = form
  const { setting } = input
  const isSwitch = kindOf(setting) === 'switch'
  const options = isSwitch
    ? (['on', 'off'] as const).map((value) => ({ value, label: texts.form[value] }))
    : (setting?.options ?? []).map(({ value, label }) => ({ value, label: label ?? value }))
  const none = { value: '', label: texts.form.none }
  const offered = isSwitch || setting?.required ? options : [...options, none]
  const value = valueOf(input, filling)
  const isOther =
    setting?.open === true && value !== '' && options.every((each) => each.value !== value)
  const all = isOther ? [{ value, label: value }, ...offered] : offered
  const chosen = await choose(screen, {
    label: `${input.name}:`,
    above,
    hint: () => (setting?.open ? texts.form.openHint : texts.form.choiceHint),
    style,
    find(typed) {
      const wanted = typed.trim().toLowerCase()
      if (wanted === '') return all
      const found = options.filter(({ label }) => label.toLowerCase().includes(wanted))
      const isNew = setting?.open && options.every(({ label }) => label.toLowerCase() !== wanted)
      return isNew ? [...found, { value: typed.trim(), label: typed.trim() }] : found
    },
    show: ({ label }) => label,
    isFirst: (option) => option.value === value,
  })
  return 'back' in chosen ? chosen : chosen.value
}

async function askText(
  form: Form,
  input: Input,
  above: readonly string[],
): Promise<string | Pressed> {
  const { screen, filling, texts, style } = form
  const { name, setting } = input
  const { writing } = filling
  const kind = kindOf(setting)
  const start = valueOf(input, filling)
  let line = toLine(kind === 'number' ? writeNumber(start, decimalMark(writing.locale)) : start)
  let problem = ''
  while (true) {
    const label = cutLabel(`${name}:`, screen.columns())
    const typed = showLine(line, screen.columns() - columnsOf(label) - 2)
    const lines = line.text.split('\n').length
    const hint = lines > 1 ? fillText(texts.form.lines, { count: lines }) : texts.form.hints[kind]
    const hints = wrapText(hint, 0, screen.columns() - 1).split('\n')
    const below = problem === '' ? hints.map((each) => style('faint', each)) : [problem]
    screen.draw([...above, `${label} ${typed.shown}`, ...below], {
      row: above.length,
      column: columnsOf(label) + 1 + typed.column,
    })
    const key = await screen.nextKey()
    if (key.name === 'tab' && key.shift) return { back: true }
    if ((key.name === 'return' && !key.meta) || key.name === 'tab') {
      const read = readValue(setting, line.text, writing)
      if ('problem' in read) problem = toOneLine(sayProblem(input, read.problem, texts, writing))
      else if (read.value === '' && setting?.required) problem = texts.form.required
      else return read.value
      continue
    }
    const edited = editLine(line, key)
    if (edited === undefined) continue
    line = edited
    problem = ''
  }
}
