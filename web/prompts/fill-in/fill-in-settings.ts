import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import {
  acceptedBy,
  defaultValue,
  isGap,
  problemOf,
  textOf,
  type Values,
} from '#contract/variables/fill-in.ts'
import { beginsToday, kindOf, type ValueProblem, type Writing } from '#contract/variables/kinds.ts'
import { ownValuesFrom } from '#contract/variables/fill-in.ts'
import { settingsByName, type VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { languages } from '#languages/languages.ts'
import { listen } from '#web/ui/listen.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { createFillInValues, type FillInValues } from './fill-in-values.ts'

/** What a prompt's fields share: the values, the settings of its variables, and the formatting. */
type FillInState = {
  values: FillInValues
  settings: ReadonlyMap<string, VariableSetting>
  writing: Writing
  /** The user's own values, by variable name. */
  myValues: Values
  /** Whether a copy was rejected: required fields that are empty then count as invalid. */
  isRefused?: boolean
}

export const FillInContext = createContext<FillInState>({
  values: createFillInValues(),
  settings: new Map(),
  writing: { locale: 'en-GB', today: '' },
  myValues: new Map(),
})

const none: Values = new Map()

/** `first`: the initial values. `myValues` may arrive later. */
export function useFillInState(
  variables: readonly VariableSetting[],
  first: Values = none,
  myValues: Values = none,
): FillInState {
  const [values] = useState(() => createFillInValues(first))
  const { locale } = languages[useLanguage()]
  const today = useToday()
  return useMemo(
    () => ({ values, settings: settingsByName(variables), writing: { locale, today }, myValues }),
    [values, variables, locale, today, myValues],
  )
}

/** Returns a variable as it is filled in. Its `text` is undefined if the copy contains its braces. */
export function useVariable(name: string) {
  const { values, settings, writing, myValues } = use(FillInContext)
  const setting = settings.get(name)
  const read = () => values.get().get(name) ?? defaultValue(setting, writing.today)
  const value = useSyncExternalStore(values.subscribe, read, read)
  return {
    setting,
    value,
    text: textOf(setting, value, writing),
    isMine: value !== '' && value === myValues.get(name),
  }
}

/** Returns the reader's date. Empty in a page from the server, where the date may differ. */
function useToday(): string {
  return useSyncExternalStore(onReturn, localDay, () => '')
}

/** Runs when the reader returns to the page, since the date may have changed. */
function onReturn(listener: () => void) {
  return listen(document, ['visibilitychange'], listener)
}

function localDay(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/**
 * Adds the defaults that empty fields show to values, for storing. A default of today is omitted, since it has to be
 * the current date next time.
 */
export function withDefaults(
  body: string,
  values: Values,
  settings: FillInState['settings'],
): Values {
  const all = variableNames(body).flatMap((name): [string, string][] => {
    const setting = settings.get(name)
    if (kindOf(setting) === 'literal') return []
    const isToday = setting !== undefined && beginsToday(setting)
    const value = values.get(name) ?? (isToday ? undefined : defaultValue(setting, ''))
    return value === undefined ? [] : [[name, value]]
  })
  return new Map(all)
}

/** Selects the user's own values that a prompt uses. */
export function myValuesFor(
  body: string,
  variables: readonly VariableSetting[],
  locale: string,
  myValues: Values = none,
): Map<string, string> {
  if (myValues.size === 0) return new Map()
  const find = ownValuesFrom([...myValues].map(([name, value]) => ({ name, value })))
  const settings = settingsByName(variables)
  const fitting = variableNames(body).flatMap((name) => {
    const typed = find(name)
    if (typed === undefined) return []
    const value = acceptedBy(settings.get(name), typed, locale)
    return value === undefined ? [] : [[name, value] as const]
  })
  return new Map(fitting)
}

export type FieldProblem = { name: string; setting: VariableSetting; problem: ValueProblem }

/** Returns why a prompt should not be copied, in the order of its text. */
export function problemsOf(
  body: string,
  values: Values,
  { settings, writing }: Pick<FillInState, 'settings' | 'writing'>,
): FieldProblem[] {
  if (settings.size === 0) return []
  return variableNames(body).flatMap((name) => {
    const setting = settings.get(name)
    const value = values.get(name) ?? defaultValue(setting, writing.today)
    const problem = problemOf(setting, value)
    return setting && problem ? [{ name, setting, problem }] : []
  })
}

/** Returns the variables that count as missing while they are empty. */
export function gapsOf(body: string, settings: FillInState['settings']): string[] {
  return variableNames(body).filter((name) => isGap(settings.get(name)))
}

/** Returns those that are still empty. */
export function openGapsOf(
  body: string,
  values: Values,
  { settings, writing }: Pick<FillInState, 'settings' | 'writing'>,
): string[] {
  return gapsOf(body, settings).filter(
    (name) => !(values.get(name) ?? defaultValue(settings.get(name), writing.today)),
  )
}
