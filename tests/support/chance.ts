/** A whole number from 0 up to `below`. */
export type Chance = (below: number) => number

/** Numbers that look random and are the same each time (mulberry32). */
export function makeChance(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_00_00_00_00) * below)
  }
}
