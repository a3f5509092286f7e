import { useEffect, useRef } from 'react'
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router'
import { useTranslations } from 'use-intl'
import { focusText } from '#web/ui/focus-text.ts'
import { listen } from '#web/ui/listen.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import styles from './section-list.module.css'

/** The groups of the profile, in their order. Each has a URL, such as `/profile#access`. */
const groups = ['account', 'sign-in', 'values', 'access', 'devices', 'data'] as const
type GroupId = (typeof groups)[number]

const current = createStore<GroupId>(groups[0])
/** Whether the user has navigated since the page was loaded. */
let hasArrived = false

/**
 * Lists the groups of the profile, and marks the current one.
 *
 * @param isComplete whether all groups are on screen: until then, the URL may name one that is not
 */
export function SectionList({ isComplete = false }) {
  const t = useTranslations('accounts.profile.groups')
  const { hash, key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const marked = useStore(current)
  const list = useRef<HTMLElement>(null)
  /** The last URL with a fragment, and the scroll position that it led to: a short group may not reach the top. */
  const arrived = useRef({ key: '', top: -1 })

  useEffect(
    () =>
      listen(document, ['scroll'], () => {
        if (window.scrollY === arrived.current.top) return
        arrived.current.top = -1
        current.set(findCurrent())
      }),
    [],
  )

  useEffect(() => {
    // The URL of a dialog has no fragment.
    if (hash === '' || key === arrived.current.key) return
    const part = document.getElementById(hash.slice(1))
    const group = groups.find((id) => document.getElementById(id)?.contains(part))
    if (!part || !group) return
    part.scrollIntoView()
    // Going back must not open a form again.
    const isNew = !isReturn || (key === 'default' && !hasArrived)
    hasArrived = true
    arrived.current = { key, top: window.scrollY }
    current.set(group)
    const opener = part.querySelector<HTMLElement>(`[data-form=${part.id}]`)
    if (!opener || !isNew) return focusText(part.querySelector<HTMLElement>('h2, h3'))
    // The dialog returns the focus to this element.
    opener.focus()
    opener.click()
    // Again once all groups are there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hash, key, isReturn, isComplete])

  useEffect(() => {
    // In the next frame, because it waits for the layout.
    const frame = requestAnimationFrame(() =>
      showInRow(list.current?.querySelector(`[href$='#${marked}']`)),
    )
    return () => cancelAnimationFrame(frame)
  }, [marked])

  useEffect(() => () => current.set(groups[0]), [])

  return (
    <nav ref={list} className={styles.list} aria-label={t('label')}>
      {groups.map((id) => (
        // Navigates with the router, which can only block its own navigations.
        <Link
          key={id}
          to={`#${id}`}
          className="row quiet medium rounded hoverable no-underline one-line rigid"
          aria-current={id === marked || undefined}
        >
          {t(id)}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls the row to a link, but not the page. */
function showInRow(link: HTMLElement | null | undefined) {
  const row = link?.parentElement
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

/**
 * Returns the group at a line that moves from the bar to the bottom of the window as the page is scrolled, so that each
 * group can become the current one.
 */
function findCurrent(): GroupId {
  const { scrollHeight, clientHeight } = document.documentElement
  const progress = window.scrollY / Math.max(1, scrollHeight - clientHeight)
  const isReached = (id: GroupId) => {
    const group = document.getElementById(id)
    if (!group) return false
    const top = Number.parseFloat(getComputedStyle(group).scrollMarginTop) + 1
    return group.getBoundingClientRect().top <= top + (clientHeight - top) * progress
  }
  return groups.findLast(isReached) ?? groups[0]
}
