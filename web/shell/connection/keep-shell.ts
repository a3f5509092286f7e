import { screens } from '#contract/screens.ts'
import { hasUnsavedInput } from '#web/api/draft.ts'
import { eraseShell, workerUrl } from '#web/api/shell-storage.ts'

/**
 * Stores this build in the browser, by its service worker, so that the library starts without a connection. The next
 * build's worker takes over when no form has unsaved input. Without support, or if storing fails, nothing changes.
 */
export async function keepShell(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(workerUrl, {
      // It sees no request of other screens.
      scope: screens.library,
      updateViaCache: 'none',
    })
    registration.active?.postMessage('store')
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => takeOver(registration))
    })
    takeOver(registration)
    await registration.update()
  } catch {
    if (await isRemoved()) eraseShell()
  }
}

/** The first worker of a browser has nothing to wait for. */
function takeOver({ waiting }: ServiceWorkerRegistration) {
  if (!hasUnsavedInput()) waiting?.postMessage('take-over')
}

/** Whether the operator has removed the service worker. */
async function isRemoved(): Promise<boolean> {
  const response = await fetch(workerUrl, { cache: 'no-store' }).catch(() => undefined)
  return response?.status === 410
}
