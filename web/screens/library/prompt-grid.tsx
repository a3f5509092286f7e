import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import styles from './library-screen.module.css'

const minCardWidth = 260
const cardHeight = 214
const gap = 16

type PromptGridProps<Item> = {
  items: Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** Cards of one height in as many columns as fit. Only rows near the screen are in the page. */
export function PromptGrid<Item>({ items, keyOf, children }: PromptGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const [{ columns, top }, setPlace] = useState({ columns: 1, top: 0 })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const next = Math.max(1, Math.floor((element.clientWidth + gap) / (minCardWidth + gap)))
      const nextTop = element.getBoundingClientRect().top + scrollY
      setPlace((last) =>
        last.columns === next && last.top === nextTop ? last : { columns: next, top: nextTop },
      )
    }
    measure()
    // What stands above may grow and shrink, and with it the place where the list begins.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const rowCount = Math.ceil(items.length / columns)
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => cardHeight + gap,
    overscan: 3,
    scrollMargin: top,
  })
  const rows = virtualizer.getVirtualItems()
  const firstRow = rows[0]?.index ?? 0
  const lastRow = rows.at(-1)?.index ?? 0
  const height = (count: number) => count * (cardHeight + gap)

  return (
    <ul
      ref={list}
      className={styles.prompts}
      style={{
        '--columns': columns,
        '--card-height': `${cardHeight}px`,
        paddingTop: height(firstRow),
        paddingBottom: height(rowCount - 1 - lastRow),
      }}
    >
      {items.slice(firstRow * columns, (lastRow + 1) * columns).map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  )
}
