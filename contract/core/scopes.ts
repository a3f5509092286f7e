/** The meaning of each scope of tokens and apps for people, for the activity log and for the authorization server. */
type ScopeTraits<Name extends string = string> = {
  /** The key of its texts: `access.scopes` of `accounts.json`, `notice.scopes` of `mails.json`, `token.scopes` of `cli.json`. */
  word: string
  /** One line for the OpenAPI document. */
  summary: string
  /** The scope below it: forms offer both as levels, and users choose one. Missing: a separate switch. */
  includes?: Name
  /** Whether it allows more than reading. Connecting an app with such a scope requires recent re-authentication. */
  changes: boolean
  /** Whether assistants may request it. The command line and the extension may request all. */
  isForAssistants: boolean
  costsCredits: boolean
  /**
   * The kind of activity under which calls that require this scope and write are recorded; null: they are not recorded.
   */
  recordedAs: 'library_changed' | 'prompt_run' | null
}

/** The scope that every token and app has. */
export const leastScope = 'library:read'

const table = {
  'library:read': {
    word: 'read',
    summary: 'read folders, prompts, versions, values and answers; search; export',
    changes: false,
    isForAssistants: true,
    costsCredits: false,
    recordedAs: null,
  },
  'library:write': {
    word: 'change',
    summary: 'create, change, move, share and delete them; record that a prompt was used',
    includes: 'library:read',
    changes: true,
    isForAssistants: true,
    costsCredits: false,
    recordedAs: 'library_changed',
  },
  runs: {
    word: 'run',
    summary: 'list models; start, follow and stop runs of prompts, which may cost credits',
    changes: true,
    isForAssistants: false,
    costsCredits: true,
    recordedAs: 'prompt_run',
  },
} as const satisfies Record<string, ScopeTraits>

export type TokenScope = keyof typeof table

/** The scopes that a token or an app may have. A person in a browser has all. */
export const tokenScopes = Object.keys(table) as TokenScope[]

export const scopeTraits: Record<TokenScope, ScopeTraits<TokenScope> & { word: ScopeWord }> = table

export type ScopeWord = (typeof table)[TokenScope]['word']

type ScopesWith<Traits> = {
  [Scope in TokenScope]: (typeof table)[Scope] extends Traits ? Scope : never
}[TokenScope]

/** The scopes that assistants may request. */
export type AssistantScope = ScopesWith<{ isForAssistants: true }>
export const assistantScopes = tokenScopes.filter(
  (scope): scope is AssistantScope => scopeTraits[scope].isForAssistants,
)

/** The scopes that are levels, the least first. */
export type ScopeLevel = typeof leastScope | ScopesWith<{ includes: string }>
export const scopeLevels = tokenScopes.filter(
  (scope): scope is ScopeLevel => scope === leastScope || scopeTraits[scope].includes !== undefined,
)
/** The scopes that are allowed individually. */
export const scopeSwitches = tokenScopes.filter(
  (scope) => !(scopeLevels as readonly TokenScope[]).includes(scope),
)
export type LevelWord = (typeof table)[ScopeLevel]['word']

export function wordOfLevel(level: ScopeLevel): LevelWord {
  return table[level].word
}

/** Parses scopes separated by spaces. The result is in the order of the table. */
export function parseScopes(text: string): TokenScope[] {
  const names = text.split(' ')
  return tokenScopes.filter((scope) => names.includes(scope))
}

/** Scopes with those that they include, and at least the least one. */
export function withIncluded(scopes: readonly TokenScope[]): TokenScope[] {
  const all = new Set<TokenScope>([leastScope, ...scopes, ...scopes.flatMap(listIncluded)])
  return tokenScopes.filter((scope) => all.has(scope))
}

/** The texts of scopes, without those of scopes that another one includes. A scope that is unknown here keeps its name. */
export function describeScopes(
  scopes: readonly string[],
  textOf: (word: ScopeWord) => string,
): string[] {
  const included = new Set<string>(scopes.filter(isScope).flatMap(listIncluded))
  return scopes
    .filter((scope) => !included.has(scope))
    .map((scope) => (isScope(scope) ? textOf(scopeTraits[scope].word) : scope))
}

function isScope(text: string): text is TokenScope {
  return Object.hasOwn(table, text)
}

function listIncluded(scope: TokenScope): TokenScope[] {
  const { includes } = scopeTraits[scope]
  return includes === undefined ? [] : [includes, ...listIncluded(includes)]
}

/** Whether any of the scopes allows more than reading. */
export function mayChange(scopes: readonly TokenScope[]): boolean {
  return scopes.some((scope) => scopeTraits[scope].changes)
}
