import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { VersionTexts } from '#contract/library/prompts.ts'
import { kindOf, kinds, type SettingField } from '#contract/variables/kinds.ts'
import { settingsByName, type VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'

type Texts = Pick<VersionTexts, 'prompt' | 'variables'>
type Change = { name: string; text: string }

/** Describes the changes in the settings of variables that the later text still has. */
export function useSettingChanges(previous: Texts, later: Texts): Change[] {
  const describe = useDescribe()
  const previousNames = new Set(variableNames(previous.prompt))
  const previousSettings = settingsByName(previous.variables)
  const laterSettings = settingsByName(later.variables)
  return variableNames(later.prompt).flatMap((name) => {
    const setting = laterSettings.get(name) ?? plain(name)
    const before = previousNames.has(name) ? (previousSettings.get(name) ?? plain(name)) : undefined
    if (isSame(before ?? plain(name), setting)) return []
    return { name, text: describe(before, setting) }
  })
}

export function SettingChanges({ changes }: { changes: readonly Change[] }) {
  const t = useTranslations('history.versions')
  return (
    <ul>
      {changes.map(({ name, text }) => (
        <li key={name}>{t.rich('setting', { name, text, code: asName })}</li>
      ))}
    </ul>
  )
}

function asName(name: ReactNode) {
  return <bdi className="variable-name">{name}</bdi>
}

/** A variable without settings. */
function plain(name: string): VariableSetting {
  return { name, kind: 'text' }
}

function isSame(one: VariableSetting, other: VariableSetting): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...fields].every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
}

/**
 * Returns a function that lists the differences of two settings, or describes a new variable if there is no previous
 * one.
 */
function useDescribe() {
  const t = useTranslations('history.versions.settings')
  const format = useFormatter()

  const kindText = (setting: VariableSetting) =>
    t(`kinds.${kindOf(setting)}`, { count: setting.options?.length ?? 0 })

  function describe(previous: VariableSetting | undefined, setting: VariableSetting): string {
    const before = previous ?? plain(setting.name)
    const parts: string[] = []
    const kind = kindText(setting)
    if (!previous) parts.push(kind)
    else if (kindOf(setting) !== kindOf(before)) {
      parts.push(t('kind', { kind, before: kindText(before) }))
    }
    for (const field of kinds[kindOf(setting)].fields) {
      if (JSON.stringify(setting[field]) === JSON.stringify(before[field])) continue
      const text = describeField(field, before, setting)
      if (text) parts.push(text)
    }
    return parts.length > 0 ? parts.join(' · ') : t('other')
  }

  function describeField(field: SettingField, before: VariableSetting, setting: VariableSetting) {
    if (field === 'options') {
      const isNew = kindOf(before) !== kindOf(setting)
      return isNew ? undefined : optionsText(before.options ?? [], setting.options ?? [])
    }
    if (field === 'required' || field === 'open') {
      return t(field, { is: setting[field] ? 'yes' : 'no' })
    }
    if (field === 'whenEmpty') return t(field, { is: setting[field] === 'nothing' ? 'out' : 'in' })
    if (field === 'default' && kindOf(setting) === 'switch') {
      return t('on', { is: setting.default === 'on' ? 'yes' : 'no' })
    }
    const value = String(setting[field as TextField] ?? '')
    const was = before[field] === undefined ? 'none' : 'some'
    return t(`fields.${field as TextField}`, { value, was: value === '' ? 'gone' : was })
  }

  function optionsText(before: Options, after: Options) {
    const list = (some: Options) => format.list(some.map(({ value }) => t('quoted', { value })))
    const added = after.filter(({ value }) => !before.some((one) => one.value === value))
    const removed = before.filter(({ value }) => !after.some((one) => one.value === value))
    const texts = [
      added.length > 0 && t('options.added', { count: added.length, list: list(added) }),
      removed.length > 0 && t('options.removed', { list: list(removed) }),
    ].filter((text) => text !== false)
    return texts.length > 0 ? texts.join(' · ') : t('options.changed')
  }

  return describe
}

type Options = NonNullable<VariableSetting['options']>
/** Fields whose value is shown unchanged. */
type TextField = 'help' | 'default' | 'min' | 'max' | 'step' | 'format' | 'on' | 'off'
