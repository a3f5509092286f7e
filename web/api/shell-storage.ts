/** Address of the service worker, which stores builds in caches whose names have this prefix. */
export const workerUrl = '/sw.js'
const cachePrefix = 'build '

/** Removes the service worker and the builds that it has stored. */
export function eraseShell(): void {
  void removeWorkers().catch(() => {
    // There are no service workers, or no caches.
  })
}

async function removeWorkers() {
  const registrations = await navigator.serviceWorker.getRegistrations()
  // The browser extension runs this too, and has another worker.
  const own = registrations.filter(({ active }) => active?.scriptURL.endsWith(workerUrl))
  await Promise.all(own.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(cachePrefix)).map((name) => caches.delete(name)),
  )
}
