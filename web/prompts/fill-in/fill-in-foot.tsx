import {
  use,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import { defaultValue, type Values } from '#contract/variables/fill-in.ts'
import { listen } from '#web/ui/listen.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FillInContext, gapsOf, problemsOf } from './fill-in-settings.ts'
import styles from './fill-in.module.css'
import { Problem } from './problem.tsx'

type FillInFootProps = {
  body: string
  text: RefObject<HTMLElement | null>
  /** The values copied last. */
  copied: Values | undefined
  /** Whether the last press on the copy button was refused. */
  isRefused: boolean
  /** The button beside the gaps if the prompt is to be run with them. */
  runAnyway: ReactNode
  isHidden: boolean
  copyButton: Ref<HTMLButtonElement>
  tools: ReactNode
  onCopy: () => void
  children: ReactNode
}

/** Shows the progress of filling in, and the copy button. */
export function FillInFoot(props: FillInFootProps) {
  const { body, text, copied, isRefused, copyButton, tools, onCopy, children } = props
  const { runAnyway, isHidden } = props
  const t = useTranslations('prompt.fillIn')
  const progressId = useId()
  const { values, settings, writing } = use(FillInContext)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const gaps = useMemo(() => gapsOf(body, settings), [body, settings])
  const valueOf = (name: string) =>
    current.get(name) ?? defaultValue(settings.get(name), writing.today)
  const empty = gaps.filter((name) => !valueOf(name))
  const problems = isRefused ? problemsOf(body, current, { settings, writing }) : []
  const isCopied = copied === current
  const isJustCopied = useForAMoment(copied)
  const focused = useFocusedName(text)
  const help = focused !== undefined && settings.get(focused)?.help
  const isLong = focused !== undefined && kindOf(settings.get(focused)) === 'long'
  const isStillEmpty = (isCopied || Boolean(runAnyway)) && empty.length > 0
  return (
    <footer className={styles.foot} hidden={isHidden}>
      <p id={progressId} className={styles.progress}>
        {problems.length === 0 && !isStillEmpty && (
          <>
            {help ||
              (gaps.length > 0 &&
                t('progress', { filled: gaps.length - empty.length, total: gaps.length }))}
            {(isLong || (!help && empty.length > 0 && gaps.length > 1)) && (
              <span className={styles.keys}>
                {(help || gaps.length > 0) && ' · '}
                {t.rich(isLong ? 'nextFromLong' : 'nextByEnter', { key: asKey })}
              </span>
            )}
          </>
        )}
        <output className={styles.said}>
          {problems.length > 0 && <Problem problems={problems} />}
          {problems.length === 0 && isStillEmpty && <StillEmpty names={empty} />}
        </output>
        {problems.length === 0 && isStillEmpty && runAnyway && <> · {runAnyway}</>}
      </p>
      <div className={styles.buttons}>
        <Button
          ref={copyButton}
          look="primary"
          className={styles.copyButton}
          icon={isJustCopied ? <Check size={16} /> : <Copy size={16} />}
          aria-describedby={progressId}
          onClick={onCopy}
        >
          <span className={isJustCopied ? styles.unseen : undefined}>{t('copy')}</span>
          <span className={isJustCopied ? undefined : styles.unseen}>{t('justCopied')}</span>
        </Button>
        {children}
      </div>
      {tools}
    </footer>
  )
}

function asKey(name: ReactNode) {
  return <kbd>{name}</kbd>
}

function StillEmpty({ names }: { names: string[] }) {
  const t = useTranslations('prompt.fillIn')
  const atMost = 3
  const named = names.slice(0, atMost).join(', ')
  const count = names.length - atMost
  return count > 0
    ? t('stillEmptyMore', { names: named, count })
    : t('stillEmpty', { names: named })
}

/** Returns the name of the variable whose field has the focus. */
function useFocusedName(text: RefObject<HTMLElement | null>): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    const area = text.current
    const read = () => {
      const element = document.activeElement
      const isField = element && area?.contains(element) && element.hasAttribute('name')
      setName((isField && element.getAttribute('name')) || undefined)
    }
    read()
    // `focusout` comes before the next field has the focus.
    return listen(area, ['focusin', 'focusout'], read)
  }, [text])
  return name
}

/** Whether the value changed within the last two seconds. */
function useForAMoment(value: unknown): boolean {
  const [passed, setPassed] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setPassed(value), 2000)
    return () => clearTimeout(timer)
  }, [value])
  return value !== undefined && value !== passed
}
