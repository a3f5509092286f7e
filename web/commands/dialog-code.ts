import { useEffect, useState, useSyncExternalStore } from 'react'
import { isServerThere, waitForServer } from '#web/shell/connection/connection.ts'
import { fetchToaster } from '#web/ui/overlays/toast.ts'
import type { ChangingDialog } from './changing-dialog.tsx'

type Code = { ChangingDialog: typeof ChangingDialog }

let code: Code | undefined
let coming: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Fetches the dialogs that change the library, and what they need, before one is asked for. */
export function fetchDialogs(): void {
  fetchCode().catch(() => {})
}

/** The dialogs' code; undefined until it has come. Once one is wanted, it is waited for. */
export function useDialogCode(isWanted: boolean): Code | undefined {
  const loaded = useSyncExternalStore(subscribe, () => code)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (!isWanted || loaded) return
    fetchPersistently().catch((error: unknown) => setFailure({ error }))
  }, [isWanted, loaded])
  if (failure) throw failure.error
  return loaded
}

async function fetchPersistently(): Promise<void> {
  for (let wasThere = false; ;) {
    try {
      return await fetchCode()
    } catch (error) {
      // Of a server that is there all along: a newer release has other files.
      if (wasThere) throw error
      wasThere = await isServerThere()
      if (!wasThere) await waitForServer()
    }
  }
}

function fetchCode(): Promise<void> {
  coming ??= import('./changing-dialog.tsx').then(
    (loaded) => {
      code = loaded
      for (const listener of listeners) listener()
      loaded.fetchEditor()
      fetchToaster()
    },
    (error: unknown) => {
      coming = undefined
      throw error
    },
  )
  return coming
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
