// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/fill-in/fields/field.module.css'
import '#web/values/value-tools.module.css'
import { editorCode } from '#web/editor/editor-code.ts'
import { loadMessages } from '#web/messages/messages.ts'
import { isServerThere, waitForServer } from '#web/api/connection.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { fetchToaster } from '#web/ui/overlays/toast.ts'

/** What dialogs need beyond the library. Out of reach, it comes once the server is back. */
export const dialogCode = lazyCode(async () => {
  const { AroundDialogs, CommandDialog } = await loadOnceReachable()
  editorCode.prefetch()
  fetchToaster()
  return { AroundDialogs, CommandDialog }
})

async function loadOnceReachable() {
  for (let wasThere = false; ;) {
    try {
      const [code] = await Promise.all([
        import('./all-dialogs.ts'),
        loadMessages('values', 'history', 'palette', 'import', 'runs'),
      ])
      return code
    } catch (error) {
      // The server was there all along: a newer release has other files.
      if (wasThere) throw error
      wasThere = await isServerThere()
      if (!wasThere) await waitForServer()
    }
  }
}
