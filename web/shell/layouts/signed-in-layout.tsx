import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { CreditCard, Library, LogOut, PanelLeft, UserRound } from 'lucide-react'
import { Link, NavLink, Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { loadMessages } from '#web/messages/messages.ts'
import { readChosenPlan } from '#web/plans/chosen-plan.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './signed-in-layout.module.css'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/bars/switches.tsx'
import { TopBarSlot } from './top-bar.tsx'
import { UsageMeter } from './usage-meter.tsx'

/** The sidebar is open from this width on, unless it has been closed on this device. */
const wide = '(min-width: 1024px)'
/** `first-paint.js` reads it too. */
const storageKey = 'sidebar'

function isStoredClosed(): boolean {
  return localStorage.getItem(storageKey) === 'closed'
}

function storeClosed(isClosed: boolean) {
  if (isClosed) localStorage.setItem(storageKey, 'closed')
  else localStorage.removeItem(storageKey)
}

const ChosenPlanDialog = lazy(async () => {
  const [{ ChosenPlanDialog: dialog }] = await Promise.all([
    import('#web/plans/chosen-plan-dialog.tsx'),
    loadMessages('plans'),
  ])
  return { default: dialog }
})

/** Sidebar, top bar, and the screen. */
export function SignedInLayout() {
  const t = useTranslations('shell')
  // Undefined where the screen is drawn before its width is known: the styles go by that.
  const [isOpen, setOpen] = useState(() =>
    import.meta.env.SSR ? undefined : matchMedia(wide).matches && !isStoredClosed(),
  )
  const [hasChosenPlan] = useState(() => !import.meta.env.SSR && readChosenPlan() !== null)
  const [topBar, setTopBar] = useState<HTMLElement | null>(null)
  // A sidebar that was beside the page does not come to lie upon it when the window gets narrow.
  useEffect(() => {
    const media = matchMedia(wide)
    const follow = () => setOpen(media.matches && !isStoredClosed())
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  const closeOverlay = () => {
    if (!matchMedia(wide).matches) setOpen(false)
  }
  const toggle = () => {
    if (matchMedia(wide).matches) storeClosed(isOpen === true)
    setOpen(!isOpen)
  }
  const menuButton = useRef<HTMLButtonElement>(null)
  const isOverlay = isOpen === true && !matchMedia(wide).matches
  useEffect(() => {
    if (!isOverlay) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      menuButton.current?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOverlay])

  const sidebar = isOpen === undefined ? undefined : isOpen ? 'open' : 'closed'
  return (
    <div className={styles.layout} data-sidebar={sidebar}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <aside id="sidebar" className={styles.sidebar} hidden={isOpen === false}>
        <Link to={screens.landing} className={styles.logo}>
          <Logo />
        </Link>
        <nav aria-label={t('navigation')} onClick={closeOverlay}>
          <Entry to={screens.library} icon={<Library size={18} strokeWidth={1.5} />}>
            {t('prompts')}
          </Entry>
          <Entry to={screens.plans} icon={<CreditCard size={18} strokeWidth={1.5} />}>
            {t('plans')}
          </Entry>
          <Entry to={screens.profile} icon={<UserRound size={18} strokeWidth={1.5} />}>
            {t('profile')}
          </Entry>
          <Entry to={screens.logout} icon={<LogOut size={18} strokeWidth={1.5} />}>
            {t('logout')}
          </Entry>
        </nav>
        <UsageMeter onLeave={closeOverlay} />
      </aside>
      {hasChosenPlan && (
        <Suspense>
          <ChosenPlanDialog />
        </Suspense>
      )}
      {isOpen && <div className={styles.shade} onClick={closeOverlay} aria-hidden />}
      <div className={styles.page}>
        <header className={styles.bar}>
          <IconButton
            ref={menuButton}
            label={t(isOpen ? 'closeMenu' : 'openMenu')}
            aria-expanded={isOpen}
            aria-controls="sidebar"
            onClick={toggle}
          >
            <PanelLeft size={18} strokeWidth={1.5} />
          </IconButton>
          <div ref={setTopBar} className={styles.slot} />
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          <TopBarSlot value={topBar}>
            <Outlet />
          </TopBarSlot>
        </main>
      </div>
    </div>
  )
}

function Entry({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <NavLink to={to} className={classNames(styles.entry)}>
      {icon}
      {children}
    </NavLink>
  )
}
