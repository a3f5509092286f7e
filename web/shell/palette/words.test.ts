import { describe, expect, test } from 'vitest'
import german from '#languages/de/palette.json' with { type: 'json' }
import english from '#languages/en/palette.json' with { type: 'json' }
import { indexNames, rankNames } from './rank-names.ts'

type Id = keyof typeof english.verbs
type Texts = Record<'verbs' | 'words', Record<Id, string>>

const asked: Record<string, [texts: Texts, words: Partial<Record<Id, string[]>>]> = {
  English: [
    english,
    {
      'sign-in': ['2FA', 'passkey', 'authenticator'],
      password: ['password', 'change password'],
      keys: ['single-key', 'shortcuts'],
      tokens: ['API', 'token'],
      'ai-tools': ['MCP', 'Claude'],
      'command-line': ['command line', 'terminal'],
      extension: ['browser extension', 'firefox'],
      connections: ['OpenAI', 'api key', 'keep answers'],
      'my-values': ['last values'],
      export: ['export', 'backup'],
      download: ['gdpr', 'download'],
      theme: ['dark'],
      language: ['language', 'german'],
      sessions: ['sessions', 'devices'],
      plans: ['cancel', 'plans', 'upgrade'],
      'delete-account': ['delete account', 'close account'],
      account: ['email', 'e-mail'],
      profile: ['settings'],
    },
  ],
  German: [
    german,
    {
      'sign-in': ['2FA', 'Passkey', 'zweiter Faktor'],
      password: ['Passwort', 'Passwort ändern'],
      keys: ['Kürzel', 'Tastenkürzel'],
      tokens: ['API', 'Token'],
      'ai-tools': ['MCP', 'Claude'],
      'command-line': ['Kommandozeile', 'Terminal'],
      extension: ['Erweiterung', 'Firefox'],
      connections: ['OpenAI', 'api-schlüssel', 'Antworten behalten'],
      'my-values': ['letzte Werte'],
      export: ['export', 'Backup'],
      download: ['Datenschutz', 'herunterladen'],
      theme: ['dunkel'],
      language: ['Sprache', 'English'],
      sessions: ['Sitzungen', 'Geräte'],
      plans: ['kündigen', 'Tarife', 'Abo'],
      'delete-account': ['Konto löschen'],
      account: ['Email', 'E-Mail'],
      profile: ['Einstellungen', 'Konto'],
    },
  ],
}

describe.each(Object.entries(asked))(
  'In %s, a setting is found first',
  (_language, [texts, words]) => {
    const names = Object.entries(texts.verbs).map(([id, name]) => ({
      id: id as Id,
      name,
      words: texts.words[id as Id].split(', '),
    }))
    const cases = Object.entries(words).flatMap(([id, list]) =>
      list.map((word) => [word, id] as const),
    )

    test.each(cases)('by %j: %s', (word, id) => {
      const [found] = rankNames(indexNames(names), word, { limit: 4, now: 0 })
      expect(found).toMatchObject({ item: { id }, closeness: 2 })
    })
  },
)
