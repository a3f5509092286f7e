import {
  use,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { variableNames } from '#contract/variables.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FillInContext } from './fill-in-values.ts'
import styles from './fill-in.module.css'

const iconLook = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type FillInFootProps = {
  body: string
  /** The values that were copied last. */
  copied: ReadonlyMap<string, string> | undefined
  copyButton: Ref<HTMLButtonElement>
  onCopy: () => void
  children: ReactNode
}

/** How far the filling in has come, and the way out: to copy. */
export function FillInFoot({ body, copied, copyButton, onCopy, children }: FillInFootProps) {
  const t = useTranslations('prompt.fillIn')
  const progressId = useId()
  const values = use(FillInContext)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const names = useMemo(() => variableNames(body), [body])
  const empty = names.filter((name) => !current.get(name))
  const isCopied = copied === current
  const isJustCopied = useForAMoment(copied)
  return (
    <footer className={styles.foot}>
      <p id={progressId} className={styles.progress}>
        {names.length > 0 && !(isCopied && empty.length > 0) && (
          <>
            {t('progress', { filled: names.length - empty.length, total: names.length })}
            {empty.length > 0 && names.length > 1 && (
              <span className={styles.keys}>
                {' · '}
                {t.rich('nextByEnter', { key: asKey })}
              </span>
            )}
          </>
        )}
        <output>{isCopied && <StillEmpty names={empty} />}</output>
      </p>
      <div className={styles.buttons}>
        <Button
          ref={copyButton}
          look="primary"
          icon={isJustCopied ? <Check {...iconLook} /> : <Copy {...iconLook} />}
          aria-describedby={progressId}
          onClick={onCopy}
        >
          {t('copy')}
        </Button>
        {children}
      </div>
    </footer>
  )
}

function asKey(name: ReactNode) {
  return <kbd>{name}</kbd>
}

function StillEmpty({ names }: { names: string[] }) {
  const t = useTranslations('prompt.fillIn')
  if (names.length === 0) return null
  const atMost = 3
  const named = names.slice(0, atMost).join(', ')
  const count = names.length - atMost
  return count > 0
    ? t('stillEmptyMore', { names: named, count })
    : t('stillEmpty', { names: named })
}

/** Whether a value came within the last two seconds. */
function useForAMoment(value: unknown): boolean {
  const [passed, setPassed] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setPassed(value), 2000)
    return () => clearTimeout(timer)
  }, [value])
  return value !== undefined && value !== passed
}
