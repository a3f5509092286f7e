const key = 'chosen-plan'

/** Keeps which plan a visitor chose, for this tab, until there is an account that can buy it. */
export function keepChosenPlan(id: string): void {
  sessionStorage.setItem(key, id)
}

export function readChosenPlan(): string | null {
  return sessionStorage.getItem(key)
}

export function forgetChosenPlan(): void {
  sessionStorage.removeItem(key)
}
