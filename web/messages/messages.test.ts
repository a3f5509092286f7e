import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }

const here = import.meta.dirname
const features = readdirSync(join(here, 'en'))

describe('The German texts', () => {
  test.each(features)(
    'of %s stand for the same keys, with the same blanks, as the English',
    (file) => {
      expect(shape(read('de', file))).toEqual(shape(read('en', file)))
    },
  )

  test('call nobody "Sie"', () => {
    const texts = features.flatMap((file) => Object.values(flat(read('de', file))))
    expect(texts.filter((text) => /\b(Sie|Ihnen|Ihre?[mnrs]?)\b/.test(text))).toEqual([])
  })

  test('quote as Germans do', () => {
    const texts = features.flatMap((file) => Object.values(flat(read('de', file))))
    expect(texts.filter((text) => /["“][^“”]*["”]/.test(text))).toEqual([])
  })
})

function read(language: string, file: string): Tree {
  return JSON.parse(readFileSync(join(here, language, file), 'utf8')) as Tree
}

function shape(tree: Tree): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(flat(tree)).map(([key, text]) => [key, [...blanks(compile(text))].toSorted()]),
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

/** The names that a compiled message has blanks for. */
function blanks(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) {
    const [first, kind] = node as unknown[]
    // A 0 after a text is the count of the plural around it.
    const hasKind = typeof kind === 'number' && kind > 0
    const isBlank = typeof first === 'string' && (node.length === 1 || hasKind)
    if (isBlank) names.add(first)
    for (const part of node) blanks(part, names)
  } else if (node !== null && typeof node === 'object') {
    for (const part of Object.values(node)) blanks(part, names)
  }
  return names
}
