import type accounts from './en/accounts.json'
import type landing from './en/landing.json'
import type library from './en/library.json'
import type pages from './en/pages.json'
import type plans from './en/plans.json'
import type prompt from './en/prompt.json'
import type shell from './en/shell.json'
import type { ErrorCode } from '#contract/errors.ts'
import { preferredLanguage, storeLanguage, type Language } from './language.ts'

/** One catalogue per feature; German has the same keys as English, a test sees to it. */
export type Messages = {
  accounts: typeof accounts
  landing: typeof landing
  library: typeof library
  pages: typeof pages
  plans: typeof plans
  prompt: typeof prompt
  shell: typeof shell
}
export type Feature = keyof Messages

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

const catalogues = import.meta.glob<Messages[Feature]>('./*/*.json', { import: 'default' })

/** The texts that a page came with, if it did and they are in the right language. */
function firstState(): MessagesState {
  const language = preferredLanguage()
  const texts = document.getElementById('texts')?.textContent
  const served = texts ? (JSON.parse(texts) as MessagesState) : undefined
  return served?.language === language ? served : { language, messages: {} }
}

export type MessagesState = { language: Language; messages: Partial<Messages> }

let state: MessagesState = import.meta.env.SSR ? { language: 'en', messages: {} } : firstState()
let errorsInGerman: Record<ErrorCode, string> | undefined
fetchGermanErrors()

/** The German texts of errors, which come with the language; undefined before that. */
export const germanErrors = () => errorsInGerman

function fetchGermanErrors() {
  if (state.language === 'de') void loadGermanErrors().catch(() => {})
}

async function loadGermanErrors() {
  errorsInGerman = (await import('./german-errors.ts')).germanErrors
}

const listeners = new Set<() => void>()

export const messagesStore = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Begins with texts that are there already, in the language that a page was prerendered in. */
export function beginWithMessages(first: MessagesState): void {
  state = first
  fetchGermanErrors()
}

/** Makes the texts of some features ready in the language on screen. Routes load what they show. */
export async function loadMessages(...features: Feature[]): Promise<void> {
  const missing = features.filter((feature) => !state.messages[feature])
  if (missing.length === 0) return
  const { language } = state
  const loaded = await loadCatalogues(language, missing)
  if (state.language === language) set({ language, messages: { ...state.messages, ...loaded } })
  else await loadMessages(...features)
}

/** Shows everything in another language, and remembers the choice on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  const features = Object.keys(state.messages) as Feature[]
  const [messages] = await Promise.all([
    loadCatalogues(language, features),
    language === 'de' && loadGermanErrors(),
  ])
  set({ language, messages })
}

export async function loadCatalogues(
  language: Language,
  features: Feature[],
): Promise<Partial<Messages>> {
  const entries = features.map(async (feature) => {
    const load = catalogues[`./${language}/${feature}.json`]
    if (!load) throw new Error(`No ${language} texts for ${feature}`)
    return [feature, await load()] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Partial<Messages>
}

function set(next: MessagesState) {
  state = next
  document.documentElement.lang = next.language
  for (const listener of listeners) listener()
}
