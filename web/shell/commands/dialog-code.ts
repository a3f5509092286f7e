// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/fill-in/fields/field.module.css'
import '#web/prompts/values/value-tools.module.css'
import { editorCode } from '#web/prompts/editor/editor-code.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { isServerThere, waitForServer } from '#web/api/connection.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'
import { fetchToaster } from '#web/ui/overlays/toast.ts'

/** How long the first dialog waits for the values last copied, in milliseconds. */
const patience = 500

/** The code of dialogs. If the server is out of reach, loading resumes once it is back. */
export const dialogCode = lazyCode(async () => {
  const { AroundDialogs, CommandDialog, followLastValues } = await loadOnceReachable()
  // A form shows them with its fields.
  await waitAtMost(patience, followLastValues())
  editorCode.prefetch()
  fetchToaster()
  return { AroundDialogs, CommandDialog }
})

async function loadOnceReachable() {
  for (let wasReachable = false; ;) {
    try {
      const [code] = await Promise.all([
        import('./all-dialogs.ts'),
        loadMessages('values', 'history', 'palette', 'import', 'runs', 'shelf'),
      ])
      return code
    } catch (error) {
      // The server was reachable all along, so a newer release has replaced the files.
      if (wasReachable) throw error
      wasReachable = await isServerThere()
      if (!wasReachable) await waitForServer()
    }
  }
}
