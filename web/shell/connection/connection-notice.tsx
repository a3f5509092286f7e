import { useEffect, useRef } from 'react'
import { WifiOff } from 'lucide-react'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import styles from './connection-notice.module.css'
import { useIsLost, useIsOnline } from '#web/api/connection.ts'

/** Shows above all content, without blocking clicks, that the server is unreachable. */
export function ConnectionNotice() {
  const texts = faultTexts[useLanguage()]
  const isLost = useIsLost()
  const isOnline = useIsOnline()
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
          {isOnline ? texts.lostNotice : texts.offlineNotice}
        </>
      )}
    </div>
  )
}
