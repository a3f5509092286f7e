import type { ReactNode } from 'react'
import { PanelLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Sidebar } from './sidebar.tsx'
import styles from './signed-in-layout.module.css'

type ScreenFrameProps = { title?: string; children?: ReactNode }

/**
 * What the server renders of a screen for logged-in users, the same for all of them: it is shown until the client has
 * drawn the screen, and nothing in it reacts.
 */
export function ScreenFrame({ title, children }: ScreenFrameProps) {
  const t = useTranslations('shell')
  return (
    <div className={styles.layout} data-frame inert aria-hidden>
      <Sidebar isOpen code={undefined} switches={false} onLeave={() => {}} />
      <div className={styles.page}>
        <header className={styles.bar}>
          <IconButton label={t('menu')}>
            <PanelLeft size={18} />
          </IconButton>
          <span className="text-15 bold indented">{title}</span>
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  )
}
