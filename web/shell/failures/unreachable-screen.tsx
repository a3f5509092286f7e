import { useEffect, useState, type ReactNode } from 'react'
import { faultTexts } from '#web/ui/messages/fault-texts.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { isServerThere, useIsOnline, waitForServer } from '#web/api/connection.ts'
import { MessageScreen } from './message-screen.tsx'
import { reloadOnce } from './missing-code.ts'

/**
 * For a screen whose code did not load. Waits for the server and reloads the page; shows `otherwise` if the server
 * was reachable and a reload has not helped.
 */
export function UnreachableScreen({ otherwise }: { otherwise: ReactNode }) {
  const texts = faultTexts[useLanguage()]
  const isOnline = useIsOnline()
  const [isTrying, setTrying] = useState(false)
  const [state, setState] = useState<'asking' | 'lost' | 'helpless'>('asking')

  useEffect(() => {
    let isLeft = false
    const recover = async () => {
      if (await isServerThere()) {
        if (!isLeft && !reloadOnce()) setState('helpless')
        return
      }
      setState('lost')
      await waitForServer()
      if (!isLeft) location.reload()
    }
    void recover()
    return () => {
      isLeft = true
    }
  }, [])

  const tryAgain = async () => {
    setTrying(true)
    if (await isServerThere()) location.reload()
    else setTrying(false)
  }

  if (state === 'helpless') return otherwise
  if (state === 'asking') return <div style={{ minHeight: '100dvh' }} aria-busy />
  return (
    <MessageScreen
      title={isOnline ? texts.lostTitle : texts.offlineTitle}
      text={isOnline ? texts.lostText : texts.offlineText}
    >
      <Button look="primary" busy={isTrying} onClick={() => void tryAgain()}>
        {texts.retry}
      </Button>
    </MessageScreen>
  )
}
