import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '#contract/core/errors.ts'
import { defaultLanguage, languageCodes } from './languages.ts'

type Tree = { [key: string]: string | Tree }

const here = import.meta.dirname
const catalogues = readdirSync(join(here, defaultLanguage)).filter((file) => file.endsWith('.json'))
const translations = languageCodes.filter((language) => language !== defaultLanguage)

const shortImperative =
  /(?<!\b(?:ein|einem|der|neuer) )\b(?:bestätig|bewahr|bring|drück|erlaub|erstell|fang|frag|führ|füg|füll|halt|hol|klick|kopier|kürz|leg|lösch|mach|markier|nenn|nutz|prüf|registrier|ruf|scann|schalt|schick|schließ|schreib|setz|speicher|stell|stopp|tipp|trag|trenn|verlang|versuch|wähl|zieh)(?![-\p{L}“])/iu

describe.each(translations)('The texts in %s', (language) => {
  test.each(catalogues)('of %s have the keys and placeholders of the English ones', (file) => {
    expect(shape(read(language, file))).toEqual(shape(read(defaultLanguage, file)))
  })
})

describe('The German texts', () => {
  const texts = catalogues.flatMap((file) => Object.values(flat(read('de', file))))

  test('say "du", and never "Sie"', () => {
    expect(texts.filter((text) => /\b(Sie|Ihnen|Ihre?[mnrs]?)\b/.test(text))).toEqual([])
  })

  test('end their imperatives in -e', () => {
    expect(texts.filter((text) => shortImperative.test(text))).toEqual([])
  })

  test('quote as Germans do', () => {
    expect(texts.filter((text) => /["“][^“”]*["”]/.test(text))).toEqual([])
  })
})

test('Every error has a text', () => {
  expect(Object.keys(read(defaultLanguage, 'errors.json')).toSorted()).toEqual(
    Object.keys(errorStatus).toSorted(),
  )
})

function read(language: string, file: string): Tree {
  return JSON.parse(readFileSync(join(here, language, file), 'utf8')) as Tree
}

function shape(tree: Tree): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(flat(tree)).map(([key, text]) => [
      key,
      [...placeholders(compile(text))].toSorted(),
    ]),
  )
}

function flat(tree: Tree, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  )
}

/** The names of a compiled message's placeholders. */
function placeholders(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) {
    const [first, kind] = node as unknown[]
    // A 0 after a text is the count of the plural around it.
    const hasKind = typeof kind === 'number' && kind > 0
    const isPlaceholder = typeof first === 'string' && (node.length === 1 || hasKind)
    if (isPlaceholder) names.add(first)
    for (const part of node) placeholders(part, names)
  } else if (node !== null && typeof node === 'object') {
    for (const part of Object.values(node)) placeholders(part, names)
  }
  return names
}
