import type { MouseEvent, ReactNode } from 'react'
import { CreditCard, Library, LogOut, Trash2, UserRound } from 'lucide-react'
import { Link, NavLink, type NavLinkProps } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { shelfCode } from './shelf-code.ts'
import styles from './signed-in-layout.module.css'

type SidebarProps = {
  isOpen: boolean
  /** Undefined until it has loaded. */
  code: ReturnType<typeof shelfCode.get>
  /** On a phone, the switches for language and theme. */
  switches: ReactNode
  /** Called when a choice needs the drawer out of the way. */
  onLeave: () => void
}

/** The sidebar: a link to the root, the library's shelf, and the account. */
export function Sidebar({ isOpen, code, switches, onLeave }: SidebarProps) {
  const t = useTranslations('shell')
  const leave = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, [data-leaves]')) onLeave()
  }
  return (
    <aside id="sidebar" className={styles.sidebar} hidden={!isOpen}>
      {/* A closed drawer is filled after the first screen. */}
      {(isOpen || code) && (
        <>
          <Link to={screens.landing} className={styles.logo}>
            <Logo />
          </Link>
          <nav aria-label={t('navigation')} onClick={leave}>
            <Entry to={screens.library} icon={<Library size={18} />} data-drop-folder="root">
              {t('prompts')}
            </Entry>
            {/* Nothing is below it that late content could move. */}
            <div className={styles.shelf} data-scrolls>
              {code && <code.Shelf />}
            </div>
            {code && <code.OfferedPasskey />}
            {code && <code.UsageMeter />}
            {switches && <div className={styles.switches}>{switches}</div>}
            <div className={styles.account}>
              {hasPlans() && (
                <Entry to={screens.plans} icon={<CreditCard size={16} />}>
                  {t('plans')}
                </Entry>
              )}
              <Entry to={screens.profile} icon={<UserRound size={16} />}>
                {t('profile')}
              </Entry>
              <Entry to={screens.trash} icon={<Trash2 size={16} />}>
                {t('trash')}
              </Entry>
              <Entry to={screens.logout} icon={<LogOut size={16} />}>
                {t('logout')}
              </Entry>
            </div>
          </nav>
        </>
      )}
    </aside>
  )
}

type EntryProps = NavLinkProps & { icon: ReactNode; children: ReactNode }

function Entry({ icon, children, ...rest }: EntryProps) {
  return (
    <NavLink {...rest} className={classNames(styles.entry)}>
      {icon}
      {children}
    </NavLink>
  )
}
