// Declares the client's messages with the placeholders of each, so that `t` requires their values. Without these files,
// which Git ignores, every message accepts any values.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import compile from 'icu-minify/compile'

type Messages = { [key: string]: string | Messages }

/** The codes that `icu-minify` compiles types of placeholders to; others are texts. */
const kinds: Record<number, string> = { 2: 'number', 3: 'number', 4: 'number', 5: 'date' }
/** Selects, plurals and ordinals have a message for each case. */
const isBranched = (kind: number) => kind < 4
const folder = new URL('../../languages/en/', import.meta.url)
/** Texts of the command line and the server, which fill them in themselves. */
const others = ['browser.json', 'cli.json', 'faults.json', 'mails.json', 'sandbox.json']

for (const name of readdirSync(folder)) {
  if (!name.endsWith('.json') || others.includes(name)) continue
  const messages = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Messages
  const declared = JSON.stringify(messages, (_key, value: unknown) =>
    typeof value === 'string' ? [...placeholdersIn(compile(value)).values()].join('') : value,
  )
  const text = `declare const messages: ${declared}\nexport default messages\n`
  writeFileSync(new URL(name.replace('.json', '.d.json.ts'), folder), text)
}

/** The placeholders and tags of a compiled message as a message for use-intl's types, in any order. */
function placeholdersIn(compiled: unknown, found = new Map<string, string>()): Map<string, string> {
  for (const part of Array.isArray(compiled) ? compiled : []) {
    if (!Array.isArray(part)) continue
    const [name, kind, ...rest] = part as [unknown, unknown, ...unknown[]]
    if (typeof name !== 'string') continue
    if (part.length === 1) {
      if (!found.has(name)) found.set(name, `{${name}}`)
    } else if (typeof kind === 'number') {
      found.set(name, kind in kinds ? `{${name}, ${kinds[kind]}}` : `{${name}}`)
      if (isBranched(kind)) {
        for (const branch of Object.values(rest[0] as object)) placeholdersIn(branch, found)
      }
    } else {
      found.set(name, `<${name}></${name}>`)
      placeholdersIn([kind, ...rest], found)
    }
  }
  return found
}
