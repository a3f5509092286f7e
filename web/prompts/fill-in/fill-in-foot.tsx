import {
  use,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import { defaultValue, type Values } from '#contract/variables/fill-in.ts'
import { listen } from '#web/ui/listen.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { live, LiveText } from '#web/ui/live-text.tsx'
import { FillInContext, gapsOf, problemsOf } from './fill-in-settings.ts'
import styles from './fill-in.module.css'
import { OptionChips } from './option-chips.tsx'
import { namesInBrief, Problem } from './problem.tsx'
import { fieldsIn, type Field } from './use-field-walk.ts'

/** The last copy: its values, and when it was made. */
export type Copied = { values: Values; at: number }

/** What a client does with the text besides copying it. */
export type MainAction = { label: string; icon: ReactNode; isBusy: boolean; onPress: () => void }

type FillInFootProps = {
  body: string
  text: RefObject<HTMLElement | null>
  copied: Copied | undefined
  /** The number of rejected copies since the last successful one. */
  refusals: number
  /** The button next to the list of empty variables, to run the prompt with them. */
  runAnyway: ReactNode
  isHidden: boolean
  copyButton: RefObject<HTMLButtonElement | null>
  mainAction: MainAction | undefined
  mainButton: RefObject<HTMLButtonElement | null>
  /** Attached to the copy button. */
  copyMenu: ReactNode
  tools: ReactNode
  onCopy: (event: MouseEvent) => void
  children: ReactNode
}

/** Shows the progress or the missing values, and the copy button. */
export function FillInFoot(props: FillInFootProps) {
  const { body, text, copied, refusals, copyButton, copyMenu, tools, onCopy, children } = props
  const { runAnyway, isHidden, mainAction, mainButton } = props
  const t = useTranslations('prompt.fillIn')
  const lineId = useId()
  const { values, settings, writing } = use(FillInContext)
  const current = useSyncExternalStore(values.subscribe, values.get, values.get)
  const gaps = useMemo(() => gapsOf(body, settings), [body, settings])
  const valueOf = (name: string) =>
    current.get(name) ?? defaultValue(settings.get(name), writing.today)
  const empty = gaps.filter((name) => !valueOf(name))
  const count = { filled: gaps.length - empty.length, total: gaps.length }
  const problems = refusals > 0 ? problemsOf(body, current, { settings, writing }) : []
  const isCopied = copied?.values === current
  const isJustCopied = useForAMoment(copied) && isCopied
  const field = useFocusedField(text)
  const setting = field && settings.get(field.name)
  const isLong = kindOf(setting) === 'long'
  const isStillEmpty = (isCopied || Boolean(runAnyway)) && empty.length > 0
  const hasMessage = problems.length > 0 || isStillEmpty
  const hasHint = !hasMessage && (isLong || Boolean(setting?.help))
  return (
    <footer className={styles.foot} hidden={isHidden}>
      <p
        className={styles.line}
        data-occupied={hasMessage || hasHint || undefined}
        // Long names and sentences end in an ellipsis.
        onMouseEnter={({ currentTarget: line }) => {
          line.title = line.textContent
        }}
      >
        {hasHint && (
          <span className={styles.hint}>
            {setting?.help}
            {isLong && (
              <span className={styles.keys}>
                {setting?.help && ' · '}
                {t.rich('nextFromLong', { key: asKey })}
              </span>
            )}
          </span>
        )}
        {!hasMessage && !hasHint && gaps.length > 0 && (
          <>
            <span id={lineId}>{t.rich('progress', { ...count, rest: unseen })}</span>
            <progress aria-hidden className={styles.bar} value={count.filled} max={count.total} />
            {empty.length > 0 && gaps.length > 1 && (
              <span className={classNames(styles.keys, styles.byEnter)}>
                {t.rich('nextByEnter', { key: asKey })}
              </span>
            )}
          </>
        )}
        {problems.length > 0 && (
          // Screen readers read an added alert, even if they have read its text before.
          <span key={refusals} {...live} role="alert" className={styles.message}>
            <Problem problems={problems} />
          </span>
        )}
        <span {...live} className={styles.message}>
          {problems.length === 0 && isStillEmpty && <StillEmpty names={empty} />}
        </span>
        {problems.length === 0 && isStillEmpty && runAnyway && (
          <span>
            <span aria-hidden>· </span>
            {runAnyway}
          </span>
        )}
        {/* Visible on the button. */}
        <LiveText>{copied && isCopied && <span key={copied.at}>{t('copied')}</span>}</LiveText>
      </p>
      <div className={styles.buttons}>
        {mainAction && (
          <Button
            ref={mainButton}
            look="primary"
            icon={mainAction.icon}
            busy={mainAction.isBusy}
            aria-describedby={lineId}
            onClick={mainAction.onPress}
          >
            {mainAction.label}
          </Button>
        )}
        <div className={classNames(buttonStyles.split, styles.copy)}>
          <Button
            ref={copyButton}
            look={mainAction ? 'plain' : 'primary'}
            className={styles.copyButton}
            icon={isJustCopied ? <Check size={16} /> : <Copy size={16} />}
            aria-describedby={lineId}
            onClick={onCopy}
          >
            <span className={isJustCopied ? styles.unseen : undefined}>
              <CopyLabel count={count} />
            </span>
            <span className={isJustCopied ? undefined : styles.unseen}>{t('justCopied')}</span>
          </Button>
          {copyMenu}
        </div>
        {children}
      </div>
      {tools}
      {field?.tagName === 'SELECT' && (
        <OptionChips
          key={field.name}
          name={field.name}
          text={text}
          otherwise={mainAction ? mainButton : copyButton}
        />
      )}
    </footer>
  )
}

/** On a phone, the button shows how many variables are still empty. */
function CopyLabel({ count }: { count: { filled: number; total: number } }) {
  const t = useTranslations('prompt.fillIn')
  const empty = count.total - count.filled
  // The same elements at every count: a press whose element is removed before the release is no click.
  return (
    <>
      <span className={styles.onWide}>{t('copy')}</span>
      <span className={styles.onPhone}>{empty === 0 ? t('copy') : t('copyCount', { empty })}</span>
    </>
  )
}

/** The progress bar next to it shows the same. */
function unseen(text: ReactNode) {
  return <span className="visually-hidden">{text}</span>
}

function asKey(name: ReactNode) {
  return <kbd>{name}</kbd>
}

function StillEmpty({ names }: { names: string[] }) {
  const t = useTranslations('prompt.fillIn')
  return namesInBrief(names, {
    all: (named) => t('stillEmpty', { names: named }),
    more: (named, count) => t('stillEmptyMore', { names: named, count }),
  })
}

/** Returns the variable's field that has the focus. */
function useFocusedField(text: RefObject<HTMLElement | null>): Field | undefined {
  const [field, setField] = useState<Field>()
  useEffect(() => {
    const area = text.current
    const read = () => setField(fieldsIn(area).find((one) => one === document.activeElement))
    read()
    // `focusout` comes before the next field has the focus.
    return listen(area, ['focusin', 'focusout'], read)
  }, [text])
  return field
}
