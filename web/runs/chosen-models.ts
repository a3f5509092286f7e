import { createStore, useStore } from '#web/ui/store.ts'
import type { RunnableModel } from './list-models.ts'

/** Holds the keys of the models that this device used last. */
const storageKey = 'run-with'
export const mostAtOnce = 3

const store = createStore(read())

/** The models that the next run is with: those of the last one, as far as they are there, else the first. */
export function useChosenModels(models: readonly RunnableModel[]): RunnableModel[] {
  const keys = useStore(store)
  const chosen = models.filter(({ key }) => keys.includes(key)).slice(0, mostAtOnce)
  return chosen.length > 0 ? chosen : models.slice(0, 1)
}

/** Whether a prompt was ever run on this device. */
export function hasChosenModels(): boolean {
  return store.get().length > 0
}

export function chooseModels(models: readonly RunnableModel[]): void {
  store.set(models.map(({ key }) => key))
  try {
    localStorage.setItem(storageKey, JSON.stringify(store.get()))
  } catch {
    // Without storage, the choice is kept until the page is left.
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
