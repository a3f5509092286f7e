import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { PanelLeft } from 'lucide-react'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { CommandDialogs } from '#web/shell/commands/command-dialogs.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { cardKeys, repeatEarlyKey, shortcutKeys } from '#web/ui/browser/early-keys.ts'
import { readChosenPlan } from '#web/accounts/plans/chosen-plan.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import { useStore } from '#web/ui/store.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { listen } from '#web/ui/listen.ts'
import styles from './signed-in-layout.module.css'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/bars/switches.tsx'
import { TopBarSlot } from './top-bar.tsx'
import { fetchShelf, shelfCode } from './shelf-code.ts'
import { Sidebar } from './sidebar.tsx'
import { deviceStorage } from '#web/ui/browser/storage.ts'

/** Storage key; the value is 'closed' if the sidebar was closed on this device. `first-paint.js` reads it, too. */
const storageKey = 'sidebar'

const chosenPlanCode = lazyCode(async () => {
  const [{ ChosenPlanDialog }] = await Promise.all([
    import('#web/accounts/plans/chosen-plan-dialog.tsx'),
    loadMessages('plans'),
  ])
  return { ChosenPlanDialog }
})

/** On a screen with cards, the content begins at the first one: the toolbar above it is skipped, too. */
function skipToCard(event: MouseEvent) {
  // Does not change the URL, because the router can only block its own navigations.
  event.preventDefault()
  const card = document.querySelector<HTMLElement>('#content [data-card] :is(h3 button, a)')
  const target = card ?? document.getElementById('content')
  target?.focus()
}

/** Sidebar, top bar, the screen, and the dialogs that any screen can open. */
export function SignedInLayout() {
  const t = useTranslations('shell')
  const isPhone = useMediaQuery('(width <= 640px)')
  const isWide = useMediaQuery('(min-width: 1024px)')
  const [isStoredOpen, setStoredOpen] = useState(() => deviceStorage.getItem(storageKey) === null)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [hasChosenPlan] = useState(() => hasPlans() && readChosenPlan() !== null)
  // Everything else works without it, and the next page retries it.
  const { code: chosenPlan } = useLazyCode(chosenPlanCode, { isWanted: hasChosenPlan })
  // With React's own element, the first screen would be drawn again once that exists, without a pause.
  const [topBar] = useState(() => document.createElement('div'))
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    bar.current?.append(topBar)
  }, [topBar])
  const isOpen = isWide ? isStoredOpen : isDrawerOpen
  const isOverlay = !isWide && isDrawerOpen
  // The drawer must not reopen when the window becomes narrow again.
  if (isWide && isDrawerOpen) setDrawerOpen(false)
  const closeOverlay = () => setDrawerOpen(false)
  const toggle = () => {
    if (!isWide) return setDrawerOpen(!isOpen)
    if (isOpen) deviceStorage.setItem(storageKey, 'closed')
    else deviceStorage.removeItem(storageKey)
    setStoredOpen(!isOpen)
  }
  const code = useStore(shelfCode)
  useEffect(() => {
    shortcutKeys.start()
    cardKeys.start()
    repeatEarlyKey()
    return fetchShelf()
  }, [])
  const menuButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOverlay) return
    return listen(window, ['keydown'], (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setDrawerOpen(false)
      menuButton.current?.focus()
    })
  }, [isOverlay])

  const switches = (
    <>
      <LanguageSwitch />
      <ThemeSwitch />
    </>
  )
  return (
    <div className={styles.layout} data-sidebar={isOpen ? 'open' : 'closed'}>
      <a className={styles.skip} href="#content" onClick={skipToCard}>
        {t('skipToContent')}
      </a>
      <Sidebar isOpen={isOpen} code={code} switches={isPhone && switches} onLeave={closeOverlay} />
      {hasChosenPlan && chosenPlan && <chosenPlan.ChosenPlanDialog />}
      {isOverlay && <div className={styles.shade} onClick={closeOverlay} aria-hidden />}
      <div className={styles.page}>
        <header className={styles.bar}>
          <IconButton
            ref={menuButton}
            label={t('menu')}
            aria-expanded={isOpen}
            aria-controls="sidebar"
            onClick={toggle}
          >
            <PanelLeft size={18} />
          </IconButton>
          <div ref={bar} className="grow shrinks" />
          {!isPhone && switches}
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          <TopBarSlot value={topBar}>
            <Outlet />
          </TopBarSlot>
        </main>
      </div>
      <CommandDialogs />
      {code && <code.CommandKeys />}
      {code && <code.SaveKeptPrompt />}
      {code && <code.SendDrafts />}
    </div>
  )
}
