/** The sizes of libraries: one of the largest, the others spread evenly on a scale of powers of ten. */
const largest = 100_000
const ordinary = 10_000
const smallest = 50

export const password = 'a bench of oak'

export function emailOf(index: number): string {
  return `owner-${index}@example.com`
}

/** How many prompts an owner has where there are `total` in all. */
export function sizeOf(index: number, total: number): number {
  if (index === 0 && total >= 5 * largest) return largest
  // The golden ratio's multiples fill the scale evenly, however many there are.
  const share = (index * 0.618_033_988_75) % 1
  return Math.round(smallest * (ordinary / smallest) ** share)
}

/** The index of the owner, of the first hundred, whose library is nearest to a size. */
export function ownerNear(size: number, total: number): number {
  const away = (index: number) => Math.abs(Math.log(sizeOf(index, total) / size))
  return Array.from({ length: 100 }, (_, index) => index).reduce((best, index) =>
    away(index) < away(best) ? index : best,
  )
}
