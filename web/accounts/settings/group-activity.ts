import type { Activity } from '#contract/accounts/activity.ts'

/** Merges consecutive logins of one day by the same browser from the same network. Newest first. */
export function groupByDay(activity: readonly Activity[]): Activity[] {
  const groups: Activity[] = []
  for (const one of activity) {
    const last = groups.at(-1)
    if (last && isAlike(last, one))
      groups[groups.length - 1] = { ...last, count: last.count + one.count }
    else groups.push(one)
  }
  return groups
}

function isAlike(one: Activity, other: Activity): boolean {
  return (
    one.kind === 'signed_in' &&
    (['kind', 'via', 'agent', 'network'] as const).every((key) => one[key] === other[key]) &&
    new Date(one.at).toDateString() === new Date(other.at).toDateString()
  )
}
