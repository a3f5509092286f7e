import type { LibraryWatch, WatchedLibrary } from '#server/core/library-watch.ts'
import type { Services } from '#server/core/services.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { listChangeNos } from '#server/library/changes/changes.queries.ts'

/** The interval for changes of other processes and of background jobs. */
const pollMs = 1_000
/** Each costs a check of its session per second. */
const mostWatchers = 1_000

type Watched = WatchedLibrary & { watchers: number; change: PromiseWithResolvers<void> }

/** Reads the numbers of all watched libraries in one statement per second, and those that `wake` names at once. */
export function watchLibraries({ db, log }: Pick<Services, 'db' | 'log'>): LibraryWatch {
  const watched = new Map<AccountNo, Watched>()
  let watchers = 0
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let isClosed = false

  async function read(owners: readonly AccountNo[]): Promise<void> {
    const before = new Map(owners.map((owner) => [owner, watched.get(owner)?.changeNo]))
    try {
      for (const { owner_no, change_no } of await listChangeNos(db.main, owners)) {
        const library = watched.get(owner_no)
        if (library === undefined || change_no === library.changeNo) continue
        // An earlier statement may answer later. Otherwise, the database has lost its last changes in a failover.
        const isOvertaken = library.changeNo !== before.get(owner_no)
        if (isOvertaken && change_no < (library.changeNo ?? 0)) continue
        library.changeNo = change_no
        announce(library)
      }
    } catch (error) {
      // The next poll may succeed.
      log.warn({ err: error }, 'The numbers of watched libraries could not be read')
    }
  }

  async function poll(): Promise<void> {
    if (isReading) return
    isReading = true
    await read([...watched.keys()])
    isReading = false
  }

  return {
    watch(owner) {
      const library = watched.get(owner) ?? newWatched()
      watched.set(owner, library)
      library.watchers++
      if (watchers++ === 0) timer = setInterval(() => void poll(), pollMs)
      if (library.changeNo === undefined) void read([owner])
      const stop = () => {
        library.watchers--
        if (library.watchers === 0) watched.delete(owner)
        if (--watchers === 0) clearInterval(timer)
      }
      return { library, stop }
    },
    wake(owner) {
      if (watched.has(owner)) void read([owner])
    },
    isFull: () => watchers >= mostWatchers,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const library of watched.values()) announce(library)
    },
  }
}

function newWatched(): Watched {
  const library: Watched = {
    changeNo: undefined,
    watchers: 0,
    change: Promise.withResolvers(),
    changed: () => library.change.promise,
  }
  return library
}

function announce(library: Watched): void {
  library.change.resolve()
  library.change = Promise.withResolvers()
}
