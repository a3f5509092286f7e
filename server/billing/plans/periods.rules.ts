import type { Plan } from '#contract/accounts/plans.ts'

/** Adds calendar months, in UTC; the last day of a month that is too short. */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** The start of a calendar month, in UTC. */
export function startOfMonth(moment: number): number {
  const date = new Date(moment)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The starts of a period's months: one for a month, twelve for a year. */
export function listMonths(from: number, type: Plan['type']): number[] {
  const count = type === 'yearly' ? 12 : 1
  return Array.from({ length: count }, (_, month) => addMonths(from, month))
}

/** The end of the next period, counted from the start of the subscription, so that periods do not drift. */
export function toNextEnd(startedAt: number, end: number, type: Plan['type']): number {
  const length = type === 'yearly' ? 12 : 1
  let next = startedAt
  for (let months = length; next <= end; months += length) next = addMonths(startedAt, months)
  return next
}
