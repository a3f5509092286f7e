import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'

const stepsCode = lazyCode(() => import('./connect-tool.tsx'))

/** Shows on request how AI tools are connected. */
export function AiTools() {
  const t = useTranslations('apps.tools')
  const [isOpen, setOpen] = useState(false)
  const { code, failure, retry } = useLazyCode(stepsCode, { isWanted: isOpen })
  if (failure) {
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <Button onClick={retry}>{t('retry')}</Button>
      </>
    )
  }
  if (isOpen && code) return <code.ConnectTool />
  return (
    <Button busy={isOpen} onClick={() => setOpen(true)} onPointerEnter={stepsCode.prefetch}>
      {t('connect')}
    </Button>
  )
}
