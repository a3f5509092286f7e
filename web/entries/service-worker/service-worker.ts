/** Filled in by the build (`scripts/build/service-worker.ts`), as is the address of the shell. */
declare const build: { id: string; shell: string; files: readonly string[] }

type Work = Event & { waitUntil: (work: Promise<unknown>) => void }
type Install = Work & { addRoutes?: (route: object) => Promise<void> }
type Fetch = Work & {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
type Events = { install: Install; activate: Work; message: Work & MessageEvent; fetch: Fetch }
/** TypeScript has no types for a service worker next to those of pages. */
type Scope = {
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
const worker = self as unknown as Scope

const cachePrefix = 'build '
/**
 * How long a screen waits for the server, in milliseconds. Not 0, so that a reload on a good connection shows the next
 * release, also if this one does not start.
 */
const patienceLength = 100
const cacheName = cachePrefix + build.id

worker.addEventListener('install', (event) => {
  // Where the browser supports it, calls do not wait for the worker to start.
  const pattern = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }
  event.waitUntil(Promise.all([store(), event.addRoutes?.(pattern)]))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // Tabs may still show the previous build, whose files the server may no longer have.
      const others = (await caches.keys()).filter(
        (name) => name.startsWith(cachePrefix) && name !== cacheName,
      )
      await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
  // After a logout has deleted the cache. Without it, the network answers everything.
  if (event.data === 'store') event.waitUntil(store().catch(() => {}))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) return event.respondWith(findFile(request))
  const isSecret = searchParams.has('code') || searchParams.has('token')
  if (request.mode === 'navigate' && !isSecret) event.respondWith(findScreen(request))
})

/**
 * Stores all files of the build, and at last its shell, unless they are stored.
 *
 * @throws if the server has another build, or a proxy answers instead of it
 */
async function store(): Promise<void> {
  const cache = await caches.open(cacheName)
  if (await cache.match(build.shell)) return
  const shell = await fetch(build.shell, { cache: 'no-store', redirect: 'error' })
  const named = (await shell.clone().text()).match(/\/assets\/[\w.-]+/g)
  if (!shell.ok || !named?.every((file) => build.files.includes(file))) {
    throw new Error('The server has another build.')
  }
  await cache.addAll([...build.files])
  await cache.put(build.shell, shell)
}

/** Hashed files never change, so any build's cache can answer. */
async function findFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? (await fetch(request))
}

/**
 * The server's screen, or the stored shell if the server does not answer in time. The shell shows the copy of the
 * library; its calls find out whether the session has ended.
 */
async function findScreen(request: Request): Promise<Response> {
  // Not by navigation preload: if it fails, Firefox shows its own error.
  const screen = fetch(request)
  const shell = await caches.match(build.shell, { cacheName })
  if (!shell) return await screen
  const patience = new Promise<Response>((resolve) => setTimeout(resolve, patienceLength, shell))
  return await Promise.race([screen.catch(() => shell), patience])
}
