import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'chosen-plan'

/** Stores the plan that a visitor chose, for this tab, until an account can buy it. */
export function storeChosenPlan(id: string): void {
  tabStorage.setItem(key, id)
}

export function readChosenPlan(): string | null {
  return tabStorage.getItem(key)
}

export function forgetChosenPlan(): void {
  tabStorage.removeItem(key)
}
