import { createStore, useStore } from '#web/ui/store.ts'
import type { RunnableModel } from './list-models.ts'

/** Storage key for the models last used on this device. */
const storageKey = 'run-with'
export const mostAtOnce = 3

const store = createStore(read())

/** Returns the models of the next run: the last used ones that are still available, or else the first. */
export function useChosenModels(models: readonly RunnableModel[]): RunnableModel[] {
  const keys = useStore(store)
  const chosen = models.filter(({ key }) => keys.includes(key)).slice(0, mostAtOnce)
  return chosen.length > 0 ? chosen : models.slice(0, 1)
}

/** Whether this device has ever run a prompt. */
export function hasChosenModels(): boolean {
  return store.get().length > 0
}

export function chooseModels(models: readonly RunnableModel[]): void {
  store.set(models.map(({ key }) => key))
  try {
    localStorage.setItem(storageKey, JSON.stringify(store.get()))
  } catch {
    // Storage is unavailable: the choice lasts until the page is left.
  }
}

function read(): string[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
