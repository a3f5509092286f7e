import { wrapText } from '#contract/core/wrap-text.ts'
import { cutLabel, editLine, showLine, toLine } from '#cli/terminal/line-editor.ts'
import type { Screen } from '#cli/terminal/screen.ts'
import { columnsOf, toOneLine } from '#cli/terminal/show-text.ts'

type Choosing<Item> = {
  /** Shown before the input. */
  label: string
  /** The best items for the input, best first. */
  find: (typed: string) => readonly Item[]
  /** An item on one line. */
  show: (item: Item) => string
  /** Shown below the items, for the input and the number of matches. */
  hint: (typed: string, found: number) => string
  /** Lines above. */
  above?: readonly string[]
  /** The initially selected item. */
  isFirst?: (item: Item) => boolean
  style: (style: 'bold' | 'faint', text: string) => string
}

/** A key other than those that select. */
export type Pressed = { back: true }

const mostShown = 10

/** Lets the user choose from a list, filtered by typing. @throws StoppedError */
export async function choose<Item>(
  screen: Screen,
  { label: wholeLabel, find, show, hint, above = [], isFirst, style }: Choosing<Item>,
): Promise<Item | Pressed> {
  let line = toLine('')
  let found = find('')
  let at = Math.max(0, isFirst ? found.findIndex(isFirst) : 0)
  while (true) {
    const hints = wrapText(hint(line.text, found.length), 0, screen.columns() - 1).split('\n')
    const room = Math.max(1, Math.min(mostShown, screen.rows() - 2 - hints.length - above.length))
    const from = Math.max(0, Math.min(at - Math.floor(room / 2), found.length - room))
    const rows = found.slice(from, from + room).map((item, index) => {
      const isChosen = from + index === at
      return isChosen ? style('bold', `› ${toOneLine(show(item))}`) : `  ${toOneLine(show(item))}`
    })
    const label = cutLabel(wholeLabel, screen.columns())
    const typed = showLine(line, screen.columns() - columnsOf(label) - 2)
    screen.draw(
      [...above, `${label} ${typed.shown}`, ...rows, ...hints.map((each) => style('faint', each))],
      {
        row: above.length,
        column: columnsOf(label) + 1 + typed.column,
      },
    )
    const key = await screen.nextKey()
    const item = found[at]
    if (key.name === 'return' && !key.meta) {
      if (item !== undefined) return item
    } else if (key.name === 'up' || (key.ctrl && key.name === 'p')) {
      at = Math.max(0, at - 1)
    } else if (key.name === 'down' || (key.ctrl && key.name === 'n')) {
      at = Math.max(0, Math.min(found.length - 1, at + 1))
    } else if (key.name === 'pagedown') {
      at = Math.max(0, Math.min(found.length - 1, at + room))
    } else if (key.name === 'pageup') {
      at = Math.max(0, at - room)
    } else if (key.name === 'tab' && key.shift) {
      return { back: true }
    } else {
      const edited = editLine(line, key)
      if (edited === undefined) continue
      if (edited.text !== line.text) {
        found = find(edited.text)
        at = 0
      }
      line = edited
    }
  }
}
