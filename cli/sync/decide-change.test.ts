import { describe, expect, it } from 'vitest'
import { decideChange, type Copies, type Copy, type Decision } from './decide-change.ts'

const places = ['home', 'inbox', 'archive']
const copies: (Copy | undefined)[] = [
  undefined,
  ...['old', 'mine', 'yours'].flatMap((content) => places.map((place) => ({ content, place }))),
]
const bases: (Copy | undefined)[] = [undefined, { content: 'old', place: 'home' }]

/** Every combination of unchanged, edited, moved, deleted and new on both sides. */
const all: Copies[] = bases.flatMap((base) =>
  copies.flatMap((here) => copies.map((there) => ({ base, here, there }))),
)

/** The state of both sides afterwards. */
function outcome({ here, there }: Copies, { content, place }: Decision): Copies {
  const left = {
    keep: [here, there],
    pull: [there && { ...there, place: here?.place ?? '' }, there],
    push: [here, here && { ...here, place: there?.place ?? '' }],
    'create-here': [there, there],
    'create-there': [here, here],
    'delete-here': [undefined, there],
    'delete-there': [here, undefined],
    conflict: [here, there],
    forget: [undefined, undefined],
  }[content]
  const [mine, theirs] = left
  if (place === 'keep' || !mine || !theirs) return { here: mine, there: theirs }
  const { place: agreed } = place === 'here' ? theirs : mine
  return { here: { ...mine, place: agreed }, there: { ...theirs, place: agreed } }
}

describe('Whatever was done on both sides since the last sync,', () => {
  it.each(all)('%j', (given) => {
    const { base, here, there } = given
    const decision = decideChange(given)
    const after = outcome(given, decision)
    // No text that is new on a side is lost.
    for (const side of [here, there]) {
      if (side === undefined || side.content === base?.content) continue
      expect([after.here?.content, after.there?.content]).toContain(side.content)
    }
    // Both sides are equal except for the texts of a conflict, and the next run has nothing to do.
    if (decision.content === 'conflict') {
      expect(here?.content).not.toBe(there?.content)
      expect([here?.content, there?.content]).not.toContain(base?.content)
      expect(after.here?.place).toBe(after.there?.place)
    } else {
      expect(after.here).toEqual(after.there)
      expect(decideChange({ ...after, base: after.here })).toEqual({
        content: after.here === undefined ? 'forget' : 'keep',
        place: 'keep',
      })
    }
    // The unchanged side takes over the change of the other.
    if (base && here && JSON.stringify(here) === JSON.stringify(base)) {
      expect(after.here).toEqual(there)
    }
    if (base && there && JSON.stringify(there) === JSON.stringify(base)) {
      expect(after.there).toEqual(here)
    }
    // If both moved it, the library's move wins.
    if (here && there && there.place !== base?.place) expect(after.here?.place).toBe(there.place)
  })
})
