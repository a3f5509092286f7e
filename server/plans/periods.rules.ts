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

/** The beginnings of the months in a period: its own beginning, and the same day of each that follows. */
export function listMonths(from: number, until: number): number[] {
  const months: number[] = []
  for (let month = from; month < until; month = addMonths(from, months.length)) months.push(month)
  return months
}

/** The end of the period that follows one: periods are counted from the start, so that none of them drifts. */
export function toNextEnd(startedAt: number, end: number, type: Plan['type']): number {
  const length = type === 'yearly' ? 12 : 1
  let next = startedAt
  for (let months = length; next <= end; months += length) next = addMonths(startedAt, months)
  return next
}
