import { useId, useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  leastScope,
  scopeLevels,
  scopeSwitches,
  scopeTraits,
  withIncluded,
  wordOfLevel,
  type LevelWord,
  type TokenScope,
} from '#contract/core/scopes.ts'
import { hasCredits } from '#web/api/server-has.ts'
import { FolderField } from '#web/library/tree/folder-field.tsx'
import { SegmentedChoice } from '#web/ui/controls/segmented-choice.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'

const dayMs = 24 * 60 * 60_000

/** The access of a token or an app: permissions, folder and duration. */
export type ChosenAccess<Days> = {
  scopes: readonly TokenScope[]
  /** Empty: the whole library. */
  folderId: string
  /** Null: it does not expire. */
  days: Days
}

type AccessFieldsProps<Days> = {
  /** The scopes to choose from. */
  offered: readonly TokenScope[]
  chosen: ChosenAccess<Days>
  /** The available durations, each with a hint instead of the last day. */
  ends: readonly { days: Days; label: string; hint?: string }[]
  /** Explains the chosen level. */
  levelHint?: (word: LevelWord) => string
  onChange: (part: Partial<ChosenAccess<Days>>) => void
}

/** Asks for the access of a token or an app: permissions, folder and duration. */
export function AccessFields<Days extends number | null>(props: AccessFieldsProps<Days>) {
  const { offered, chosen, ends, levelHint, onChange } = props
  const { scopes, folderId, days } = chosen
  const t = useTranslations('accounts.access')
  const choose = (next: readonly TokenScope[]) => onChange({ scopes: withIncluded(next) })
  const levels = scopeLevels.filter((scope) => offered.includes(scope))
  const level = levels.findLast((scope) => scopes.includes(scope)) ?? leastScope
  const others = scopes.filter((scope) => scopeSwitches.includes(scope))
  return (
    <>
      <div className="stack gap-6">
        {levels.length > 1 && (
          <>
            <span className="text-13 medium" aria-hidden>
              {t('may')}
            </span>
            <SegmentedChoice
              label={t('may')}
              options={levels.map((value) => ({ value, label: t(`scopes.${wordOfLevel(value)}`) }))}
              chosen={level}
              onChoose={(next) => choose([next, ...others])}
            />
          </>
        )}
        {levelHint && (
          <p className="text-13 quiet" aria-live="polite">
            {levelHint(wordOfLevel(level))}
          </p>
        )}
      </div>
      {scopeSwitches
        .filter((scope) => offered.includes(scope))
        .map((scope) => (
          <Switch
            key={scope}
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              choose(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          >
            <ScopeText scope={scope} />
          </Switch>
        ))}
      <FolderField
        label={t('where')}
        root={t('everywhere')}
        folderId={folderId || null}
        onChange={(next) => onChange({ folderId: next ?? '' })}
      />
      <EndField ends={ends} days={days} onChange={(next) => onChange({ days: next })} />
    </>
  )
}

function ScopeText({ scope }: { scope: TokenScope }): ReactNode {
  const t = useTranslations('accounts.access')
  const { word, costsCredits } = scopeTraits[scope]
  const may = t(`scopes.${word}`)
  return costsCredits && hasCredits() ? t('costs', { may }) : may
}

type EndFieldProps<Days> = {
  ends: AccessFieldsProps<Days>['ends']
  days: Days
  onChange: (days: Days) => void
}

function EndField<Days extends number | null>({ ends, days, onChange }: EndFieldProps<Days>) {
  const t = useTranslations('accounts.access')
  const format = useFormatter()
  const id = useId()
  const [now] = useState(Date.now)
  const at = ends.findIndex((end) => end.days === days)
  const date = format.dateTime(new Date(now + (days ?? 0) * dayMs), { dateStyle: 'long' })
  return (
    <div className="stack gap-6">
      <label htmlFor={id} className="text-13 medium">
        {t('until')}
      </label>
      <Select
        id={id}
        value={at}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange((ends[Number(target.value)] ?? { days }).days)}
      >
        {ends.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </Select>
      <p id={`${id}-hint`} className="text-13 quiet">
        {ends[at]?.hint ?? t('untilHint', { date })}
      </p>
    </div>
  )
}
