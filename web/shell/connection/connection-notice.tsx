import { useEffect, useRef } from 'react'
import { WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { languages, type Language } from '#languages/languages.ts'
import { readForAccount } from '#web/api/account-storage.ts'
import { useIsLost, useIsOnline } from '#web/api/connection.ts'
import { deviceDrafts } from '#web/api/device-drafts.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { useStore } from '#web/ui/store.ts'
import styles from './connection-notice.module.css'

/**
 * Shows above all content, without blocking clicks, that the server is unreachable; and since when, if a copy of the
 * library answers.
 */
export function ConnectionNotice() {
  const isLost = useIsLost()
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // In the top layer, above any open dialog.
    if (isLost) notice.current?.showPopover()
    else notice.current?.hidePopover()
  }, [isLost])

  return (
    <div ref={notice} popover="manual" role="status" className={styles.notice}>
      {isLost && (
        <>
          <WifiOff size={16} />
          <NoticeText />
        </>
      )}
    </div>
  )
}

function NoticeText() {
  const language = useLanguage()
  const texts = faultTexts[language]
  const t = useTranslations('shell.asOf')
  const isOnline = useIsOnline()
  const copiedAt = useStore(libraryCopy)?.contents && readForAccount('copied-at')
  const count = useStore(deviceDrafts).length
  if (!copiedAt) return isOnline ? texts.lostNotice : texts.offlineNotice
  const time = showTime(new Date(copiedAt), language)
  const since = t(isOnline ? 'lost' : 'offline', { time })
  return count > 0 ? `${since} · ${t('drafts', { count })}` : since
}

/** The time, with the date unless it is today. */
function showTime(time: Date, language: Language): string {
  const isToday = time.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(languages[language].locale, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(time)
}
