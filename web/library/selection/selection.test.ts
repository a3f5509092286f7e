import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/core/limits.ts'
import {
  choose,
  chooseRange,
  clearSelection,
  idsOf,
  refreshSelection,
  selection,
  toggle,
  type Item,
} from '#web/library/selection/selection.ts'
import { aCard } from '#tests/fixtures/a-prompt.ts'

const folder = (id: string): Item => ({
  kind: 'folder',
  id,
  card: { id, name: id, color: 'f1f5f9', isFavourite: 0, promptCount: 0, folderCount: 0 },
})
const prompt = (id: string): Item => ({
  kind: 'prompt',
  id,
  card: aCard({ id, name: id }),
})
const items = [folder('A'), prompt('b'), prompt('c'), prompt('d'), prompt('e')]
const [first, second, third, fourth] = items as [Item, Item, Item, Item]
const chosen = () => [...selection.get().keys()].toSorted()

beforeEach(clearSelection)

describe('A selection', () => {
  test('adds and removes an item', () => {
    expect(toggle(second)).toBe(true)
    expect(chosen()).toEqual(['b'])
    expect(toggle(second)).toBe(true)
    expect(chosen()).toEqual([])
  })

  test('adds a range from the last selected item, in either direction', () => {
    toggle(third)
    expect(chooseRange(items, first)).toBe(true)
    expect(chosen()).toEqual(['A', 'b', 'c'])
    chooseRange(items, fourth)
    expect(chosen()).toEqual(['A', 'b', 'c', 'd'])
  })

  test('adds only the item itself as a range if nothing was selected before', () => {
    chooseRange(items, third)
    expect(chosen()).toEqual(['c'])
    chooseRange(items, fourth)
    expect(chosen()).toEqual(['c', 'd'])
  })

  test('holds as many items as one call accepts, and reports more', () => {
    const many = Array.from({ length: limits.selection + 1 }, (_, at) => prompt(`${at}`))
    expect(choose(many)).toBe(false)
    expect(chosen()).toHaveLength(limits.selection)
    expect(toggle(prompt('more'))).toBe(false)
    expect(chosen()).toHaveLength(limits.selection)
    expect(toggle(prompt('0'))).toBe(true)
    expect(toggle(prompt('more'))).toBe(true)
  })

  test('drops items that are gone and updates the others', () => {
    choose(items)
    const starred = { ...second, card: { ...second.card, isFavourite: 1 } } as Item
    refreshSelection([first, starred])
    expect([...selection.get().values()]).toEqual([first, starred])
  })

  test('is passed to calls as prompts and folders', () => {
    expect(idsOf([first, second, third])).toEqual({ promptIds: ['b', 'c'], folderIds: ['A'] })
  })
})
