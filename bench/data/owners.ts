/** The sizes of libraries: one of the maximum size, the others evenly distributed on a logarithmic scale. */
const largest = 100_000
const ordinary = 10_000
const smallest = 50

export const password = 'a bench of oak'

export function emailOf(index: number): string {
  return `owner-${index}@example.com`
}

/** The number of an owner's prompts, of `total` in the database. */
export function sizeOf(index: number, total: number): number {
  if (index === 0 && total >= 5 * largest) return largest
  // Multiples of the golden ratio are evenly distributed for any number of owners.
  const share = (index * 0.618_033_988_75) % 1
  return Math.round(smallest * (ordinary / smallest) ** share)
}

/** The index of the owner among the first hundred whose library is closest to a size. */
export function ownerNear(size: number, total: number): number {
  const away = (index: number) => Math.abs(Math.log(sizeOf(index, total) / size))
  return Array.from({ length: 100 }, (_, index) => index).reduce((best, index) =>
    away(index) < away(best) ? index : best,
  )
}
