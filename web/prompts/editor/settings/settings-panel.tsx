import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf, variableKinds } from '#contract/variables/kinds.ts'
import { isLongerThan, limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { KindFields } from './kind-fields.tsx'
import { Labelled } from './labelled.tsx'
import { settingProblem, withKind } from './setting-edits.ts'
import styles from './settings.module.css'

type SettingsPanelProps = {
  id: string
  setting: VariableSetting
  /** How many saves have failed because of these settings; the invalid field then gets the focus. */
  refusals: number
  /** Preview of the variable as readers will see it. */
  sample: ReactNode
  onChange: (setting: VariableSetting) => void
  /** Renames the variable, or returns why the name cannot be used. */
  onRename: (name: string) => 'invalid' | 'taken' | undefined
  /** Returns a function that merges the variable with another one of this name; false if there is none. */
  onMerge: (name: string) => false | (() => void)
  onClose: () => void
}

/** Edits the settings of a variable in place. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { id, setting, refusals, sample, onChange, onRename, onMerge, onClose } = props
  const t = useTranslations('editor.settings')
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  const kindField = useRef<HTMLSelectElement>(null)
  const kind = kindOf(setting)

  useEffect(() => {
    const refused = panel.current?.querySelector<HTMLElement>('[aria-invalid]')
    const target = refusals > 0 && refused ? refused : kindField.current
    target?.focus({ preventScroll: true })
    // Shows as much of the panel as fits, and its head in any case.
    panel.current?.scrollIntoView({ block: 'nearest' })
    panel.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
    if (refusals > 0) target?.scrollIntoView({ block: 'nearest' })
  }, [refusals])

  const closeByKey = (event: KeyboardEvent) => {
    const isOwn = !event.defaultPrevented && !event.nativeEvent.isComposing
    if (event.key !== 'Escape' || !isOwn) return
    event.preventDefault()
    onClose()
  }

  return (
    <section
      ref={panel}
      id={id}
      className={styles.panel}
      aria-labelledby={headingId}
      onKeyDown={closeByKey}
    >
      <header className={styles.head}>
        <h3 id={headingId} className="shrinks text-14 medium breaks">
          {t.rich('title', {
            name: setting.name,
            code: kind === 'literal' ? asText : asName,
          })}
        </h3>
        <IconButton label={t('close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Labelled label={t('kind')}>
            {(ties) => (
              <Select
                {...ties}
                ref={kindField}
                value={kind}
                onChange={(event) => {
                  const chosen = variableKinds.find((one) => one === event.target.value)
                  if (chosen) onChange(withKind(setting, chosen))
                }}
              >
                {variableKinds.map((one) => (
                  <option key={one} value={one}>
                    {t(`kinds.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Labelled>
          {kind !== 'literal' && (
            <NameField name={setting.name} onRename={onRename} onMerge={onMerge} />
          )}
        </div>
        <KindFields key={kind} setting={setting} isRefused={refusals > 0} onChange={onChange} />
      </div>
      {kind !== 'literal' && !settingProblem(setting) && (
        <div className={styles.sample} data-sample>
          <p className="text-13 quiet below-8">{t('sample')}</p>
          <div className={styles.sampleText}>{sample}</div>
        </div>
      )}
    </section>
  )
}

function asText(name: ReactNode) {
  return <bdi>{name}</bdi>
}

function asName(name: ReactNode) {
  return <bdi className="variable-name">{name}</bdi>
}

type NameFieldProps = { name: string } & Pick<SettingsPanelProps, 'onRename' | 'onMerge'>

/** Renames once the name is complete, so that one undo restores the previous name. */
function NameField({ name, onRename, onMerge }: NameFieldProps) {
  const t = useTranslations('editor.settings')
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<'invalid' | 'taken' | 'tooLong'>()
  const rename = () => {
    const next = typed.trim().replaceAll(/\s+/g, ' ')
    const isTooLong = next !== name && isLongerThan(next, limits.nameLength)
    const refused = isTooLong ? 'tooLong' : next === name ? undefined : onRename(next)
    setProblem(refused)
    if (refused === undefined) setTyped(next)
    return refused === undefined
  }
  const merge = problem === 'taken' && onMerge(typed.trim().replaceAll(/\s+/g, ' '))
  return (
    <Labelled
      label={t('name')}
      action={merge && <Button onClick={merge}>{t('merge')}</Button>}
      error={problem && t(`nameProblems.${problem}`, { name: typed.trim() })}
    >
      {(ties) => (
        <input
          {...ties}
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="done"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Renames first: the same key saves the form.
            const isRenamed = flushSync(rename)
            if (!isRenamed || !isSaveKey(event)) event.preventDefault()
          }}
        />
      )}
    </Labelled>
  )
}
