import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'

const stepsCode = lazyCode(() => import('./connect-tool.tsx'))

/** Shows how to connect AI tools, on request. */
export function AiTools() {
  const t = useTranslations('apps.tools')
  return <Steps open={t('connect')}>{({ ConnectTool }) => <ConnectTool />}</Steps>
}

/** Shows how to install the command line, on request. */
export function CommandLine() {
  const t = useTranslations('apps.commandLine')
  return <Steps open={t('connect')}>{({ ConnectCommandLine }) => <ConnectCommandLine />}</Steps>
}

/** Shows how to install the browser extension, on request. */
export function Extension() {
  const t = useTranslations('apps.extension')
  return <Steps open={t('connect')}>{({ ConnectExtension }) => <ConnectExtension />}</Steps>
}

type StepsProps = {
  /** Label of the button that shows them. */
  open: string
  children: (code: NonNullable<ReturnType<typeof stepsCode.get>>) => ReactNode
}

function Steps({ open, children }: StepsProps) {
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
  if (isOpen && code) return children(code)
  return (
    <Button busy={isOpen} onClick={() => setOpen(true)} onPointerEnter={stepsCode.prefetch}>
      {open}
    </Button>
  )
}
