import {
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { replaceEqualDeep } from '@tanstack/react-query'
import { listen } from '#web/ui/listen.ts'
import styles from './library-screen.module.css'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { phone, type ViewChoices } from './view-choices.ts'

const minCardWidth = 260
const cardHeight = 214
const gap = 16
const heights = { cards: cardHeight + gap, rows: 56, phoneRows: 60 }
/** Rows rendered above and below the viewport after the first paint, for fast scrolling. */
const fullOverscan = 4

type PromptGridProps<Item> = {
  layout: ViewChoices['layout']
  items: Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

type CellProps<Item> = { item: Item; render: (item: Item) => ReactNode }

/** Cards of one height in as many columns as fit, or a list. Renders only rows near the viewport. */
export function PromptGrid<Item>({ layout, items, keyOf, children }: PromptGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const [{ fitting, top }, setPlace] = useState({ fitting: 1, top: 0 })
  const [overscanRows, setOverscanRows] = useState(0)
  const columns = layout === 'cards' ? fitting : 1
  const isPhone = useMediaQuery(phone)
  const rowHeight = heights[layout === 'rows' && isPhone ? 'phoneRows' : layout]

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const next = Math.max(1, Math.floor((element.clientWidth + gap) / (minCardWidth + gap)))
      readViewport()
      const nextTop = element.getBoundingClientRect().top + viewport.top
      setPlace((last) =>
        last.fitting === next && last.top === nextTop ? last : { fitting: next, top: nextTop },
      )
    }
    measure()
    // Content above may grow and shrink, which moves the list.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  useEffect(() => startTransition(() => setOverscanRows(fullOverscan)), [])

  const rowCount = Math.ceil(items.length / columns)
  const firstSeen = useSyncExternalStore(onScroll, () =>
    Math.floor((viewport.top - top) / rowHeight),
  )
  const rowsSeen = Math.ceil(viewport.height / rowHeight)
  const firstRow = Math.min(Math.max(0, firstSeen - overscanRows), rowCount)
  const endRow = Math.min(Math.max(0, firstSeen + rowsSeen + 1 + overscanRows), rowCount)

  return (
    <ul
      ref={list}
      className={layout === 'cards' ? styles.prompts : styles.rows}
      // Lets shortcuts find a card that is not rendered.
      data-columns={columns}
      data-row-height={rowHeight}
      style={{
        '--columns': columns,
        '--card-height': `${cardHeight}px`,
        paddingTop: firstRow * rowHeight,
        paddingBottom: (rowCount - endRow) * rowHeight,
      }}
    >
      {items.slice(firstRow * columns, endRow * columns).map((item) => (
        <Cell key={keyOf(item)} item={item} render={children} />
      ))}
    </ul>
  )
}

/** Memoised, so that scrolling and typing a search render only new cells. */
const Cell = memo(
  function Cell<Item>({ item, render }: CellProps<Item>) {
    return <li>{render(item)}</li>
  },
  (last, next) =>
    last.render === next.render && replaceEqualDeep(last.item, next.item) === last.item,
) as <Item>(props: CellProps<Item>) => ReactNode

/** Stored by the events that change it: reading `scrollY` and `innerHeight` while rendering forces a layout. */
const viewport = { top: 0, height: 0 }

function readViewport() {
  viewport.top = scrollY
  viewport.height = innerHeight
}

function onScroll(listener: () => void) {
  return listen(window, ['scroll', 'resize'], () => {
    readViewport()
    listener()
  })
}
