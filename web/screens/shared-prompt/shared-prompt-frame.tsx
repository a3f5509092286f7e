import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './shared-prompt-frame.module.css'

/** The screen of a shared prompt, around its text. */
export function SharedPromptFrame({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations('shell.sharedPrompt')
  return (
    <>
      <PublicBar />
      <main className={styles.screen}>
        <h1>{t.rich('heading', { promptName: name, bdi })}</h1>
        <div className={styles.card}>{children}</div>
      </main>
    </>
  )
}
