import type accounts from '#languages/en/accounts.json'
import type apps from '#languages/en/apps.json'
import type editor from '#languages/en/editor.json'
import type errors from '#languages/en/errors.json'
import type extension from '#languages/en/extension.json'
import type history from '#languages/en/history.json'
import type importing from '#languages/en/import.json'
import type landing from '#languages/en/landing.json'
import type library from '#languages/en/library.json'
import type pages from '#languages/en/pages.json'
import type palette from '#languages/en/palette.json'
import type plans from '#languages/en/plans.json'
import type prompt from '#languages/en/prompt.json'
import type runs from '#languages/en/runs.json'
import type shelf from '#languages/en/shelf.json'
import type selection from '#languages/en/selection.json'
import type shell from '#languages/en/shell.json'
import type values from '#languages/en/values.json'
import { defaultLanguage, type languages, type Language } from '#languages/languages.ts'
import { createStore } from '#web/ui/store.ts'
import { preferredLanguage, storeLanguage } from './language.ts'

/** One catalogue per feature. Every language has the same keys, which a test checks. */
export type Messages = {
  accounts: typeof accounts
  apps: typeof apps
  editor: typeof editor
  errors: typeof errors
  extension: typeof extension
  history: typeof history
  import: typeof importing
  landing: typeof landing
  library: typeof library
  runs: typeof runs
  pages: typeof pages
  palette: typeof palette
  plans: typeof plans
  prompt: typeof prompt
  shelf: typeof shelf
  selection: typeof selection
  shell: typeof shell
  values: typeof values
}
export type Feature = keyof Messages

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: (typeof languages)[Language]['locale']
  }
}

type Catalogues = Partial<Messages>

/** The library's first and next catalogues are one file each: requests cost more than bytes. */
const firstFiles = import.meta.glob<Catalogues>('/languages/*/library.json', {
  query: '?with=prompt,shell',
  import: 'default',
})
const nextFiles = import.meta.glob<Catalogues>('/languages/*/history.json', {
  query: '?with=import,palette,runs,selection,shelf,values',
  import: 'default',
})
const otherFiles = import.meta.glob<Catalogues>(
  '/languages/*/{accounts,apps,editor,errors,extension,landing,pages,plans}.json',
  { query: '?with=', import: 'default' },
)

export type MessagesState = { language: Language; messages: Catalogues }

export const messagesStore = createStore<MessagesState>({
  language: import.meta.env.SSR ? defaultLanguage : preferredLanguage(),
  messages: {},
})

/** Starts with the texts of a prerendered page, in its language. */
export function beginWithMessages(first: MessagesState): void {
  messagesStore.set(first)
}

/** Loads the texts of some features in the language on screen. Each route loads its own. */
export async function loadMessages(...features: Feature[]): Promise<void> {
  const missing = features.filter((feature) => !messagesStore.get().messages[feature])
  if (missing.length === 0) return
  const { language } = messagesStore.get()
  const loaded = await loadCatalogues(language, missing)
  const now = messagesStore.get()
  if (now.language !== language) return await loadMessages(...features)
  // What appears before the rest has rendered again still gets the previous object.
  Object.assign(now.messages, loaded)
  set({ language, messages: { ...now.messages } })
}

/** Shows everything in another language, and stores the choice on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  const messages: Catalogues = {}
  for (;;) {
    const shown = Object.keys(messagesStore.get().messages) as Feature[]
    // More may have loaded in the previous language in the meantime.
    const missing = shown.filter((feature) => !messages[feature])
    if (missing.length === 0) break
    Object.assign(messages, await loadCatalogues(language, missing))
  }
  set({ language, messages })
}

export async function loadCatalogues(language: Language, features: Feature[]): Promise<Catalogues> {
  const entries = features.map(async (feature) => {
    const folder = `/languages/${language}`
    const isFirst = feature === 'shell' || feature === 'library' || feature === 'prompt'
    const load =
      otherFiles[`${folder}/${feature}.json`] ??
      (isFirst ? firstFiles[`${folder}/library.json`] : nextFiles[`${folder}/history.json`])
    return [feature, (await load?.())?.[feature]] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Catalogues
}

function set(next: MessagesState) {
  document.documentElement.lang = next.language
  messagesStore.set(next)
}
