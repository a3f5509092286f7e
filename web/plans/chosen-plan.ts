const key = 'chosen-plan'

/** Stores the plan that a visitor chose, for this tab, until an account can buy it. */
export function storeChosenPlan(id: string): void {
  sessionStorage.setItem(key, id)
}

export function readChosenPlan(): string | null {
  return sessionStorage.getItem(key)
}

export function forgetChosenPlan(): void {
  sessionStorage.removeItem(key)
}
