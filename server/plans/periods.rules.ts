import type { Plan } from '#contract/plans.ts'

/** A moment so many calendar months later, in UTC; the last day of a month that is too short. */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** When the months of a period begin: at its own beginning, and for a year on that day of each month. */
export function listMonths(from: number, type: Plan['type']): number[] {
  const count = type === 'yearly' ? 12 : 1
  return Array.from({ length: count }, (_, month) => addMonths(from, month))
}

/** The end of the period that follows one: periods are counted from the start, so that none of them drifts. */
export function toNextEnd(startedAt: number, end: number, type: Plan['type']): number {
  const length = type === 'yearly' ? 12 : 1
  let next = startedAt
  for (let months = length; next <= end; months += length) next = addMonths(startedAt, months)
  return next
}
