import { useEffect, useState } from 'react'
// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/fill-in/fields/field.module.css'
import '#web/values/value-tools.module.css'
import { fetchEditor } from '#web/editor/editor-code.ts'
import { loadMessages } from '#web/messages/messages.ts'
import { isServerThere, waitForServer } from '#web/api/connection.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { fetchToaster } from '#web/ui/overlays/toast.ts'
import { useStore } from '#web/ui/store.ts'

const dialogCode = lazyCode(async () => {
  const [{ AroundDialogs, CommandDialog }] = await Promise.all([
    import('./all-dialogs.ts'),
    loadMessages('values', 'history', 'palette', 'import', 'runs'),
  ])
  fetchEditor()
  fetchToaster()
  return { AroundDialogs, CommandDialog }
})

/** Fetches what dialogs need beyond the library, before one is asked for. */
export function fetchDialogs(): void {
  dialogCode.fetch().catch(() => {})
}

/** The dialogs' code, undefined until it has come. Once a dialog is wanted, the fetch is retried. */
export function useDialogCode(isWanted: boolean) {
  const code = useStore(dialogCode)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (!isWanted || code) return
    fetchWithRetry().catch((error: unknown) => setFailure({ error }))
  }, [isWanted, code])
  if (failure) throw failure.error
  return code
}

async function fetchWithRetry(): Promise<void> {
  for (let wasThere = false; ;) {
    try {
      return await dialogCode.fetch()
    } catch (error) {
      // The server was there all along: a newer release has other files.
      if (wasThere) throw error
      wasThere = await isServerThere()
      if (!wasThere) await waitForServer()
    }
  }
}
